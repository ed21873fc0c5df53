// @ts-check
// The whole page, as it follows from the state.
import {dialogView} from "./dialogs.js";
import {brandView, icon, iconButton} from "./icons.js";
import {whatIsButton} from "./lesson.js";
import {html, nothing, repeat} from "./lit.js";
import {cameraScreen, practiceScreen, scoresScreen} from "./other_screens.js";
import {mineScreen} from "./people_puzzles.js";
import {playScreen} from "./play.js";
import {filmScreen, tryScreen} from "./replay.js";
import {resultScreen} from "./result.js";
import {startScreen, waitingScreen} from "./start.js";
import {asksForDeal, playedGame, screenOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame} from "./protocol.d.ts" */

const SCREENS = {
  scores: scoresScreen, camera: cameraScreen, practice: practiceScreen, play: playScreen, result: resultScreen, film: filmScreen,
  try: tryScreen, mine: mineScreen, progress: mineScreen, start: startScreen, waiting: waitingScreen,
};

/** @param {App} app */
export function page(app) {
  const {state} = app, {link, notice, announcement} = state, screen = screenOf(state);
  const game = playedGame(state), recording = game?.recording ?? null;
  // A table in play, and scores to be read from afar, have the whole window for themselves.
  const looks = screen === "film" || screen === "try" || (screen === "mine" && state.mine.puzzle !== "");
  const whole = screen === "scores" || looks || (screen === "play" && !asksForDeal(state));
  return html`
    <a class="skip" href="#main">${words.skip}</a>
    ${whole ? nothing : headerView(app)}
    <div id="link" role="status" class=${link === "linked" && state.linkSaid ? "lost" : link}>${
      state.linkSaid || words[link]}</div>
    <p id="notice" class=${screen === "scores" || looks ? "unseen" : ""} role="status"
      aria-live="polite">${notice?.text}</p>
    <p id="turn" class="unseen" role="status">${game ? standing(game) : ""}</p>
    <p id="recording" role="status">${recording ? `● ${words.recording(recording)}` : ""}</p>
    <main id="main" class=${whole ? "whole" : ""} tabindex="-1">${whole ? html`<h1 class="unseen">Numero Cam</h1>` :
        nothing}${SCREENS[screen](app)}</main>
    <div id="told" class=${announcement ? "shown" : ""} aria-live="polite" @click=${() =>
        app.update({announcement: null})}>${
      repeat(announcement ? [announcement] : [], each => each.number, each => html`<span>${each.text}</span>`)}</div>
    ${repeat(state.dialog ? [state.dialog] : [], dialog => dialog.kind, dialog => dialogView(app, dialog))}`;
}

/** @param {App} app */
function headerView(app) {
  const {state} = app, {home} = document.documentElement.dataset;  // where this page is one of several
  return html`<header>
    <h1 class="brand">${home ? html`<a class="brand" href=${home}>${icon("prev")}${brandView()} Numero Cam</a>`
      : html`${brandView()} Numero Cam`}</h1>
    <nav aria-label=${words.nav}>
      <a href="/games">${icon("people")}<span>${words.navGames}</span></a>
      ${state.game && "players" in state.game ? html`<a href="#scores">${icon("wall")}<span>${words.scores}</span></a>` : nothing}
      ${whatIsButton(app)}
      ${iconButton("page", "menu", words.more, () => app.openDialog({kind: "more"}), "quiet")}
    </nav>
  </header>`;
}

/**
 * How the game stands, for who does not see it. It is said on every screen, so that a change of the screen says nothing twice.
 * @param {PlayedGame} game
 */
function standing(game) {
  if (game.state === "waiting") return `${words.dealNow} ${words.dealWhere(game.near, game.players.join(", "))} ${words.dealBegins}`;
  if (game.state === "over") return `${words.over} ${game.winner}`;
  const turn = words.turnOf(game.player ?? "");
  return game.watched ? turn : `${turn} ${words.unwatched}`;
}
