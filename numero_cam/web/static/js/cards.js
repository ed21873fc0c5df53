// Cards as they are drawn on the page: number, form and colour, in the corner too, so that a stack can be read.
import {h, svg} from "./dom.js";
import {face, named} from "./faces.js";

export const CARD_W = 63, CARD_H = 88;

// The class says the colour, the form says it again.
export function kindOf(text) {
  return text === "" ? "down" : text === "?" ? "unread" : `c-${face(text).colour || "none"}`;
}

// What is on a card, around its middle; `turned`: how much of its width there is for the number, 0..1.
export function marks(text, turned = 1) {
  if (text === "") return [];
  const shown = face(text);
  const size = (shown.big.length > 3 ? 20 : shown.big.length > 2 ? 26 : 36) * turned;
  return [
    svg("text", {y: shown.form ? -4 : 2, "font-size": size}, shown.big),
    svg("text", {y: 4 + size * 0.72, "font-size": size * 0.55, class: "form"}, shown.form),
  ];
}

// What shows of a card on which another lies: its left edge.
export function edgeMarks(text) {
  const shown = face(text);
  const x = -CARD_W / 2 + 14, size = shown.big.length > 2 ? 13 : 20;
  return [svg("text", {x, y: -24, "font-size": size}, shown.big), svg("text", {x, y: -4, "font-size": 15, class: "form"}, shown.form)];
}

export const outline = () => svg("rect", {x: -CARD_W / 2, y: -CARD_H / 2, width: CARD_W, height: CARD_H, rx: 6});

// A button that shows a card; what is read aloud is the name of the card, and what is told beside it.
export function cardButton(text, onclick, beside = "") {
  const picture = svg("svg", {class: "drawn", viewBox: `${-CARD_W / 2 - 2} ${-CARD_H / 2 - 2} ${CARD_W + 4} ${CARD_H + 4}`, role: "img", "aria-label": named(text)},
    svg("g", {class: `card ${kindOf(text)}`}, outline(), marks(text)));
  return h("button", {type: "button", class: "face", "data-name": `${text} ${named(text)}`.toLowerCase(), onclick},
    picture, beside && h("small", {}, beside));
}
