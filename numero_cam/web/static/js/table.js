// @ts-check
// The table in clean, large cards with a name at each seat. A game's table is that of its rules; without a game it is as it was read.
import {buildView, cardView, setMark} from "./cards.js";
import {named} from "./faces.js";
import {html, nothing, repeat} from "./lit.js";
import {isDoubtful, nearPlayer} from "./state.js";
import {words} from "./words.js";

/** @import {CardMark} from "./cards.js" */
/** @import {CardRow, Face, PlayedGame, Table, TableCard} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */
/**
 * What is marked on the table: the card that takes, and the sets that it takes.
 * @typedef {{card: Face, sets: CardRow[]}} Marked
 * @typedef {{name: string, alive: boolean, chosen: boolean, act: () => void}} Tap what a tap on a card or build of a play does, see taps.js
 * @typedef {{face: Face, read: TableCard | null, mark: CardMark, tap?: Tap}} Lying `read`: what was read there; null where it is not seen
 * @typedef {{cards: Lying[], value: string, tap?: Tap}} Pile a card, or a build with its value
 * @typedef {{name: string, turn: boolean, cards: Lying[]}} Seat
 * @typedef {{near: Seat | null, far: Seat[], middle: Pile[], stock: number | null}} Layout
 * @typedef {((card: TableCard) => void) | null} Tapped
 */

/** A card lies elsewhere once a corner is farther than this from where it was, in picture widths or heights. */
const STILL = 0.005;
/** From this many piles on they are drawn smaller. */
const MANY_PILES = 5;
/** Builds of this many cards need room, the highest first. */
const DEEP_BUILDS = [5, 4, 3, 2];

/**
 * @param {Layout} layout
 * @param {Tapped} tapped is called with the card that was tapped; null where none may be
 */
export function tableView({near, far, middle, stock}, tapped) {
  return html`<section class="table felt" data-seats=${far.length + 1} aria-label=${words.tableSeen}>
    <div class="far">${repeat(far, seat => seat.name, seat => seatView(seat, tapped, false))}</div>
    <div class=${middle.length >= MANY_PILES ? "middle many" : "middle"} data-deep=${deepOf(middle)}
      data-piles=${middle.length}>
      <div class="lying">${middle.length ? middle.map(pile => pileView(pile, tapped)) : html`<p
          class="empty">${words.middleEmpty}</p>`}</div>
      ${stock === null ? nothing : html`<div class="stock-pile">${stock > 0 ? cardView("", {named: false}) :
          nothing}<span>${words.stockLeft(stock)}</span></div>`}
    </div>
    <div class="near">${near ? seatView(near, tapped, true) : nothing}</div>
  </section>`;
}

/** @param {Pile[]} piles */
const deepOf = piles => DEEP_BUILDS.find(deep => piles.some(({cards}) => cards.length >= deep)) ?? nothing;

/** @param {Seat} seat @param {Tapped} tapped @param {boolean} nameBelow */
function seatView({name, turn, cards}, tapped, nameBelow) {
  const plate = html`<p class=${turn ? "plate turn" : "plate"}>${turn ? html`<i class="dot"></i>` : nothing}<span>${name}</span></p>`;
  return html`<div class=${`seat ${cards.length > 5 ? "many" : ""}`} role="group" aria-label=${turn ? words.turnOf(name) :
      words.handOf(name)}>
    ${nameBelow ? nothing : plate}
    <div class="hand">${cards.map(card => lyingView(card, tapped))}</div>
    ${nameBelow ? plate : nothing}
  </div>`;
}

/** @param {Pile} pile @param {Tapped} tapped */
function pileView({cards, value, tap}, tapped) {
  if (tap) return tapView(tap, value ? buildView(cards.map(({face}) => face), value, cards[0].mark) : cardView(cards[0].face, cards[0]));
  if (cards.length === 1) return lyingView(cards[0], tapped);
  const label = words.buildOf(value, cards.map(card => named(card.face)).join(", "));
  return html`<span class="build" role="group" aria-label=${label}>${cards.map(card => lyingView(card, tapped))}<span class="worth"
    aria-hidden="true">= ${value}</span></span>`;
}

/** @param {Tap} tap @param {unknown} card */
const tapView = ({name, alive, chosen, act}, card) => html`<button type="button" class=${chosen ? "lies tap chosen" : "lies tap"}
  aria-label=${name} ?disabled=${!alive} @click=${act}>${card}</button>`;

/** @param {Lying} lying @param {Tapped} tapped */
function lyingView({face, read, mark, tap}, tapped) {
  if (tap) return tapView(tap, cardView(face, {mark}));
  if (!tapped || !read || face === "") return cardView(face, {mark});
  return html`<button type="button" class="lies" id=${`lies-${read.id}`} aria-label=${words.cardTap(named(face))}
    @click=${() => tapped(read)}>${cardView(face, {mark, named: false})}</button>`;
}

