// Messages between the page and the table, as docs/live-protocol.md has them. Read by the type checker only; browsers never load it.

export type Role = "camera" | "keeper" | "player" | "watcher";
export type Level = "none" | "cards" | "with" | "begin" | "play" | "advise";
export type By = "points" | "cards";
export type Hands = "open" | "hidden";
/** A card as the game writes it, such as `12g`; empty: face down, `?`: not read. */
export type Face = string;
/** A point of a picture: x and y from 0 to 1. */
export type Point = [number, number];

export interface KeptGame {
  game: number;
  /** ISO 8601. */
  began: string;
  players: string[];
  scores: Record<string, number>;
  over: boolean;
}

export interface Welcome {
  type: "welcome";
  v: 1;
  role: Role;
  roles: Role[];
  bound: boolean;
  player: string;
  revision: number;
  credits: number;
  /** `page`, or words for the source that the server opened itself. */
  source: string;
  network: boolean;
  /** Readings that are less sure are doubtful, 0 to 1. */
  doubtful: number;
  games: KeptGame[];
}

export interface Ack {
  type: "ack";
  number: number;
  credits: number;
}

export interface TableCard {
  id: number;
  /** Top left, top right, bottom right, bottom left corner of the card. */
  quad: [Point, Point, Point, Point];
  face: Face;
  /** 0 to 1. */
  sure: number;
  /** Other faces with their probabilities, the likeliest first. */
  others: [Face, number][];
  zone: "centre" | "row" | "stock" | "won";
  player: string | null;
  /** A hand is over it. */
  unclear: boolean;
}

export interface Table {
  type: "table";
  /** Of the picture that was read; null where this page did not give it. */
  number: number | null;
  /** Seconds. */
  t: number;
  /** Pixels. */
  width: number;
  height: number;
  /** The lowest first. */
  cards: TableCard[];
  busy: string[];
}

export interface Build {
  /** From bottom to top. */
  cards: Face[];
  value: string;
}

export interface Play {
  k: number;
  turn: number;
  player: string | null;
  kind: "taken" | "built" | "discarded" | "drawn" | "challenged" | "passed" | "laid" | "returned" | "dealt";
  /** Line of the game's text, such as `4 Ben: take 10b: 6b + 4g`. */
  text: string;
  words: string;
  points: number;
  /** What, points, player. */
  items: [string, number, string][];
  sure: number;
  /** Lines of other plays with their probabilities. */
  others: [string, number][];
  by: "eyes" | "person";
}

export interface NoGame {
  type: "game";
  state: "none";
  revision: number;
  games: KeptGame[];
}

export interface PracticeGame {
  type: "game";
  state: "practice";
  revision: number;
}

export interface PlayedGame {
  type: "game";
  state: "waiting" | "playing" | "over";
  watched: boolean;
  revision: number;
  /** Its number in the store. */
  game: number;
  players: string[];
  near: string;
  hands: Hands;
  by: By;
  pack: Face[];
  recording: string | null;
  turn: number;
  player: string | null;
  phase: string;
  scores: Record<string, number>;
  hands_of: Record<string, Face[]>;
  won: Record<string, number>;
  centre: string[];
  builds: Build[];
  stock: number | null;
  plays: Play[];
  last: string;
  winner: string;
}

export type Game = NoGame | PracticeGame | PlayedGame;

export interface Hint {
  type: "hint";
  level: Level;
  player: string | null;
  lines: string[];
  why: string;
}

export interface Practice {
  type: "practice";
  lines: string[];
}

export interface Ask {
  type: "ask";
  ask: number;
  question: string;
  /** Line, words, probability; empty: no question is open. */
  choices: [string, string, number][];
}

export interface Say {
  type: "say";
  text: string;
  clips?: string[];
}

export interface CameraTaken {
  type: "camera";
  why: string;
}

export interface Notice {
  type: "notice";
  text: string;
  kind: string;
}

export interface Refused {
  type: "refused";
  to: string;
  why: string;
}

export interface Bye {
  type: "bye";
  why: string;
  pair: boolean;
}

/** A binary message: 24 bytes, then a JPEG. It has no `type` on its way; the page adds it. */
export interface PictureBytes {
  type: "picture";
  data: ArrayBuffer;
}

export type FromTable =
  Welcome | Ack | Table | Game | Hint | Practice | Ask | Say | CameraTaken | Notice | Refused | Bye | PictureBytes;

export interface Hello {
  role: Role;
  player?: string;
}

/** Changes of the game; each is sent with the revision that the person saw. */
export type Change =
  | {
      type: "start"; players: string[]; near: string; hands: Hands; cards: string; by: By;
      numbers: number | null; wilds: string | null;
    }
  | {type: "go_on"; game: number}
  | {type: "practise"}
  | {type: "stop"}
  | {type: "play"; k: number; as: string | null}
  | {type: "add"; as: string}
  | {type: "card"; id: number; as: Face | "none" | "hand"; player?: string}
  | {type: "challenge"; player: string; shown?: boolean}
  | {type: "answer"; ask: number; choice: number};

export type ToTable =
  | ({type: "hello"; v: 1} & Hello)
  | {type: "level"; level: Level}
  | {type: "record"; on: boolean}
  | {type: "alive"}
  | (Change & {revision: number});

/** Answer of `POST /invite`. */
export interface Invitation {
  code: string;
  role: Role;
  player: string;
  seconds: number;
  address: string;
  trust?: string;
  qr?: string;
}
