// @ts-check
// Packs of one's own: photos that were read and mended teach how its cards look. Each is kept as the file that `numero-cam deck learn` keeps.
import {html, nothing} from "../js/lit.js";
import {saveFile} from "./play_view.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/** @param {Page} page */
export function decksView(page) {
  const {decks, photo} = page.state, {found, rows, name, problem} = decks;
  const put = (/** @type {string} */ field) => (/** @type {Event} */ event) =>
    page.update({decks: {...page.state.decks, [field]: /** @type {HTMLInputElement} */ (event.currentTarget).value}});
  return html`<details id="decks" ?open=${page.state.tab === "packs"} @toggle=${() => found || ask(page, "")}><summary>${texts.tabs.packs}</summary><p class="hint">${texts.decksHow}</p>
    <p class="field"><label for="deck-rows">${texts.deckRows}</label><textarea id="deck-rows" rows="4" .value=${rows} @input=${put("rows")}></textarea></p>
    <p class="buttons"><button type="button" id="deck-add" ?disabled=${!photo} @click=${() => ask(page, "add", {rows})}>${texts.deckAdd}</button>
      ${found?.photos ? texts.deckPhotos(found.photos) : nothing}</p>
    <p class="field"><label for="deck-name">${texts.deckName}</label><input id="deck-name" autocomplete="off" .value=${name} @input=${put("name")}></p>
    <p class="buttons"><button type="button" id="deck-learn" class="main" ?disabled=${!found?.photos || !name} @click=${() =>
        ask(page, "learn", {name})}>${texts.deckLearn}</button>
      <label class="button" for="deck-file">${texts.openFile}<input id="deck-file" class="unseen" type="file" accept=".toml"
        @change=${(/** @type {Event} */ event) => opened(page, event)}></label></p>
    ${problem ? html`<p class="problem" id="deck-problem" role="alert">${problem}</p>` : nothing}
    <p role="status">${found?.said}</p>
    <ul class="folk">${found?.decks.map((/** @type {[string, string]} */ [deck, error]) => html`<li class="bar"><b>${deck}</b>
      ${error ? html`<span class="problem">${error}</span>` : nothing}
      <button type="button" @click=${() => save(page, deck)}>${texts.saveFile}</button>
      <button type="button" class="quiet" @click=${() => ask(page, "remove", {name: deck})}>${texts.remove(deck)}</button></li>`)}</ul></details>`;
}

/**
 * @param {Page} page
 * @param {string} what see browser/photo_desk.py
 * @param {{name?: string, rows?: string}} fields
 * @param {ArrayBuffer | null} file
 */
async function ask(page, what, fields = {}, file = null) {
  const found = await page.desk.ask({type: "decks", do: what, name: "", ...fields}, file, true);
  const {decks} = page.state;
  // What is being typed stays: the first answer comes after the fold is opened.
  const rows = what === "add" ? "" : decks.rows;
  page.update({decks: {...decks, ...(found.error ? {problem: found.error} : {found, problem: "", rows})}});
  return found;
}

/**
 * @param {Page} page
 * @param {string} deck
 */
async function save(page, deck) {
  const {text} = await ask(page, "save", {name: deck});
  if (text) saveFile(`${deck}.toml`, text);
}

/**
 * @param {Page} page
 * @param {Event} event
 */
async function opened(page, event) {
  const field = /** @type {HTMLInputElement} */ (event.currentTarget), [file] = field.files ?? [];
  if (file) await ask(page, "open", {name: file.name.replace(/\.toml$/, "")}, await file.arrayBuffer());
  field.value = "";
}
