// The picture of the camera with what was read in it, drawn over the very picture it was read in.
import {face, named} from "./faces.js";
import {h} from "./dom.js";
import {words} from "./words.en.js";

const COLOURS = {r: "#ff6b5e", b: "#6bb0ff", g: "#5fd38a", o: "#ffb155", wild: "#d7b8ff", "": "#ffffff"};

export class Picture {
  constructor(tapped) {
    this.table = null;
    this.tapped = tapped;
    this.canvas = h("canvas", {width: 1280, height: 720, class: "picture", role: "img", "aria-label": words.picture, onclick: event => this.tap(event)});
  }

  draw(table, picture) {
    if (picture) {
      if (this.canvas.width !== table.width || this.canvas.height !== table.height) {
        this.canvas.width = table.width;
        this.canvas.height = table.height;
      }
      const context = this.canvas.getContext("2d", {alpha: false});
      context.drawImage(picture, 0, 0, table.width, table.height);
      for (const card of table.cards) outline(context, card, table);
    }
    this.table = table;
  }

  tap(event) {
    if (!this.table) return;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
    const hit = this.table.cards.filter(card => inside(card.quad, x, y)).pop();
    if (hit) this.tapped(hit);
  }
}

function outline(context, card, {width, height}) {
  const corners = card.quad.map(([x, y]) => [x * width, y * height]);
  const shown = face(card.face);
  const colour = card.unclear ? "#bbbbbb" : COLOURS[shown.colour] ?? COLOURS[""];
  context.beginPath();
  corners.forEach(([x, y], n) => (n ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.lineWidth = Math.max(2, width / 320);
  context.setLineDash(card.unclear || card.sure < 0.9 ? [8, 6] : []);
  context.strokeStyle = "#000000aa";
  context.lineWidth += 3;
  context.stroke();
  context.lineWidth -= 3;
  context.strokeStyle = colour;
  context.stroke();
  context.setLineDash([]);
  if (!card.face) return;
  const x = corners.reduce((sum, corner) => sum + corner[0], 0) / 4;
  const y = Math.min(...corners.map(corner => corner[1]));
  const size = Math.max(14, width / 58);
  const text = card.face === "?" ? "?" : `${shown.big}${shown.form ? ` ${shown.form}` : ""}`;
  context.font = `bold ${size}px system-ui, sans-serif`;
  const wide = context.measureText(text).width + size * 0.7;
  context.fillStyle = "#10202ee6";
  context.beginPath();
  context.roundRect(x - wide / 2, y - size * 0.75, wide, size * 1.45, size / 3);
  context.fill();
  context.fillStyle = colour;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y);
}

function inside(quad, x, y) {
  let within = false;
  for (let i = 0, j = quad.length - 1; i < quad.length; j = i, i += 1) {
    const [xi, yi] = quad[i], [xj, yj] = quad[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

export function cardWords(card) {
  const zone = words.zones[card.zone];
  const where = typeof zone === "function" ? zone(card.player) : zone;
  return `${named(card.face)}, ${where}`;
}
