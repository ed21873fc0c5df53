// The connection to the table: greets, hands messages on, and comes back by itself when it is lost.
const VERSION = 1;
const ALIVE = 10_000;
const SOONEST = 500, LATEST = 8_000;

export class Link {
  constructor(hear, state) {
    this.hear = hear;
    this.state = state;
    this.wait = SOONEST;
    this.hello = {role: "keeper"};
    this.stopped = false;
    setInterval(() => this.tell({type: "alive"}), ALIVE);
  }

  open(hello) {
    this.hello = hello;
    this.stopped = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.state("linking");
    socket.onopen = () => socket.send(JSON.stringify({type: "hello", v: VERSION, ...this.hello}));
    socket.onmessage = event => {
      if (typeof event.data !== "string") return this.hear({type: "picture", data: event.data});
      const message = JSON.parse(event.data);
      if (message.type === "welcome") {
        this.wait = SOONEST;
        this.state("linked");
      }
      if (message.type === "bye") this.why = message.why;
      if (message.pair) return location.assign("/pair");
      this.hear(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.stopped) return;
      this.state("lost", this.why);
      setTimeout(() => this.socket === socket && this.open(this.hello), this.wait);
      this.wait = Math.min(LATEST, this.wait * 2);
    };
  }

  // Greets anew, as another role.
  greet(hello) {
    this.stopped = true;
    this.socket?.close();
    this.open(hello);
  }

  tell(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message instanceof ArrayBuffer ? message : JSON.stringify(message));
  }

  // How much waits to be sent: pictures must not queue.
  get busy() {
    return this.socket?.readyState !== WebSocket.OPEN || this.socket.bufferedAmount > 200_000;
  }
}
