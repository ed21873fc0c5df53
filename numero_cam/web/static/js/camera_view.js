// @ts-check
// The camera on every screen that needs one: allowing it, choosing one by name, what is wrong with it, its picture, or photos instead.
import {choice} from "./fields.js";
import {html, nothing} from "./lit.js";
import {isDoubtful, mayGivePictures} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Table} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** Cards less wide than this are hardly read, in pixels. */
const SMALL_CARD = 40;
/** Of at least this many cards a large share is doubtful: then it is the picture, mirrored perhaps, and not a card. */
const SEVERAL_CARDS = 4;
/** The share of doubtful cards above which it is one. */
const HARD_TO_READ = 1 / 4;

/**
 * @param {State} state
 * @param {App} app
 */
export function cameraView(state, app) {
  const {camera, table, welcome} = state;
  const gives = mayGivePictures(state), fromServer = welcome?.source === "server";
  const runs = gives && camera.running;
  const shown = camera.running || (fromServer && table !== null);
  return html`<div class="camera">
    <p ?hidden=${!fromServer}>${words.cameraServer}</p>
    <p class="quietly" ?hidden=${!gives || camera.running}>${words.cameraWhy}</p>
    <p class="problem" role="alert">${gives ? camera.problem : ""}</p>
    <p class="problem" role="status">${runs ? camera.light : ""}</p>
    ${chooserView(state, app)}
    <button id="allow" type="button" class="main" ?hidden=${!gives || camera.running} @click=${() => app.camera.open(usedCamera(state))}>${
      camera.problem ? words.again : words.cameraAllow}</button>
    <div ?hidden=${!shown}>${app.picture.canvas}</div>
    <p class="count" ?hidden=${!shown}>${shown ? tableWords(state, table) : ""}</p>
    <p class="check" ?hidden=${!runs}><label for="mirrored"><input id="mirrored" type="checkbox" .checked=${camera.mirrored}
      @change=${() => app.camera.mirror(!camera.mirrored)}> ${words.mirrored}</label></p>
    <p class="quietly" ?hidden=${!gives}><label for="photo">${words.photo}</label>
      <input id="photo" type="file" accept="image/*" capture="environment"
        @change=${(/** @type {Event} */ event) => givePhoto(event, app)}></p>
  </div>`;
}

/**
 * The camera that is opened: the chosen one where the browser still has it, else the first. Without a known one the browser chooses.
 * @param {State} state
 */
function usedCamera({camera: {devices, chosen}}) {
  return devices.find(({id}) => id === chosen)?.id ?? devices[0]?.id;
}

/**
 * Names are known once a camera was allowed, also when it was unplugged since.
 * @param {State} state
 * @param {App} app
 */
function chooserView(state, app) {
  const {devices, running} = state.camera;
  if (!mayGivePictures(state) || devices.length < (running ? 2 : 1)) return nothing;
  /** @type {[string, string][]} */
  const cameras = devices.map(({id, label}, n) => [id, label || `${words.camera} ${n + 1}`]);
  return choice("which", words.cameraWhich, cameras, usedCamera(state) ?? "", id => app.camera.open(id));
}

/**
 * @param {Event} event
 * @param {App} app
 */
function givePhoto(event, app) {
  const field = /** @type {HTMLInputElement} */ (event.currentTarget);
  if (field.files?.[0]) app.givePhoto(field.files[0]);
  field.value = "";  // the next photo may have the same name
}

/**
 * How many cards are seen, and what is to be done about the picture.
 * @param {State} state
 * @param {Table | null} table
 */
function tableWords(state, table) {
  if (!table) return words.inView;
  const {width, height} = table;
  const widths = table.cards.map(({quad: [left, right]}) => Math.hypot((right[0] - left[0]) * width, (right[1] - left[1]) * height));
  const small = widths.length > 0 && Math.max(...widths) < SMALL_CARD;
  const open = table.cards.filter(card => card.face);
  const doubtful = open.filter(card => card.face === "?" || isDoubtful(state, card));
  const hard = open.length >= SEVERAL_CARDS && doubtful.length > open.length * HARD_TO_READ;
  return `${words.cardsSeen(open.length)} ${small ? words.tooFar : hard ? words.hardToRead : words.inView}`;
}
