// The table in clean cards, as they lie: each one can be tapped, and is read aloud by what it is and where it lies.
import {svg} from "./dom.js";
import {face} from "./faces.js";
import {cardWords} from "./picture.js";
import {words} from "./words.en.js";

const W = 1280;
const CARD_W = 63, CARD_H = 88;

// `tapped` is called with the card that was tapped; null where none may be.
export function drawMap(table, tapped) {
  const height = Math.round((W * table.height) / table.width);
  const cards = table.cards.map(card => drawn(card, height, tapped));
  return svg("svg", {class: "map", viewBox: `0 0 ${W} ${height}`, role: "group", "aria-label": words.tableSeen}, cards);
}

function drawn(card, height, tapped) {
  const corners = card.quad.map(([x, y]) => [x * W, y * height]);
  const x = mean(corners.map(corner => corner[0])), y = mean(corners.map(corner => corner[1]));
  const [top, right] = [distance(corners[0], corners[1]), distance(corners[1], corners[2])];
  const scale = Math.max(0.9, (top / CARD_W + right / CARD_H) / 2);
  const turn = (Math.atan2(corners[1][1] - corners[0][1], corners[1][0] - corners[0][0]) * 180) / Math.PI;
  const shown = face(card.face);
  const down = card.face === "";
  const rect = svg("rect", {x: -CARD_W / 2, y: -CARD_H / 2, width: CARD_W, height: CARD_H, rx: 6});
  const upright = Math.abs(((turn + 360) % 180) - 90) < 45 ? 0.62 : 1;  // cards that lie across have less room for their number
  const size = (shown.big.length > 3 ? 20 : shown.big.length > 2 ? 26 : 36) * upright;
  const text = down ? [] : [
    svg("text", {y: shown.form ? -4 : 2, "font-size": size}, shown.big),
    svg("text", {y: 4 + size * 0.72, "font-size": size * 0.55, class: "form"}, shown.form),
  ];
  const kind = down ? "down" : card.face === "?" ? "unread" : `c-${shown.colour || "none"}`;
  const mayTap = tapped !== null && !down;
  const act = () => tapped(card);
  return svg("g", {
    id: `card-${card.id}`, class: `card ${kind}${card.unclear ? " unclear" : ""}${card.sure < 0.9 ? " doubtful" : ""}`,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`,
    role: mayTap ? "button" : "img", tabindex: mayTap ? 0 : null, "aria-label": cardWords(card),
    onclick: () => mayTap && act(),
    onkeydown: event => mayTap && (event.key === "Enter" || event.key === " ") && (event.preventDefault(), act()),
  }, svg("g", {transform: `rotate(${turn.toFixed(1)})`}, rect), ...text);
}

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
