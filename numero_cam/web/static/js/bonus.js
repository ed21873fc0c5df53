// @ts-check
// The first time that a bonus is won it is explained, once for a device. It covers as a hint does, until somebody has read it or plays on.
import {bareButton, icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {words} from "./words.js";

/** @import {PlayedGame} from "./protocol.d.ts" */

/** Bonuses that were explained on this device. */
const TOLD = "numero-bonuses";

/**
 * The rules of bonuses that were won since a game was shown last and that nobody was told here: from now on he was.
 * @param {PlayedGame | null} before
 * @param {PlayedGame} now
 * @returns {string[]}
 */
export function newBonuses(before, now) {
  if (before?.game !== now.game || before.plays.length >= now.plays.length || now.state === "over") return [];
  /** @type {string[]} */
  const told = JSON.parse(localStorage.getItem(TOLD) ?? "[]");
  const found = new Map(now.plays.slice(before.plays.length).flatMap(({bonuses}) => bonuses).filter(([key]) => !told.includes(key)));
  if (found.size) localStorage.setItem(TOLD, JSON.stringify([...told, ...found.keys()]));
  return [...found.values()];
}

/** @param {string[]} rules @param {() => void} close */
export const bonusView = (rules, close) => (rules.length ? html`<section class="tip bonus" aria-label=${words.newBonus} aria-live="polite">
  ${icon("star")}<p>${rules.map(rule => html`<b>${rule}</b> `)}</p>
  ${bareButton("bonus-read", "check", words.allRight, close, {kind: "main"})}
</section>` : nothing);
