// @ts-check
// Cards as the page shows them. Their drawing, figures and forms, is in ../../../text/templates/cards.svg, which the page holds once.
import {named} from "./faces.js";
import {html, nothing} from "./lit.js";
import {words} from "./words.js";

/** @import {CardRow, Face} from "./protocol.d.ts" */
/**
 * What a card can be, beside lying there: `takes` (ring and star), `set-a` (line), `set-b` (dashes), `unsure` (dots), `pale` (not now).
 * @typedef {"" | "takes" | "set-a" | "set-b" | "unsure" | "pale"} CardMark
 */

/**
 * How the cards of a set of a take are marked.
 * @param {number} n index of the set
 * @returns {CardMark}
 */
export const setMark = n => (n % 2 ? "set-b" : "set-a");

/**
 * A card; `--w` is its width.
 * @param {Face} face
 * @param {{mark?: CardMark, named?: boolean}} more `named`: whether its name is read aloud; false where something else says it
 */
export const cardView = (face, {mark = "", named: isNamed = true} = {}) => html`<span class=${`card ${mark}`}
  role=${isNamed ? "img" : nothing} aria-label=${isNamed ? named(face) : nothing} aria-hidden=${isNamed ? nothing : "true"}><svg
  viewBox="0 0 1260 1760" aria-hidden="true"><use href=${`#card-${face}`}></use></svg></span>`;

/** Cards that are only a picture. @param {Face[]} faces */
export const drawnCards = faces => faces.map(face => cardView(face, {named: false}));

/**
 * A build: its cards on each other, each corner in view, and its worth.
 * @param {Face[]} faces from bottom to top
 * @param {string} value
 * @param {CardMark} mark
 */
export function buildView(faces, value, mark = "") {
  return html`<span class="build" role="img" aria-label=${words.buildOf(value, faces.map(named).join(", "))}>${
    faces.map(face => cardView(face, {mark, named: false}))}${value ? html`<span class="worth" aria-hidden="true">= ${value}</span>` :
        nothing}</span>`;
}

/**
 * A calculation as cards and signs in a row; with the card that takes, that one behind a sign of equality, with ring and star. The card
 * that a build is made with lies in the build, and is not what it makes.
 * @param {CardRow} row
 * @param {Face} card empty: none
 */
export function cardRow(row, card = "") {
  const makes = row.flat().includes(card) ? "" : card;
  return html`<span class="cards">${row.map(part => (typeof part !== "string" ? buildView(part, "")
    : isSign(part) ? html`<span class="joint">${part}</span>` : cardView(part)))}${
    makes ? html`<span class="joint">=</span>${cardView(makes, {mark: "takes"})}` : nothing}</span>`;
}

/** @param {string} part of a row */
const isSign = part => part === "+" || part === "(" || part === ")";

/** What a card is found by: as the game writes it, and its name. @param {Face} face */
export const searchWords = face => `${face} ${named(face)}`.toLowerCase();

/**
 * A button that shows a card; what is read aloud is the name of the card, and what is told beside it.
 * @param {Face} face
 * @param {() => void} choose
 * @param {{beside?: string, n?: number, hidden?: boolean, tab?: number, mark?: CardMark, pressed?: boolean}} more
 *   `n`: its index among others; `tab`: its tabindex; `pressed`: whether it is chosen, where several can be
 */
export function cardButton(face, choose, {beside = "", n, hidden = false, tab, mark = "", pressed} = {}) {
  return html`<button type="button" class="face" data-name=${searchWords(face)} data-n=${n ?? nothing} ?hidden=${hidden}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)} tabindex=${tab ?? nothing} @click=${choose}>${
    cardView(face, {mark})}${beside ? html`<small>${beside}</small>` : nothing}</button>`;
}
