// @ts-check
// A game of Numero against the computer, in one screen: cards are tapped where they lie, as in the sheet of the live table.
import {choice} from "../js/fields.js";
import {hintView, shownHint} from "../js/hint_view.js";
import {icon} from "../js/icons.js";
import {html, nothing} from "../js/lit.js";
import {sheetView} from "../js/sheet.js";
import {lastPlay} from "../js/state.js";
import {lastPlayView, playList, scoreText} from "../js/story.js";
import {gameLayout, tableView} from "../js/table.js";
import {beginTaps, changeOf, endTaps, heardDraft, keptTaps, lastTap, playsView, sumView, tapsIn, tapsLayout} from "../js/taps.js";
import {words} from "../js/words.js";
import {keep, kept, whenKept} from "./storage.js";
import {byChoice} from "./take_view.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @import {Draft, OfferedPlay, PlayedGame} from "../js/protocol.d.ts" */
/** @import {Change} from "../js/taps.js" */

export const GAME = "numero-game";
const LEVELS = ["1", "2", "3", "unit-fractions", "all"];
/** After a play nothing is tapped, and after a tap none is taken back, for so long, in milliseconds: it is the second tap of two. */
const DEAF = 400;
/** What is pressed by a key. */
const KEYS = new Map([["h", "#more-hint, #hint"], ["u", "#undo"], ["escape", "#enough"]]);
/** The widest and the narrowest card of the middle, and the step between two widths that are tried, in pixels. */
const WIDEST = 96, NARROWEST = 48, STEP = 2;

/** @param {Page} page */
export function playView(page) {
  const {game} = page.state, problem = page.state.playProblem ? html`<p class="problem" role="alert">${page.state.playProblem}</p>` : nothing;
  if (!game) return html`${startView(page)}${problem}<div class="bar ends">${openField(page)}</div>`;
  requestAnimationFrame(fitMiddle);
  return gameView(page, game, problem);
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
 * @param {unknown} problem
 */
function gameView(page, game, problem) {
  const {state, app} = page, {draft, editor} = state, hint = state.hintAt === app.asked ? shownHint(app.state) : null, over = game.state === "over", play = lastPlay(game);
  const lies = gameLayout(app.state, game, hint), layout = over || !draft || !editor ? lies
    : tapsLayout(draft, editor, change => tapCard(page, change), {...lies, marked: hint});
  return html`<h1 class="unseen">${texts.tabs.play}</h1><div class="stage duel">
    ${tableView(layout, null)}
    <div class="side">
      <section class="scores" data-players="2" aria-label=${words.scores}>${game.players.map(name => html`<div
        class=${(state.thinks ? name !== game.near : name === game.player) ? "score turn" : "score"}><h2>${name}</h2><p class="unit">${game.by === "points"
          ? words.cardUnit(game.won[name]) : words.byCardsUnit}</p><p class="total">${scoreText(game.scores[name])}</p></div>`)}</section>
      <section class="told" tabindex="0" aria-label=${words.lastPlay}>${problem}${over ? html`<p class="said">${words.over} ${game.winner}</p>`
        : nothing}${isBegun(page) && draft && !over ? sumView(draft) : play ? lastPlayView(play) : html`<p class="said">${words.dealt}</p>`}
        ${over || hint || !draft ? nothing : html`<div class="bar">${playsView(draft, play => draft.draft === app.asked && choose(page, play))}</div>`}</section>
      ${hint ? hintView(app.state, app, hint) : nothing}
      <p class="unseen" role="status">${state.thinks ? texts.thinks : ""}</p>
    </div>
    <div class="acts felt">
      ${over ? html`<button type="button" id="new-game" class="main" @click=${() => forget(page)}>${icon("next")}<span>${texts.newGame}</span></button>`
        : html`<button type="button" id="hint" class="sunny" @click=${() => askHint(page)}>${icon("hint")}<span>${words.hint}</span></button>`}
      <button type="button" id="undo" @click=${() => undo(page)}>${icon("undo")}<span>${texts.undo}</span></button>
      <span class="gap"></span>
      <button type="button" id="menu" @click=${() => app.openDialog({kind: "game"})}>${icon("menu")}<span>${words.more}</span></button>
    </div>
  </div>${state.dialog?.kind === "game" ? menuView(page, game) : nothing}`;
}

/**
 * Taps a card; the second tap of two takes nothing back.
 * @param {Page} page
 * @param {Parameters<Change>[0]} change
 */
function tapCard(page, change) {
  const {editor} = page.state, now = performance.now(), isSecond = now < page.tappedAt + DEAF;
  if (isDeaf(page) || (isSecond && tapsIn({...editor, ...change(editor)}) < tapsIn(editor))) return;
  page.tappedAt = now;
  changeOf(page.app)(change);
}

/** A tap covers the hint with what the cards make; then the hint comes back as it was, before it says more. @param {Page} page */
function askHint({app, state}) {
  const isCovered = state.hintAt !== app.asked && shownHint(app.state) !== null;
  app.update({hintAt: app.asked});
  if (!isCovered) app.askHint();
}

/** What is not needed at each play. @param {Page} page @param {PlayedGame} game */
function menuView(page, game) {
  const content = html`<p class="bar"><button type="button" id="new-game" class="quiet" @click=${() => forget(page)}>${texts.newGame}</button>
    <button type="button" id="save-file" class="quiet" @click=${() => saveFile("numero.txt", page.gameText)}>${texts.saveFile}</button>
    ${openField(page)}<a class="button quiet" href="#">${texts.toStart}</a></p><h3>${texts.allPlays}</h3>${playList(game, false, page.app)}`;
  return sheetView({title: words.more, content, close: () => page.app.closeDialog(), closed: () => page.app.dialogClosed()});
}

/** @param {Page} page */
const openField = page => html`<label class="button quiet" for="open-file">${texts.openFile}</label><input id="open-file" class="unseen" type="file"
  accept=".txt" @change=${async (/** @type {Event} */ event) => openFile(event, text => {
    page.app.closeDialog();
    ask(page, {type: "resume", text});
  })}>`;

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

/** @param {Page} page */
const isBegun = ({state: {editor}}) => editor !== null && tapsIn(editor) > 0;

/** @param {Page} page */
const isDeaf = page => page.state.thinks || performance.now() < page.deafUntil;

/**
 * What may be tapped has come; where nothing is left to decide, the tap was the play.
 * @param {Page} page
 * @param {Draft} draft
 */
export function tapped(page, draft) {
  const heard = heardDraft(page.app, draft);
  if (heard && draft.only && page.state.editor.adds) choose(page, draft.plays[0]);
  else if (heard && page.byKeys) queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector(".near .tap:enabled"))?.focus());
  page.byKeys &&= !heard;
}

