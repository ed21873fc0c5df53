// @ts-check
// Puts the page together: what the table tells goes into the state, the state is shown, what a person does goes to the table.
import {Camera} from "./camera.js";
import {Link} from "./link.js";
import {render} from "./lit.js";
import {sameOnMap} from "./map.js";
import {page} from "./page.js";
import {Picture} from "./picture.js";
import {initialState, isDoubtful, mayChange, mayGivePictures, mayHaveHints, ownPlayer, playedGame} from "./state.js";
import {Voice} from "./voice.js";
import {words} from "./words.js";

/** @import {Change, FromTable, Game, Invitation, Level, Play, Role, Table, TableCard, Welcome} from "./protocol.d.ts" */
/** @import {Dialog, Setup, State} from "./state.js" */

const HELLO = "numero-role", LEVEL = "numero-level", SETUP = "numero-setup";
/** Length of the head of a picture, in bytes. */
const PICTURE_HEAD = 24;
/** How long an announcement is shown, in milliseconds. */
const ANNOUNCED = 8_000;

export class App {
  constructor() {
    this.title = document.title;
    this.camera = new Camera(picture => this.sendPicture(picture), facts => this.update({camera: facts}));
    this.picture = new Picture(card => mayChange(this.state) && this.correctCard(card));
    this.voice = new Voice();
    this.link = new Link(() => this.state.hello, message => this.hear(message), (link, why = "") => this.update({link, lostWhy: why}));
    const hello = {role: /** @type {Role} */ ("keeper"), ...stored(sessionStorage, HELLO)};
    const level = /** @type {Level} */ (sessionStorage.getItem(LEVEL) ?? "none");
    /** Everything that is shown. @type {State} */
    this.state = initialState(hello, level, stored(localStorage, SETUP), this.camera.facts, this.voice.on);
    this.isShowing = false;
    /** The dialog that was opened last. @type {Dialog | null} */
    this.opened = null;
    /** The newest picture, where the server has the camera. @type {ImageBitmap | null} */
    this.serverPicture = null;
    this.announced = 0;
    window.addEventListener("hashchange", () => this.navigated());
    this.navigated();
    this.link.open();
  }

  /**
   * Changes the state; it is shown once all that is being done is done.
   * @param {Partial<State>} changes
   */
  update(changes) {
    Object.assign(this.state, changes);
    if (this.isShowing) return;
    this.isShowing = true;
    queueMicrotask(() => this.show());
  }

  show() {
    this.isShowing = false;
    const {camera, dialog} = this.state;
    const focused = document.activeElement?.id;
    render(page(this.state, this), document.body);
    // What had the focus may have moved to another place, or to another screen.
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
    document.title = camera.background ? `⏸ ${words.titleHidden} – ${this.title}` : this.title;
    if (dialog !== this.opened) document.querySelector("dialog")?.showModal();
    this.opened = dialog;
  }

  navigated() {
    this.update({scoresOnly: location.hash === "#scores"});
  }

  // What the table tells.

  /** @param {FromTable} message */
  hear(message) {
    switch (message.type) {
      case "welcome": return this.welcomed(message);
      case "ack": return this.camera.credit(message.credits);
      case "table": return this.looked(message);
      case "picture": return this.preview(message.data);
      case "game": return this.played(message);
      case "hint": return this.update({hint: message});
      case "practice": return this.update({practice: message});
      case "ask": return this.update({ask: message});
      case "notice": return this.update({notice: message});
      case "camera": return this.camera.replaced();
      case "refused": return this.announce(message.why);
      case "say": return this.voice.say(message);
    }
  }

  /** @param {Welcome} welcome */
  welcomed(welcome) {
    const {hello, level} = this.state;
    this.update({welcome, hello: welcome.bound && welcome.player ? {...hello, player: welcome.player} : hello});
    this.camera.credit(welcome.credits, true);
    if (level !== "none" && mayHaveHints(this.state)) this.link.tell({type: "level", level});
    if (mayGivePictures(this.state)) this.camera.again();
  }

  /** @param {Table} table */
  looked(table) {
    const {state} = this;
    const fromServer = state.welcome?.source !== "page";
    const picture = fromServer ? this.serverPicture : table.number === null ? null : this.camera.taken(table.number);
    this.picture.draw(table, picture, card => isDoubtful(state, card));
    if (!fromServer) picture?.close();
    this.update({table, map: sameOnMap(state, state.map, table) ? state.map : table});
  }

  /** @param {ArrayBuffer} data */
  async preview(data) {
    const picture = await createImageBitmap(new Blob([new Uint8Array(data, PICTURE_HEAD)], {type: "image/jpeg"}));
    this.serverPicture?.close();
    this.serverPicture = picture;
  }

