// The table in clean cards, as they lie, and builds as stacks: each card can be tapped, and is read aloud by what it is and where it lies.
import {CARD_H, CARD_W, edgeMarks, kindOf, marks, outline} from "./cards.js";
import {svg} from "./dom.js";
import {named} from "./faces.js";
import {cardWords} from "./picture.js";
import {words} from "./words.en.js";

const W = 1280;
const STEP = 28;  // of a card's width shows where another lies on it

// `tapped` is called with the card that was tapped; null where none may be. `builds` are those of the game.
export function drawMap(table, tapped, builds = []) {
  const height = Math.round((W * table.height) / table.width);
  const placed = table.cards.map(card => ({card, ...pose(card, height)}));
  const stacks = builds.map(build => stackOf(build, placed)).filter(Boolean);
  const stacked = new Set(stacks.flatMap(stack => stack.parts.map(part => part.of)));
  const lone = placed.filter(each => !stacked.has(each)).map(each => lying(each, tapped));
  return svg("svg", {class: "map", viewBox: `0 0 ${W} ${height}`, role: "group", "aria-label": words.tableSeen}, lone, stacks.map(stack => drawnStack(stack, tapped)));
}

function pose(card, height) {
  const corners = card.quad.map(([x, y]) => [x * W, y * height]);
  const [top, right] = [distance(corners[0], corners[1]), distance(corners[1], corners[2])];
  return {
    x: mean(corners.map(corner => corner[0])),
    y: mean(corners.map(corner => corner[1])),
    scale: Math.max(0.9, (top / CARD_W + right / CARD_H) / 2),
    turn: (Math.atan2(corners[1][1] - corners[0][1], corners[1][0] - corners[0][0]) * 180) / Math.PI,
  };
}

function lying({card, x, y, scale, turn}, tapped) {
  const upright = Math.abs(((turn + 360) % 180) - 90) < 45 ? 0.62 : 1;  // cards that lie across have less room for their number
  return acting(card, tapped, {transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`},
    svg("g", {transform: `rotate(${turn.toFixed(1)})`}, outline()), ...marks(card.face, upright));
}

// Which of the cards that lie there are a build of the game; null where none of them is seen.
function stackOf(build, placed) {
  const free = placed.filter(({card}) => card.zone === "centre");
  const parts = build.cards.map(face => ({face, of: take(free, face)}));
  const seen = parts.map(part => part.of).filter(Boolean);
  if (!seen.length) return null;
  return {build, parts, x: mean(seen.map(each => each.x)), y: mean(seen.map(each => each.y)), scale: mean(seen.map(each => each.scale))};
}

function take(free, face) {
  const n = free.findIndex(({card}) => card.face === face);
  return n < 0 ? undefined : free.splice(n, 1)[0];
}

function drawnStack({build, parts, x, y, scale}, tapped) {
  const wide = CARD_W + STEP * (parts.length - 1);
  const cards = parts.map(({face, of}, n) => {
    const place = {transform: `translate(${(STEP * n - (wide - CARD_W) / 2).toFixed(1)} 0)`};
    const shown = [outline(), ...(n === parts.length - 1 ? marks(face) : edgeMarks(face))];
    return of ? acting(of.card, tapped, place, ...shown) : svg("g", {class: `card ${kindOf(face)}`, role: "img", "aria-label": `${named(face)}, ${words.covered}`, ...place}, ...shown);
  });
  const label = `= ${build.value}`;
  const sign = 18 + 11 * label.length;
  return svg("g", {class: "stack", role: "group", "aria-label": words.build(build.value), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`},
    svg("rect", {class: "frame", x: -wide / 2 - 6, y: -CARD_H / 2 - 6, width: wide + 12, height: CARD_H + 12, rx: 10}),
    ...cards,
    svg("g", {class: "sign", "aria-hidden": "true"}, svg("rect", {x: -sign / 2, y: -CARD_H / 2 - 20, width: sign, height: 26, rx: 13}), svg("text", {y: -CARD_H / 2 - 6.5, "font-size": 18}, label)));
}

function acting(card, tapped, attributes, ...children) {
  const mayTap = tapped !== null && card.face !== "";
  const act = () => tapped(card);
  return svg("g", {
    ...attributes, id: `card-${card.id}`, class: `card ${kindOf(card.face)}${card.unclear ? " unclear" : ""}${card.sure < 0.9 ? " doubtful" : ""}`,
    role: mayTap ? "button" : "img", tabindex: mayTap ? 0 : null, "aria-label": cardWords(card),
    onclick: () => mayTap && act(),
    onkeydown: event => mayTap && (event.key === "Enter" || event.key === " ") && (event.preventDefault(), act()),
  }, ...children);
}

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
