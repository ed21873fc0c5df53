// @ts-check
// The kept games of the live table, in place of a server's pages: each can be looked at and saved as a file, and a file be opened.
import {problemView} from "../js/fields.js";
import {fileField, saveText} from "../js/files.js";
import {html, nothing, render} from "../js/lit.js";
import {sheetView} from "../js/sheet.js";
import {words} from "../js/words.js";
import {stays} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Link} from "../js/link.js" */

/** Answers links to pages that a server would have. @param {Link} link */
export function gamesView(link) {
  document.addEventListener("click", event => {
    const target = event.target instanceof Element ? event.target.closest("a") : null, path = target?.getAttribute("href") ?? "";
    if (!path.startsWith("/games")) return;
    event.preventDefault();
    if (path === "/games") show(link, undefined);
    else save(link, path);
  });
  if (location.hash === "#games") show(link, undefined);
}

/**
 * @param {Link} link
 * @param {File | string | undefined} file a game that is to be kept
 */
async function show(link, file, path = "/games") {
  const answer = await link.fetch(path, file ? {body: file} : undefined), problem = answer.ok ? "" : await answer.text();
  const list = problem ? await link.fetch("/games") : answer, {games, learners} = list.ok ? await list.json() : {games: [], learners: []};
  const place = document.getElementById("games") ?? document.body.appendChild(Object.assign(document.createElement("div"), {id: "games"}));
  const close = () => place.querySelector("dialog")?.close();
  const content = html`${problemView(problem)}
    <ul class="kept">${games.map((/** @type {{game: number, title: string, standing: string}} */ {game, title, standing}) => html`<li>
      <p>${title}: ${standing}</p><p class="bar"><a class="button" href=${`#game-${game}`} @click=${close}>${words.result}</a>
      <a class="button quiet" href=${`/games/${game}`}>${texts.saveFile}</a></p></li>`)}</ul>
    ${learners.length ? html`<h3>${words.mine}</h3><ul class="kept">${learners.map((/** @type {string} */ name) => html`<li><p>${name}</p><p
      class="bar"><a class="button" href=${`#progress-${encodeURIComponent(name)}`} @click=${close}>${texts.tabs.puzzle}</a>
      </p><details><summary>${texts.forget}</summary><p><button type="button" class="danger"
      @click=${() => show(link, name, "/people/forget")}>${texts.forget}: ${name}</button></p></details></li>`)}</ul>` : nothing}
    ${stays ? nothing : html`<p class="hint">${texts.forgets}</p>`}
    <p><label class="button" for="open-game">${texts.openFile}${fileField("open-game", ".txt", file => show(link, file))}</label></p>`;
  render(sheetView(words.list, content, () => render(nothing, place)), place);
  const sheet = place.querySelector("dialog");
  if (sheet && !sheet.open) sheet.showModal();
}

/** @param {Link} link @param {string} path */
async function save(link, path) {
  const answer = await link.fetch(`${path}/text`);
  if (answer.ok) saveText(`numero-game-${path.split("/")[2]}.txt`, (await answer.json()).text);
}
