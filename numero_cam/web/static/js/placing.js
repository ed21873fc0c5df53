// @ts-check
// Help to place the camera: what is wrong with the picture, in words and in a drawing of a small table.
import {html, nothing, svg} from "./lit.js";
import {isDoubtful} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {State} from "./state.js" */
/** @typedef {"far" | "dark" | "glare" | "cut" | "mirror"} Fault */

/** @type {Fault[]} */
const FAULTS = ["far", "dark", "glare", "cut", "mirror"];
/** Cards less wide than this are hardly read, in pixels. */
const SMALL_CARD = 40;
/** Of at least this many cards a large share is doubtful: then it is the picture, mirrored perhaps, and not a card. */
const SEVERAL_CARDS = 4;
/** The share of doubtful cards above which it is one. */
const HARD_TO_READ = 1 / 4;
/** A corner nearer to the edge of the picture than this is cut off, in picture widths or heights. */
const EDGE = 0.004;

/**
 * What is wrong with the picture, the worst first; null: nothing.
 * @param {State} state
 * @returns {Fault | null}
 */
function faultOf(state) {
  const {camera, table, notice} = state;
  if (notice?.kind === "mirrored") return "mirror";
  if (camera.light) return camera.light;
  if (!table) return null;
  const {width, height} = table;
  const open = table.cards.filter(card => card.face);
  const widths = open.map(({quad: [left, right]}) => Math.hypot((right[0] - left[0]) * width, (right[1] - left[1]) * height));
  if (widths.length && Math.max(...widths) < SMALL_CARD) return "far";
  const doubtful = open.filter(card => card.face === "?" || isDoubtful(state, card));
  if (open.length >= SEVERAL_CARDS && doubtful.length > open.length * HARD_TO_READ) return "mirror";
  const cut = open.some(({quad}) => quad.some(([x, y]) => Math.min(x, y, 1 - x, 1 - y) < EDGE));
  return cut ? "cut" : null;
}

/** The drawing and the sentence for what is wrong; else how many cards are seen. @param {App} app */
export function placingView(app) {
  const {state} = app, fault = faultOf(state), {table} = state;
  if (fault) return html`<p class="placing" role="status">${faultDrawing(fault)}<span>${words.faults[fault]}${fault === "mirror" &&
      state.camera.running
    ? html` <button id="turn-round" type="button" class="quiet" @click=${() =>
        app.camera.mirror(!state.camera.mirrored)}>${words.turnRound}</button>` : nothing}</span></p>`;
  const seen = table?.cards.filter(card => card.face).length ?? 0;
  return html`<p class=${seen ? "count" : "count none"} role="status">${!table ? words.inView : seen ? words.cardsSeen(seen) :
      words.noneSeen}</p>`;
}

/** All that can be wrong, to be looked up. */
export const placingHelp = () => html`<details class="help"><summary>${words.notGood}</summary>
  <ul class="faults">${FAULTS.map(fault => html`<li>${faultDrawing(fault)}<span>${words.faults[fault]}</span></li>`)}</ul></details>`;

/** @param {Fault} fault */
function faultDrawing(fault) {
  const card = (/** @type {number} */ x, /** @type {number} */ y, width = 15, height = 21) =>
    svg`<rect class="card-stock" x=${x} y=${y} width=${width} height=${height} rx="2"></rect>`;
  const cards = fault === "far" ? [27, 33, 39].map(x => card(x, 20, 4, 6)) : [10, 29, 48].map(x => card(x, fault === "cut" ? 32 : 13));
  return html`<svg class="fault" viewBox="0 0 72 48" aria-hidden="true"><rect class="cloth" width="72" height="48" rx="6"></rect>${cards}${
    fault === "dark" ? svg`<rect class="night" width="72" height="48" rx="6"></rect>` : nothing}${
    fault === "glare" ? svg`<circle class="shine" cx="37" cy="22" r="13"></circle>` : nothing}${
    fault === "mirror" ? svg`<text class="turned" x="-36" y="29" transform="scale(-1 1)">7</text>` : nothing}</svg>`;
}
