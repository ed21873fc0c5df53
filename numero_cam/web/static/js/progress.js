// @ts-check
// A learner's progress: the days whose puzzle was solved, and how games went. It says nothing of other days.
import {bareButton, icon} from "./icons.js";
import {html, nothing, svg} from "./lit.js";
import {dayText, dayWords} from "./mine.js";
import {words} from "./words.js";

/** @import {Learner} from "./protocol.d.ts" */

/** Games that the graphs show, the newest ones. */
const SHOWN = 30;
/** Width and height of a graph, and the radius of a game in it. */
const WIDE = 600, HIGH = 120, DOT = 5;
const WEEK = 7;
const LANGUAGE = document.documentElement.lang;
/** What puzzles of the day there are, the easier first: weeks of the school year's two courses, by what they need. */
export const LEVELS = Object.entries(words.puzzleLevels);

/** How hard puzzles are, in words. @param {string} level */
export const levelWords = level => LEVELS.find(([known]) => known === level)?.[1];

/**
 * The days of a month; those whose puzzle was solved have a star. Each leads to its puzzle, once it has come.
 * @param {{state: {monthsBack: number}, update: (changes: {monthsBack: number}) => void}} page
 * @param {Learner} learner
 * @param {(day: string) => string} address of a day's puzzle
 * @param {unknown} way to the puzzle of this day
 */
export function monthView(page, {days}, address, way) {
  const now = new Date(), first = new Date(now.getFullYear(), now.getMonth() - page.state.monthsBack, 1, 12);
  const month = dayText(first).slice(0, 7), length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const blank = (first.getDay() + WEEK - 1) % WEEK, solved = new Set(days.map(([day]) => day));
  const isEarlier = days.some(([day]) => day.slice(0, 7) < month);
  const cells = Array.from({length: Math.ceil((blank + length) / WEEK) * WEEK}, (_, n) => n - blank + 1);
  const weekdays = Array.from({length: WEEK}, (_, n) => new Date(2024, 0, 1 + n));  // the first was a Monday
  const name = first.toLocaleDateString(LANGUAGE, {month: "long", year: "numeric"});
  return html`<section class="panel month"><h2>${words.solvedDays}</h2>
    <div class="bar">${bareButton("month-before", "prev", words.monthBefore, () => page.update({monthsBack: page.state.monthsBack + 1}),
      {disabled: !isEarlier})}<b aria-live="polite">${name}</b>${bareButton("month-after", "next", words.monthAfter, () =>
      page.update({monthsBack: page.state.monthsBack - 1}), {disabled: !page.state.monthsBack})}</div>
    <table class="days"><caption class="unseen">${name}</caption><thead><tr>${weekdays.map(day =>
      html`<th scope="col"><abbr title=${day.toLocaleDateString(LANGUAGE, {weekday: "long"})}>${
      day.toLocaleDateString(LANGUAGE, {weekday: "short"})}</abbr></th>`)}</tr></thead>
      <tbody>${Array.from({length: cells.length / WEEK}, (_, row) => html`<tr>${cells.slice(row * WEEK, (row + 1) * WEEK).map(day =>
        html`<td>${day >= 1 && day <= length ? dayView(`${month}-${String(day).padStart(2, "0")}`, solved, address) : nothing}</td>`)}
      </tr>`)}</tbody></table>
    ${way}</section>`;
}

/**
 * @param {string} day
 * @param {Set<string>} solved
 * @param {(day: string) => string} address
 */
function dayView(day, solved, address) {
  const now = dayText(new Date()), number = Number(day.slice(-2));
  const shown = solved.has(day) ? html`<span class="solved">${icon("star")}<b>${number}</b></span><span class="unseen">${
    words.daySolved}</span>` : number;
  if (day > now) return shown;
  return html`<a href=${address(day)} title=${words.dayOfPuzzle(dayWords(day))} aria-current=${day === now ? "date" : nothing}>${
    shown}</a>`;
}

/** How games went: accuracy, and what a turn brought, of games for points and of games for cards. @param {Learner["games"]} games */
export function gamesView(games) {
  if (!games.length) return nothing;
  const shown = games.slice(-SHOWN), of = (/** @type {string} */ by) => shown.filter(game => game.by === by);
  const brought = (/** @type {Learner["games"]} */ some) => some.map(game => game.brought);
  const accuracies = shown.flatMap(({accuracy}) => accuracy === null ? [] : [accuracy]);
  return html`<section class="panel"><h2>${words.ownGames}</h2>
    ${graphView(words.accuracy, accuracies, 100, "%")}${graphView(words.pointsTurn, brought(of("points")))}${graphView(words.cardsTurn,
      brought(of("cards")))}
    <details><summary>${words.eachGame}</summary><table class="item-table"><thead><tr><th scope="col">${words.dayOf}</th>
      <th scope="col" class="n">${words.accuracy}</th><th scope="col" class="n">${words.turnBrought}</th></tr></thead>
      <tbody>${shown.toReversed().map(({day, by, accuracy, brought}) => html`<tr><th scope="row">${dayWords(day)}</th>
        <td class="n">${accuracy === null ? "–" : `${Math.round(accuracy)} %`}</td><td class="n">${by === "points"
          ? words.pointsIn(oneDigit(brought)) : words.cardsIn(oneDigit(brought))}</td></tr>`)}</tbody></table></details></section>`;
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
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  return html`<figure class="lead-graph progress-graph"><figcaption><span>${name}</span><b>${said}</b></figcaption>
    ${values.length < 2 ? nothing : html`<svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${name}>
      ${svg`<polyline class="lead" points=${line}></polyline>`}
      ${points.map(([x, y]) => svg`<circle r=${DOT} cx=${x} cy=${y}></circle>`)}</svg>`}</figure>`;
}

/** @param {number} value */
const oneDigit = value => value.toLocaleString(LANGUAGE, {minimumFractionDigits: 1, maximumFractionDigits: 1});
