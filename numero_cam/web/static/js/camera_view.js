// @ts-check
// The camera: allowing it, choosing one by name, what is wrong with it, its picture, or photos instead.
import {choice, problemView} from "./fields.js";
import {fileField} from "./files.js";
import {icon, iconButton} from "./icons.js";
import {html, nothing} from "./lit.js";
import {placingHelp, placingView} from "./placing.js";
import {mayGivePictures, sourceOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {State} from "./state.js" */

/** All of it, where it has a screen or a sheet for itself. @param {App} app */
export function cameraView(app) {
  const {state} = app, {camera, welcome} = state, gives = mayGivePictures(state);
  const picture = pictureView(app);
  return html`<div class="camera">
    <p ?hidden=${welcome?.source !== "server"}>${words.cameraServer}</p>
    ${cameraProblem(state)}
    ${picture ?? nothing}
    ${picture ? placingView(app) : nothing}
    ${gives && !camera.running ? html`<p class="hint">${words.cameraWhy}</p>` : nothing}
    ${!gives && !picture ? html`<p class="hint">${words.cameraOther}</p>` : nothing}
    <div class="buttons">${allowButton(app)}${gives ? photoButton(app) : nothing}</div>
    ${chooserView(app)}
    <p class="check" ?hidden=${!gives || !camera.running}><label for="mirrored"><input id="mirrored" type="checkbox"
        .checked=${camera.mirrored}
      @change=${() => app.camera.mirror(!camera.mirrored)}> ${words.mirrored}</label></p>
    ${picture ? placingHelp() : nothing}
  </div>`;
}

/** The picture with what was read in it; null where this page has none. @param {App} app */
export function pictureView(app) {
  const {state} = app, {camera, hasPhoto, table} = state;
  return camera.running || hasPhoto || (sourceOf(state) === "server" && table !== null) ? app.picture.canvas : null;
}

/** @param {State} state */
export const cameraProblem = state => problemView(mayGivePictures(state) ? state.camera.problem : "");

/**
 * @param {App} app
 * @param {boolean} isMain whether it is what to press next
 */
export function allowButton(app, isMain = true) {
  const {state} = app;
  if (!mayGivePictures(state) || state.camera.running) return nothing;
  const text = state.camera.problem ? words.again : words.cameraAllow;
  return iconButton("allow", "camera", text, () => app.camera.open(usedCamera(state)), isMain ? "main" : "");
}

/** A photo or a film in place of a camera. With `capture` a telephone would open its camera at once, and offer no file. @param {App} app */
export const photoButton = app => html`<label class="button" for="photo">${icon("photo")} ${words.photoOrFilm}
  ${fileField("photo", "image/*,video/*", file => app.givePhoto(file))}</label>`;

/**
 * The camera that is opened: the chosen one where the browser still has it, else the first. Without a known one the browser chooses.
 * @param {State} state
 */
function usedCamera({camera: {devices, chosen}}) {
  return devices.find(({id}) => id === chosen)?.id ?? devices[0]?.id;
}

/** Names are known once a camera was allowed, also when it was unplugged since. @param {App} app */
export function chooserView(app) {
  const {state} = app, {devices, running} = state.camera;
  if (!mayGivePictures(state) || devices.length < (running ? 2 : 1)) return nothing;
  /** @type {[string, string][]} */
  const cameras = devices.map(({id, label}, n) => [id, label || `${words.camera} ${n + 1}`]);
  return choice("which", words.cameraShort, cameras, usedCamera(state) ?? "", id => app.camera.open(id));
}
