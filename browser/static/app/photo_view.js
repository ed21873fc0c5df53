// @ts-check
// A photo of the table, from a file, the camera or another program that shares it: its best take drawn into it, and what a tap on it mends.
import {Camera, HEAD} from "../js/camera.js";
import {lookAlikes} from "../js/card_picker.js";
import {cardButton, setMark} from "../js/cards.js";
import {named} from "../js/faces.js";
import {byChoice, problemView} from "../js/fields.js";
import {fileField} from "../js/files.js";
import {icon, iconButton} from "../js/icons.js";
import {html, nothing} from "../js/lit.js";
import {Picture, drawCard} from "../js/picture.js";
import {setLetter} from "../js/story.js";
import {words} from "../js/words.js";
import {decksView} from "./decks_view.js";
import {answerView, takesOf} from "./take_view.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @import {CardMark} from "../js/cards.js" */
/** @import {Point, Table, TableCard} from "../js/protocol.d.ts" */
/**
 * What a person said of a card.
 * @typedef {{face?: string, place?: string}} Said
 */
/**
 * A card that was not seen. Without `at` it lies beside the others of its place, without a place where its neighbour lies.
 * @typedef {{face: string, at: Point | null, place: string}} Added
 */
/**
 * A photo with all that a person said of it, the newest last: `what` was said then, and what is said of which card since.
 * @typedef {{picture: ImageBitmap | null, told: {what: string, said: Record<number, Said>, added: Added[]}[]}} Given
 */

/** Whether the page was built with what reading photos needs. */
export const readsPhotos = Boolean(document.documentElement.dataset.photos);
/** Where the service worker puts a photo that another program shares. */
const SHARED = "numero-cam-shared";
const PLACES = ["hand", "centre"];
/** Number of the first card that was added; see browser/photo_desk.py. */
const FIRST_ADDED = 1001;
/** Longest side of a photo as it is shown, in pixels: more is memory that a telephone does not have. */
const MOST_SIDE = 2560;
/** Height of the picture of a card that is asked for, in pixels. */
const CLOSE_UP = 320;