  /** @param {Game} game */
  played(game) {
    const {state} = this;
    // A hint was for the table as it was.
    this.update({game, hint: game.revision === state.game?.revision ? state.hint : null});
    // The device of a player belongs to the first player that is chosen on it, from when he plays.
    const {welcome} = state, own = ownPlayer(state);
    if (!welcome?.bound || welcome.player || !own) return;
    this.update({welcome: {...welcome, player: own}});
    this.setRole("player", own);
  }

  /**
   * Says something once, and lets it go.
   * @param {string} text
   */
  announce(text) {
    const number = (this.announced += 1);
    this.update({announcement: {number, text}});
    setTimeout(() => number === this.announced && this.update({announcement: null}), ANNOUNCED);
  }

  // What a person does.

  /**
   * Sends something that changes the game, with the revision that the person saw.
   * @param {Change} change
   */
  change(change, revision = this.state.game?.revision ?? 0) {
    this.link.tell({...change, revision});
  }

  /** @param {boolean} on */
  record(on) {
    this.link.tell({type: "record", on});
  }

  /** @param {Level} level */
  setLevel(level) {
    sessionStorage.setItem(LEVEL, level);
    this.update({level, hint: null});
    this.link.tell({type: "level", level});
  }

  /**
   * @param {Role} role
   * @param {string} player
   */
  setRole(role, player = "") {
    const hello = {role, player}, {welcome} = this.state;
    sessionStorage.setItem(HELLO, JSON.stringify(hello));
    this.update({hello, hint: null, welcome: welcome && {...welcome, role}});
    if (!mayGivePictures(this.state)) this.camera.close();
    this.link.open();
  }

  /** @param {Setup} setup */
  setSetup(setup) {
    localStorage.setItem(SETUP, JSON.stringify(setup));
    this.update({setup});
  }

  switchSound() {
    this.voice.switch(!this.voice.on);
    this.update({sound: this.voice.on});
  }

  /** @param {ArrayBuffer} picture */
  sendPicture(picture) {
    if (this.link.busy) this.camera.credit(1);
    else this.link.send(picture);
  }

  /** @param {File} file */
  async givePhoto(file) {
    if (await this.post("/photo", file)) this.announce(words.photoTaken);
  }

  async inviteDevice() {
    const {role, player} = this.state.invite;
    /** @type {Invitation | null} */
    const shown = await this.post("/invite", JSON.stringify({role, player: role === "player" ? player.trim() : ""}));
    if (shown) this.update({invite: {...this.state.invite, player: "", shown}});  // the next device is another player's
  }

  async unpairDevices() {
    /** @type {{gone: number} | null} */
    const answer = await this.post("/unpair", "{}");
    this.update({invite: {...this.state.invite, shown: null}});
    if (answer) this.announce(words.unpaired(answer.gone));
  }

  /**
   * Returns the answer; null where there is none, and then people are told why.
   * @param {string} path
   * @param {string | File} body
   */
  async post(path, body) {
    const response = await fetch(path, {method: "POST", body}).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response?.ok && answer) return answer;
    this.announce(answer?.why ?? words.lost);
    return null;
  }

  // Dialogs.

  /** @param {Dialog} dialog */
  openDialog(dialog) {
    this.update({dialog, picker: {written: "", at: -1}});
  }

  // The browser gives the focus back to what had it, and then says that the dialog is closed.
  closeDialog() {
    document.querySelector("dialog")?.close();
  }

  /** @param {Dialog} dialog */
  dialogClosed(dialog) {
    if (this.state.dialog === dialog) this.update({dialog: null});
  }

  /**
   * @param {Change} change
   * @param {number} revision that the dialog showed
   */
  changeFromDialog(change, revision) {
    this.closeDialog();
    this.change(change, revision);
  }

  /**
   * @param {string} question
   * @param {() => void} confirm
   */
  confirm(question, confirm) {
    this.openDialog({kind: "confirm", question, confirm});
  }

  /** @param {TableCard} card */
  correctCard(card) {
    const game = playedGame(this.state);
    if (game) this.openDialog({kind: "card", game, card});
  }

  /** @param {Play} play */
  correctPlay(play) {
    const game = playedGame(this.state);
    if (game) this.openDialog({kind: "play", game, play});
  }

  addPlay() {
    const game = playedGame(this.state);
    if (game) this.openDialog({kind: "add", game});
  }

  /** @param {string[]} players who may challenge */
  challenge(players) {
    const game = playedGame(this.state);
    if (game) this.openDialog({kind: "challenge", game, players});
  }
}

/**
 * What was remembered as an object of JSON; an empty one where nothing was.
 * @param {Storage} storage
 * @param {string} key
 */
function stored(storage, key) {
  return JSON.parse(storage.getItem(key) ?? "{}");
}

/** For tests, and for who looks at the page in the browser's console. */
Object.assign(window, {app: new App()});
