// @ts-check
// The picture of the camera, or a photo, with what was read in it, drawn over the very picture it was read in: whose each card is, what it
// is, and the cards of a hint or a take.
import {faceParts} from "./faces.js";
import {words} from "./words.js";

/** @import {CardMark} from "./cards.js" */
/** @import {Point, Table, TableCard} from "./protocol.d.ts" */
/**
 * How cards are drawn.
 * @typedef {object} Overlay
 * @property {(card: TableCard) => boolean} isDoubtful
 * @property {string} near the player at the lower edge
 * @property {Map<number, CardMark>} marks of a hint or a take, by the number of the card
 * @property {Map<number, string>} [letters] of the sets of a take, where it has several
 */
/**
 * What is drawn now; `unit` is a pixel of the page, in pixels of the picture.
 * @typedef {Overlay & {context: CanvasRenderingContext2D, table: Table, width: number, height: number, unit: number}} Drawing
 */

/** Colours of outlines on a picture, each with a dark line behind it. */
const NEAR = "#ffcf3d", OTHERS = "#6fc3ff", MIDDLE = "#ffffff", UNSURE = "#ff9d4d", SHADOW = "#10241bcc";
const PLATE = "#fffaf0", PLATE_INK = "#241a30";
/** @type {Record<string, string>} */
const MARKS = {takes: "#ffcf3d", "set-a": "#6fc3ff", "set-b": "#ff9d4d"};
/** Height of letters, in pixels of the page: at least, at most, and as a share of the width of the cards. */
const LEAST_LETTERS = 12, MOST_LETTERS = 22, LETTERS = 0.34;
/** Width of lines, in pixels of the page: of a marked card, and of others. */
const MARKED_LINE = 3.5, LINE = 2;
/** Width of the picture in pixels of the screen: at least that of a usual camera, as far as there are so many, and at most. */
const LEAST_WIDTH = 1280, MOST_WIDTH = 2048;
/** Number of points across and down a card at which it is looked whether another card covers it. */
const GRID = 6;
/** How near to a card a tap is one on it, in pixels of the page. */
const REACH = 20;

export class Picture {
  /**
   * @param {(card: TableCard) => void} tapped
   * @param {(at: Point) => void} [beside] takes a tap where no card is
   */
  constructor(tapped, beside) {
    this.tapped = tapped;
    this.beside = beside;
    /** @type {Table | null} */
    this.table = null;
    /** @type {() => void} */
    this.again = () => {};
    this.canvas = document.createElement("canvas");
    this.canvas.width = LEAST_WIDTH;
    this.canvas.height = 720;
    this.canvas.className = "picture";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", words.picture);
    this.canvas.addEventListener("click", event => this.tap(event));
    new ResizeObserver(() => this.again()).observe(this.canvas);
  }

  /**
   * @param {Table} table
   * @param {ImageBitmap | null} picture in which it was read; null where this page does not have it
   * @param {Overlay} overlay
   */
  draw(table, picture, overlay) {
    this.table = table;
    if (!picture) return;
    this.again = () => picture.width && this.drawNow(table, picture, overlay);  // a picture that was closed has no width
    this.again();
  }

  /** @param {Table} table @param {ImageBitmap} picture @param {Overlay} overlay */
  drawNow(table, picture, overlay) {
    const {canvas} = this, shown = canvas.clientWidth || table.width;
    const width = Math.min(MOST_WIDTH, Math.max(Math.min(table.width, LEAST_WIDTH), Math.round(shown * devicePixelRatio)));
    const height = Math.round(width * table.height / table.width);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    const context = canvas.getContext("2d", {alpha: false});
    if (!context) return;
    context.drawImage(picture, 0, 0, width, height);
    /** @type {Drawing} */
    const drawing = {...overlay, context, table, width, height, unit: width / shown};
    for (const card of table.cards) drawOutline(drawing, card);
    const size = lettersOf(drawing), above = table.cards.map((_, n) => table.cards.slice(n + 1).map(({quad}) => quad));
    const named = table.cards.map((card, n) => ({card, at: seenTop(card, above[n])})).filter(({card}) => card.face);
    const isMarked = (/** @type {{card: TableCard}} */ {card}) => Number(overlay.marks.has(card.id));
    named.sort((one, other) => isMarked(one) - isMarked(other));  // no name hides that of a card that is marked
    for (const {card, at} of named) drawFace(drawing, card, at, size);
    for (const [name, cards] of seats(table)) drawPlate(drawing, name, nameAt(drawing, cards, size * 1.35), size * 1.35);
  }