/** The photo that is shown, and what was said of its cards. */
export class Photo {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** What was asked last: an answer to anything else is late, and is not shown. */
    this.turn = 0;
    /** The photo of the last good answer, and that answer. @type {Given | null} */
    this.given = null;
    /** @type {any} */
    this.found = null;
    this.picture = new Picture(card => this.mend(card), at => this.add("", at));
    this.closeUp = document.createElement("canvas");
    this.closeUp.setAttribute("role", "img");
    this.closeUp.setAttribute("aria-label", texts.closeUp);
    this.camera = new Camera(message => this.shot(message), camera => page.update({camera}), () => {});
  }

  /** The worker that held the photo is gone. */
  forget() {
    this.given = this.found = null;
  }

  /** Looks whether another program shared a photo. */
  async findShared() {
    const cache = "caches" in window ? await caches.open(SHARED) : null, shared = await cache?.keys() ?? [];
    this.page.update({isShared: shared.length > 0});
  }

  /** Reads the photo that was shared, or only forgets it. @param {boolean} reads */
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
   * Reads another photo. One that cannot be read leaves the one before as it was.
   * @param {Blob} file
   * @param {string} name
   */
  async read(file, name) {
    const turn = this.turn += 1;
    this.page.update({photo: null, photoProblem: "", looks: true});
    /** @type {Given} */
    const given = {picture: null, told: [{what: "", said: {}, added: []}]};
    bitmapOf(file).then(picture => {
      given.picture = picture;
      if (this.given === given) this.show();
    });
    const data = await file.arrayBuffer().catch(() => null);
    if (turn !== this.turn) return;
    if (data) await this.ask(given, data, name);
    else this.page.update({looks: false, photo: this.found, photoProblem: texts.fileGone});
  }

  /**
   * Asks for the best take of a photo with what was said of it.
   * @param {Given} given
   * @param {ArrayBuffer | null} file null where it is the photo before
   * @param {string} name
   */
  async ask(given, file = null, name = "") {
    const turn = file ? this.turn : this.turn += 1, told = given.told.at(-1), {said = {}, added = []} = told ?? {};
    const {by} = this.page.state.take;
    this.page.update({photoProblem: "", looks: true});
    const corrections = Object.entries(said).map(([id, {face, place}]) => `${id}=${[face, place].filter(Boolean).join(",")}`);
    const cards = added.map(({face, at, place}) => [face, ...(at ?? [null, null]), place]);
    const found = await this.page.desk.ask({type: "photo", name, corrections, added: cards, by}, file);
    if (found.error) given.told = given.told.filter(each => each !== told);
    else {
      if (this.given !== given) this.given?.picture?.close();
      Object.assign(this, {given, found});
    }
    if (turn !== this.turn) return;
    this.page.update({looks: false, photo: this.found, photoProblem: found.error ?? ""});
    this.show();
    if (!found.error) await this.lookFurther(turn, found);
  }

  /**
   * Looks for other takes, once the best one is shown.
   * @param {number} turn
   * @param {any} found
   */
  async lookFurther(turn, found) {
    const further = await this.page.desk.ask({type: "further"}, null);
    if (turn === this.turn && !further.error) this.page.update({photo: this.found = {...found, further}});
  }

  /** @param {number} chosen which take is shown */
  choose(chosen) {
    this.page.update({photo: this.found = {...this.found, chosen}});
    this.show();
    this.picture.canvas.scrollIntoView({block: "nearest"});
  }

  /** Draws the photo with the take that is shown, and the card that is asked for. */
  show() {
    const {found, given} = this;
    if (!found || !given) return;
    const {table} = found, asked = askedOf(found);
    this.picture.draw(table, given.picture, {isDoubtful: () => false, near: "", ...rolesOf(takesOf(found)[found.chosen ?? 0].roles)});
    this.closeUp.height = CLOSE_UP;
    if (given.picture && asked) drawCard(this.closeUp, given.picture, asked);
    this.page.update({});
  }

  /** @param {TableCard} card */
  mend(card) {
    this.page.openDialog({kind: "card", game: null, card, pack: this.page.state.pack});
  }

  /**
   * Asks which card lies where none was seen.
   * @param {string} place
   * @param {Point | null} at
   */
  add(place, at) {
    this.adds = {place, at};
    this.mend({id: 0, face: "?", sure: 0, others: [], zone: "won", player: null, unclear: true, quad: [[0, 0], [0, 0], [0, 0], [0, 0]]});
  }

  /** @param {{id: number, as: string}} change */
  mended({id, as}) {
    const {given, found} = this, last = given?.told.at(-1);
    if (!given || !last) return;
    const card = found.table.cards.find((/** @type {TableCard} */ each) => each.id === id), isPlace = PLACES.includes(as);
    const what = isPlace ? (as === "hand" ? words.cardInHand : words.cardInMiddle) : as === "none" ? words.cardNone : named(as);
    let {said, added} = last;
    const now = {[isPlace ? "place" : "face"]: as};
    if (!card) added = [...added, {face: as, at: null, place: "", ...this.adds}];
    else if (id >= FIRST_ADDED) added = added.flatMap((each, n) => (n !== id - FIRST_ADDED ? [each] : as === "none" ? [] : [{...each, ...now}]));
    else said = {...said, [id]: as === "none" ? now : {...said[id], ...now}};
    given.told = [...given.told, {what: card ? `${named(card.face)}: ${what}` : `+ ${what}`, said, added}];
    this.ask(given);
  }

  /** Takes back what was said last. */
  undo() {
    const {given} = this;
    if (!given) return;
    given.told = given.told.slice(0, -1);
    this.ask(given);
  }
}

/** The photo as it is shown; null where this browser cannot show it. @param {Blob} file */
async function bitmapOf(file) {
  const whole = await createImageBitmap(file).catch(() => null), side = Math.max(whole?.width ?? 0, whole?.height ?? 0);
  if (!whole || side <= MOST_SIDE) return whole;
  const resizeWidth = Math.round(whole.width * MOST_SIDE / side);
  const smaller = await createImageBitmap(whole, {resizeWidth, resizeQuality: "medium"}).catch(() => null);
  if (smaller) whole.close();
  return smaller ?? whole;
}

/** How the cards of a take are marked in the photo. @param {{taker: number | null, sets: number[][]}} roles */
function rolesOf({taker, sets}) {
  /** @type {Map<number, CardMark>} */
  const marks = new Map(taker === null ? [] : [[taker, "takes"]]), letters = new Map();
  sets.forEach((set, n) => set.forEach(id => {
    marks.set(id, setMark(n));
    if (sets.length > 1) letters.set(id, setLetter(n));
  }));
  return {marks, letters};
}

/**
 * The first card that a person should look at: one of the middle or a hand that was not read, or not surely.
 * @param {{table: Table}} found
 */
const askedOf = ({table}) => [...table.cards].sort((one, other) => one.id - other.id).find(card => card.unclear);

