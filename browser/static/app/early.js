// @ts-check
// Has the service worker begin while the scripts of the page still come: it fetches what Python starts with.
const {src} = /** @type {HTMLScriptElement} */ (document.currentScript);
if (window.top === window) navigator.serviceWorker?.register(new URL("../sw.js", src), {updateViaCache: "none"}).catch(() => {});
