// @ts-check
// Dialogs that correct what was read or decided: the likeliest first, anything possible, and always a way back.
import {cameraView, pictureView} from "./camera_view.js";
import {anyCard, lookAlikes} from "./card_picker.js";
import {devicesView} from "./devices.js";
import {editorView, openEditor} from "./editor.js";
import {named} from "./faces.js";
import {mayAskHint} from "./hint_view.js";
import {historyView} from "./history.js";
import {icon, iconButton} from "./icons.js";
import {lessonView, openLesson} from "./lesson.js";
import {html, live, nothing} from "./lit.js";
import {openPack, packView} from "./pack.js";
import {rolesView} from "./roles.js";
import {sheetView} from "./sheet.js";
import {keptView, rulesView} from "./start.js";
import {isAlone, mayChange, mayPair, playedGame, screenOf} from "./state.js";
import {playList} from "./story.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {PlayedGame, TableCard} from "./protocol.d.ts" */
/** @import {Dialog} from "./state.js" */

/** Screens that say themselves what the page is for. */
const INLINE_ROLES = ["waiting", "camera"];

/** @param {App} app @param {Dialog} dialog */
export function dialogView(app, dialog) {
  const {title, content} = contentOf(app, dialog);
  return sheetView(title, content, () => app.dialogClosed(dialog), `of-${dialog.kind}`);
}

/** @param {App} app @param {Dialog} dialog */
function contentOf(app, dialog) {
  switch (dialog.kind) {
    case "confirm": return {title: dialog.question, content: confirmation(dialog, app)};
    case "card": return {title: words.cardWrong, content: cardCorrection(app, dialog)};
    case "editor": return {title: words.playWrong, content: editorView(app, dialog.game)};
    case "plays": return {title: words.wrong, content: playsView(app)};
    case "history": return {title: words.history, content: historyView(app)};
    case "camera": return {title: words.camera, content: cameraSheet(app)};
    case "devices": return {title: words.devices, content: devicesView(app)};
    case "more": return {title: words.more, content: moreView(app)};
    case "pack": return {title: words.pack, content: packView(dialog, app)};
    case "rules": return {title: words.changeRules, content: rulesView(app)};
    case "kept": return {title: words.goOn, content: keptView(app)};
    case "lesson": return {title: words.whatIs, content: lessonView(app, dialog)};
    case "challenge": return {title: words.challengeWho, content: challengers(app, dialog.game, dialog.players)};
  }
}

/** What was played, to be mended by a tap. @param {App} app */
function playsView(app) {
  const {state} = app, game = playedGame(state);
  if (!game) return nothing;
  return html`<p class="hint">${words.wrongHow}</p>
    <p class="buttons">${game.state === "waiting" ? nothing : iconButton("add", "plus", words.add, () => openEditor(app, game, null))}
      ${game.state === "playing" && game.watched ? iconButton("challenge-sheet", "hand", words.challenge, () =>
        app.openDialog({kind: "challenge", game, players: game.players})) : nothing}</p>
    ${playList(game, mayChange(state) ? play => openEditor(app, game, play.k) : null)}`;
}

/** @param {App} app */
function cameraSheet(app) {
  const {state} = app;
  return html`${cameraView(app)}
    ${mayAskHint(state) && pictureView(app)
      ? html`<p class="buttons"><button id="draw-best" type="button" aria-pressed=${String(state.level === "play")}
        @click=${() => app.setLevel(state.level === "play" ? "none" : "play")}>${icon("star")} ${words.drawBest}</button></p>` : nothing}`;
}

/** Everything that is pressed seldom. @param {App} app */
function moreView(app) {
  const {state} = app, game = playedGame(state), may = mayChange(state);
  const why = game?.phase === "last" ? `${words.stopPassed} ${words.stopKept}` : words.stopKept;
  const stop = () => app.confirm(words.stopSure, why, () => app.change({type: "stop"}));
  const {home} = document.documentElement.dataset;
  return html`
    <p class="buttons">${home ? html`<a class="button" href=${home}>${icon("prev")} Numero Cam</a>` : nothing}
      <a class="button" href="/games">${icon("people")} ${words.list}</a>
      ${game && game.state !== "waiting" ? iconButton("history-more", "past", words.history, () =>
        app.showHistory(game.game)) : nothing}
      ${game ? html`<a class="button" href="#scores" @click=${() => app.closeDialog()}>${icon("wall")} ${words.scores}</a>` : nothing}
      ${mayPair(state) ? iconButton("devices", "phone", words.devices, () => app.openDialog({kind: "devices"})) : nothing}
      ${may && game?.watched ? iconButton("pack", "sheet", words.pack, () => openPack(app, game)) : nothing}
      ${may && game?.watched && game.state !== "waiting" ? html`<button id="stop" type="button" class="danger"
          @click=${stop}>${words.stop}</button>` : nothing}
    </p>
    <div class="switches">
      ${switchView("sound-switch", words.sound, state.sound, () => app.switchSound())}
      ${switchView("cheers", words.cheers, state.cheers, () => app.switchCheers())}
      ${may && game?.watched && !isAlone(state) ? switchView("record", words.record, Boolean(game.recording), () =>
        app.link.tell({type: "record", on: !game.recording})) : nothing}
    </div>
    ${INLINE_ROLES.includes(screenOf(state)) ? nothing : rolesView(app)}`;
}