/**
 * @param {Page} page
 * @param {OfferedPlay} play
 */
const choose = (page, {line}) => page.state.thinks || ask(page, {type: "play", line});

/** Takes back the last tap, else the last play. @param {Page} page */
const undo = page => page.state.thinks || (isBegun(page) ? changeOf(page.app)(lastTap) : ask(page, {type: "undo"}));

/**
 * Keys for what is pressed most: H hint, U take back, 1 to 9 the plays that can be made now.
 * @param {KeyboardEvent} event
 */
export function playKey(event) {
  const writes = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
  if (writes || event.ctrlKey || event.metaKey || event.altKey) return;
  const wanted = KEYS.get(event.key.toLowerCase()), number = Number(event.key);
  const button = wanted ? document.querySelector(`.duel :is(${wanted})`) : number ? document.querySelectorAll(".duel .told .line")[number - 1] : null;
  if (button instanceof HTMLElement) button.click();
}

/**
 * Asks for something that changes the game, shows the game as it then is, and keeps it.
 * @param {Page} page
 * @param {{type: string, [field: string]: unknown}} question
 * @param {string} playProblem what was wrong before, where that is still to be read
 * @param {boolean} goesOn with the taps that the page knew before it was loaded anew
 */
export async function ask(page, question, playProblem = "", goesOn = false) {
  page.byKeys = document.activeElement?.matches(".duel :focus-visible") ?? false;
  page.update({thinks: true, playProblem});
  const {text, error, ...game} = await page.desk.ask(question);
  if (error === texts.ended) page.leftTexts.add(question.text);
  if (error) return page.update({thinks: false, playProblem: error});
  page.gameText = text;
  page.deafUntil = performance.now() + DEAF;
  const before = goesOn ? keptTaps(game) : null;
  page.update({thinks: false, notKept: !(await keep(GAME, text)), game, draft: null, hint: null, level: "none"});
  if (game.state === "playing") beginTaps(page.app, game, null, before && before.revision === game.revision ? before : {});
  else endTaps(page.app);
}

/**
 * Goes on with the game that this browser kept.
 * @param {Page} page
 */
export async function resume(page) {
  const text = kept(GAME);
  if (text && !page.leftTexts.has(text)) await ask(page, {type: "resume", text}, page.state.playProblem, true);
}

/** Goes on as another window does that plays the kept game. @param {Page} page */
export const follow = page => whenKept(GAME, text => {
  if (text && page.isReady && text !== page.gameText) void ask(page, {type: "resume", text}, texts.elsewhere);
});

/** @param {Page} page */
function forget(page) {
  keep(GAME, null);
  endTaps(page.app);
  page.app.closeDialog();
  page.update({game: null, hint: null, level: "none", draft: null, editor: null});
}

/** Makes the cards of the middle as wide as all of them go; where not even the narrowest go, the middle scrolls. */
function fitMiddle() {
  const middle = document.querySelector(".duel .middle"), lying = middle?.querySelector(".lying");
  if (!(middle instanceof HTMLElement) || !lying) return;
  for (let wide = WIDEST; wide >= NARROWEST; wide -= STEP) {
    middle.style.setProperty("--w", `${wide}px`);
    if (lying.scrollHeight <= lying.clientHeight && lying.scrollWidth <= lying.clientWidth) return;
  }
}
window.addEventListener("resize", fitMiddle);
