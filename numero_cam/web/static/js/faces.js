// @ts-check
// Cards as a person reads them: signs instead of the game's letters.
import {words} from "./words.js";

/** @import {Face} from "./protocol.d.ts" */

/** @type {Record<string, string>} */
const SUITS = {s: "♠", h: "♥", d: "♦", c: "♣"};
/** @type {Record<string, string>} */
const ROOTS = {N2: "N²", N3: "N³", sqrt: "√", cbrt: "∛"};
/** All wild cards of the game, in its order. @type {Face[]} */
export const WILDS = [
  "-2", "-3", "-4", "-5", "x2", "x3", "x4", "x5", "/2", "/3", "/4", "/5", "1/2", "1/3", "1/4", "1/5", "1/8", "1/10", "2/3", "3/4", "2/5",
  "3/5", "4/5", "3/2", "5/2", "N2", "N3", "sqrt", "cbrt",
];
const NUMBER = /^(\d+)([rbgoshdc]?)$/;

/**
 * The figure of a card, its colour as the game writes it (`wild` for a wild card), and the sign of its suit where it has one.
 * @param {Face} face
 */
export function faceParts(face) {
  const number = NUMBER.exec(face);
  if (number) return {figure: number[1], colour: number[2], suit: SUITS[number[2]] ?? ""};
  return {figure: signs(face), colour: "wild", suit: ""};
}

/** @param {Face} face */
function signs(face) {
  return ROOTS[face] ?? face.replace(/^-/, "−").replace(/^x/, "× ").replace(/^\/(?=\d)/, "÷ ");
}

/** The name of a card, as it is read aloud. @param {Face} face */
export function named(face) {
  if (face === "") return words.faceDown;
  if (face === "?") return words.unknownCard;
  const number = NUMBER.exec(face);
  return number ? `${number[1]} ${/** @type {Record<string, string>} */ (words.colours)[number[2]] ?? ""}`.trim() : signs(face);
}
