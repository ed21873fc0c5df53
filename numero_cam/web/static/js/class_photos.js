// @ts-check
// Gives photos of slips, one after the other: each is answered before the next goes. On the teacher's telephone and on the marking page.
import {classWords} from "./class_words.js";

/**
 * @typedef {{label: string, state: "take" | "no take" | "waits" | "again", said: string}} FoundSlip
 * @typedef {{heading: string, answered: number, pupils: number, waiting: number, missing: number[]}} Standing
 * @typedef {{slips?: FoundSlip[], problems?: string[], standing?: Standing | null, challenge?: string}} FileAnswer
 */
const TAGS = {"take": "good", "no take": "bad", "waits": "ask", "again": ""};
/** Vibration in milliseconds: once for read, twice for waits, long where something is wrong. */
const PATTERNS = {read: [60], waits: [60, 90, 60], wrong: [350]};
/** Pitch in hertz and length in seconds of the sounds. */
const NOTES = {read: [660], waits: [440, 440], wrong: [220]};
const NOTE_SECONDS = 0.12;
/** Maximum number of answers that stay in the list. */
const MOST_LINES = 40;
const PICTURES_AND_PDFS = /\.(jpe?g|png|webp|bmp|tiff?|pdf)$/i;

/** @param {string} id */
const byId = id => document.getElementById(id);
/** @type {File[]} */
const queue = [];
let busy = false, given = 0;
let sound = localStorage.getItem("numero-sound") === "on";

/** @param {Iterable<File>} files */
function give(files) {
  queue.push(...files);
  void work();
}

async function work() {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  for (let file = queue.shift(); file; file = queue.shift()) {
    given += 1;
    say(queue.length ? classWords.readingMore(queue.length) : classWords.reading);
    preview(file);
    show(file, await answerOf(file));
  }
  document.body.classList.remove("busy");
  busy = false;
}

/** @param {File} file @returns {Promise<FileAnswer>} */
async function answerOf(file) {
  try {
    const about = new URLSearchParams({name: file.name, ...(isTelephone() && {cards: "expected"})});
    const answer = await fetch(`/class/photos?${about}`, {method: "POST", body: file});
    return await answer.json();
  } catch {
    return {problems: [classWords.noAnswerTo(file.name)]};
  }
}

/** @param {File} file @param {FileAnswer} answer */
function show(file, {slips = [], problems = [], standing, challenge = ""}) {
  const waits = slips.some(slip => slip.state === "waits");
  const kind = slips.length === 0 && !challenge ? "wrong" : waits ? "waits" : "read";
  const nothing = slips.length === 0 && problems.length > 0;
  say(challenge ? classWords.puzzle(given) : nothing ? classWords.nothing(given) : classWords.photo(given, classWords.slips(slips.length)));
  const line = document.createElement("li");
  if (!isTelephone()) line.append(`${file.name}: ${classWords.slips(slips.length)}`);
  line.append(tags(challenge ? [{label: challenge, state: "take", said: challenge}] : slips), ...problems.map(problem));
  const log = byId("log");
  if (isTelephone()) log?.replaceChildren(line);
  else log?.prepend(line);
  while ((log?.children.length ?? 0) > MOST_LINES) log?.lastElementChild?.remove();
  if (standing && slips.length > 0 && isTelephone()) count(standing);
  navigator.vibrate?.(PATTERNS[kind]);
  if (sound) play(NOTES[kind]);
  document.dispatchEvent(new Event("marked"));
}

/** @param {FoundSlip[]} slips */
function tags(slips) {
  const row = document.createElement("div");
  row.className = "tags";
  for (const {said, state} of slips) {
    const tag = document.createElement("span");
    tag.className = `tag ${TAGS[state]}`;
    tag.textContent = state === "take" ? `✓ ${said}` : said;
    row.append(tag);
  }
  return row;
}

/** @param {string} text */
function problem(text) {
  const line = document.createElement("p");
  line.className = "problem";
  line.textContent = text;
  return line;
}

/** @param {Standing} standing */
function count({heading, pupils, waiting, missing}) {
  write("count", classWords.handedIn(pupils - missing.length, pupils));
  write("heading", heading);
  write("waiting", classWords.waits(waiting));
  byId("waiting")?.toggleAttribute("hidden", waiting === 0);
  write("missing-count", classWords.missing(missing.length));
  byId("missing")?.replaceChildren(...missing.map(number => Object.assign(document.createElement("b"), {textContent: String(number)})));
}

/** @param {string} id @param {string} text */
function write(id, text) {
  const place = byId(id);
  if (place) place.textContent = text;
}

/** @param {string} text */
const say = text => write("progress", text);
const isTelephone = () => byId("camera") !== null;

/** @param {File} file */
function preview(file) {
  const view = byId("view");
  if (!view || !file.type.startsWith("image/")) return;
  const picture = new Image();
  picture.alt = classWords.picture;
  picture.src = URL.createObjectURL(file);
  picture.onload = () => URL.revokeObjectURL(picture.src);
  view.replaceChildren(picture);
}

/** @param {number[]} notes */
function play(notes) {
  const context = new AudioContext();
  notes.forEach((pitch, n) => {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(context.destination);
    tone.start(context.currentTime + n * 2 * NOTE_SECONDS);
    tone.stop(context.currentTime + (n * 2 + 1) * NOTE_SECONDS);
  });
}

/** The square by which the telephone comes in. */
async function invite() {
  const answer = await fetch("/class/invite", {method: "POST"}).then(one => one.json(), () => ({why: classWords.noAnswer}));
  write("no-telephone", answer.why ?? "");
  byId("how")?.toggleAttribute("hidden", !answer.code);
  write("address", answer.trust ?? "");
  write("code", answer.code ?? "");
  const square = /** @type {HTMLImageElement | null} */ (byId("square"));
  if (square) {
    square.hidden = !answer.qr;
    if (answer.qr) square.src = answer.qr;
  }
  /** @type {HTMLDialogElement | null} */ (byId("sheet"))?.showModal();
}

for (const id of ["files", "folder", "camera"]) {
  const input = /** @type {HTMLInputElement | null} */ (byId(id));
  input?.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    give(id === "folder" ? files.filter(({name}) => PICTURES_AND_PDFS.test(name)).sort((a, b) => a.name.localeCompare(b.name)) : files);
    input.value = "";
  });
}
const drop = byId("drop");
for (const kind of ["dragover", "dragleave", "drop"]) {
  drop?.addEventListener(kind, event => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
    if (kind === "drop") give(/** @type {DragEvent} */ (event).dataTransfer?.files ?? []);
  });
}
document.addEventListener("click", ({target}) => {
  if (target instanceof Element && target.closest(".telephone")) void invite();
});
byId("close")?.addEventListener("click", () => /** @type {HTMLDialogElement | null} */ (byId("sheet"))?.close());
const soundButton = byId("sound");
soundButton?.setAttribute("aria-pressed", String(sound));
soundButton?.addEventListener("click", () => {
  sound = !sound;
  localStorage.setItem("numero-sound", sound ? "on" : "off");
  soundButton.setAttribute("aria-pressed", String(sound));
  if (sound) play(NOTES.read);
});
