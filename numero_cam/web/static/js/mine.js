// @ts-check
// Puzzles from own games, and that of the day: a table on which the best take is tapped as in a game.
import {problemView} from "./fields.js";
import {hintView, nextStrength, shownHint} from "./hint_view.js";
import {icon, iconButton} from "./icons.js";
import {whatIsButton} from "./lesson.js";
import {html, nothing} from "./lit.js";
import {toldPlayView} from "./story.js";
import {tableView} from "./table.js";
import {beginTaps, changeOf, heardDraft, lastTap, playsView, sumView, tapsIn, tapsLayout} from "./taps.js";
import {words} from "./words.js";

/** @import {Learner, OfferedPlay} from "./protocol.d.ts" */
/**
 * Where a person's puzzles lie. `ask` asks something of a puzzle, `learner` takes an answer to one or looks what is kept: what it finds is
 * shown, and returned. `error` of an answer says why there is none; `refused`, that this is the last word on the question.
 * @typedef {{ask: (question: object) => Promise<any>, learner: (question: object | null) => Promise<Learner>}} Box
 */
/** @typedef {{address: string, words: string}} Way */
/** @typedef {import("./shown.js").Shown<any> & {announce: (text: string) => void}} Page */

/** A puzzle before anything is tapped, and what the views of hints look at. */
export const NO_PUZZLE = {
  whose: "", day: "", puzzle: "", task: "", draft: null, editor: null, hint: null, level: "none", tried: null, answer: null,
  isHelped: false, isDone: false, welcome: null, hello: {role: "keeper"},
};

/** A day as the program writes it, in this place. @param {Date} day */
export const dayText = day => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(part => String(part).padStart(2, "0")).join("-");

/** A day; this one for none, and for one that has not come yet. @param {string} [day] */
export function dayThatCame(day) {
  const now = dayText(new Date());
  return day && day < now ? day : now;
}

/** A day as people write it. @param {string} day */
export const dayWords = day => new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang, {dateStyle: "medium"});

/** Whether the puzzle of a day was solved, at the level that is chosen. @param {Learner} learner @param {string} day */
export const hasSolved = ({days, level}, day) => days.some(([solved, how]) => solved === day && how === level);

/** The table of a puzzle, as taps and hints know theirs. */
class PuzzleTable {
  /** @param {Page} page @param {Box} box */
  constructor(page, box) {
    this.page = page;
    this.box = box;
    this.asked = 0;
    this.link = {tell: (/** @type {any} */ question) => this.tell(question)};
  }

  get state() {
    return this.page.state.mine;
  }

  /** @param {object} changes */
  update(changes) {
    this.page.update({mine: {...this.state, ...changes}});
  }

  closeDialog() {}

  announce() {}

  /**
   * Asks something of the puzzle. Where there is no answer the page says why, and after a refusal whether it is still asked.
   * @param {{type: string, [field: string]: unknown}} question
   * @returns {Promise<any>} null where there is none, or another puzzle is shown by now
   */
  async ask(question) {
    const {puzzle} = this.state, answer = await this.box.ask({puzzle, ...question, type: `own_${question.type}`});
    if (this.state.puzzle !== puzzle) return null;
    if (!answer.error) return answer;
    this.update({tried: answer});
    if (!answer.refused) return null;
    const learner = await this.box.learner(null);
    if (this.state.puzzle === puzzle && !learner.error && learner.puzzle !== puzzle) this.update({isDone: true});
    return null;
  }

  /** Asks what may be tapped next; where nothing is left to decide, the tap was the play. @param {any} question */
  async tell(question) {
    const draft = await this.ask(question);
    if (!draft || !heardDraft(/** @type {any} */ (this), draft)) return;
    if (draft.only && this.state.editor.adds) await this.choose(draft.plays[0]);
  }

  /** Has a play judged. @param {OfferedPlay} play */
  async choose({line}) {
    const tried = await this.ask({type: "try", line});
    if (!tried || this.state.isDone) return;
    this.update({tried, hint: null, level: "none"});
    this.tapAnew();
    if (tried.solved) await this.done(!this.state.isHelped);
  }

  /** Shows the best take. */
  async show() {
    const answer = await this.ask({type: "answer"});
    if (!answer || this.state.isDone) return;
    this.update({answer, tried: null, hint: null, level: "none"});
    this.tapAnew();
    await this.done(false);
  }

  /** @param {boolean} solved without help */
  async done(solved) {
    this.update({isDone: true});
    const {error = ""} = await this.box.learner({type: "own_answered", puzzle: this.state.puzzle, solved});
    if (error) this.page.announce(error);
  }

  tapAnew() {
    beginTaps(/** @type {any} */ (this), /** @type {any} */ ({game: 0, revision: 0}), null);
  }

  /** @param {string} level */
  async setLevel(level) {
    this.update({level, hint: null, tried: null, isHelped: this.state.isHelped || level !== "none"});
    const hint = level === "none" ? null : await this.ask({type: "hint", level});
    if (hint) this.update({hint});
  }

