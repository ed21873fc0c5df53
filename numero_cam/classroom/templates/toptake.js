"use strict";
const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const whole = Number($("clock").dataset.seconds) * 1000;
let left = whole, since = null;
const now = () => since === null ? left : Math.max(0, left - (performance.now() - since));
function show() {
  const over = now() <= 0, seconds = Math.ceil(now() / 1000);
  if (over && since !== null) { left = 0; since = null; }
  $("clock").textContent = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  $("clock").className = over ? "over" : seconds <= 30 ? "last" : "";
  const said = over ? words.over : since !== null ? (seconds <= 30 ? words.last : "") : words.stands;
  if ($("said").textContent !== said) $("said").textContent = said;
}
function go() { if (now() <= 0) return; if (since === null) since = performance.now(); else { left = now(); since = null; } show(); }
function again() { left = whole; since = null; show(); }
function full() { if (document.fullscreenElement) document.exitFullscreen(); else document.documentElement.requestFullscreen().catch(() => {}); }
$("go").onclick = go; $("again").onclick = again; $("full").onclick = full;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const does = { " ": go, "r": again, "f": full }[event.key.toLowerCase()];
  if (does) { event.preventDefault(); does(); }
});
setInterval(show, 200); show();
