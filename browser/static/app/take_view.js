// @ts-check
// The best take of some cards, why it is the best, and others.
import {cardRow} from "../js/cards.js";
import {taleView} from "../js/editor.js";
import {choice} from "../js/fields.js";
import {html, nothing} from "../js/lit.js";
import {itemsView} from "../js/story.js";
import {words} from "../js/words.js";
import {cardsField} from "./cards_field.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/** @param {Page} page */
export function takeView(page) {
  const {take} = page.state;
  const change = (/** @type {object} */ changes) => page.updateIn("take", {answer: null, ...changes});
  return html`${cardsField(page, take, change)}
    ${byChoice(take.by, by => change({by}))}
    <p class="buttons"><button type="button" id="solve" class="main large" ?disabled=${!page.isReady} @click=${() =>
      solve(page)}>${texts.solve}</button></p>
    ${answerView(take.answer, chosen => change({answer: {...take.answer, chosen}}))}`;
}

/**
 * @param {string} by
 * @param {(by: string) => void} choose
 */
export const byChoice = (by, choose) => choice("by", words.by, [["points", words.byPoints], ["cards", words.byCards]], by, choose);

/** @param {Page} page */
async function solve(page) {
  const {take} = page.state, {centre, hand, by} = take, cards = {centre, hand, by};
  const answer = await page.desk.ask({type: "solve", ...cards});
  if (page.state.take !== take) return;
  page.updateIn("take", {answer});
  const further = await page.desk.ask({type: "takes", ...cards});
  if (page.state.take.answer === answer && !further.error) page.updateIn("take", {answer: {...answer, further}});
}

/**
 * A best take, and others once they are known. `chosen`: which of them is shown; 0 is the best.
 * @param {any} answer
 * @param {(chosen: number) => void} choose
 */
export function answerView(answer, choose) {
  if (!answer) return nothing;
  if (answer.error) return html`<p class="problem">${answer.error}</p>`;
  const takes = takesOf(answer), chosen = answer.chosen ?? 0, shown = takes[chosen];
  return html`<section class="panel answer"><div aria-live="polite">${storyView(shown, Boolean(shown.roles))}
      ${answer.problems.map((/** @type {string} */ line) => html`<p class="problem">${line}</p>`)}
      ${shown.points ? html`<p class="points">${words.pointsOf(shown.points)}</p>${itemsView(shown)}` : nothing}</div>
    ${chosen ? nothing : (answer.further?.why ?? []).map((/** @type {string} */ line, /** @type {number} */ n) => html`<p class="why"
      >${n ? nothing : html`<b>${words.why}</b> `}${line}</p>`)}
    ${shown.steps.length ? html`<details><summary>${texts.steps}</summary><ol>${shown.steps.map((/** @type {string} */ step) =>
      html`<li>${step}</li>`)}</ol></details>` : nothing}</section>
    ${takes.length > 1 ? html`<h2>${texts.bestTakes}</h2><div class="tale-list takes">${takes.map((take, n) =>
      taleView({...take, said: take.lines[0]}, `take-${n}`, () => choose(n), n === chosen))}</div>` : nothing}`;
}

/**
 * The best take, then the others that are known.
 * @param {any} answer
 * @returns {any[]}
 */
export const takesOf = answer => [answer, ...(answer.further?.takes ?? [])];

/**
 * A take as a sentence and in cards. Several sets have letters where they are also drawn elsewhere.
 * @param {{lines: string[], card: string, sets: import("../js/protocol.d.ts").CardRow[]}} take
 * @param {boolean} [lettered]
 */
export const storyView = ({lines, card, sets}, lettered = false) => html`${lines.map(line => html`<p class="said">${line}</p>`)}
  ${sets.length ? html`<div class="plays-cards">${sets.map((row, n) => (lettered && sets.length > 1
    ? html`<div class="bar"><b class=${`set-letter ${markOf(n)}`}>${letterOf(n)}</b>${cardRow(row, card)}</div>` : cardRow(row, card)))}</div>` : nothing}`;

/**
 * How the cards of a set are marked, and its letter.
 * @param {number} n index of the set
 * @returns {import("../js/cards.js").CardMark}
 */
export const markOf = n => (n % 2 ? "set-b" : "set-a");

/** @param {number} n */
export const letterOf = n => String.fromCharCode(65 + n);
