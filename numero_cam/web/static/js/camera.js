// @ts-check
// The camera of this device: the newest picture only, and no more of them on their way than the table asks for.
import {words} from "./words.js";

/** @import {CameraFacts} from "./state.js" */

/** Size of the pictures that are asked of the camera, in pixels. */
const WIDTH = 1280, HEIGHT = 720;
/** Quality of the JPEG, 0 to 1. */
const QUALITY = 0.8;
/** Length of the head of a picture, in bytes. */
export const HEAD = 24;
/** Flags in it: the picture was mirrored and is turned round; it is one of a film, which waits. */
const TURNED = 1, OF_FILM = 2;
/** Mean grey value below which a picture is dark, 0 to 255. */
const DARK = 35;
/** Grey value from which a pixel is too bright, and the share of such pixels above which the picture is. */
const BRIGHT = 250, BRIGHT_SHARE = 0.12;
/** Time between two looks at the light, in milliseconds, and the size of the picture that is looked at, in pixels. */
const LIGHT_EVERY = 500, LIGHT_WIDTH = 64, LIGHT_HEIGHT = 36;
/** Longest side of a picture, in pixels; a film may have larger ones. */
const LONGEST = 1920;
/** How far a film goes on from one picture to the next, in seconds: as little as this where all is fast, and never more than that. */
const FILM_STEP = 0.07, FILM_AHEAD = 0.12;
/** Time between two pictures where the browser does not say when one comes, in milliseconds. */
const PICTURE_EVERY = 40;
/** How long a picture of a film that was gone to is waited for, in milliseconds. */
const PICTURE_WAIT = 500;
const REMEMBERED = "numero-camera", RUNS = `numero-camera-runs ${location.pathname}`, MIRRORED = "numero-mirrored";

/** @type {Record<string, string>} */
const PROBLEMS = {NotAllowedError: words.cameraRefused, NotFoundError: words.cameraNone, OverconstrainedError: words.cameraGone};

export class Camera {
  /**
   * @param {(message: ArrayBuffer) => boolean} send returns whether it could
   * @param {(facts: CameraFacts) => void} told is called when what is shown of the camera changes
   * @param {() => void} filmOver is called when the table has seen all of a film
   */
  constructor(send, told, filmOver) {
    this.send = send;
    this.told = told;
    this.filmOver = filmOver;
    this.video = document.createElement("video");
    this.video.muted = true;
    this.video.playsInline = true;
    /** @type {MediaStream | undefined} */
    this.stream = undefined;
    /** How many pictures may be sent. */
    this.credits = 0;
    /** Number of the connection that gave them. */
    this.connection = 0;
    /** Of the newest picture. */
    this.number = 0;
    /** Pictures of the camera that the browser has shown. */
    this.shown = 0;
    /** Address and name of the film that is looked at in place of a camera; empty where none is. */
    this.film = this.filmName = "";
    /** Moments of a film, in seconds: of the newest picture that was sent, and of the newest that the table is done with. */
    this.sent = this.answered = 0;
    /** Those that the table is not done with, by number. @type {Map<number, number>} */
    this.asked = new Map();
    /** Lets a film that waits look whether it may go on. */
    this.wake = () => {};
    /** How often a camera was opened, and closed. */
    this.opened = this.closed = 0;
    this.id = localStorage.getItem(REMEMBERED) ?? "";
    /** The camera that was unplugged. */
    this.gone = "";
    /** Cameras whose pictures are mirrored. @type {string[]} */
    this.turned = JSON.parse(localStorage.getItem(MIRRORED) ?? "[]");
    /** Pictures on their way, by number: what was read is drawn over the very picture it was read in. @type {Map<number, ImageBitmap>} */
    this.pictures = new Map();
    this.problem = "";
    /** @type {CameraFacts["light"]} */
    this.light = "";
    this.lightLooked = -Infinity;
    /** @type {MediaDeviceInfo[]} */
    this.devices = [];
    this.running = false;
    // Not OffscreenCanvas, which older tablets lack.
    this.canvas = document.createElement("canvas");
    this.small = Object.assign(document.createElement("canvas"), {width: LIGHT_WIDTH, height: LIGHT_HEIGHT});
    navigator.mediaDevices?.addEventListener("devicechange", () => this.list());
    document.addEventListener("visibilitychange", () => {
      if (this.running) this.say(document.hidden ? words.cameraHidden : "");
      this.wake();
    });
  }

