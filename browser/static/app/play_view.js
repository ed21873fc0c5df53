// @ts-check
// A game of Numero against the computer, in one screen: cards are tapped where they lie, as in the sheet of the live table.
import {analysisView, askAnalysis} from "../js/analysis.js";
import {bonusView, newBonuses} from "../js/bonus.js";
import {bestTakesView, shareView} from "../js/ending.js";
import {byChoice, choice, problemView, textField} from "../js/fields.js";
import {saveText} from "../js/files.js";
import {hintView, shownHint} from "../js/hint_view.js";
import {iconButton} from "../js/icons.js";
import {whatIsButton} from "../js/lesson.js";
import {html, nothing} from "../js/lit.js";
import {podiumView} from "../js/podium.js";
import {sheetView} from "../js/sheet.js";
import {isForPage} from "../js/shown.js";
import {lastPlay} from "../js/state.js";
import {playList, scoreText, toldPlayView} from "../js/story.js";
import {gameLayout, tableView} from "../js/table.js";
import {beginTaps, changeOf, endTaps, heardDraft, keptTaps, lastTap, playsView, sumView, tapsIn, tapsLayout} from "../js/taps.js";
import {openTry, pressKey, tryKey, tryView} from "../js/try.js";
import {backToAnalysis} from "../js/way_back.js";
import {words} from "../js/words.js";
import {KeptPlay} from "./kept_play.js";
import {learnGame} from "./learner.js";
import {keep, kept} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @import {Draft, Ending, OfferedPlay, PlayedGame} from "../js/protocol.d.ts" */
/** @import {Change} from "../js/taps.js" */

export const GAME = "numero-game";
/** @type {KeptPlay} */
export const numeroPlay = new KeptPlay({key: GAME, href: "#play", ask, clear,
  open: (_, text) => ({type: "resume", text, analysis: kept(ANALYSIS)}),
  now: ({gameText, state: {game, playProblem}}) => ({text: gameText, problem: playProblem,
    isBegun: game?.state === "playing" && game.plays.some((/** @type {{player: string}} */ {player}) => player === game.near)}),
  standing: ({players, scores, state}) => ({said: players.map((/** @type {string} */ name) => `${name}: ${scores[name]}`).join(", "),
    over: state === "over"})});
/** By which the analysis of that game is kept. */
const ANALYSIS = "numero-analysis";
/** Where a play of it is tried, in an address. */
const PLACE = "play/", TRY = /^#play\/try-1-(\d+)$/;
/** Length of a name. */
export const MOST_LETTERS = 20;
/** After a play nothing is tapped, and after a tap none is taken back, for so long, in milliseconds: it is the second tap of two. */
const DEAF = 400;
/** The widest and the narrowest card of the middle, and the step between two widths that are tried, in pixels. */
const WIDEST = 96, NARROWEST = 48, STEP = 2;

/** @param {Page} page */
export function playView(page) {
  const {game, playProblem} = page.state, problem = problemView(playProblem);
  if (!game) return html`${startView(page)}${problem}<div class="bar ends">${numeroPlay.openButton(page, "open-file")}</div>`;
  if (page.state.tries && game.state === "over") return html`<h1 class="unseen">${texts.tabs.play}</h1>${tryView(page.app, {address: "#play", words: words.result})}`;
  requestAnimationFrame(fitMiddle);
  return gameView(page, game, problem);
}

/** @param {Page} page */
function startView(page) {
  const {setup} = page.state;
  const change = (/** @type {object} */ changes) => page.updateIn("setup", changes);
  return html`<div class="panel">${textField("name", texts.name, setup.name, name => change({name}), MOST_LETTERS)}
    ${choice("level", words.level, Object.entries(words.levels), setup.level, level => change({level}))}
    ${byChoice(setup.by, by => change({by}))}
    ${choice("against", texts.against, Object.entries(texts.opponents), setup.against, against => change({against}))}
    <p class="buttons"><button type="button" id="begin" class="main large" ?disabled=${!page.isReady} @click=${() =>
      begin(page)}>${words.start}</button></p></div>`;
}

/** Starts a game as it was chosen. @param {Page} page */
export function begin(page) {
  const {setup} = page.state;
  return ask(page, {type: "start", ...setup, name: setup.name.trim() || words.player(1), seed: page.newSeed()});
}