  askHint() {
    return this.setLevel(nextStrength(this.state) ?? this.state.level);
  }
}

/** @type {PuzzleTable | null} */
let table = null;

/**
 * Begins the puzzle that is asked; one that is being solved stays as it is.
 * @param {Page} page
 * @param {Box} box
 * @param {string} whose
 * @param {string} day whose puzzle it is; empty for those of own games
 */
export async function openMine(page, box, whose = "", day = "") {
  const {mine} = page.state, isHere = (/** @type {any} */ other) => other.whose === whose && other.day === day;
  if (mine.puzzle && !mine.isDone && isHere(mine)) return;
  if (!isHere(mine)) page.update({mine: {...NO_PUZZLE, whose, day}});
  const {puzzle = "", task = "", error = ""} = await box.learner(null);
  if (!isHere(page.state.mine)) return;
  const lost = error && {tried: {error}, answer: null};  // a puzzle that is done stays, with its way to the next one
  page.update({mine: lost ? {...page.state.mine, ...lost} : {...NO_PUZZLE, whose, day, puzzle, task}});
  table = new PuzzleTable(page, box);
  if (puzzle) table.tapAnew();
}

/**
 * @param {Page} page
 * @param {Learner | null | undefined} learner
 * @param {Way} back where its way back leads
 * @param {Way | null} on where the way on leads once it is done; null: to the next puzzle that is due
 */
export function mineView(page, learner, back, on = null) {
  const {mine} = page.state;
  if (!learner || !table) return html`<p class="soft" role="status">${words.moment}</p>`;
  if (mine.puzzle) return puzzleStage(table, learner, back, on);
  if (mine.tried?.error) return problemView(mine.tried.error);
  return html`<div class="panel"><p class="said">${learner.cards ? words.mineLater(learner.cards) : words.mineNone}</p>
    <p class="soft">${words.mineHow}</p></div>`;
}

/**
 * @param {PuzzleTable} own
 * @param {Learner} learner
 * @param {Way} back
 * @param {Way | null} on
 */
function puzzleStage(own, learner, back, on) {
  const {task, draft, editor, tried, answer, isDone, whose, day} = own.state, hint = isDone ? null : shownHint(own.state);
  const app = /** @type {any} */ (own), marked = answer ?? (isDone ? tried : hint);
  const shows = marked?.sets ? marked : null, next = () => openMine(own.page, own.box, whose);
  const layout = draft && editor ? tapsLayout(draft, editor, isDone ? () => {} : changeOf(app), {marked: shows}) : NO_TABLE;
  return html`<h1 class="unseen">${day ? words.day : words.mine}</h1><div class="stage trying own">
    ${tableView(layout, null)}
    <div class="side">
      <section class="scores task">${whose ? html`<h2>${whose}</h2>` : nothing}
        ${day ? html`<p class="soft" id="day">${day === dayText(new Date()) ? words.day : words.dayOfPuzzle(dayWords(day))} ${
          hasSolved(learner, day) ? html`<b>${icon("star")} ${words.dayDone}</b>` : nothing}</p>` : nothing}
        <p class="said" id="task">${task}</p></section>
      <section class="told" tabindex="0" aria-label=${words.ownTake}>${toldView(own, editor !== null && tapsIn(editor) > 0)}
        ${draft && !isDone ? html`<div class="bar">${playsView(draft, play => own.choose(play))}</div>` : nothing}</section>
      ${hint ? hintView(app, hint) : nothing}
    </div>
    <div class="acts felt"><a id="mine-back" class="button" href=${back.address}>${icon("prev")}<span>${back.words}</span></a>
      ${isDone ? on ? html`<a id="mine-on" class="button main" href=${on.address}>${icon("star")}<span>${on.words}</span></a>`
        : learner.due ? iconButton("next-mine", "next", words.anotherPuzzle, next, "main") : nothing : html`
        ${iconButton("hint", "hint", words.hint, () => own.askHint(), "sunny")}
        ${iconButton("step-back", "undo", words.stepBack, () => changeOf(app)(lastTap))}
        ${iconButton("show", "check", words.showBest, () => own.show())}`}
      ${whatIsButton(own.page, "")}</div>
  </div>`;
}

/** @type {import("./table.js").Layout} */
const NO_TABLE = {near: null, far: [], middle: [], stock: null};

/**
 * What was tried, the answer, or what the cards make that are tapped now.
 * @param {PuzzleTable} own
 * @param {boolean} isBegun
 */
function toldView({state: {draft, tried, answer, isDone}}, isBegun) {
  if (answer) return toldPlayView(answer, words.bestOfAll);
  if (tried?.error) return problemView(tried.error);
  if (tried && (isDone || !isBegun)) return html`<p class=${tried.solved ? "judged good" : "judged"} role="status">${
    icon(tried.solved ? "check" : "again")} ${tried.verdict}</p>${toldPlayView(tried, words.ownTake)}`;
  return draft ? sumView(draft) : nothing;
}