  /** @returns {CameraFacts} */
  get facts() {
    return {
      running: this.running, background: this.running && document.hidden, problem: this.problem, light: this.light,
      devices: this.devices.filter(({deviceId}) => deviceId).map(({deviceId, label}) => ({id: deviceId, label})),
      chosen: this.id, mirrored: this.mirrored,
    };
  }

  changed() {
    this.told(this.facts);
  }

  /**
   * Opens a camera.
   * @param {string} [id] without it the camera of the last time, or any
   */
  async open(id) {
    this.close();
    if (id) this.id = id;
    if (!navigator.mediaDevices?.getUserMedia) return this.say(words.cameraMissing);
    const remembered = localStorage.getItem(REMEMBERED);
    const which = id ? {deviceId: {exact: id}} : remembered ? {deviceId: {ideal: remembered}} : {facingMode: "environment"};
    const video = {width: {ideal: WIDTH}, height: {ideal: HEIGHT}, ...which}, {closed} = this;
    /** @type {MediaStream} */
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({video, audio: false});
    } catch (error) {
      await this.list();
      return this.say(PROBLEMS[/** @type {{name: string}} */ (error).name] ?? words.cameraBusy);
    }
    const [track] = stream.getVideoTracks();
    if (closed !== this.closed) return track.stop();  // it was left while the person was asked
    this.stream = stream;
    track.addEventListener("ended", () => this.unplugged(track));
    this.id = track.getSettings().deviceId ?? "";
    localStorage.setItem(REMEMBERED, this.id);
    sessionStorage.setItem(RUNS, "yes");
    this.video.srcObject = stream;
    await this.video.play().catch(() => {});  // refused where another one is opened meanwhile
    if (this.stream !== stream) return;
    this.opened += 1;
    this.running = true;
    this.gone = "";
    this.say("");
    await this.list();
    this.next();
  }

  /**
   * Looks at a film in place of a camera. It is not played: a browser that is slow would let it run on. Each picture is gone to, and the
   * next one is chosen when this one was sent, so none lies more than FILM_AHEAD after one that the table has.
   * @param {Blob} film
   * @param {string} [name] by which it is known again
   */
  async openFilm(film, name = "") {
    this.close();
    const {video} = this, address = URL.createObjectURL(film);
    Object.assign(this, {id: "", film: address, filmName: name});
    this.lightLooked = -Infinity;  // its clock begins anew
    this.sent = this.answered = -FILM_STEP;
    this.asked.clear();
    video.src = address;
    await video.play().catch(() => {});  // before, a telephone loads nothing of it
    if (this.film !== address) return;
    video.pause();
    if (!video.videoWidth) return this.stop(words.filmUnreadable);
    this.opened += 1;
    this.running = true;
    this.say("");
    await this.lookThrough(address);
  }

  /** @param {string} film its address */
  async lookThrough(film) {
    const {video} = this, isOpen = () => this.film === film;
    for (let step = FILM_STEP; isOpen() && this.answered < video.duration;) {
      const began = performance.now(), at = Math.min(this.sent + step, video.duration);
      if (this.sent < video.duration && !await this.goTo(at)) return isOpen() && this.stop(words.filmUnreadable);
      while (isOpen() && (this.credits <= 0 || document.hidden)) await new Promise(done => this.wake = () => done(null));
      if (isOpen() && this.sent < at && at <= this.sent + step) await this.look(at);  // else what was sent was lost meanwhile
      const took = (performance.now() - began) / 1000;
      step = Math.min(Math.max(FILM_STEP, took), FILM_AHEAD);
      if (took < step) await new Promise(done => setTimeout(done, 1000 * (step - took)));  // no faster than it was filmed
    }
    if (isOpen()) this.filmOver();
  }

  /** Goes to a moment of a film, and returns whether its picture is there. @param {number} seconds */
  async goTo(seconds) {
    const {video} = this, arrived = new AbortController();
    const shown = new Promise(done => video.requestVideoFrameCallback?.(done));
    await new Promise(done => {
      for (const kind of ["seeked", "error", "emptied"]) video.addEventListener(kind, done, {signal: arrived.signal});
      video.currentTime = seconds;
    });
    arrived.abort();
    await Promise.race([shown, new Promise(done => setTimeout(done, PICTURE_WAIT))]);  // some browsers have arrived a little before
    return !video.error && Math.abs(video.currentTime - seconds) < FILM_AHEAD;
  }

  /** Whether its pictures are those of a film. */
  get isFilm() {
    return this.running && this.film !== "";
  }

  close() {
    this.running = false;
    this.closed += 1;
    sessionStorage.removeItem(RUNS);
    this.stream?.getTracks().forEach(track => track.stop());
    this.stream = undefined;
    this.video.pause();
    this.video.srcObject = null;
    this.video.removeAttribute("src");
    if (this.film) URL.revokeObjectURL(this.film);
    this.film = this.filmName = "";
    this.wake();
    this.changed();
  }

  // A page that was loaded anew goes on with the camera that it had.
  again() {
    if (!this.running && !this.problem && sessionStorage.getItem(RUNS)) this.open();
  }

  /** @param {MediaStreamTrack} track */
  unplugged(track) {
    if (track !== this.stream?.getVideoTracks()[0]) return;
    this.gone = this.id;
    this.stop(words.cameraGone);
    this.list();
  }

  /** @param {string} why there are no more pictures */
  stop(why) {
    this.close();
    this.say(why);
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

  /** @param {boolean} on */
  mirror(on) {
    this.turned = [...this.turned.filter(id => id !== this.id), ...(on ? [this.id] : [])];
    localStorage.setItem(MIRRORED, JSON.stringify(this.turned));
    this.opened += 1;  // another camera, as far as the table is concerned
    this.changed();
  }

  /** @param {string} problem */
  say(problem) {
    this.problem = problem;
    this.changed();
  }

  /**
   * Lets more pictures be sent.
   * @param {number} count
   * @param {boolean} fresh the connection is new: nothing is on its way any more
   */
  credit(count, fresh = false) {
    if (fresh) {
      this.forget();
      this.connection += 1;
      this.sent = this.answered;  // what was on its way may have been lost
      this.asked.clear();
    }
    this.credits = fresh ? count : this.credits + count;
    this.wake();
  }

  /**
   * The table is done with a picture.
   * @param {number} number
   * @param {number} credits that it gives for it
   */
  done(number, credits) {
    this.answered = Math.max(this.answered, this.asked.get(number) ?? -Infinity);
    this.asked.delete(number);
    this.credit(credits);
  }

  forget() {
    for (const picture of this.pictures.values()) picture.close();
    this.pictures.clear();
  }

  next() {
    if (!this.stream) return;
    const look = (/** @type {number} */ shown) => {
      // Also of those that are not sent, or came and went while the browser was busy: the table sees by the gaps how many it misses.
      this.number += Math.max(0, shown - this.shown - 1);
      this.shown = shown;
      this.look(performance.now() / 1000).finally(() => this.next());
    };
    const {video} = this;
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback((_, {presentedFrames}) => look(presentedFrames));
    else setTimeout(look, PICTURE_EVERY, this.shown + 1);
  }

  /**
   * Sends what is shown now.
   * @param {number} seconds when it was taken
   */
  async look(seconds) {
    const number = (this.number += 1), taken = seconds * 1000, {connection, film} = this;
    if (this.credits <= 0 || this.video.videoWidth === 0 || !this.running) return;
    this.credits -= 1;
    try {
      let picture = await pictureOf(this.video);
      const {canvas, mirrored} = this;
      canvas.width = picture.width;
      canvas.height = picture.height;
      const context = contextOf(canvas, {alpha: false});
      context.setTransform(mirrored ? -1 : 1, 0, 0, 1, mirrored ? canvas.width : 0, 0);
      context.drawImage(picture, 0, 0);
      if (taken - this.lightLooked > LIGHT_EVERY) this.lookAtLight(picture, taken);
      const jpeg = await jpegOf(canvas);
      if (mirrored) {
        picture.close();
        picture = await createImageBitmap(jpeg);
      }
      const flags = (mirrored ? TURNED : 0) | (film ? OF_FILM : 0);
      const message = await packed(jpeg, number, this.opened, taken, picture, flags);
      if (!this.running || film !== this.film || connection !== this.connection) return this.leaveOut(picture, connection);
      this.pictures.set(number, picture);
      if (!this.send(message)) return this.leaveOut(this.taken(number), connection);
      if (!film) return;
      this.sent = seconds;
      this.asked.set(number, seconds);
    } catch {
      this.leaveOut(null, connection);  // a camera that is just being changed
    }
  }

  /**
   * A picture that is not sent after all; what the connection allowed is allowed again.
   * @param {ImageBitmap | null} picture
   * @param {number} connection for which it was taken
   */
  leaveOut(picture, connection) {
    picture?.close();
    if (connection === this.connection) this.credit(1);
  }

  /**
   * What a person would see at once: no light, or a lamp in the picture.
   * @param {ImageBitmap} picture
   * @param {number} taken milliseconds
   */
  lookAtLight(picture, taken) {
    this.lightLooked = taken;
    const context = contextOf(this.small, {willReadFrequently: true});
    context.drawImage(picture, 0, 0, LIGHT_WIDTH, LIGHT_HEIGHT);
    const {data} = context.getImageData(0, 0, LIGHT_WIDTH, LIGHT_HEIGHT);
    let sum = 0, bright = 0;
    for (let i = 0; i < data.length; i += 4) {
      const grey = (data[i] + data[i + 1] + data[i + 2]) / 3;
      sum += grey;
      if (grey >= BRIGHT) bright += 1;
    }
    const pixels = data.length / 4;
    const light = sum / pixels < DARK ? "dark" : bright / pixels > BRIGHT_SHARE ? "glare" : "";
    if (light !== this.light) {
      this.light = light;
      this.changed();
    }
  }

  /** Returns the picture that was read, and forgets it and older ones. @param {number} number */
  taken(number) {
    const picture = this.pictures.get(number) ?? null;
    for (const [key, other] of this.pictures) {
      if (key > number) continue;
      this.pictures.delete(key);
      if (other !== picture) other.close();
    }
    return picture;
  }
}

