// @ts-check
// Which cards the page believes the game to have, and where the stock lies: in pictures, each mended by a tap.
import {cardButton, cardView} from "./cards.js";
import {WILDS} from "./faces.js";
import {choice} from "./fields.js";
import {html, nothing} from "./lit.js";
import {mayChange} from "./state.js";
import {PACKS, highestNumbers, wildsView, written} from "./start.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Face, PlayedGame, TableCard} from "./protocol.d.ts" */
/** @import {Pack} from "./state.js" */

/** @param {PlayedGame} game @returns {Pack} */
function packOf({pack, packs}) {
  const numbers = Math.max(...pack.filter(face => !WILDS.includes(face)).map(face => parseInt(face, 10)));
  return {numbers, wilds: WILDS.filter(face => pack.includes(face)), packs};
}

/** Kinds of wild cards, of which one each is shown: minus, times, divided by, fraction, power, root. */
const KINDS = [/^-/, /^x/, /^\/\d/, /^\d+\/\d/, /^N/, /rt$/];

/**
 * What is believed of pack and stock before the first play.
 * @param {App} app
 * @param {PlayedGame} game
 */
export function frameView(app, game) {
  const {state} = app;
  const {numbers, wilds, packs} = packOf(game), stock = state.table?.cards.find(({zone}) => zone === "stock"), may = mayChange(state);
  const highest = game.pack.find(face => parseInt(face, 10) === numbers && !WILDS.includes(face)) ?? "";
  const kinds = KINDS.flatMap(kind => wilds.filter(face => kind.test(face)).slice(0, 1));
  const card = (/** @type {Face} */ face) => (may ? cardButton(face, () => openPack(app, game)) : cardView(face));
  const back = !stock ? nothing : may ? cardButton("", () => app.correctCard(stock)) : cardView("");
  return html`<div class="line"><p><b>${words.pack}</b> <span class="soft">${words.packIs(numbers, wilds.length, packs)}</span></p>
    <div class="cards pack">${card(game.pack[0])}<span class="soft" aria-hidden="true">…</span>${card(highest)}${kinds.map(card)}
      <span class="soft">${words.stock}: ${stock ? words.stockAt[sideOf(stock)] : words.stockUnseen}</span>${back}</div></div>`;
}

/**
 * The side of the picture at which a card lies.
 * @param {TableCard} card
 * @returns {"left" | "right" | "top" | "bottom"}
 */
function sideOf({quad}) {
  const x = quad.reduce((sum, [each]) => sum + each, 0) / 4 - 0.5, y = quad.reduce((sum, [, each]) => sum + each, 0) / 4 - 0.5;
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? "left" : "right";
  return y < 0 ? "top" : "bottom";
}

/** @param {App} app @param {PlayedGame} game */
export const openPack = (app, game) => app.openDialog({kind: "pack", game, pack: packOf(game)});

/**
 * The pack, to be mended: the content of a sheet.
 * @param {{game: PlayedGame, pack: Pack}} dialog
 * @param {App} app
 */
export function packView({game, pack}, app) {
  const change = (/** @type {Partial<Pack>} */ changes) => app.update({dialog: {kind: "pack", game, pack: {...pack, ...changes}}});
  const save = () => app.changeFromDialog({type: "pack", numbers: pack.numbers, wilds: written(pack.wilds), packs: pack.packs},
    game.revision);
  return html`${choice("numbers", words.ownNumbers, highestNumbers, String(pack.numbers), value => change({numbers: Number(value)}))}
    ${choice("packs", words.packs, PACKS.map(n => [n, n]), String(pack.packs), value => change({packs: Number(value)}))}
    <p><b>${words.ownWilds}</b></p>
    ${wildsView(pack.wilds, (/** @type {Face[]} */ wilds) => change({wilds}))}
    <p class="buttons"><button id="pack-right" type="button" class="main" @click=${save}>${words.packRight}</button></p>`;
}

/** A question about the cards of the game: yes is assumed until somebody says no. @param {App} app */
export function packQuestion(app) {
  const {state} = app, {ask} = state;
  if (!ask?.answers.length || !mayChange(state)) return nothing;
  return html`<section class="ask-pack" aria-live="polite"><p>${ask.question}</p>
    <p class="buttons">${ask.answers.map((answer, n) => html`<button id=${`answer-${n}`} type="button" @click=${() =>
      app.change({type: "answer", ask: ask.ask, choice: n + 1})}>${answer}</button>`)}</p></section>`;
}
