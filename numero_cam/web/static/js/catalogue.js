// @ts-check
// Messages for people in the language of the table, as its server writes them into the page. Without a translation they are English.

/** @type {{messages?: Record<string, string | string[]>, forms?: number[]}} */
const {messages = {}, forms = []} = JSON.parse(document.getElementById("catalogue")?.textContent ?? "{}");
/** `forms` says the plural form of each number below this; every other number has that of 100 plus its last two digits. */
const NUMBERS = 200;

/**
 * @param {string} message English, a literal, with the names of its values in braces
 * @param {Record<string, string | number>} [values]
 */
export const tr = (message, values = {}) => filled(String(messages[message] ?? message), values);

/**
 * The form of a message that belongs to a number.
 * @param {string} one English for 1, a literal
 * @param {string} many English for every other number
 * @param {number} n which the message may show as `{n}`
 */
export function ngettext(one, many, n) {
  const count = Math.abs(n);
  const form = forms[count < NUMBERS ? count : 100 + (count % 100)] ?? Number(n !== 1);
  return filled((messages[one] ?? [one, many])[form], {n});
}

/** @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
