// @ts-check
// On the pages of a class and of a hall: what is marked `data-live` follows what is stored, so that a table fills by itself. Its value is
// the address at which the server tells of changes; where it has none, the page looks for itself.

/** Time between two looks at the page's own address, in milliseconds. */
const LOOK_MS = 2000;
/** The same where the server tells of changes: only what time alone changes, such as how long a table is silent. */
const LOOK_SELDOM_MS = 10000;

/** Time after which a look without an answer is given up. */
const LONGEST_LOOK_MS = 60000;

/** Time in which what the server tells is gathered into one look: in a hall a table plays ten times a second. */
const GATHER_MS = 1000;

/** Whether the page looks now, and whether it is to look once more: an answer that comes late would undo what a newer one showed. */
let looking = false, again = false;

/** The address of the page, or of the one that it is once it has sent what it shows. */
let own = location.href;

/** Follows what is stored, one look after the other, and tells the page when it has. */
async function follow() {
  again = true;
  if (looking) return;
  looking = true;
  while (again) {
    again = false;
    await look().catch(() => undefined);
  }
  looking = false;
  document.dispatchEvent(new Event("followed"));
}

/** Replaces what changed since; what somebody has opened or is in stays until he has left it, what he chose until it is sent. */
async function look() {
  if (document.hidden) return;
  const answer = await fetch(own, {signal: AbortSignal.timeout?.(LONGEST_LOOK_MS)}).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(part.id);
    if (!now || now.innerHTML === shown.get(part.id)) continue;
    const held = part.contains(document.activeElement) ? document.activeElement : null;
    if (held?.matches("input, select, textarea") || part.querySelector("details[open]") || isChanged(part)) continue;
    shown.set(part.id, now.innerHTML);
    part.replaceChildren(...now.childNodes);
    if (held?.id) document.getElementById(held.id)?.focus();
  }
}

/** Whether somebody has ticked or chosen something else than the server wrote. @param {Element} part */
function isChanged(part) {
  return [...part.querySelectorAll("input")].some(input => input.checked !== input.defaultChecked);
}

/** @type {Map<string, string>} what each part was last, as the server wrote it */
const shown = new Map([...document.querySelectorAll("[data-live]")].map(part => [part.id, part.innerHTML]));
const news = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"))?.dataset.live;
let waiting = false;
if (news) new EventSource(news).onmessage = () => {
  if (waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    void follow();
  }, GATHER_MS);
};
// What was chosen is sent, and no longer stands against what is stored.
document.addEventListener("submit", ({target}) => {
  for (const input of /** @type {HTMLFormElement} */ (target).elements) {
    if (input instanceof HTMLInputElement) input.defaultChecked = input.checked;
  }
  own = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=canonical]"))?.href ?? own;
  document.querySelector("p.problem")?.remove();
});
setInterval(() => {
  if (!looking) void follow();
}, news ? LOOK_SELDOM_MS : LOOK_MS);
document.addEventListener("marked", () => void follow());
