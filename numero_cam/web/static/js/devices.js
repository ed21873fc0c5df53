// Pairs another device: the page that keeps the game shows a code, where to type it, and a picture of both for a camera.
import {sure} from "./correct.js";
import {h, show} from "./dom.js";
import {words} from "./words.en.js";

export class Devices {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    this.shown = h("div", {"aria-live": "polite"});
    this.whose = h("div", {});
  }

  // Only a device that was paired as a keeper may pair others.
  fill() {
    const may = this.app.welcome?.roles.includes("keeper");
    if (Boolean(may) === this.filled) return;
    this.filled = Boolean(may);
    show(this.element, may && h("details", {class: "devices"}, h("summary", {}, words.devices),
      h("p", {class: "hint"}, words.devicesWhy),
      !this.app.welcome.network && h("p", {class: "hint"}, words.devicesHere),
      h("p", {class: "field"}, h("label", {for: "device-role"}, words.deviceRole),
        h("select", {id: "device-role", onchange: () => this.fillWhose()}, ["camera", "player", "watcher", "keeper"].map(role => h("option", {value: role}, words.roles[role])))),
      this.whose,
      h("p", {class: "buttons"},
        h("button", {id: "invite", type: "button", class: "main", onclick: () => this.invite()}, words.deviceCode),
        h("button", {id: "unpair", type: "button", onclick: () => sure(words.unpairSure, () => this.unpair())}, words.unpair)),
      this.shown));
  }

  // A player's device is told the hints of that player alone.
  fillWhose() {
    show(this.whose, document.getElementById("device-role").value === "player" && h("p", {class: "field"}, h("label", {for: "device-player"}, words.devicePlayer),
      h("input", {id: "device-player", maxlength: 30, autocomplete: "off", placeholder: words.devicePlayerOpen, list: "device-players"}),
      h("datalist", {id: "device-players"}, this.app.names.map(name => h("option", {value: name})))));
  }

  async invite() {
    const player = document.getElementById("device-player")?.value.trim() ?? "";
    const told = await this.ask("/invite", {role: document.getElementById("device-role").value, player});
    if (!told) return;
    this.fillWhose(); // the next device is another player's
    show(this.shown,
      h("p", {}, words.deviceOpen, " ", h("strong", {class: "address"}, told.address), " ", words.deviceType),
      h("p", {id: "invited", class: "code"}, told.code),
      h("p", {class: "hint"}, words.deviceLasts(Math.round(told.seconds / 60))),
      told.trust && h("p", {}, words.deviceTrust, " ", h("strong", {class: "address"}, told.trust)),
      told.qr && h("p", {}, words.deviceScan),
      told.qr && h("img", {src: told.qr, alt: words.deviceQr, class: "qr"}));
  }

  async unpair() {
    const told = await this.ask("/unpair", {});
    show(this.shown);
    if (told) this.app.tell(words.unpaired(told.gone));
  }

  async ask(where, what) {
    const answer = await fetch(where, {method: "POST", body: JSON.stringify(what)}).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok) return told;
    this.app.tell(told?.why ?? words.lost);
    return null;
  }
}
