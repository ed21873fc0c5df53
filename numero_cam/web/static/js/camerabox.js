// The camera on every screen that needs one: allowing it, choosing one by name, what is wrong with it, and its picture.
import {h, say} from "./dom.js";
import {photoField} from "./photo.js";
import {words} from "./words.en.js";

const SMALL = 40;  // pixels: cards that are less wide are hardly read

const SEVERAL = 4;  // of so many cards more than a quarter are doubtful: then it is the picture, mirrored perhaps, and not a card

export class CameraBox {
  constructor(app) {
    const {camera} = app;
    this.app = app;
    this.own = h("p", {}, words.cameraServer);
    this.why = h("p", {class: "quietly"}, words.cameraWhy);
    this.problem = h("p", {class: "problem", role: "alert"});
    this.light = h("p", {class: "problem", role: "status"});
    this.allow = h("button", {id: "allow", type: "button", class: "main", onclick: () => camera.open(this.which.value || undefined)});
    this.which = h("select", {id: "which", onchange: () => camera.open(this.which.value)});
    this.chooser = h("p", {class: "field"}, h("label", {for: "which"}, words.cameraWhich), this.which);
    this.mirror = h("input", {id: "mirrored", type: "checkbox", onchange: event => camera.mirror(event.target.checked)});
    this.turned = h("p", {class: "check"}, h("label", {for: "mirrored"}, this.mirror, " ", words.mirrored));
    this.picture = h("div", {}, app.picture.canvas);
    this.count = h("p", {class: "count"});
    this.photo = photoField(app);
    this.element = h("div", {class: "camera"}, this.own, this.why, this.problem, this.light, this.chooser, this.allow, this.picture, this.count, this.turned, this.photo);
    this.fill();
  }

  fill() {
    const {app} = this;
    const {camera, welcome, table} = app;
    const gives = app.mayGive, ours = welcome?.source !== "server";
    this.own.hidden = ours;
    this.why.hidden = this.allow.hidden = !gives || camera.running;
    say(this.allow, camera.problem ? words.again : words.cameraAllow);
    say(this.problem, gives ? camera.problem : "");
    say(this.light, gives && camera.running ? camera.light : "");
    this.fillChooser(gives);
    this.turned.hidden = !gives || !camera.running;
    this.mirror.checked = camera.mirrored;
    const seen = camera.running || (!ours && table !== undefined);
    this.picture.hidden = this.count.hidden = !seen;
    if (!this.picture.contains(app.picture.canvas)) this.picture.append(app.picture.canvas);
    if (seen) say(this.count, counted(table));
    this.photo.hidden = !gives;
  }

  // Names are known once a camera was allowed, also when it was unplugged since.
  fillChooser(gives) {
    const {camera} = this.app;
    const named = camera.devices.filter(device => device.deviceId);
    this.chooser.hidden = !gives || named.length < (camera.running ? 2 : 1);
    const known = JSON.stringify([named.map(({deviceId, label}) => [deviceId, label]), camera.id]);
    if (known === this.known) return;
    this.known = known;
    this.which.replaceChildren(...named.map((device, n) => h("option", {value: device.deviceId, selected: device.deviceId === camera.id}, device.label || `${words.camera} ${n + 1}`)));
  }
}

function counted(table) {
  if (!table) return words.inView;
  const wide = table.cards.map(({quad}) => Math.hypot((quad[1][0] - quad[0][0]) * table.width, (quad[1][1] - quad[0][1]) * table.height));
  const small = wide.length > 0 && Math.max(...wide) < SMALL;
  const open = table.cards.filter(card => card.face);
  const doubtful = open.filter(card => card.face === "?" || card.sure < 0.9);
  const hard = open.length >= SEVERAL && doubtful.length * 4 > open.length;
  return `${words.cardsSeen(open.length)} ${small ? words.tooFar : hard ? words.hardToRead : words.inView}`;
}
