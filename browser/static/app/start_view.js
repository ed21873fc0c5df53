// @ts-check
// How far the start of the program is, and that there is a new version of it: on this page, and on that of the live table.
import {html, nothing} from "../js/lit.js";
import {words} from "../js/words.js";
import {isFramed, keepOffline} from "./offline.js";
import {texts} from "./texts.js";

const STAGES = ["", ...Object.keys(texts.stages)];

/**
 * `bytes` are those of a first visit; `update` uses the new version; `ended` says why the program started anew.
 * @typedef {{ready: boolean, stage: string, bytes: {done: number, total: number} | null, update: (() => void) | null,
 *   ended: string, notOffline: boolean}} Start
 */

/** @type {Start} */
export const START = {ready: false, stage: "", bytes: null, update: null, ended: "", notOffline: false};

/**
 * Keeps the page on this device, then starts the program. Returns why it cannot start; empty where it does.
 * @param {import("./desk_link.js").DeskLink} desk
 * @param {() => boolean} sees whether photos are read at once
 * @param {() => Start} now what is shown
 * @param {(changes: Partial<Start>) => void} say
 */
export async function begin(desk, sees, now, say) {
  if (isFramed()) return texts.framed;
  if (typeof WebAssembly !== "object") return texts.noWasm;
  const offline = await keepOffline((done, total, all) => {
    const isAwaited = all ? now().stage === "eyes" : !now().ready;
    if (isAwaited || now().bytes) say({bytes: isAwaited ? {done, total} : null});
  }, update => say({update}), () => say({notOffline: true}));
  say({bytes: null, notOffline: !offline});
  desk.start(sees());
  return "";
}

/** @param {Start} start */
export const startView = ({ready, stage, bytes, update, ended, notOffline}) => html`
  ${ended ? html`<p class="problem" id="ended">${ended}</p>` : nothing}
  ${ready && !stage ? nothing : html`<div class="panel starting">
    <p>${bytes && stage !== "eyes" ? texts.keeping : texts.stages[/** @type {keyof typeof texts.stages} */ (stage)] ?? words.moment}</p>
    ${bytes ? html`<p>${texts.bytes(bytes.done, bytes.total)}</p>` : nothing}
    <progress max=${bytes?.total ?? STAGES.length} value=${bytes?.done ?? STAGES.indexOf(stage)}
      aria-label=${texts.keeping}></progress></div>`}
  ${update ? html`<p class="problem" id="update">${texts.update}
    <button type="button" @click=${update}>${texts.updateNow}</button></p>` : nothing}
  ${notOffline ? html`<p class="hint" id="not-offline">${texts.notOffline}</p>` : nothing}`;
