// @ts-check
// Puts the page together: what the table tells goes into the state, the state is shown, what a person does goes to the table.
import {newBonuses} from "./bonus.js";
import {Camera, HEAD} from "./camera.js";
import {isWorthTelling} from "./cheer.js";
import {refusedPlay, reopenEditor, savedPlay} from "./editor.js";
import {showFrame, tellStory} from "./kept.js";
import {askHistory} from "./history.js";
import {nextStrength, shownHint} from "./hint_view.js";
import {Link} from "./link.js";
import {render} from "./lit.js";
import {page} from "./page.js";
import {Picture} from "./picture.js";
import {isForPage, Shown} from "./shown.js";
import {initialState, isDoubtful, lastPlay, mayChange, mayGivePictures, mayHaveHints, ownPlayer, playedGame, roleOf, screenOf,
  sourceOf} from "./state.js";
import {gameLayout, liesAlike, marksOf} from "./table.js";
import {endTaps, heardDraft} from "./taps.js";
import {askDue, openPerson, personIn} from "./people_puzzles.js";
import {openTry, tryKey} from "./try.js";
import {Voice} from "./voice.js";
import {backToAnalysis, leaveAnalysis} from "./way_back.js";
import {words} from "./words.js";

/** @import {Change, FromTable, Game, Invitation, Level, PlayedGame, Refused, Role} from "./protocol.d.ts" */
/** @import {Table, TableCard, Welcome} from "./protocol.d.ts" */
/** @import {Setup, State} from "./state.js" */

const HELLO = "numero-role", LEVEL = "numero-level", SETUP = "numero-setup", CHEERS = "numero-cheers";
/** How long an announcement is shown, in milliseconds. */
const ANNOUNCED = 8_000;
/** How long a take is celebrated, in milliseconds. */
const CHEERED = 6_000;
/** The film of the demonstration, and who plays in it. */
const DEMO_FILM = new URL("../demo.mp4", import.meta.url).href, DEMO_PLAYERS = ["Ann", "Ben"];

/** @extends {Shown<State>} */
export class App extends Shown {
  constructor() {
    super();
    this.title = document.title;
    this.camera = new Camera(picture => !this.link.busy && this.link.send(picture), facts => this.update({camera: facts}),
      () => this.filmOver());
    this.picture = new Picture(card => mayChange(this.state) && this.correctCard(card));
    this.voice = new Voice();
    this.link = new Link(() => this.state.hello, message => this.hear(message), (link, linkSaid = "") => this.update({link, linkSaid}));
    const hello = {role: /** @type {Role} */ ("keeper"), ...JSON.parse(sessionStorage.getItem(HELLO) ?? "{}")};
    const level = /** @type {Level} */ (sessionStorage.getItem(LEVEL) ?? "none");
    this.state = initialState(hello, level, JSON.parse(localStorage.getItem(SETUP) ?? "{}"), this.camera.facts,
      {sound: this.voice.on, cheers: localStorage.getItem(CHEERS) !== "off"});
    /** The newest picture, where the server has the camera. @type {ImageBitmap | null} */
    this.serverPicture = null;
    /** The photo that was given last, and whether it waits to be read. @type {ImageBitmap | null} */
    this.photo = null;
    this.photoWaits = false;
    this.announced = 0;
    /** What a person changed last. @type {Change | null} */
    this.changed = null;
    /** Whether the demonstration begins as soon as the table has told how it stands. */
    this.isDemo = false;
    /** Keeps the screen on while a game is played. @type {Promise<WakeLockSentinel | null> | null} */
    this.awake = null;
    document.addEventListener("keydown", event => this.keyed(event));
    document.addEventListener("visibilitychange", () => {
      this.awake = null;
      this.stayAwake();
    });
    window.addEventListener("hashchange", ({oldURL}) => this.navigated(new URL(oldURL).hash));
    this.navigated();
    this.link.open();
  }

  draw() {
    const focused = document.activeElement?.id;
    render(page(this), document.body);
    // What had the focus may have moved to another place, or to another screen.
    if (focused && document.activeElement === document.body) (document.getElementById(focused) ?? document.getElementById("main"))?.focus();
    document.title = this.state.camera.background ? `⏸ ${words.titleHidden} – ${this.title}` : this.title;
  }

