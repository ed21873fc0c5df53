// @ts-check
// A Top Take that is projected: keys press its buttons, the clock runs, and the page is not left, so that it stays on the whole screen.

/** Time between two looks at the clock, in milliseconds. */
const TICK_MS = 100;
/** Seconds before the end from which the clock says so. */
const LAST_SECONDS = 30;

const roundKeys = /** @type {HTMLFormElement} */ (document.getElementById("round-keys"));
/** Whether a key is being done: until the page shows what came of it, another one does nothing. */
let busy = false;

roundKeys.addEventListener("submit", event => {
  event.preventDefault();
  void send(/** @type {HTMLButtonElement | null} */ (event.submitter));
});

/** @param {HTMLButtonElement | null} button */
async function send(button) {
  if (!button || busy) return;
  busy = true;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(roundKeys)) if (typeof value === "string") fields.append(name, value);
  fields.append(button.name, button.value);
  await fetch(roundKeys.action, {method: "POST", body: fields}).catch(() => null);
  const followed = new Promise(done => document.addEventListener("followed", done, {once: true}));
  document.dispatchEvent(new Event("marked"));
  await followed;
  busy = false;
}

document.addEventListener("click", event => {
  if (!(event.target instanceof Element) || !event.target.closest("#full")) return;
  if (document.fullscreenElement) void document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => undefined);
});

/** @param {KeyboardEvent} event @returns the button or link of a key */
const keyed = event => event.ctrlKey || event.metaKey || event.altKey
  ? null : /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`));
document.addEventListener("keydown", event => {
  const pressed = keyed(event);
  if (!pressed) return;
  event.preventDefault();
  if (!event.repeat) pressed.click();
});
// A button that has the focus would take the space bar for itself.
document.addEventListener("keyup", event => { if (event.key === " ") event.preventDefault(); });

function tick() {
  const clock = document.getElementById("clock"), said = document.getElementById("said");
  if (!clock || !said || clock.dataset.until === undefined) return;
  const left = Math.max(0, Number(clock.dataset.until) - Date.now()), seconds = Math.ceil(left / 1000);
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (clock.textContent !== shown) clock.textContent = shown;
  clock.className = left === 0 ? "over" : seconds <= LAST_SECONDS ? "last" : "";
  const words = (left === 0 ? said.dataset.over : seconds <= LAST_SECONDS ? said.dataset.last : "") ?? "";
  if (said.textContent !== words) said.textContent = words;
}
setInterval(tick, TICK_MS);
