// Cards as a person reads them: signs instead of the game's letters, and a form beside each colour.
import {words} from "./words.en.js";

export const FORMS = {r: "●", b: "■", g: "▲", o: "◆", s: "♠", h: "♥", d: "♦", c: "♣"};
const NUMBER = /^(\d+)([rbgoshdc]?)$/;

export function face(text) {
  const number = NUMBER.exec(text);
  if (number) return {big: number[1], colour: number[2], form: FORMS[number[2]] ?? ""};
  return {big: signs(text), colour: "wild", form: ""};
}

export function signs(text) {
  if (text === "") return "";
  const named = {N2: "²", N3: "³", sqrt: "√", cbrt: "∛"}[text];
  return named ?? text.replace(/^-/, "−").replace(/^x/, "×").replace(/^\/(?=\d)/, "÷");
}

export function named(text) {
  if (text === "" ) return words.faceDown;
  if (text === "?") return words.unknownCard;
  const number = NUMBER.exec(text);
  return number ? `${number[1]} ${words.colours[number[2]] ?? ""}`.trim() : signs(text);
}
