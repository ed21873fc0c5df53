// @ts-check
// A game of Numero against the computer: the table and the play by taps are those of the live table's page.
import {editorView, openEditor, refusedPlay} from "../js/editor.js";
import {choice} from "../js/fields.js";
import {hintView, shownHint} from "../js/hint_view.js";
import {icon} from "../js/icons.js";
import {html, nothing} from "../js/lit.js";
import {lastPlay} from "../js/state.js";
import {itemsView, playCards, playList, pointsView} from "../js/story.js";
import {gameLayout, tableView} from "../js/table.js";
import {words} from "../js/words.js";
import {keep, kept} from "./storage.js";
import {byChoice} from "./take_view.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @import {PlayedGame} from "../js/protocol.d.ts" */

export const GAME = "numero-game";
const LEVELS = ["1", "2", "3", "unit-fractions", "all"];

/** @param {Page} page */
export function playView(page) {
  const {game} = page.state;
  return html`${game ? gameView(page, game) : startView(page)}
    ${page.state.playProblem ? html`<p class="problem" role="alert">${page.state.playProblem}</p>` : nothing}
    ${filesView(page, game)}`;
}

/** @param {Page} page */
function startView(page) {
  const {setup} = page.state;
  const change = (/** @type {object} */ changes) => page.updateIn("setup", changes);
  /** @type {[string, string][]} */
  const levels = LEVELS.map(level => [level, words.levels[/** @type {keyof typeof words.levels} */ (level)]]);
  return html`<div class="panel">${nameField(setup.name, name => change({name}))}
    ${choice("level", words.level, levels, setup.level, level => change({level}))}
    ${byChoice(setup.by, by => change({by}))}
    ${choice("against", texts.against, Object.entries(texts.opponents), setup.against, against => change({against}))}
    <p class="buttons"><button type="button" id="begin" class="main large" ?disabled=${!page.isReady} @click=${() =>
      begin(page)}>${texts.begin}</button></p></div>`;
}

/**
 * Starts a game as it was chosen.
 * @param {Page} page
 */
export function begin(page) {
  const {setup} = page.state;
  return ask(page, {type: "start", ...setup, name: setup.name.trim() || words.player(1), seed: page.newSeed()});
}

/**
 * @param {string} name
 * @param {(name: string) => void} change
 */
export const nameField = (name, change) => html`<p class="field"><label for="name">${texts.name}</label>
  <input id="name" maxlength="20" .value=${name} @input=${(/** @type {Event} */ event) =>
    change(/** @type {HTMLInputElement} */ (event.currentTarget).value)}></p>`;

/**
 * @param {Page} page
 * @param {PlayedGame} game
 */
function gameView(page, game) {
  const {state, app} = page, hint = shownHint(app.state), over = game.state === "over";
  return html`<div class="game">
    ${tableView(gameLayout(app.state, game, hint), null)}
    <div class="beside">
      <section class="scores" aria-label=${words.scores}>${game.players.map(name => html`<div
        class=${game.player === name ? "score turn" : "score"}><h2>${name}</h2><p class="total">${game.scores[name]}</p>
        <p class="unit">${game.by === "points" ? words.cardUnit(game.won[name]) : words.byCardsUnit}</p></div>`)}</section>
      <section class="told" aria-label=${words.lastPlay} aria-live="polite">${over ? html`<p class="said">${words.over} ${game.winner}</p>`
        : nothing}${lastView(game)}</section>
      ${hint ? hintView(app.state, app, hint) : nothing}
      <div class="bar">
        ${over || hint ? nothing : html`<button type="button" id="hint" class="sunny" @click=${() => app.askHint()}>${icon("hint")}
          ${words.hint}</button>`}
        <button type="button" id="undo" @click=${() => ask(page, {type: "undo"})}>${icon("undo")} ${texts.undo}</button>
        <button type="button" id="new-game" class=${over ? "main" : "quiet"} @click=${() => forget(page)}>${texts.newGame}</button>
      </div>
    </div>
  </div>
  ${state.thinks ? html`<p role="status">${texts.thinks}</p>` : over ? nothing : html`<section class="panel own-play"
    aria-label=${texts.yourPlay}>${editorView(app.state, app, game)}</section>`}
  <details><summary>${texts.allPlays}</summary>${playList(game, false, app)}</details>`;
}

/** @param {PlayedGame} game */
function lastView(game) {
  const play = lastPlay(game);
  return play ? html`<p class="head"><span class="said">${play.said}</span>${pointsView(play)}</p>${playCards(play)}${itemsView(play)}`
    : html`<p class="said">${words.dealt}</p>`;
}

/**
 * @param {Page} page
 * @param {PlayedGame | null} game
 */
const filesView = (page, game) => html`<div class="bar ends">${game ? html`<button type="button" id="save-file" class="quiet" @click=${() =>
    saveFile("numero.txt", page.gameText)}>${texts.saveFile}</button>` : nothing}
  <label class="button quiet" for="open-file">${texts.openFile}</label><input id="open-file" class="unseen" type="file" accept=".txt"
    @change=${async (/** @type {Event} */ event) => openFile(event, text => ask(page, {type: "resume", text}))}></div>`;

/**
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * @param {Event} event of a field for a file
 * @param {(text: string) => void} use
 */
export async function openFile(event, use) {
  const field = /** @type {HTMLInputElement} */ (event.currentTarget), [file] = field.files ?? [];
  if (file) use(await file.text());
  field.value = "";
}

/**
 * Asks for something that changes the game, shows the game as it then is, and keeps it.
 * @param {Page} page
 * @param {{type: string, [field: string]: unknown}} question
 * @param {string} playProblem what was wrong before, where that is still to be read
 */
export async function ask(page, question, playProblem = "") {
  page.update({thinks: true, playProblem});
  const {text, error, ...game} = await page.desk.ask(question);
  if (error === texts.ended) page.leftTexts.add(question.text);
  if (error) return page.update({thinks: false, playProblem: refusedPlay(page.app, error) ? "" : error});
  page.gameText = text;
  page.update({thinks: false, notKept: !(await keep(GAME, text)), game, hint: null, level: "none"});
  if (game.state === "playing") openEditor(page.app, game, null);
}

/**
 * Goes on with the game that this browser kept.
 * @param {Page} page
 */
export async function resume(page) {
  const text = kept(GAME);
  if (text && !page.leftTexts.has(text)) await ask(page, {type: "resume", text}, page.state.playProblem);
}

/** @param {Page} page */
function forget(page) {
  keep(GAME, null);
  page.update({game: null, hint: null, level: "none"});
}
