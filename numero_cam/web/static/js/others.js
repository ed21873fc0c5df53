// Practice without a game, and the scores readable from two metres.
import {h, show} from "./dom.js";
import {drawMap} from "./map.js";
import {scoreCard} from "./play.js";
import {words} from "./words.en.js";

export class Practice {
  constructor(app) {
    this.app = app;
    this.lines = h("div", {class: "best", "aria-live": "polite"});
    this.map = h("div", {class: "mapbox"});
    this.pictures = h("div", {}, app.picture.canvas);
    this.element = h("div", {class: "practice"}, h("h2", {}, words.practice), h("p", {class: "hint"}, words.practiceWhy), this.lines, this.map, this.pictures,
      h("p", {class: "buttons"}, h("button", {id: "leave", type: "button", onclick: () => app.change({type: "stop"})}, words.leave)));
    this.update();
  }

  update() {
    show(this.lines, (this.app.practice?.lines ?? []).map(line => h("p", {}, line)));
    this.tableChanged();
  }

  tableChanged() {
    if (this.app.table) show(this.map, drawMap(this.app.table, () => {}));
  }
}

export class Scores {
  constructor(app) {
    this.app = app;
    this.element = h("div", {class: "big"});
    this.update();
  }

  update() {
    const {game} = this.app;
    if (!game?.players) return show(this.element, h("p", {}, words.noPlays));
    show(this.element,
      h("div", {class: "scores"}, game.players.map(name => scoreCard(game, name))),
      h("p", {class: "last", role: "status"}, game.state === "over" ? `${words.over} ${game.winner}` : game.last ?? ""),
      game.player && h("p", {class: "turn"}, words.turnOf(game.player)));
  }

  tableChanged() {}
}
