// @ts-check
// The teacher's pages in a frame: the service worker hands each request of the frame to this page, and the program in the worker answers.
import {html, nothing} from "../js/lit.js";
import {stays} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

const ROOT = new URL("../", import.meta.url).pathname;
/** The addresses of this page's own frame: another tab may show the class too. */
const FRAME = `${ROOT}class~${crypto.randomUUID()}`;

/** @param {Page} page */
export const classView = page => html`<p class="hint">${texts.classHow}${stays ? nothing : html` <span id="forgets">${texts.forgets}</span>`}</p>${!page.isReady ? ""
  : navigator.serviceWorker?.controller ? html`<iframe id="class" title=${texts.tabs.class} src=${FRAME}></iframe>`
  : html`<p class="problem" role="alert">${texts.classAlone}</p>`}`;

/**
 * Answers what the frame of this page asks.
 * @param {Page} page
 */
export const answerFrame = page => navigator.serviceWorker?.addEventListener("message", async ({data, ports: [port]}) => {
  if (data.frame !== FRAME) return;
  if (data.body) page.update({ended: ""});
  const answer = await page.desk.ask({type: "class", frame: FRAME, root: ROOT, address: data.address}, data.body, true);
  port.postMessage(answer);
});
