// @ts-check
// A game looked through like a film: the table before each play, the play in cards, and what would have been best.
import {verdictView} from "./analysis.js";
import {cardRow} from "./cards.js";
import {icon} from "./icons.js";
import {html, nothing, svg} from "./lit.js";
import {itemsView, scoreText, signed} from "./story.js";
import {gameLayout, tableView} from "./table.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Frame, PlayedGame, Story} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** Time that a play is shown while the film runs, in milliseconds. */
const EACH = 2_500;
/** Height of the smallest bar, and of the largest, in percent. */
const LEAST_BAR = 8, MOST_BAR = 100;

/**
 * @param {State} state
 * @param {App} app
 */
export function filmScreen(state, app) {
  const {story} = state;
  if (!story?.frames.length) return html`<p class="what" role="status">${state.storyWhy || words.moment}</p>`;
  const at = Math.min(state.shown?.at ?? 0, story.frames.length - 1), frame = story.frames[at];
  return html`<div class="film">
    <h2 class="unseen">${words.filmOf(story.players.join(", "))}</h2>
    <a id="film-back" class="button" href=${app.filmBack()}>${icon("prev")}<span>${words.result}</span></a>
    ${tableView(gameLayout({...state, map: null}, asGame(story, frame), frame), null)}
    <div class="side" tabindex="0">
      <section class="scores" data-players=${story.players.length} aria-label=${words.scores}>${
        story.players.map(name => scoreView(frame, name))}</section>
      ${toldView(frame, at, story)}
      ${verdictView(state.analysis, frame.k)}
    </div>
    ${reelView(state, story, at, app)}
  </div>`;
}

/**
 * The table before a play, as the table of a game is drawn.
 * @param {Story} story
 * @param {Frame} frame
 * @returns {PlayedGame}
 */
const asGame = (story, frame) => /** @type {PlayedGame} */ (/** @type {unknown} */ (
  {...frame, players: story.players, near: story.players[0], hands: "open", state: "playing"}));

/**
 * @param {Frame} frame
 * @param {string} name
 */
const scoreView = (frame, name) => html`<div class=${frame.player === name ? "score turn" : "score"}><h3>${name}</h3>
  <p class="total">${scoreText(frame.after[name])}</p></div>`;

/**
 * @param {Frame} frame
 * @param {number} at
 * @param {Story} story
 */
function toldView(frame, at, {frames}) {
  return html`<section class="told" aria-live="polite">
    <p class="head"><span class="small soft">${words.playOf(at + 1, frames.length)}</span>${
      frame.points ? html`<b class=${frame.points < 0 ? "points minus" : "points"}>${signed(frame.points)}</b>` : nothing}</p>
    <p class="said">${frame.said}</p>
    <div class="plays-cards">${frame.sets.map(row => cardRow(row, frame.card))}</div>
    ${itemsView(frame)}</section>`;
}

/**
 * @param {State} state
 * @param {Story} story
 * @param {number} at
 * @param {App} app
 */
function reelView(state, {frames, players}, at, app) {
  const most = Math.max(1, ...frames.map(frame => frame.points));
  const height = (/** @type {Frame} */ frame) => Math.max(LEAST_BAR, (frame.points / most) * MOST_BAR);
  const slide = (/** @type {Event} */ event) => app.showFrame(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value) - 1);
  const runs = state.filmRuns;
  return html`<div class="reel">
    <div class="bar">
      <button id="film-prev" type="button" class="icon" aria-label=${words.filmPrev} ?disabled=${at === 0}
        @click=${() => app.showFrame(at - 1)}>${icon("prev")}</button>
      <button id="film-run" type="button" class="icon main" aria-label=${runs ? words.filmStop : words.filmRun}
        @click=${() => app.runFilm(EACH)}>${
        icon(runs ? "pause" : "play")}</button>
      <button id="film-next" type="button" class="icon" aria-label=${words.filmNext} ?disabled=${at === frames.length - 1}
        @click=${() => app.showFrame(at + 1)}>${icon("next")}</button>
    </div>
    <div class="slide">
      <svg class="bars" viewBox=${`0 0 ${frames.length} 100`} preserveAspectRatio="none" aria-hidden="true">${
        frames.map((frame, n) => barView(frame, n, at, players, height(frame)))}</svg>
      <input id="film-at" type="range" min="1" max=${frames.length} .value=${String(at + 1)} aria-label=${words.filmPlay} @input=${slide}>
    </div>
    <span class="which">${at + 1} / ${frames.length}</span>
  </div>`;
}

/**
 * @param {Frame} frame
 * @param {number} n
 * @param {number} at
 * @param {string[]} players
 * @param {number} height
 */
function barView(frame, n, at, players, height) {
  const kind = `${frame.points > 0 ? `by-${players.indexOf(frame.player)}` : ""}${n === at ? " now" : ""}`;
  return svg`<rect class=${kind} x=${n + 0.1} y=${100 - height} width="0.8" height=${height}></rect>`;
}
