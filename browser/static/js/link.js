// @ts-check
// The connection to the table in the page's worker, in place of that to a server: the same messages.
import {DeskLink} from "../app/desk_link.js";
import {gamesView} from "../app/games_view.js";
import {noteGame} from "../app/last_game.js";
import {START, begin, startView} from "../app/start_view.js";
import {SETTINGS, askToStay, kept} from "../app/storage.js";
import {texts} from "../app/texts.js";
import {html} from "./lit.js";
import {words} from "./words.js";

/** @import {FromTable, Hello, ToTable} from "./protocol.d.ts" */

const VERSION = 1;
/** Time between two signs of life, in milliseconds: the table is stepped by them too. */
const ALIVE = 1_000;
/** Time until an analysis goes on, in milliseconds: the worker looks at pictures meanwhile. */
const AGAIN = 500;

export class Link {
  /**
   * @param {() => Hello} hello what this page asks to be
   * @param {(message: FromTable) => void} hear
   * @param {(state: "linking" | "linked" | "lost", said?: unknown) => void} changed
   */
  constructor(hello, hear, changed) {
    this.hello = hello;
    this.changed = changed;
    /** How the game stands, as it was noted last. @type {string | undefined} */
    this.standing = undefined;
    /** Whether the table answers. */
    this.busy = true;
    this.again = AGAIN;
    this.desk = new DeskLink((stage, why) => this.told(stage, why), message => {
      if (message.type === "game") this.noted(message);
      hear(message);
    });
    this.start = {...START};
    /** @type {Promise<unknown> | undefined} */
    this.begun = undefined;
    /** Whether what reads pictures did not come: nothing else is said then, until the page is loaded anew. */
    this.isBlind = false;
    /** @type {() => void} */
    this.greeted = () => {};
    /** @type {Promise<void>} */
    this.answers = new Promise(done => this.greeted = done);
    gamesView(this);
    setInterval(() => this.tell({type: "alive"}), ALIVE);
  }

  open() {
    if (!this.busy) return this.greet();
    this.begun ??= begin(this.desk, () => true, () => this.start, changes => this.say(changes)).then(problem => problem && this.changed("lost", problem));
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
    if (this.isBlind) return;
    if (start.ready) return this.changed("linked", start.update || start.ended ? startView(start) : "");
    this.changed("linking", startView(start));
  }

  /** @param {string} stage @param {string} why */
  told(stage, why = "") {
    if (stage === "sees") return this.greet();
    if (stage === "blind") {
      this.isBlind = true;
      return this.changed("lost", html`${texts.blind} <button type="button" @click=${() => location.reload()}>${words.again}</button>`);
    }
    if (stage === "failed") return this.changed("lost", texts.failed(why));
    if (stage === "ended") return this.ended(why);
    if (stage !== "ready") this.say({stage});
  }

  /** The worker was ended, and another one starts. @param {string} why */
  ended(why) {
    this.busy = true;
    this.answers = new Promise(done => this.greeted = done);
    this.desk.hear?.({type: "camera", why});
    this.say({ready: false, stage: "", ended: why});
  }

  /** Notes how the game that is under way stands, for the first screen. @param {import("./protocol.d.ts").Game} game */
  noted(game) {
    const goesOn = "players" in game && ["waiting", "playing"].includes(game.state);
    const said = goesOn ? game.players.map(name => `${name}: ${game.scores[name]}`).join(", ") : "";
    if (said === this.standing) return;
    this.standing = said;
    void noteGame("table.html", goesOn ? {said, over: false} : null);
  }

  /** @param {ToTable} message */
  tell(message) {
    if (message.type === "start") void askToStay();
    if (!this.busy) this.desk.worker?.postMessage({table: JSON.stringify(message)});
  }

  /** @param {ArrayBuffer} picture */
  send(picture) {
    this.desk.worker?.postMessage({picture}, [picture]);
    return true;
  }

  /**
   * What a server would be asked for under an address.
   * @param {string} path
   * @param {{body?: string | File}} [post]
   * @returns {Promise<Response>}
   */
  async fetch(path, {body} = {}) {
    await this.answers;
    const {learning} = kept(SETTINGS) ?? {};
    if (path === "/people/puzzles" && learning?.teaches && !learning.wanted) return new Response('{"off": true}');
    if (body) this.say({ended: ""});
    const found = await this.desk.send({path, body: body ? await new Response(body).arrayBuffer() : undefined});
    const said = found.error && path !== "/photo" ? found.error : JSON.stringify({...found, why: found.error});
    return new Response(said, {status: found.error ? 400 : 200});
  }
}