/** @param {Page} page */
export function photoView(page) {
  const {photo: seen, photoProblem, looks, isShared} = page.state, {photo} = page;
  return html`${isShared ? html`<p class="problem" id="shared">${texts.sharedAsk}
      <button type="button" class="main" @click=${() => photo.takeShared(true)}>${texts.sharedRead}</button>
      <button type="button" @click=${() => photo.takeShared(false)}>${texts.sharedLeave}</button></p>` : nothing}
    ${sourceView(page)}
    ${problemView(photoProblem, "photo-problem")}
    <p class=${seen ? "unseen" : "looks"} role="status">${looks ? words.photoTaken : ""}</p>
    ${seen ? html`<div class="read"><div class="seen">${pictureView(photo)}</div>
      <div class="told-of" aria-busy=${String(looks)}>${askView(page, seen)}${answerView(seen, n => photo.choose(n))}
      ${byChoice(page.state.take.by, by => {
        page.updateIn("take", {by});
        if (photo.given) photo.ask(photo.given);
      })}${cardsView(photo, seen)}</div></div>` : nothing}${page.isReady || page.state.decks.found ? decksView(page) : nothing}`;
}

/** Where a photo comes from. @param {Page} page */
function sourceView({state: {camera, photo: seen}, photo}) {
  return html`${seen ? nothing : html`<p class="hint">${texts.photoHow} ${words.cameraWhy}</p>`}
    <p class=${seen ? "buttons source small" : "buttons source"}><label class=${seen ? "button" : "button main large"}
        for="photo">${icon("photo")} ${seen ? texts.anotherPhoto : texts.tabs.photo}${
        fileField("photo", "image/*", file => photo.read(file, file.name))}</label>
      ${camera?.running ? iconButton("shoot", "camera", texts.shoot, () => photo.camera.credit(1, true), "main large")
        : iconButton("allow", "camera", camera?.problem ? words.again : words.cameraAllow, () => photo.camera.open())}</p>
    ${camera?.running ? html`<div class="finder">${photo.camera.video}</div>` : nothing}
    ${problemView(camera?.problem ?? "")}`;
}

/** The photo, how it is mended, and what takes the last mend back. @param {Photo} photo */
function pictureView(photo) {
  const told = photo.given?.told ?? [];
  return html`${photo.given?.picture ? html`${photo.picture.canvas}<p class="hint">${texts.tapCard}</p>` : nothing}
    ${told.length > 1 ? html`<p class="buttons">${iconButton("undo-mend", "undo", words.undoThis(told.at(-1)?.what ?? ""), () =>
      photo.undo())}</p>` : nothing}`;
}

/**
 * Asks for the first card that is not sure, and shows it.
 * @param {Page} page
 * @param {any} seen
 */
function askView({state: {pack}, photo}, seen) {
  const card = askedOf(seen);
  if (!card) return nothing;
  const say = (/** @type {string} */ as) => photo.mended({id: card.id, as});
  return html`<section class="ask panel" aria-labelledby="ask-card"><div class="close-up">${photo.given?.picture ? photo.closeUp : nothing}</div>
    <div><h2 id="ask-card">${words.cardWrong}</h2>
    <p>${card.face === "?" ? words.cardUnread : words.cardReadAs(named(card.face))}</p>
    ${lookAlikes({...card, others: [[card.face, card.sure], ...card.others]}, pack, say)}
    <p class="buttons"><button type="button" id="ask-other" @click=${() => photo.mend(card)}>${words.cardAny}</button>
      <button type="button" id="ask-none" @click=${() => say("none")}>${words.cardNone}</button></p></div></section>`;
}

/**
 * Each card of the photo; a tap says what it is.
 * @param {Photo} photo
 * @param {any} seen
 */
function cardsView(photo, {table}) {
  /** @type {[string, string, string][]} */
  const zones = [["centre", words.inMiddle, "centre"], ["row", words.theHand, "hand"], ["won", texts.beside, ""]];
  const isOpen = !photo.given?.picture;
  return html`<details id="cards-read" ?open=${isOpen}><summary>${texts.allCards}</summary>${zones.map(([zone, title, place]) => {
    const cards = table.cards.filter((/** @type {TableCard} */ card) => card.zone === zone);
    return cards.length || place ? html`<h2>${title}</h2><div class="picks" data-zone=${zone}>${cards.map((/** @type {TableCard} */ card) =>
      cardButton(card.face, () => photo.mend(card), {mark: card.unclear ? "unsure" : ""}))}${place ? html`<button type="button" class="add"
        @click=${() => photo.add(place, null)}>${icon("plus")} ${texts.cardMissing}</button>` : nothing}</div>` : nothing;
  })}</details>`;
}
