// Dialogs that correct what was read or decided: the likeliest first, anything possible, and always a way back.
import {h} from "./dom.js";
import {named} from "./faces.js";
import {anyCard, lookAlikes} from "./picker.js";
import {words} from "./words.en.js";

function dialog(title, ...children) {
  const before = document.activeElement;
  const box = h("dialog", {"aria-labelledby": "dialog-title", onclose: () => {
    box.remove();
    before?.isConnected && before.focus();
  }}, h("h2", {id: "dialog-title"}, title), ...children, h("p", {class: "buttons"}, h("button", {type: "button", onclick: () => box.close()}, words.cancel)));
  document.body.append(box);
  box.showModal();
  return box;
}

const close = element => element.closest("dialog").close();

export function sure(question, act) {
  const yes = h("button", {type: "button", class: "main", onclick: event => {
    close(event.target);
    act();
  }}, words.yes);
  dialog(question, h("p", {class: "buttons"}, yes));
}

export function correctCard(app, card) {
  const {revision, players, player, pack} = app.game;
  let box = null;
  const say = (as, more = {}) => {
    box.close();
    app.change({type: "card", id: card.id, as, ...more}, revision);
  };
  const last = app.game.plays.findLast(play => !["drawn", "passed"].includes(play.kind))?.player ?? player;
  const order = last ? [last, ...players.filter(name => name !== last)] : players;
  const held = card.zone === "centre" ? order.map(name => h("button", {type: "button", onclick: () => say("hand", {player: name})}, words.cardHand(name))) : [];
  box = dialog(words.cardWrong,
    h("p", {}, card.face === "?" ? words.cardUnread : words.cardRead(named(card.face), Math.round(card.sure * 100))),
    lookAlikes(card, pack ?? [], say),
    h("p", {class: "buttons"}, h("button", {type: "button", onclick: () => say("none")}, words.cardNone), held),
    anyCard(pack ?? [], say));
}

export function correctPlay(app, play) {
  const {revision} = app.game;
  const say = as => event => {
    event.preventDefault();
    const line = as();
    if (line === "") return;
    close(event.target);
    app.change({type: "play", k: play.k, as: line}, revision);
  };
  const plain = line => line.replace(/^\d+ /, "");
  const others = play.others.map(([line, p]) => h("li", {}, h("button", {type: "button", class: "line", onclick: say(() => plain(line))}, plain(line), h("small", {}, ` ${Math.round(p * 100)} %`))));
  const typed = h("input", {id: "typed", value: plain(play.text), autocomplete: "off", spellcheck: "false"});
  dialog(words.playWrong, h("p", {}, play.words),
    others.length > 0 && h("h3", {}, words.playOther), h("ul", {class: "others"}, others),
    h("form", {onsubmit: say(() => typed.value.trim())}, h("p", {class: "field"}, h("label", {for: "typed"}, words.playTyped), typed), h("p", {class: "buttons"}, h("button", {class: "main"}, words.save))),
    h("p", {class: "buttons"}, h("button", {type: "button", onclick: say(() => null)}, words.playBack)));
}

export function addPlay(app) {
  const {revision, player, players} = app.game;
  const name = player ?? players[0];
  const typed = h("input", {id: "typed", value: `${name}: discard `, autocomplete: "off", spellcheck: "false"});
  const examples = [`${name}: take 10b: 6b + 4g`, `${name}: build 4r: 6b + 4r = 10`, `${name}: discard 5r`, `${name}: draw 7g`];
  const add = event => {
    event.preventDefault();
    close(event.target);
    app.change({type: "add", as: typed.value.trim()}, revision);
  };
  dialog(words.add, h("p", {}, words.addWhy), h("ul", {class: "examples"}, examples.map(line => h("li", {}, h("code", {}, line)))),
    h("form", {onsubmit: add}, h("p", {class: "field"}, h("label", {for: "typed"}, words.add), typed), h("p", {class: "buttons"}, h("button", {class: "main"}, words.save))));
}

export function challenge(app, players = app.game.players) {
  const {revision, hands} = app.game;
  const say = (player, shown) => event => {
    close(event.target);
    app.change({type: "challenge", player, ...(shown === undefined ? {} : {shown})}, revision);
  };
  const rows = players.map(player => h("p", {class: "buttons"}, hands === "open"
    ? h("button", {type: "button", onclick: say(player)}, player)
    : [h("span", {}, player), h("button", {type: "button", onclick: say(player, true)}, words.shown), h("button", {type: "button", onclick: say(player, false)}, words.bluff)]));
  dialog(words.challengeWho, hands === "hidden" && h("p", {}, words.challengeShown), ...rows);
}
