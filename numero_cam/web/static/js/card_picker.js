// @ts-check
// Choosing what a card is: look-alikes first, then any card of the game, by tap, by arrow keys or by writing it.
import {cardButton, searchWords} from "./cards.js";
import {valueOf} from "./fields.js";
import {html} from "./lit.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Face, TableCard} from "./protocol.d.ts" */

/** Maximum number of look-alikes, those that were read among them. */
const MOST = 8;

/** @param {TableCard} card @param {Face[]} pack @param {(face: Face) => void} choose */
export function lookAlikes(card, pack, choose) {
  const read = card.others.filter(([face]) => face && face !== "?");
  const known = new Set([card.face, ...read.map(([face]) => face)]);
  const alike = pack.filter(face => !known.has(face) && looksLike(face, card.face)).slice(0, Math.max(0, MOST - read.length));
  return html`<div class="faces" role="group" aria-label=${words.cardLikely}>
    ${read.map(([face]) => cardButton(face, () => choose(face)))}
    ${alike.map(face => cardButton(face, () => choose(face)))}
  </div>`;
}

/**
 * The same digits in another colour or with another sign; and a six is a nine for whom it lies upside down.
 * @param {Face} face
 * @param {Face} other
 */
function looksLike(face, other) {
  const digits = (/** @type {Face} */ text) => text.match(/\d+/g)?.at(-1)?.replace("9", "6");
  return digits(face) !== undefined && digits(face) === digits(other);
}

/**
 * One stop of the tab key for all cards: arrow keys go from card to card.
 * @param {App} app
 * @param {Face[]} pack
 * @param {(face: Face) => void} choose
 * @param {string} [title] of cards that are shown at once
 */
export function anyCard(app, pack, choose, title = "") {
  const {picker} = app.state;
  const wanted = picker.written.trim().toLowerCase();
  const found = pack.flatMap((face, n) => (searchWords(face).includes(wanted) ? [n] : []));
  const stop = found.includes(picker.at) ? picker.at : found[0];
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const exact = found.filter(n => pack[n].toLowerCase() === wanted);
    const meant = exact.length === 1 ? exact : found;
    if (meant.length === 1) choose(pack[meant[0]]);
  };
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const next = neighbour(event);
    if (!next) return;
    event.preventDefault();
    app.update({picker: {...picker, at: Number(next.dataset.n)}});
    next.focus();
  };
  return html`<details ?open=${title !== ""}><summary>${title || words.cardAny}</summary>
    <p class="field"><label for="written">${words.cardFind}</label>
      <input id="written" autocomplete="off" spellcheck="false" @keydown=${enter}
        @input=${(/** @type {Event} */ event) => app.update({picker: {written: valueOf(event), at: -1}})}></p>
    <p class="hint" role="status">${found.length ? "" : words.cardNotInGame}</p>
    <div class="faces" role="group" aria-label=${words.cardAny} @keydown=${walk}>${pack.map((face, n) =>
      cardButton(face, () => choose(face), {n, hidden: !found.includes(n), tab: n === stop ? 0 : -1}))}</div>
  </details>`;
}

/**
 * The card to which a key goes from the focused one; undefined where it goes nowhere.
 * @param {KeyboardEvent} event
 * @returns {HTMLElement | undefined}
 */
function neighbour(event) {
  const grid = /** @type {HTMLElement} */ (event.currentTarget);
  const shown = /** @type {HTMLElement[]} */ ([...grid.querySelectorAll("button:not([hidden])")]);
  const now = shown.findIndex(button => button === document.activeElement);
  if (now < 0) return undefined;
  const across = shown.filter(button => button.offsetTop === shown[0].offsetTop).length;
  const steps = new Map([["ArrowRight", 1], ["ArrowLeft", -1], ["ArrowDown", across], ["ArrowUp", -across]]);
  if (event.key === "Home") return shown[0];
  if (event.key === "End") return shown.at(-1);
  const step = steps.get(event.key);
  return step === undefined ? undefined : shown[now + step];
}
