// @ts-check
// What this browser keeps: the games, and what was chosen. A browser that keeps nothing keeps it as long as the page is open.

const NAME = "numero-page";
/** What was chosen, beside which games are kept. */
export const SETTINGS = "numero-page";

// Other scripts keep there what was chosen, and ask nobody whether the browser lets them, or has room.
for (const name of /** @type {const} */ (["localStorage", "sessionStorage"])) Object.defineProperty(window, name, {value: storageOf(name)});

/** What there is no room for is there as long as the page is open. @param {"localStorage" | "sessionStorage"} name */
function storageOf(name) {
  /** @type {Map<string, string>} */
  const here = new Map();
  const own = allowed(() => window[name]);
  return {
    getItem: (/** @type {string} */ key) => here.get(key) ?? own?.getItem(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      here.set(key, value);
      if (own && allowed(() => (own.setItem(key, value), true))) here.delete(key);
    },
    removeItem(/** @type {string} */ key) {
      here.delete(key);
      own?.removeItem(key);
    },
  };
}

/**
 * What a browser lets one do; null where it does not.
 * @template T
 * @param {() => T} does
 */
function allowed(does) {
  try {
    return does();
  } catch {
    return null;
  }
}

/**
 * What an IDBRequest or an IDBTransaction finds.
 * @param {any} asked
 * @returns {Promise<any>}
 */
const found = asked => new Promise((done, failed) => {
  asked.onsuccess = asked.oncomplete = () => done(asked.result);
  asked.onerror = asked.onabort = () => failed(asked.error);
});

/** Null where this browser keeps nothing. @type {IDBDatabase | null} */
let database = await opened().catch(() => null);
/** @type {Map<string, unknown>} */
const held = new Map(await allOf(database).catch(() => {
  database = null;  // it is damaged
  return [];
}));

/** @param {IDBDatabase | null} open @returns {Promise<[string, unknown][]>} */
async function allOf(open) {
  if (!open) return [];
  const store = open.transaction(NAME).objectStore(NAME), [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()].map(found));
  return keys.map((/** @type {string} */ key, /** @type {number} */ n) => [key, values[n]]);
}

/** @returns {Promise<IDBDatabase>} */
async function opened() {
  const asked = indexedDB.open(NAME);
  asked.onupgradeneeded = () => asked.result.createObjectStore(NAME);
  /** @type {IDBDatabase} */
  const open = await found(asked);
  open.onclose = () => void (database = null);  // somebody cleared it
  return open;
}

/** Other windows with this page. */
const windows = new BroadcastChannel(NAME);

/**
 * Listens to what another window keeps.
 * @param {string} key
 * @param {(value: any) => void} heard
 */
export const whenKept = (key, heard) => windows.addEventListener("message", ({data}) => {
  if (data.key !== key) return;
  held.set(key, data.value);
  heard(data.value);
});

/** Whether the browser promised to throw away nothing of it. Without that, Safari does after a week in which nobody came. */
export let stays = await navigator.storage?.persisted?.().catch(() => false) ?? false;
let isAsked = false;
/** By which it is kept that something was kept here for which that promise was asked. */
const WORTH = "numero-worth";
/** Whether something is kept here without that promise. */
export const forgets = () => !stays && localStorage.getItem(WORTH) !== null;

/** Looks whether the browser promises it now that something is kept, and asks for it once a page, as a browser may ask the person. */
export async function askToStay() {
  localStorage.setItem(WORTH, "yes");
  stays ||= await navigator.storage?.persisted?.().catch(() => false) ?? false;
  if (stays || isAsked) return;
  isAsked = true;
  stays = await navigator.storage?.persist?.().catch(() => false) ?? false;
}

/** Whether anything stays when the page is closed. */
export const keeps = database !== null;

/**
 * @param {string} key
 * @returns {any} null where nothing was kept
 */
export const kept = key => held.get(key) ?? null;

/** What was chosen or changed here, and found no room. @type {Set<string>} */
const ahead = new Set();

/**
 * Returns, once it is on the disk, whether it is kept: a device may have no room.
 * @param {string} key
 * @param {unknown} value
 */
export async function keep(key, value) {
  held.set(key, value);
  ahead.add(key);
  try {
    database ??= await opened();
    const change = database.transaction(NAME, "readwrite", {durability: "strict"});
    change.objectStore(NAME).put(value, key);
    await found(change);
    ahead.delete(key);
    windows.postMessage({key, value});
    if (value !== null && key !== SETTINGS) void askToStay();
    return true;
  } catch {
    return false;
  }
}

/**
 * Changes what is kept, one window after the other, so that none loses what another one kept. Returns whether it is kept.
 * @param {string} key
 * @param {(value: any) => Promise<unknown>} change returns what is to be kept; undefined where nothing changes
 */
export async function changeKept(key, change) {
  const alone = async () => {
    if (database && !ahead.has(key)) {
      const now = await found(database.transaction(NAME).objectStore(NAME).get(key)).catch(() => undefined);
      if (now !== undefined) held.set(key, now);
    }
    const value = await change(kept(key));
    return value === undefined || keep(key, value);
  };
  return navigator.locks ? navigator.locks.request(`${NAME} ${key}`, alone) : alone();  // an address without TLS has none
}
