// @ts-check
// Templates of the page: the names that this page uses of lit-html (../vendor/README.md). Text is always text, never HTML.
import {repeat as litRepeat} from "../vendor/lit-html/directives/repeat.js";

export {html, nothing, render, svg} from "../vendor/lit-html/lit-html.js";
export {live} from "../vendor/lit-html/directives/live.js";

/** @typedef {ReturnType<typeof import("../vendor/lit-html/lit-html.js").html>} Template */

/**
 * A list whose elements stay those of their items, by key, however the items move: so they keep the focus.
 * @type {<Item>(items: Item[], key: (item: Item) => unknown, view: (item: Item) => Template) => unknown}
 */
export const repeat = litRepeat;
