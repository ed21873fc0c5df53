// @ts-check
// Another play of a kept game: the table as it was before the play, the cards to be tapped, and what the play is worth beside the best one.
import {judgedView} from "./analysis.js";
import {problemView} from "./fields.js";
import {icon, iconButton} from "./icons.js";
import {asked} from "./kept.js";
import {whatIsButton} from "./lesson.js";
import {html, nothing} from "./lit.js";
import {gameLayout, tableView} from "./table.js";
import {lastTap, playsView, sumView, tapsIn, tapsLayout} from "./taps.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame, Try} from "./protocol.d.ts" */
/** @import {Attempt, State} from "./state.js" */
/** @import {Change} from "./taps.js" */

/** Number of the newest question: an answer to an older one comes too late. */
let newest = 0;

/**
 * Lays the table as it was before a play.
 * @param {App} app
 * @param {number} game
 * @param {number} k index of the play
 */
export const openTry = (app, game, k) => ask(app, {
  game, k, begun: [], player: "", card: "", items: [], line: "", adds: false, answer: null, why: "",
});

/** @param {App} app @param {Attempt} attempt */
async function ask(app, attempt) {
  const number = newest += 1, {game, k, begun, card, items, line} = attempt;
  app.update({attempt});
  const query = new URLSearchParams([["k", String(k)], ...begun.map(each => ["begun", each]), ["card", card],
    ...items.map(item => ["item", item]), ["line", line]]);
  const {told, why} = await asked(app, `/games/${game}/try?${query}`);
  if (number === newest && app.state.attempt === attempt) heard(app, attempt, told, why || words.lost);
}

/**
 * The program has answered; where nothing is left to decide, the tap was the play.
 * @param {App} app
 * @param {Attempt} attempt
 * @param {Try | undefined} answer
 * @param {string} why there is none
 */
function heard(app, attempt, answer, why) {
  if (!answer) return app.update({attempt: {...attempt, line: "", why}});
  const {begun, draft} = answer, known = {...attempt, answer, begun, card: draft.card, items: draft.items, adds: false, why: ""};
  if (attempt.adds && draft.only && !answer.tried) return void ask(app, {...known, line: draft.plays[0].line});
  app.update({attempt: known});
}

/** @param {App} app */
const changeOf = app => /** @type {Change} */ (change => {
  const {attempt} = app.state;
  if (!attempt) return;
  const answer = attempt.answer && {...attempt.answer, tried: null};
  const next = {...attempt, answer, line: "", why: "", ...change(attempt)};
  ask(app, {...next, adds: tapsIn(next) > tapsIn(attempt)});
});

/**
 * Takes back the last tap, else what was put down before.
 * @param {App} app
 * @param {Attempt} attempt
 */
function stepBack(app, attempt) {
  if (tapsIn(attempt)) return changeOf(app)(lastTap);
  ask(app, {...attempt, begun: attempt.begun.slice(0, -1), line: "", why: "", adds: false});
}

/**
 * @param {App} app
 * @param {{address: string, words: string}} back where its way back leads
 */
export function tryView(app, back) {
  const {state} = app, {attempt} = state, answer = attempt?.answer;
  const leave = html`<a id="try-back" class="button" href=${back.address}>${icon("prev")}<span>${back.words}</span></a>`;
  if (!attempt || !answer) return html`<p class="what" role="status">${attempt?.why || words.moment}</p><p class="bar">${leave}</p>`;
  const {draft, tried} = answer;
  return html`<h2 class="unseen">${words.tryOther}</h2><div class="stage trying">
    ${tableView(tapsLayout(draft, attempt, changeOf(app), lyingBeside(state, answer)), null)}
    <div class="side"><section class="told" tabindex="0" aria-label=${words.tryOther}>
      <p class="small soft">${words.asPlayed}: ${answer.played}</p>
      ${tried ? html`<p class="said" role="status">${tried.said}</p><p>${tried.beside}</p>
        ${judgedView(tried, words.noneBetter, words.asTried)}`
        : sumView(draft)}
      ${problemView(attempt.why)}
      ${tried ? nothing : html`<div class="bar">${playsView(draft, ({line}) => ask(app, {...attempt, line, why: "", adds: false}))}</div>`}
    </section></div>
    <div class="acts felt">${leave}<span class="gap"></span>
      ${iconButton("step-back", "undo", words.stepBack, () => stepBack(app, attempt))}${whatIsButton(app, "")}</div>
  </div>`;
}

/**
 * What lies beside the cards that may be tapped: the seats of the others, and the stock.
 * @param {State} state
 * @param {Try} answer
 */
function lyingBeside(state, answer) {
  const players = Object.keys(answer.hands_of);
  const game = /** @type {PlayedGame} */ (/** @type {unknown} */ ({...answer, players, near: answer.player, state: "playing"}));
  const {near, far, stock} = gameLayout({...state, map: null}, game);
  return {far: [...(near ? [near] : []), ...far].filter(({name}) => name !== answer.player), stock};
}

/** What is pressed by a key. */
const KEYS = new Map([["h", "#more-hint, #hint"], ["u", "#step-back, #undo"], ["escape", "#enough"]]);

/**
 * Presses what a key stands for on a table: H hint, U one step back, 1 to 9 the plays that can be made now. Returns whether it is shown.
 * @param {string} table its selector
 * @param {KeyboardEvent} event
 */
export function pressKey(table, {key}) {
  const shown = document.querySelector(table), wanted = KEYS.get(key.toLowerCase());
  const button = wanted ? shown?.querySelector(wanted) : shown?.querySelectorAll(".told .line")[Number(key) - 1];
  if (button instanceof HTMLElement) button.click();
  return shown !== null;
}

/** Keys of a table on which a play is tried. @param {KeyboardEvent} event */
export const tryKey = event => pressKey(".trying", event);
