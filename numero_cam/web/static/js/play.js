// The table while a game is played: what is read, whose turn it is, the score, what was played, and all that corrects it.
import {CameraBox} from "./camerabox.js";
import {correctCard, correctPlay, addPlay, challenge, sure} from "./correct.js";
import {h, say, show} from "./dom.js";
import {drawMap} from "./map.js";
import {Roles} from "./roles.js";
import {words} from "./words.en.js";

export class Play {
  constructor(app) {
    this.app = app;
    this.map = h("div", {class: "mapbox"});
    this.turn = h("p", {id: "turn", class: "turn", role: "status"});
    this.scores = h("div", {class: "scores"});
    this.hint = h("div", {class: "hintbox", "aria-live": "polite"});
    this.ask = h("div", {"aria-live": "polite"});
    this.plays = h("ol", {class: "plays", reversed: true});
    this.buttons = h("div", {class: "buttons"});
    this.roles = new Roles(app);
    this.recording = h("p", {class: "recording", role: "status"});
    this.camera = new CameraBox(app);
    this.pictures = h("details", {open: true}, h("summary", {}, words.camera), this.camera.element);
    this.tap = h("p", {class: "hint"}, words.tapCard);
    this.element = h("div", {class: "play"},
      h("section", {class: "left", "aria-label": words.tableSeen}, this.turn, this.ask, this.map, this.tap, this.pictures),
      h("section", {class: "right", "aria-label": words.scores}, this.scores, this.hint, this.buttons, this.recording, h("h2", {}, words.plays), this.plays, this.roles.element));
    this.update();
  }

  update() {
    const {game} = this.app;
    this.roles.fill();
    this.pictures.hidden = !game.watched || (!this.app.mayGive && this.app.welcome?.source !== "server");
    this.tap.hidden = !this.app.mayChange;
    say(this.turn, standing(game));
    show(this.scores, game.players.map(name => scoreCard(game, name)));
    show(this.plays, playItems(this.app));
    show(this.recording, game.recording ? `● ${words.recording(game.recording)}` : "");
    this.fillButtons();
    this.camera.fill();
    this.tableChanged();
    this.hinted();
    this.asked();
  }

  // The map is drawn anew only when the cards are others: a screen reader and the focus are left in peace.
  tableChanged() {
    const {table} = this.app;
    if (!table) return;
    const now = JSON.stringify([this.app.mayChange, this.app.game.builds]) + JSON.stringify(table.cards.map(({id, quad, face, sure: p, unclear, zone}) => [id, quad.map(([x, y]) => [Math.round(x * 200), Math.round(y * 200)]), face, p >= 0.9, unclear, zone]));
    if (now === this.drawn) return;
    this.drawn = now;
    show(this.map, drawMap(table, this.app.mayChange ? card => correctCard(this.app, card) : null, this.app.game.builds));
  }

  fillButtons() {
    const {app} = this;
    const {game} = app;
    const mine = app.self && game.state === "playing" && game.watched;
    if (!app.mayChange) return show(this.buttons, mine && h("button", {id: "challenge", type: "button", onclick: () => challenge(app, [app.self])}, words.challenge));
    const button = (id, text, act, kind = "") => h("button", {id, type: "button", class: kind, onclick: act}, text);
    const playing = game.state === "playing" && game.watched;
    show(this.buttons,
      playing && button("challenge", words.challenge, () => challenge(app)),
      game.state !== "waiting" && button("add", words.add, () => addPlay(app)),
      game.watched && button("record", game.recording ? words.recordOff : words.recordOn, () => app.link.tell({type: "record", on: !game.recording})),
      game.watched && game.state !== "waiting" && button("stop", words.stop, () => sure(words.stopSure, () => app.change({type: "stop"}))),
      (!game.watched || game.state === "waiting" || game.state === "over") && button("leave", words.leave, () => app.change({type: "stop"})));
  }

  cameraChanged() {
    this.camera.fill();
  }

  // Said only where it is another one.
  hinted() {
    const {hint, level, self, role} = this.app;
    const foreign = role === "player" && hint?.player !== self;
    const lines = !this.app.mayHaveHints || !hint || hint.level !== level || foreign ? [] : [...hint.lines, hint.why].filter(Boolean);
    if (lines.join() === this.hinting) return;
    this.hinting = lines.join();
    show(this.hint, lines.map(line => h("p", {}, line)));
  }

  asked() {
    const {ask} = this.app;
    if (!ask?.choices?.length || !this.app.mayChange) return show(this.ask);
    show(this.ask, h("section", {class: "ask", "aria-label": words.ask}, h("p", {}, ask.question),
      h("p", {class: "buttons"}, ask.choices.map(([, text], n) => h("button", {type: "button", id: `choice-${n}`, onclick: () => this.app.change({type: "answer", ask: ask.ask, choice: n + 1})}, text)))));
  }
}

function standing(game) {
  if (game.state === "waiting") return `${words.waiting} ${words.waitingWhere(game.near, game.players.join(", "))}`;
  if (game.state === "over") return `${words.over} ${game.winner}`;
  return game.watched ? words.turnOf(game.player) : `${words.turnOf(game.player)} ${words.unwatched}`;
}

export function scoreCard(game, name) {
  const turn = game.player === name;
  const unit = game.by === "points" ? words.points(game.scores[name]).replace(/^-?\d+ /, "") : words.cards(game.scores[name]).replace(/^-?\d+ /, "");
  return h("div", {class: `score${turn ? " turn" : ""}`},
    h("h2", {}, turn ? "▶ " : "", name),
    h("p", {class: "total"}, String(game.scores[name])),
    h("p", {class: "unit"}, unit, game.by === "points" ? ` · ${words.won(game.won?.[name] ?? 0)}` : ""));
}

function playItems(app) {
  const told = app.game.plays.filter(play => !["drawn", "passed"].includes(play.kind)).reverse();
  if (!told.length) return [h("li", {class: "none"}, words.noPlays)];
  return told.map(play => {
    const points = play.points ? h("strong", {}, ` ${play.points > 0 ? "+" : "−"}${Math.abs(play.points)}`) : "";
    const items = play.items.filter(([, worth]) => worth).map(([what, worth]) => h("li", {}, `${worth > 0 ? "+" : "−"}${Math.abs(worth)} ${what}`));
    const marks = [play.by === "person" && words.byPerson, play.sure < 0.95 && words.unsure(Math.round(play.sure * 100))].filter(Boolean).join(", ");
    const text = [play.words, points, marks && h("small", {}, ` (${marks})`)];
    return h("li", {value: play.turn},
      app.mayChange ? h("button", {type: "button", id: `play-${play.k}`, class: "line", onclick: () => correctPlay(app, play)}, text) : h("span", {class: "line"}, text),
      items.length > 0 && h("ul", {class: "items"}, items));
  });
}
