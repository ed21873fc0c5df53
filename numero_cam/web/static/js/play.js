// @ts-check
// The screen while a game is played: the table fills it, score and last play beside it, what can be pressed below. Nothing scrolls, and
// nothing moves away: hints cover, they do not push. What is wrong with the camera stands above all and makes the table smaller.
import {bonusView} from "./bonus.js";
import {cheerView} from "./cheer.js";
import {dealView} from "./deal.js";
import {hintView, mayAskHint, shownHint} from "./hint_view.js";
import {bareButton, iconButton} from "./icons.js";
import {changeView, isChangeNew, stepsView} from "./history.js";
import {whatIsButton} from "./lesson.js";
import {html, nothing} from "./lit.js";
import {packQuestion} from "./pack.js";
import {rolesView} from "./roles.js";
import {asksForDeal, lastPlay, mayChange, ownPlayer, playedGame, roleOf} from "./state.js";
import {playCards, scoreText, toldPlayView} from "./story.js";
import {gameLayout, tableView} from "./table.js";
import {isUnsure, unsureView} from "./unsure.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame} from "./protocol.d.ts" */

/** A name of more letters than this is written smaller where it is read from afar. */
const LONG_NAME = 12;

/** @param {App} app */
export function playScreen(app) {
  const {state} = app;
  if (asksForDeal(state)) return dealView(app);
  const game = /** @type {PlayedGame} */ (playedGame(state));
  const hint = shownHint(state);
  const layout = gameLayout(state, game, hint);
  return html`<div class=${hint ? "stage has-hint" : "stage"}>
    ${tableView(layout, mayChange(state) ? card => app.correctCard(card) : null)}
    <div class="side">
      <section class="scores" data-players=${game.players.length} aria-label=${words.scores}>${game.players.map(name => scoreCard(game,
          name))}</section>
      <section class="told" tabindex="0" aria-label=${words.lastPlay}>${toldView(app, game)}</section>
      ${hint ? hintView(app, hint) : bonusView(state.bonuses, () => app.update({bonuses: []}))}
    </div>
    ${actsView(app, game)}
    ${cheerView(app)}
  </div>`;
}

/** @param {PlayedGame} game @param {string} name */
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
 * @param {App} app
 * @param {PlayedGame} game
 */
function toldView(app, game) {
  const {state} = app;
  if (mayChange(state) && state.ask?.answers.length) return packQuestion(app);
  if (isUnsure(state)) return unsureView(app);
  if (roleOf(state) === "player" && !ownPlayer(state)) return rolesView(app);
  const play = lastPlay(game), steps = stepsView(app, game);
  if (isChangeNew(state)) return html`${changeView(game)}${steps}`;
  if (game.state === "over") return html`<p class="small soft">${words.over}</p><p class="said">${game.winner}</p>${play ? playCards(play)
      : nothing}`;
  if (!play) return html`<p class="said">${words.dealt}</p>${steps}`;
  return html`${toldPlayView(play)}${steps}`;
}

/** @param {App} app @param {PlayedGame} game */
function actsView(app, game) {
  const {state} = app, playing = game.state === "playing" && game.watched, may = mayChange(state), own = ownPlayer(state);
  const challengers = may ? game.players : own ? [own] : [];
  // Nobody takes in this last chance; or the players say that the game is over.
  const say = (/** @type {"pass" | "end"} */ what) => app.change({type: "add", as: `${game.player}: ${what}`});
  return html`<div class="acts felt">
    ${mayAskHint(state) ? iconButton("hint", "hint", words.hint, () => app.askHint(), "sunny") : nothing}
    ${may && game.phase === "last" ? iconButton("pass", "next", words.passLast(game.player ?? ""), () => say("pass")) : nothing}
    ${may ? iconButton("wrong", "wrong", words.wrong, () => app.openDialog({kind: "plays", game})) : nothing}
    ${playing && challengers.length ? iconButton("challenge", "hand", words.challenge, () =>
      app.openDialog({kind: "challenge", game, players: challengers}), "wide-only") : nothing}
    ${!playing && may ? iconButton("leave", "prev", words.leave, () => app.change({type: "stop"})) : nothing}
    ${playing && may && lastPlay(game) ? iconButton("over", "flag", words.endGame, () => say("end")) : nothing}
    ${iconButton("history", "past", words.historyShort, () => app.showHistory(game.game), "wide-only")}
    <span class="gap"></span>
    ${whatIsButton(app, "")}
    ${iconButton("camera", "camera", words.cameraShort, () => app.openDialog({kind: "camera"}))}
    ${bareButton("sound", state.sound ? "sound" : "mute", words.sound, () => app.switchSound(), {kind: "wide-only", pressed: state.sound})}
    ${bareButton("full", "full", words.fullScreen, () => app.fullScreen(), {kind: "wide-only"})}
    ${iconButton("menu", "menu", words.more, () => app.openDialog({kind: "more"}))}
  </div>`;
}
