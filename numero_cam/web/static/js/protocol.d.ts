// Messages between the page and the table, as docs/live-protocol.md has them. Read by the type checker only; browsers never load it.

export type Role = "camera" | "keeper" | "player" | "watcher";
export type Level = "none" | "cards" | "with" | "begin" | "play" | "advise";
export type By = "points" | "cards";
export type Hands = "open" | "hidden";
/** A card as the game writes it, such as `12g`; empty: face down, `?`: not read. */
export type Face = string;
/** Cards and signs in a row: a face, the faces of a build from bottom to top, or one of `+`, `(`, `)`. */
export type CardRow = (string | Face[])[];
/** A point of a picture: x and y from 0 to 1. */
export type Point = [number, number];

/** What points are for, the points, and the player. */
export type Items = [what: string, points: number, player: string][];

/** What a play is, as people are told it. */
export interface ToldPlay {
  /** One sentence. */
  said: string;
  /** The card that takes or builds; empty for other plays. */
  card: Face;
  /** Each set of a take, a build, or what was put down. */
  sets: CardRow[];
  points: number;
}

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
  /** Whose pictures the table looks at where nothing else is said; see `Game`. */
  source: Source;
  network: boolean;
  /** Readings that are less sure are doubtful, 0 to 1. */
  doubtful: number;
  games: KeptGame[];
  /** Whether this page begins with the demonstration. */
  demo: boolean;
  /** Which table of which hall this is; empty where it may join one, null where it may not. */
  hall: string | null;
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

export interface Play extends ToldPlay {
  k: number;
  turn: number;
  player: string | null;
  kind: "taken" | "built" | "discarded" | "drawn" | "challenged" | "passed" | "laid" | "returned" | "dealt" | "found" | "ended";
  /** Line of the game's text, such as `4 Ben: take 10b: 6b + 4g`. */
  text: string;
  items: Items;
  /** Bonuses of the player, each with its key and the rule of it, a sentence. */
  bonuses: [string, string][];
  sure: number;
  /** Asks whether it was the first of `others`; empty where the camera was sure enough. */
  perhaps: string;
  /** Lines of other plays with their probabilities. */
  others: [string, number][];
  by: "eyes" | "person";
}

/** A play that a change touched. */
export interface TouchedPlay {
  /** 0: the deal. */
  k: number;
  /** A sentence; empty: there was none. */
  was: string;
  /** A sentence; empty: there is none any more. */
  now: string;
  points_were: number;
  points_are: number;
}

/** An entry of the history. */
export interface HistoryLine {
  /** Its number among the plays and changes; 0: it cannot be taken back. */
  n: number;
  kind: "deal" | "operation" | "undo" | "change" | "back" | "redo" | "problem" | "note" | "end";
  /** One sentence. */
  said: string;
  by: "eyes" | "person";
  /** ISO 8601; empty: not kept yet. */
  at: string;
  points: number;
  /** Asks whether the play was another one; empty where the camera was sure enough. */
  perhaps: string;
  touched: TouchedPlay[];
  /** Player, score before, score after. */
  scores: [string, number, number][];
}

/** What may be taken back or done again. */
export interface HistoryStep {
  n: number;
  said: string;
}

/** Whose pictures the table looks at now. */
export type Source = "page" | "server";

export interface NoGame {
  type: "game";
  state: "none";
  source: Source;
  revision: number;
  games: KeptGame[];
}

export interface PracticeGame {
  type: "game";
  state: "practice";
  source: Source;
  revision: number;
}

/** How a game stands. */
export interface Standing {
  turn: number;
  phase: string;
  player: string | null;
  scores: Record<string, number>;
  hands_of: Record<string, Face[]>;
  won: Record<string, number>;
  centre: string[];
  builds: Build[];
  stock: number | null;
}

export interface PlayedGame extends Standing {
  type: "game";
  state: "waiting" | "playing" | "over";
  source: Source;
  watched: boolean;
  revision: number;
  /** Its number in the store. */
  game: number;
  players: string[];
  near: string;
  hands: Hands;
  by: By;
  pack: Face[];
  /** How many packs are mixed. */
  packs: number;
  recording: string | null;
  /** False in a game of a hall whose organiser gives no hints. */
  hints?: boolean;
  plays: Play[];
  last: string;
  winner: string;
  /** Only of a game against the computer, once it is over. */
  ending?: Ending | null;
  undo: HistoryStep | null;
  redo: HistoryStep | null;
  /** The change that came last, with its number among all entries; null: somebody played since. */
  changed: (HistoryLine & {id: number}) | null;
}

