// @ts-check
// Kept games are asked for here: their story, and what would have been best in place of each play.

/** @import {App} from "./main.js" */
/** @import {Story} from "./protocol.d.ts" */

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
  if (!anew && app.state.story?.game === game) return askVerdict(app);
  if (app.state.story?.game !== game) app.update({story: null, storyWhy: ""});
  const {told: story, why} = await asked(app, `/games/${game}/story`);
  if (!story) return app.update({storyWhy: why});
  app.update({story, storyWhy: "", verdicts: {}, turning: []});
  askTurning(app, story);
  return askVerdict(app);
}

/**
 * Asks for the turning points of a game that is over; they come some seconds after its story.
 * @param {App} app
 * @param {Story} story
 */
async function askTurning(app, story) {
  const {told} = story.over ? await asked(app, `/games/${story.game}/turning`) : {};
  if (told && app.state.story === story) app.update({turning: told.turning});
}

/**
 * Asks what would have been best in place of the play that the film shows.
 * @param {App} app
 */
async function askVerdict(app) {
  const {story, shown, verdicts} = app.state;
  const frame = shown?.kind === "film" ? story?.frames[Math.min(shown.at, story.frames.length - 1)] : undefined;
  if (!story || !frame || verdicts[frame.k]) return;
  const {told: verdict = {k: frame.k, known: false, better: null}} = await asked(app, `/games/${story.game}/best/${frame.k}`);
  if (app.state.story === story) app.update({verdicts: {...app.state.verdicts, [frame.k]: verdict}});
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
  askVerdict(app);
}

/**
 * Lets the film run, or stops it; it stops by itself at its end.
 * @param {App} app
 */
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
