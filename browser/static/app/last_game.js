// @ts-check
// Which games this browser has to go on with, the last one first: the first screen offers that one.
import {changeKept, kept} from "./storage.js";

/** @typedef {{href: string, said: string, over: boolean}} LastGame where it is played, and how it stands */

const GAMES = "numero-games";

/** @returns {LastGame | undefined} */
export const lastGame = () => (kept(GAMES) ?? [])[0];

/**
 * Notes how the game of a place stands.
 * @param {string} href of the place
 * @param {Omit<LastGame, "href"> | null} game null where there is none any more
 * @param {boolean} isNew whether it was just played; else it only comes after those that are known
 */
export const noteGame = (href, game, isNew = true) => changeKept(GAMES, async before => {
  const games = /** @type {LastGame[]} */ (before ?? []), others = games.filter(each => each.href !== href);
  if (!game) return others.length < games.length ? others : undefined;
  if (!isNew) return others.length < games.length ? undefined : [...games, {href, ...game}];
  return [{href, ...game}, ...others];
});