  /** @param {MouseEvent} event */
  tap(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
    const cards = this.table?.cards ?? [];
    const hit = cards.findLast(card => isInside(card.quad, x, y)) ?? nearest(cards, [x, y], box);
    if (hit) this.tapped(hit);
    else this.beside?.([x, y]);
  }
}

/**
 * A card of a picture by itself, upright.
 * @param {HTMLCanvasElement} canvas
 * @param {ImageBitmap} picture
 * @param {TableCard} card
 */
export function drawCard(canvas, picture, {quad}) {
  const [left, right, , bottom] = quad.map(([x, y]) => [x * picture.width, y * picture.height]);
  const across = Math.hypot(right[0] - left[0], right[1] - left[1]), down = Math.hypot(bottom[0] - left[0], bottom[1] - left[1]);
  const edge = across / 6, scale = canvas.height / (down + 2 * edge);
  canvas.width = Math.max(1, Math.round((across + 2 * edge) * scale));
  const context = canvas.getContext("2d", {alpha: false});
  if (!context) return;
  context.scale(scale, scale);
  context.translate(edge, edge);
  context.rotate(-Math.atan2(right[1] - left[1], right[0] - left[0]));
  context.translate(-left[0], -left[1]);
  context.drawImage(picture, 0, 0);
  context.resetTransform();
  context.strokeStyle = UNSURE;
  context.lineWidth = canvas.height / 60;
  context.setLineDash([canvas.height / 60, canvas.height / 40]);
  context.strokeRect(edge * scale, edge * scale, across * scale, down * scale);
}

/** @param {Table} table */
function seats({cards}) {
  /** @type {Map<string, TableCard[]>} */
  const rows = new Map();
  for (const card of cards) if (card.zone === "row" && card.player) rows.set(card.player, [...(rows.get(card.player) ?? []), card]);
  return rows;
}

/**
 * Where the name of a row stands: beside it, at the side of the nearer edge of the picture.
 * @param {Drawing} drawing
 * @param {TableCard[]} cards
 * @param {number} size of its letters, pixels
 * @returns {Point} pixels
 */