/**
 * The table of a game.
 * @param {State} state
 * @param {PlayedGame} game
 * @param {Marked | null} marked
 * @returns {Layout}
 */
export function gameLayout(state, game, marked = null) {
  const read = [...(state.map?.cards ?? [])];
  const wanted = wantedMarks(marked);
  const take = (/** @type {Face} */ face, /** @type {(card: TableCard) => boolean} */ there) => {
    const n = read.findIndex(card => card.face === face && there(card));
    return n < 0 ? null : read.splice(n, 1)[0];
  };
  const lying = (/** @type {Face} */ face, /** @type {TableCard | null} */ card, marks = true) => {
    const mark = (marks && taken(wanted, face)) || (card && (card.unclear || isDoubtful(state, card)) ? "unsure" : "");
    return {face, read: card, mark: /** @type {CardMark} */ (mark)};
  };
  const seat = (/** @type {string} */ name) => ({
    name, turn: game.state === "playing" && game.player === name,
    cards: (game.hands_of[name] ?? []).map(face => (face === "?" && game.hands === "hidden" ? lying("", null, false)
      : lying(face, take(face, card => card.zone === "row" && card.player === name), game.player === name))),
  });
  const builds = [...game.builds];
  const middle = game.centre.map(text => {
    const build = text.startsWith("[") ? builds.shift() : undefined;
    const faces = build?.cards ?? [text];
    return {cards: faces.map(face => lying(face, take(face, card => card.zone === "centre"))), value: build?.value ?? ""};
  });
  const near = nearPlayer(state, game), at = game.players.indexOf(near);
  const others = [...game.players.slice(at + 1), ...game.players.slice(0, at)];
  return {near: seat(near), far: others.map(seat), middle, stock: game.stock};
}

/** The marks of the cards that are seen, by the number of the card. @param {Layout} layout */
export function marksOf({near, far, middle}) {
  const all = [...(near?.cards ?? []), ...far.flatMap(seat => seat.cards), ...middle.flatMap(pile => pile.cards)];
  return new Map(all.flatMap(({read, mark}) => (read && mark && mark !== "unsure" ? [[read.id, mark]] : [])));
}

/**
 * Which mark each card wants: the one that takes, and the cards of each set by turns.
 * @param {Marked | null} marked
 * @returns {[Face, CardMark][]}
 */
export function wantedMarks(marked) {
  if (!marked) return [];
  const sets = marked.sets.flatMap((row, n) => row.flat().map(face => /** @type {[Face, CardMark]} */ ([face, setMark(n)])));
  return marked.card ? [[marked.card, "takes"], ...sets] : sets;
}

/** @param {[Face, CardMark][]} wanted @param {Face} face */
export function taken(wanted, face) {
  const n = wanted.findIndex(([each]) => each === face);
  return n < 0 ? "" : wanted.splice(n, 1)[0][1];
}

/**
 * The table as it was read: each player's row, or without a game the row at the lower edge as a hand; and the middle.
 * @param {State} state
 * @param {Table} table
 * @param {PlayedGame | null} game
 * @returns {Layout}
 */
export function readLayout(state, table, game = null) {
  const across = [...table.cards].sort((one, other) => one.quad[0][0] - other.quad[0][0]);
  const lying = (/** @type {TableCard} */ card) => ({face: card.face, read: card, mark: /** @type {CardMark} */ (isDoubtful(state, card) ?
      "unsure" : "")});
  const row = (/** @type {string | null} */ name) => across.filter(card => card.zone === "row" && (name === null || card.player ===
      name)).map(lying);
  const seat = (/** @type {string} */ name) => ({name, turn: false, cards: row(name)});
  const hand = row(null);
  return {
    near: game ? seat(game.near) : hand.length ? {name: words.theHand, turn: false, cards: hand} : null,
    far: (game?.players ?? []).filter(name => name !== game?.near).map(seat),
    middle: across.filter(card => card.zone === "centre").map(card => ({cards: [lying(card)], value: ""})), stock: null,
  };
}

/**
 * Whether one table lies as another: small motions of the corners are noise.
 * @param {State} state
 * @param {Table | null} shown
 * @param {Table} table
 */
export function liesAlike(state, shown, table) {
  if (shown?.width !== table.width || shown.height !== table.height || shown.cards.length !== table.cards.length) return false;
  return table.cards.every((card, n) => {
    const before = shown.cards[n];
    return before.id === card.id && before.face === card.face && before.zone === card.zone && before.player === card.player
      && before.unclear === card.unclear && isDoubtful(state, before) === isDoubtful(state, card)
      && card.quad.every(([x, y], k) => Math.abs(x - before.quad[k][0]) <= STILL && Math.abs(y - before.quad[k][1]) <= STILL);
  });
}
