// @ts-check
// Before the scripts of the page come: shows the page in the language that was chosen, or on a first visit in that of the browser, and has the
// service worker begin, which fetches what Python starts with.
const {src} = /** @type {HTMLScriptElement} */ (document.currentScript);

/** By which the chosen language is kept; see main.js. */
function chosenLanguage() {
  try {
    return localStorage.getItem("numero-language");
  } catch {
    return null;  // a browser that keeps nothing
  }
}

/** The address of this page in the other language; empty where this one is right. Who asks for German by its address gets it. */
function otherAddress() {
  const root = new URL("../", src).href, here = location.href.slice(root.length), isGerman = here.startsWith("de/");
  const wanted = chosenLanguage() ?? (isGerman || navigator.language.startsWith("de") ? "de" : "en");
  return isGerman === (wanted === "de") ? "" : root + (isGerman ? here.slice("de/".length) : `de/${here}`);
}

if (window.top === window) {
  const other = otherAddress();
  if (other) location.replace(other);
  navigator.serviceWorker?.register(new URL("../sw.js", src), {updateViaCache: "none"}).catch(() => {});
}
