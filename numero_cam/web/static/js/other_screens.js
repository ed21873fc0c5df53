// @ts-check
// Practice without a game, a page that is only the camera, and the scores to be read from across the room.
import {cameraView, pictureView} from "./camera_view.js";
import {whatIsButton} from "./lesson.js";
import {html, nothing} from "./lit.js";
import {scoreCard} from "./play.js";
import {rolesView} from "./roles.js";
import {tableDrawing} from "./start.js";
import {lastPlay, mayChange, playedGame} from "./state.js";
import {playCards, signed, storyView} from "./story.js";
import {readLayout, tableView} from "./table.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame} from "./protocol.d.ts" */

/** @param {App} app */
export function practiceScreen(app) {
  const {state} = app, {practice} = state;
  return html`<div class="practice">
    ${seenView(app)}
    <div>
      <h2>${words.practice}</h2>
      <p class="hint">${words.practiceWhy}</p>
      <div class="best" aria-live="polite">${practice ? storyView(practice) : nothing}</div>
      ${state.map ? tableView(readLayout(state, state.map), mayChange(state) ? card => app.correctCard(card) : null) : nothing}
      ${mayChange(state)
        ? html`<p class="buttons"><button id="leave" type="button" @click=${() => app.change({type: "stop"})}>${words.leave}</button></p>`
        : nothing}
    </div>
  </div>`;
}

/** The picture and its camera; before there is one, a table as the camera should see it. @param {App} app */
const seenView = app => html`<div class="seen panel">${pictureView(app) ? nothing : html`<div
    class="see">${tableDrawing()}</div>`}${cameraView(app)}</div>`;

/** @param {App} app */
export function cameraScreen(app) {
  const game = playedGame(app.state);
  return html`<div class="practice only-camera">
    ${seenView(app)}
    <div><h2>${words.camera}</h2>
      <p class="said" role="status">${game?.state === "waiting" ? words.dealNow : game?.last || words.onlyCamera}</p>
      ${rolesView(app)}</div>
  </div>`;
}

/** @param {App} app */
export function scoresScreen(app) {
  const {state} = app, game = playedGame(state), play = game ? lastPlay(game) : undefined;
  return html`<div class="wall felt">
    <div class="halves" data-players=${game?.players.length ?? 0}>${game?.players.map(name => scoreCard(game, name))}</div>
    <div class="last"><p role="status">${game ? lastWords(game) : words.notYet}${play?.points ? html` <b
        class="points">${signed(play.points)}</b>` : nothing}</p>
      ${play ? playCards(play) : nothing}
      ${state.notice?.text ? html`<p class="problem small" aria-hidden="true">${state.notice.text}</p>` : nothing}
      ${whatIsButton(app)}
      <a class="button quiet" href="#table">${words.navTable}</a>
      <button type="button" id="full" class="quiet" @click=${() => app.fullScreen()}>${words.fullScreen}</button></div>
  </div>`;
}

/** @param {PlayedGame} game */
const lastWords = game => (game.state === "over" ? `${words.over} ${game.winner}` : lastPlay(game)?.said ?? words.dealNow);
