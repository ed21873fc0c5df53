// @ts-check
// Keeps the program's own files, the classes and the learned decks, in this browser: a folder of Python that stands in IndexedDB.

/** The folder; the program's own is in it. */
export const KEPT = "/kept";
const LOCK = "numero-kept";
/** Whether these files have changes for which there was no room. */
let isAhead = false;
/** Whether another tab has kept changes since these files were read. */
let isBehind = false;
const tabs = new BroadcastChannel(LOCK);

/** @param {any} FS the files of Python */
export async function openKept(FS) {
  FS.mkdirTree(KEPT);
  FS.mount(FS.filesystems.IDBFS, {}, KEPT);
  tabs.onmessage = () => isBehind = true;
  await synced(FS, true);
}

/** Has the files as another tab left them, before something reads them. @param {any} FS */
export async function readKept(FS) {
  if (isBehind && !isAhead) await alone(() => synced(FS, true));
}

/**
 * Does what may change files, while no other tab does, with the files as another tab left them; says whether the change is kept.
 * @template T
 * @param {any} FS
 * @param {() => T | Promise<T>} change
 * @returns {Promise<[T, boolean]>}
 */
export async function whileKept(FS, change) {
  return alone(/** @returns {Promise<[T, boolean]>} */ async () => {
    if (!isAhead) await synced(FS, true);
    const found = await change();
    isAhead = !await synced(FS, false);
    if (!isAhead) tabs.postMessage("changed");
    return [found, !isAhead];
  });
}

/**
 * Does something while no other tab does; an address without TLS has no locks.
 * @template T
 * @param {() => Promise<T>} does
 * @returns {Promise<T>}
 */
const alone = async does => navigator.locks ? navigator.locks.request(LOCK, does) : does();

/**
 * @param {any} FS
 * @param {boolean} fromStorage or into it
 * @returns {Promise<boolean>} whether the browser let it
 */
const synced = (FS, fromStorage) => new Promise(done => {
  if (fromStorage) isBehind = false;
  FS.syncfs(fromStorage, (/** @type {unknown} */ error) => {
    if (error) console.warn(error);
    done(!error);
  });
});
