// @ts-check
// The picture of the camera with what was read in it, drawn over the very picture it was read in: whose each card is, what it is, and the
// cards of a hint.
import {faceParts} from "./faces.js";
import {words} from "./words.js";

/** @import {CardMark} from "./cards.js" */
/** @import {Point, Table, TableCard} from "./protocol.d.ts" */
/**
 * How cards are drawn.
 * @typedef {object} Overlay
 * @property {(card: TableCard) => boolean} isDoubtful
 * @property {string} near the player at the lower edge
 * @property {Map<number, CardMark>} marks of a hint, by the number of the card
 */

/** Colours of outlines on a picture, each with a dark line behind it. */
const NEAR = "#ffcf3d", OTHERS = "#6fc3ff", MIDDLE = "#ffffff", UNSURE = "#ff9d4d", SHADOW = "#10241bcc";
const PLATE = "#fffaf0", PLATE_INK = "#241a30";
/** @type {Record<string, string>} */
const MARKS = {takes: "#ffcf3d", "set-a": "#6fc3ff", "set-b": "#ff9d4d"};
/** Letters are at least this large, in pixels, and else this share of the width of the picture. */
const LEAST_LETTERS = 14, LETTERS = 1 / 52;

export class Picture {
  /** @param {(card: TableCard) => void} tapped */
  constructor(tapped) {
    this.tapped = tapped;
    /** @type {Table | null} */
    this.table = null;
    this.canvas = document.createElement("canvas");
    this.canvas.width = 1280;
    this.canvas.height = 720;
    this.canvas.className = "picture";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", words.picture);
    this.canvas.addEventListener("click", event => this.tap(event));
  }

  /**
   * @param {Table} table
   * @param {ImageBitmap | null} picture in which it was read; null where this page does not have it
   * @param {Overlay} overlay
   */
  draw(table, picture, overlay) {
    this.table = table;
    if (!picture) return;
    if (this.canvas.width !== table.width || this.canvas.height !== table.height) {
      this.canvas.width = table.width;
      this.canvas.height = table.height;
    }
    const context = this.canvas.getContext("2d", {alpha: false});
    if (!context) return;
    context.drawImage(picture, 0, 0, table.width, table.height);
    for (const card of table.cards) drawCard(context, card, table, overlay);
    for (const [name, cards] of seats(table)) drawPlate(context, name, nameAt(cards, table), lettersOf(table) * 1.35);
  }

  /** @param {MouseEvent} event */
  tap(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
    const hit = this.table?.cards.findLast(card => isInside(card.quad, x, y));
    if (hit) this.tapped(hit);
  }
}

/** @param {Table} table */
function seats({cards}) {
  /** @type {Map<string, TableCard[]>} */
  const rows = new Map();
  for (const card of cards) if (card.zone === "row" && card.player) rows.set(card.player, [...(rows.get(card.player) ?? []), card]);
  return rows;
}

/**
 * @param {TableCard[]} cards
 * @param {Table} table
 * @returns {Point} pixels
 */
function middleOf(cards, {width, height}) {
  const points = cards.flatMap(card => card.quad);
  const mean = (/** @type {number} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0) * width, mean(1) * height];
}

/**
 * Where the name of a row stands: beside it, at the side of the nearer edge of the picture.
 * @param {TableCard[]} cards
 * @param {Table} table
 * @returns {Point} pixels
 */
function nameAt(cards, table) {
  const [x, y] = middleOf(cards, table), size = lettersOf(table) * 1.35;
  const ys = cards.flatMap(card => card.quad.map(point => point[1] * table.height));
  const beside = y > table.height / 2 ? Math.max(...ys) + size : Math.min(...ys) - 2 * size;
  return [x, Math.min(table.height - size, Math.max(size, beside))];
}

/** @param {Table} table */
const lettersOf = ({width}) => Math.max(LEAST_LETTERS, width * LETTERS);

/**
 * @param {CanvasRenderingContext2D} context
 * @param {TableCard} card
 * @param {Table} table
 * @param {Overlay} overlay
 */
function drawCard(context, card, table, {isDoubtful, near, marks}) {
  const corners = card.quad.map(([x, y]) => /** @type {Point} */ ([x * table.width, y * table.height]));
  const mark = marks.get(card.id), doubtful = card.unclear || card.face === "?" || isDoubtful(card);
  const line = Math.max(3, table.width / 260);
  context.beginPath();
  corners.forEach(([x, y], n) => (n ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.lineJoin = "round";
  context.setLineDash([]);
  context.lineWidth = line * 1.9;
  context.strokeStyle = SHADOW;
  context.stroke();
  const owned = card.zone !== "row" ? MIDDLE : card.player === near ? NEAR : OTHERS;
  context.setLineDash(mark === "set-b" ? [line * 4, line * 2] : doubtful ? [line, line * 1.8] : owned === OTHERS && !mark ? [line * 5,
      line * 2] : []);
  context.lineWidth = mark ? line * 1.7 : line;
  context.strokeStyle = mark ? MARKS[mark] : doubtful ? UNSURE : owned;
  context.stroke();
  context.setLineDash([]);
  if (!card.face) return;
  const {figure, suit} = faceParts(card.face);
  const top = Math.min(...corners.map(corner => corner[1]));
  const text = card.face === "?" ? "?" : `${figure}${suit}`;
  drawPlate(context, mark === "takes" ? `★ ${text}` : text, [middleOf([card], table)[0], top], lettersOf(table));
}

/**
 * Words on a plate.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {Point} at its middle, pixels
 * @param {number} size of the letters, pixels
 */
function drawPlate(context, text, [x, y], size) {
  context.font = `bold ${size}px system-ui, sans-serif`;
  const width = context.measureText(text).width + size * 0.8;
  context.fillStyle = PLATE;
  context.beginPath();
  context.roundRect(x - width / 2, y - size * 0.75, width, size * 1.45, size * 0.72);
  context.fill();
  context.fillStyle = PLATE_INK;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y);
}

/**
 * @param {Point[]} quad
 * @param {number} x
 * @param {number} y
 */
function isInside(quad, x, y) {
  let inside = false;
  for (let i = 0, j = quad.length - 1; i < quad.length; j = i, i += 1) {
    const [xi, yi] = quad[i], [xj, yj] = quad[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
