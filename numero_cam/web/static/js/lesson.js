// @ts-check
// "What is that?": the rules in pictures in which a card moves at a time, on every page that shows a table. Where motion is reduced they
// are still, and wait to be turned over.
import {buildView, cardView} from "./cards.js";
import {WILDS} from "./faces.js";
import {bareButton, icon, iconButton} from "./icons.js";
import {EXAMPLES} from "./lesson_plays.js";
import {html, nothing} from "./lit.js";
import {isForPage} from "./shown.js";
import {lastPlay, playedGame} from "./state.js";
import {signed} from "./story.js";
import {words} from "./words.js";

/** @import {Example, Lesson, Step} from "./lesson_plays.js" */
/**
 * The sheet: which lesson, which of its pictures, and whether they go on by themselves.
 * @typedef {{kind: "lesson", lesson: Lesson, at: number, runs: boolean}} LessonSheet
 * @typedef {{state: any, update: (changes: any) => void, openDialog: (dialog: any) => void, closeDialog: () => void}} Sheets
 */

/** Time that a picture is shown while they run, and that a card is on its way, in milliseconds. */
const EACH = 4_500, WAY = 700;
/** Time after which the next card of a picture sets out, in milliseconds. */
const NEXT_CARD = 350;
const NEAR = "Ann", FAR = "Ben";

/** @type {Lesson[]} */
const LESSONS = ["take", "build", "wild", "clear", "challenge"];

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The pictures of a lesson: each is a step of one of its examples. @param {Lesson} lesson */
const picturesOf = lesson => EXAMPLES[lesson].flatMap(example => example.steps.map((_, at) => ({example, at})));

/**
 * The lesson of what was played last.
 * @param {any} state
 * @returns {Lesson}
 */
function lessonNow(state) {
  const game = playedGame(state), play = game ? lastPlay(game) : undefined;
  if (play?.kind === "built") return "build";
  if (play?.kind === "challenged") return "challenge";
  if (play?.bonuses.some(([key]) => key === "clear")) return "clear";
  return play?.sets.flat(2).some(part => WILDS.includes(part)) ? "wild" : "take";
}

let timer = 0;

/** @param {Sheets} app @param {Lesson} lesson */
export function openLesson(app, lesson = lessonNow(app.state)) {
  app.openDialog({kind: "lesson", lesson, at: 0, runs: !isStill()});
  run(app);
}

/**
 * The button that opens it.
 * @param {Sheets} app
 * @param {string} kind its classes
 */
export const whatIsButton = (app, kind = "quiet") => bareButton("what-is", "ask", words.whatIs, () => openLesson(app), {kind});

// A question mark asks it, too.
document.addEventListener("keydown", event => {
  if (event.key === "?" && isForPage(event)) document.getElementById("what-is")?.click();
});

/** Turns to the next picture after a while, as long as they run. @param {Sheets} app */
function run(app) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    /** @type {LessonSheet | null} */
    const sheet = app.state.dialog;
    if (sheet?.kind !== "lesson" || !sheet.runs) return;
    const isLast = sheet.at + 1 >= picturesOf(sheet.lesson).length - 1;
    show(app, {...sheet, at: sheet.at + 1, runs: !isLast});
    if (!isLast) run(app);
  }, EACH);
}

/**
 * Shows a picture; cards that lie elsewhere in it glide there.
 * @param {Sheets} app
 * @param {LessonSheet} sheet
 */
function show(app, sheet) {
  const before = places();
  app.update({dialog: sheet});
  queueMicrotask(() => {
    if (sheet.at > 0) glide(before);
    if (document.activeElement?.matches(":disabled, body")) document.getElementById("lesson-next")?.focus();
  });
}

/** The cards that lie there, by their faces: one that lies face down is known, too. */
const lyingCards = () => [...document.querySelectorAll(".lesson-table .card:not(.hole)")].map(card => ({card,
  face: card.parentElement?.dataset.face ?? card.querySelector("use")?.getAttribute("href")?.replace("#card-", "")}));

/** Where each card lies. */
const places = () => new Map(lyingCards().map(({card, face}) => [face, card.getBoundingClientRect()]));

/** @param {ReturnType<typeof places>} before */
function glide(before) {
  if (isStill()) return;
  const ways = lyingCards().map(({card, face}) => {
    const is = card.getBoundingClientRect(), was = before.get(face) ?? is;
    return {card, x: was.x - is.x, y: was.y - is.y};
  });
  ways.filter(({x, y}) => Math.hypot(x, y) > 1).forEach(({card, x, y}, n) => {
    card.animate([{transform: `translate(${x}px, ${y}px)`, zIndex: 3}, {transform: "none", zIndex: 3}],
      {duration: WAY, delay: n * NEXT_CARD, easing: "cubic-bezier(.2, .8, .2, 1)", fill: "backwards"});
  });
}

