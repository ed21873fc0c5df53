// @ts-check
// The cards of a position, chosen by taps or typed. What a card is, the program says when it is asked.
import {buildView, cardButton} from "../js/cards.js";
import {anyCard} from "../js/card_picker.js";
import {valueOf} from "../js/fields.js";
import {html, live} from "../js/lit.js";
import {words} from "../js/words.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/**
 * Cards and builds as the game writes them.
 * @typedef {{centre: string[], hand: string[], zone: "centre" | "hand"}} Position
 */

/** @type {["centre" | "hand", string][]} */
const ZONES = [["centre", words.inMiddle], ["hand", words.theHand]];

/** @param {Page} page @param {Position} position @param {(changes: Partial<Position>) => void} change */
export function cardsField(page, position, change) {
  const add = (/** @type {string} */ face) => change({[position.zone]: [...position[position.zone], face]});
  return html`
    ${ZONES.map(([zone, title]) => html`<h2>${title}</h2>${zoneView(position[zone], n => change({[zone]: position[zone].filter((_, at) =>
      at !== n)}))}`)}
    <div class="bar" role="group" aria-label=${texts.addTo}>${ZONES.map(([zone, title]) => html`<button type="button" id=${`to-${zone}`}
      aria-pressed=${String(position.zone === zone)} @click=${() => change({zone})}>+ ${title}</button>`)}
      <button type="button" id="clear" class="quiet" @click=${() => change({centre: [], hand: []})}>${texts.clear}</button></div>
    <div class="picker">${anyCard(page.app, page.state.pack, add)}</div>
    <details id="typing"><summary>${texts.typed}</summary><p class="hint">${texts.typedHow}</p>
      ${ZONES.map(([zone, title]) => html`<p class="field"><label for=${`typed-${zone}`}>${title}</label>
        <input id=${`typed-${zone}`} autocomplete="off" autocapitalize="off" spellcheck="false" .value=${live(typedText(`typed-${zone}`, position[zone].join(" ")))}
          @change=${(/** @type {Event} */ event) => change({[zone]: itemsOf(event)})}></p>`)}</details>`;
}

/**
 * What a field shows: what somebody is typing stays as it is, whatever comes meanwhile.
 * @param {string} id
 * @param {string} text
 */
const typedText = (id, text) => document.activeElement?.id === id ? /** @type {HTMLInputElement} */ (document.activeElement).value : text;

/** @param {Event} event of a field with cards */
const itemsOf = event => valueOf(event).replaceAll(",", " ").match(/\[[^\]]*\]|\S+/g) ?? [];

/**
 * Cards in a row; each is a button that takes it away.
 * @param {string[]} items
 * @param {(n: number) => void} remove
 */
function zoneView(items, remove) {
  if (!items.length) return html`<p class="soft">${texts.noCards}</p>`;
  return html`<div class="picks">${items.map((item, n) => (item.startsWith("[")
    ? html`<button type="button" class="face" aria-label=${texts.remove(item)} @click=${() => remove(n)}>${
      buildView(item.slice(1, -1).trim().split(/\s+/), "")}</button>`
    : cardButton(item, () => remove(n), {beside: "×"})))}</div>`;
}

/**
 * The cards of a puzzle, which write their sign when they are tapped; a build is typed as its value.
 * @param {string[]} items
 * @param {(face: string) => void} tap
 */
export const tappedCards = (items, tap) => html`<div class="picks">${items.filter(item => !item.startsWith("[")).map(face =>
  cardButton(face, () => tap(face)))}</div>`;
