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

/** What sw.js adds to the address of a page that it asks for once more, since the answer is slow: how often it has. */
const AGAIN = /[?&]again=(\d+)$/;
/** How often it asks, for about ten minutes, until that is said; fewer than the redirects that a browser follows. */
const MOST_AGAIN = 14;
/** How often the service worker hears that an answer still comes, in milliseconds: Firefox ends one that hears nothing for a minute. */
const SIGN_EVERY = 20_000;
/** The page or file that the frame goes to; none once the page has come. @type {{address: string, answer: Promise<any>} | null} */
let coming = null;

const frame = () => /** @type {HTMLIFrameElement | null} */ (document.querySelector("iframe#class"));

/** @param {Page} page */
export const classView = page => !page.isReady ? nothing : navigator.serviceWorker?.controller ? html`<iframe id="class"
    title=${texts.tabs.class} src=${frame()?.getAttribute("src") ?? FRAME + location.hash.replace(/^#class/, "")} @load=${() => shown(page)}></iframe>`
  : html`<p class="problem" role="alert">${texts.classAlone}</p>`;

/** The page's title and address are those of what it shows, so that it comes again when it is loaded anew. @param {Page} page */
function shown(page) {
  const {title = "", location: at} = frame()?.contentDocument ?? {};
  const address = at ? at.pathname.slice(FRAME.length) + at.search.replace(AGAIN, "") : "";
  if (coming?.address === address.replace(/^\//, "")) coming = null;  // not where it is the page that is left
  if (!location.hash.startsWith("#class")) return;  // a person goes elsewhere
  if (title && at) history.replaceState(null, "", `#class${address}`);
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
  const address = data.address.replace(AGAIN, ""), question = {type: "class", frame: FRAME, root: ROOT, home: HOME, address, forgets: forgets()};
  const again = Number(AGAIN.exec(data.address)?.[1] ?? 0), isAgain = data.goes && again > 0 && address === coming?.address;
  const answer = isAgain && coming ? coming.answer : page.desk.ask(question, data.body, data.body !== null);
  if (data.goes) coming = {address, answer};
  const signs = setInterval(() => navigator.serviceWorker.controller?.postMessage("works"), SIGN_EVERY);
  port.postMessage(await (again < MOST_AGAIN ? answer : Promise.race([answer, Promise.resolve({error: texts.classSlow})])));
  clearInterval(signs);
});
