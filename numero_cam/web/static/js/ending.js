// @ts-check
// What stands below the podium: the best takes in cards, and the picture to share with the box that lets names into it.
import {cardRow} from "./cards.js";
import {icon, iconButton} from "./icons.js";
import {html, live, nothing} from "./lit.js";
import {sharePicture} from "./share.js";
import {words} from "./words.js";

/** @import {Ending} from "./protocol.d.ts" */

/** The best take of each player, the best of the game first. @param {Ending} ending */
export const bestTakesView = ({best, by}) => best.toSorted((one, other) => other.points - one.points).map((take, n) => html`<section
    class=${n ? "panel best-take" : "panel best-take of-game"} aria-labelledby=${`best-${n}`}>
  <h3 id=${`best-${n}`}>${n ? nothing : icon("star")}${words.bestTake(take.player)}
    <span class="tag sun">${by === "points" ? words.pointsOf(take.points) : words.cardUnit(take.points)}</span></h3>
  <div class="best-cards">${take.sets.map(row => cardRow(row, take.card))}</div>
  <p class="soft">${take.said}</p></section>`);

/**
 * The button of the picture to share, and the box that lets names into it: off until somebody ticks it.
 * @param {{state: any, update: (changes: any) => void, announce: (text: string) => void}} app
 * @param {Ending} ending
 */
export const shareView = (app, ending) => html`<span class="shares">
  ${iconButton("share", "share", words.share, () => sharePicture(app, ending, app.state.shareNames))}
  <label class="share-names"><input id="share-names" type="checkbox" .checked=${live(Boolean(app.state.shareNames))} @change=${() =>
    app.update({shareNames: !app.state.shareNames})}> ${words.shareNames}</label></span>`;