/** @param {Sheets} app @param {LessonSheet} sheet */
export function lessonView(app, sheet) {
  const {lesson, at, runs} = sheet, pictures = picturesOf(lesson), told = words.lessons[lesson];
  const turn = (/** @type {number} */ to) => to >= 0 && to < pictures.length && show(app, {...sheet, at: to, runs: false});
  const keyed = (/** @type {KeyboardEvent} */ {key}) => key === "ArrowRight" ? turn(at + 1) : key === "ArrowLeft" && turn(at - 1);
  const choose = (/** @type {Lesson} */ name) => {
    show(app, {...sheet, lesson: name, at: 0, runs: !isStill()});
    run(app);
  };
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  return html`<div class="lesson" @keydown=${keyed}>
    <p class="bar lessons">${LESSONS.map(name => html`<button type="button" id=${`lesson-${name}`}
      aria-pressed=${String(name === lesson)} @click=${() => choose(name)}>${words.lessons[name].title}</button>`)}</p>
    ${pictureView(pictures[at].example, pictures[at].at)}
    <div class="lesson-told"><p class="said" aria-live="polite">${told.steps[at]}</p>
      <p class="bar">${bareButton("lesson-prev", "prev", words.lessonPrev, () => turn(at - 1), {disabled: at === 0})}
        ${isStill() ? nothing : bareButton("lesson-run", runs ? "pause" : "play", runs ? words.filmStop : words.filmRun, () => {
          show(app, {...sheet, at: runs || at < pictures.length - 1 ? at : 0, runs: !runs});
          run(app);
        })}
        ${at < pictures.length - 1 ? html`<button type="button" id="lesson-next" class="main" autofocus @click=${() =>
            turn(at + 1)}>${words.lessonNext}${icon("next")}</button>`
          : next ? html`<button type="button" id="lesson-next" class="main" autofocus @click=${() =>
            choose(next)}>${words.lessons[next].title}${icon("next")}</button>`
          : iconButton("lesson-next", "check", words.done, () => app.closeDialog(), "main")}
        <span class="which">${at + 1} / ${pictures.length}</span></p></div>
  </div>`;
}

/**
 * The picture of an example after some of its steps.
 * @param {Example} example
 * @param {number} at its last step
 */
function pictureView(example, at) {
  const {near, far, middle, row, card, steps} = example, done = steps.slice(0, at + 1), {marks = [], open} = stepOf(done);
  const where = new Map(done.flatMap(({moves = []}) => moves)), came = steps.flatMap(({moves = []}) => moves);
  const points = (/** @type {string} */ name) => done.reduce((sum, {gain}) => sum + (gain?.[name] ?? 0), 0);
  const slot = (/** @type {string} */ face, /** @type {boolean} */ isThere, shown = face) => (isThere ? html`<span class="slot"
    data-face=${face}>${cardView(shown, {mark: marks.includes(face) ? "takes" : ""})}</span>` : html`<span class="card hole"></span>`);
  const pile = (/** @type {string[]} */ base) => {
    const faces = [...base.filter(face => !where.has(face)), ...[...where].filter(([, to]) => base.includes(to)).map(([face]) => face)];
    return faces.length > 1 ? buildView(faces, example.value) : slot(base[0], faces.length === 1);
  };
  const part = (/** @type {string | string[]} */ each) => {
    const faces = [each].flat(), isThere = faces.every(face => where.get(face) === "row");
    if (typeof each !== "string") return isThere ? buildView(faces, example.value) : html`<span class="card hole"></span>`;
    return each === "+" ? html`<span class="joint">+</span>` : slot(each, isThere);
  };
  const isRow = [...where.values()].includes("row"), laid = came.filter(([, to]) => to === "middle").map(([face]) => face);
  return html`<div class="lesson-table felt" role="group" aria-label=${words.tableSeen}>
    ${far.length ? seatView(FAR, points(FAR), far.map(face => slot(face, !where.has(face), open ? face : "")), "far-seat") : nothing}
    <div class="lies-there">${middle.map(pile)}${laid.map(face => slot(face, where.get(face) === "middle"))}</div>
    ${row.length ? html`<div class=${`made cards${isRow ? "" : " none"}${row.some(Array.isArray) ? " deep" : ""}`}>${
      row.map(part)}<span class="joint">=</span>${slot(card, where.get(card) === "row")}</div>` : nothing}
    ${seatView(NEAR, points(NEAR), near.map(face => slot(face, !where.has(face))), "", [...where].filter(([, to]) =>
      to === "won").map(([face]) => slot(face, true)))}
  </div>`;
}

/** What is to be seen in the last of some steps. @param {Step[]} done */
const stepOf = done => ({marks: done.at(-1)?.marks, open: done.some(({open}) => open)});

/**
 * @param {string} name
 * @param {number} points
 * @param {unknown[]} cards
 * @param {string} kind one more class
 * @param {unknown[]} won
 */
const seatView = (name, points, cards, kind, won = []) => html`<div class=${`sits ${kind}`}>
  <p class="plate"><span>${name}</span>${points ? html`<b class="tag sun">${signed(points)}</b>` : nothing}</p>
  <div class="hand">${cards}</div>
  ${kind ? nothing : html`<div class="pile" role="group" aria-label=${words.wonPile}>${won}</div>`}</div>`;