export type Game = NoGame | PracticeGame | PlayedGame;

/** A play of the advisor. */
export interface AdvisedPlay extends Omit<ToldPlay, "points"> {
  worth: string;
  why: string;
}

export interface Hint {
  type: "hint";
  level: Level;
  player: string | null;
  lines: string[];
  why: string;
  /** The card and the sets that it shows; empty: none. */
  card: Face;
  sets: CardRow[];
  /** Of the advisor only. */
  plays: AdvisedPlay[];
  /** The levels that say more than the one before, the weakest first; empty: not known. */
  levels: Level[];
}

export interface Practice {
  type: "practice";
  /** All faces that there are. */
  pack: Face[];
  lines: string[];
  centre: string[];
  hand: Face[];
  /** The best take; empty: none. */
  card: Face;
  sets: CardRow[];
}

export interface Ask {
  type: "ask";
  ask: number;
  question: string;
  /** The likeliest first; empty: no question is open. */
  choices: ToldPlay[];
  /** Words that answer a question about the cards of the game; what is assumed comes first. */
  answers: string[];
}

export type Verb = "take" | "build" | "discard" | "lay" | "return" | "draw" | "pass" | "challenge";

/** A play that can be chosen. */
export interface OfferedPlay extends ToldPlay {
  /** Line of the game's text, by which it is sent. */
  line: string;
  /** What its cards make; empty where they make nothing. */
  makes: string;
  items: Items;
  /** How many later plays could not stay; 0 where all can. */
  ends: number;
}

/** A card or a build of the middle. */
export interface DraftItem {
  /** By which it is sent. */
  item: string;
  /** From bottom to top. */
  cards: Face[];
  value: string;
  alive: boolean;
}

/** What may be tapped next in a play that this page builds. */
export interface Draft {
  type: "draft";
  /** Number of the question. */
  draft: number;
  k: number | null;
  /** There is no such play any more; everything else is missing. */
  gone: boolean;
  /** It is a last chance. */
  last: boolean;
  player: string;
  /** Name, and whether he may play. */
  players: [string, boolean][];
  /** Empty: any that the cards make. */
  verb: Verb | "";
  verbs: Verb[];
  /** The card of the hand that takes or builds; empty: not chosen. */
  card: Face;
  items: string[];
  /** Face, and whether it may be tapped. */
  hand: [Face, boolean][];
  centre: DraftItem[];
  /** Cards that nobody has seen and that may be tapped. */
  unseen: Face[];
  /** Faces of hand and unseen cards that take, build or are put down alone: one of them is `card`. */
  numbers: Face[];
  /** Each set so far: its cards and builds, its calculation, and what that makes. */
  sum: [string[], string, string][];
  /** The number that each set is to make; empty: they make a build. */
  goal: string;
  /** The cards are one take or one card put down, and no other can be tapped. */
  only: boolean;
  plays: OfferedPlay[];
  stories: OfferedPlay[];
}

export interface BestTake extends ToldPlay {
  player: string;
  k: number;
}

/** A play of a kept game, with the table before it and the scores after it. */
export interface Frame extends ToldPlay, Standing {
  k: number;
  turn: number;
  kind: Play["kind"];
  player: string;
  items: Items;
  after: Record<string, number>;
}

/** How a game ended, or how it stands where it was not played to its end. */
export interface Ending {
  game: number;
  players: string[];
  by: By;
  over: boolean;
  winner: string;
  winners: string[];
  /** What decided it; empty: nothing in particular. */
  why: string;
  scores: Record<string, number>;
  rows: {what: string; points: Record<string, number>}[];
  /** Who has the cards left in the middle, and how many cards that makes; empty: none were left. */
  left: string;
  best: BestTake[];
}

/** Answer of `GET /games/N/story`. */
export interface Story extends Ending {
  began: string;
  records: string[];
  series: {games: number; wins: Record<string, number>};
  frames: Frame[];
}

/** Answer of `GET /games/N/analysis`. */
export interface GameAnalysis {
  /** Number of plays whose analysis is final, of `turns`. */
  done: number;
  turns: number;
  /** Why it does not go on; empty: it does. */
  problem: string;
  /** `accuracy` per cent, null: not known; `lost` in words. */
  players: {name: string; accuracy: number | null; lost: string}[];
  /** What made the lead, and who would be ahead without losses, two sentences; empty: not known. */
  summary: string;
  /** Of how many plays nothing is known, a sentence; empty: of none. */
  unknown: string;
  /** `k` of the plays where the game turned, in their order. */
  turning: number[];
  plays: AnalysedPlay[];
}

