// @ts-check
// Fields of forms.
import {html, live, repeat} from "./lit.js";

/**
 * What a person has written or chosen.
 * @param {Event} event of an input or a select
 */
export const valueOf = event => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/**
 * A labelled choice. It shows `value` even after a person chose another that was not taken.
 * @param {string} id
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function choice(id, label, options, value, choose) {
  return html`<p class="field"><label for=${id}>${label}</label>
    <select id=${id} @change=${(/** @type {Event} */ event) => choose(valueOf(event))}>${repeat(options, ([key]) => key, ([key, text]) =>
      html`<option value=${key} .selected=${live(key === value)}>${text}</option>`)}</select></p>`;
}

/**
 * Names that a field suggests.
 * @param {string} id
 * @param {string[]} names
 */
export const suggestions = (id, names) => html`<datalist id=${id}>${names.map(name => html`<option value=${name}></option>`)}</datalist>`;
