// @ts-check
// The camera: allowing it, choosing one by name, what is wrong with it, its picture, or photos instead.
import {choice} from "./fields.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {placingHelp, placingView} from "./placing.js";
import {mayGivePictures, sourceOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {State} from "./state.js" */

/**
 * All of it, where it has a screen or a sheet for itself.
 * @param {State} state
 * @param {App} app
 */
export function cameraView(state, app) {
  const {camera, welcome} = state, gives = mayGivePictures(state);
  const picture = pictureView(state, app);
  return html`<div class="camera">
    <p ?hidden=${welcome?.source !== "server"}>${words.cameraServer}</p>
    ${problemView(state)}
    ${picture ?? nothing}
    ${picture ? placingView(state, app) : nothing}
    ${gives && !camera.running ? html`<p class="hint">${words.cameraWhy}</p>` : nothing}
    ${!gives && !picture ? html`<p class="hint">${words.cameraOther}</p>` : nothing}
    <div class="buttons">${allowButton(state, app)}${gives ? photoButton(app) : nothing}</div>
    ${chooserView(state, app)}
    <p class="check" ?hidden=${!gives || !camera.running}><label for="mirrored"><input id="mirrored" type="checkbox"
        .checked=${camera.mirrored}
      @change=${() => app.camera.mirror(!camera.mirrored)}> ${words.mirrored}</label></p>
    ${picture ? placingHelp() : nothing}
  </div>`;
}

/**
 * The picture with what was read in it; null where this page has none.
 * @param {State} state
 * @param {App} app
 */
export function pictureView(state, app) {
  const {camera, hasPhoto, table} = state;
  return camera.running || hasPhoto || (sourceOf(state) === "server" && table !== null) ? app.picture.canvas : null;
}

/** @param {State} state */
export const problemView = state => html`<p class="problem" role="alert">${mayGivePictures(state) ? state.camera.problem : ""}</p>`;

/**
 * @param {State} state
 * @param {App} app
 * @param {boolean} isMain whether it is what to press next
 */
export function allowButton(state, app, isMain = true) {
  if (!mayGivePictures(state) || state.camera.running) return nothing;
  return html`<button id="allow" type="button" class=${isMain ? "main" : ""}
    @click=${() => app.camera.open(usedCamera(state))}>${icon("camera")} ${
    state.camera.problem ? words.again : words.cameraAllow}</button>`;
}

/**
 * A photo or a film in place of a camera. With `capture` a telephone would open its camera at once, and offer no file.
 * @param {App} app
 */
export const photoButton = app => html`<label class="button" for="photo">${icon("photo")} ${words.photoOrFilm}
  <input id="photo" class="unseen" type="file" accept="image/*,video/*"
    @change=${(/** @type {Event} */ event) => givePhoto(event, app)}></label>`;

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
export function chooserView(state, app) {
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