/** A play beside the best one; `lost` to `parts` where it lost something. */
export interface AnalysedPlay {
  k: number;
  /** Its last operation: a play may be several. */
  last: number;
  /** Number of the turn, as `Play.turn` and `Frame.turn` count. */
  turn: number;
  player: number;
  /** Whether it is judged by many deals, not by the few of a first look. */
  final: boolean;
  said: string;
  /** Why nothing is known of it; empty: all is. */
  known: string;
  /** Of each player, that the play leads to. */
  leads: number[] | null;
  /** Whole points or cards; 0 with `better`: half a one at most. */
  loss: number;
  /** `loss` in words. */
  lost?: string;
  better?: string;
  card?: string;
  sets?: CardRow[];
  why?: string;
  /** Rows of words, what the play that was made brings, and what the better one would have; the last is their sum. */
  parts?: [string, number, number][];
}

/** Another play than that of `played`, beside the best one. */
export interface TriedPlay extends AnalysedPlay {
  /** What it brings beside the one that was made, a sentence. */
  beside: string;
}

/** Answer of `GET /games/N/try?k=K`, with each `begun`, `card`, each `item` and `line` of what was tapped: the table before the play. */
export interface Try extends Standing {
  hands: Hands;
  k: number;
  player: string;
  /** What was played, a sentence. */
  played: string;
  /** Lines of what is done before the play in the turn. */
  begun: string[];
  /** What may be tapped next. */
  draft: Draft;
  /** The play that was chosen; null: none yet, or the turn goes on after it. */
  tried: TriedPlay | null;
}

/** Answer of `POST /people/puzzles` to `learner`, `day`, `day_level` and `own_answered`: what is kept of how somebody learns. */
export interface Learner {
  /** That is asked next, to `day` the one of that day, with its task in words; both empty: none. */
  puzzle: string;
  task: string;
  /** How many puzzles there are, and how many of them are due. */
  cards: number;
  due: number;
  /** How hard the puzzle of the day is, such as `silver:10`. */
  level: string;
  /** Solved puzzles of the day. */
  days: [day: string, level: string][];
  /** `accuracy` per cent, null: not known; `brought` a turn, on average. */
  games: {day: string; by: By; accuracy: number | null; brought: number}[];
  /** Why nothing of it can be told; a page writes it there. */
  error?: string;
}

/**
 * Answer of `POST /people/puzzles` to `due`, for pages that keep the game: how many puzzles are due, by name of who has some, and who is
 * known here; where puzzles are off, to each question `{off: true}`.
 */
export interface Due {
  due: Record<string, number>;
  people: string[];
}

export interface Say {
  type: "say";
  text: string;
  clips?: string[];
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
  /** Whether it can be done when a person, such as a referee of a hall, said whether an answer was shown. */
  referee?: true;
  /** Number of the game that would end by it: it can be done by who says so. */
  replaces?: number;
}

export type FromTable =
  | Welcome | Table | Game | Hint | Practice | Ask | Draft | Say | Notice | Refused
  | {type: "ack"; number: number; credits: number}
  | {type: "camera"; why: string}
  | {type: "bye"; why: string; pair: boolean}
  /** A binary message: 24 bytes, then a JPEG. It has no `type` on its way; the page adds it. */
  | {type: "picture"; data: ArrayBuffer};

export interface Hello {
  role: Role;
  player?: string;
}

/** Changes of the game; each is sent with the revision that the person saw. */
export type Change =
  | {
      type: "start"; players: string[]; near: string; hands: Hands; cards: string; by: By;
      numbers: number | null; wilds: string | null; packs: number; source?: "page"; demonstration?: true;
    }
  | {type: "go_on"; game: number}
  | {type: "practise"}
  | {type: "stop"}
  | {type: "rematch"}
  | {type: "play"; k: number; as: string | null; ends?: boolean}
  | {type: "add"; as: string}
  | {type: "card"; id: number; as: Face | "none" | "hand" | "centre"; player?: string}
  | {type: "challenge"; player: string; shown?: boolean}
  | {type: "pack"; numbers: number; wilds: string; packs: number}
  | {type: "again"}
  | {type: "undo" | "redo"; n: number}
  | {type: "answer"; ask: number; choice: number};

export type ToTable =
  | ({type: "hello"; v: 1} & Hello)
  | {type: "level"; level: Level}
  | {type: "record"; on: boolean}
  | {type: "alive"}
  | {type: "draft"; draft: number; k: number | null; player: string; card: string; items: string[]; revision: number}
  | (Change & {revision: number; replaces?: number});

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