  /** @param {string} from the address from which somebody comes; empty where there is none */
  navigated(from = "") {
    leaveAnalysis(this.state);
    const kept = /^#(game|film|try)-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const person = personIn(location.hash);
    /** @type {State["shown"]} */
    const shown = kept ? {kind: /** @type {"game" | "film" | "try"} */ (kept[1]), game: Number(kept[2]),
      at: Math.max(0, Number(kept[3] ?? 1) - 1), from} : person && {...person, game: 0, at: 0};
    const game = playedGame(this.state), before = this.state.shown?.kind ?? "";
    const own = shown?.kind === "game" && game?.game === shown.game;  // its result is what the table shows anyway
    this.update({scoresOnly: location.hash === "#scores", shown: own ? null : shown, filmRuns: false});
    const isResult = screenOf(this.state) === "result";
    if (isResult && ["film", "try"].includes(before)) backToAnalysis(this.state);
    if (person) openPerson(this, person);
    else if (shown) tellStory(this, shown.game);
    else if (game && isResult) tellStory(this, game.game);  // another one may have been looked at meanwhile
    else if (this.state.game) askDue(this);
    if (shown?.kind === "try") openTry(this, shown.game, shown.at + 1);  // its number is that of the play in the game
  }

  // What the table tells.

  /** @param {FromTable} message */
  hear(message) {
    switch (message.type) {
      case "welcome": return this.welcomed(message);
      case "ack": return this.camera.done(message.number, message.credits);
      case "table": return this.looked(message);
      case "picture": return this.preview(message.data);
      case "game": return this.played(message);
      case "hint": case "practice": case "ask": case "notice": return this.update({[message.type]: message});
      case "draft": return void heardDraft(this, message);
      case "camera": return this.camera.stop(message.why);
      case "refused": return refusedPlay(this, message.why) || this.refused(message);
      case "say": return this.voice.say(message);
    }
  }

  /** @param {Welcome} welcome */
  welcomed(welcome) {
    const {hello, level} = this.state;
    this.update({welcome, hello: welcome.bound && welcome.player ? {...hello, player: welcome.player} : hello});
    if (this.camera.running && !this.camera.isFilm && !mayGivePictures(this.state)) this.camera.close();
    this.camera.credit(welcome.credits, true);
    if (level !== "none" && mayHaveHints(this.state)) this.link.tell({type: "level", level});
    if (mayGivePictures(this.state)) this.camera.again();
    if (welcome.demo && mayGivePictures(this.state) && !this.camera.running) this.isDemo = true;
  }

  /** @param {Table} table */
  looked(table) {
    const {state} = this;
    const fromServer = sourceOf(state) !== "page";
    const photo = this.camera.running ? null : this.photo;
    const picture = fromServer ? this.serverPicture : table.number === null ? photo : this.camera.taken(table.number);
    const game = playedGame(state);
    this.picture.draw(table, picture, {
      isDoubtful: card => isDoubtful(state, card), near: game?.near ?? "",
      marks: game ? marksOf(gameLayout(state, game, shownHint(state))) : new Map(),
    });
    if (!fromServer && picture !== photo) picture?.close();
    if (this.photoWaits && table.cards.length) {
      this.photoWaits = false;
      this.announce(words.photoRead(table.cards.filter(card => card.face).length));
    }
    if (photo && !state.hasPhoto) this.update({hasPhoto: true});
    this.update({table, map: liesAlike(state, state.map, table) ? state.map : table});
  }

  /** @param {ArrayBuffer} data */
  async preview(data) {
    const picture = await createImageBitmap(new Blob([new Uint8Array(data, HEAD)], {type: "image/jpeg"}));
    this.serverPicture?.close();
    this.serverPicture = picture;
    if (this.state.table) this.looked(this.state.table);  // a film that waits gives no other
  }

