// @ts-check
// The result as a picture to share: drawn here from the cards of the page, and given to nobody but the person.
import {saveFile} from "./files.js";
import {html, nothing, render, svg} from "./lit.js";
import {placesOf} from "./podium.js";
import {scoreText} from "./story.js";
import {words} from "./words.js";

/** @import {BestTake, CardRow, Ending, Face} from "./protocol.d.ts" */

/** Width and height of the picture in pixels, and its margin. */
const SIZE = 1200, MARGIN = 60;
/** Width and height of a card on the picture, and the space beside it, in pixels. */
const CARD_W = 126, CARD_H = 176, GAP = 16;
/** Where the cards of a take begin and end, and the space below a set, in pixels. */
const TAKE_TOP = 740, TAKE_END = SIZE - 20, BELOW = 40;
/** Width of a sign between cards. */
const SIGN_W = 44;
/** How much of a card shows where another lies on it. */
const STEP = 62;
const WHITE = "#ffffff", INK = "#241a30";

/**
 * Shares the picture where the browser can, else saves it.
 * @param {{announce: (text: string) => void}} app
 * @param {Ending} ending
 * @param {boolean} named whether names may stand in it
 */
export async function sharePicture(app, ending, named) {
  const blob = await pngOf(drawing(ending, named)).catch(() => null);
  if (!blob) return app.announce(words.shareFailed);
  const file = new File([blob], `numero-${ending.game}.png`, {type: "image/png"});
  if (navigator.canShare?.({files: [file]})) {
    // Whoever does not share after all says nothing.
    await navigator.share({files: [file], title: named && ending.winner || words.numero}).catch(() => null);
    return undefined;
  }
  saveFile(file);
  return app.announce(words.shareSaved);
}

/** @param {string} text of an SVG */
async function pngOf(text) {
  const address = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
  const image = new Image(SIZE, SIZE);
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(SIZE, SIZE);
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, SIZE);
  URL.revokeObjectURL(address);
  return canvas.convertToBlob({type: "image/png"});
}

/**
 * The picture as SVG text, with the deck of the page and its colours in it.
 * @param {Ending} ending
 * @param {boolean} named
 */
export function drawing(ending, named) {
  const place = document.createElement("div"), deck = [...document.querySelectorAll(".deck > *")].map(part => part.cloneNode(true));
  const [best] = ending.best.toSorted((one, other) => other.points - one.points);
  const head = !ending.over ? words.stoppedHere : named ? words.wins(ending.winners) : words.result;
  render(html`<svg width=${SIZE} height=${SIZE} viewBox=${`0 0 ${SIZE} ${SIZE}`}>${deck}
    <rect width=${SIZE} height=${SIZE} fill="#2b6b54"></rect>
    ${textView("Numero Cam", SIZE / 2, 90, 34, "#cfe6db")}
    ${textView(head, SIZE / 2, 190, 84)}
    ${scoresView(ending, named)}${best ? bestView(best, named) : nothing}</svg>`, place);
  const root = /** @type {SVGElement} */ (place.firstElementChild);
  root.prepend(Object.assign(document.createElementNS(root.namespaceURI, "style"), {textContent: coloursAndCards()}));
  return new XMLSerializer().serializeToString(root);
}

/** @param {Ending} ending @param {boolean} named */
function scoresView(ending, named) {
  const places = placesOf(ending), width = (SIZE - MARGIN * 2 - GAP * (places.length - 1)) / places.length;
  return places.map(({name, place}, n) => {
    const x = MARGIN + n * (width + GAP), won = place === 1, ink = won ? INK : WHITE;
    return svg`<rect x=${x} y="260" width=${width} height="320" rx="36" fill=${won ? "#ffcf3d" : "#215443"}></rect>
      ${textView(named ? name : words.placeOf(place), x + width / 2, 340, 48, ink, width - 40)}
      ${textView(scoreText(ending.scores[name]), x + width / 2, 520, 170, ink, width - 40)}`;
  });
}

/** All sets of a take, as large as there is room for them. @param {BestTake} best @param {boolean} named */
function bestView({player, points, sets, card}, named) {
  const deepest = (/** @type {CardRow} */ row) => Math.max(...row.map(part => [part].flat().length));
  const ends = sets.map((_, n) => sets.slice(0, n + 1).reduce((sum, row) => sum + CARD_H + STEP * (deepest(row) - 1) + BELOW, 0));
  const most = Math.min(1, (TAKE_END - TAKE_TOP) / (ends.at(-1) ?? 1));
  return svg`${textView(`${named ? words.bestTake(player) : words.bestOfAll}: ${points}`, SIZE / 2, 690, 40)}
    ${sets.map((row, n) => rowView(row, card, TAKE_TOP + (ends[n - 1] ?? 0) * most, most))}`;
}

/** @param {CardRow} row @param {Face} makes @param {number} y @param {number} most its scale where it is not too wide */
function rowView(row, makes, y, most) {
  const parts = [...row, "=", makes];
  const isSign = (/** @type {string | string[]} */ part) => typeof part === "string" && ["+", "(", ")", "="].includes(part);
  const widths = parts.map(part => (isSign(part) ? SIGN_W : CARD_W + GAP)), whole = widths.reduce((sum, width) => sum + width);
  const scale = Math.min(most, (SIZE - MARGIN * 2) / whole);
  const drawn = parts.map((part, n) => {
    const x = widths.slice(0, n).reduce((sum, width) => sum + width, 0);
    return isSign(part) ? textView(String(part), x + SIGN_W / 2, CARD_H / 2 + 16, 48) : [part].flat().map((face, k) =>
      svg`<use href=${`#card-${face}`} x=${x + GAP / 2} y=${k * STEP} width=${CARD_W} height=${CARD_H}></use>`);
  });
  return svg`<g transform=${`translate(${(SIZE - whole * scale) / 2} ${y}) scale(${scale})`}>${drawn}</g>`;
}

/** Colours of the page by day, and the rules by which cards are drawn: a picture has no style sheets. */
function coloursAndCards() {
  const sheets = [...document.styleSheets].filter(({href}) => /\/(cards|look)\.css$/.test(href ?? ""));
  return sheets.flatMap(sheet => [...sheet.cssRules]).filter(rule => rule instanceof CSSStyleRule)
    .filter(({selectorText}) => /^(:root|\.card-|\.in-|\.frame-)/.test(selectorText)).map(rule => rule.cssText).join("\n");
}

/**
 * @param {string} text
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {number} most width
 */
const textView = (text, x, y, size, fill = WHITE, most = SIZE - MARGIN * 2) => svg`<text x=${x} y=${y} fill=${fill}
  font-size=${Math.min(size, most / (text.length * 0.56))} font-weight="700" font-family="system-ui, sans-serif"
  text-anchor="middle">${text}</text>`;
