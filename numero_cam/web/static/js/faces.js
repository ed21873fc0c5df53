// @ts-check
// Cards as a person reads them: signs instead of the game's letters, and a form beside each colour.
import {words} from "./words.js";

/** @import {Face} from "./protocol.d.ts" */

/** @type {Record<string, string>} */
const FORMS = {r: "●", b: "■", g: "▲", o: "◆", s: "♠", h: "♥", d: "♦", c: "♣"};
/** @type {Record<string, string>} */
const POWERS = {N2: "²", N3: "³", sqrt: "√", cbrt: "∛"};
/** @type {Record<string, string>} */
const COLOURS = words.colours;
const NUMBER = /^(\d+)([rbgoshdc]?)$/;

/**
 * The large letters of a card, its colour as the game writes it, and the form that says the colour.
 * @param {Face} face
 */
export function faceParts(face) {
  const number = NUMBER.exec(face);
  if (number) return {big: number[1], colour: number[2], form: FORMS[number[2]] ?? ""};
  return {big: signs(face), colour: "wild", form: ""};
}

/** @param {Face} face */
function signs(face) {
  return POWERS[face] ?? face.replace(/^-/, "−").replace(/^x/, "×").replace(/^\/(?=\d)/, "÷");
}

/**
 * The name of a card, as it is read aloud.
 * @param {Face} face
 */
export function named(face) {
  if (face === "") return words.faceDown;
  if (face === "?") return words.unknownCard;
  const number = NUMBER.exec(face);
  return number ? `${number[1]} ${COLOURS[number[2]] ?? ""}`.trim() : signs(face);
}
