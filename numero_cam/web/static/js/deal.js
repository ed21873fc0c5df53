// @ts-check
// Before the first play: the cards are dealt, and then the page shows whose cards it believes where, each to be mended by a tap.
import {allowButton, cameraProblem, photoButton, pictureView} from "./camera_view.js";
import {cardButton, cardView} from "./cards.js";
import {iconButton} from "./icons.js";
import {html, nothing} from "./lit.js";
import {placingHelp, placingView} from "./placing.js";
import {frameView, packQuestion} from "./pack.js";
import {mayChange, mayGivePictures, playedGame} from "./state.js";
import {tableDrawing} from "./start.js";
import {gameLayout, readLayout, tableView} from "./table.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame} from "./protocol.d.ts" */
/** @import {Lying} from "./table.js" */
/** @import {State} from "./state.js" */

/** @param {App} app */
export function dealView(app) {
  const {state} = app, game = /** @type {PlayedGame} */ (playedGame(state)), waiting = game.state === "waiting", may = mayChange(state);
  const picture = pictureView(app);
  return html`<div class="deal">
    <div class="seen">${picture ?? (state.map ? tableView(readLayout(state, state.map, game), may ? card => app.correctCard(card) : null)
      : tableDrawing(game.near, game.players.filter(name => name !== game.near).join(", ")))}
      ${cameraProblem(state)}
      ${picture || state.map ? placingView(app) : nothing}
      ${!state.camera.running && mayGivePictures(state)
        ? html`<div class="buttons">${allowButton(app, waiting)}${photoButton(app)}</div>` : nothing}
      ${picture ? placingHelp() : nothing}</div>
    <div class="believed">
      <h2>${waiting ? words.dealNow : words.isRight}</h2>
      <p class="hint">${waiting ? `${words.dealWhere(game.near, game.players.join(", "))} ${words.dealBegins}` : words.tapWrong}</p>
      <div class="lines">${groups(state, game).map(([name, kind, cards]) => html`<div class="line">
        <p><b>${name}</b> <span class="soft">${words.cardUnit(cards.length)}</span></p>
        <div class=${`cards ${kind}`}>${cards.map(card => believedCard(app, card))}</div></div>`)}
        ${frameView(app, game)}</div>
      ${packQuestion(app)}
      <p class="buttons">
        ${!waiting && may ? html`<button id="right" type="button" class="main large" @click=${() => app.update({dealSeen:
            game.game})}>${words.yesPlay}</button>` : nothing}
        ${may ? iconButton("leave", "prev", words.leave, () => app.change({type: "stop"}), "quiet") : nothing}
      </p>
    </div>
  </div>`;
}

/**
 * Who has which cards: before the deal as they were read, then as the game believes it.
 * @param {State} state
 * @param {PlayedGame} game
 * @returns {[name: string, kind: string, cards: Lying[]][]}
 */
function groups(state, game) {
  if (game.state === "waiting" && !state.table) return [];
  const layout = game.state === "waiting" && state.table ? readLayout(state, state.table, game) : gameLayout(state, game);
  const seats = [...(layout.near ? [layout.near] : []), ...layout.far];
  return [
    ...seats.map(({name, cards}) => /** @type {[string, string, Lying[]]} */ ([name, name === game.near ? "near-hand" : "far-hand",
        cards])),
    [words.inMiddle, "", layout.middle.flatMap(({cards}) => cards)],
  ];
}

/** @param {App} app @param {Lying} lying */
function believedCard(app, {face, read, mark}) {
  if (!read || face === "" || !mayChange(app.state)) return cardView(face, {mark});
  return cardButton(face, () => app.correctCard(read), {mark});
}
