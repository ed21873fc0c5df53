// @ts-check
// The sheet in which a play of the live table is mended or added: likely plays, who played, and the cards to be tapped.
import {cardButton, cardRow, cardView} from "./cards.js";
import {problemView} from "./fields.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {playedGame} from "./state.js";
import {signed} from "./story.js";
import {tableView} from "./table.js";
import {beginTaps, changeOf, endTaps, keptTaps, lastTap, ownCard, playsView, sumView, tapsLayout} from "./taps.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Draft, Face, OfferedPlay, PlayedGame} from "./protocol.d.ts" */
/** @import {Editor} from "./state.js" */
/** @import {Change} from "./taps.js" */

/**
 * @param {App} app
 * @param {PlayedGame} game
 * @param {number | null} k index of the play; null for a new one
 * @param {Partial<Editor>} tapped
 */
export function openEditor(app, game, k, tapped = {}) {
  app.update({draft: null});
  app.openDialog({kind: "editor", game});
  beginTaps(app, game, k, tapped);
}

/** Goes on with a play that was being mended when the page was loaded anew. @param {App} app */
export function reopenEditor(app) {
  const game = playedGame(app.state), editor = game && keptTaps(game);
  if (!game || app.state.dialog) return;
  endTaps(app);
  if (!editor) return;
  if (editor.revision !== game.revision) app.announce(words.wentOn);
  openEditor(app, game, editor.k, editor.revision === game.revision ? editor : {});
}

/** @param {App} app @param {PlayedGame} game */
export function editorView(app, game) {
  const {draft, editor} = app.state;
  if (!draft || !editor) return html`<p role="status">${words.moment}</p>`;
  const change = changeOf(app);
  return html`<div class="taps">
    ${storiesView(draft, app, editor)}
    <h3 id="who">${words.whoPlayed}</h3>
    <div class="bar" role="group" aria-labelledby="who">${draft.players.map(([name, alive]) => html`<button type="button"
      ?disabled=${!alive} aria-pressed=${String(name === draft.player)}
      @click=${() => change(() => ({player: name, card: "", items: []}))}>${name}</button>`)}</div>
    ${tableView(tapsLayout(draft, editor, change), null)}
    ${unseenView(draft, editor, change)}
    ${sumView(draft)}
  </div>
  ${problemView(editor.why)}
  <div class="bar ends" aria-live="polite">${playsView(draft, play => savePlay(app, editor, play))}
    <button type="button" id="step-back" ?disabled=${!draft.card && !draft.items.length} @click=${() => change(lastTap)}>${icon("undo")}${
      words.stepBack}</button></div>
  ${typedView(draft, app, editor, game)}`;
}

/**
 * Cards that nobody has seen: of a hidden hand, and those that are drawn.
 * @param {Draft} draft
 * @param {Editor} editor
 * @param {Change} change
 */
function unseenView(draft, editor, change) {
  if (!draft.unseen.length) return nothing;
  const faces = draft.unseen.map(face => {
    const {main, chosen, act} = ownCard(draft, editor, change, face);
    return cardButton(face, act, {mark: main ? "takes" : chosen ? "set-a" : "", pressed: chosen});
  });
  return html`<details class="unseen-cards" ?open=${draft.hand.length === 0 || draft.verbs.includes("draw")}><summary>${
    draft.verbs.includes("draw") ? words.drawnCard : words.unseenCard}</summary>
    <div class="picks small">${faces}</div></details>`;
}

/** @param {App} app @param {Editor} editor @param {OfferedPlay} play */
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

/** @param {Draft} draft @param {App} app @param {Editor} editor */
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
