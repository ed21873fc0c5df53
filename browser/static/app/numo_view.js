// @ts-check
// NUMO: the melds of a hand, and a game against the computer. What may be done with the chosen cards, the program says.
import {choice, problemView, textField} from "../js/fields.js";
import {saveText} from "../js/files.js";
import {iconButton} from "../js/icons.js";
import {html, nothing} from "../js/lit.js";
import {words} from "../js/words.js";
import {KeptPlay} from "./kept_play.js";
import {MOST_LETTERS} from "./play_view.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/** @type {KeptPlay} */
export const numoPlay = new KeptPlay({key: "numero-numo", href: "#numo", ask, clear: page => page.updateIn("numo", {game: null}),
  open: (page, text) => ({type: "numo_resume", text, seed: page.newSeed()}),
  now: ({state: {numo: {game, problem}}}) => ({text: game?.text ?? "", problem, isBegun: Boolean(game?.begun && !game.over)}),
  standing: ({scores, over}) => ({said: `NUMO. ${scores.map((/** @type {[string, number]} */ [name, score]) => `${name}: ${score}`).join(", ")}`, over})});
/** @type {[string, string][]} */
const LEVELS = Array.from({length: 8}, (_, n) => [String(n + 1), `${texts.numoLevel} ${n + 1}`]);

/** @param {Page} page */
export function numoView(page) {
  const {numo} = page.state;
  return html`<h2>${texts.numoGame}</h2>${numo.game ? gameView(page, numo) : startView(page)}
    ${problemView(numo.problem)}
    <div class="bar ends">${numo.game ? html`<button type="button" class="quiet" @click=${() => saveText("numo.txt",
      numo.game.text)}>${texts.saveFile}</button>` : nothing}${numoPlay.openButton(page, "open-numo")}</div>
    ${meldsView(page)}`;
}

/** @param {Page} page */
function startView(page) {
  const {setup, numo} = page.state;
  return html`<div class="panel">${textField("name", texts.name, setup.name, name => page.updateIn("setup", {name}), MOST_LETTERS)}
    ${choice("numo-level", texts.numoLevel, LEVELS, numo.level, level => page.updateIn("numo", {level}))}
    <p class="buttons"><button type="button" id="numo-begin" class="main" ?disabled=${!page.isReady} @click=${() => ask(page,
      {type: "numo_start", level: numo.level, name: setup.name.trim() || words.player(1), seed: page.newSeed()})}>${
      words.start}</button></p></div>`;
}

/** @param {Page} page @param {any} numo */
function gameView(page, {game, chosen, choices, said}) {
  const play = (/** @type {string} */ line) => ask(page, {type: "numo_play", line});
  return html`<div class="panel numo">
    <p>${game.scores.map((/** @type {[string, number]} */ [name, score]) => html`<span class="tag">${name} ${score}</span> `)}</p>
    <p class="hint">${texts.numoNeeds(game.kinds)} ${texts.stock(game.stock)} ${game.others.map((
      /** @type {[string, number]} */ [name, count]) => `${name}: ${words.cardUnit(count)}. `)}</p>
    ${game.table.length ? html`<h3>${texts.tableMelds}</h3><ol>${game.table.map((/** @type {string} */ meld) =>
      html`<li>${meld}</li>`)}</ol>` : nothing}
    <h3>${words.theHand}</h3>
    <div class="bar numbers">${game.hand.map((/** @type {string} */ card, /** @type {number} */ n) => html`<button type="button"
      ?disabled=${game.draws || game.over} aria-pressed=${String(chosen.includes(n))} @click=${() => choose(page, n)}>${card}</button>`)}</div>
    <div class="bar ends">${game.over ? nothing : game.draws ? html`
      <button type="button" id="draw" class="main" @click=${() => play("draw")}>${texts.draw}</button>
      ${game.discard ? html`<button type="button" id="take" @click=${() => play("take")}>${texts.takeCard(game.discard)}</button>` : nothing}`
      : choices.length ? choices.map((/** @type {[string, string]} */ [line, told]) => html`<button type="button" class="choice"
        @click=${() => play(line)}>${told}</button>`) : html`<p class="soft">${texts.chooseCards}</p>`}</div>
    <p class="said" aria-live="polite">${said}</p>
    <div class="bar">${game.over ? nothing : html`${
      iconButton("numo-hint", "hint", words.hint, () => hint(page), "sunny")}${
      iconButton("numo-undo", "undo", texts.undo, () => ask(page, {type: "numo_undo"}))}`}
      <button type="button" class="quiet" @click=${() => numoPlay.forget(page)}>${texts.newGame}</button></div>
    <h3>${texts.happened}</h3><ul aria-live="polite">${game.told.slice(-8).reverse().map((/** @type {string} */ line) =>
      html`<li>${line}</li>`)}</ul></div>`;
}

/** @param {Page} page */
function meldsView(page) {
  const {melds} = page.state;
  const field = (/** @type {"hand" | "table"} */ name, /** @type {string} */ label) => textField(`melds-${name}`, label, melds[name], value =>
    page.updateIn("melds", {[name]: value}));
  return html`<h2>${texts.numoMelds}</h2><div class="panel">${field("hand", texts.numoHand)}${field("table", texts.numoTable)}
    ${choice("melds-level", texts.numoLevel, [["0", texts.numoAll], ...LEVELS], melds.level, level => page.updateIn("melds", {level}))}
    <p class="buttons"><button type="button" id="find-melds" ?disabled=${!page.isReady} @click=${async () => page.updateIn("melds",
      {found: await page.desk.ask({type: "numo_melds", hand: melds.hand, table: melds.table, level: melds.level})})}>${
      texts.numoFind}</button></p>
    <div aria-live="polite">${!melds.found ? nothing : melds.found.error ? html`<p class="problem">${melds.found.error}</p>` : html`
      ${melds.found.lines.map((/** @type {string} */ line) => html`<p class="said">${line}</p>`)}
      <ul>${melds.found.melds.map((/** @type {string} */ meld) => html`<li>${meld}</li>`)}</ul>`}</div></div>`;
}

/**
 * @param {Page} page
 * @param {number} n index of a card of the hand
 */
async function choose(page, n) {
  const {numo} = page.state;
  const chosen = numo.chosen.includes(n) ? numo.chosen.filter((/** @type {number} */ each) => each !== n) : [...numo.chosen, n];
  page.updateIn("numo", {chosen});
  const {choices, error} = await page.desk.ask({type: "numo_choices", cards: chosen.map((/** @type {number} */ each) => numo.game.hand[each])});
  if (page.state.numo.chosen === chosen) page.updateIn("numo", error ? {problem: error} : {choices});
}

/** @param {Page} page */
async function hint(page) {
  const strength = page.state.numo.strength + 1;
  const {said, error} = await page.desk.ask({type: "numo_hint", strength});
  page.updateIn("numo", error ? {problem: error} : {said, strength});
}

/**
 * @param {Page} page
 * @param {{type: string, [field: string]: unknown}} question
 * @param {string} problem what was wrong before, where that is still to be read
 * @param {boolean} goesOn
 */
async function ask(page, question, problem = "", goesOn = false) {
  const game = await numoPlay.change(page, question, goesOn);
  if (game?.error) return page.updateIn("numo", {problem: game.error});
  if (game) page.updateIn("numo", {game, chosen: [], choices: [], said: "", strength: 0, problem});
}
