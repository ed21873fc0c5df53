// @ts-check
// The page: what is shown, and who is asked. Everything that is said and decided comes from the program in the worker.
import {nextStrength} from "../js/hint_view.js";
import {dialogView} from "../js/dialogs.js";
import {brandView, icon} from "../js/icons.js";
import {whatIsButton} from "../js/lesson.js";
import {html, nothing, render} from "../js/lit.js";
import {NO_PUZZLE, dayThatCame, mineView, openMine} from "../js/mine.js";
import {leaveAnalysis} from "../js/way_back.js";
import {words} from "../js/words.js";
import {SETTINGS, askToStay, changeKept, keeps, kept, whenKept} from "./storage.js";
import {checkView, puzzleView} from "./check_view.js";
import {answerFrame, classView} from "./class_view.js";
import {DeskLink} from "./desk_link.js";
import {homeView} from "./home_view.js";
import {boxOf, followLearner, learns, showLearner} from "./learner.js";
import {numoPlay, numoView} from "./numo_view.js";
import {Photo, photoView, readsPhotos} from "./photo_view.js";
import {fetchKept, navigatedPlay, numeroPlay, playKey, playView, tapped} from "./play_view.js";
import {brokenView, offView, progressView} from "./progress_view.js";
import {Shown} from "../js/shown.js";
import {START, begin, startView} from "./start_view.js";
import {takeView} from "./take_view.js";
import {texts} from "./texts.js";

/** @typedef {"first" | "photo" | "packs" | "take" | "check" | "puzzle" | "mine" | "day" | "progress" | "play" | "numo" | "class"} Tab */

const VIEWS = {first: homeView, take: takeView, check: checkView, puzzle: puzzleView, mine: ownView, day: ownView, progress: progressView, play: playView, numo: numoView,
  ...(readsPhotos ? {photo: photoView, packs: photoView, class: classView} : {})};

/** What of each part is kept as it was chosen. @type {Record<string, string[]>} */
const CHOSEN = {take: ["centre", "hand", "by"], puzzle: ["level", "found"], setup: ["name", "level", "by", "against"],
  learning: ["teaches", "wanted"]};

/** The language that a person may change to, and by which the chosen one is kept; early.js reads it. */
const OTHER = document.documentElement.lang === "de" ? "en" : "de", LANGUAGE = "numero-language";

/** Time until an analysis goes on, in milliseconds: the worker answers what else was asked meanwhile. */
const AGAIN = 100;

/** @extends {Shown<any>} */
export class Page extends Shown {
  constructor() {
    super();
    const before = kept(SETTINGS) ?? {};
    /** @type {any} */
    this.state = {
      ...START, tab: tabNow(), framed: "", problem: "", notKept: false, filesNotKept: false,
      pack: [], picker: {written: "", at: -1},
      take: {centre: [], hand: [], zone: "centre", by: "points", ...before.take, answer: null},
      check: {answer: "", told: null},
      puzzle: {level: "silver:10", ...before.puzzle, answer: "", told: null, shown: false},
      learning: {teaches: false, wanted: false, ...before.learning}, learner: null, mine: NO_PUZZLE, monthsBack: 0, progressProblem: "",
      setup: {name: "", level: "3", by: "points", against: "greedy", ...before.setup},
      game: null, thinks: false, playProblem: "", numo: {game: null, level: "1", chosen: [], choices: [], said: "", strength: 0, problem: ""},
      photo: null, photoProblem: "", looks: false, isShared: false, camera: null, decks: {found: null, rows: "", name: "mine", problem: ""},
      melds: {hand: "", table: "", level: "0", found: null},
      // What the views of the live table's page look at.
      map: null, welcome: {role: "keeper", doubtful: 0}, hello: {role: "keeper"}, level: "none", hint: null, editor: null, draft: null,
      dialog: null, story: null, analysis: null, attempt: null, tries: null, bonuses: [], shareNames: false, announced: "",
    };
    this.gameText = "";
    /** Until when a tap was meant for a card that lay there before; and whether the play was made by keys, which go on. */
    this.deafUntil = 0;
    this.tappedAt = 0;
    this.byKeys = false;
    /** Texts of games with which the worker had to be ended: none of them is gone on with by itself. @type {Set<unknown>} */
    this.leftTexts = new Set();
    this.photo = new Photo(this);
    this.desk = new DeskLink((stage, why) => this.started(stage, why));
    /** This page, as views of the live table's page know theirs. @type {any} */
    this.app = this;
    /** What they tell the table: which cards were tapped; and what they ask of a game that is over. */
    this.link = {again: AGAIN, tell: async (/** @type {any} */ question) => tapped(this, await this.desk.ask(question)),
      fetch: (/** @type {string} */ path) => fetchKept(this, path)};
    document.addEventListener("keydown", playKey);
    /** @type {() => void} */
    this.resumes = () => {};
    /** The kept game is there, if it can be gone on with. @type {Promise<void>} */
    this.resumed = new Promise(done => this.resumes = done);
    window.addEventListener("hashchange", () => this.navigated());
    for (const play of [numeroPlay, numoPlay]) play.follow(this);
    followLearner(this);
    whenKept(SETTINGS, ({learning}) => learning && this.update({learning: {...this.state.learning, ...learning}}));
    this.show();
    answerFrame(this);
    const sees = () => ["photo", "class"].includes(this.state.tab);
    begin(this.desk, sees, () => this.state, changes => this.update(changes)).then(problem => this.update({problem}));
  }

