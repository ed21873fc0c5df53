// @ts-check
// Asks the program in the worker; see browser/desk.py for what can be asked.
import {texts} from "./texts.js";

/** @import {FromTable} from "../js/protocol.d.ts" */
/** @import {FromWorker, Stage} from "./worker.js" */

/** How often the page looks for a sign of life of the worker, in milliseconds. */
const LOOK_EVERY = 1_000;
/** Looks without one, after which the worker is ended. They are counted: a device that slept, or a page in the background, makes none. */
const MOST_SILENT = 30;

export class DeskLink {
  /**
   * @param {(stage: Stage | "ready" | "failed" | "kept" | "not kept" | "ended", why?: string) => void} told how far the start is, whether
   *   changes of files are kept, and that the worker was ended and starts anew
   * @param {(message: FromTable) => void} [hear] takes what the live table says, where this is its page
   */
  constructor(told, hear) {
    this.told = told;
    this.hear = hear;
    this.asked = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.waiting = new Map();
    /** Looks since the last sign of life of what is watched; infinitely many are ahead while nothing is. */
    this.silent = -Infinity;
    this.wait();
    setInterval(() => (this.silent += 1) >= MOST_SILENT && this.end(), LOOK_EVERY);
  }

  /** Has questions wait until a worker has started. */
  wait() {
    /** @type {Promise<void>} */
    this.begun = new Promise(done => this.begins = done);
  }

  /** @param {boolean} sees whether photos are read at once */
  start(sees) {
    this.sees = sees;
    this.worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
    this.worker.onmessage = event => this.answered(event.data);
    this.worker.onerror = event => this.told("failed", event.message || "worker.js");
    this.worker.postMessage({language: document.documentElement.lang, sees, table: this.hear !== undefined});
  }

  /** Ends the worker, which makes nothing of what somebody gave it, and starts another one. What was kept is kept. */
  end() {
    if (this.worker) this.worker.onmessage = null;
    this.worker?.terminate();
    this.silent = -Infinity;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.wait();
    this.told("ended", texts.ended);
    this.start(this.sees ?? false);
    for (const done of waiting) done({error: texts.ended});
  }

  /** @param {FromWorker} message */
  answered(message) {
    if ("works" in message) return void (this.silent = message.works ? 0 : -Infinity);
    if ("ready" in message || "failed" in message) this.begins?.();
    if ("told" in message) return this.hear?.(JSON.parse(message.told));
    if ("ready" in message) return this.told("ready");
    if ("stage" in message) return this.told(message.stage);
    if ("failed" in message) return this.told("failed", lastLine(message.failed));
    if ("webgpu" in message) this.webgpu = message.webgpu;
    if (!("answer" in message)) return;
    const found = JSON.parse(message.answer);
    if (message.kept !== undefined) this.told(message.kept ? "kept" : "not kept");
    this.waiting.get(message.id)?.(found.blind ? {error: texts.blind} : found.broken ? {error: texts.broken(lastLine(found.broken))} : found);
    this.waiting.delete(message.id);
  }

  /**
   * @param {{type: string, [field: string]: unknown}} question
   * @param {ArrayBuffer | null} [photo] the file of a photo; null for the one before
   * @param {boolean} [keeps] whether it may change what is kept
   * @returns {Promise<any>} has `error`, one line, where it cannot be answered
   */
  ask(question, photo, keeps = false) {
    return this.send({question: JSON.stringify(question), photo, keeps});
  }

  /**
   * @param {{question: string, photo?: ArrayBuffer | null, keeps?: boolean} | {path: string, body?: ArrayBuffer}} question
   * @returns {Promise<any>} as that of `ask`
   */
  async send(question) {
    await this.begun;  // while files come, and while a worker starts in place of one that was ended
    const id = this.asked += 1;
    this.worker?.postMessage({id, ...question});
    return new Promise(done => this.waiting.set(id, done));
  }
}

/** @param {string} trace */
const lastLine = trace => trace.trim().split("\n").at(-1) ?? "";
