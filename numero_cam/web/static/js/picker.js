// Choosing what a card is: look-alikes first, then any card of the game, by tap, by arrow keys or by writing it.
import {cardButton} from "./cards.js";
import {h} from "./dom.js";
import {words} from "./words.en.js";

const MOST = 8;

export function lookAlikes(card, pack, say) {
  const read = card.others.filter(([face]) => face && face !== "?");
  const known = new Set([card.face, ...read.map(([face]) => face)]);
  const alike = pack.filter(face => !known.has(face) && looksLike(face, card.face)).slice(0, Math.max(0, MOST - read.length));
  return h("div", {class: "faces", role: "group", "aria-label": words.cardLikely},
    read.map(([face, p]) => cardButton(face, () => say(face), words.percent(p))),
    alike.map(face => cardButton(face, () => say(face))));
}

// The same digits in another colour or with another sign; and a six is a nine for whom it lies upside down.
function looksLike(face, other) {
  const digits = text => text.match(/\d+/g)?.at(-1)?.replace("9", "6");
  return digits(face) !== undefined && digits(face) === digits(other);
}

export function anyCard(pack, say) {
  const buttons = pack.map(face => cardButton(face, () => say(face)));
  const grid = h("div", {class: "faces", role: "group", "aria-label": words.cardAny, onkeydown: event => walk(event, buttons)}, buttons);
  const none = h("p", {class: "hint", role: "status"});
  const find = event => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const button of buttons) button.hidden = !button.dataset.name.includes(wanted);
    none.textContent = buttons.every(button => button.hidden) ? words.cardNotInGame : "";
    enter(buttons);
  };
  enter(buttons);
  const written = h("input", {id: "written", autocomplete: "off", spellcheck: "false", oninput: find, onkeydown: event => {
    if (event.key === "Enter") choose(event, buttons);
  }});
  return h("details", {}, h("summary", {}, words.cardAny), h("p", {class: "field"}, h("label", {for: "written"}, words.cardFind), written), none, grid);
}

// Enter in the field takes the one card that is left.
function choose(event, buttons) {
  event.preventDefault();
  const left = buttons.filter(button => !button.hidden);
  const exact = left.filter(button => button.dataset.name.split(" ")[0] === event.target.value.trim().toLowerCase());
  const meant = exact.length === 1 ? exact : left;
  if (meant.length === 1) meant[0].click();
}

// One stop of the tab key for all of them: arrow keys go from card to card.
function enter(buttons, chosen = buttons.find(button => !button.hidden)) {
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
}

function walk(event, buttons) {
  const shown = buttons.filter(button => !button.hidden);
  const now = shown.indexOf(document.activeElement);
  if (now < 0) return;
  const across = shown.filter(button => button.offsetTop === shown[0].offsetTop).length;
  const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across, Home: -now, End: shown.length - 1 - now}[event.key];
  const next = shown[now + step];
  if (step === undefined || !next) return;
  event.preventDefault();
  enter(buttons, next);
  next.focus();
}