  navigated() {
    leaveAnalysis(this.state);
    const tab = tabNow(), {dialog} = this.state;
    this.update({tab, framed: tab === this.state.tab ? this.state.framed : "", ended: "", dialog: null});
    if (tab !== "photo") this.photo.camera.close();
    if (!navigatedPlay(this, dialog)) queueMicrotask(() => {
      document.getElementById("main")?.focus();
      scrollTo(0, 0);
    });
    if (this.isReady) this.opened();
  }

  /** A page was opened, or the program is ready: what is due may have changed with the day. */
  opened() {
    const {tab} = this.state, day = tab === "day" ? dayThatCame(location.hash.split("/")[1]) : "";
    return tab === "mine" || day ? openMine(this, boxOf(this, day), "", day) : showLearner(this);
  }

  get isReady() {
    return this.state.ready;
  }

  /** @param {string} stage @param {string} why */
  async started(stage, why = "") {
    if (stage === "blind" || stage === "eyes") this.update({problem: stage === "blind" ? texts.blind : ""});
    if (stage === "failed") return this.update({problem: texts.failed(why)});
    if (stage === "ended") return this.ended(why);
    if (stage === "kept") askToStay().then(() => this.update({}));
    if (stage === "kept" || stage === "not kept") return this.update({filesNotKept: stage === "not kept"});
    if (stage !== "ready") return this.update({stage: ["sees", "blind"].includes(stage) ? "" : stage, bytes: null});
    const {pack} = await this.desk.ask({type: "pack"});
    // What reads photos may be loaded meanwhile.
    this.update({pack, ready: true, ...(this.state.stage === "eyes" ? {} : {stage: "", bytes: null}), notKept: !keeps});
    numeroPlay.resume(this).then(() => {
      this.resumes();
      navigatedPlay(this);
    });
    void numoPlay.resume(this);
    this.opened();
    if (readsPhotos) this.photo.findShared();
  }

  /** The worker was ended; with it goes what only it knew: the photo, and photos of a pack that is being learned. @param {string} why */
  ended(why) {
    const {tab, decks: {found}} = this.state;
    // In the other parts it stands beside the file; the frame of the class goes and comes anew.
    const ended = tab === "class" ? why : "";
    this.photo.forget();
    this.updateIn("decks", {found: found && {...found, photos: 0, said: ""}, problem: found?.photos ? why : ""});
    this.update({ready: false, framed: "", ended, photo: null});
  }

  /**
   * Changes a part of the state; what was chosen is kept.
   * @param {"take" | "check" | "puzzle" | "setup" | "learning" | "numo" | "melds" | "decks"} part
   * @param {object} changes
   */
  updateIn(part, changes) {
    this.update({[part]: {...this.state[part], ...changes}});
    const settings = Object.entries(changes).filter(([name]) => CHOSEN[part]?.includes(name));
    if (!settings.length) return;
    // Another window may have kept others meanwhile.
    void changeKept(SETTINGS, async before => ({...before, [part]: {...before?.[part], ...Object.fromEntries(settings)}}));
  }

