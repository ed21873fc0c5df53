// @ts-check
// A play by taps: who, what, and the cards. The table says what may be tapped and what it makes; nothing is worked out here.
import {buildView, cardButton, cardRow, cardView} from "./cards.js";
import {named} from "./faces.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {playedGame} from "./state.js";
import {itemsView, signed} from "./story.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Draft, DraftItem, Face, OfferedPlay, PlayedGame, Verb} from "./protocol.d.ts" */
/** @import {Editor, State} from "./state.js" */

const OPEN = "numero-editor";
/** Always shown, alive or not; the others only where they may be. @type {Verb[]} */
const USUAL = ["take", "build", "discard", "pass"];
/** @type {Verb[]} */
const OTHERS = ["draw", "lay", "return", "challenge"];

/**
 * Opens the sheet for a play; what was tapped is remembered, so that a page that is loaded anew goes on with it.
 * @param {App} app
 * @param {PlayedGame} game
 * @param {number | null} k index of the play; null for a new one
 * @param {Partial<Editor>} tapped
 */
export function openEditor(app, game, k, tapped = {}) {
  app.update({draft: null});
  app.openDialog({kind: "editor", game});
  ask(app, {k, game: game.game, revision: game.revision, player: "", verb: "", card: "", items: [], sent: false, why: "", ...tapped});
}

/**
 * @param {App} app
 * @param {Editor} editor
 */
function ask(app, editor) {
  const number = app.asked += 1;
  sessionStorage.setItem(OPEN, JSON.stringify(editor));
  app.update({editor});
  const {k, player, verb, card, items, revision} = editor;
  app.link.tell({type: "draft", draft: number, k, player, verb, card, items, revision});
}

/**
 * @param {App} app
 * @param {Draft} draft
 */
export function heardDraft(app, draft) {
  const {editor, dialog} = app.state;
  if (draft.draft !== app.asked || !editor || dialog?.kind !== "editor") return;
  if (draft.gone) {
    app.closeDialog();
    return app.announce(words.playGone);
  }
  const {player, verb, card, items} = draft;
  const known = {...editor, player, verb, card, items};
  sessionStorage.setItem(OPEN, JSON.stringify(known));
  app.update({draft, editor: known});
}

/**
 * Goes on with a play that was being mended when the page was loaded anew.
 * @param {App} app
 */
export function reopenEditor(app) {
  const game = playedGame(app.state), kept = sessionStorage.getItem(OPEN);
  if (!game || !kept || app.state.dialog) return;
  const editor = /** @type {Editor} */ (JSON.parse(kept));
  closedEditor();
  if (editor.game !== game.game) return;
  if (editor.revision !== game.revision) app.announce(words.wentOn);
  openEditor(app, game, editor.k, editor.revision === game.revision ? editor : {});
}

export function closedEditor() {
  sessionStorage.removeItem(OPEN);
}

/**
 * @param {State} state
 * @param {App} app
 * @param {PlayedGame} game
 */
export function editorView(state, app, game) {
  const {draft, editor} = state;
  if (!draft || !editor) return html`<p role="status">${words.moment}</p>`;
  const tap = (/** @type {Partial<Editor>} */ changes) => ask(app, {...editor, why: "", ...changes});
  return html`<div class="taps">
    ${storiesView(draft, app, editor)}
    <h3 id="who">${words.whoPlayed}</h3>
    <div class="bar" role="group" aria-labelledby="who">${draft.players.map(([name, alive]) => html`<button type="button"
      ?disabled=${!alive} aria-pressed=${String(name === draft.player)}
      @click=${() => tap({player: name, verb: "", card: "", items: []})}>${name}</button>`)}</div>
    <h3 id="did">${words.whatPlayed}</h3>
    <div class="bar" role="group" aria-labelledby="did">${
      verbsView(draft, verb => tap({player: draft.player, verb, card: "", items: []}))}</div>
    ${handView(draft, tap)}
    ${middleView(draft, tap)}
    ${unseenView(draft, tap)}
    ${sumView(draft)}
  </div>
  <p class="problem" role="alert">${editor.why}</p>
  ${playsView(draft, app, editor, tap)}
  ${typedView(draft, app, editor, game)}`;
}

