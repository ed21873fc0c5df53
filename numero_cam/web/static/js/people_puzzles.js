// @ts-check
// The puzzles of the people who played here: the table keeps a box for each.
import {problemView} from "./fields.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {dayText, mineView, openMine} from "./mine.js";
import {knownNames, mayChange, ownAmong, playedGame, screenOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Box} from "./mine.js" */
/** @import {Story} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

const PUZZLES = "/people/puzzles";

/** How many people are told that puzzles of theirs are due. */
const MOST_DUE = 6;

/** Status of an answer that says that there is no such puzzle. */
const REFUSED = 404;

/**
 * Asks the table something of a person's puzzles; `error` says why there is no answer, `refused` whether asking again cannot help.
 * @param {App} app
 * @param {string} name
 * @param {object} question
 */
async function told(app, name, question) {
  const body = JSON.stringify({...question, name, today: dayText(new Date())});
  const answer = await app.link.fetch(PUZZLES, {body}).catch(() => null);
  if (!answer?.ok) return {error: (await answer?.text().catch(() => "")) || words.lost, refused: answer?.status === REFUSED};
  const found = await answer.json().catch(() => ({error: words.lost}));
  return found.off ? {error: words.mineOff} : found;
}

/** @param {App} app @param {string} name @returns {Box} */
const boxOf = (app, name) => ({
  ask: question => told(app, name, question),
  async learner(question) {
    const learner = await told(app, name, question ?? {type: "learner"});
    const {learners} = app.state, known = learners[name];
    if (!learner.error || !known || known.error) app.update({learners: {...learners, [name]: learner}});  // what is known stays
    return learner;
  },
});

/** Whose puzzles an address names; null where it names none. @param {string} hash */
export function namedIn(hash) {
  const [, name = ""] = /^#puzzles-(.+)$/.exec(hash) ?? [];
  try {
    return decodeURIComponent(name) || null;
  } catch {
    return null;
  }
}

/** @param {App} app @param {string} name */
export const openPuzzles = (app, name) => openMine(app, boxOf(app, name), name);

/**
 * Makes puzzles of a game that was analysed, of each player whose puzzles this page may see.
 * @param {App} app
 * @param {Story} story
 */
export async function learnGame(app, {players}) {
  const own = ownAmong(app.state, players);
  for (const name of mayChange(app.state) ? players : own ? [own] : []) await boxOf(app, name).learner(null);
}

/**
 * Asks what is due, where nobody plays: of all on a page that keeps the game, else of the player whose page it is.
 * @param {App} app
 */
export async function askDue(app) {
  const {state} = app, screen = screenOf(state), own = ownName(state);
  if (screen === "waiting" && own) await boxOf(app, own).learner(null);
  if (screen !== "start") return;
  const {due} = await told(app, "", {type: "due"});
  if (due) app.update({due});
}

/** The player whose page this is while nobody plays, as games had him. @param {State} state */
const ownName = state => ownAmong(state, [...knownNames(state), state.hello.player ?? ""]) ?? "";

/**
 * The ways to the puzzles of those who played a game.
 * @param {App} app
 * @param {Story} story
 */
export function puzzlesView({state: {learners}}, {players}) {
  const known = players.filter(name => learners[name] && !learners[name].error), some = known.filter(name => learners[name].cards);
  if (!known.length) return nothing;
  return html`<section class="panel" id="puzzles"><h3>${words.mine}</h3><p class="soft">${some.length ? words.mineHow : words.mineNone}</p>
    <p class="buttons">${some.map(name => puzzlesLink(name, learners[name].cards))}</p></section>`;
}

/** @param {string} name @param {number} n how many there are */
const puzzlesLink = (name, n) => html`<a class="button" href=${`#puzzles-${encodeURIComponent(name)}`}>${icon("hand")}<span>${
  name}: ${words.mineCount(n)}</span></a>`;

/** The way to his own puzzles, for a player who waits for a game. @param {App} app */
export function waitingPuzzles({state}) {
  const own = ownName(state), {cards = 0} = state.learners[own] ?? {};
  return cards ? html`<p class="soft">${words.mine}</p><p class="buttons">${puzzlesLink(own, cards)}</p>` : nothing;
}

/** Whose puzzles are due, before a game. @param {App} app */
export function dueView({state: {due}}) {
  const names = Object.keys(due).slice(0, MOST_DUE);
  return names.length ? html`<p id="due"><span class="soft">${words.mineDue}</span> ${
    names.map(name => html`${puzzlesLink(name, due[name])} `)}</p>` : nothing;
}

/** @param {App} app */
export function mineScreen(app) {
  const {shown, learners, story} = app.state, name = shown?.name ?? "", learner = learners[name];
  // Whoever comes from a game goes back to it.
  const kept = story?.players.includes(name) && playedGame(app.state)?.game !== story.game ? story.game : null;
  const back = kept ? {address: `#game-${kept}`, words: words.result} : {address: "#table", words: words.navTable};
  if (!learner?.error && app.state.mine.puzzle) return mineView(app, learner, back);
  return html`<div class="result">${learner?.error ? problemView(learner.error) : mineView(app, learner, back)}
    <p class="buttons"><a class="button" href=${back.address}>${icon("prev")}${back.words}</a></p></div>`;
}
