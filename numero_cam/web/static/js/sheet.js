// @ts-check
// A sheet: a dialog that asks one thing. It holds the focus and gives it back; Escape and the cross close it.
import {icon} from "./icons.js";
import {html} from "./lit.js";
import {words} from "./words.js";

/**
 * @param {string} title
 * @param {unknown} content
 * @param {() => void} closed what is done once it is closed, in whichever way
 * @param {string} kind its class
 */
export const sheetView = (title, content, closed, kind = "") => html`<dialog class=${`sheet ${kind}`} aria-labelledby="dialog-title"
    @close=${closed}>
  <div class="sheet-head"><h2 id="dialog-title">${title}</h2>
    <button type="button" id="close" class="icon quiet" aria-label=${words.close} @click=${(/** @type {MouseEvent} */ event) =>
      /** @type {Element} */ (event.currentTarget).closest("dialog")?.close()}>${icon("cross")}</button></div>
  ${content}
</dialog>`;