/**
 * @param {Draft} draft
 * @param {(verb: Verb) => void} choose
 */
function verbsView(draft, choose) {
  const shown = [...USUAL, ...OTHERS.filter(verb => draft.verbs.includes(verb))];
  return shown.map(verb => html`<button type="button" id=${`verb-${verb}`} ?disabled=${!draft.verbs.includes(verb)}
    aria-pressed=${String(verb === draft.verb)} @click=${() => choose(verb)}>${words.verbs[verb]}</button>`);
}

/**
 * @param {Draft} draft
 * @param {(changes: Partial<Editor>) => void} tap
 */
function handView(draft, tap) {
  if (!draft.hand.length || !draft.verb) return nothing;
  return html`<h3 id="from-hand">${words.fromHand}</h3>
    <div class="picks" role="group" aria-labelledby="from-hand">${
      draft.hand.map(([face, alive], n) => ownCard(draft, face, alive, tap,
        count(draft.hand.slice(0, n + 1).map(([each]) => each), face)))}</div>`;
}

/**
 * A card of the player, also one that nobody has seen: a number card takes or builds; every other card is one of the cards.
 * @param {Draft} draft
 * @param {Face} face
 * @param {boolean} alive
 * @param {(changes: Partial<Editor>) => void} tap
 * @param {number} nth of equal cards, from 1
 */
function ownCard(draft, face, alive, tap, nth = 1) {
  const inMiddle = count(draft.centre.map(({item}) => item), face);  // equal cards of the middle are tapped first
  const isMain = face === draft.card && nth === 1, isTapped = count(draft.items, face) >= inMiddle + nth;
  const main = draft.numbers.includes(face) && (draft.verb === "take" || draft.verb === "build");
  const one = draft.verb === "discard" && draft.numbers.includes(face);  // a number card is put down alone
  const changes = main ? {card: isMain ? "" : face} : {items: one && !isTapped ? [face] : toggled(draft.items, face, inMiddle + nth)};
  const mark = isMain ? "takes" : isTapped ? "set-a" : "";
  return cardButton(face, () => tap(changes), {mark, disabled: !alive && !isMain && !isTapped, pressed: isMain || isTapped});
}

/**
 * @param {Draft} draft
 * @param {(changes: Partial<Editor>) => void} tap
 */
function middleView(draft, tap) {
  if (!draft.centre.length || !draft.verb) return nothing;
  const nth = (/** @type {number} */ n) => count(draft.centre.slice(0, n + 1).map(({item}) => item), draft.centre[n].item);
  return html`<h3 id="from-middle">${words.fromMiddle}</h3>
    <div class="picks" role="group" aria-labelledby="from-middle">${
      draft.centre.map((each, n) => middleItem(draft, each, tap, nth(n)))}</div>`;
}

/**
 * @param {Draft} draft
 * @param {DraftItem} lying
 * @param {(changes: Partial<Editor>) => void} tap
 * @param {number} nth of equal ones, from 1
 */
function middleItem(draft, {item, cards, value, alive}, tap, nth) {
  const isTapped = count(draft.items, item) >= nth, mark = isTapped ? "set-a" : "";
  const items = draft.verb === "challenge" ? [item] : toggled(draft.items, item, nth);
  if (cards.length === 1) return cardButton(cards[0], () => tap({items}), {mark, disabled: !alive && !isTapped, pressed: isTapped});
  const label = words.buildOf(value, cards.map(named).join(", "));
  return html`<button type="button" class="face" ?disabled=${!alive && !isTapped} aria-pressed=${String(isTapped)} aria-label=${label}
    @click=${() => tap({items})}>${buildView(cards, value, mark)}</button>`;
}

