// @ts-check
// A sheet: a dialog that asks one thing. It holds the focus and gives it back; Escape and the cross close it.
import {icon} from "./icons.js";
import {html} from "./lit.js";
import {words} from "./words.js";

/**
 * @param {{title: string, content: unknown, close: () => void, closed: () => void, kind?: string}} sheet
 *   `close`: what the cross does; `closed`: what is done once it is closed, in whichever way; `kind`: its class
 */
export function sheetView({title, content, close, closed, kind = ""}) {
  return html`<dialog class=${`sheet ${kind}`} aria-labelledby="dialog-title" @close=${closed}>
    <div class="sheet-head"><h2 id="dialog-title">${title}</h2>
      <button type="button" id="close" class="icon quiet" aria-label=${words.close} @click=${close}>${icon("cross")}</button></div>
    ${content}
  </dialog>`;
}
