// @ts-check
// The teacher's pages, in a frame that fills the window, with their own head and title: the program lives as long as the page around it.
// The service worker hands each request of the frame to this page, and the program in the worker answers.
import {html, nothing} from "../js/lit.js";
import {forgets} from "./storage.js";
import {texts} from "./texts.js";

/** @import {Page} from "./main.js" */

const ROOT = new URL("../", import.meta.url).pathname;
/** The address of the first screen in this language. */
const HOME = `${location.pathname}#`;
/** The addresses of this page's own frame: another tab may show the class too. */
const FRAME = `${ROOT}class~${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;

const frame = () => /** @type {HTMLIFrameElement | null} */ (document.querySelector("iframe#class"));

/** @param {Page} page */
export const classView = page => !page.isReady ? nothing : navigator.serviceWorker?.controller ? html`<iframe id="class"
    title=${texts.tabs.class} src=${frame()?.getAttribute("src") ?? FRAME + location.hash.replace(/^#class/, "")} @load=${() => shown(page)}></iframe>`
  : html`<p class="problem" role="alert">${texts.classAlone}</p>`;

/** The page's title and address are those of what it shows, so that it comes again when it is loaded anew. @param {Page} page */
function shown(page) {
  const {title = "", location: at} = frame()?.contentDocument ?? {};
  if (!location.hash.startsWith("#class")) return;  // a person goes elsewhere
  if (title && at) history.replaceState(null, "", `#class${at.pathname.slice(FRAME.length)}${at.search}`);
  page.update({framed: title});
}

// A frame is printed as far as it is seen.
window.addEventListener("beforeprint", () => frame()?.style.setProperty("height", `${frame()?.contentDocument?.documentElement.scrollHeight}px`));
window.addEventListener("afterprint", () => frame()?.style.removeProperty("height"));

/** Answers what the frame of this page asks. @param {Page} page */
export const answerFrame = page => navigator.serviceWorker?.addEventListener("message", async ({data, ports: [port]}) => {
  if (data.frame !== FRAME) return;
  if (data.body) {
    page.update({ended: ""});
    page.learn({teaches: true});
  }
  const question = {type: "class", frame: FRAME, root: ROOT, home: HOME, address: data.address, forgets: forgets()};
  const answer = await page.desk.ask(question, data.body, data.body !== null);
  port.postMessage(answer);
});
