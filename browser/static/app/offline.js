// @ts-check
// Keeps the page on this device by a service worker, and tells of a new version.

const ROOT = new URL("../", import.meta.url);
/** Whether this tab loaded the page anew already to have it kept. */
const RELOADED = "numero-reloaded";
/** Time in which a worker takes over a page, in milliseconds. */
const TAKEN_OVER = 1_000;

/** Whether another page shows this one in a frame: it could lead a person to tap what he does not see. */
export const isFramed = () => window.top !== window;

/**
 * Returns when the service worker answers, and has all files come; false where this browser keeps no pages.
 * @param {(done: number, total: number, all: boolean) => void} progress of the first visit, in bytes of what Python starts with and then of
 *   all files, however the host sends them
 * @param {(use: () => void) => void} updated there is a new version, and how it is used
 * @param {() => void} lost the files that typed cards need could not be kept
 */
export async function keepOffline(progress, updated, lost) {
  const {serviceWorker} = navigator;
  if (!serviceWorker) {
    document.documentElement.dataset.kept = "nothing";
    return false;
  }
  serviceWorker.addEventListener("message", ({data}) => "total" in data && progress(data.done, data.total, data.all));
  try {
    const registration = await serviceWorker.register(new URL("sw.js", ROOT), {scope: ROOT.href, updateViaCache: "none"});
    watch(registration, updated);
    await activated(registration.active ?? registration.installing ?? registration.waiting);
    await controlled(serviceWorker);
    if (!serviceWorker.controller) await loadedAnew();
    else sessionStorage.removeItem(RELOADED);
    fill(registration.active, lost);
    return true;
  } catch (error) {
    console.error(error);
    document.documentElement.dataset.kept = "nothing";
    return false;
  }
}

/**
 * Has all files come, and says on the page when they are here.
 * @param {ServiceWorker | null} worker
 * @param {() => void} lost
 */
function fill(worker, lost) {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = ({data}) => {
    document.documentElement.dataset.kept = data;
    if (data === "nothing") lost();
  };
  worker?.postMessage("fill", [port2]);
}

/**
 * A page that was loaded past what is kept, as by shift and reload, has nobody who answers its frame: it is loaded anew, once.
 * @returns {Promise<void>}
 */
function loadedAnew() {
  if (sessionStorage.getItem(RELOADED)) return Promise.resolve();
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
  return new Promise(() => {});
}

/** @param {ServiceWorker | null} worker @returns {Promise<void>} */
const activated = worker => new Promise((done, failed) => {
  const look = () => {
    if (worker?.state === "activated") done();
    if (!worker || worker.state === "redundant") failed(new Error("the files could not be kept"));
  };
  worker?.addEventListener("statechange", look);
  look();
});

/**
 * A worker that is new takes the pages over at once; of another one some pages never hear.
 * @param {ServiceWorkerContainer} serviceWorker
 * @returns {Promise<unknown>}
 */
const controlled = serviceWorker => serviceWorker.controller ? Promise.resolve() : new Promise(done => {
  serviceWorker.addEventListener("controllerchange", done, {once: true});
  setTimeout(done, TAKEN_OVER);
});

/** @param {ServiceWorkerRegistration} registration @param {(use: () => void) => void} updated */
function watch(registration, updated) {
  const {serviceWorker} = navigator, reload = () => location.reload();
  const offer = (/** @type {ServiceWorker} */ worker) => updated(() => {
    serviceWorker.addEventListener("controllerchange", reload, {once: true});
    worker.postMessage("use");
  });
  // Another tab took it: what this one loads from now on is new.
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => updated(reload));
  if (registration.waiting && registration.active) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const {installing, active} = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && active && offer(installing));
  });
}
