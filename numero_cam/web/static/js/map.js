// @ts-check
// The table in clean cards, as they lie, and builds as stacks: each card can be tapped, and is read aloud by what it is and where it lies.
import {CARD_H, CARD_W, cardOutline, edgeMarks, kindOf, marks} from "./cards.js";
import {named} from "./faces.js";
import {html, nothing, repeat, svg} from "./lit.js";
import {isDoubtful} from "./state.js";
import {words} from "./words.js";

/** @import {Template} from "./lit.js" */
/** @import {Build, Face, Point, Table, TableCard} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */
/** @typedef {{card: TableCard, x: number, y: number, scale: number, turn: number}} Placed */
/** @typedef {((card: TableCard) => void) | null} Tapped */

/** Width of the map in its own units. */
const MAP_WIDTH = 1280;
/** Smallest scale of a card, so that its number can be read. */
const LEAST_SCALE = 0.9;
/** How much of a card's width shows where another lies on it, in the units of a card. */
const STEP = 28;
/** Share of the size of a number on a card that lies across: there is less room for it. */
const ROOM_ACROSS = 0.62;
/** A card is drawn anew once a corner is farther than this from where it was drawn, in picture widths or heights. */
const STILL = 0.005;

/**
 * @param {State} state
 * @param {Table} table
 * @param {Tapped} tapped is called with the card that was tapped; null where none may be
 * @param {Build[]} builds of the game
 */
export function tableMap(state, table, tapped, builds = []) {
  const height = Math.round((MAP_WIDTH * table.height) / table.width);
  const placed = table.cards.map(card => placedCard(card, height));
  const stacks = builds.map(build => stackOf(build, placed)).filter(stack => stack !== null);
  const stacked = new Set(stacks.flatMap(stack => stack.parts.map(part => part.of)));
  const lone = placed.filter(each => !stacked.has(each));
  return html`<svg class="map" viewBox=${`0 0 ${MAP_WIDTH} ${height}`} role="group" aria-label=${words.tableSeen}>${
    repeat(lone, ({card}) => card.id, each => loneCard(state, each, tapped))}${
    stacks.map(stack => stackView(state, stack, tapped))}</svg>`;
}

/**
 * Whether a map of one table shows another as well: small motions of the corners are noise, and would make the cards tremble.
 * @param {State} state
 * @param {Table | null} drawn
 * @param {Table} table
 */
export function sameOnMap(state, drawn, table) {
  if (drawn?.width !== table.width || drawn.height !== table.height || drawn.cards.length !== table.cards.length) return false;
  return table.cards.every((card, n) => {
    const before = drawn.cards[n];
    return before.id === card.id && before.face === card.face && before.zone === card.zone && before.player === card.player
      && before.unclear === card.unclear && isDoubtful(state, before) === isDoubtful(state, card)
      && card.quad.every(([x, y], k) => Math.abs(x - before.quad[k][0]) <= STILL && Math.abs(y - before.quad[k][1]) <= STILL);
  });
}

/**
 * @param {TableCard} card
 * @param {number} height of the map
 * @returns {Placed}
 */
function placedCard(card, height) {
  const corners = card.quad.map(([x, y]) => /** @type {Point} */ ([x * MAP_WIDTH, y * height]));
  const [top, right] = [distance(corners[0], corners[1]), distance(corners[1], corners[2])];
  return {
    card,
    x: mean(corners.map(corner => corner[0])),
    y: mean(corners.map(corner => corner[1])),
    scale: Math.max(LEAST_SCALE, (top / CARD_W + right / CARD_H) / 2),
    turn: (Math.atan2(corners[1][1] - corners[0][1], corners[1][0] - corners[0][0]) * 180) / Math.PI,
  };
}

/**
 * @param {State} state
 * @param {Placed} placed
 * @param {Tapped} tapped
 */
function loneCard(state, {card, x, y, scale, turn}, tapped) {
  const room = Math.abs(((turn + 360) % 180) - 90) < 45 ? ROOM_ACROSS : 1;
  return cardView(state, card, tapped, `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`,
    svg`<g transform=${`rotate(${turn.toFixed(1)})`}>${cardOutline}</g>${marks(card.face, room)}`);
}

/**
 * Which of the cards that lie there are a build of the game; null where none of them is seen.
 * @param {Build} build
 * @param {Placed[]} placed
 */
function stackOf(build, placed) {
  const free = placed.filter(({card}) => card.zone === "centre");
  const parts = build.cards.map(face => ({face, of: taken(free, face)}));
  const seen = parts.flatMap(({of}) => (of ? [of] : []));
  if (!seen.length) return null;
  return {build, parts, x: mean(seen.map(each => each.x)), y: mean(seen.map(each => each.y)), scale: mean(seen.map(each => each.scale))};
}

/**
 * Takes a card of a face out of those that are free.
 * @param {Placed[]} free
 * @param {Face} face
 * @returns {Placed | undefined}
 */
function taken(free, face) {
  const n = free.findIndex(({card}) => card.face === face);
  return n < 0 ? undefined : free.splice(n, 1)[0];
}

/**
 * @param {State} state
 * @param {NonNullable<ReturnType<typeof stackOf>>} stack
 * @param {Tapped} tapped
 */
function stackView(state, {build, parts, x, y, scale}, tapped) {
  const width = CARD_W + STEP * (parts.length - 1);
  const cards = parts.map(({face, of}, n) => {
    const place = `translate(${(STEP * n - (width - CARD_W) / 2).toFixed(1)} 0)`;
    const shown = svg`${cardOutline}${n === parts.length - 1 ? marks(face) : edgeMarks(face)}`;
    if (of) return cardView(state, of.card, tapped, place, shown);
    const name = `${named(face)}, ${words.covered}`;
    return svg`<g class=${`card ${kindOf(face)}`} role="img" aria-label=${name} transform=${place}>${shown}</g>`;
  });
  const label = `= ${build.value}`, sign = 18 + 11 * label.length;
  return svg`<g class="stack" role="group" aria-label=${words.build(build.value)}
      transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`}>
    <rect class="frame" x=${-width / 2 - 6} y=${-CARD_H / 2 - 6} width=${width + 12} height=${CARD_H + 12} rx="10"></rect>
    ${cards}
    <g class="sign" aria-hidden="true"><rect x=${-sign / 2} y=${-CARD_H / 2 - 20} width=${sign} height="26" rx="13"></rect>
      <text y=${-CARD_H / 2 - 6.5} font-size="18">${label}</text></g>
  </g>`;
}

/**
 * @param {State} state
 * @param {TableCard} card
 * @param {Tapped} tapped
 * @param {string} place
 * @param {Template} shown
 */
function cardView(state, card, tapped, place, shown) {
  const mayTap = tapped !== null && card.face !== "";
  const act = () => mayTap && tapped(card);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (!mayTap || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act();
  };
  const kind = `card ${kindOf(card.face)}${card.unclear ? " unclear" : ""}${isDoubtful(state, card) ? " doubtful" : ""}`;
  return svg`<g transform=${place} id=${`card-${card.id}`} class=${kind} role=${mayTap ? "button" : "img"}
    tabindex=${mayTap ? 0 : nothing} aria-label=${cardWords(card)} @click=${act} @keydown=${press}>${shown}</g>`;
}

/**
 * What a card is, and where it lies.
 * @param {TableCard} card
 */
function cardWords({face, zone, player}) {
  return `${named(face)}, ${words.zones[zone](player)}`;
}

/** @param {number[]} values */
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * @param {Point} one
 * @param {Point} other
 */
const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