function nameAt({width, height}, cards, size) {
  const points = cards.flatMap(card => card.quad), ys = points.map(point => point[1] * height);
  const mean = (/** @type {number} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const beside = mean(1) > 0.5 ? Math.max(...ys) + size : Math.min(...ys) - 2 * size;
  return [mean(0) * width, Math.min(height - size, Math.max(size, beside))];
}

/** Height of letters, in pixels. @param {Drawing} drawing */
function lettersOf({table, width, height, unit}) {
  const wide = table.cards.map(({quad: [left, right]}) => Math.hypot((right[0] - left[0]) * width, (right[1] - left[1]) * height));
  wide.sort((one, other) => one - other);
  return Math.min(MOST_LETTERS * unit, Math.max(LEAST_LETTERS * unit, (wide[wide.length >> 1] ?? 0) * LETTERS));
}

/** @param {Drawing} drawing @param {TableCard} card */
const isUnsure = ({isDoubtful}, card) => card.unclear || card.face === "?" || isDoubtful(card);

/**
 * Where a take is drawn the cards that it leaves have a plain line.
 * @param {Drawing} drawing
 * @param {TableCard} card
 */
function drawOutline(drawing, card) {
  const {context, width, height, unit, near, marks} = drawing;
  const mark = marks.get(card.id), line = (mark ? MARKED_LINE : LINE) * unit, plain = card.zone !== "row" || marks.size > 0;
  const owned = plain ? MIDDLE : card.player === near ? NEAR : OTHERS;
  const dashes = mark === "set-b" ? [3, 1.6] : isUnsure(drawing, card) && !mark ? [1, 1.8] : owned === OTHERS && !mark ? [5, 2] : [];
  context.beginPath();
  card.quad.forEach(([x, y], n) => (n ? context.lineTo(x * width, y * height) : context.moveTo(x * width, y * height)));
  context.closePath();
  context.lineJoin = "round";
  context.setLineDash([]);
  context.lineWidth = line + 2.5 * unit;
  context.strokeStyle = SHADOW;
  context.stroke();
  context.setLineDash(dashes.map(part => part * line));
  context.lineWidth = line;
  context.strokeStyle = mark ? MARKS[mark] : isUnsure(drawing, card) ? UNSURE : owned;
  context.stroke();
  context.setLineDash([]);
}

/**
 * What a card was read as, with the star of the card that takes, the letter of its set, or the question mark of one that is not sure.
 * @param {Drawing} drawing
 * @param {TableCard} card
 * @param {Point} at where the part of it that is seen begins
 * @param {number} size of letters, pixels
 */
function drawFace(drawing, card, [x, y], size) {
  const {figure, suit} = faceParts(card.face), mark = drawing.marks.get(card.id);
  const sign = mark === "takes" ? "★ " : drawing.letters?.has(card.id) ? `${drawing.letters.get(card.id)} ` : "";
  const text = card.face === "?" ? "?" : `${sign}${figure}${suit}${isUnsure(drawing, card) ? " ?" : ""}`;
  drawPlate(drawing, text, [x * drawing.width, Math.max(size * 0.75, y * drawing.height)], size, mark ? MARKS[mark] : PLATE);
}

/**
 * Where the part of a card that no other card covers begins: its middle, at its top.
 * @param {TableCard} card
 * @param {Point[][]} above outlines of the cards that may lie on it
 * @returns {Point}
 */
function seenTop({quad: [from, right, , below]}, above) {
  /** @type {Point[]} */
  const points = Array.from({length: GRID * GRID}, (_, n) => {
    const [u, v] = [n % GRID, Math.floor(n / GRID)].map(each => each / (GRID - 1));
    return [0, 1].map(axis => from[axis] + u * (right[axis] - from[axis]) + v * (below[axis] - from[axis]));
  }).map(([x, y]) => [x, y]);
  const free = points.filter(([x, y]) => !above.some(quad => isInside(quad, x, y))), seen = free.length ? free : points;
  return [seen.reduce((sum, [x]) => sum + x, 0) / seen.length, Math.min(...seen.map(([, y]) => y))];
}

/**
 * Words on a plate.
 * @param {Drawing} drawing
 * @param {string} text
 * @param {Point} at its middle, pixels
 * @param {number} size of the letters, pixels
 * @param {string} [colour]
 */
function drawPlate({context}, text, [x, y], size, colour = PLATE) {
  context.font = `bold ${size}px system-ui, sans-serif`;
  const width = context.measureText(text).width + size * 0.8;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x - width / 2, y - size * 0.75, width, size * 1.45, size * 0.72);
  context.fill();
  context.fillStyle = PLATE_INK;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y);
}

/** @param {Point[]} quad @param {number} x @param {number} y */
function isInside(quad, x, y) {
  let inside = false;
  for (let i = 0, j = quad.length - 1; i < quad.length; j = i, i += 1) {
    const [xi, yi] = quad[i], [xj, yj] = quad[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/**
 * The card whose edge is nearest to a point, where one is near enough.
 * @param {TableCard[]} cards
 * @param {Point} at
 * @param {DOMRect} box of the picture
 */
function nearest(cards, at, {width, height}) {
  const far = (/** @type {TableCard} */ {quad}) => Math.min(...quad.map((start, n) => {
    const [[x, y], [toX, toY]] = [start, quad[(n + 1) % 4]].map(point => [(point[0] - at[0]) * width, (point[1] - at[1]) * height]);
    const [dx, dy] = [toX - x, toY - y], part = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x + part * dx, y + part * dy);
  }));
  const found = cards.map(card => ({card, away: far(card)})).sort((one, other) => one.away - other.away)[0];
  return found && found.away <= REACH ? found.card : undefined;
}
