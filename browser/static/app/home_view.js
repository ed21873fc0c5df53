// @ts-check
// The first screen: three ways into the program, the last game, the puzzle of the day, and the ways to all other pages.
import {drawnCards} from "../js/cards.js";
import {fileField} from "../js/files.js";
import {icon} from "../js/icons.js";
import {html, live, nothing} from "../js/lit.js";
import {levelWords} from "../js/progress.js";
import {words} from "../js/words.js";
import {learns} from "./learner.js";
import {readsPhotos} from "./photo_view.js";
import {lastGame} from "./last_game.js";
import {begin, GAME} from "./play_view.js";
import {forgets, kept} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/** Pages that have no place of their own on this one. */
const MORE = /** @type {const} */ ([...(readsPhotos ? ["take"] : []), "check", "puzzle", "numo", ...(readsPhotos ? ["packs"] : [])]);

/** @param {Page} page */
export const homeView = page => html`
  <div class="doors">
    ${readsPhotos ? html`<div class="door"><label>${doorView("camera", texts.photograph, texts.photographWhy, ["11b", "6r", "5g", "14o"])}
      ${fileField("photograph", "image/*", file => photograph(file, page))}</label></div>`
      : html`<div class="door"><a href="#take">${
        doorView("hand", texts.tabs.take, texts.photographWhy, ["11b", "6r", "5g", "14o"])}</a></div>`}
    <div class="door"><a id="to-play" href="#play" @click=${() => play(page)}>${doorView("play", texts.tabs.play, texts.playWhy,
      ["7r", "x2", "12g", "1/2"])}</a></div>
    ${readsPhotos ? html`<div class="door"><a href="table.html">${
      doorView("wall", texts.watch, texts.watchWhy, ["13r", "-5", "9o", "2b"])}</a>
      <a class="button quiet" id="to-demo" href="table.html#demo">${words.demo}</a></div>` : nothing}
  </div>
  <div class="ways-on">
    ${lastView(lastGame())}
    ${learns(page) ? learnerView(page) : nothing}
    ${readsPhotos ? html`<a class="panel" id="to-class" href="#class"><b>${texts.teachers}: ${texts.tabs.class}</b> <span
      class="soft">${texts.classHow}</span></a>` : nothing}
    ${page.state.learning.teaches ? html`<p class="check"><label for="learn-here"><input id="learn-here" type="checkbox" role="switch"
      .checked=${live(learns(page))} @change=${() => page.learn({wanted: !learns(page)})}> ${texts.learnHere}</label></p>` : nothing}
  </div>
  ${forgets() ? html`<p class="hint" id="forgets">${texts.forgets}</p>` : nothing}
  <nav class="more" aria-labelledby="more"><h2 id="more">${words.more}</h2><ul>${[...MORE, ...(hasProgress(page) ? /** @type {const} */ (["progress"]) : [])].map(name => html`<li><a
    href=${`#${name}`}>${texts.tabs[/** @type {keyof typeof texts.tabs} */ (name)]}</a></li>`)}${readsPhotos ? html`<li><a
    href="table.html#games">${words.list}</a></li>` : nothing}</ul></nav>`;

/** The puzzle of the day, and puzzles from own games where there are some. @param {Page} page */
const learnerView = page => html`<a class="panel" id="to-day" href="#day"><b>${words.day}</b>
    <span class="soft">${levelWords(page.state.learner?.level)}</span></a>
  ${page.state.learner?.cards ? html`<a class="panel" id="to-mine" href="#mine"><b>${texts.tabs.mine}</b>
    <span class="soft">${words.mineCount(page.state.learner.cards)}</span></a>` : nothing}`;

/** Whether there is something to see of a learner's progress. @param {Page} page */
const hasProgress = page => learns(page) && Boolean(page.state.learner?.error || page.state.learner?.games.length
  || page.state.learner?.days.length);

/** @param {import("../js/icons.js").Pictogram} pictogram @param {string} title @param {string} why @param {string[]} faces */
const doorView = (pictogram, title, why, faces) => html`<span class="felt fan" aria-hidden="true">${drawnCards(faces)}</span>
  <b><i aria-hidden="true">${icon(pictogram)}</i> ${title}</b> <span class="soft">${why}</span>`;

/** @param {import("./last_game.js").LastGame | undefined} game */
const lastView = game => !game ? nothing : html`<a class="panel" id="to-game" href=${game.href}><b>${
  game.over ? texts.lastGame : words.goOnGame}</b> <span class="soft">${game.said}</span></a>`;

/**
 * Reads the chosen photo on its own page.
 * @param {File} file
 * @param {Page} page
 */
function photograph(file, page) {
  location.hash = "#photo";
  page.photo.read(file, file.name);
}

/** Starts a game, where there is none to go on with. @param {Page} page */
async function play(page) {
  await page.resumed;
  const {game} = page.state;
  if (game ? game.state === "over" : !kept(GAME)) begin(page);
}
