// @ts-check
// The best take of some cards.
import {cardRow} from "../js/cards.js";
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
  const change = (/** @type {object} */ changes) => page.updateIn("take", {...changes, answer: null});
  return html`${cardsField(page, take, change)}
    ${byChoice(take.by, by => change({by}))}
    <p class="buttons"><button type="button" id="solve" class="main large" ?disabled=${!page.isReady} @click=${() =>
      solve(page)}>${texts.solve}</button></p>
    <div aria-live="polite">${answerView(take.answer)}</div>`;
}

/**
 * @param {string} by
 * @param {(by: string) => void} choose
 */
export const byChoice = (by, choose) => choice("by", words.by, [["points", words.byPoints], ["cards", words.byCards]], by, choose);

/** @param {Page} page */
async function solve(page) {
  const {take} = page.state, {centre, hand, by} = take;
  const answer = await page.desk.ask({type: "solve", centre, hand, by});
  if (page.state.take === take) page.updateIn("take", {answer});
}

/** @param {any} answer */
export function answerView(answer) {
  if (!answer) return nothing;
  if (answer.error) return html`<p class="problem">${answer.error}</p>`;
  return html`<section class="panel answer">${storyView(answer)}
    ${answer.problems.map((/** @type {string} */ line) => html`<p class="problem">${line}</p>`)}
    ${answer.points ? html`<p class="points">${words.pointsOf(answer.points)}</p>${itemsView(answer)}` : nothing}
    ${answer.steps.length ? html`<details><summary>${texts.steps}</summary><ol>${answer.steps.map((/** @type {string} */ step) =>
      html`<li>${step}</li>`)}</ol></details>` : nothing}</section>`;
}

/**
 * A take as a sentence and in cards.
 * @param {{lines: string[], card: string, sets: import("../js/protocol.d.ts").CardRow[]}} take
 */
export const storyView = ({lines, card, sets}) => html`${lines.map(line => html`<p class="said">${line}</p>`)}
  ${sets.length ? html`<div class="plays-cards">${sets.map(row => cardRow(row, card))}</div>` : nothing}`;
