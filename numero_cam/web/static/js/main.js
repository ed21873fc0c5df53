// Puts the page together: what the table tells goes to the screen that is shown, what a person does goes to the table.
import {Camera} from "./camera.js";
import {correctCard} from "./correct.js";
import {Devices} from "./devices.js";
import {OnlyCamera, Practice, Scores} from "./others.js";
import {Picture} from "./picture.js";
import {Play} from "./play.js";
import {Link} from "./socket.js";
import {Start, Waiting} from "./start.js";
import {Voice} from "./voice.js";
import {words} from "./words.en.js";

const HELLO = "numero-role", LEVEL = "numero-level";
const STAYS = 8_000;

class App {
  constructor() {
    this.main = document.getElementById("main");
    this.notices = document.getElementById("notice");
    this.told = document.getElementById("told");
    this.hello = {role: "keeper", ...JSON.parse(sessionStorage.getItem(HELLO) ?? "{}")};
    this.title = document.title;
    this.level = sessionStorage.getItem(LEVEL) ?? "none";
    this.notice = {text: ""};
    this.link = new Link(message => this.hear(message), (state, why) => this.linked(state, why));
    this.camera = new Camera(picture => this.link.busy ? this.camera.credit(1) : this.link.tell(picture), () => this.cameraChanged());
    this.picture = new Picture(card => this.mayChange && this.game?.players && correctCard(this, card));
    this.voice = new Voice(document.getElementById("sound"), words);
    this.devices = new Devices(this, document.getElementById("devices"));
    window.addEventListener("hashchange", () => this.render());
    this.link.open(this.hello);
  }

  // What this page may do: the table decides, and says so in its welcome.
  get role() {
    return this.welcome?.role ?? this.hello.role;
  }

  get mayChange() {
    return this.role === "keeper";
  }

  get mayGive() {
    return this.welcome?.source === "page" && ["keeper", "camera"].includes(this.role);
  }

  get mayHaveHints() {
    return ["keeper", "player"].includes(this.role);
  }

  // The player whose page this is, as the game calls him.
  get self() {
    const wanted = folded(this.hello.player ?? "");
    return this.role === "player" ? this.game?.players?.find(name => folded(name) === wanted) : undefined;
  }

  // Names of people who have played here, and of those who play.
  get names() {
    return this.game?.players ?? [...new Set((this.game?.games ?? []).flatMap(game => game.players))];
  }

  // Sends something that changes the game, with the revision that the person saw.
  change(message, revision = this.game?.revision ?? 0) {
    this.link.tell({...message, revision});
  }

  setLevel(level) {
    this.level = level;
    this.hint = null;
    sessionStorage.setItem(LEVEL, level);
    this.link.tell({type: "level", level});
    this.screen?.hinted?.();
  }

  setRole(role, player = "") {
    this.hello = {role, player};
    sessionStorage.setItem(HELLO, JSON.stringify(this.hello));
    this.hint = null;
    if (this.welcome) this.welcome.role = role;
    if (!this.mayGive) this.camera.close();
    this.link.greet(this.hello);
    this.render();
  }

  cameraChanged() {
    document.title = this.camera.hidden ? `⏸ ${words.titleHidden} – ${this.title}` : this.title;
    this.screen?.cameraChanged?.();
  }

  async photo(file) {
    if (!file) return;
    const answer = await fetch("/photo", {method: "POST", body: file}).catch(() => null);
    const told = await answer?.json().catch(() => null);
    this.tell(answer?.ok ? words.photoTaken : told?.why ?? words.lost);
  }

  hear(message) {
    const heard = {
      welcome: () => this.welcomed(message),
      ack: () => this.camera.credit(message.credits),
      table: () => this.looked(message),
      picture: () => this.preview(message.data),
      game: () => this.played(message),
      hint: () => (this.hint = message, this.screen?.hinted?.()),
      practice: () => (this.practice = message, this.screen?.update?.()),
      ask: () => (this.ask = message, this.screen?.asked?.()),
      notice: () => this.warn(message),
      camera: () => this.camera.replaced(),
      refused: () => this.tell(message.why),
      say: () => this.voice.say(message),
    }[message.type];
    heard?.();
  }

  welcomed(message) {
    this.welcome = message;
    if (message.bound && message.player) this.hello.player = message.player;
    this.devices.fill();
    this.camera.credit(message.credits, true);
    if (this.level !== "none" && this.mayHaveHints) this.link.tell({type: "level", level: this.level});
    if (this.mayGive) this.camera.again();
    this.render();
  }

  looked(table) {
    const before = this.table;
    this.table = table;
    const own = this.welcome?.source !== "page";
    const picture = own ? this.shown : table.number === null ? null : this.camera.taken(table.number);
    this.picture.draw(table, picture);
    if (!own) picture?.close();
    this.screen?.tableChanged?.();
    const told = seen => JSON.stringify(seen?.cards.map(card => [card.face, card.sure < 0.9]));
    if (told(before) !== told(table)) this.screen?.cameraChanged?.();
  }

  async preview(data) {
    const picture = await createImageBitmap(new Blob([new Uint8Array(data, 24)], {type: "image/jpeg"}));
    this.shown?.close();
    this.shown = picture;
  }

  played(message) {
    if (message.revision !== this.game?.revision) this.hint = null;  // it was for the table as it was
    this.game = message;
    this.bind();
    this.render();
  }

  // The device of a player belongs to the first player that is chosen on it, from when he plays.
  bind() {
    if (!this.welcome?.bound || this.welcome.player || !this.self) return;
    this.welcome.player = this.self;
    this.setRole("player", this.self);
  }

  warn(notice) {
    this.notice = notice;
    this.notices.textContent = notice.text;
  }

  // Says something once, and lets it go.
  tell(text) {
    this.told.textContent = text;
    this.told.classList.add("shown");
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      this.told.classList.remove("shown");
      this.told.textContent = "";
    }, STAYS);
  }

  linked(state, why) {
    const line = document.getElementById("link");
    line.textContent = state === "lost" ? why ?? words.lost : words[state];
    line.className = state;
  }

  kind() {
    const state = this.game?.state ?? "none";
    if (location.hash === "#scores") return Scores;
    if (this.role === "camera") return OnlyCamera;
    if (state === "practice") return Practice;
    return state !== "none" ? Play : this.mayChange ? Start : Waiting;
  }

  render() {
    const kind = this.kind();
    if (this.screen instanceof kind) return this.screen.update();
    this.screen = new kind(this);
    this.main.replaceChildren(this.screen.element);
    for (const link of document.querySelectorAll("nav a")) {
      const here = link.hash === (location.hash || "#table");
      if (here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}

const folded = name => name.trim().replace(/\s+/g, " ").toLowerCase();

for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", words[element.dataset.label]);
window.app = new App();
