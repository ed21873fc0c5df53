// @ts-check
// Kept games are asked for here: their story and their analysis.
import {askAnalysis} from "./analysis.js";
import {learnGame} from "./people_puzzles.js";

/** @import {App} from "./main.js" */

/** Time that a play is shown while the film runs, in milliseconds. */
const EACH = 2_500;

/**
 * What the table has under an address; nothing and `why` where it says that it has nothing.
 * @param {App} app
 * @param {string} path
 * @returns {Promise<{told?: any, why: string}>}
 */
export async function asked(app, path) {
  const answer = await app.link.fetch(path).catch(() => null);
  if (answer?.ok) return {told: await answer.json(), why: ""};
  return {why: (await answer?.text().catch(() => "")) ?? ""};
}

/**
 * Asks for the story of a game, where it is not known or has changed.
 * @param {App} app
 * @param {number} game
 */
export async function tellStory(app, game, anew = false) {
  if (anew || app.state.story?.game !== game) {
    if (app.state.story?.game !== game) app.update({story: null, storyWhy: ""});
    const {told: story, why} = await asked(app, `/games/${game}/story`);
    if (!story) return app.update({storyWhy: why});
    app.update({story, storyWhy: "", analysis: null});
  }
  const {story} = app.state;
  if (story) askAnalysis(app, story, () => story.over && !app.isDemoFilm && learnGame(app, story));
}

/**
 * Shows another play of the film.
 * @param {App} app
 * @param {number} at
 */
export function showFrame(app, at) {
  const {story, shown} = app.state;
  if (!story || !shown) return;
  const next = Math.max(0, Math.min(at, story.frames.length - 1));
  history.replaceState(null, "", `#film-${shown.game}-${next + 1}`);
  app.update({shown: {...shown, at: next}});
}

/** Lets the film run, or stops it; it stops by itself at its end. @param {App} app */
export function runFilm(app) {
  if (app.state.filmRuns) return app.update({filmRuns: false});
  app.update({filmRuns: true});
  const step = () => {
    const {story, shown, filmRuns} = app.state;
    if (!filmRuns || !story || shown?.kind !== "film") return;
    if (shown.at >= story.frames.length - 1) return app.update({filmRuns: false});
    showFrame(app, shown.at + 1);
    setTimeout(step, EACH);
  };
  setTimeout(step, EACH);
}
