// @ts-check
// What the scripts of the class pages say. Nothing else of them holds words for people.
import {ngettext, tr} from "./catalogue.js";

export const classWords = {
  handedIn: (/** @type {number} */ answered, /** @type {number} */ pupils) => tr("{answered} of {pupils}", {answered, pupils}),
  missing: (/** @type {number} */ n) => ngettext("{n} missing", "{n} missing", n),
  noAnswer: tr("The program does not answer."),
  noAnswerTo: (/** @type {string} */ file) => tr("{file}: no answer came; is the program still running? Give it again.", {file}),
  nothing: (/** @type {number} */ number) => tr("Photo {number}: nothing was taken", {number}),
  photo: (/** @type {number} */ number, /** @type {string} */ slips) => tr("Photo {number}: {slips}", {number, slips}),
  picture: tr("The photo that is read"),
  puzzle: (/** @type {number} */ number) => tr("Photo {number}: the puzzle is taken", {number}),
  reading: tr("Reading …"),
  readingMore: (/** @type {number} */ n) => ngettext("Reading, {n} more waits …", "Reading, {n} more wait …", n),
  slips: (/** @type {number} */ n) => ngettext("{n} slip", "{n} slips", n),
  waits: (/** @type {number} */ n) => ngettext("{n} waits", "{n} wait", n),
};
