// @ts-check
// Packs of one's own: photos that were read and mended teach how its cards look. Each is kept as the file that `numero-cam deck learn` keeps.
import {problemView, textField, valueOf} from "../js/fields.js";
import {fileField, saveText} from "../js/files.js";
import {html, nothing} from "../js/lit.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

/** What changes what is kept; see browser/photo_desk.py. */
const CHANGES = ["learn", "open", "remove"];

/** @param {Page} page */
export function decksView(page) {
  const {decks, photo} = page.state, {found, rows, name, problem} = decks;
  return html`<details id="decks" ?open=${page.state.tab === "packs"} @toggle=${() => found || ask(page, "")}>
    <summary>${texts.tabs.packs}</summary><p class="hint">${texts.decksHow}</p>
    <p class="field"><label for="deck-rows">${texts.deckRows}</label><textarea id="deck-rows" rows="4" .value=${rows}
      @input=${(/** @type {Event} */ event) => page.updateIn("decks", {rows: valueOf(event)})}></textarea></p>
    <p class="buttons"><button type="button" id="deck-add" ?disabled=${!photo} @click=${() => ask(page, "add", {rows})}>${
      texts.deckAdd}</button>
      ${found?.photos ? texts.deckPhotos(found.photos) : nothing}</p>
    ${textField("deck-name", texts.deckName, name, typed => page.updateIn("decks", {name: typed}))}
    <p class="buttons"><button type="button" id="deck-learn" class="main" ?disabled=${!found?.photos || !name} @click=${() =>
        ask(page, "learn", {name})}>${texts.deckLearn}</button>
      <label class="button" for="deck-file">${texts.openFile}${fileField("deck-file", ".toml", async file =>
        ask(page, "open", {name: file.name.replace(/\.toml$/, "")}, await file.arrayBuffer()))}</label></p>
    ${problemView(problem, "deck-problem")}
    <p role="status">${found?.said}</p>
    <ul class="folk">${found?.decks.map((/** @type {[string, string]} */ [deck, error]) => html`<li class="bar"><b>${deck}</b>
      ${error ? html`<span class="problem">${error}</span>` : nothing}
      <button type="button" @click=${() => save(page, deck)}>${texts.saveFile}</button>
      <button type="button" class="quiet" @click=${() => page.confirm(`${texts.remove(deck)}?`,
        texts.deckRemoveWhy, () => void ask(page, "remove", {name: deck}))}>${texts.remove(deck)}</button></li>`)}</ul></details>`;
}

/**
 * @param {Page} page
 * @param {string} what see browser/photo_desk.py
 * @param {{name?: string, rows?: string}} fields
 * @param {ArrayBuffer | null} file
 */
async function ask(page, what, fields = {}, file = null) {
  const found = await page.desk.ask({type: "decks", do: what, name: "", ...fields}, file, CHANGES.includes(what));
  // What is being typed stays: the first answer comes after the fold is opened.
  page.updateIn("decks", found.error ? {problem: found.error} : {found, problem: "", ...(what === "add" ? {rows: ""} : {})});
  return found;
}

/** @param {Page} page @param {string} deck */
async function save(page, deck) {
  const {text} = await ask(page, "save", {name: deck});
  if (text) saveText(`${deck}.toml`, text);
}
