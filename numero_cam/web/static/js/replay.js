// @ts-check
// A game looked through like a film: the table before each play, the play in cards, and what would have been best.
import {verdictView} from "./analysis.js";
import {valueOf} from "./fields.js";
import {bareButton, icon} from "./icons.js";
import {runFilm, showFrame} from "./kept.js";
import {whatIsButton} from "./lesson.js";
import {html, svg} from "./lit.js";
import {playedGame} from "./state.js";
import {scoreText, toldPlayView} from "./story.js";
import {gameLayout, tableView} from "./table.js";
import {tryView} from "./try.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Frame, PlayedGame, Story} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** Height of the smallest bar, and of the largest, in percent. */
const LEAST_BAR = 8, MOST_BAR = 100;

/** @param {App} app */
export function tryScreen(app) {
  const {game, from = ""} = app.state.shown ?? {};
  return tryView(app, from.startsWith(`#film-${game}-`) ? {address: from, words: words.lookThrough}
    : {address: backOf(app.state), words: words.result});
}

/** @param {App} app */
export function filmScreen(app) {
  const {state} = app, {story} = state;
  if (!story?.frames.length) return html`<p class="what" role="status">${state.storyWhy || words.moment}</p>`;
  const at = Math.min(state.shown?.at ?? 0, story.frames.length - 1), frame = story.frames[at];
  return html`<div class="film">
    <h2 class="unseen">${words.filmOf(story.players.join(", "))}</h2>
    <a id="film-back" class="button" href=${backOf(state)}>${icon("prev")}<span>${words.result}</span></a>
    ${tableView(gameLayout({...state, map: null}, asGame(story, frame), frame), null)}
    <div class="side" tabindex="0">
      <section class="scores" data-players=${story.players.length} aria-label=${words.scores}>${
        story.players.map(name => scoreView(frame, name))}</section>
      <section class="told">${toldPlayView(frame, words.turnNumber(frame.turn))}</section>
      ${verdictView(story, state.analysis, frame.k)}
    </div>
    ${reelView(app, story, at)}
  </div>`;
}

/** Where the result of its game is: the table, or the result of a kept game. @param {State} state */
const backOf = state => (playedGame(state)?.game === state.shown?.game ? "#table" : `#game-${state.shown?.game}`);

/**
 * The table before a play, as the table of a game is drawn.
 * @param {Story} story
 * @param {Frame} frame
 * @returns {PlayedGame}
 */
const asGame = (story, frame) => /** @type {PlayedGame} */ (/** @type {unknown} */ (
  {...frame, players: story.players, near: story.players[0], hands: "open", state: "playing"}));

/** @param {Frame} frame @param {string} name */
const scoreView = (frame, name) => html`<div class=${frame.player === name ? "score turn" : "score"}><h3>${name}</h3>
  <p class="total">${scoreText(frame.after[name])}</p></div>`;

/** @param {App} app @param {Story} story @param {number} at */
function reelView(app, {frames, players}, at) {
  const most = Math.max(1, ...frames.map(frame => frame.points));
  const height = (/** @type {Frame} */ frame) => Math.max(LEAST_BAR, (frame.points / most) * MOST_BAR);
  const slide = (/** @type {Event} */ event) => showFrame(app, Number(valueOf(event)) - 1);
  const runs = app.state.filmRuns;
  return html`<div class="reel">
    <div class="bar">
      ${bareButton("film-prev", "prev", words.filmPrev, () => showFrame(app, at - 1), {disabled: at === 0})}
      ${bareButton("film-run", runs ? "pause" : "play", runs ? words.filmStop : words.filmRun, () => runFilm(app), {kind: "main"})}
      ${bareButton("film-next", "next", words.filmNext, () => showFrame(app, at + 1), {disabled: at === frames.length - 1})}
    </div>
    <div class="slide">
      <svg class="bars" viewBox=${`0 0 ${frames.length} 100`} preserveAspectRatio="none" aria-hidden="true">${
        frames.map((frame, n) => barView(frame, n, at, players, height(frame)))}</svg>
      <input id="film-at" type="range" min="1" max=${frames.length} .value=${String(at + 1)} aria-label=${words.filmPlay}
        aria-valuetext=${words.turnNumber(frames[at].turn)} @input=${slide}>
    </div>
    <span class="which">${frames[at].turn} / ${frames[frames.length - 1].turn}</span>
    ${whatIsButton(app)}
  </div>`;
}

/** @param {Frame} frame @param {number} n @param {number} at @param {string[]} players @param {number} height */
function barView(frame, n, at, players, height) {
  const kind = `${frame.points > 0 ? `by-${players.indexOf(frame.player)}` : ""}${n === at ? " now" : ""}`;
  return svg`<rect class=${kind} x=${n + 0.1} y=${100 - height} width="0.8" height=${height}></rect>`;
}
