// What a page is for: it keeps the game, is a player's, only shows, or is only the camera; and how strong its hints are.
import {h} from "./dom.js";
import {words} from "./words.en.js";

export class Roles {
  constructor(app) {
    this.app = app;
    this.element = h("section", {class: "roles", "aria-label": words.role});
    this.fill();
  }

  fill() {
    const {app} = this;
    const may = app.welcome?.roles ?? [app.role]; // what the device was paired as
    const now = JSON.stringify([may, app.role, app.hello.player, app.welcome?.player, app.level, app.names]);
    if (now === this.known || (this.element.contains(document.activeElement) && document.activeElement.id === "name")) return;
    this.known = now;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.id : "";
    this.element.replaceChildren(
      select("role", words.role, Object.fromEntries(Object.entries(words.roles).filter(([key]) => may.includes(key))), app.role, role => app.setRole(role, app.hello.player ?? "")),
      app.role === "player" ? this.whose() : "",
      app.mayHaveHints ? select("level", words.hints, words.levelsOfHints, app.level, level => app.setLevel(level)) : "");
    if (focused) document.getElementById(focused)?.focus();
  }

  // Before a game nobody knows who plays: a name can be written, and is one of the players when a game has begun.
  whose() {
    const {app} = this;
    const {players} = app.game ?? {};
    if (app.welcome?.bound && app.welcome.player) return h("p", {class: "field", id: "bound"}, words.bound(app.welcome.player));
    if (players) {
      const mine = app.self;
      const options = mine ? {} : {"": words.choose};
      for (const name of players) options[name] = name;
      return select("whose", words.whose, options, mine ?? "", name => app.setRole("player", name));
    }
    return h("p", {class: "field"}, h("label", {for: "name"}, words.whose),
      h("input", {id: "name", value: app.hello.player ?? "", maxlength: 30, autocomplete: "off", placeholder: words.whoseName, list: "names", onchange: event => app.setRole("player", event.target.value.trim())}),
      h("datalist", {id: "names"}, app.names.map(name => h("option", {value: name}))));
  }
}

function select(id, label, options, value, act) {
  return h("p", {class: "field"}, h("label", {for: id}, label),
    h("select", {id, onchange: event => act(event.target.value)}, Object.entries(options).map(([key, text]) => h("option", {value: key, selected: key === value}, text))));
}