/** @param {Page} page @param {PlayedGame} game @param {unknown} problem */
function gameView(page, game, problem) {
  const {state, app} = page, {draft, editor} = state, over = game.state === "over", play = lastPlay(game);
  const hint = state.hintAt === page.asked ? shownHint(state) : null, lies = gameLayout(state, game, hint);
  const layout = over || !draft || !editor ? lies : tapsLayout(draft, editor, change => tapCard(page, change), {...lies, marked: hint});
  return html`<h1 class="unseen">${texts.tabs.play}</h1><div class=${over ? "stage duel over" : "stage duel"}>
    ${tableView(layout, null)}
    <div class="side">
      <section class="scores" data-players="2" aria-label=${words.scores}>${game.players.map(name =>
        scoreView(game, name, state.thinks ? name !== game.near : name === game.player))}</section>
      <section class="told" tabindex="0" aria-label=${words.lastPlay}>${problem}${over ? html`<p class="said">${words.over} ${game.winner}</p>`
        : nothing}${isBegun(page) && draft && !over ? sumView(draft) : play ? toldPlayView(play) : html`<p class="said">${words.dealt}</p>`}
        ${over || hint || !draft ? nothing : html`<div class="bar">${playsView(draft, chosen =>
          draft.draft === page.asked && choose(page, chosen))}</div>`}</section>
      ${hint ? hintView(app, hint) : over ? nothing : bonusOf(page)}
      <p class="unseen" role="status">${state.thinks ? texts.thinks : ""}</p>
    </div>
    <div class="acts felt">
      ${over ? iconButton("to-end", "trophy", words.result, () => page.openDialog({kind: "end"}), "sunny") : nothing}
      ${over ? iconButton("new-game", "next", texts.newGame, () => numeroPlay.forget(page), "main")
        : iconButton("hint", "hint", words.hint, () => askHint(page), "sunny")}
      ${iconButton("undo", "undo", texts.undo, () => undo(page))}
      <span class="gap"></span>
      ${whatIsButton(app, "")}
      ${iconButton("menu", "menu", words.more, () => page.openDialog({kind: "game"}))}
    </div>
  </div>${over && state.story && state.dialog?.kind !== "end" ? html`<div class="ended">${analysisView(state.story, state.analysis)}</div>` : nothing}
  ${state.dialog?.kind === "game" ? menuView(page, game) : nothing}
  ${state.dialog?.kind === "end" && game.ending ? endView(page, game.ending) : nothing}`;
}

/** @param {Page} page */
const bonusOf = page => bonusView(page.state.bonuses, () => page.update({bonuses: []}));

/** @param {PlayedGame} game @param {string} name @param {boolean} turn */
const scoreView = (game, name, turn) => html`<div class=${turn ? "score turn" : "score"}><h2>${name}</h2>
  <p class="unit">${game.by === "points" ? words.cardUnit(game.won[name]) : words.byCardsUnit}</p>
  <p class="total">${scoreText(game.scores[name])}</p></div>`;

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
function askHint(page) {
  const {state, asked} = page, isCovered = state.hintAt !== asked && shownHint(state) !== null;
  page.update({hintAt: asked});
  if (!isCovered) page.askHint();
}

/** What is not needed at each play. @param {Page} page @param {PlayedGame} game */
function menuView(page, game) {
  const content = html`<p class="bar"><button type="button" id="new-game" class="quiet" @click=${() => numeroPlay.forget(page)}>${texts.newGame}</button>
    <button type="button" id="save-file" class="quiet" @click=${() => saveText("numero.txt", page.gameText)}>${texts.saveFile}</button>
    ${numeroPlay.openButton(page, "open-file")}<a class="button quiet" href="#">${texts.toStart}</a></p>
    <h3>${texts.allPlays}</h3>${playList(game, null)}`;
  const {dialog} = page.state;
  return sheetView(words.more, content, () => page.dialogClosed(dialog));
}

/**
 * The end of the game, which its last play opens.
 * @param {Page} page
 * @param {Ending} ending
 */
