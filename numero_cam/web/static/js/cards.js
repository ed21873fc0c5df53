// @ts-check
// Cards as they are drawn on the page: number, form and colour, in the corner too, so that a stack can be read.
import {faceParts, named} from "./faces.js";
import {html, nothing, svg} from "./lit.js";

/** @import {Face} from "./protocol.d.ts" */

/** Size of a card in the units of its drawing. */
export const CARD_W = 63, CARD_H = 88;

/**
 * The class says the colour, the form says it again.
 * @param {Face} face
 */
export function kindOf(face) {
  return face === "" ? "down" : face === "?" ? "unread" : `c-${faceParts(face).colour || "none"}`;
}

/**
 * What is on a card, around its middle.
 * @param {Face} face
 * @param {number} room how much of its width there is for the number, 0 to 1
 */
export function marks(face, room = 1) {
  if (face === "") return nothing;
  const {big, form} = faceParts(face);
  const size = (big.length > 3 ? 20 : big.length > 2 ? 26 : 36) * room;
  return svg`<text y=${form ? -4 : 2} font-size=${size}>${big}</text>
    <text y=${4 + size * 0.72} font-size=${size * 0.55} class="form">${form}</text>`;
}

/**
 * What shows of a card on which another lies: its left edge.
 * @param {Face} face
 */
export function edgeMarks(face) {
  const {big, form} = faceParts(face);
  const x = -CARD_W / 2 + 14, size = big.length > 2 ? 13 : 20;
  return svg`<text x=${x} y="-24" font-size=${size}>${big}</text><text x=${x} y="-4" font-size="15" class="form">${form}</text>`;
}

export const cardOutline = svg`<rect x=${-CARD_W / 2} y=${-CARD_H / 2} width=${CARD_W} height=${CARD_H} rx="6"></rect>`;

/**
 * What a card is found by: as the game writes it, and its name.
 * @param {Face} face
 */
export const searchWords = face => `${face} ${named(face)}`.toLowerCase();

/**
 * A button that shows a card; what is read aloud is the name of the card, and what is told beside it.
 * @param {Face} face
 * @param {() => void} choose
 * @param {{beside?: string, n?: number, hidden?: boolean, tab?: number}} more `n`: its index among others; `tab`: its tabindex
 */
export function cardButton(face, choose, {beside = "", n, hidden = false, tab} = {}) {
  const box = `${-CARD_W / 2 - 2} ${-CARD_H / 2 - 2} ${CARD_W + 4} ${CARD_H + 4}`;
  return html`<button type="button" class="face" data-name=${searchWords(face)} data-n=${n ?? nothing} ?hidden=${hidden}
    tabindex=${tab ?? nothing} @click=${choose}><svg class="drawn" viewBox=${box} role="img" aria-label=${named(face)}><g
      class=${`card ${kindOf(face)}`}>${cardOutline}${marks(face)}</g></svg>${beside ? html`<small>${beside}</small>` : nothing}</button>`;
}