  /** @param {Game} game */
  played(game) {
    const {state} = this, before = playedGame(state);
    const asks = location.hash === "#demo";
    if (asks || this.isDemo && !("watched" in game && game.watched)) {
      this.isDemo = false;
      if (asks) history.replaceState(null, "", location.pathname);  // loaded anew, the page goes on with the game
      queueMicrotask(() => this.demonstrate());
    }
    // A hint was for the table as it was; on a page that all look at it was for one turn.
    const stays = game.revision === state.game?.revision;
    this.update({game, hint: stays ? state.hint : null});
    const now = playedGame(state);
    if (now && before && now.turn !== before.turn && roleOf(state) !== "player" && state.level !== "none") this.setLevel("none");
    this.celebrate(before, now);
    if (!now || !before || lastPlay(now)?.k !== lastPlay(before)?.k) {
      // What the last plays won stays with the result.
      this.update({bonuses: [...new Map([...(now?.state === "over" && before ? state.bonuses : []), ...newBonuses(before, now)])]});
    }
    if (!now) askDue(this);
    this.stayAwake();
    savedPlay(this, game.revision);
    if (!stays && state.dialog?.kind === "history") askHistory(this, state.dialog.game);
    if (mayChange(state)) reopenEditor(this);
    if (now && screenOf({...state, shown: null}) === "result") tellStory(this, now.game, true);
    // The device of a player belongs to the first player that is chosen on it, from when he plays.
    const {welcome} = state, own = ownPlayer(state);
    if (!welcome?.bound || welcome.player || !own) return;
    this.update({welcome: {...welcome, player: own}});
    this.setRole("player", own);
  }

  /**
   * Celebrates a take that is new, once.
   * @param {PlayedGame | null} before
   * @param {PlayedGame | null} now
   */
  celebrate(before, now) {
    const play = now ? lastPlay(now) : undefined, known = before ? lastPlay(before)?.k ?? 0 : Infinity;
    if (!now || !play || !this.state.cheers || before?.game !== now.game || play.k <= known || !isWorthTelling(now, play)) return;
    this.update({cheer: play.k});
    this.voice.cheer();
    setTimeout(() => this.state.cheer === play.k && this.update({cheer: null}), CHEERED);
  }

  /** Says something once, and lets it go. @param {string} text */
  announce(text) {
    const number = (this.announced += 1);
    this.update({announcement: {number, text}});
    setTimeout(() => number === this.announced && this.update({announcement: null}), ANNOUNCED);
  }

  // What a person does.

  /** Sends something that changes the game, with the revision that the person saw. @param {Change} change */
  change(change, revision = this.state.game?.revision ?? 0) {
    this.changed = change;
    this.link.tell({...change, revision});
  }

  /** Says why the table refused something. Where it would end a game that is played, the person is asked first. @param {Refused} refused */
  refused({to, why, replaces}) {
    const {changed} = this;
    if (replaces === undefined || changed?.type !== to) return this.announce(why);
    const again = () => this.link.tell({...changed, revision: this.state.game?.revision ?? 0, replaces});
    this.confirm(words.replaceSure, why, again);
  }

  /** Asks for a hint, or for a stronger one. */
  askHint() {
    const next = nextStrength(this.state);
    if (next) this.setLevel(next);
  }

  /** @param {Level} level */
  setLevel(level) {
    sessionStorage.setItem(LEVEL, level);
    this.update({level, hint: null});
    this.link.tell({type: "level", level});
  }