/** @param {string} id @param {string} text @param {boolean} on @param {() => void} act */
const switchView = (id, text, on, act) => html`<p class="check"><label for=${id}><input id=${id} type="checkbox" role="switch"
    .checked=${live(on)} @change=${act}> ${text}</label></p>`;

/** @param {Extract<Dialog, {kind: "confirm"}>} dialog @param {App} app */
function confirmation({why, confirm}, app) {
  const yes = () => {
    app.closeDialog();
    confirm();
  };
  return html`<p>${why}</p><p class="buttons"><button type="button" class="main" @click=${yes}>${words.yes}</button>
    <button type="button" @click=${() => app.closeDialog()}>${words.no}</button></p>`;
}

/** @param {App} app @param {Extract<Dialog, {kind: "card"}>} dialog */
function cardCorrection(app, {game, card, pack}) {
  const say = (/** @type {string} */ as, /** @type {string | undefined} */ player = undefined) =>
    app.changeFromDialog({type: "card", id: card.id, as, ...(player ? {player} : {})}, game?.revision ?? 0);
  if (card.id === 0) return anyCard(app, pack, face => say(face), words.cardUnseen);
  return html`
    <p>${card.face === "?" ? words.cardUnread : words.cardReadAs(named(card.face))}</p>
    ${lookAlikes(card, pack, face => say(face))}
    <p class="buttons">
      <button type="button" @click=${() => say("none")}>${words.cardNone}</button>
      ${game ? handButtons(game, card, say) : placeButtons(card, say)}
    </p>
    ${anyCard(app, pack, face => say(face))}`;
}

/** @param {PlayedGame} game @param {TableCard} card @param {(as: string, player: string) => void} say */
const handButtons = (game, card, say) => (card.zone !== "centre" ? nothing
  : lastFirst(game).map(name => html`<button type="button" @click=${() => say("hand", name)}>${words.cardHand(name)}</button> `));

/**
 * Where no game is played a card lies in the middle or in the hand.
 * @param {TableCard} card
 * @param {(as: string) => void} say
 */
const placeButtons = (card, say) => html`
  ${card.zone === "centre" ? nothing : html`<button type="button" @click=${() => say("centre")}>${words.cardInMiddle}</button>`}
  ${card.zone === "row" ? nothing : html`<button type="button" @click=${() => say("hand")}>${words.cardInHand}</button>`}`;

/** The players, who played last before the others. @param {PlayedGame} game */
function lastFirst({plays, player, players}) {
  const last = plays.findLast(({kind}) => kind !== "drawn" && kind !== "passed")?.player ?? player;
  return last ? [last, ...players.filter(name => name !== last)] : players;
}

/**
 * @param {App} app
 * @param {PlayedGame} game
 * @param {string[]} players who may challenge
 */
function challengers(app, game, players) {
  const {welcome} = app.state;
  const button = (/** @type {string} */ text, /** @type {string} */ player, /** @type {boolean | undefined} */ shown = undefined) =>
    html`<button type="button" @click=${() => app.changeFromDialog(
      {type: "challenge", player, ...(shown === undefined ? {} : {shown})}, game.revision)}>${text}</button>`;
  return html`
    ${iconButton("what-challenge", "ask", words.whatIs, () => openLesson(app, "challenge"), "quiet")}
    ${game.hands === "hidden" ? html`<p>${words.challengeShown}</p>` : nothing}
    ${players.map(player => html`<p class="buttons">${game.hands === "open"
      ? button(player, player)
      : html`<span>${player}</span> ${button(words.shown, player, true)} ${button(words.bluff, player, false)}
        ${welcome?.hall ? button(words.referee, player) : nothing}`}</p>`)}`;
}
