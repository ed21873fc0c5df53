// @ts-check
// Hints in five strengths, in cards and words. They are asked for, and are for whose turn it is; on a player's page only for himself.
import {cardView} from "./cards.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {playCards} from "./story.js";
import {isFor, mayHaveHints, ownPlayer, playedGame} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {AdvisedPlay, Hint, Level} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/** The strengths, the weakest first. @type {Level[]} */
const STRENGTHS = ["cards", "with", "begin", "play", "advise"];

/** The strengths that say more than the one before, for the play of a hint. @param {Hint | null} hint */
const strengthsOf = hint => hint?.levels.length ? hint.levels : STRENGTHS;

/** How many of the strengths of a hint a page has reached. @param {State} state */
const reached = ({hint, level}) => strengthsOf(hint).filter(one => STRENGTHS.indexOf(one) <= STRENGTHS.indexOf(level)).length;

/** The next strength, which says more; undefined after the strongest. @param {State} state */
export const nextStrength = state => strengthsOf(state.hint)[reached(state)];

/** Whether a hint can be asked for: a player is to play, and on a player's page it is he. @param {State} state */
export function mayAskHint(state) {
  const game = playedGame(state), own = ownPlayer(state);
  if (!game || game.state !== "playing" || game.hints === false || !mayHaveHints(state)) return false;
  return state.hello.role !== "player" || (own !== undefined && own === game.player);
}

/** The hint that this page asked for and may show; null where it is for another player, or for another strength. @param {State} state */
export function shownHint(state) {
  const {hint, level} = state;
  if (!hint || level === "none" || hint.level !== level || !mayHaveHints(state) || !isFor(state, hint.player)) return null;
  return hint;
}

/** @param {App} app @param {Hint} hint */
export function hintView(app, hint) {
  const {state} = app, {length} = strengthsOf(hint);
  return html`<section class="tip" aria-labelledby="tip-title" aria-live="polite">
    <p class="head"><b id="tip-title">${hint.player ? words.hintFor(hint.player) : words.hint}</b>
      ${strengthView(reached(state), length)}</p>
    ${hint.plays.length ? hint.plays.map(adviceView) : html`
      <p class="said">${hint.lines.length ? hint.lines.join(" ") : hint.why || words.looking}</p>${hint.card && !hint.sets.length
        ? html`<div class="plays-cards">${cardView(hint.card, {mark: "takes"})}</div>` : playCards(hint)}`}
    <p class="buttons">
      ${nextStrength(state) ? html`<button id="more-hint" type="button" class="main" @click=${() =>
          app.askHint()}>${words.hintMore}</button>` : nothing}
      <button id="enough" type="button" class="quiet" @click=${() => app.setLevel("none")}>${words.hintEnough}</button>
    </p>
  </section>`;
}

/** @param {number} strength @param {number} strongest */
const strengthView = (strength, strongest) => html`<span class="strength" role="img" aria-label=${words.strengthOf(strength, strongest)}>${
  Array.from({length: strongest}, (_, n) => html`<i class=${n < strength ? "on" : ""}></i>`)}</span>`;

/** @param {AdvisedPlay} play */
const adviceView = play => html`<div class="advice"><p class="said">${play.said} <span class="tag">${play.worth}</span></p>
  <details><summary class="small">${icon("next")} ${words.why}</summary><p class="small">${play.why}</p></details></div>`;
