// @ts-check
// Who stands where at the end of a game.
import {rainView} from "./cheer.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {scoreText} from "./story.js";
import {words} from "./words.js";

/** @import {Ending} from "./protocol.d.ts" */

/** From this many players on the second and the third stand beside the first. */
const BOTH_SIDES = 3;

/**
 * The podium, and below it what there is to say of the game.
 * @param {Ending} ending
 * @param {boolean} rains whether the forms rain on a winner
 * @param {unknown} more
 */
export const podiumView = (ending, rains, more = nothing) => html`<section class="winner felt">
  ${rains && ending.over ? rainView() : nothing}
  <h2>${ending.over ? icon("trophy") : nothing}<span>${ending.over ? words.wins(ending.winners) : words.stoppedHere}</span></h2>
  <ol class=${ending.players.length < BOTH_SIDES ? "podium" : "podium both-sides"}>${placesOf(ending).map(({name, place}) => html`<li
    class=${`end place-${place}`}><span>${name}</span><b>${scoreText(ending.scores[name])}</b><i role="img"
    aria-label=${words.placeOf(place)}>${place}</i></li>`)}</ol>
  ${ending.why ? html`<p>${ending.why}</p>` : nothing}${more}
</section>`;

/** The players by their places; equal ones share a place. @param {Pick<Ending, "players" | "scores" | "winners">} ending */
export function placesOf({players, scores, winners}) {
  const worth = (/** @type {string} */ name) => [Number(winners.includes(name)), scores[name]];
  const isBefore = (/** @type {string} */ one, /** @type {string} */ other) => {
    const [won, score] = worth(one), [otherWon, otherScore] = worth(other);
    return won > otherWon || (won === otherWon && score > otherScore);
  };
  return players.map(name => ({name, place: 1 + players.filter(other => isBefore(other, name)).length}))
    .sort((one, other) => one.place - other.place);
}
