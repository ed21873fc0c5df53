// @ts-check
// The board of a hall: shows what the server sends. Each section is sent whole, so whoever slept needs no catching up.

/** Time for which a table that has just played stands out, in milliseconds. */
const NEW_MS = 6000;
/** Time for which a great take is shown large, in milliseconds. */
const GREAT_MS = 12000;

/** Maximum number of tables that are shown large. */
const FEW_TABLES = 12;

/**
 * @typedef {object} Match
 * @property {number | null} table number of the table; null for an entrant without an opponent
 * @property {string} title its name
 * @property {string} home who begins
 * @property {string} away the other
 * @property {[number, number] | null} scores their scores
 * @property {string} said the last play as a sentence
 * @property {number} n number of the last line of the game
 * @property {string} at when it was written
 * @property {boolean} done whether there is a result
 */

/** @type {(id: string) => HTMLElement} */
const part = id => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {(kind: string, text?: string | number) => HTMLElement} */
const made = (kind, text = "") => Object.assign(document.createElement(kind), {textContent: String(text)});
/** @type {Map<string, {at: HTMLElement, match: Match}>} */
const matches = new Map();
let greatUntil = 0;
/** Whether the next message is the first of a connection: a take that it tells is no news. */
let first = true;

/** Draws a table; it stands out for a while where its game went on. @param {string} key @param {Match} match */
function drawMatch(key, match) {
  const known = matches.get(key), box = known?.at ?? made("article");
  const [home, away] = match.scores ?? ["", ""];
  box.className = match.done ? "match done" : "match";
  box.replaceChildren(
    ...(match.title ? [made("h2", match.title)] : []),
    made("b", match.home), made("span", home), made("b", match.away), made("span", away), made("p", match.said));
  if (known && known.match.n < match.n) {
    box.classList.add("new");
    setTimeout(() => box.classList.remove("new"), NEW_MS);
  }
  matches.set(key, {at: box, match});
}

/** Puts the tables into their order. */
function orderTables() {
  const ordered = [...matches.values()].sort((one, other) => (one.match.table ?? 1e6) - (other.match.table ?? 1e6));
  part("tables").classList.toggle("few", ordered.length <= FEW_TABLES);
  part("tables").replaceChildren(...ordered.map(each => each.at));
}

/** @param {{rows: {place: number, name: string, with: string, points: number}[], how: string}} standings */
function drawStandings({rows, how}) {
  part("standings").replaceChildren(...rows.map(row => {
    const line = made("li");
    line.append(made("b", row.place), made("span", row.with ? `${row.name} (${row.with})` : row.name), made("b", row.points));
    return line;
  }));
  part("how").textContent = how;
}

/** @param {{words: string}} great */
function showGreat({words}) {
  part("great").textContent = words;
  part("great").hidden = false;
  greatUntil = Date.now() + GREAT_MS;
}

/** @param {Record<string, any>} sections those that changed; an empty one is gone */
function show(sections) {
  for (const [key, section] of Object.entries(sections)) {
    if (key === "head") {
      for (const [id, text] of [["event", section.title], ["round", section.round], ["next", section.next], ["trouble", section.trouble]])
        part(id).textContent = text;
    } else if (key === "standings") drawStandings(section);
    else if (key === "great") !first && Object.keys(section).length && showGreat(section);
    else if (Object.keys(section).length) drawMatch(key, section);
    else matches.delete(key);
  }
  orderTables();
  first = false;
}

const stream = new EventSource("/hall/news");
stream.onmessage = (/** @type {MessageEvent<string>} */ message) => show(JSON.parse(message.data));
stream.onerror = () => { part("trouble").textContent = part("trouble").dataset.away ?? ""; };
stream.onopen = () => { part("trouble").textContent = ""; first = true; };
setInterval(() => { part("great").hidden = Date.now() > greatUntil; }, 1000);
