// @ts-check
// Practice without a game, a page that is only the camera, and the scores readable from two metres.
import {cameraView} from "./camera_view.js";
import {html, nothing} from "./lit.js";
import {tableMap} from "./map.js";
import {scoreCard} from "./play.js";
import {rolesView} from "./roles.js";
import {mayChange, playedGame} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/**
 * @param {State} state
 * @param {App} app
 */
export function practiceScreen(state, app) {
  return html`<div class="practice">
    <h2>${words.practice}</h2>
    <p class="hint">${words.practiceWhy}</p>
    <div class="best" aria-live="polite">${(state.practice?.lines ?? []).map(line => html`<p>${line}</p>`)}</div>
    <div class="mapbox">${state.map ? tableMap(state, state.map, null) : nothing}</div>
    ${cameraView(state, app)}
    ${mayChange(state)
      ? html`<p class="buttons"><button id="leave" type="button" @click=${() => app.change({type: "stop"})}>${words.leave}</button></p>`
      : nothing}
  </div>`;
}

/**
 * @param {State} state
 * @param {App} app
 */
export function cameraScreen(state, app) {
  const game = playedGame(state);
  return html`<div class="practice">
    <h2>${words.camera}</h2>
    <p class="turn" role="status">${game?.state === "waiting" ? words.waiting : game?.last || words.onlyCamera}</p>
    ${cameraView(state, app)}
    ${rolesView(state, app)}
  </div>`;
}

/** @param {State} state */
export function scoresScreen(state) {
  const game = playedGame(state);
  return html`<div class="big">
    <div class="scores">${game?.players.map(name => scoreCard(game, name))}</div>
    <p class="last" role="status">${game ? lastWords(game) : words.notYet}</p>
    <p class="turn">${game?.player ? words.turnOf(game.player) : ""}</p>
  </div>`;
}

/** @param {PlayedGame} game */
const lastWords = game => (game.state === "over" ? `${words.over} ${game.winner}` : game.last);
