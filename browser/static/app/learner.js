// @ts-check
// What this device keeps of a learner: puzzles of own games, solved puzzles of the day, and how games went. The program alone reads it.
import {dayText} from "../js/mine.js";
import {changeKept, keep, kept, whenKept} from "./storage.js";

/** @import {Page} from "./main.js" */
/** @import {Box} from "../js/mine.js" */
const LEARNER = "numero-learner";

/** Whether this device learns with a person: where a class is, only if the teacher wants it. @param {Page} page */
export const learns = ({state: {learning}}) => !learning.teaches || learning.wanted;

/** The record as it is kept; null where there is none. @returns {string | null} */
export const learnerText = () => kept(LEARNER);

/** Shows what is kept. @param {Page} page @param {object} more whose puzzle of the day is asked */
export async function showLearner(page, more = {}) {
  page.update({learner: await page.desk.ask({type: "learner", kept: learnerText() ?? "", today: dayText(new Date()), ...more})});
}

/**
 * Asks for a change of the record, and keeps it.
 * @param {Page} page
 * @param {{type: string, [field: string]: unknown}} question
 * @returns {Promise<any>} the program's answer; it has `error` where nothing has changed
 */
export async function changeLearner(page, question) {
  /** @type {any} */
  let answer;
  const isKept = await changeKept(LEARNER, async text => {
    answer = await page.desk.ask({...question, kept: text ?? "", today: dayText(new Date())});
    return answer.kept;
  });
  if (answer.kept !== undefined) page.update({notKept: !isKept});
  if (answer.kept !== undefined || answer.error) await showLearner(page);
  return answer;
}

/**
 * The puzzles of this device.
 * @param {Page} page
 * @param {string} day whose puzzle is asked; empty: those of own games are
 * @returns {Box}
 */
export function boxOf(page, day) {
  const more = day ? {day} : {};
  return {
    ask: question => page.desk.ask(/** @type {any} */ (question)),
    async learner(question) {
      await (question ? changeLearner(page, /** @type {any} */ ({...question, ...more})) : showLearner(page, more));
      return page.state.learner;
    },
  };
}

/**
 * Takes a game that is over into the record with its analysis, once that is whole; a game that is there stays as it is.
 * @param {Page} page
 * @param {string} text
 * @param {string} analysis
 */
export async function learnGame(page, text, analysis) {
  if (learns(page)) await changeLearner(page, {type: "learn", text, analysis});
}

/** Takes the record of a file into that which is kept. @param {Page} page @param {string} text */
export async function openLearner(page, text) {
  const {error = ""} = await changeLearner(page, {type: "learner_opened", text});
  page.update({progressProblem: error});
}

/** Forgets all of it. @param {Page} page */
export async function forgetLearner(page) {
  page.update({notKept: !(await keep(LEARNER, null))});
  await showLearner(page);
}

/** Goes on as another window does. @param {Page} page */
export const followLearner = page => whenKept(LEARNER, () => page.isReady && showLearner(page));
