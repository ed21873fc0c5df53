// @ts-check
// A game against the computer, which this browser keeps and which can be saved as a file and opened from one.
import {fileField} from "../js/files.js";
import {html} from "../js/lit.js";
import {noteGame} from "./last_game.js";
import {keep, kept, whenKept} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */
/** @typedef {{type: string, [field: string]: unknown}} Question */
/**
 * @typedef {object} Kind of game
 * @property {string} key by which it is kept
 * @property {string} href where it is played
 * @property {(page: Page, text: string) => Question} open goes on with the game of a text
 * @property {(page: Page, question: Question, problem?: string, goesOn?: boolean) => Promise<void>} ask asks for something that changes the
 *   game, and shows it; `problem` was wrong before and is still to be read; `goesOn`: the page was loaded anew
 * @property {(page: Page) => {text: string, problem: string, isBegun: boolean}} now the game that is shown; begun, it has plays and is not over
 * @property {(game: any) => {said: string, over: boolean}} standing how a game stands
 * @property {(page: Page) => void} clear shows none any more
 */

export class KeptPlay {
  /** @param {Kind} kind */
  constructor(kind) {
    this.kind = kind;
    /** How many games were put away: what was asked of one of them comes to nothing. */
    this.away = 0;
  }

  /**
   * Asks for something that changes the game, and keeps the game as it then is.
   * @param {Page} page
   * @param {Question} question
   * @param {boolean} goesOn
   * @returns {Promise<any>} the game and its text; only `error` where the game stays as it was, null where it was put away meanwhile
   */
  async change(page, question, goesOn = false) {
    const {away, kind: {key, href, standing}} = this, game = await page.desk.ask(question);
    if (game.error === texts.ended) page.leftTexts.add(question.text);
    if (away !== this.away || game.error) return away === this.away ? game : null;
    const isKept = keep(key, game.text);
    noteGame(href, standing(game), !goesOn).then(() => page.update({}));
    page.update({notKept: !await isKept});
    return away === this.away ? game : null;
  }

  /** Goes on with the game that this browser kept, if it can be gone on with. @param {Page} page */
  async resume(page) {
    const {key, ask, open, now} = this.kind, text = kept(key);
    if (text && !page.leftTexts.has(text)) await ask(page, open(page, text), now(page).problem, true);
  }

  /** Goes on as another window does that plays the kept game. @param {Page} page */
  follow(page) {
    const {key, ask, open, now} = this.kind;
    whenKept(key, text => {
      if (text && page.isReady && text !== now(page).text) void ask(page, open(page, text), texts.elsewhere);
    });
  }

  /** Does what ends the game; the person is asked first, where something of it is lost. @param {Page} page @param {() => void} does */
  leave(page, does) {
    if (this.kind.now(page).isBegun) return page.confirm(texts.leaveSure, texts.leaveWhy, does);
    page.closeDialog();
    does();
  }

  /** Puts the game away. @param {Page} page */
  forget(page) {
    this.leave(page, () => {
      const {key, href, clear} = this.kind;
      this.away += 1;
      void keep(key, null);
      noteGame(href, null).then(() => page.update({}));
      clear(page);
    });
  }

  /** Goes on with the game of a file. @param {Page} page @param {string} id */
  openButton(page, id) {
    const {ask, open} = this.kind;
    return openButton(id, text => this.leave(page, () => void ask(page, open(page, text))));
  }
}

/** @param {string} id @param {(text: string) => void} use @param {string} accept */
export const openButton = (id, use, accept = ".txt") => html`<label class="button quiet" for=${id}>${texts.openFile}${
  fileField(id, accept, async file => use(await file.text()))}</label>`;
