// @ts-check
// An answer to a puzzle, one's own or one of the program.
import {byChoice, choice, valueOf} from "../js/fields.js";
import {faceParts} from "../js/faces.js";
import {icon} from "../js/icons.js";
import {html, live, nothing} from "../js/lit.js";
import {storyView} from "../js/story.js";
import {dayText} from "../js/mine.js";
import {words} from "../js/words.js";
import {cardsField, tappedCards} from "./cards_field.js";
import {changeLearner, learns} from "./learner.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

const SIGNS = ["+", "(", ")", ";"];
/** Weeks of the school year whose puzzles can be chosen. */
const WEEKS = [1, 10, 20, 30, 40];
/** @type {[string, string][]} */
const LEVELS = [...WEEKS.map(week => /** @type {[string, string]} */ ([`silver:${week}`, texts.silver(week)])),
  ...WEEKS.map(week => /** @type {[string, string]} */ ([`gold:${week}`, texts.gold(week)]))];

/** How hard the puzzles are that a person gets, in words. @param {Page} page */
export const levelWords = page => LEVELS.find(([level]) => level === page.state.puzzle.level)?.[1];

/** @param {Page} page */
export function checkView(page) {
  const {take, check} = page.state;
  const change = (/** @type {object} */ changes) => {
    page.updateIn("take", {...changes, answer: null});
    page.updateIn("check", {told: null});
  };
  return html`${cardsField(page, take, change)}
    ${byChoice(take.by, by => change({by}))}
    ${answerForm(page, "check", [...take.centre, ...take.hand])}
    ${toldView(check.told)}`;
}

/** @param {Page} page */
export function puzzleView(page) {
  const {puzzle} = page.state, isDay = puzzle.day && learns(page), found = puzzle.day && !isDay ? null : puzzle.found;
  return html`${choice("level", texts.puzzleLevel, LEVELS, puzzle.level, level => page.updateIn("puzzle", {level}))}
    <p class="buttons"><button type="button" id="another" class=${found ? "" : "main"} ?disabled=${!page.isReady} @click=${() =>
      another(page)}>${words.anotherPuzzle}</button>
      ${learns(page) ? html`<button type="button" id="of-day" ?disabled=${!page.isReady || puzzle.day === today(page)} @click=${() =>
        puzzleOfDay(page)}>${texts.day}</button>` : nothing}</p>
    ${isDay ? html`<p><b id="day">${texts.day}</b> ${dayWords(puzzle.day)} ${isSolved(page) ? html`<b>${icon("star")}
      ${texts.dayDone}</b> <a href="#progress">${texts.tabs.progress}</a>` : nothing}</p>` : nothing}
    ${found?.error ? html`<p class="problem">${found.error}</p>` : found ? html`
      <p id="task"><b>${found.task}</b></p>
      <h2>${words.inMiddle}</h2>${tappedCards(found.centre, item => write(page, "puzzle", item))}
      <h2>${words.theHand}</h2>${tappedCards(found.hand, item => write(page, "puzzle", item))}
      <p class="hint">${found.told}</p>
      ${answerForm(page, "puzzle", [])}
      ${toldView(puzzle.told)}
      ${puzzle.shown ? html`<section class="panel answer">${storyView(found)}<p class="hint">${found.why}</p></section>`
        : html`<p class="buttons"><button type="button" id="show" @click=${() =>
          page.updateIn("puzzle", {shown: true})}>${words.showBest}</button></p>`}` : nothing}`;
}

/** @param {string} day and how hard */
const dayWords = day => new Date(`${day.split(" ")[0]}T12:00`).toLocaleDateString(document.documentElement.lang, {dateStyle: "long"});

/** Whether the shown puzzle of the day is among those that were solved. @param {Page} page */
const isSolved = ({state: {puzzle, learner}}) => learner?.days?.some((/** @type {[string, string]} */ solved) =>
  solved.join(" ") === puzzle.day) ?? false;

/**
 * @param {Page} page
 * @param {string} day the day and how hard, which make the same puzzle for everybody; empty for any puzzle
 */
async function another(page, day = "") {
  const {level} = page.state.puzzle;
  const found = await page.desk.ask(day ? {type: "day_puzzle", day: day.split(" ")[0], level} : {type: "puzzle", level, seed: page.newSeed()});
  page.updateIn("puzzle", {found, day, answer: "", told: null, shown: false});
}

/** This day and how hard, which make its puzzle. @param {Page} page */
const today = page => `${dayText(new Date())} ${page.state.puzzle.level}`;

/** The puzzle of this day; while it is being solved it stays as it is. @param {Page} page */
export function puzzleOfDay(page) {
  if (page.state.puzzle.day !== today(page)) another(page, today(page));
}

/**
 * @param {Page} page
 * @param {"check" | "puzzle"} part
 * @param {string[]} cards that write their sign
 */
function answerForm(page, part, cards) {
  const {answer} = page.state[part];
  const put = (/** @type {string} */ text) => page.updateIn(part, {answer: text, told: null});
  return html`<h2><label for="answer">${words.ownTake}</label></h2>
    ${tappedCards(cards, item => write(page, part, item))}
    <p class="field"><input id="answer" autocomplete="off" spellcheck="false" aria-describedby="answer-how" .value=${live(answer)}
      @input=${(/** @type {Event} */ event) => put(valueOf(event))}></p>
    <p class="hint" id="answer-how">${texts.answerHow}</p>
    <div class="bar">${SIGNS.map(sign => html`<button type="button" @click=${() => put(`${answer} ${sign}`.trim())}>${sign}</button>`)}
      <button type="button" id="rub-out" @click=${() => put(answer.trim().replace(/\S+$/, "").trim())}>${texts.rubOut}</button></div>
    <p class="buttons"><button type="button" id="judge" class="main" ?disabled=${!page.isReady || !answer.trim()} @click=${() =>
      judge(page, part)}>${texts.check}</button></p>`;
}

/**
 * Writes the sign of a card behind the answer.
 * @param {Page} page
 * @param {"check" | "puzzle"} part
 * @param {string} item
 */
function write(page, part, item) {
  const {answer} = page.state[part];
  page.updateIn(part, {answer: `${answer} ${signOf(item)}`.trim(), told: null});
}

/** @param {string} item */
function signOf(item) {
  const {figure, colour} = faceParts(item);
  return colour === "wild" && /^\d/.test(figure) ? `× ${figure}` : figure.replace("N", "");
}

/** @param {Page} page @param {"check" | "puzzle"} part */
async function judge(page, part) {
  const {take, puzzle} = page.state;
  const {centre, hand, by} = part === "check" ? take : puzzle.found;
  const {answer} = page.state[part];
  const told = await page.desk.ask({type: "check", centre, hand, by, answer});
  const isAsked = page.state.take === take && page.state.puzzle.found === puzzle.found && page.state[part].answer === answer;
  if (!isAsked) return;
  page.updateIn(part, {told});
  const [day, level] = puzzle.day.split(" ");
  if (part === "puzzle" && day && told.best && !puzzle.shown && learns(page)) changeLearner(page, {type: "day_solved", day, level});
}

/** @param {any} told */
const toldView = told => html`<div class="verdicts" aria-live="polite">${!told ? nothing : told.error
  ? html`<p class="problem">${told.error}</p>`
  : html`<div class=${told.right ? "verdict good" : "verdict ask"}>${told.lines.map((/** @type {string} */ line) =>
      html`<p class="said">${line}</p>`)}</div>`}</div>`;
