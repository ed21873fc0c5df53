// @ts-check
// The first screen: three steps to a game, see the table, who plays, go. Everything else has a good default behind one button.
import {allowButton, cameraProblem, chooserView, photoButton, pictureView} from "./camera_view.js";
import {cardButton, drawnCards} from "./cards.js";
import {WILDS} from "./faces.js";
import {byChoice, choice, valueOf} from "./fields.js";
import {icon, iconButton} from "./icons.js";
import {html, nothing} from "./lit.js";
import {dueView, waitingPuzzles} from "./people_puzzles.js";
import {placingHelp, placingView} from "./placing.js";
import {rolesView} from "./roles.js";
import {keptGames, mayGivePictures, mayPair} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Face, Hands} from "./protocol.d.ts" */
/** @import {Setup, State} from "./state.js" */

const MOST_PLAYERS = 4, FEWEST_PLAYERS = 2;
const LEAST_NUMBER = 5, MOST_NUMBER = 15;  // of the highest number card
/** How many people who played here before are offered. */
const MOST_KNOWN = 6;
/** Cards that stand for the game. */
const FAN = ["7r", "x2", "12g", "1/2"];

/** @param {App} app */
export function startScreen(app) {
  const {state} = app, begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    start(state.setup, app);
  };
  return html`<p class="lead">${words.what}</p>
    <form class="steps" @submit=${begin}>
      <section class="panel step see-step" aria-labelledby="camera-title">${stepHead(1, "camera-title", words.seeTable,
          seesTable(state))}${seeView(app)}</section>
      <section class="panel step" aria-labelledby="who-title">${stepHead(2, "who-title", words.who, true)}${namesView(app)}</section>
      <section class="panel step go-step" aria-labelledby="go-title">${stepHead(3, "go-title", words.go, false)}${goView(app)}</section>
    </form>
    <aside class="demo">${state.welcome ? html`<p><b>${words.demoAsk}</b> <span class="soft">${words.demoWhy}</span></p>
      ${iconButton("demo", "play", words.demo, () => app.demonstrate())}` : nothing}
      <button id="practise" type="button" class="quiet" @click=${() => app.change({type: "practise"})}>${words.practise}</button>
      ${keptGames(state).length ? html`<button id="kept" type="button" class="quiet" @click=${() => app.openDialog({kind:
          "kept"})}>${words.goOn}</button>` : nothing}
      ${hallView(state)}${dueView(app)}
    </aside>`;
}

/** The hall whose table this is, or the way to the page that takes a table's code. @param {State} state */
function hallView(state) {
  const hall = state.welcome?.hall ?? null;
  if (hall === null || !mayPair(state)) return nothing;
  return hall ? html`<span id="hall" class="soft">${hall}</span>` : html`<a id="hall" class="button quiet"
      href="/hall-seat">${words.joinHall}</a>`;
}

/** Before a game, on a page that does not keep it: it shows the game as soon as there is one. @param {App} app */
export function waitingScreen(app) {
  return html`<div class="panel quiet-screen"><div class="fan" aria-hidden="true">${drawnCards(FAN)}</div>
    <p class="lead" role="status">${words.notYet}</p>${waitingPuzzles(app)}${rolesView(app)}</div>`;
}

/** @param {number} number @param {string} id @param {string} title @param {boolean} done */
const stepHead = (number, id, title, done) => html`<h2 id=${id}><i aria-hidden="true">${number}</i>${title}${done ? html`<span
    class="done">${icon("check")}</span>` : nothing}</h2>`;

/** @param {State} state */
const seesTable = state => (state.table?.cards.length ?? 0) > 0 && !isCameraNext(state)
  && (state.camera.running || state.hasPhoto || state.welcome?.source === "server");

/**
 * Whether the camera is what to see to next: there is no picture of the table yet, or something is wrong with it. Else it is the game.
 * @param {State} state
 */
const isCameraNext = state => mayGivePictures(state) && !state.camera.running && (state.table === null || state.camera.problem !== "");

