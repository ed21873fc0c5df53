// The first screen: what this page is for; where it keeps the game the camera, who plays and how, games to go on with.
import {CameraBox} from "./camerabox.js";
import {h, show} from "./dom.js";
import {Roles} from "./roles.js";
import {words} from "./words.en.js";

const KEPT = "numero-setup";
const MOST = 4;

export class Start {
  constructor(app) {
    this.app = app;
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    this.setup = {players: ["", ""], near: 0, hands: "open", cards: "3", by: "points", ...kept};
    this.element = h("div", {class: "start"});
    this.camera = new CameraBox(app);
    this.roles = new Roles(app);
    this.form = h("form", {"aria-labelledby": "who-title", onsubmit: event => this.begin(event)});
    this.kept = h("section");
    this.element.append(h("p", {class: "what"}, words.what), this.roles.element, h("div", {class: "two"},
      h("section", {"aria-labelledby": "camera-title"}, h("h2", {id: "camera-title"}, words.camera), this.camera.element),
      h("div", {}, this.form, this.kept)));
    this.fillForm();
    this.fillKept();
  }

  update() {
    this.roles.fill();
    this.camera.fill();
    this.fillKept();
  }

  cameraChanged() {
    this.camera.fill();
  }

  fillForm() {
    const {setup} = this;
    const change = (key, value) => {
      setup[key] = value;
      localStorage.setItem(KEPT, JSON.stringify(setup));
    };
    const names = setup.players.map((name, n) => h("p", {class: "field"},
      h("label", {for: `name-${n}`}, words.player(n + 1)),
      h("input", {id: `name-${n}`, value: name, maxlength: 30, autocomplete: "off", required: true, oninput: event => {
        setup.players[n] = event.target.value;
        change("players", setup.players);
        this.fillNear();
      }})));
    const resize = count => {
      change("players", Array.from({length: count}, (_, n) => setup.players[n] ?? ""));
      change("near", Math.min(setup.near, count - 1));
      this.fillForm();
    };
    this.near = h("select", {id: "near", onchange: event => change("near", Number(event.target.value))});
    const choice = (key, options, label) => h("p", {class: "field"}, h("label", {for: key}, label),
      h("select", {id: key, onchange: event => change(key, event.target.value)},
        Object.entries(options).map(([value, text]) => h("option", {value, selected: value === setup[key]}, text))));
    this.form.replaceChildren(
      h("h2", {id: "who-title"}, words.who),
      h("p", {class: "hint"}, words.order),
      ...names,
      h("p", {class: "buttons"},
        setup.players.length < MOST && h("button", {type: "button", id: "more", onclick: () => resize(setup.players.length + 1)}, words.addPlayer),
        setup.players.length > 2 && h("button", {type: "button", id: "less", onclick: () => resize(setup.players.length - 1)}, words.lessPlayers)),
      h("p", {class: "field"}, h("label", {for: "near"}, words.near), this.near),
      choice("hands", {open: words.handsOpen, hidden: words.handsHidden}, words.hands),
      choice("cards", words.levels, words.level),
      choice("by", {points: words.byPoints, cards: words.byCards}, words.by),
      h("details", {id: "own", open: Boolean(setup.numbers || setup.wilds)},
        h("summary", {}, words.ownCards),
        choice("numbers", {"": words.asLevel, ...Object.fromEntries(Array.from({length: 11}, (_, n) => [String(n + 5), String(n + 5)]))}, words.ownNumbers),
        h("p", {class: "field"}, h("label", {for: "wilds"}, words.ownWilds),
          h("input", {id: "wilds", value: setup.wilds ?? "", maxlength: 200, autocomplete: "off", placeholder: words.asLevel, "aria-describedby": "wilds-how",
            oninput: event => change("wilds", event.target.value)})),
        h("p", {class: "hint", id: "wilds-how"}, words.ownWildsHow)),
      h("p", {class: "buttons"},
        h("button", {type: "submit", id: "begin", class: "main"}, words.start),
        h("button", {type: "button", id: "practise", onclick: () => this.app.change({type: "practise"})}, words.practise)));
    this.fillNear();
  }

  fillNear() {
    const names = this.setup.players.map((name, n) => name.trim() || words.player(n + 1));
    this.near.replaceChildren(...names.map((name, n) => h("option", {value: n, selected: n === this.setup.near}, name)));
  }

  fillKept() {
    const games = this.app.game?.games ?? [];
    if (!games.length) return show(this.kept);
    const rows = games.map(game => {
      const scores = game.players.map(name => `${name} ${game.scores[name]}`).join(", ");
      const day = new Date(game.began).toLocaleString([], {dateStyle: "medium", timeStyle: "short"});
      const text = `${scores} (${day}${game.over ? `, ${words.finished}` : ""})`;
      return h("li", {}, h("button", {type: "button", id: `go-${game.game}`, onclick: () => this.app.change({type: "go_on", game: game.game})}, text));
    });
    show(this.kept, h("h2", {}, words.goOn), h("ul", {class: "kept"}, rows), h("p", {}, h("a", {href: "/games"}, words.list)));
  }

  begin(event) {
    event.preventDefault();
    const players = this.setup.players.map((name, n) => name.trim() || words.player(n + 1));
    const {hands, cards, by, near, numbers, wilds} = this.setup;
    const own = {numbers: numbers ? Number(numbers) : null, wilds: wilds?.trim() || null};
    this.app.change({type: "start", players, near: players[near], hands, cards, by, ...own});
  }
}

// Before a game, on a page that does not keep it: it shows the game as soon as there is one.
export class Waiting {
  constructor(app) {
    this.app = app;
    this.roles = new Roles(app);
    this.last = h("div");
    this.element = h("div", {class: "start"}, h("p", {class: "what", role: "status"}, words.notYet), this.roles.element, this.last);
    this.update();
  }

  update() {
    this.roles.fill();
    const games = this.app.game?.games ?? [];
    show(this.last, games.length > 0 && h("p", {}, h("a", {href: "/games"}, words.list)));
  }
}
