"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const words = data.words;
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name]);
const make = (tag, text, kind) => { const e = document.createElement(tag); if (text !== undefined) e.textContent = text; if (kind) e.className = kind; return e; };
const kept = "numero-cam " + data.printing;
let decided = {}, at = 0;
try { decided = JSON.parse(localStorage.getItem(kept) || "{}"); } catch (e) { /* a browser that keeps nothing for files */ }
for (const item of data.waiting) {
  const before = decided[item.entry];
  if (before && before.slip !== item.slip) delete decided[item.entry];
  item.on = new Set(before ? before.on : item.shaded);
  item.owner = before ? before.pupil : item.pupil === null ? "" : String(item.pupil);
}
function marks(item) {
  if (item.typed) return item.marks;
  const faces = (use, row) => item.circles.filter((c, k) => item.on.has(k) && use.includes(c.use) && (row === null || c.row === row)).map((c) => c.face);
  const sets = [0, 1, 2].map((row) => faces(["centre", "wild"], row).join(" "));
  return ((faces(["taker"], null).join(" ") || "none") + ": " + sets.join(" | ")).replace(/[ |]+$/, "");
}
function number(item) {  // of a spare slip, as far as one is shaded in each row
  const digits = ["tens", "units"].map((use) => item.circles.filter((c, k) => item.on.has(k) && c.use === use).map((c) => c.face));
  return digits[0].length === 1 && digits[1].length === 1 ? String(10 * digits[0][0] + +digits[1][0]) : null;
}
function keep() { try { localStorage.setItem(kept, JSON.stringify(decided)); } catch (e) { /* see above */ } show(); }
function decide(what) {
  const item = data.waiting[at];
  if (!item) return;
  if (what === "accept" && !(item.owner.trim() in data.pupils)) { $("state").className = "gone"; $("state").textContent = words.which; $("pupil").focus(); return; }
  decided[item.entry] = { slip: item.slip, decision: what, pupil: item.owner.trim(), marks: marks(item), on: [...item.on] };
  const next = data.waiting.findIndex((other, k) => k > at && !decided[other.entry]);
  const first = data.waiting.findIndex((other) => !decided[other.entry]);
  at = next >= 0 ? next : first >= 0 ? first : at;
  keep();
}
function circle(item, c, k) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [name, value] of [["cx", c.x], ["cy", c.y], ["r", c.r + 0.4]]) e.setAttribute(name, value);
  e.setAttribute("class", (item.on.has(k) ? "on " : "") + (item.doubtful.includes(k) ? "doubt" : ""));
  e.addEventListener("click", () => {
    item.on.has(k) ? item.on.delete(k) : item.on.add(k);
    if (c.use === "tens" || c.use === "units") item.owner = number(item) || item.owner;
    delete decided[item.entry]; keep();
  });
  return e;
}
function show() {
  const item = data.waiting[at], done = data.waiting.filter((one) => decided[one.entry]).length;
  $("looking").hidden = !data.waiting.length;
  if (!item) return;
  $("progress").textContent = filled(words.progress, { n: at + 1, all: data.waiting.length, done });
  const slip = $("slip");
  slip.replaceChildren();
  if (item.image) {
    const image = make("img");
    image.src = "data:image/jpeg;base64," + item.image; image.alt = words.slip;
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("viewBox", "0 0 " + data.width + " " + data.height);
    item.circles.forEach((c, k) => drawing.append(circle(item, c, k)));
    slip.append(image, drawing);
  } else slip.append(make("p", words.noPicture));
  $("why").textContent = item.reason;
  $("said").textContent = marks(item);
  if (document.activeElement !== $("pupil")) $("pupil").value = item.owner;
  $("name").textContent = data.pupils[item.owner.trim()] || "";
  const before = decided[item.entry];
  $("state").className = before && before.decision === "accept" ? "done" : "gone";
  $("state").textContent = !before ? "" : before.decision === "accept" ? words.count : words.leftOut;
  $("how").textContent = done ? filled(words.then, { command: "numero-cam mark --decisions " + data.file }) : "";
}
function save() {
  const cell = (text) => '"' + String(text).replaceAll('"', '""') + '"';
  const rows = data.waiting.filter((item) => decided[item.entry]).map((item) => {
    const one = decided[item.entry];
    return [data.printing, item.entry, one.pupil, one.marks, one.decision].map(cell).join(",");
  });
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([["printing,entry,pupil,marks,decision", ...rows].join("\n") + "\n"], { type: "text/csv" }));
  link.download = data.file;
  link.click();
}
function move(step) { at = Math.min(Math.max(at + step, 0), data.waiting.length - 1); show(); }
$("accept").onclick = () => decide("accept");
$("drop").onclick = () => decide("left out");
$("save").onclick = save;
$("pupil").oninput = () => { const item = data.waiting[at]; item.owner = $("pupil").value; delete decided[item.entry]; keep(); };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !data.waiting.length) return;
  const typing = document.activeElement === $("pupil"), key = event.key;
  if (key === "Enter") { $("pupil").blur(); decide("accept"); }
  else if (key === "Escape") $("pupil").blur();
  else if (typing) return;
  else if (key === "ArrowDown" || key === "j") move(1);
  else if (key === "ArrowUp" || key === "k") move(-1);
  else if (key === "x" || key === "Delete") decide("left out");
  else if (key === "u") { const item = data.waiting[at]; delete decided[item.entry]; item.on = new Set(item.shaded); keep(); }
  else if (key === "n") { $("pupil").focus(); $("pupil").select(); }
  else if (key === "s") save();
  else return;
  event.preventDefault();
});
show();
