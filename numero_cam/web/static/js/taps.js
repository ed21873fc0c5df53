// @ts-check
// A play by taps on the cards where they lie: in the sheet of the live table, and in a game against the computer. The program says which
// cards may be tapped and what they make; nothing is worked out here.
import {named} from "./faces.js";
import {html, nothing} from "./lit.js";
import {itemsView, signed} from "./story.js";
import {taken, wantedMarks} from "./table.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Draft, Face, OfferedPlay, PlayedGame} from "./protocol.d.ts" */
/** @import {Editor} from "./state.js" */
/** @import {Layout, Lying, Marked, Tap} from "./table.js" */
/** @typedef {Pick<Editor, "player" | "card" | "items">} Tapped */
/** @typedef {(change: (tapped: Tapped) => Partial<Tapped>) => void} Change changes what was tapped, however fast taps follow each other */

const KEPT = `numero-editor ${location.pathname}`;

/** Remembers taps of a game. Those of a puzzle, which is no game and has no number, are not: it begins anew. @param {Editor} editor */
const remember = editor => editor.game && sessionStorage.setItem(KEPT, JSON.stringify(editor));

/**
 * Begins a play; what was tapped is remembered, so that a page that is loaded anew goes on with it.
 * @param {App} app
 * @param {PlayedGame} game
 * @param {number | null} k index of the play; null for a new one
 * @param {Partial<Editor>} tapped
 */
export const beginTaps = (app, game, k, tapped = {}) =>
  ask(app, {game: game.game, revision: game.revision, player: "", card: "", items: [], sent: false, why: "", ...tapped, adds: false, k});

/** @param {App} app @param {Editor} editor */
function ask(app, editor) {
  const number = app.asked += 1;
  remember(editor);
  app.update({editor});
  const {k, player, card, items, revision} = editor;
  app.link.tell({type: "draft", draft: number, k, player, card, items, revision});
}

/** @param {App} app */
export const changeOf = app => /** @type {Change} */ (change => {
  const {editor} = app.state;
  if (!editor || editor.sent) return;
  const next = {...editor, why: "", ...change(editor)};
  ask(app, {...next, adds: tapsIn(next) > tapsIn(editor)});
});

/** How many cards were tapped. @param {Tapped} tapped */
export const tapsIn = ({card, items}) => items.length + Number(Boolean(card));

/**
 * The program has answered; `gone` says that the play is no longer in the game. Returns whether the answer is of the last tap.
 * @param {App} app
 * @param {Draft} draft
 */
export function heardDraft(app, draft) {
  const {editor} = app.state;
  if (draft.draft !== app.asked || !editor) return false;
  if (draft.gone) {
    app.closeDialog();
    app.announce(words.playGone);
    return false;
  }
  const {player, card, items} = draft, known = {...editor, player, card, items};
  remember(known);
  app.update({draft, editor: known});
  return true;
}

/**
 * What was being tapped when the page was loaded anew; null where it was of another game.
 * @param {PlayedGame} game
 * @returns {Editor | null}
 */
export function keptTaps(game) {
  const kept = sessionStorage.getItem(KEPT), editor = kept && JSON.parse(kept);
  return editor?.game === game.game ? editor : null;
}

/** @param {App} app */
export function endTaps(app) {
  app.asked += 1;  // an answer that is on its way comes too late
  sessionStorage.removeItem(KEPT);
}

/** The change that takes back the last tap. @param {Tapped} tapped */
export const lastTap = ({card, items}) => (items.length ? {items: items.slice(0, -1)} : card ? {card: ""} : {});

/**
 * The table on which a play is tapped.
 * @param {Draft} draft
 * @param {Tapped} editor
 * @param {Change} change
 * @param {{far?: Layout["far"], stock?: number | null, marked?: Marked | null}} beside what lies there beside; `marked`: by a hint
 * @returns {Layout}
 */