  /** @param {{teaches?: boolean, wanted?: boolean}} changes whether this device has a class, and whether it learns with a person even so */
  learn(changes) {
    const {learning} = this.state, next = {...learning, ...changes};
    if (next.teaches !== learning.teaches || next.wanted !== learning.wanted) this.updateIn("learning", changes);
  }

  /** Shuffles the cards of a game. */
  newSeed() {
    return crypto.getRandomValues(new Uint32Array(2)).join("-");
  }

  draw() {
    render(pageView(this), /** @type {HTMLElement} */ (document.getElementById("page")));
    const {tab, framed} = this.state;
    document.title = framed || (tab === "first" ? "Numero Cam" : `${texts.tabs[/** @type {keyof typeof texts.tabs} */ (tab)]} – Numero Cam`);
  }

  // What the views of the live table's page ask of theirs.

  /** @param {string} announced */
  announce(announced) {
    this.update({announced});
  }

  /** @param {any} change of a card of the photo */
  changeFromDialog(change) {
    this.closeDialog();
    this.photo.mended(change);
  }

  askHint() {
    return this.setLevel(nextStrength(this.state) ?? this.state.level);
  }

  /** @param {string} level */
  async setLevel(level) {
    this.update({level, hint: null});
    if (level === "none") return;
    const {error = "", ...hint} = await this.desk.ask({type: "level", level});
    this.update(error ? {playProblem: error, level: "none"} : {hint});
  }
}

/** @param {Page} page */
function ownView(page) {
  const {learner, tab} = page.state, back = {address: "#", words: texts.toStart};
  const on = tab === "day" ? {address: "#progress", words: words.progress} : null;
  if (!learns(page)) return offView();
  return learner?.error ? brokenView(page, learner.error) : page.isReady ? mineView(page, learner, back, on) : nothing;
}

/** @returns {Tab} */
const tabNow = () => {
  const [name] = location.hash.slice(1).split("/");
  return name in VIEWS ? /** @type {Tab} */ (name) : "first";
};

/** @param {Page} page */
function pageView(page) {
  const {tab, framed, ready, problem, notKept, filesNotKept, dialog} = page.state;
  const shown = VIEWS[/** @type {keyof typeof VIEWS} */ (tab)]?.(page);
  return html`${framed ? nothing : headerView(tab, page.app)}
    ${tab === "class" && ready ? shown : html`<main id="main" tabindex="-1">${shown}</main>`}
    <div class="now" role="status">${problem ? html`<p class="problem" id="problem">${problem}</p>` : startView(page.state)}
      ${notKept || filesNotKept ? html`<p class="problem" id="not-kept">${keeps ? texts.noRoom : texts.notKept}</p>` : nothing}</div>
    ${["card", "confirm", "lesson"].includes(dialog?.kind) ? dialogView(page.app, dialog) : nothing}`;
}

/** @param {Tab} tab @param {any} app */
const headerView = (tab, app) => html`<a class="skip" href="#main" @click=${(/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  }}>${words.skip}</a>
  <header>${tab === "first" ? html`<h1 class="brand">${brandView()} Numero Cam</h1>
      <a class="button quiet language" lang=${OTHER} href=${OTHER === "en" ? "../" : "de/"}
        @click=${() => localStorage.setItem(LANGUAGE, OTHER)}>${texts.otherLanguage}</a>`
    : html`<a class="button quiet back" href="#" aria-label=${texts.first}>${icon("prev")}</a><h1>${texts.tabs[tab]}</h1>`}${
    ["numo", "class"].includes(tab) || (tab === "play" && app.state.game) || (["mine", "day"].includes(tab) && learns(app) && app.state.mine.puzzle) ? nothing
      : whatIsButton(app)}</header>`;

/** For tests, and for who looks at the page in the browser's console. */
Object.assign(window, {page: new Page()});