/**
 * Cards that nobody has seen: of a hidden hand, and those that are drawn.
 * @param {Draft} draft
 * @param {(changes: Partial<Editor>) => void} tap
 */
function unseenView(draft, tap) {
  if (!draft.unseen.length) return nothing;
  const faces = draft.unseen.map(face => ownCard(draft, face, true, tap));
  const title = draft.verb === "draw" ? words.drawnCard : words.unseenCard;
  return html`<details class="unseen-cards" ?open=${draft.hand.length === 0}><summary>${title}</summary>
    <div class="picks small">${faces}</div></details>`;
}

/** @param {Draft} draft */
function sumView(draft) {
  if (!["take", "build", "lay"].includes(draft.verb)) return nothing;
  const [play] = draft.plays;
  const right = draft.plays.length === 1;
  const begun = draft.sum.length ? cardRow(draft.sum) : html`<span class="soft">${words.tapCards}</span>`;
  const row = right ? play.sets.map(set => cardRow(set)) : begun;
  const aim = right ? words.thatMakes(play.makes) : draft.goal ? words.shouldMake(draft.goal) : draft.card ? "" : words.chooseCard;
  return html`<div class=${right ? "sum fits" : "sum"} role="status"><div class="sum-cards">${row}</div>
    <p class="sum-now">${!right && draft.value ? html`<b>= ${draft.value}</b>` : nothing}<span>${aim}</span>${
      right ? icon("check") : nothing}</p></div>`;
}

/**
 * What can be said now: one play, or several that the same cards make; and the way back.
 * @param {Draft} draft
 * @param {App} app
 * @param {Editor} editor
 * @param {(changes: Partial<Editor>) => void} tap
 */
function playsView(draft, app, editor, tap) {
  const [play, ...more] = draft.plays;
  const back = () => tap(draft.items.length ? {items: draft.items.slice(0, -1)} : draft.card ? {card: ""} : {verb: ""});
  return html`
    ${more.length ? html`<p>${words.whichOne}</p>` : nothing}
    <div aria-live="polite">${play && !more.length ? pointsView(play) : nothing}</div>
    <div class="bar ends">
      ${more.length ? draft.plays.map((each, n) => playButton(each, app, editor, `save-${n}`, each.said))
        : play ? playButton(play, app, editor, "save", words.save)
        : html`<button type="button" id="save" class="main large" disabled>${words.save}</button>`}
      <button type="button" id="step-back" ?disabled=${!draft.verb} @click=${back}>${icon("undo")}${words.stepBack}</button>
    </div>`;
}

/**
 * @param {OfferedPlay} play
 * @param {App} app
 * @param {Editor} editor
 * @param {string} id
 * @param {string} text
 */
function playButton(play, app, editor, id, text) {
  const kind = id === "save" ? "main large" : "line";
  return html`<button type="button" id=${id} class=${kind} @click=${() => savePlay(app, editor, play)}>${text}</button>
    ${play.ends ? html`<p class="problem">${words.endsPlays(play.ends)}</p>` : nothing}`;
}

/**
 * @param {App} app
 * @param {Editor} editor
 * @param {OfferedPlay} play
 */
const savePlay = (app, editor, {line, ends}) => send(app, editor, line, Boolean(ends));

/**
 * Gives a play to the table. The sheet stays open until the table has it, so that nothing is lost where the table refuses it.
 * @param {App} app
 * @param {Editor} editor
 * @param {string} line
 * @param {boolean} ends whether later plays may be forgotten
 */
function send(app, editor, line, ends = false) {
  const {k, revision} = editor;
  app.update({editor: {...editor, sent: true, why: ""}});
  app.change(k === null ? {type: "add", as: line} : {type: "play", k, as: line, ...(ends ? {ends: true} : {})}, revision);
}

