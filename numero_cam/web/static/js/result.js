// @ts-check
// The end of a game: who won and why, the points item by item, the best takes with their cards, records, and what comes next.
import {analysisView} from "./analysis.js";
import {bonusView} from "./bonus.js";
import {bestTakesView, shareView} from "./ending.js";
import {changeView, isChangeNew, stepsView} from "./history.js";
import {icon, iconButton} from "./icons.js";
import {html, nothing} from "./lit.js";
import {puzzlesView} from "./people_puzzles.js";
import {podiumView} from "./podium.js";
import {mayChange, playedGame} from "./state.js";
import {scoreText} from "./story.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Story} from "./protocol.d.ts" */

/** @param {App} app */
export function resultScreen(app) {
  const {state} = app, {story} = state;
  if (!story) return html`<p class="what" role="status">${state.storyWhy || words.moment}</p>${backView(app)}`;
  return html`<div class="result">
    <div class="won">
      <div class="won-column">
        ${winnerView(story, state.cheers)}${state.shown ? nothing : bonusView(state.bonuses, () => app.update({bonuses: []}))}
        ${pastView(app, story)}${app.isDemoFilm && !state.shown ? demoView(app) : nextView(app, story)}
        ${bestTakesView(story)}
      </div>
      <div class="won-column">${story.rows.length ? html`<section class="panel" tabindex="0" aria-label=${words.itemByItem}>${
        pointsTable(story)}</section>` : nothing}${analysisView(story, state.analysis)}${puzzlesView(app, story)}</div>
    </div>
  </div>`;
}

/**
 * A change of the game that is on the table, and what may be taken back.
 * @param {App} app
 * @param {Story} story
 */
function pastView(app, story) {
  const {state} = app, game = playedGame(state);
  if (game?.game !== story.game || state.shown || !mayChange(state)) return nothing;
  return html`<div class="past-now">${isChangeNew(state) ? changeView(game) : nothing}${stepsView(app, game)}</div>`;
}

/** What comes after the demonstration, in place of a rematch. @param {App} app */
const demoView = app => html`<section class="panel"><h3>${words.demoOver}</h3><p>${words.demoOverHow}</p>
  <p class="buttons"><button id="own-game" type="button" class="main large" @click=${() => app.leaveDemo(false)}>${words.demoOwn}</button>
    ${iconButton("demo-again", "again", words.demoAgain, () => app.leaveDemo(true))}</p></section>`;

/** @param {App} app @param {Story} story */
function nextView(app, story) {
  const {state} = app, game = playedGame(state), own = game?.game === story.game && !state.shown, may = mayChange(state);
  const goOn = may && !story.over && (!game || own), ended = own && may && game?.watched && game.plays.at(-1)?.kind === "ended";
  return html`<div class="next">
    ${own && may ? iconButton("rematch", "again", words.rematchOf(story.players[1]), () =>
      app.change({type: "rematch"}), "main large") : nothing}
    ${ended ? iconButton("goes-on", "undo", words.goesOn, () =>
      app.change({type: "play", k: game?.plays.at(-1)?.k ?? 0, as: null})) : nothing}
    ${goOn ? iconButton("go-on", "play", words.goOnGame, () => app.goOn(story.game)) : nothing}
    ${story.frames.length ? html`<a id="look-through" class="button" href=${`#film-${story.game}`}>
      ${icon("play")}${words.lookThrough}</a>` : nothing}
    ${shareView(app, story)}
    <a class="button" href=${`/games/${story.game}`}>${icon("sheet")}${words.scoreSheet}</a>
    ${iconButton("history", "past", words.historyShort, () => app.showHistory(story.game))}
    ${own && may ? iconButton("wrong", "wrong", words.wrong, () => app.openDialog({kind: "plays", game})) : nothing}
    ${backView(app)}
  </div>`;
}

/** @param {App} app */
function backView(app) {
  const {state} = app;
  if (state.shown) return html`<a class="button quiet" href="/games">${icon("prev")}${words.navGames}</a>`;
  if (!mayChange(state)) return nothing;
  return iconButton("leave", "prev", words.leave, () => app.change({type: "stop"}), "quiet");
}

/** @param {Story} story @param {boolean} rains */
function winnerView(story, rains) {
  const {wins, games} = story.series;
  const series = games > 1 ? words.series(story.players.map(name => `${name} ${wins[name]}`).join(", ")) : "";
  return podiumView(story, rains, html`${series ? html`<p>${series}</p>` : nothing}
    ${story.records.map(line => html`<p class="record">${icon("star")}${line}</p>`)}`);
}

/** @param {Story} story */
function pointsTable({rows, players, scores, by, left}) {
  return html`<table class="item-table"><caption class="unseen">${words.itemByItem}</caption>
    <thead><tr><th scope="col">${by === "points" ? words.pointsFor : words.cardsFor}</th>${
      players.map(name => html`<th scope="col" class="n">${name}</th>`)}</tr></thead>
    <tbody>${rows.map(({what, points}) => html`<tr><th scope="row">${what}</th>${players.map(name => html`<td
      class=${points[name] < 0 ? "n minus" : "n"}>${points[name] ? scoreText(points[name]) : "–"}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${words.together}</th>${
      players.map(name => html`<td class="n">${scoreText(scores[name])}</td>`)}</tr></tfoot></table>
    ${left ? html`<p class="small soft">${left}</p>` : nothing}`;
}
