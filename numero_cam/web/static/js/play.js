// @ts-check
// The screen while a game is played: the table fills it, score and last play beside it, what can be pressed below. Nothing scrolls, and
// nothing moves away: hints cover, they do not push. What is wrong with the camera stands above all and makes the table smaller.
import {cheerView} from "./cheer.js";
import {dealView} from "./deal.js";
import {hintView, mayAskHint, shownHint} from "./hint_view.js";
import {icon} from "./icons.js";
import {changeView, isChangeNew, stepsView} from "./history.js";
import {html, nothing} from "./lit.js";
import {packQuestion} from "./pack.js";
import {rolesView} from "./roles.js";
import {asksForDeal, lastPlay, mayChange, ownPlayer, playedGame, roleOf} from "./state.js";
import {lastPlayView, playCards, scoreText} from "./story.js";
import {gameLayout, tableView} from "./table.js";
import {isUnsure, unsureView} from "./unsure.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** A name of more letters than this is written smaller where it is read from afar. */
const LONG_NAME = 12;

/**
 * @param {State} state
 * @param {App} app
 */
export function playScreen(state, app) {
  if (asksForDeal(state)) return dealView(state, app);
  const game = /** @type {PlayedGame} */ (playedGame(state));
  const hint = shownHint(state);
  const layout = gameLayout(state, game, hint);
  return html`<div class=${hint ? "stage has-hint" : "stage"}>
    ${tableView(layout, mayChange(state) ? card => app.correctCard(card) : null)}
    <div class="side">
      <section class="scores" data-players=${game.players.length} aria-label=${words.scores}>${game.players.map(name => scoreCard(game,
          name))}</section>
      <section class="told" tabindex="0" aria-label=${words.lastPlay}>${toldView(state, game, app)}</section>
      ${hint ? hintView(state, app, hint) : nothing}
    </div>
    ${actsView(state, game, app)}
    ${cheerView(state, app)}
  </div>`;
}

/**
 * @param {PlayedGame} game
 * @param {string} name
 */
export function scoreCard(game, name) {
  const turn = game.player === name, score = game.scores[name];
  const unit = game.by === "points" ? words.cardUnit(game.won[name] ?? 0) : words.byCardsUnit;
  return html`<div class=${turn ? "score turn" : "score"}>
    <h2 class=${name.length > LONG_NAME ? "long" : ""}>${turn ? html`<i class="dot"></i>` : nothing}${name}${
      turn ? html`<span class="unseen">, ${words.turnOf(name)}</span>` : nothing}</h2>
    <p class="total" data-digits=${String(score).length}>${scoreText(score)}</p>
    <p class="unit">${unit}</p>
  </div>`;
}

/**
 * What was played last, as a sentence, in cards, and what it brought; in its place a question or how the game stands.
 * @param {State} state
 * @param {PlayedGame} game
 * @param {App} app
 */
function toldView(state, game, app) {
  if (mayChange(state) && state.ask?.answers.length) return packQuestion(state, app);
  if (isUnsure(state)) return unsureView(state, app);
  if (roleOf(state) === "player" && !ownPlayer(state)) return rolesView(state, app);
  const play = lastPlay(game), steps = stepsView(state, game, app);
  if (isChangeNew(state)) return html`${changeView(game)}${steps}`;
  if (game.state === "over") return html`<p class="small soft">${words.over}</p><p class="said">${game.winner}</p>${play ? playCards(play)
      : nothing}`;
  if (!play) return html`<p class="said">${words.dealt}</p>${steps}`;
  return html`${lastPlayView(play)}${steps}`;
}

/**
 * @param {State} state
 * @param {PlayedGame} game
 * @param {App} app
 */
function actsView(state, game, app) {
  const playing = game.state === "playing" && game.watched, may = mayChange(state), own = ownPlayer(state);
  const challengers = may ? game.players : own ? [own] : [];
  const button = (/** @type {string} */ id, /** @type {Parameters<typeof icon>[0]} */ picture, /** @type {string} */ text,
    /** @type {() => void} */ act, kind = "") => html`<button id=${id} type="button"
    class=${kind} @click=${act}>${icon(picture)}<span>${text}</span></button>`;
  return html`<div class="acts felt">
    ${mayAskHint(state) ? button("hint", "hint", words.hint, () => app.askHint(), "sunny") : nothing}
    ${may && game.phase === "last" ? button("pass", "next", words.passLast(game.player ?? ""), () => app.passTurn()) : nothing}
    ${may ? button("wrong", "wrong", words.wrong, () => app.openDialog({kind: "plays", game})) : nothing}
    ${playing && challengers.length ? button("challenge", "hand", words.challenge, () => app.challenge(challengers), "wide-only") : nothing}
    ${!playing && may ? button("leave", "prev", words.leave, () => app.change({type: "stop"})) : nothing}
    ${playing && may && lastPlay(game) ? html`<button id="over" type="button" class="icon" aria-label=${words.gameOver}
      title=${words.gameOver} @click=${() => app.endGame()}>${icon("flag")}</button>` : nothing}
    ${button("history", "past", words.historyShort, () => app.showHistory(game.game), "wide-only")}
    <span class="gap"></span>
    ${button("camera", "camera", words.cameraShort, () => app.openDialog({kind: "camera"}))}
    <button id="sound" type="button" class="icon wide-only" aria-pressed=${String(state.sound)} aria-label=${words.sound}
      @click=${() => app.switchSound()}>${icon(state.sound ? "sound" : "mute")}</button>
    <button id="full" type="button" class="icon wide-only" aria-label=${words.fullScreen} @click=${() =>
        app.fullScreen()}>${icon("full")}</button>
    ${button("menu", "menu", words.more, () => app.openDialog({kind: "more"}))}
  </div>`;
}
