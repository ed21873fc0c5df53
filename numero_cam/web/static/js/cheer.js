// @ts-check
// A take worth telling is celebrated: what it was, large, under a rain of the four forms. Any tap ends it.
import {formView} from "./icons.js";
import {html, nothing} from "./lit.js";
import {playedGame} from "./state.js";
import {itemsView, playCards, signed} from "./story.js";

/** @import {App} from "./main.js" */
/** @import {Play, PlayedGame} from "./protocol.d.ts" */

/** A take of at least this many points, or in a game by cards of this many cards, is worth telling. */
const POINTS_WORTH_TELLING = 20, CARDS_WORTH_TELLING = 6;
/** How many forms rain. */
const RAIN = 28;

/** @param {PlayedGame} game @param {Play | undefined} play */
export const isWorthTelling = ({by}, play) =>
  play?.kind === "taken" && play.points >= (by === "points" ? POINTS_WORTH_TELLING : CARDS_WORTH_TELLING);

/** The forms that rain. */
export const rainView = () => html`<svg class="rain" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${
  Array.from({length: RAIN}, (_, n) => formView(n % 4, (n * 37) % 98, (n * 53) % 96, 3.4, `bit late-${n % 7}`))}</svg>`;

/** @param {App} app */
export function cheerView(app) {
  const {state} = app, {cheer} = state;
  const play = playedGame(state)?.plays.find(({k}) => k === cheer);
  if (!play) return nothing;
  return html`<div class="cheer" tabindex="0" @click=${() => app.update({cheer: null})}>
    ${rainView()}
    <div class="in"><p class="said">${play.said}</p><strong
        class="points">${signed(play.points)}</strong>${playCards(play)}${itemsView(play)}</div>
  </div>`;
}
