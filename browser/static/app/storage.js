// @ts-check
// What this browser keeps: the games, and what was chosen. A browser that keeps nothing keeps it as long as the page is open.

/** Whether anything stays when the page is closed. */
export const keeps = works("localStorage") && works("sessionStorage");

if (!keeps) {
  for (const name of /** @type {const} */ (["localStorage", "sessionStorage"])) Object.defineProperty(window, name, {value: memory(name)});
}

/** @param {"localStorage" | "sessionStorage"} name */
function works(name) {
  try {
    window[name].setItem("numero-try", "");
    window[name].removeItem("numero-try");
    return true;
  } catch {
    return false;
  }
}

/**
 * Begins with what is kept already: a device without room still reads.
 * @param {"localStorage" | "sessionStorage"} name
 */
function memory(name) {
  /** @type {Map<string, string>} */
  const held = new Map(entries(name));
  return {
    getItem: (/** @type {string} */ key) => held.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void held.set(key, value),
    removeItem: (/** @type {string} */ key) => void held.delete(key),
  };
}

/**
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {[string, string][]}
 */
function entries(name) {
  try {
    return Object.entries(window[name]);
  } catch {
    return [];
  }
}

/**
 * @param {string} key
 * @returns {any} null where nothing was kept
 */
export const kept = key => JSON.parse(localStorage.getItem(key) ?? "null");

/**
 * Returns whether it is kept: a device may have no room.
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return keeps;
  } catch {
    return false;
  }
}
