// The camera of this device: the newest picture only, and no more of them on their way than the table asks for.
import {words} from "./words.en.js";

const WIDTH = 1280, HEIGHT = 720, QUALITY = 0.8;
const HEAD = 24;
const DARK = 35, BRIGHT = 250, BRIGHT_SHARE = 0.12;
const REMEMBERED = "numero-camera", RUNS = "numero-camera-runs", MIRRORED = "numero-mirrored";

export class Camera {
  constructor(send, changed) {
    this.send = send;          // takes an ArrayBuffer
    this.changed = changed;    // is called when what is to be said of the camera changes
    this.video = document.createElement("video");
    this.video.muted = true;
    this.video.playsInline = true;
    this.credits = 0;
    this.number = 0;
    this.opened = 0;
    this.id = localStorage.getItem(REMEMBERED) ?? "";
    this.gone = "";  // the camera that was unplugged
    this.turned = JSON.parse(localStorage.getItem(MIRRORED) ?? "[]");
    this.pictures = new Map();  // pictures on their way, by number: what was read is drawn over the very picture it was read in
    this.problem = "";
    this.light = "";
    this.devices = [];
    this.running = false;
    navigator.mediaDevices?.addEventListener("devicechange", () => this.list());
    document.addEventListener("visibilitychange", () => this.running && this.say(document.hidden ? words.cameraHidden : ""));
  }

  // Opens a camera; without an id the one of the last time, or any.
  async open(id) {
    this.close();
    if (!navigator.mediaDevices?.getUserMedia) return this.say(words.cameraMissing);
    const remembered = localStorage.getItem(REMEMBERED);
    const which = id ? {deviceId: {exact: id}} : remembered ? {deviceId: {ideal: remembered}} : {facingMode: "environment"};
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({video: {width: {ideal: WIDTH}, height: {ideal: HEIGHT}, ...which}, audio: false});
    } catch (error) {
      await this.list();
      return this.say({NotAllowedError: words.cameraRefused, NotFoundError: words.cameraNone, OverconstrainedError: words.cameraGone}[error.name] ?? words.cameraBusy);
    }
    const [track] = this.stream.getVideoTracks();
    track.addEventListener("ended", () => this.unplugged(track));
    this.id = track.getSettings().deviceId;
    localStorage.setItem(REMEMBERED, this.id ?? "");
    sessionStorage.setItem(RUNS, "yes");
    this.video.srcObject = this.stream;
    await this.video.play();
    this.opened += 1;
    this.running = true;
    this.gone = "";
    this.say("");
    await this.list();
    this.next();
  }

  close() {
    this.running = false;
    sessionStorage.removeItem(RUNS);
    this.stream?.getTracks().forEach(track => track.stop());
  }

  // A page that was loaded anew goes on with the camera that it had.
  again() {
    if (!this.running && !this.problem && sessionStorage.getItem(RUNS)) this.open();
  }

  unplugged(track) {
    if (track !== this.stream?.getVideoTracks()[0]) return;
    this.gone = this.id;
    this.close();
    this.say(words.cameraGone);
    this.list();
  }

  // Another page gives the pictures now.
  replaced() {
    this.close();
    this.say(words.cameraElsewhere);
  }

  async list() {
    this.devices = ((await navigator.mediaDevices?.enumerateDevices()) ?? []).filter(device => device.kind === "videoinput");
    if (this.gone && this.devices.some(device => device.deviceId === this.gone)) return this.open(this.gone);
    this.changed();
  }

  // Some cameras and programs give mirrored pictures, in which numbers cannot be read: they are turned round before they are sent.
  get mirrored() {
    return this.turned.includes(this.id);
  }

  mirror(on) {
    this.turned = [...this.turned.filter(id => id !== this.id), ...(on ? [this.id] : [])];
    localStorage.setItem(MIRRORED, JSON.stringify(this.turned));
    this.opened += 1;  // another camera, as far as the table is concerned
    this.changed();
  }

  get hidden() {
    return this.running && document.hidden;
  }

  say(problem) {
    this.problem = problem;
    this.changed();
  }

  // A new connection: nothing is on its way any more.
  credit(count, fresh = false) {
    if (fresh) this.forget();
    this.credits = fresh ? count : this.credits + count;
  }

  forget() {
    for (const picture of this.pictures.values()) picture.close();
    this.pictures.clear();
  }

  next() {
    if (!this.running) return;
    const look = () => this.look().finally(() => this.next());
    if (this.video.requestVideoFrameCallback) this.video.requestVideoFrameCallback(look);
    else setTimeout(look, 40);
  }

  async look() {
    const number = (this.number += 1);  // also of those that are not sent: the table sees by the gaps how many it misses
    if (this.credits <= 0 || this.video.videoWidth === 0 || !this.running) return;
    this.credits -= 1;
    const taken = performance.now();
    try {
      let picture = await createImageBitmap(this.video);
      const canvas = this.canvas ??= new OffscreenCanvas(WIDTH, HEIGHT);
      canvas.width = picture.width;
      canvas.height = picture.height;
      const context = canvas.getContext("2d", {alpha: false});
      const {mirrored} = this;
      context.setTransform(mirrored ? -1 : 1, 0, 0, 1, mirrored ? canvas.width : 0, 0);
      context.drawImage(picture, 0, 0);
      if (taken - (this.judged ?? -1000) > 500) this.judge(context, picture, taken);
      const jpeg = await canvas.convertToBlob({type: "image/jpeg", quality: QUALITY});
      if (mirrored) {
        picture.close();
        picture = await createImageBitmap(jpeg);
      }
      this.pictures.set(number, picture);
      this.send(await packed(jpeg, number, this.opened, taken, picture, mirrored));
    } catch {
      this.credits += 1;  // a camera that is just being changed
    }
  }

  // What a person would see at once: no light, or a lamp in the picture.
  judge(context, picture, taken) {
    this.judged = taken;
    const small = this.small ??= new OffscreenCanvas(64, 36);
    const looked = small.getContext("2d", {willReadFrequently: true});
    looked.drawImage(picture, 0, 0, 64, 36);
    const {data} = looked.getImageData(0, 0, 64, 36);
    let sum = 0, bright = 0;
    for (let i = 0; i < data.length; i += 4) {
      const grey = (data[i] + data[i + 1] + data[i + 2]) / 3;
      sum += grey;
      bright += grey >= BRIGHT;
    }
    const pixels = data.length / 4;
    const light = sum / pixels < DARK ? words.tooDark : bright / pixels > BRIGHT_SHARE ? words.tooBright : "";
    if (light !== this.light) {
      this.light = light;
      this.changed();
    }
  }

  // Returns the picture that was read, and forgets it and older ones.
  taken(number) {
    const picture = this.pictures.get(number);
    for (const [key, other] of this.pictures) {
      if (key > number) continue;
      this.pictures.delete(key);
      if (other !== picture) other.close();
    }
    return picture;
  }
}

async function packed(jpeg, number, camera, milliseconds, {width, height}, turned) {
  const message = new ArrayBuffer(HEAD + jpeg.size);
  const view = new DataView(message);
  view.setUint8(0, 78);
  view.setUint8(1, 70);
  view.setUint8(2, 1);
  view.setUint8(3, turned ? 1 : 0);
  view.setUint16(4, camera & 0xffff, true);
  view.setUint32(6, number, true);
  view.setFloat64(10, milliseconds, true);
  view.setUint16(18, width, true);
  view.setUint16(20, height, true);
  new Uint8Array(message, HEAD).set(new Uint8Array(await jpeg.arrayBuffer()));
  return message;
}
