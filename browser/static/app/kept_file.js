// @ts-check
// A file of this browser's own storage (OPFS), which the worker reads and writes at once: what is kept is there before it is told.

/** Tries to open a file that a page or a worker which is just being ended still has, and the time between two, in milliseconds. */
const TRIES = 50, BETWEEN = 100;
/** Name of the error for a file that is open elsewhere; any other one stays. */
const IN_USE = "NoModificationAllowedError";

/**
 * A browser that keeps nothing, or whose other page has the file, keeps nothing in it, and `lost` says by its error's name why.
 * @param {string} name
 */
export async function openFile(name) {
  let lost = "";
  const handle = await opened(name).catch(error => {
    lost = error.name;
    return null;
  });
  return {
    lost,
    read: () => {
      const bytes = new Uint8Array(handle?.getSize() ?? 0);
      handle?.read(bytes, {at: 0});
      return new TextDecoder().decode(bytes);
    },
    /** Returns whether all went well; else the file is as it was. */
    append: (/** @type {string} */ text) => {
      if (!handle) return true;
      const at = handle.getSize(), bytes = new TextEncoder().encode(text);
      try {
        if (handle.write(bytes, {at}) !== bytes.length) throw new Error("full");
        handle.flush();
        return true;
      } catch {
        handle.truncate(at);
        return false;
      }
    },
  };
}

/** @param {string} name */
async function opened(name) {
  const folder = await navigator.storage.getDirectory(), file = await folder.getFileHandle(name, {create: true});
  for (let n = 1; ; n += 1) {
    try {
      return await /** @type {any} */ (file).createSyncAccessHandle();  // the types of pages do not know what workers have
    } catch (error) {
      if (n === TRIES || /** @type {Error} */ (error).name !== IN_USE) throw error;
      await new Promise(done => setTimeout(done, BETWEEN));
    }
  }
}