/** What a video shows now, at most LONGEST pixels a side. @param {HTMLVideoElement} video */
async function pictureOf(video) {
  const {videoWidth, videoHeight} = video, by = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
  const size = {resizeWidth: Math.round(by * videoWidth), resizeHeight: Math.round(by * videoHeight)};
  return createImageBitmap(await pixelsOf(video).catch(() => null) ?? video, by < 1 ? size : {});
}

/**
 * The pixels of a video's frame; null where they lie turned. Without a graphics card, Chromium keeps up to 500 MB of frames that are drawn
 * as pictures, and none of frames whose pixels are copied. Other browsers may not copy them as RGBA, which is an error.
 * @param {HTMLVideoElement} video
 */
async function pixelsOf(video) {
  const frame = /** @type {any} */ (new VideoFrame(video)), {width, height} = frame.visibleRect;  // its types have no rotation yet
  try {
    if ((frame.rotation ?? 0) !== 0 || frame.flip || width !== video.videoWidth || height !== video.videoHeight) return null;
    const pixels = new Uint8ClampedArray(4 * width * height);
    await frame.copyTo(pixels, {format: "RGBA"});
    return new ImageData(pixels, width, height);
  } finally {
    frame.close();
  }
}

/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2DSettings} settings */
function contextOf(canvas, settings) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const jpegOf = canvas => new Promise((done, failed) =>
  canvas.toBlob(blob => (blob ? done(blob) : failed(new Error("no JPEG"))), "image/jpeg", QUALITY));

/**
 * A picture as it is sent (docs/live-protocol.md).
 * @param {Blob} jpeg
 * @param {number} number of the picture
 * @param {number} camera how often a camera was opened
 * @param {number} milliseconds when it was taken
 * @param {ImageBitmap} size
 * @param {number} flags
 */
async function packed(jpeg, number, camera, milliseconds, {width, height}, flags) {
  const message = new ArrayBuffer(HEAD + jpeg.size);
  const view = new DataView(message);
  view.setUint8(0, 78);
  view.setUint8(1, 70);
  view.setUint8(2, 1);
  view.setUint8(3, flags);
  view.setUint16(4, camera & 0xffff, true);
  view.setUint32(6, number, true);
  view.setFloat64(10, milliseconds, true);
  view.setUint16(18, width, true);
  view.setUint16(20, height, true);
  new Uint8Array(message, HEAD).set(new Uint8Array(await jpeg.arrayBuffer()));
  return message;
}
