// @ts-check
// The best take of some cards, why it is the best, and others.
import {taleView} from "../js/editor.js";
import {byChoice} from "../js/fields.js";
import {html, nothing} from "../js/lit.js";
import {itemsView, storyView} from "../js/story.js";
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
 * @param {any} answer null where there is none yet
 * @param {(chosen: number) => void} choose
 */
export function answerView(answer, choose) {
  const takes = answer && !answer.error ? takesOf(answer) : [], chosen = answer?.chosen ?? 0, shown = takes[chosen];
  return html`<section class=${shown ? "panel answer" : ""}>
      <div aria-live="polite">${shown ? toldView(shown, answer.problems) : answer ? html`<p class="problem">${answer.error}</p>` : nothing}</div>
      ${shown ? whyView(shown, chosen ? [] : answer.further?.why ?? []) : nothing}</section>
    ${takes.length > 1 ? html`<h2>${texts.bestTakes}</h2><div class="tale-list takes">${takes.map((take, n) =>
      taleView({...take, said: take.lines[0]}, `take-${n}`, () => choose(n), n === chosen))}</div>` : nothing}`;
}

/** @param {any} take @param {string[]} problems */
const toldView = (take, problems) => html`${storyView(take, Boolean(take.roles))}
  ${problems.map(line => html`<p class="problem">${line}</p>`)}
  ${take.points ? html`<p class="points">${words.pointsOf(take.points)}</p>${itemsView(take)}` : nothing}`;

/**
 * Why a take is the best, and how it is calculated.
 * @param {{steps: string[]}} take
 * @param {string[]} why
 */
const whyView = ({steps}, why) => html`${why.map((line, n) => html`<p class="why">${n ? nothing : html`<b>${words.why}</b> `}${line}</p>`)}
  ${steps.length ? html`<details><summary>${texts.steps}</summary><ol>${steps.map(step => html`<li>${step}</li>`)}</ol></details>` : nothing}`;

/**
 * The best take, then the others that are known.
 * @param {any} answer
 * @returns {any[]}
 */
export const takesOf = answer => [answer, ...(answer.further?.takes ?? [])];