/**
 * The table has the play: the sheet closes.
 * @param {App} app
 * @param {number} revision of the game now
 */
export function savedPlay(app, revision) {
  const {dialog, editor} = app.state;
  if (dialog?.kind === "editor" && editor?.sent && editor.revision !== revision) app.closeDialog();
}

/**
 * Says in the sheet why its play was refused. Where the game went on meanwhile the sheet is of an older game, and closes.
 * @param {App} app
 * @param {string} why
 * @returns {boolean} whether the sheet says it
 */
export function refusedPlay(app, why) {
  const {dialog, editor, game} = app.state;
  if (dialog?.kind !== "editor" || !editor?.sent) return false;
  if (editor.revision !== game?.revision) {
    app.closeDialog();
    return false;
  }
  app.update({editor: {...editor, sent: false, why}});
  return true;
}

/** @param {OfferedPlay} play */
const pointsView = ({said, points, items}) => html`
  <p class="said">${said}${points ? html` <strong class="points">${signed(points)}</strong>` : nothing}</p>
  ${itemsView({items})}`;

/**
 * @param {Draft} draft
 * @param {App} app
 * @param {Editor} editor
 */
function storiesView(draft, app, editor) {
  if (!draft.stories.length) return nothing;
  return html`<div class="tales"><h3>${editor.k === null ? words.likelyPlays : words.playOther}</h3>
    <div class="tale-list">${draft.stories.map((story, n) => taleView(story, `tale-${n}`, () => savePlay(app, editor, story)))}</div>
    <h3>${words.noneOfThese}</h3></div>`;
}

/**
 * A play that it may have been, in cards and as a sentence.
 * @param {{said: string, card: Face, sets: import("./protocol.d.ts").CardRow[], points: number}} story
 * @param {string} id
 * @param {() => void} choose
 * @param {boolean} [pressed] whether it is chosen, where one of them is
 */
export function taleView({said, card, sets, points}, id, choose, pressed) {
  return html`<button type="button" class="tale" id=${id} aria-pressed=${pressed === undefined ? nothing : String(pressed)}
      @click=${choose}>
    <span class="tale-said">${said}</span>
    <span class="tale-cards" aria-hidden="true">${sets.map((row, n) => cardRow(row, n === sets.length - 1 ? card : ""))}${
      !sets.length && card ? cardView(card) : nothing}</span>
    ${points ? html`<strong class="points">${signed(points)}</strong>` : nothing}</button>`;
}

/**
 * For the keyboard; and taking the play back.
 * @param {Draft} draft
 * @param {App} app
 * @param {Editor} editor
 * @param {PlayedGame} game
 */
function typedView(draft, app, editor, game) {
  const play = game.plays.find(each => each.k === editor.k);
  const typed = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const line = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("line")).trim();
    if (line) send(app, editor, line);
  };
  const first = play ? play.text.replace(/^\d+ /, "") : `${draft.player}: `;
  return html`<div class="bar ends">
    ${play ? html`<button type="button" id="take-back" class="quiet" @click=${() =>
      app.changeFromDialog({type: "play", k: play.k, as: null}, editor.revision)}>${words.playBack}</button>` : nothing}</div>
    <details><summary>${words.typeIt}</summary><form class="typed" @submit=${typed}>
      <p class="field"><label for="typed">${words.playTyped}</label>
        <input id="typed" name="line" value=${first} autocomplete="off" spellcheck="false"></p>
      <p class="buttons"><button>${words.save}</button></p></form></details>`;
}

/**
 * @param {string[]} items
 * @param {string} item
 */
const count = (items, item) => items.filter(each => each === item).length;

/**
 * @param {string[]} items
 * @param {string} item
 * @param {number} nth of equal cards of several packs, from 1
 */
const toggled = (items, item, nth) =>
  (count(items, item) >= nth ? items.filter((_, n) => n !== items.lastIndexOf(item)) : [...items, item]);