export function tapsLayout(draft, editor, change, {far = [], stock = null, marked = null} = {}) {
  const sets = draft.sum.flatMap(([items], n) => wantedMarks({card: "", sets: n % 2 ? [[], items] : [items]}));
  const hinted = wantedMarks(tapsIn(editor) ? null : marked);
  const lying = (/** @type {Face} */ face, /** @type {Lying["mark"]} */ mark) => ({face, read: null, mark: mark || taken(hinted, face)});
  const middle = draft.centre.map(({item, cards, value, alive}, n) => {
    const nth = count(draft.centre.slice(0, n + 1).map(each => each.item), item), chosen = count(editor.items, item) >= nth;
    const mark = chosen ? taken(sets, item) || "set-a" : "", name = value ? words.buildOf(value, cards.map(named).join(", ")) : named(item);
    const act = () => change(({items}) => ({items: toggled(items, item, nth)}));
    return {cards: cards.map(face => lying(face, mark)), value, tap: tapOf(name, words.tapMiddle, alive, chosen, act)};
  });
  const hand = draft.hand.map(([face, alive], n) => {
    const nth = count(draft.hand.slice(0, n + 1).map(([each]) => each), face);
    const {main, chosen, act} = ownCard(draft, editor, change, face, nth);
    const mark = main ? "takes" : chosen ? taken(sets, face) || "set-a" : "";
    return {...lying(face, mark), tap: tapOf(named(face), words.tapHand, alive, chosen, act)};
  });
  return {near: {name: draft.player, turn: true, cards: hand}, far, middle, stock};
}

/** @param {string} name @param {string} where @param {boolean} alive @param {boolean} chosen @param {() => void} act @returns {Tap} */
const tapOf = (name, where, alive, chosen, act) => ({
  name: [name, where, ...(chosen ? [words.tapChosen] : [])].join(", "), alive: alive || chosen, chosen, act,
});

/**
 * A card of the player, also one that nobody has seen: a number card takes, builds or is put down; every other is one of the cards.
 * @param {Draft} draft
 * @param {Tapped} tapped
 * @param {Change} change
 * @param {Face} face
 * @param {number} nth of equal cards, from 1
 */
export function ownCard(draft, tapped, change, face, nth = 1) {
  if (draft.numbers.includes(face)) {
    const main = face === tapped.card && nth === 1;
    return {main, chosen: main, act: () => change(({card}) => ({card: card === face ? "" : face}))};
  }
  const before = count(draft.centre.map(({item}) => item), face) + nth;  // equal cards of the middle are tapped first
  const chosen = count(tapped.items, face) >= before;
  return {main: false, chosen, act: () => change(({items}) => ({items: toggled(items, face, before)}))};
}

/** What the cards make so far: `7 + 3 = 10 of 10`. @param {Draft} draft */
export function sumView({sum, goal, items}) {
  const sums = sum.filter(([, text]) => text).map(([, text, value]) => (value && value !== text ? `${text} = ${value}` : text));
  const told = items.length ? sums.join("; ") : "";
  const fits = goal !== "" && sum.length > 0 && sum.every(([, , value]) => value === goal);
  const said = told ? goal ? words.sumOf(told, goal) : told : goal ? words.shouldMake(goal) : words.tapCards;
  return html`<p class=${fits ? "sum fits" : "sum"} role="status">${said}</p>`;
}

/**
 * The plays that exactly these cards make; the first is the one that is meant where something was tapped.
 * @param {Draft} draft
 * @param {(play: OfferedPlay) => void} choose
 */
export const playsView = ({plays, card, items}, choose) => plays.map((play, n) => html`<button type="button"
  id=${plays.length > 1 ? `save-${n}` : "save"} class=${n === 0 && (card || items.length) ? "main line" : "line"}
  @click=${() => choose(play)}><span>${play.said}</span>${play.points ? html` <strong class="points">${signed(play.points)}</strong>`
    : nothing}</button>${plays.length > 1 ? nothing : itemsView(play)}${play.ends
    ? html`<p class="problem">${words.endsPlays(play.ends)}</p>` : nothing}`);

/** @param {string[]} items @param {string} item */
const count = (items, item) => items.filter(each => each === item).length;

/**
 * @param {string[]} items
 * @param {string} item
 * @param {number} nth of equal cards of several packs, from 1
 */
const toggled = (items, item, nth) =>
  (count(items, item) >= nth ? items.filter((_, n) => n !== items.lastIndexOf(item)) : [...items, item]);
