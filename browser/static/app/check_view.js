// @ts-check
// An answer to a puzzle, one's own or one of the program.
import {byChoice, choice, valueOf} from "../js/fields.js";
import {faceParts} from "../js/faces.js";
import {html, live, nothing} from "../js/lit.js";
import {storyView} from "../js/story.js";
import {LEVELS} from "../js/progress.js";
import {words} from "../js/words.js";
import {cardsField, tappedCards} from "./cards_field.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

const SIGNS = ["+", "(", ")", ";"];

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
  const {puzzle} = page.state, {found} = puzzle;
  return html`${choice("level", words.puzzleLevel, LEVELS, puzzle.level, level => page.updateIn("puzzle", {level}))}
    <p class="buttons"><button type="button" id="another" class=${found ? "" : "main"} ?disabled=${!page.isReady} @click=${() =>
      another(page)}>${words.anotherPuzzle}</button></p>
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

/** @param {Page} page */
async function another(page) {
  const found = await page.desk.ask({type: "puzzle", level: page.state.puzzle.level, seed: page.newSeed()});
  page.updateIn("puzzle", {found, answer: "", told: null, shown: false});
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
  if (isAsked) page.updateIn(part, {told});
}

/** @param {any} told */
const toldView = told => html`<div class="verdicts" aria-live="polite">${!told ? nothing : told.error
  ? html`<p class="problem">${told.error}</p>`
  : html`<div class=${told.right ? "verdict good" : "verdict ask"}>${told.lines.map((/** @type {string} */ line) =>
      html`<p class="said">${line}</p>`)}</div>`}</div>`;