/** @param {App} app */
function seeView(app) {
  const {state} = app, picture = pictureView(app), gives = mayGivePictures(state);
  return html`<div class="see">${picture ?? tableDrawing()}</div>
    ${cameraProblem(state)}
    ${picture ? (state.camera.problem ? nothing : placingView(app))
      : html`<p class="hint">${gives ? words.cameraWhy : state.welcome ? words.cameraServer : nothing}</p>`}
    <div class="ways">
      ${allowButton(app, isCameraNext(state))}
      ${mayPair(state) && gives ? iconButton("telephone", "phone", words.telephone, () => app.invite("camera")) : nothing}
      ${gives ? photoButton(app) : nothing}
    </div>
    ${chooserView(app)}
    ${picture ? placingHelp() : nothing}`;
}

/**
 * A table as a camera above it sees it.
 * @param {string} near name of the player at the lower edge
 * @param {string} far names of the others
 */
export const tableDrawing = (near = "", far = "") => html`<div class="felt drawn" role="img" aria-label=${words.tableDrawn}>
  ${far ? html`<p class="plate"><span>${far}</span></p>` : nothing}<div class="hand">${drawnCards(["13r", "1/4", "-5", "9o", "2b"])}</div>
  <div class="lying">${drawnCards(["6r", "11b"])}</div>
  <div class="hand">${drawnCards(["9b", "1g", "x5", "/2", "14o"])}</div>${near ? html`<p
      class="plate"><span>${near}</span></p>` : nothing}</div>`;

/** Names as people write them; one that is left empty is that of its number. @param {App} app */
function namesView(app) {
  const {state} = app, {setup} = state;
  const {players, near} = setup;
  const change = (/** @type {Partial<Setup>} */ changes) => app.setSetup({...setup, ...changes});
  const named = (/** @type {number} */ n, /** @type {string} */ name) => change({players: players.map((other, k) => (k === n ? name :
      other))});
  const resize = (/** @type {number} */ count) =>
    change({players: Array.from({length: count}, (_, n) => players[n] ?? ""), near: Math.min(near, count - 1)});
  const used = new Set(players.map(name => name.trim()));
  const known = [...new Set(keptGames(state).flatMap(game => game.players))].filter(name =>
      !used.has(name)).slice(0, MOST_KNOWN);
  const free = Math.max(0, players.findIndex(name => !name.trim()));
  return html`<div class="names">${players.map((name, n) => html`<p class="name"><span class=${`who who-${n}`}
      aria-hidden="true">${initial(setup, n)}</span>
      <input id=${`name-${n}`} aria-label=${words.player(n + 1)} placeholder=${words.player(n + 1)} .value=${name} maxlength="40"
          autocomplete="off"
        @input=${(/** @type {Event} */ event) => named(n, valueOf(event))}>${n === 0 ? html`<small class="soft">${words.begins}</small>` :
            nothing}</p>`)}</div>
    ${known.length ? html`<div class="known" role="group" aria-label=${words.playedHere}><p
        class="small soft">${words.playedHere}</p>${known.map(name =>
      html`<button type="button" @click=${() => named(free, name)}>${name}</button>`)}</div>` : nothing}
    <p class="buttons">
      ${players.length < MOST_PLAYERS ? iconButton("more", "plus", words.addPlayer, () => resize(players.length + 1), "quiet") : nothing}
      ${players.length > FEWEST_PLAYERS ? html`<button type="button" id="less" class="quiet" @click=${() => resize(players.length -
          1)}>${words.lessPlayers}</button>` : nothing}
    </p>`;
}

/** @param {App} app */
function goView(app) {
  const {state} = app, {setup} = state;
  // One main button: first that of the camera, then this one.
  const kind = isCameraNext(state) ? "large" : "main large";
  return html`<div class="fan" aria-hidden="true">${drawnCards(FAN)}</div>
    <ul class="facts">${[words.levels[/** @type {keyof typeof words.levels} */ (setup.cards)], setup.by === "points" ? words.byPoints :
        words.byCards,
      `${words.hands} ${setup.hands === "open" ? words.handsOpen : words.handsHidden}`].map(text =>
        html`<li>${icon("check")}<span>${text}</span></li>`)}</ul>
    <p class="buttons"><button type="submit" id="begin"
      class=${kind}>${words.start}</button>
      <button type="button" id="rules" class="quiet" @click=${() => app.openDialog({kind: "rules"})}>${words.changeRules}</button></p>`;
}

