// @ts-check
// What each play of a game lost beside the best one: the lead as a graph, where the game turned, and each play with its arithmetic.
import {cardRow} from "./cards.js";
import {icon} from "./icons.js";
import {html, nothing, svg} from "./lit.js";
import {scoreText, signed} from "./story.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {AnalysedPlay, GameAnalysis, Story} from "./protocol.d.ts" */
/** @typedef {Pick<Story, "game" | "players" | "frames"> & {place?: string}} Analysed `place`: where its plays are shown, in an address */

/** Width and height of the graph, and the radius of a turning point in it. */
const WIDE = 600, HIGH = 160, DOT = 8;
/** Least lead that the graph shows at its edge, so that a close game looks close. */
const LEAST_LEAD = 10;

/** Whose analysis is asked for. @type {Analysed | null} */
let asksFor = null;

/**
 * Asks for the analysis of a game, and again until all of it is known or another game is shown.
 * @param {App} app
 * @param {Analysed} story
 * @param {() => void} whole is called once it is
 */
export function askAnalysis(app, story, whole = () => {}) {
  if (asksFor !== story) askAgain(app, asksFor = story, whole);
}

/** @param {App} app @param {Analysed} story @param {() => void} whole */
async function askAgain(app, story, whole) {
  const answer = await app.link.fetch(`/games/${story.game}/analysis`).catch(() => null);
  /** @type {GameAnalysis | null} */
  const analysis = answer?.ok ? await answer.json() : null;
  if (app.state.story !== story) return;
  if (analysis) app.update({analysis});
  const goesOn = analysis ? analysis.done < analysis.turns && !analysis.problem : !answer;
  if (goesOn) setTimeout(() => app.state.story === story && askAgain(app, story, whole), app.link.again);
  else if (analysis && analysis.done === analysis.turns) whole();
}

/**
 * The analysis of a game.
 * @param {Analysed} story
 * @param {GameAnalysis | null} analysis
 */
export function analysisView(story, analysis) {
  if (!analysis) return nothing;
  const {done, turns, summary, unknown, problem, plays, turning} = analysis;
  const turned = plays.filter(({k}) => turning.includes(k)), isFinal = done === turns;
  const head = html`<h3 id="analysis">${words.analysis}</h3>`;
  if (!turns) return html`<section class="panel analysis" aria-labelledby="analysis">${head}<p>${words.noAnalysis}</p></section>`;
  return html`<section class="panel analysis" aria-labelledby="analysis">${head}
    ${!isFinal && !problem ? html`<p class="small soft">
      <progress max=${turns} .value=${done} aria-labelledby="analysis-done"></progress>
      <span id="analysis-done">${words.analysedOf(done, turns)}</span></p>` : nothing}
    ${graphView(story, analysis)}
    ${[summary && !isFinal ? words.soFar(summary) : summary, unknown, problem].filter(Boolean).map(line => html`<p>${line}</p>`)}
    ${accuracyView(analysis, isFinal)}
    ${turned.length ? html`<h4>${words.turning}</h4>
      <ol class="lost-plays">${turned.map(play => html`<li>${lossLine(story, play, true)}</li>`)}</ol>` : nothing}
    <details class="every-play" id="every-play"><summary>${icon("next")} ${words.everyPlay}</summary>
      <ol class="lost-plays">${plays.map(play => html`<li>${lossLine(story, play, false)}</li>`)}</ol></details>
  </section>`;
}

/**
 * What is known of the play that a film shows; nothing but a place for it as long as that is not there.
 * @param {Analysed} story
 * @param {GameAnalysis | null} analysis
 * @param {number} k
 */
export function verdictView(story, analysis, k) {
  const play = analysis?.plays.find(each => each.k <= k && k <= each.last);
  if (!play) return html`<div class="verdict" aria-busy=${String(!analysis || analysis.done < analysis.turns)}></div>`;
  if (play.known) return html`<div class="verdict">${play.known}</div>`;
  return html`${judgedView(play, bestWords(play), words.asPlayed)}${tryLink(story, play)}`;
}

/** What is said of a play beside which no better one is known. @param {AnalysedPlay} play */
const bestWords = ({final}) => (final ? words.wasBest : words.noneBetter);

/**
 * A play beside the best one.
 * @param {AnalysedPlay} play
 * @param {string} best said where none is better
 * @param {string} column head of what the play brings
 */
export function judgedView(play, best, column) {
  if (!play.better) return html`<div class="verdict good"><b>${icon("check")}${best}</b></div>`;
  return html`<div class="verdict better"><b>${icon("hint")}${words.betterBy(play.lost ?? "")}</b>
    <span>${play.better}</span><span>${play.why}</span>
    <details><summary>${icon("next")} ${words.arithmetic}</summary>${partsView(play, column)}</details></div>`;
}

