// @ts-check
// The result as a picture to share: drawn here from the cards of the page, and given to nobody but the person.
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {CardRow, Story} from "./protocol.d.ts" */

/** Size of the picture in pixels. */
const WIDTH = 1200, HEIGHT = 1200;
const MARGIN = 60;
/** Width and height of a card on the picture, and the space beside it, in pixels. */
const CARD_W = 126, CARD_H = 176, GAP = 16;
/** Width of a sign between cards. */
const SIGN_W = 44;
/** How much of a card shows where another lies on it. */
const STEP = 62;

/**
 * Shares the picture where the browser can, else saves it.
 * @param {App} app
 * @param {Story} story
 */
export async function sharePicture(app, story) {
  const blob = await pngOf(drawing(story)).catch(() => null);
  if (!blob) return app.announce(words.shareFailed);
  const file = new File([blob], `numero-${story.game}.png`, {type: "image/png"});
  if (navigator.canShare?.({files: [file]})) {
    // Whoever does not share after all says nothing.
    await navigator.share({files: [file], title: words.winsLine(story)}).catch(() => null);
    return undefined;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return app.announce(words.shareSaved);
}

/** @param {string} text of an SVG */
async function pngOf(text) {
  const address = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
  const image = new Image(WIDTH, HEIGHT);
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  URL.revokeObjectURL(address);
  return canvas.convertToBlob({type: "image/png"});
}

/**
 * The picture as SVG text, with the deck of the page and its colours in it.
 * @param {Story} story
 */
export function drawing(story) {
  const root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  root.setAttribute("width", String(WIDTH));
  root.setAttribute("height", String(HEIGHT));
  root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const style = document.createElementNS(root.namespaceURI, "style");
  style.textContent = coloursAndCards();
  root.append(style, ...[...document.querySelectorAll(".deck > *")].map(part => part.cloneNode(true)));
  add(root, "rect", {width: WIDTH, height: HEIGHT, fill: "#2b6b54"});
  write(root, "Numero Cam", WIDTH / 2, 90, 34, "#cfe6db");
  write(root, story.over ? words.wins(story.winners) : words.stoppedHere, WIDTH / 2, 190, 84, "#ffffff");
  writeScores(root, story);
  const best = [...story.best].sort((one, other) => other.points - one.points)[0];
  if (best) {
    write(root, `${words.bestTake(best.player)}: ${best.points}`, WIDTH / 2, 690, 40, "#ffffff");
    best.sets.slice(0, 2).forEach((row, n) => drawRow(root, row, best.card, 740 + n * (CARD_H + 40)));
  }
  return new XMLSerializer().serializeToString(root);
}

/**
 * @param {Element} root
 * @param {Story} story
 */
function writeScores(root, {players, scores, winners}) {
  const width = (WIDTH - MARGIN * 2 - GAP * (players.length - 1)) / players.length;
  players.forEach((name, n) => {
    const x = MARGIN + n * (width + GAP), won = winners.includes(name), ink = won ? "#241a30" : "#ffffff";
    add(root, "rect", {x, y: 260, width, height: 320, rx: 36, fill: won ? "#ffcf3d" : "#215443"});
    write(root, name, x + width / 2, 340, 48, ink, width - 40);
    write(root, String(scores[name]).replace("-", "−"), x + width / 2, 520, 170, ink, width - 40);
  });
}

/**
 * @param {Element} root
 * @param {CardRow} row
 * @param {string} makes
 * @param {number} y
 */
function drawRow(root, row, makes, y) {
  const parts = [...row, "=", makes];
  const isSign = (/** @type {string | string[]} */ part) => typeof part === "string" && ["+", "(", ")", "="].includes(part);
  const whole = parts.reduce((sum, part) => sum + (isSign(part) ? SIGN_W : CARD_W + GAP), 0);
  const scale = Math.min(1, (WIDTH - MARGIN * 2) / whole);
  const group = add(root, "g", {transform: `translate(${(WIDTH - whole * scale) / 2} ${y}) scale(${scale})`});
  let x = 0;
  for (const part of parts) {
    if (isSign(part)) write(group, String(part), x + SIGN_W / 2, CARD_H / 2 + 16, 48, "#ffffff");
    else [part].flat().forEach((face, k) =>
      add(group, "use", {href: `#card-${face}`, x: x + GAP / 2, y: k * STEP, width: CARD_W, height: CARD_H}));
    x += isSign(part) ? SIGN_W : CARD_W + GAP;
  }
}

/** Colours of the page by day, and the rules by which cards are drawn: a picture has no style sheets. */
function coloursAndCards() {
  const sheets = [...document.styleSheets].filter(({href}) => /\/(cards|look)\.css$/.test(href ?? ""));
  return sheets.flatMap(sheet => [...sheet.cssRules]).filter(rule => rule instanceof CSSStyleRule)
    .filter(({selectorText}) => /^(:root|\.card-|\.in-|\.frame-)/.test(selectorText)).map(rule => rule.cssText).join("\n");
}

/**
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function add(parent, name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return parent.appendChild(made);
}

/**
 * @param {Element} parent
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {number} most width
 */
function write(parent, text, x, y, size, fill, most = WIDTH - MARGIN * 2) {
  const fits = Math.min(size, most / (text.length * 0.56));
  const font = {"font-size": fits, "font-weight": 700, "font-family": "system-ui, sans-serif", "text-anchor": "middle"};
  add(parent, "text", {x, y, fill, ...font}).textContent = text;
}
