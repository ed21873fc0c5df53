// @ts-check
// The picture of the camera with what was read in it, drawn over the very picture it was read in.
import {faceParts} from "./faces.js";
import {words} from "./words.js";

/** @import {Point, Table, TableCard} from "./protocol.d.ts" */

/** @type {Record<string, string>} */
const COLOURS = {r: "#ff6b5e", b: "#6bb0ff", g: "#5fd38a", o: "#ffb155", wild: "#d7b8ff", "": "#ffffff"};
const UNCLEAR = "#bbbbbb", SHADOW = "#000000aa", PLATE = "#10202ee6";

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
   * @param {(card: TableCard) => boolean} isDoubtful
   */
  draw(table, picture, isDoubtful) {
    this.table = table;
    if (!picture) return;
    if (this.canvas.width !== table.width || this.canvas.height !== table.height) {
      this.canvas.width = table.width;
      this.canvas.height = table.height;
    }
    const context = this.canvas.getContext("2d", {alpha: false});
    if (!context) return;
    context.drawImage(picture, 0, 0, table.width, table.height);
    for (const card of table.cards) drawCard(context, card, table, card.unclear || isDoubtful(card));
  }

  /** @param {MouseEvent} event */
  tap(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
    const hit = this.table?.cards.findLast(card => isInside(card.quad, x, y));
    if (hit) this.tapped(hit);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {TableCard} card
 * @param {Table} table
 * @param {boolean} dashed
 */
function drawCard(context, card, {width, height}, dashed) {
  const corners = card.quad.map(([x, y]) => /** @type {Point} */ ([x * width, y * height]));
  const colour = card.unclear ? UNCLEAR : COLOURS[faceParts(card.face).colour] ?? COLOURS[""];
  context.beginPath();
  corners.forEach(([x, y], n) => (n ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  const line = Math.max(2, width / 320);
  context.setLineDash(dashed ? [8, 6] : []);
  context.lineWidth = line + 3;
  context.strokeStyle = SHADOW;
  context.stroke();
  context.lineWidth = line;
  context.strokeStyle = colour;
  context.stroke();
  context.setLineDash([]);
  if (card.face) drawPlate(context, card.face, corners, Math.max(14, width / 58), colour);
}

/**
 * The name of a card above its outline.
 * @param {CanvasRenderingContext2D} context
 * @param {string} face
 * @param {Point[]} corners pixels
 * @param {number} size of the letters, pixels
 * @param {string} colour
 */
function drawPlate(context, face, corners, size, colour) {
  const x = corners.reduce((sum, corner) => sum + corner[0], 0) / corners.length;
  const y = Math.min(...corners.map(corner => corner[1]));
  const {big, form} = faceParts(face);
  const text = face === "?" ? "?" : form ? `${big} ${form}` : big;
  context.font = `bold ${size}px system-ui, sans-serif`;
  const width = context.measureText(text).width + size * 0.7;
  context.fillStyle = PLATE;
  context.beginPath();
  context.roundRect(x - width / 2, y - size * 0.75, width, size * 1.45, size / 3);
  context.fill();
  context.fillStyle = colour;
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
