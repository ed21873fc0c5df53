// @ts-check
// The table while a game is played: what is read, whose turn it is, the score, what was played, and all that corrects it.
import {cameraView} from "./camera_view.js";
import {html, nothing, repeat} from "./lit.js";
import {tableMap} from "./map.js";
import {rolesView} from "./roles.js";
import {mayChange, mayGivePictures, mayHaveHints, ownPlayer, playedGame, roleOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Play, PlayedGame} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** Plays that were read less surely say so. */
const SURE_PLAY = 0.95;

/**
 * @param {State} state
 * @param {App} app
 */
export function playScreen(state, app) {
  const game = /** @type {PlayedGame} */ (playedGame(state));
  const may = mayChange(state);
  const camera = game.watched && (mayGivePictures(state) || state.welcome?.source === "server");
  const map = state.map && tableMap(state, state.map, may ? card => app.correctCard(card) : null, game.builds);
  return html`<div class="play">
    <section class="left" aria-label=${words.tableSeen}>
      <p id="turn" class="turn" role="status">${standing(game)}</p>
      <div aria-live="polite">${questionView(state, app)}</div>
      <div class="mapbox">${map}</div>
      <p class="hint" ?hidden=${!may}>${words.tapCard}</p>
      <details open ?hidden=${!camera}><summary>${words.camera}</summary>${cameraView(state, app)}</details>
    </section>
    <section class="right" aria-label=${words.scores}>
      <div class="scores">${game.players.map(name => scoreCard(game, name))}</div>
      <div class="hintbox" aria-live="polite">${hintLines(state).map(line => html`<p>${line}</p>`)}</div>
      <div class="buttons">${buttonsView(state, game, app)}</div>
      <p class="recording" role="status">${game.recording ? `● ${words.recording(game.recording)}` : ""}</p>
      <h2>${words.plays}</h2>
      <ol class="plays" reversed>${playItems(game, may, app)}</ol>
      ${rolesView(state, app)}
    </section>
  </div>`;
}

/**
 * @param {State} state
 * @param {PlayedGame} game
 * @param {App} app
 */
function buttonsView(state, game, app) {
  const playing = game.state === "playing" && game.watched;
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act) =>
    html`<button id=${id} type="button" @click=${act}>${text}</button>`;
  if (!mayChange(state)) {
    const own = ownPlayer(state);
    return playing && own ? button("challenge", words.challenge, () => app.challenge([own])) : nothing;
  }
  const waiting = game.state === "waiting", watched = game.watched;
  const stop = () => app.confirm(words.stopSure, () => app.change({type: "stop"}));
  return html`
    ${playing ? button("challenge", words.challenge, () => app.challenge(game.players)) : nothing}
    ${waiting ? nothing : button("add", words.add, () => app.addPlay())}
    ${watched ? button("record", game.recording ? words.recordOff : words.recordOn, () => app.record(!game.recording)) : nothing}
    ${watched && !waiting ? button("stop", words.stop, stop) : nothing}
    ${!playing ? button("leave", words.leave, () => app.change({type: "stop"})) : nothing}`;
}

/**
 * The hint that this page asked for; none where it is for another player, or for another strength.
 * @param {State} state
 */
function hintLines(state) {
  const {hint, level} = state;
  const foreign = roleOf(state) === "player" && hint?.player !== ownPlayer(state);
  if (!mayHaveHints(state) || !hint || hint.level !== level || foreign) return [];
  return [...hint.lines, hint.why].filter(Boolean);
}

/**
 * @param {State} state
 * @param {App} app
 */
function questionView(state, app) {
  const {ask} = state;
  if (!ask?.choices.length || !mayChange(state)) return nothing;
  return html`<section class="ask" aria-label=${words.ask}><p>${ask.question}</p>
    <p class="buttons">${ask.choices.map(([, text], n) => html`<button type="button" id=${`choice-${n}`}
      @click=${() => app.change({type: "answer", ask: ask.ask, choice: n + 1})}>${text}</button> `)}</p></section>`;
}

/** @param {PlayedGame} game */
function standing(game) {
  if (game.state === "waiting") return `${words.waiting} ${words.waitingWhere(game.near, game.players.join(", "))}`;
  if (game.state === "over") return `${words.over} ${game.winner}`;
  const turn = words.turnOf(game.player ?? "");
  return game.watched ? turn : `${turn} ${words.unwatched}`;
}

/**
 * @param {PlayedGame} game
 * @param {string} name
 */
export function scoreCard(game, name) {
  const turn = game.player === name, score = game.scores[name];
  const unit = game.by === "points" ? `${words.pointUnit(score)} · ${words.won(game.won[name] ?? 0)}` : words.cardUnit(score);
  return html`<div class=${turn ? "score turn" : "score"}>
    <h2>${turn ? "▶ " : ""}${name}</h2>
    <p class="total">${score}</p>
    <p class="unit">${unit}</p>
  </div>`;
}

/**
 * What was played, the newest first.
 * @param {PlayedGame} game
 * @param {boolean} may correct it
 * @param {App} app
 */
function playItems(game, may, app) {
  const plays = game.plays.filter(({kind}) => kind !== "drawn" && kind !== "passed").reverse();
  if (!plays.length) return html`<li class="none">${words.noPlays}</li>`;
  return repeat(plays, play => play.k, play => html`<li value=${play.turn}>${may
    ? html`<button type="button" id=${`play-${play.k}`} class="line" @click=${() => app.correctPlay(play)}>${playWords(play)}</button>`
    : html`<span class="line">${playWords(play)}</span>`}${itemsView(play)}</li>`);
}

/** @param {Play} play */
function playWords({words: text, points, by, sure}) {
  const doubt = sure < SURE_PLAY ? words.unsure(Math.round(sure * 100)) : "";
  const marks = [by === "person" ? words.byPerson : "", doubt].filter(Boolean).join(", ");
  return html`${text}${points ? html`<strong> ${signed(points)}</strong>` : nothing}${marks ? html`<small> (${marks})</small>` : nothing}`;
}

/** @param {Play} play */
function itemsView({items}) {
  const counting = items.filter(([, points]) => points !== 0);
  if (!counting.length) return nothing;
  return html`<ul class="items">${counting.map(([what, points]) => html`<li>${signed(points)} ${what}</li>`)}</ul>`;
}

/** @param {number} points */
const signed = points => `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
