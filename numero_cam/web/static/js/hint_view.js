// @ts-check
// Hints in five strengths, in cards and words. They are asked for, and are for whose turn it is; on a player's page only for himself.
import {cardRow, cardView} from "./cards.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {isFor, mayHaveHints, ownPlayer, playedGame} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {AdvisedPlay, Hint, Level} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** The strengths, the weakest first. @type {Level[]} */
export const STRENGTHS = ["cards", "with", "begin", "play", "advise"];

/**
 * Whether a hint can be asked for: a player is to play, and on a player's page it is he.
 * @param {State} state
 */
export function mayAskHint(state) {
  const game = playedGame(state), own = ownPlayer(state);
  if (!game || game.state !== "playing" || game.hints === false || !mayHaveHints(state)) return false;
  return state.hello.role !== "player" || (own !== undefined && own === game.player);
}

/**
 * The hint that this page asked for and may show; null where it is for another player, or for another strength.
 * @param {State} state
 */
export function shownHint(state) {
  const {hint, level} = state;
  if (!hint || level === "none" || hint.level !== level || !mayHaveHints(state) || !isFor(state, hint.player)) return null;
  return hint;
}

/**
 * @param {State} state
 * @param {App} app
 * @param {Hint} hint
 */
export function hintView(state, app, hint) {
  const strength = STRENGTHS.indexOf(state.level) + 1;
  return html`<section class="tip" aria-labelledby="tip-title" aria-live="polite">
    <p class="head"><b id="tip-title">${hint.player ? words.hintFor(hint.player) : words.hint}</b>${strengthView(strength)}</p>
    ${hint.plays.length ? hint.plays.map(adviceView) : html`
      <p class="said">${hint.lines.length ? hint.lines.join(" ") : hint.why || words.looking}</p>${cardsView(hint)}`}
    <p class="buttons">
      ${strength < STRENGTHS.length ? html`<button id="more-hint" type="button" class="main" @click=${() =>
          app.askHint()}>${words.hintMore}</button>` : nothing}
      <button id="enough" type="button" class="quiet" @click=${() => app.setLevel("none")}>${words.hintEnough}</button>
    </p>
  </section>`;
}

/** @param {number} strength */
const strengthView = strength => html`<span class="strength" role="img" aria-label=${words.strengthOf(strength, STRENGTHS.length)}>${
  STRENGTHS.map((_, n) => html`<i class=${n < strength ? "on" : ""}></i>`)}</span>`;

/** @param {Hint | AdvisedPlay} hint */
function cardsView({card, sets}) {
  if (!card && !sets.length) return nothing;
  if (!sets.length) return html`<div class="plays-cards">${cardView(card, {mark: "takes"})}</div>`;
  return html`<div class="plays-cards">${sets.map(row => cardRow(row, card))}</div>`;
}

/** @param {AdvisedPlay} play */
const adviceView = play => html`<div class="advice"><p class="said">${play.said} <span class="tag">${play.worth}</span></p>
  <details><summary class="small">${icon("next")} ${words.why}</summary><p class="small">${play.why}</p></details></div>`;
