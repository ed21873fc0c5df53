// @ts-check
// The first screen: what this page is for; where it keeps the game the camera, who plays and how, games to go on with.
import {cameraView} from "./camera_view.js";
import {choice, valueOf} from "./fields.js";
import {html, nothing} from "./lit.js";
import {rolesView} from "./roles.js";
import {keptGames} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {By, Hands} from "./protocol.d.ts" */
/** @import {Setup, State} from "./state.js" */

const MOST_PLAYERS = 4, FEWEST_PLAYERS = 2;
const LEAST_NUMBER = 5, MOST_NUMBER = 15;  // of the highest number card

/**
 * @param {State} state
 * @param {App} app
 */
export function startScreen(state, app) {
  return html`<div class="start">
    <p class="what">${words.what}</p>
    ${rolesView(state, app)}
    <div class="two">
      <section aria-labelledby="camera-title"><h2 id="camera-title">${words.camera}</h2>${cameraView(state, app)}</section>
      <div>${setupForm(state, app)}<section>${keptView(state, app)}</section></div>
    </div>
  </div>`;
}

/**
 * Before a game, on a page that does not keep it: it shows the game as soon as there is one.
 * @param {State} state
 * @param {App} app
 */
export function waitingScreen(state, app) {
  return html`<div class="start">
    <p class="what" role="status">${words.notYet}</p>
    ${rolesView(state, app)}
    <div>${keptGames(state).length > 0 ? listLink : nothing}</div>
  </div>`;
}

const listLink = html`<p><a href="/games">${words.list}</a></p>`;

/**
 * @param {State} state
 * @param {App} app
 */
function setupForm({setup, ownCardsOpen}, app) {
  const {players, near, hands, cards, by, numbers, wilds} = setup;
  const change = (/** @type {Partial<Setup>} */ changes) => app.setSetup({...setup, ...changes});
  const resize = (/** @type {number} */ count) =>
    change({players: Array.from({length: count}, (_, n) => players[n] ?? ""), near: Math.min(near, count - 1)});
  /** @type {[string, string][]} */
  const seats = namesOf(setup).map((name, n) => [String(n), name]);
  return html`<form aria-labelledby="who-title" @submit=${(/** @type {Event} */ event) => begin(event, setup, app)}>
    <h2 id="who-title">${words.who}</h2>
    <p class="hint">${words.order}</p>
    ${players.map((name, n) => html`<p class="field"><label for=${`name-${n}`}>${words.player(n + 1)}</label>
      <input id=${`name-${n}`} .value=${name} maxlength="30" autocomplete="off" required
        @input=${(/** @type {Event} */ event) => change({players: players.map((other, k) => (k === n ? valueOf(event) : other))})}></p>`)}
    <p class="buttons">
      ${players.length < MOST_PLAYERS
        ? html`<button type="button" id="more" @click=${() => resize(players.length + 1)}>${words.addPlayer}</button>` : nothing}
      ${players.length > FEWEST_PLAYERS
        ? html`<button type="button" id="less" @click=${() => resize(players.length - 1)}>${words.lessPlayers}</button>` : nothing}
    </p>
    ${choice("near", words.near, seats, String(near), value => change({near: Number(value)}))}
    ${choice("hands", words.hands, [["open", words.handsOpen], ["hidden", words.handsHidden]], hands,
      value => change({hands: /** @type {Hands} */ (value)}))}
    ${choice("cards", words.level, Object.entries(words.levels), cards, value => change({cards: value}))}
    ${choice("by", words.by, [["points", words.byPoints], ["cards", words.byCards]], by, value => change({by: /** @type {By} */ (value)}))}
    <details id="own" ?open=${ownCardsOpen}>
      <summary>${words.ownCards}</summary>
      ${choice("numbers", words.ownNumbers, [["", words.asLevel], ...highestNumbers], numbers, value => change({numbers: value}))}
      <p class="field"><label for="wilds">${words.ownWilds}</label>
        <input id="wilds" .value=${wilds} maxlength="200" autocomplete="off" placeholder=${words.asLevel} aria-describedby="wilds-how"
          @input=${(/** @type {Event} */ event) => change({wilds: valueOf(event)})}></p>
      <p class="hint" id="wilds-how">${words.ownWildsHow}</p>
    </details>
    <p class="buttons">
      <button type="submit" id="begin" class="main">${words.start}</button>
      <button type="button" id="practise" @click=${() => app.change({type: "practise"})}>${words.practise}</button>
    </p>
  </form>`;
}

/** @type {[string, string][]} */
const highestNumbers = Array.from({length: MOST_NUMBER - LEAST_NUMBER + 1}, (_, n) => [String(n + LEAST_NUMBER), String(n + LEAST_NUMBER)]);

/** @param {Setup} setup */
const namesOf = ({players}) => players.map((name, n) => name.trim() || words.player(n + 1));

/**
 * @param {Event} event
 * @param {Setup} setup
 * @param {App} app
 */
function begin(event, setup, app) {
  event.preventDefault();
  const players = namesOf(setup);
  const {hands, cards, by, near, numbers, wilds} = setup;
  const own = {numbers: numbers ? Number(numbers) : null, wilds: wilds.trim() || null};
  app.change({type: "start", players, near: players[near], hands, cards, by, ...own});
}

/**
 * @param {State} state
 * @param {App} app
 */
function keptView(state, app) {
  const games = keptGames(state);
  if (!games.length) return nothing;
  return html`<h2>${words.goOn}</h2>
    <ul class="kept">${games.map(({game, began, players, scores, over}) => {
      const day = new Date(began).toLocaleString([], {dateStyle: "medium", timeStyle: "short"});
      const result = players.map(name => `${name} ${scores[name]}`).join(", ");
      return html`<li><button type="button" id=${`go-${game}`} @click=${() => app.change({type: "go_on", game})}>${
        words.keptGame(result, day, over)}</button></li>`;
    })}</ul>
    ${listLink}`;
}
