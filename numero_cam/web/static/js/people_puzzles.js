// @ts-check
// The puzzles and the progress of the people who played here: the table keeps a record of each.
import {choice, problemView} from "./fields.js";
import {icon} from "./icons.js";
import {html, nothing} from "./lit.js";
import {dayText, dayThatCame, hasSolved, mineView, NO_PUZZLE, openMine} from "./mine.js";
import {gamesView, LEVELS, monthView} from "./progress.js";
import {isAlone, knownNames, mayChange, ownAmong, playedGame, screenOf} from "./state.js";
import {words} from "./words.js";

/** @import {App} from "./main.js" */
/** @import {Box} from "./mine.js" */
/** @import {Learner, Story} from "./protocol.d.ts" */
/** @import {State} from "./state.js" */

const PUZZLES = "/people/puzzles";

/** How many people are told of puzzles of theirs. */
const MOST_DUE = 6;

/** Status of an answer that says that there is no such puzzle. */
const REFUSED = 404;

/**
 * Asks the table something of a person's puzzles; `error` says why there is no answer, `refused` whether asking again cannot help.
 * @param {App} app
 * @param {string} name
 * @param {object} question
 */
async function told(app, name, question, day = "") {
  const body = JSON.stringify({...question, name, today: dayText(new Date()), ...(day ? {day} : {})});
  const answer = await app.link.fetch(PUZZLES, {body}).catch(() => null);
  if (!answer?.ok) return {error: (await answer?.text().catch(() => "")) || words.lost, refused: answer?.status === REFUSED};
  const found = await answer.json().catch(() => ({error: words.lost}));
  return found.off ? {error: words.mineOff} : found;
}

/**
 * @param {App} app
 * @param {string} name
 * @param {string} [day] whose puzzle is asked; else those of own games are
 * @returns {Box}
 */
const boxOf = (app, name, day) => ({
  ask: question => told(app, name, question, day),
  async learner(question) {
    const learner = await told(app, name, question ?? {type: day ? "day" : "learner"}, day);
    const {learners} = app.state, known = learners[name];
    if (!learner.error || !known || known.error) app.update({learners: {...learners, [name]: learner}});  // what is known stays
    return learner;
  },
});

/** Whose puzzles or progress an address names; null where it names nobody's. @param {string} hash */
export function personIn(hash) {
  const [, what = "", name = "", day = ""] = /^#(puzzles|day|progress)-([^/]+)(?:\/([\d-]+))?$/.exec(hash) ?? [];
  try {
    const kind = what === "progress" ? /** @type {const} */ ("progress") : /** @type {const} */ ("mine");
    return name ? {kind, name: decodeURIComponent(name), day: what === "day" ? dayThatCame(day) : ""} : null;
  } catch {
    return null;
  }
}

/** @param {App} app @param {{kind: "mine" | "progress", name: string, day: string}} person */
export async function openPerson(app, {kind, name, day}) {
  if (kind === "mine") return openMine(app, boxOf(app, name, day || undefined), name, day);
  app.update({monthsBack: 0});
  await boxOf(app, name).learner(null);
}

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
  const {due, people} = await told(app, "", {type: "due"});
  if (due) app.update({due: {due, people}});
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

/** Where the puzzle of the day is. @param {string} name */
const dayAddress = name => `#day-${encodeURIComponent(name)}`;

/** @param {string} name */
const dayLink = (name, said = name, look = "button") => html`<a class=${look} href=${dayAddress(name)}>${
  icon("star")}<span>${said}</span></a>`;

/** The ways to his own puzzles and progress, for a player who waits for a game. @param {App} app */
export function waitingPuzzles({state}) {
  const own = ownName(state), learner = state.learners[own];
  if (!learner || learner.error) return nothing;
  const {cards, days, games} = learner, isKnown = knownNames(state).includes(own) || days.length > 0 || games.length > 0;
  return isKnown ? html`${cards ? html`<p class="soft">${words.mine}</p>` : nothing}<p class="buttons">${
    cards ? puzzlesLink(own, cards) : nothing}${hasSolved(learner, dayText(new Date())) ? nothing : dayLink(own, words.day)}
    <a class="button quiet" href=${`#progress-${encodeURIComponent(own)}`}>${words.progress}</a></p>` : nothing;
}

/** Whose puzzles are due, and the way to that of the day, before a game. @param {App} app */
export function dueView({state: {due: {due, people}}}) {
  const names = Object.keys(due).slice(0, MOST_DUE);
  return html`${names.length ? html`<p id="due"><span class="soft">${words.mineDue}</span> ${
    names.map(name => html`${puzzlesLink(name, due[name])} `)}</p>` : nothing}
    ${people.length > 1 ? html`<details id="days"><summary>${words.day}</summary><p class="buttons">${
      people.map(name => dayLink(name))}</p></details>` : people.map(name => html`<p id="days">${
      dayLink(name, words.day, "button quiet")}</p>`)}`;
}

/** @param {App} app */
export function mineScreen(app) {
  const {shown, learners, story} = app.state, name = shown?.name ?? "", learner = learners[name];
  // Whoever comes from a game goes back to it.
  const kept = story?.players.includes(name) && playedGame(app.state)?.game !== story.game ? story.game : null;
  const back = kept ? {address: `#game-${kept}`, words: words.result} : {address: "#table", words: words.navTable};
  const on = app.state.mine.day ? {address: `#progress-${encodeURIComponent(name)}`, words: words.progress} : null;
  if (shown?.kind === "mine" && !learner?.error && app.state.mine.puzzle) return mineView(app, learner, back, on);
  return html`<div class="result">${learner?.error ? problemView(learner.error) : shown?.kind === "mine" ? mineView(app, learner, back)
      : nothing}
    ${learner && !learner.error ? progressView(app, name, learner) : nothing}
    <p class="buttons"><a class="button" href=${back.address}>${icon("prev")}${back.words}</a>${mayChange(app.state) ? html`<a
      class="button quiet" id="forget" href=${isAlone(app.state) ? "/games" : `/people/forget?name=${encodeURIComponent(name)}`}>${
      words.forgetPerson(name)}</a>` : nothing}</p></div>`;
}

/**
 * What is kept of how a person learns.
 * @param {App} app
 * @param {string} name
 * @param {Learner} learner
 */
function progressView(app, name, learner) {
  const choose = async (/** @type {string} */ level) => {
    app.update({mine: NO_PUZZLE});
    const {error = ""} = await boxOf(app, name).learner({type: "day_level", level});
    if (error) app.announce(error);
  };
  return html`<h2>${words.progressOf(name)}</h2>
    ${monthView(app, learner, day => `${dayAddress(name)}/${day}`, html`
      ${choice("level", words.puzzleLevel, LEVELS, learner.level, choose)}
      <p class="buttons">${dayLink(name, words.day)}${learner.cards ? puzzlesLink(name, learner.cards) : nothing}</p>`)}
    ${gamesView(learner.games)}`;
}
