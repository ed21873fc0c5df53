// @ts-check
// A photo of the table, from a file, the camera or another program that shares it: its best take, and what a tap on a card mends.
import {Camera, HEAD} from "../js/camera.js";
import {cardButton} from "../js/cards.js";
import {icon} from "../js/icons.js";
import {html, nothing} from "../js/lit.js";
import {Picture} from "../js/picture.js";
import {words} from "../js/words.js";
import {decksView} from "./decks_view.js";
import {answerView, byChoice} from "./take_view.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @import {TableCard} from "../js/protocol.d.ts" */
/**
 * What a person said of a card.
 * @typedef {{face?: string, place?: string}} Said
 */

/** Whether the page was built with what reading photos needs. */
export const readsPhotos = Boolean(document.documentElement.dataset.photos);
/** Where the service worker puts a photo that another program shares. */
const SHARED = "numero-cam-shared";
const PLACES = ["hand", "centre"];

/** The photo that is shown, and what was said of its cards. */
export class Photo {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {ImageBitmap | null} */
    this.bitmap = null;
    /** @type {Record<number, Said>} */
    this.said = {};
    this.picture = new Picture(card => this.mend(card));
    this.camera = new Camera(message => this.shot(message), camera => page.update({camera}), () => {});
  }

  /** Looks whether another program shared a photo. */
  async findShared() {
    const cache = "caches" in window ? await caches.open(SHARED) : null, shared = await cache?.keys() ?? [];
    this.page.update({isShared: shared.length > 0});
  }

  /**
   * Reads the photo that was shared, or only forgets it.
   * @param {boolean} reads
   */
  async takeShared(reads) {
    this.page.update({isShared: false});
    const [response] = await (await caches.open(SHARED)).matchAll();
    await caches.delete(SHARED);
    if (reads && response) this.read(await response.blob(), texts.sharedPhoto);
  }

  /** @param {ArrayBuffer} message of the camera, which has a head before the picture */
  shot(message) {
    this.camera.close();
    this.camera.forget();
    this.read(new Blob([message.slice(HEAD)]), texts.tabs.photo);
    return true;
  }

  /**
   * @param {Blob} file
   * @param {string} name
   */
  async read(file, name) {
    this.said = {};
    this.page.update({photo: null, photoProblem: "", looks: true});
    this.bitmap = await createImageBitmap(file).catch(() => null);
    await this.ask(await file.arrayBuffer(), name);
  }

  /**
   * @param {ArrayBuffer | null} file null for the photo before
   * @param {string} name
   */
  async ask(file, name = "") {
    const corrections = Object.entries(this.said).map(([id, {face, place}]) => `${id}=${[face, place].filter(Boolean).join(",")}`);
    this.page.update({photoProblem: "", looks: true});
    const found = await this.page.desk.ask({type: "photo", name, corrections, by: this.page.state.take.by}, file);
    this.page.update({looks: false, ...(found.error ? {photoProblem: found.error} : {photo: found})});
    if (!found.error) this.picture.draw(found.table, this.bitmap, {isDoubtful: () => false, near: "", marks: new Map()});
  }

  /** @param {TableCard} card */
  mend(card) {
    const {pack} = this.page.state;
    this.page.update({dialog: {kind: "card", game: null, card, pack}, picker: {written: "", at: -1}});
  }

  /** @param {{id: number, as: string}} change */
  mended({id, as}) {
    const before = as === "none" ? {} : this.said[id];
    this.said[id] = PLACES.includes(as) ? {...before, place: as} : {...before, face: as};
    this.ask(null);
  }
}

/** @param {Page} page */
export function photoView(page) {
  const {photo: seen, photoProblem, looks, take, camera, isShared} = page.state, {photo} = page;
  return html`${isShared ? html`<p class="problem" id="shared">${texts.sharedAsk}
      <button type="button" class="main" @click=${() => photo.takeShared(true)}>${texts.sharedRead}</button>
      <button type="button" @click=${() => photo.takeShared(false)}>${texts.sharedLeave}</button></p>` : nothing}<p class="hint">${texts.photoHow} ${words.cameraWhy}</p>
    <p class="buttons"><label class="button main large" for="photo">${icon("photo")} ${texts.tabs.photo}<input id="photo" class="unseen" type="file"
        accept="image/*" @change=${(/** @type {Event} */ event) => chosen(event, photo)}></label>
      ${camera?.running ? html`<button type="button" id="shoot" class="main large" @click=${() => photo.camera.credit(1, true)}>${icon("camera")}
        ${texts.shoot}</button>` : html`<button type="button" id="allow" @click=${() => photo.camera.open()}>${icon("camera")}
        ${camera?.problem ? words.again : words.cameraAllow}</button>`}</p>
    ${camera?.running ? html`<div class="finder">${photo.camera.video}</div>` : nothing}
    ${camera?.problem ? html`<p class="problem" role="alert">${camera.problem}</p>` : nothing}
    ${photoProblem ? html`<p class="problem" id="photo-problem" role="alert">${photoProblem}</p>` : nothing}
    <p role="status">${looks ? words.photoTaken : ""}</p>
    ${seen ? html`${photo.bitmap ? photo.picture.canvas : nothing}
      <div aria-live="polite">${answerView({...seen, problems: seen.solved.problems})}</div>
      ${byChoice(take.by, by => {
        page.updateIn("take", {by});
        photo.ask(null);
      })}${cardsView(photo, seen)}` : nothing}${page.isReady || page.state.decks.found ? decksView(page) : nothing}`;
}

/**
 * Each card of the photo; a tap says what it is.
 * @param {Photo} photo
 * @param {any} seen
 */
function cardsView(photo, {table}) {
  /** @type {[string, string][]} */
  const zones = [["centre", words.inMiddle], ["row", words.theHand], ["won", texts.beside]];
  return html`<p class="hint">${texts.tapCard}</p>${zones.map(([zone, title]) => {
    const cards = table.cards.filter((/** @type {TableCard} */ card) => card.zone === zone);
    return cards.length ? html`<h2>${title}</h2><div class="picks" data-zone=${zone}>${cards.map((/** @type {TableCard} */ card) =>
      cardButton(card.face, () => photo.mend(card), {mark: card.unclear ? "unsure" : ""}))}</div>` : nothing;
  })}`;
}

/**
 * @param {Event} event
 * @param {Photo} photo
 */
function chosen(event, photo) {
  const field = /** @type {HTMLInputElement} */ (event.currentTarget), [file] = field.files ?? [];
  if (file) photo.read(file, file.name);
  field.value = "";  // the next photo may have the same name
}
