// @ts-check
// The connection to the table: greets, hands messages on, and comes back by itself when it is lost.

/** @import {FromTable, Hello, ToTable} from "./protocol.d.ts" */

const VERSION = 1;
/** Time between two signs of life, in milliseconds. */
const ALIVE = 10_000;
/** Time until a lost connection is opened again, in milliseconds; it doubles from the first to the second. */
const SOONEST = 500, LATEST = 8_000;
/** More bytes than this waiting to be sent: the connection is busy. */
const BUSY = 200_000;

/** Time until it is asked again how far an analysis is, in milliseconds: pictures of the table wait while that is answered. */
const AGAIN = 2_000;

export class Link {
  /**
   * @param {() => Hello} hello what this page asks to be
   * @param {(message: FromTable) => void} hear
   * @param {(state: "linking" | "linked" | "lost", why?: string) => void} changed
   */
  constructor(hello, hear, changed) {
    this.hello = hello;
    this.hear = hear;
    this.changed = changed;
    this.wait = SOONEST;
    this.again = AGAIN;
    /** Words of the table for why it let the page go. */
    this.why = "";
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    setInterval(() => this.tell({type: "alive"}), ALIVE);
  }

  // Opens a connection in place of the one before, and greets.
  open() {
    const before = this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    before?.close();
    this.changed("linking");
    socket.onopen = () => this.tell({type: "hello", v: VERSION, ...this.hello()});
    socket.onmessage = ({data}) => {
      if (typeof data !== "string") return this.hear({type: "picture", data});
      /** @type {FromTable} */
      const message = JSON.parse(data);
      if (message.type === "welcome") {
        this.wait = SOONEST;
        this.why = "";
        this.changed("linked");
      }
      if (message.type === "bye") {
        this.why = message.why;
        if (message.pair) return location.assign("/pair");
      }
      this.hear(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.changed("lost", this.why);
      setTimeout(() => this.socket === socket && this.open(), this.wait);
      this.wait = Math.min(LATEST, this.wait * 2);
    };
  }

  /** @param {ToTable} message */
  tell(message) {
    this.send(JSON.stringify(message));
  }

  /** Returns whether it could be sent. @param {string | ArrayBuffer} data */
  send(data) {
    const isOpen = this.socket?.readyState === WebSocket.OPEN;
    if (isOpen) this.socket?.send(data);
    return isOpen;
  }

  /**
   * Asks the server of the table for something else.
   * @param {string} path
   * @param {{body?: string | File}} [post] what is sent; nothing where something is only asked for
   * @returns {Promise<Response>}
   */
  fetch(path, post) {
    return fetch(path, post && {method: "POST", ...post});
  }

  // How much waits to be sent: pictures must not queue.
  get busy() {
    return this.socket?.readyState !== WebSocket.OPEN || this.socket.bufferedAmount > BUSY;
  }
}
