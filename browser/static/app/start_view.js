// @ts-check
// How far the start of the program is, and that there is a new version of it: on this page, and on that of the live table.
import {html, nothing} from "../js/lit.js";
import {words} from "../js/words.js";
import {texts} from "./texts.js";

const STAGES = ["", ...Object.keys(texts.stages)];

/**
 * `bytes` are those of a first visit; `update` uses the new version; `ended` says why the program started anew.
 * @typedef {{ready: boolean, stage: string, bytes: {done: number, total: number} | null, update: (() => void) | null,
 *   ended: string, notOffline: boolean}} Start
 */

/** @type {Start} */
export const START = {ready: false, stage: "", bytes: null, update: null, ended: "", notOffline: false};

/** @param {Start} start */
export const startView = ({ready, stage, bytes, update, ended, notOffline}) => html`${ended ? html`<p class="problem" id="ended">${ended}</p>` : nothing}
  ${ready && !stage ? nothing : html`<div class="panel starting">
    <p>${bytes && stage !== "eyes" ? texts.keeping : texts.stages[/** @type {keyof typeof texts.stages} */ (stage)] ?? words.moment}</p>
    ${bytes ? html`<p>${texts.bytes(bytes.done, bytes.total)}</p>` : nothing}
    <progress max=${bytes?.total ?? STAGES.length} value=${bytes?.done ?? STAGES.indexOf(stage)}
      aria-label=${texts.keeping}></progress></div>`}
  ${update ? html`<p class="problem" id="update">${texts.update}
    <button type="button" @click=${update}>${texts.updateNow}</button></p>` : nothing}
  ${notOffline ? html`<p class="hint" id="not-offline">${texts.notOffline}</p>` : nothing}`;
