// @ts-check
// What happened? The likeliest stories in cards, "none of these", and "show it again"; also where no play explains the table.
import {openEditor, taleView} from "./editor.js";
import {stepsView} from "./history.js";
import {iconButton} from "./icons.js";
import {html, nothing} from "./lit.js";
import {mayChange, playedGame} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {State} from "./state.js" */

/** Whether something is to be asked. @param {State} state */
export const isUnsure = state => mayChange(state) && playedGame(state)?.watched === true
  && (Boolean(state.ask?.choices.length) || state.notice?.kind === "problem");

/** @param {App} app */
export function unsureView(app) {
  const {state} = app, {ask, notice} = state, game = playedGame(state);
  const choices = ask?.choices ?? [];
  return html`<section class="ask" aria-label=${words.ask} aria-live="polite">
    <h3>${words.whatHappened}</h3>
    ${notice?.kind === "problem" ? html`<p class="soft why">${notice.text}</p>` : nothing}
    <div class="tale-list">${choices.map((choice, n) =>
      taleView(choice, `choice-${n}`, () => app.change({type: "answer", ask: ask?.ask ?? 0, choice: n + 1})))}</div>
    <p class="buttons">
      ${iconButton("neither", "wrong", choices.length ? words.neither : words.tellIt, () => game && openEditor(app, game, null))}
      ${iconButton("show-again", "camera", words.showAgain, () => showAgain(app))}
    </p>${game ? stepsView(app, game) : nothing}</section>`;
}

/** The players lay the cards so that all can be seen: what was in doubt is looked at anew. @param {App} app */
function showAgain(app) {
  app.change({type: "again"});
  app.announce(words.showAgainHow);
}
