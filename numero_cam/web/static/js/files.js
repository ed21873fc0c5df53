// @ts-check
// Files of this device: one is chosen, or one is saved.
import {html} from "./lit.js";

/** Time after which a saved file is no longer held for the browser, in milliseconds. */
const SAVED = 60_000;

/**
 * A field for a file, to be put into what is pressed for it. The next file may have the same name.
 * @param {string} id
 * @param {string} accept
 * @param {(file: File) => unknown} use
 */
export function fileField(id, accept, use) {
  const chosen = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget), [file] = field.files ?? [];
    field.value = "";
    if (file) use(file);
  };
  return html`<input id=${id} class="unseen" type="file" accept=${accept} @change=${chosen}>`;
}

/** @param {File} file */
export function saveFile(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
}

/** @param {string} name @param {string} text */
export const saveText = (name, text) => saveFile(new File([text], name, {type: "text/plain"}));