function endView(page, ending) {
  const {dialog, announced, story, analysis} = page.state;
  const rematch = () => {
    page.closeDialog();
    ask(page, {type: "rematch", seed: page.newSeed()});
  };
  const content = html`${podiumView(ending, true)}${bonusOf(page)}
    <p class="next">${iconButton("rematch", "again", words.rematchOf(ending.players[1]), rematch, "main large")}
      ${shareView(page.app, ending)}<span role="status">${announced}</span></p>
    ${story ? analysisView(story, analysis) : nothing}
    ${bestTakesView(ending)}`;
  return sheetView(texts.gameOver, content, () => page.dialogClosed(dialog), "of-end");
}

/** @param {Page} page */
const isBegun = ({state: {editor}}) => editor !== null && tapsIn(editor) > 0;

/** @param {Page} page */
const isDeaf = page => !page.isReady || page.state.thinks || performance.now() < page.deafUntil;

/**
 * What may be tapped has come; where nothing is left to decide, the tap was the play.
 * @param {Page} page
 * @param {Draft & {error?: string}} draft
 */
export function tapped(page, draft) {
  if (draft.error) return page.update({playProblem: draft.error});
  const heard = heardDraft(page.app, draft);
  if (heard && draft.only && page.state.editor.adds) choose(page, draft.plays[0]);
  else if (heard && page.byKeys) queueMicrotask(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(".near .tap:enabled"))?.focus());
  page.byKeys &&= !heard;
}

/** @param {Page} page @param {OfferedPlay} play */
const choose = (page, {line}) => page.state.thinks || ask(page, {type: "play", line});

/** Takes back the last tap, else the last play. @param {Page} page */
const undo = page => page.state.thinks || (isBegun(page) ? changeOf(page.app)(lastTap) : ask(page, {type: "undo"}));

/** Keys for what is pressed most: H hint, U take back, 1 to 9 the plays that can be made now. @param {KeyboardEvent} event */
export function playKey(event) {
  if (isForPage(event) && !tryKey(event)) pressKey(".duel", event);
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
  const changed = await numeroPlay.change(page, question, goesOn);
  if (!changed) return;
  const {text, error, ...game} = changed;
  if (error) return page.update({thinks: false, playProblem: error});
  page.gameText = text;
  page.deafUntil = performance.now() + DEAF;
  const before = goesOn ? keptTaps(game) : null, bonuses = question.type === "play" ? newBonuses(page.state.game, game) : [];
  page.update({thinks: false, bonuses, game, draft: null, hint: null, level: "none", story: null, analysis: null});
  if (game.state === "over") askOf(page, game);
  if (game.state === "playing") beginTaps(page.app, game, null, before && before.revision === game.revision ? before : {});
  else endTaps(page.app);
  if (game.state === "over" && question.type === "play") page.openDialog({kind: "end"});
}

/**
 * Asks how a game was played that is over.
 * @param {Page} page
 * @param {PlayedGame} game
 */
function askOf(page, {game, players}) {
  const story = {game, players, frames: [], place: PLACE};
  page.update({story});
  askAnalysis(page.app, /** @type {any} */ (story));
}

/**
 * What a server would be asked for of a kept game under a path; the analysis is kept here.
 * @param {Page} page
 * @param {string} path
 */
export async function fetchKept(page, path) {
  const {kept: plays, error, ...found} = await page.desk.ask({type: "after", path});
  if (plays && found.done) void keep(ANALYSIS, plays);
  if (plays && found.done === found.turns) void learnGame(page, page.gameText, plays);
  return new Response(error ?? JSON.stringify(found), {status: error ? 400 : 200});
}

/**
 * Tries another play of the game that is over, where the address says so; the way back leads to where it was left.
 * @param {Page} page
 * @param {unknown} dialog that is left
 * @returns {boolean} whether somebody came back
 */
export function navigatedPlay(page, dialog = null) {
  const k = Number(TRY.exec(location.hash)?.[1] ?? 0), {tries, game} = page.state, isBack = tries !== null && location.hash === "#play";
  page.update({tries: k ? tries ?? {dialog} : null});
  if (k && game?.state === "over") openTry(page.app, game.game, k);
  if (isBack && tries.dialog) page.openDialog(tries.dialog);
  if (isBack) backToAnalysis(page.state);
  return isBack;
}

/** @param {Page} page */
function clear(page) {
  endTaps(page.app);
  page.update({game: null, thinks: false, hint: null, level: "none", draft: null, editor: null, story: null, analysis: null});
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
