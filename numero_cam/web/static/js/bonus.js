// @ts-check
// The first time that a bonus is won it is explained, once for a device. It covers as a hint does, until somebody has read it or plays on;
// after the last play it stands with the result.
import {bareButton, icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {words} from "./words.js";

/** @import {PlayedGame} from "./protocol.d.ts" */

/** Bonuses that were explained on this device. */
const TOLD = "numero-bonuses";

/** @returns {string[]} */
const toldHere = () => JSON.parse(localStorage.getItem(TOLD) ?? "[]");

/**
 * The bonuses that were won since a game was shown last and that nobody was told here, with their rules.
 * @param {PlayedGame | null} before
 * @param {PlayedGame | null} now
 * @returns {PlayedGame["plays"][0]["bonuses"]}
 */
export function newBonuses(before, now) {
  if (!before || !now || before.game !== now.game) return [];
  const told = toldHere();
  return [...new Map(now.plays.slice(before.plays.length).flatMap(({bonuses}) => bonuses).filter(([key]) => !told.includes(key)))];
}

/**
 * The rules of bonuses. Only where they are drawn, and the window is seen, somebody was told.
 * @param {PlayedGame["plays"][0]["bonuses"]} bonuses
 * @param {() => void} close
 */
export function bonusView(bonuses, close) {
  if (!bonuses.length) return nothing;
  const told = toldHere(), fresh = bonuses.map(([key]) => key).filter(key => !told.includes(key));
  if (fresh.length && !document.hidden) localStorage.setItem(TOLD, JSON.stringify([...told, ...fresh]));
  return html`<section class="tip bonus" aria-label=${words.newBonus} aria-live="polite">
    ${icon("star")}<p>${bonuses.map(([, rule]) => html`<b>${rule}</b> `)}</p>
    ${bareButton("bonus-read", "check", words.allRight, close)}
  </section>`;
}
