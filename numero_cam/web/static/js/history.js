// @ts-check
// What happened: every play and every change, by whom and when; what a change touched; and the way back and forth.
import {bareButton, iconButton} from "./icons.js";
import {asked} from "./kept.js";
import {html, nothing} from "./lit.js";
import {lastPlay, mayChange, playedGame} from "./state.js";
import {pointsView, scoreText, signed} from "./story.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {HistoryLine, PlayedGame} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

/**
 * The buttons that take back and do again, each with what it will do; that the last play was another one, where the camera was not sure;
 * and that a change was looked at.
 * @param {App} app
 * @param {PlayedGame} game
 * @param {string} where is part of the ids: the buttons may be there twice
 */
export function stepsView(app, game, where = "") {
  const {state} = app, {undo, redo, changed} = game;
  const isNew = !where && isChangeNew(state), play = where || isNew ? undefined : lastPlay(game);
  if (!mayChange(state) || (!undo && !redo && !isNew)) return nothing;
  return html`<p class="moves">
    ${play?.perhaps ? iconButton("it-was", "wrong", play.perhaps, () =>
      app.change({type: "play", k: play.k, as: play.others[0][0]}), "quiet") : nothing}
    ${undo ? iconButton(`undo${where}`, "undo", words.undoThis(undo.said), () => app.step("undo"), "quiet") : nothing}
    ${redo ? iconButton(`redo${where}`, "redo", words.redoThis(redo.said), () => app.step("redo"), "quiet") : nothing}
    ${isNew ? bareButton("seen-change", "check", words.allRight, () => app.update({changeSeen: changed?.id ?? null}), {kind: "quiet"})
      : nothing}</p>`;
}

/**
 * A change that nobody has looked at yet: what it is, and what else it touched. How it is taken back stands below it.
 * @param {PlayedGame} game
 */
export function changeView({changed}) {
  if (!changed) return nothing;
  return html`<p class="head"><span class="small soft">${changed.by === "eyes" ? words.changedByCamera : words.changedByPerson}</span></p>
    <p class="said" aria-live="polite">${changed.said}</p>
    ${touchedView(changed)}`;
}

/** @param {State} state */
export function isChangeNew(state) {
  const changed = playedGame(state)?.changed;
  return Boolean(changed) && changed?.id !== state.changeSeen;
}

/** @param {HistoryLine} line */
function touchedView({kind, touched: all, scores}) {
  // That a play is gone, or there again, is what is said.
  const isSaid = kind !== "change" && all.length === 1 && !(all[0].was && all[0].now);
  const touched = isSaid ? [] : all.toSorted((one, other) => Number(!one.k) - Number(!other.k));  // plays before the deal
  if (!touched.length && !scores.length) return kind === "change" ? html`<p class="soft">${words.touchesNothing}</p>` : nothing;
  return html`<ul class="touched">
    ${touched.map(({was, now, points_were: before, points_are: after}) => html`<li>${was && was !== now ? html`<del>${was}</del>` : nothing}
      ${now ? html`<ins>${now}</ins>` : html`<span>${words.isNone}</span>`}
      ${before === after ? nothing : html`<b class="points">${signed(before)} → ${signed(after)}</b>`}</li>`)}
    ${scores.map(([name, before, after]) => html`<li><b>${words.scoreChanged(name, scoreText(before), scoreText(after))}</b></li>`)}</ul>`;
}

/** The whole history, the newest entry first. @param {App} app */
export function historyView(app) {
  const {state} = app, {history} = state, game = playedGame(state);
  const own = game && state.dialog?.kind === "history" && state.dialog.game === game.game;
  if (!history) return html`<p role="status">${state.storyWhy || words.moment}</p>`;
  return html`
    ${own ? stepsView(app, game, "-past") : nothing}
    <p class="unseen" role="status">${history.at(-1)?.said}</p>
    <ol class="past" reversed tabindex="0" aria-label=${words.history}>${history.toReversed().map(lineView)}</ol>`;
}

/** @param {HistoryLine} line */
const lineView = line => html`<li class=${`of-${line.kind}`}>
  <p class="small soft">${line.at ? html`<time datetime=${line.at}>${timeOf(line.at)}</time>` : nothing}
    ${line.kind === "note" && line.by === "eyes" ? nothing : html`<span>${
      line.by === "person" ? words.byAPerson : words.byTheCamera}</span>`}</p>
  <p>${line.said} ${pointsView(line)}</p>
  ${line.perhaps ? html`<p class="soft">${line.perhaps}</p>` : nothing}
  ${["change", "back", "redo"].includes(line.kind) ? touchedView(line) : nothing}</li>`;

/** @param {string} at */
const timeOf = at => new Date(at).toLocaleTimeString(document.documentElement.lang || undefined);

/**
 * Asks for the history of a game.
 * @param {App} app
 * @param {number} game
 */
export async function askHistory(app, game) {
  const {told, why} = await asked(app, `/games/${game}/history`);
  app.update(told ? {history: told.entries, storyWhy: ""} : {storyWhy: why});
}
