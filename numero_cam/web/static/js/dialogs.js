// @ts-check
// Dialogs that correct what was read or decided: the likeliest first, anything possible, and always a way back.
import {anyCard, lookAlikes} from "./card_picker.js";
import {named} from "./faces.js";
import {html, nothing} from "./lit.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Play, PlayedGame, TableCard} from "./protocol.d.ts" */
/** @import {Dialog, State} from "./state.js" */

/**
 * @param {State} state
 * @param {App} app
 */
export function dialogView(state, app) {
  const {dialog} = state;
  if (!dialog) return nothing;
  const {title, content} = contentOf(dialog, state, app);
  return html`<dialog aria-labelledby="dialog-title" @close=${() => app.dialogClosed(dialog)}>
    <h2 id="dialog-title">${title}</h2>
    ${content}
    <p class="buttons"><button type="button" @click=${() => app.closeDialog()}>${words.cancel}</button></p>
  </dialog>`;
}

/**
 * @param {Dialog} dialog
 * @param {State} state
 * @param {App} app
 */
function contentOf(dialog, state, app) {
  switch (dialog.kind) {
    case "confirm": return {title: dialog.question, content: confirmation(dialog.confirm, app)};
    case "card": return {title: words.cardWrong, content: cardCorrection(dialog.game, dialog.card, state, app)};
    case "play": return {title: words.playWrong, content: playCorrection(dialog.game, dialog.play, app)};
    case "add": return {title: words.add, content: addedPlay(dialog.game, app)};
    case "challenge": return {title: words.challengeWho, content: challengers(dialog.game, dialog.players, app)};
  }
}

/**
 * @param {() => void} confirm
 * @param {App} app
 */
function confirmation(confirm, app) {
  const yes = () => {
    app.closeDialog();
    confirm();
  };
  return html`<p class="buttons"><button type="button" class="main" @click=${yes}>${words.yes}</button></p>`;
}

/**
 * @param {PlayedGame} game
 * @param {TableCard} card
 * @param {State} state
 * @param {App} app
 */
function cardCorrection(game, card, state, app) {
  const say = (/** @type {string} */ as, /** @type {string | undefined} */ player = undefined) =>
    app.changeFromDialog({type: "card", id: card.id, as, ...(player ? {player} : {})}, game.revision);
  return html`
    <p>${card.face === "?" ? words.cardUnread : words.cardRead(named(card.face), Math.round(card.sure * 100))}</p>
    ${lookAlikes(card, game.pack, face => say(face))}
    <p class="buttons">
      <button type="button" @click=${() => say("none")}>${words.cardNone}</button>
      ${card.zone === "centre"
        ? lastFirst(game).map(name => html`<button type="button" @click=${() => say("hand", name)}>${words.cardHand(name)}</button> `)
        : nothing}
    </p>
    ${anyCard(game.pack, state.picker, app, face => say(face))}`;
}

/**
 * The players, who played last before the others.
 * @param {PlayedGame} game
 */
function lastFirst({plays, player, players}) {
  const last = plays.findLast(({kind}) => kind !== "drawn" && kind !== "passed")?.player ?? player;
  return last ? [last, ...players.filter(name => name !== last)] : players;
}

/**
 * @param {PlayedGame} game
 * @param {Play} play
 * @param {App} app
 */
function playCorrection(game, play, app) {
  const say = (/** @type {string | null} */ as) => app.changeFromDialog({type: "play", k: play.k, as}, game.revision);
  const others = play.others.map(([line, p]) => ({line: withoutTurn(line), percent: Math.round(p * 100)}));
  return html`
    <p>${play.words}</p>
    ${others.length > 0 ? html`<h3>${words.playOther}</h3>` : nothing}
    <ul class="others">${others.map(({line, percent}) => html`<li><button type="button" class="line" @click=${() => say(line)}>${
      line}<small> ${percent} %</small></button></li>`)}</ul>
    ${lineForm(words.playTyped, withoutTurn(play.text), line => line && say(line))}
    <p class="buttons"><button type="button" @click=${() => say(null)}>${words.playBack}</button></p>`;
}

/** @param {string} line of the game's text, which begins with the number of the turn */
const withoutTurn = line => line.replace(/^\d+ /, "");

/**
 * @param {PlayedGame} game
 * @param {App} app
 */
function addedPlay(game, app) {
  const name = game.player ?? game.players[0];
  const examples = [`${name}: take 10b: 6b + 4g`, `${name}: build 4r: 6b + 4r = 10`, `${name}: discard 5r`, `${name}: draw 7g`];
  return html`
    <p>${words.addWhy}</p>
    <ul class="examples">${examples.map(line => html`<li><code>${line}</code></li>`)}</ul>
    ${lineForm(words.add, `${name}: discard `, line => app.changeFromDialog({type: "add", as: line}, game.revision))}`;
}

/**
 * A line of the game's text to be written.
 * @param {string} label
 * @param {string} first what stands in it at first
 * @param {(line: string) => void} save
 */
function lineForm(label, first, save) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    save(String(new FormData(form).get("line")).trim());
  };
  return html`<form @submit=${submit}>
    <p class="field"><label for="typed">${label}</label>
      <input id="typed" name="line" value=${first} autocomplete="off" spellcheck="false"></p>
    <p class="buttons"><button class="main">${words.save}</button></p>
  </form>`;
}

/**
 * @param {PlayedGame} game
 * @param {string[]} players who may challenge
 * @param {App} app
 */
function challengers(game, players, app) {
  const button = (/** @type {string} */ text, /** @type {string} */ player, /** @type {boolean | undefined} */ shown = undefined) =>
    html`<button type="button" @click=${() => app.changeFromDialog(
      {type: "challenge", player, ...(shown === undefined ? {} : {shown})}, game.revision)}>${text}</button>`;
  return html`
    ${game.hands === "hidden" ? html`<p>${words.challengeShown}</p>` : nothing}
    ${players.map(player => html`<p class="buttons">${game.hands === "open"
      ? button(player, player)
      : html`<span>${player}</span> ${button(words.shown, player, true)} ${button(words.bluff, player, false)}`}</p>`)}`;
}
