// Practice without a game, a page that is only the camera, and the scores readable from two metres.
import {CameraBox} from "./camerabox.js";
import {h, say, show} from "./dom.js";
import {drawMap} from "./map.js";
import {scoreCard} from "./play.js";
import {Roles} from "./roles.js";
import {words} from "./words.en.js";

export class Practice {
  constructor(app) {
    this.app = app;
    this.lines = h("div", {class: "best", "aria-live": "polite"});
    this.map = h("div", {class: "mapbox"});
    this.camera = new CameraBox(app);
    this.element = h("div", {class: "practice"}, h("h2", {}, words.practice), h("p", {class: "hint"}, words.practiceWhy), this.lines, this.map, this.camera.element,
      app.mayChange && h("p", {class: "buttons"}, h("button", {id: "leave", type: "button", onclick: () => app.change({type: "stop"})}, words.leave)));
    this.update();
  }

  update() {
    const lines = this.app.practice?.lines ?? [];
    if (lines.join() !== this.said) show(this.lines, lines.map(line => h("p", {}, line)));
    this.said = lines.join();
    this.camera.fill();
    this.tableChanged();
  }

  cameraChanged() {
    this.camera.fill();
  }

  tableChanged() {
    if (this.app.table) show(this.map, drawMap(this.app.table, null));
  }
}

export class OnlyCamera {
  constructor(app) {
    this.app = app;
    this.roles = new Roles(app);
    this.camera = new CameraBox(app);
    this.told = h("p", {class: "turn", role: "status"});
    this.element = h("div", {class: "practice"}, h("h2", {}, words.camera), this.told, this.camera.element, this.roles.element);
    this.update();
  }

  update() {
    const {game} = this.app;
    say(this.told, game?.state === "waiting" ? words.waiting : game?.last || words.onlyCamera);
    this.roles.fill();
    this.camera.fill();
  }

  cameraChanged() {
    this.camera.fill();
  }
}

export class Scores {
  constructor(app) {
    this.app = app;
    this.scores = h("div", {class: "scores"});
    this.last = h("p", {class: "last", role: "status"});
    this.turn = h("p", {class: "turn"});
    this.element = h("div", {class: "big"}, this.scores, this.last, this.turn);
    this.update();
  }

  update() {
    const {game} = this.app;
    show(this.scores, (game?.players ?? []).map(name => scoreCard(game, name)));
    say(this.last, !game?.players ? words.notYet : game.state === "over" ? `${words.over} ${game.winner}` : game.last ?? "");
    say(this.turn, game?.player ? words.turnOf(game.player) : "");
  }

  tableChanged() {}
}