  /** @param {Role} role @param {string} player */
  setRole(role, player = "") {
    this.closeDialog();
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

  switchCheers() {
    const cheers = !this.state.cheers;
    localStorage.setItem(CHEERS, cheers ? "on" : "off");
    this.update({cheers});
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }

  /** The screen does not sleep while a game is played, where the browser can do that. */
  stayAwake() {
    const plays = playedGame(this.state)?.state === "playing" || this.camera.running;
    if (plays && !document.hidden) this.awake ??= navigator.wakeLock?.request("screen").catch(() => null) ?? null;
    if (plays || !this.awake) return;
    this.awake.then(lock => lock?.release());
    this.awake = null;
  }

  /** H asks for a hint, Escape ends a celebration. @param {KeyboardEvent} event */
  keyed(event) {
    if (!isForPage(event)) return;
    if (tryKey(event)) return;
    if (event.key === "Escape") this.update({cheer: null});
    const {shown} = this.state, step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (shown?.kind === "film" && step) showFrame(this, shown.at + step);
    if (shown) return;  // what these keys change lies behind what is shown
    if (event.key.toLowerCase() === "h") document.getElementById("hint")?.click();
    if (event.key.toLowerCase() === "u") this.step("undo");
    if (event.key.toLowerCase() === "r") this.step("redo");
  }

  /** Plays the film of the demonstration as if it were a camera, and scores it. */
  async demonstrate() {
    const found = await fetch(DEMO_FILM).catch(() => null);  // a page without a server keeps it once it was asked for
    const film = found?.ok ? await found.blob().catch(() => null) : null;
    if (!film) return this.camera.say(words.demoMissing);
    const [near] = DEMO_PLAYERS;
    const own = {numbers: null, wilds: null, packs: 1};
    /** @type {Change} */
    const start = {type: "start", players: DEMO_PLAYERS, near, hands: "open", cards: "3", by: "points", source: "page",
      demonstration: true, ...own};
    const game = playedGame(this.state);
    if (this.isDemoFilm && game) this.link.tell({...start, revision: game.revision, replaces: game.game});  // that is its own
    else this.change(start);
    this.camera.openFilm(film, DEMO_FILM);
  }

  get isDemoFilm() {
    return this.camera.isFilm && this.camera.filmName === DEMO_FILM;
  }

  filmOver() {
    const game = playedGame(this.state);
    // Ann and Ben stop there: their cards are counted, and one of them has won.
    if (this.isDemoFilm && game?.state === "playing") return this.change({type: "add", as: `${game.player}: end`});
    this.camera.close();
    this.announce(words.filmOver);
  }

  /** @param {boolean} again whether it is to be seen once more */
  leaveDemo(again) {
    this.closeDialog();
    this.isDemo = again;
    this.camera.close();
    this.change({type: "stop"});  // the game, and then its result
    this.change({type: "stop"});
  }

  switchSound() {
    this.voice.switch(!this.voice.on);
    this.update({sound: this.voice.on});
  }

  /** @param {File} file a film is played as if it were a camera */
  async givePhoto(file) {
    if (file.type.startsWith("video/")) return this.camera.openFilm(file);
    const picture = await createImageBitmap(file).catch(() => null);  // one of a kind that only the table can read is read, not shown
    if (!(await this.post("/photo", file))) return;
    this.announce(words.photoTaken);
    this.photo?.close();
    this.photo = picture;
    this.photoWaits = true;
  }

  /** @param {Role} role of the device that is invited */
  invite(role) {
    this.update({invite: {role, player: "", shown: null}});
    this.openDialog({kind: "devices"});
  }

  async inviteDevice() {
    const {role, player} = this.state.invite;
    /** @type {Invitation | null} */
    const shown = await this.post("/invite", JSON.stringify({role, player: role === "player" ? player : ""}));
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
    const response = await this.link.fetch(path, {body}).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response?.ok && answer) return answer;
    this.announce(answer?.why ?? words.lost);
    return null;
  }

  // Dialogs.

  /** @param {State["dialog"]} dialog */
  dialogClosed(dialog) {
    if (dialog?.kind === "editor") endTaps(this);
    super.dialogClosed(dialog);
  }

  /**
   * @param {Change} change
   * @param {number} revision that the dialog showed
   */
  changeFromDialog(change, revision) {
    this.closeDialog();
    this.change(change, revision);
  }

  /** @param {TableCard} card */
  correctCard(card) {
    const game = playedGame(this.state);
    const pack = game?.pack ?? this.state.practice?.pack;
    if (pack) this.openDialog({kind: "card", game, card, pack});
  }

  /** @param {number} game */
  goOn(game) {
    this.change({type: "go_on", game});
    location.hash = "";
  }

  /**
   * Takes back what was played or changed last, or does again what was taken back last; the number says which this page showed.
   * @param {"undo" | "redo"} type
   */
  step(type) {
    const step = playedGame(this.state)?.[type];
    if (step) this.change({type, n: step.n});
  }

  /** @param {number} game */
  showHistory(game) {
    this.update({history: null});
    this.openDialog({kind: "history", game});
    askHistory(this, game);
  }
}

/** For tests, and for who looks at the page in the browser's console. */
Object.assign(window, {app: new App()});
