// @ts-check
// The connection to the table in the page's worker, in place of that to a server: the same messages.
import {gamesView} from "../app/games_view.js";
import {keepOffline} from "../app/offline.js";
import {START, startView} from "../app/start_view.js";
import {texts} from "../app/texts.js";

/** @import {FromWorker} from "../app/worker.js" */
/** @import {FromTable, Hello, ToTable} from "./protocol.d.ts" */

const VERSION = 1;
/** Time between two signs of life, in milliseconds: the table is stepped by them too. */
const ALIVE = 1_000;

export class Link {
  /**
   * @param {() => Hello} hello what this page asks to be
   * @param {(message: FromTable) => void} hear
   * @param {(state: "linking" | "linked" | "lost", said?: unknown) => void} changed
   */
  constructor(hello, hear, changed) {
    this.hello = hello;
    this.hear = hear;
    this.changed = changed;
    /** Whether the table answers. */
    this.busy = true;
    this.asked = 0;
    /** @type {Map<number, (answer: Response) => void>} */
    this.waiting = new Map();
    /** @type {Worker | undefined} */
    this.worker = undefined;
    this.start = {...START};
    /** @type {Promise<void> | undefined} */
    this.begun = undefined;
    /** @type {() => void} */
    this.greeted = () => {};
    /** @type {Promise<void>} */
    this.answers = new Promise(done => this.greeted = done);
    gamesView(this);
    setInterval(() => this.tell({type: "alive"}), ALIVE);
  }

  open() {
    if (!this.busy) return this.greet();
    this.begun ??= this.begin();
  }

  async begin() {
    if (typeof WebAssembly !== "object") return this.changed("lost", texts.noWasm);
    const offline = await keepOffline((done, total) => this.start.ready || this.say({bytes: {done, total}}), update => this.say({update}));
    this.say({bytes: null, notOffline: !offline});
    this.worker = new Worker(new URL("../app/worker.js", import.meta.url), {type: "module"});
    this.worker.onmessage = event => this.told(event.data);
    this.worker.onerror = event => this.changed("lost", texts.failed(event.message ?? ""));
    this.worker.postMessage({language: document.documentElement.lang, sees: true, table: true});
  }

  greet() {
    this.busy = false;
    this.greeted();
    this.tell({type: "hello", v: VERSION, ...this.hello()});
    this.say({ready: true, stage: "", notOffline: false});
  }

  /** @param {Partial<import("../app/start_view.js").Start>} changes */
  say(changes) {
    const start = Object.assign(this.start, changes);
    if (start.ready) return this.changed("linked", start.update ? startView(start) : "");
    this.changed("linking", startView(start));
  }

  /** @param {FromWorker} message */
  told(message) {
    if ("told" in message) return this.hear(JSON.parse(message.told));
    if ("stage" in message) return message.stage === "sees" ? this.greet() : this.say({stage: message.stage});
    if ("failed" in message) return this.changed("lost", texts.failed(message.failed.trim().split("\n").at(-1) ?? ""));
    if (!("answer" in message)) return;
    const {error, broken} = JSON.parse(message.answer);
    const why = broken ? texts.broken(broken.trim().split("\n").at(-1)) : error;
    this.waiting.get(message.id)?.(new Response(why ?? message.answer, {status: why ? 400 : 200}));
    this.waiting.delete(message.id);
  }

  /** @param {ToTable} message */
  tell(message) {
    if (!this.busy) this.worker?.postMessage({table: JSON.stringify(message)});
  }

  /** @param {ArrayBuffer} picture */
  send(picture) {
    this.worker?.postMessage({picture}, [picture]);
  }

  /**
   * What a server would be asked for under an address.
   * @param {string} path
   * @param {{body?: string | File}} [post]
   * @returns {Promise<Response>}
   */
  async fetch(path, {body} = {}) {
    await this.answers;
    const id = this.asked += 1, file = body instanceof File ? await body.arrayBuffer() : undefined;
    this.worker?.postMessage({id, path, body: file});
    return new Promise(done => this.waiting.set(id, done));
  }
}
