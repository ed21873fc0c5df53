// @ts-check
// Fields of forms.
import {html, live, nothing, repeat} from "./lit.js";
import {words} from "./words.js";

/** @import {By} from "./protocol.d.ts" */

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
 * A labelled line.
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {number} [most] letters
 */
export const textField = (id, label, value, change, most) => html`<p class="field"><label for=${id}>${label}</label>
  <input id=${id} autocomplete="off" maxlength=${most ?? nothing} .value=${live(value)}
    @input=${(/** @type {Event} */ event) => change(valueOf(event))}></p>`;

/**
 * What is wrong, as soon as something is.
 * @param {string} text empty: nothing
 * @param {string} [id]
 */
export const problemView = (text, id) => html`<p class="problem" role="alert" id=${id ?? nothing}>${text}</p>`;

/** @param {By} by @param {(by: By) => void} choose */
export const byChoice = (by, choose) => choice("by", words.by, [["points", words.byPoints], ["cards", words.byCards]], by, value =>
  choose(/** @type {By} */ (value)));

/**
 * The name of a player, with those that are known to choose from. It is taken once it is whole; until then it stays as it is typed.
 * @param {string} id
 * @param {string} label
 * @param {{name: string, known: string[], none: string}} names `none`: what an empty field means
 * @param {(name: string) => void} change
 */
export const nameField = (id, label, {name, known, none}, change) => html`<p class="field"><label for=${id}>${label}</label>
  <input id=${id} .value=${name} maxlength="40" autocomplete="off" placeholder=${none} list=${`${id}-known`}
    @change=${(/** @type {Event} */ event) => change(valueOf(event).trim())}>
  <datalist id=${`${id}-known`}>${known.map(each => html`<option value=${each}></option>`)}</datalist></p>`;
