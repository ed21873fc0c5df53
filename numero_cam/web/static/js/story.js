// @ts-check
// A play as the page tells it: a sentence, its cards, and what it brought.
import {cardRow, setMark} from "./cards.js";
import {html, nothing, repeat} from "./lit.js";
import {words} from "./words.js";

/** @import {Play, PlayedGame} from "./protocol.d.ts" */

/** @param {Pick<Play, "card" | "sets">} play */
export function playCards(play) {
  if (!play.sets.length) return nothing;
  const many = play.sets.flat(2).length + play.sets.length > 8 ? "plays-cards many" : "plays-cards";
  return html`<div class=${many}>${play.sets.map(row => cardRow(row, play.card))}</div>`;
}

/**
 * A play: a sentence, its points, its cards, and for what each point is.
 * @param {Pick<Play, "said" | "points" | "card" | "sets" | "items">} play
 * @param {string} head which one it is
 */
export const toldPlayView = (play, head = words.lastPlay) => html`<p class="head"><span
    class="small soft">${head}</span>${pointsView(play)}</p>
  <p class="said" aria-live="polite">${play.said}</p>${playCards(play)}${itemsView(play)}`;

/**
 * A take as a sentence and in cards. Several sets have letters where they are also drawn elsewhere.
 * @param {{lines: string[], card: string, sets: import("./protocol.d.ts").CardRow[]}} take
 * @param {boolean} [lettered]
 */
export function storyView({lines, card, sets}, lettered = false) {
  const row = (/** @type {import("./protocol.d.ts").CardRow} */ set, /** @type {number} */ n) => (lettered && sets.length > 1
    ? html`<div class="bar"><b class=${`set-letter ${setMark(n)}`}>${setLetter(n)}</b>${cardRow(set, card)}</div>` : cardRow(set, card));
  return html`${lines.map(line => html`<p class="said">${line}</p>`)}
    ${sets.length ? html`<div class="plays-cards">${sets.map(row)}</div>` : nothing}`;
}

/** @param {number} n index of a set of a take */
export const setLetter = n => String.fromCharCode(65 + n);

/** @param {Pick<Play, "points">} play */
export const pointsView = ({points}) => (points ? html`<b class=${points < 0 ? "points minus" : "points"}>${signed(points)}</b>` : nothing);

/** @param {Pick<Play, "items">} play */
export function itemsView({items}) {
  const counting = items.filter(([, points]) => points !== 0);
  if (!counting.length) return nothing;
  return html`<ul class="items">${counting.map(([what, points]) => html`<li>${what} ${pointsView({points})}</li>`)}</ul>`;
}

/**
 * What was played, the newest first; each play is a button for whoever may correct it.
 * @param {PlayedGame} game
 * @param {((play: Play) => void) | null} mend null where this page may not
 */
export function playList(game, mend) {
  const plays = game.plays.filter(({kind}) => kind !== "drawn").reverse();
  if (!plays.length) return html`<p class="soft">${words.noPlays}</p>`;
  return html`<ol class="plays" reversed>${repeat(plays, play => play.k, play => html`<li value=${play.turn}>${mend
    ? html`<button type="button" id=${`play-${play.k}`} class="line" @click=${() => mend(play)}>${playLine(play)}</button>`
    : html`<div class="line">${playLine(play)}</div>`}</li>`)}</ol>`;
}

/** @param {Play} play */
const playLine = play => html`<span>${play.said}${play.by === "person" ? html` <small class="soft">(${words.byPerson})</small>` :
    play.perhaps ? html` <small class="soft">${play.perhaps}</small>` : nothing}</span> ${pointsView(play)}`;

/** @param {number} points */
export const scoreText = points => String(points).replace("-", "−");

/** @param {number} points */
export const signed = points => `${points > 0 ? "+" : ""}${scoreText(points)}`;
