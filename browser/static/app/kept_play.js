// @ts-check
// A game against the computer, which this browser keeps and which can be saved as a file and opened from one.
import {fileField} from "../js/files.js";
import {html} from "../js/lit.js";
import {keep, kept} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/**
 * Asks for something that changes a game, and keeps the game as it then is.
 * @param {Page} page
 * @param {string} key by which it is kept
 * @param {{type: string, [field: string]: unknown}} question
 * @returns {Promise<any>} the game and its text; only `error` where the game stays as it was
 */
export async function changeGame(page, key, question) {
  const game = await page.desk.ask(question);
  if (game.error === texts.ended) page.leftTexts.add(question.text);
  if (!game.error) page.update({notKept: !(await keep(key, game.text))});
  return game;
}

/**
 * The text of the kept game, where it can be gone on with.
 * @param {Page} page
 * @param {string} key
 */
export const textToResume = (page, key) => (page.leftTexts.has(kept(key)) ? null : kept(key));

/** @param {string} id @param {(text: string) => void} use @param {string} accept */
export const openButton = (id, use, accept = ".txt") => html`<label class="button quiet" for=${id}>${texts.openFile}${
  fileField(id, accept, async file => use(await file.text()))}</label>`;
