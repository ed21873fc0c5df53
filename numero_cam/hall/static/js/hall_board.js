// @ts-check
// The board of a hall: shows what the server sends. Each section is sent whole, so whoever slept needs no catching up.
// On a wide window letters are so large that they can be read from ten metres; what does not fit then comes page by page.

/** Time for which a table that has just played stands out, in milliseconds. */
const NEW_MS = 6000;
/** Time for which a great take is shown large, in milliseconds. */
const GREAT_MS = 12000;

/** Time for which a page of the board stays, in milliseconds. */
const PAGE_MS = 8000;
/** Maximum number of tables that are shown with their newest play. */
const FEW_TABLES = 8;
/** Maximum length of a name that fits a column of four, in letters. */
const SHORT_NAME = 9;
/** A window that has room for pages; a telephone scrolls. */
const wide = matchMedia("(min-width: 60rem) and (min-height: 30rem)");

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
/** Number of the page that is shown, from 0. */
let turn = 0;
/** Whether somebody wants everything at once, and no pages that turn. */
let all = false;
/** Whether the next message is the first of a connection: a take that it tells is no news. */
let first = true;

/** Draws a table; it stands out for a while where its game went on. @param {string} key @param {Match} match */
function drawMatch(key, match) {
  const known = matches.get(key), box = known?.at ?? made("article");
  const [home, away] = match.scores ?? ["", ""];
  box.className = match.done ? "match done" : "match";
  const title = made("h2"), number = made("strong", match.table ?? "");
  number.ariaHidden = "true";  // the words beside it say the same
  title.append(made("small", match.title), number);
  box.replaceChildren(
    ...(match.title ? [title] : []),
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
  const longest = Math.max(0, ...ordered.flatMap(({match}) => [match.home.length, match.away.length]));
  part("tables").classList.toggle("few", ordered.length <= FEW_TABLES);
  part("tables").classList.toggle("long", longest > SHORT_NAME);
  part("tables").replaceChildren(...ordered.map(each => each.at));
}

/** @param {{rows: {place: number, name: string, with: string, now: string, points: number}[], how: string}} standings */
function drawStandings({rows, how}) {
  part("standings").replaceChildren(...rows.map(row => {
    const line = made("li");
    const name = made("span", row.with ? `${row.name} (${row.with})` : row.name);
    if (row.now) name.append(" ", made("small", row.now));
    line.append(made("b", row.place), name, made("b", row.points));
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

/**
 * Returns the pages of a list: as many of its items as fit its height, and at least one row.
 * @param {HTMLElement} list
 * @returns {HTMLElement[][]}
 */
function pagesOf(list) {
  const items = /** @type {HTMLElement[]} */ ([...list.children]), pages = /** @type {HTMLElement[][]} */ ([]);
  for (const item of items) item.hidden = false;
  const places = items.map(item => item.getBoundingClientRect());
  const room = list.getBoundingClientRect().bottom - (places[0]?.top ?? 0);
  let top = NaN;
  items.forEach((item, k) => {
    const {top: begins, bottom: ends} = places[k];
    if (!pages.length || (ends - top > room && begins > top)) {
      pages.push([]);
      top = begins;
    }
    pages[pages.length - 1].push(item);
  });
  return pages;
}

/** Shows everything, and returns whether that fits the window. @returns {boolean} */
function fitsWhole() {
  const board = part("board");
  board.classList.add("whole");
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tables > *, #standings > *"))) item.hidden = false;
  const fits = board.scrollHeight <= board.clientHeight;
  board.classList.toggle("whole", fits);
  return fits;
}

/** Shows the page whose turn it is, or everything. */
function showPage() {
  const turns = wide.matches && !all, sections = [part("tables"), part("ranks")];
  part("board").classList.toggle("wall", turns);
  part("page").textContent = "10 / 10";  // takes its room before the pages are measured
  for (const words of document.querySelectorAll(".match small")) words.classList.toggle("unseen", turns);
  for (const number of document.querySelectorAll(".match strong")) /** @type {HTMLElement} */ (number).hidden = !turns;
  part("all").hidden = !wide.matches;
  for (const section of sections) section.hidden = false;
  if (turns && fitsWhole()) {
    part("page").textContent = "";
    return;
  }
  const found = [[part("tables"), part("tables")], [part("ranks"), part("standings")]].flatMap(([section, list]) => {
    for (const other of sections) other.hidden = turns && other !== section;
    return pagesOf(list).map(items => ({section, list, items}));
  });
  if (!turns || !found.length) {
    for (const section of sections) section.hidden = false;
    part("page").textContent = "";
    return;
  }
  turn %= found.length;
  const {section, list, items} = found[turn];
  for (const other of sections) other.hidden = other !== section;
  for (const item of /** @type {HTMLElement[]} */ ([...list.children])) item.hidden = !items.includes(item);
  part("page").textContent = found.length > 1 ? `${turn + 1} / ${found.length}` : "";
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
  showPage();
}

const stream = new EventSource("/hall/news");
stream.onmessage = (/** @type {MessageEvent<string>} */ message) => show(JSON.parse(message.data));
stream.onerror = () => { part("trouble").textContent = part("trouble").dataset.away ?? ""; };
stream.onopen = () => { part("trouble").textContent = ""; first = true; };
setInterval(() => {
  if (part("great").hidden || Date.now() <= greatUntil) return;
  part("great").hidden = true;
  showPage();
}, 1000);
setInterval(() => {
  turn += 1;
  showPage();
}, PAGE_MS);
part("all").addEventListener("click", () => {
  all = !all;
  part("all").ariaPressed = String(all);
  showPage();
});
addEventListener("resize", showPage);
