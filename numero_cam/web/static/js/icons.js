// @ts-check
// The pictograms of buttons, 24 x 24, drawn in one line. Each stands beside a word, or on a button that has a label.
import {html, nothing, svg} from "./lit.js";

const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.3 1.1 2.200h5c.1-.9.5-1.7 1.1-2.200A6 6 0 0 0 12 3z",
  ask: "M8.5 9a3.5 3.5 0 1 1 5.2 3.1c-1.100.7-1.700 1.400-1.700 2.900M12 19h.01",
  wrong: "M4 20l1-4L16 5l3 3L8 19l-4 1zM14 7l3 3",
  undo: "M9 7H15a5 5 0 0 1 0 10H8M9 7l3-3M9 7l3 3",
  redo: "M15 7H9a5 5 0 0 0 0 10h7M15 7l-3-3M15 7l-3 3",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z",
  sound: "M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M4 10v4h3l5 4V6L7 10zM16 9.5l5 5M21 9.5l-5 5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  menu: "M5 7h14M5 12h14M5 17h14",
  next: "M9 5l7 7-7 7",
  prev: "M15 5l-7 7 7 7",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  wall: "M4 5h16v11H4zM12 16v4M8 20h8",
  flag: "M6 21V4M6 5h11l-2.5 4 2.5 4H6",
  check: "M5 13l5 5L20 7",
  cross: "M6 6l12 12M18 6L6 18",
  phone: "M8 3h8v18H8zM11 18h2",
  photo: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21c1-5 4-7 8-7s7 2 8 7",
  plus: "M12 5v14M5 12h14",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0zM8 5H4c0 4 2 5 4 5M16 5h4c0 4-2 5-4 5M12 14v4M8 20h8",
  again: "M19 12a7 7 0 1 1-2.2-5.100M19 4v4h-4",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  sheet: "M6 3h9l4 4v14H6zM9 11h7M9 15h7M9 7h3",
  hand: "M8 12V6a1.5 1.5 0 0 1 3 0v5V4.500a1.5 1.5 0 0 1 3 0V11 6a1.5 1.5 0 0 1 3 0v8c0 4-2 7-5.5 7S7 19 5 14c-.6-1.6 1.5-2.5 2.4-1z",
  star: "M12 3.500l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.800l6-.8z",
  people: "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c.7-4 3-6 6.5-6s5.8 2 6.5 6M16 5.500a3 3 0 0 1 0 6M18 14.500c2 .8 3 2.7 3.5 5.5",
  past: "M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4M12 8v4l3 2",
};

/** @typedef {keyof PATHS} Pictogram */
/** @param {Pictogram} name */
export const icon = name => html`<svg class="pictogram" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]}></path></svg>`;

/**
 * A button with a pictogram and a word.
 * @param {string} id
 * @param {Pictogram} name
 * @param {string} text
 * @param {() => unknown} act
 * @param {string} kind its classes
 */
export const iconButton = (id, name, text, act, kind = "") => html`<button id=${id} type="button" class=${kind} @click=${act}>${
  icon(name)}<span>${text}</span></button>`;

/**
 * A button with nothing but a pictogram; its word is read aloud.
 * @param {string} id
 * @param {Pictogram} name
 * @param {string} label
 * @param {() => unknown} act
 * @param {{kind?: string, pressed?: boolean, disabled?: boolean}} more `kind`: its classes; `pressed`: of a switch
 */
export const bareButton = (id, name, label, act, {kind = "", pressed, disabled = false} = {}) => html`<button id=${id} type="button"
  class=${`icon ${kind}`} aria-label=${label} title=${label} aria-pressed=${pressed === undefined ? nothing : String(pressed)}
  ?disabled=${disabled} @click=${act}>${icon(name)}</button>`;

const COLOURS = ["red", "blue", "green", "orange"];

/**
 * The form of a colour, in a drawing.
 * @param {number} n of the four
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} kind more classes
 */
export const formView = (n, x, y, size, kind = "") => svg`<use class=${`${kind} in-${COLOURS[n]}-lit`} href=${`#form-${COLOURS[n][0]}`}
  x=${x} y=${y} width=${size} height=${size}></use>`;

/** The four forms. */
export const brandView = () => html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true">${
  [[5, 5], [33, 5], [5, 33], [33, 33]].map(([x, y], n) => formView(n, x, y, 26))}</svg>`;
