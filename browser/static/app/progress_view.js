// @ts-check
// A learner's progress: the days whose puzzle was solved, and how games went. It says nothing of other days.
import {problemView} from "../js/fields.js";
import {saveText} from "../js/files.js";
import {bareButton, icon} from "../js/icons.js";
import {html, nothing, svg} from "../js/lit.js";
import {dayText} from "../js/mine.js";
import {words} from "../js/words.js";
import {puzzleOfDay} from "./check_view.js";
import {openButton} from "./kept_play.js";
import {forgetLearner, learnerText, learns, openLearner} from "./learner.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @import {Learner} from "../js/protocol.d.ts" */

/** Games that the graphs show, the newest ones. */
const SHOWN = 30;
/** Width and height of a graph, and the radius of a game in it. */
const WIDE = 600, HIGH = 120, DOT = 5;
const WEEK = 7;
const LANGUAGE = document.documentElement.lang;

/** @param {Page} page */
export function progressView(page) {
  const {learner} = page.state;
  if (!learns(page)) return offView();
  if (learner?.error) return brokenView(page, learner.error);
  if (!learner) return page.isReady ? html`<p class="soft">${words.moment}</p>` : nothing;
  const {games, days, cards} = learner;
  return html`${monthView(page, learner)}
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

/**
 * The days of a month; those whose puzzle was solved have a star.
 * @param {Page} page
 * @param {Learner} learner
 */
function monthView(page, {days}) {
  const now = new Date(), first = new Date(now.getFullYear(), now.getMonth() - page.state.monthsBack, 1, 12);
  const month = dayText(first).slice(0, 7), length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const blank = (first.getDay() + WEEK - 1) % WEEK, solved = new Set(days.map(([day]) => day));
  const isEarlier = days.some(([day]) => day.slice(0, 7) < month);
  const cells = Array.from({length: Math.ceil((blank + length) / WEEK) * WEEK}, (_, n) => n - blank + 1);
  const weekdays = Array.from({length: WEEK}, (_, n) => new Date(2024, 0, 1 + n));  // the first was a Monday
  const name = first.toLocaleDateString(LANGUAGE, {month: "long", year: "numeric"});
  return html`<section class="panel month"><h2>${texts.solvedDays}</h2>
    <div class="bar">${bareButton("month-before", "prev", texts.monthBefore, () => page.update({monthsBack: page.state.monthsBack + 1}),
      {disabled: !isEarlier})}<b aria-live="polite">${name}</b>${bareButton("month-after", "next", texts.monthAfter, () =>
      page.update({monthsBack: page.state.monthsBack - 1}), {disabled: !page.state.monthsBack})}</div>
    <table class="days"><caption class="unseen">${name}</caption><thead><tr>${weekdays.map(day => html`<th scope="col"><abbr
      title=${day.toLocaleDateString(LANGUAGE, {weekday: "long"})}>${day.toLocaleDateString(LANGUAGE, {weekday: "short"})}</abbr></th>`)}</tr></thead>
      <tbody>${Array.from({length: cells.length / WEEK}, (_, row) => html`<tr>${cells.slice(row * WEEK, (row + 1) * WEEK).map(day =>
        dayView(day, day >= 1 && day <= length, solved.has(`${month}-${String(day).padStart(2, "0")}`)))}</tr>`)}</tbody></table>
    <p><a class="button" href="#puzzle" id="solve-day" @click=${() => puzzleOfDay(page)}>${texts.day}</a></p></section>`;
}

/** @param {number} day @param {boolean} isThere @param {boolean} isSolved */
const dayView = (day, isThere, isSolved) => html`<td>${!isThere ? nothing : isSolved ? html`<span class="solved">${icon("star")}<b>${
  day}</b></span><span class="unseen">${texts.daySolved}</span>` : day}</td>`;

/** How games went: accuracy, and what a turn brought, of games for points and of games for cards. @param {Learner["games"]} games */
function gamesView(games) {
  if (!games.length) return nothing;
  const shown = games.slice(-SHOWN), of = (/** @type {string} */ by) => shown.filter(game => game.by === by);
  const brought = (/** @type {Learner["games"]} */ some) => some.map(game => game.brought);
  const accuracies = shown.flatMap(({accuracy}) => accuracy === null ? [] : [accuracy]);
  return html`<section class="panel"><h2>${texts.ownGames}</h2>
    ${graphView(texts.accuracy, accuracies, 100, "%")}${graphView(texts.pointsTurn, brought(of("points")))}${graphView(texts.cardsTurn,
      brought(of("cards")))}
    <details><summary>${texts.eachGame}</summary><table class="item-table"><thead><tr><th scope="col">${texts.dayOf}</th>
      <th scope="col" class="n">${texts.accuracy}</th><th scope="col" class="n">${texts.turnBrought}</th></tr></thead>
      <tbody>${shown.toReversed().map(({day, by, accuracy, brought}) => html`<tr><th scope="row">${shortDay(day)}</th>
        <td class="n">${accuracy === null ? "–" : `${Math.round(accuracy)} %`}</td><td class="n">${by === "points"
          ? texts.pointsIn(oneDigit(brought)) : texts.cardsIn(oneDigit(brought))}</td></tr>`)}</tbody></table></details></section>`;
}

/**
 * A measure of game after game, and the newest in figures.
 * @param {string} name
 * @param {number[]} values
 * @param {number} most at its upper edge
 * @param {string} unit
 */
function graphView(name, values, most = Math.max(1, ...values), unit = "") {
  if (!values.length) return nothing;
  const last = values[values.length - 1], said = unit ? `${Math.round(last)} ${unit}` : oneDigit(last);
  const points = values.map((value, n) => [DOT + (n * (WIDE - 2 * DOT)) / Math.max(values.length - 1, 1),
    HIGH - DOT - (Math.max(value, 0) * (HIGH - 2 * DOT)) / most]);
  return html`<figure class="lead-graph progress-graph"><figcaption><span>${name}</span><b>${said}</b></figcaption>${values.length < 2 ? nothing
    : html`<svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${name}>${svg`<polyline class="lead" points=${points.map(([x, y]) =>
      `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}></polyline>`}${points.map(([x, y]) => svg`<circle r=${DOT} cx=${x} cy=${y}></circle>`)}</svg>`}</figure>`;
}

/** @param {number} value */
const oneDigit = value => value.toLocaleString(LANGUAGE, {minimumFractionDigits: 1, maximumFractionDigits: 1});

/** @param {string} day */
const shortDay = day => new Date(`${day}T12:00`).toLocaleDateString(LANGUAGE, {dateStyle: "medium"});