/** How the game is played: the content of a sheet. @param {App} app */
export function rulesView(app) {
  const {setup} = app.state;
  const {near, hands, cards, by, numbers, wilds, packs} = setup;
  const change = (/** @type {Partial<Setup>} */ changes) => app.setSetup({...setup, ...changes});
  /** @type {[string, string][]} */
  const seats = namesOf(setup).map((name, n) => [String(n), name]);
  return html`
    ${choice("cards", words.level, Object.entries(words.levels), cards, value => change({cards: value}))}
    ${byChoice(by, chosen => change({by: chosen}))}
    ${choice("hands", words.hands, [["open", words.handsOpen], ["hidden", words.handsHidden]], hands,
      value => change({hands: /** @type {Hands} */ (value)}))}
    ${choice("near", words.near, seats, String(near), value => change({near: Number(value)}))}
    <details id="own" ?open=${Boolean(numbers || wilds || packs > 1)}>
      <summary>${words.ownCards}</summary>
      ${choice("packs", words.packs, PACKS.map(n => [n, n]), String(packs), value => change({packs: Number(value)}))}
      ${choice("numbers", words.ownNumbers, [["", words.asLevel], ...highestNumbers], numbers, value => change({numbers: value}))}
      ${choice("wilds", words.ownWilds, [["", words.asLevel], ["own", words.ownWildsChoice]], wilds && "own",
        value => change({wilds: value && written(wildsOfLevel(cards))}))}
      ${wilds ? wildsView(chosenWilds(wilds), chosen => change({wilds: written(chosen)})) : nothing}
    </details>
    <p class="buttons"><button type="button" class="main" @click=${() => app.closeDialog()}>${words.done}</button></p>`;
}

/** How many packs may be mixed. */
export const PACKS = ["1", "2", "3", "4"];

/** Own wild cards, as the table takes them, where there are none. */
const NO_WILDS = "none";

/** Wild cards as the table takes them. @param {Face[]} chosen */
export const written = chosen => chosen.join(" ") || NO_WILDS;

/** @param {string} wilds as the table takes them */
const chosenWilds = wilds => WILDS.filter(face => wilds.split(/[\s,]+/).includes(face));

/** The wild cards that a level has, with which an own choice begins. @param {string} level */
function wildsOfLevel(level) {
  const has = {1: /^$/, 2: /^-/, 3: /^[-x/]/, "unit-fractions": /^[-x/1]/}[level];
  return WILDS.filter(face => !has || has.test(face));
}

/**
 * All wild cards, to be tapped into the game and out of it.
 * @param {Face[]} chosen
 * @param {(chosen: Face[]) => void} choose
 */
export const wildsView = (chosen, choose) => html`<div class="faces" role="group" aria-label=${words.ownWilds}>${WILDS.map(face => {
  const has = chosen.includes(face);
  return cardButton(face, () => choose(WILDS.filter(other => chosen.includes(other) !== (other === face))),
    {mark: has ? "takes" : "pale", pressed: has});
})}</div>`;

/** @type {[string, string][]} */
export const highestNumbers = Array.from({length: MOST_NUMBER - LEAST_NUMBER + 1}, (_, n) => [String(n + LEAST_NUMBER),
  String(n + LEAST_NUMBER)]);

/** @param {Setup} setup */
const namesOf = ({players}) => players.map((name, n) => name.trim() || words.player(n + 1));

/** @param {Setup} setup @param {number} n */
const initial = (setup, n) => ([...setup.players[n].trim()][0] ?? String(n + 1)).toUpperCase();

/** @param {Setup} setup @param {App} app */
function start(setup, app) {
  const players = namesOf(setup);
  const {hands, cards, by, near, numbers, wilds, packs} = setup;
  const own = {numbers: numbers ? Number(numbers) : null, wilds: wilds ? written(chosenWilds(wilds)) : null};
  app.change({type: "start", players, near: players[near], hands, cards, by, packs, ...own});
}

/** Games that may go on: the content of a sheet. @param {App} app */
export function keptView(app) {
  const goOn = (/** @type {number} */ game) => {
    app.closeDialog();
    app.change({type: "go_on", game});
  };
  return html`<ul class="kept">${keptGames(app.state).map(({game, began, players, scores, over}) => {
    const day = new Date(began).toLocaleString(document.documentElement.lang, {dateStyle: "medium", timeStyle: "short"});
    const result = players.map(name => `${name} ${scores[name]}`).join(", ");
    return html`<li><button type="button" id=${`go-${game}`} @click=${() => goOn(game)}>${words.keptGame(result, day, over)}</button></li>`;
  })}</ul><p><a href="/games">${words.list}</a></p>`;
}
