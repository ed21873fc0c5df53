// @ts-check
// A learner's progress on this device.
import {choice, problemView} from "../js/fields.js";
import {saveText} from "../js/files.js";
import {html, nothing} from "../js/lit.js";
import {NO_PUZZLE} from "../js/mine.js";
import {LEVELS, gamesView, monthView} from "../js/progress.js";
import {words} from "../js/words.js";
import {openButton} from "./kept_play.js";
import {changeLearner, forgetLearner, learnerText, learns, openLearner} from "./learner.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/** @param {Page} page */
export function progressView(page) {
  const {learner} = page.state;
  if (!learns(page)) return offView();
  if (learner?.error) return brokenView(page, learner.error);
  if (!learner) return page.isReady ? html`<p class="soft">${words.moment}</p>` : nothing;
  const {games, days, cards} = learner;
  return html`${monthView(page, learner, day => `#day/${day}`, html`${choice("level", words.puzzleLevel, LEVELS, learner.level, level => {
      page.update({mine: NO_PUZZLE});
      changeLearner(page, {type: "day_level", level});
    })}<p><a class="button" href="#day" id="solve-day">${words.day}</a></p>`)}
    ${gamesView(games)}
    ${games.length || days.length || cards ? html`<p class="buttons">${saveButton()}${forgetButton(page)}</p>` : nothing}
    ${problemView(page.state.progressProblem)}<p class="buttons">${openButton("open-progress", text => openLearner(page, text), ".json")}</p>
    <p class="hint">${texts.progressHow}</p>`;
}

/** What is shown in place of a learner's pages where a class is. */
export const offView = () => html`<p class="panel">${texts.learnOff}</p>`;

/**
 * What is shown in place of a record that cannot be read.
 * @param {Page} page
 * @param {string} error
 */
export const brokenView = (page, error) => html`${problemView(error)}<p class="buttons">${saveButton()}${forgetButton(page)}</p>`;

const saveButton = () => html`<button type="button" id="save-progress" @click=${() =>
  saveText("numero-progress.json", learnerText() ?? "")}>${texts.saveFile}</button>`;

/** @param {Page} page */
const forgetButton = page => html`<button type="button" id="forget" class="danger" @click=${() => page.openDialog({
  kind: "confirm", question: texts.forgetAsk, why: texts.forgetWhy, confirm: () => forgetLearner(page)})}>${texts.forget}</button>`;