/** @param {Analysed} story @param {AnalysedPlay} play */
const tryLink = ({game, place = ""}, {k}) => html`<a class="button try" href=${`#${place}try-${game}-${k}`}>${
  icon("hand")}${words.tryOther}</a>`;

/** @param {GameAnalysis} analysis @param {boolean} isFinal */
const accuracyView = ({players}, isFinal) => html`<table class="item-table accuracy"><caption class="unseen">${words.accuracy}</caption>
  <thead><tr><th scope="col">${words.whoPlays}</th><th scope="col" class="n">${isFinal ? words.accuracy : words.accuracySoFar}</th>
    <th scope="col" class="n">${isFinal ? words.lostSum : words.lostSoFar}</th></tr></thead>
  <tbody>${players.map(({name, accuracy, lost}) => html`<tr><th scope="row">${name}</th>
    <td class="n">${accuracy === null ? "–" : `${accuracy} %`}</td>
    <td class="n">${accuracy === null ? "–" : lost}</td></tr>`)}</tbody></table>
  <p class="small soft">${words.accuracyMeans}</p>`;

/**
 * A play in a list, which opens: what was played, what it lost beside the best one, and the ways to look at it and to try another.
 * @param {Analysed} story
 * @param {AnalysedPlay} play
 * @param {boolean} turned whether it stands among the turning points, where it says at once why
 */
function lossLine(story, play, turned) {
  const at = story.frames.findIndex(({k}) => k === play.k) + 1;
  const said = html`<b>${words.turnNumber(play.turn)}:</b> ${play.said}`;
  if (play.known) return html`<div class="line"><span>${said}</span><small>${play.known}</small></div>`;
  const why = turned ? html`<br><small>${play.why}</small>` : nothing;
  return html`<details id=${`${turned ? "turned" : "judged"}-${play.k}`}><summary>${icon("next")}<span>${said}${why}</span>
    ${play.better ? html`<b class="points minus">${play.loss ? scoreText(-play.loss) : "< 1"}</b>` : nothing}</summary>
    ${play.better ? html`<p><b>${words.betterBy(play.lost ?? "")}</b> ${play.better}</p>${betterCards(play)}
      ${turned ? nothing : html`<p><b>${play.why}</b></p>`}${partsView(play, words.asPlayed)}` : html`<p>${bestWords(play)}</p>`}
    <p class="bar">${tryLink(story, play)}${at ? html`<a class="button" href=${`#film-${story.game}-${at}`}>${icon("play")}${
      words.showPlay}</a>` : nothing}</p></details>`;
}

/** @param {AnalysedPlay} play */
const betterCards = ({sets = [], card = ""}) => html`<div class="plays-cards">${sets.map(row => cardRow(row, card))}</div>`;

/**
 * The arithmetic of a loss.
 * @param {AnalysedPlay} play
 * @param {string} column head of what the play brings
 */
const partsView = (play, column) => html`<table class="item-table parts"><caption class="unseen">${words.arithmetic}</caption>
    <thead><tr><td></td><th scope="col" class="n">${column}</th><th scope="col" class="n">${words.asBetter}</th></tr></thead>
    <tbody>${(play.parts ?? []).map(([what, played, better]) => html`<tr><th scope="row">${what}</th>
      <td class="n">${signed(played)}</td><td class="n">${signed(better)}</td></tr>`)}</tbody></table>`;

/**
 * The lead after each play: of two players one area, of more a line each.
 * @param {Analysed} story
 * @param {GameAnalysis} analysis
 */
function graphView({players}, {plays, turning, turns}) {
  const known = plays.map(({leads, k, player}, n) => ({leads, k, player, n})).filter(({leads}) => leads);
  if (known.length < 2) return nothing;
  const most = Math.max(LEAST_LEAD, ...known.flatMap(({leads}) => (leads ?? []).map(Math.abs)));
  const x = (/** @type {number} */ n) => (n * WIDE) / Math.max(turns - 1, 1);
  const y = (/** @type {number} */ lead) => HIGH / 2 - (lead * (HIGH / 2 - DOT)) / most;
  const line = (/** @type {number} */ who, edge = (/** @type {number} */ lead) => lead) =>
    known.map(({leads, n}) => `${x(n).toFixed(1)},${y(edge((leads ?? [])[who])).toFixed(1)}`).join(" ");
  const ends = `${x(known[known.length - 1].n).toFixed(1)},${HIGH / 2} ${x(known[0].n).toFixed(1)},${HIGH / 2}`;
  const two = players.length === 2;
  return html`<figure class="lead-graph"><svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${words.leadGraph}>
      ${two ? svg`<polygon class="by-0" points=${`${line(0, lead => Math.max(lead, 0))} ${ends}`}></polygon>
        <polygon class="by-1" points=${`${line(0, lead => Math.min(lead, 0))} ${ends}`}></polygon>` : nothing}
      <line class="even" x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2}></line>
      ${(two ? [0] : players.map((_, who) => who)).map(who => svg`<polyline class=${two ? "lead" : `lead line-${who}`}
        points=${line(who)}></polyline>`)}
      ${known.filter(({k}) => turning.includes(k)).map(({n, leads, player}) => svg`<circle class="turned" r=${DOT} cx=${x(n)}
        cy=${y((leads ?? [])[two ? 0 : player])}></circle>`)}
    </svg>
    <figcaption class="small soft">${two ? html`<span>▲ ${words.leads(players[0])}</span><span>▼ ${words.leads(players[1])}</span>`
      : players.map((name, who) => html`<span><svg viewBox="0 0 30 8" aria-hidden="true">${svg`<polyline class=${`lead line-${who}`}
          points="0,4 30,4"></polyline>`}</svg> ${name}</span>`)}</figcaption></figure>`;
}
