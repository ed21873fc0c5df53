// @ts-check
// All that the page shows: one object, and what follows from it. Only `App.update` (main.js) changes it.
import {NO_PUZZLE} from "./mine.js";

/** @import {
 *   Ask, By, Draft, Due, Face, Game, GameAnalysis, Hands, Hello, Hint, HistoryLine, Invitation, Learner, Level, Notice, Play, PlayedGame,
 *   Practice, Role, Story, Table, TableCard, Try, Welcome,
 * } from "./protocol.d.ts" */

/**
 * What is chosen on the first screen; it is remembered.
 * @typedef {object} Setup
 * @property {string[]} players in the order of play
 * @property {number} near index of the player at the lower edge of the picture
 * @property {Hands} hands
 * @property {string} cards level of the cards
 * @property {By} by
 * @property {string} numbers own highest number card; empty: as the level has it
 * @property {string} wilds own wild cards; empty: as the level has it
 * @property {number} packs how many packs are mixed
 */

/**
 * Which cards a game has.
 * @typedef {object} Pack
 * @property {number} numbers the highest number card
 * @property {Face[]} wilds
 * @property {number} packs how many packs are mixed
 */

/**
 * @typedef {object} CameraFacts
 * @property {boolean} running
 * @property {boolean} background it runs, and the page is in the background
 * @property {string} problem why no pictures come; empty where they do
 * @property {"" | "dark" | "glare"} light what is wrong with the light
 * @property {{id: string, label: string}[]} devices cameras whose names are known
 * @property {string} chosen id of the camera that is used, or was used last
 * @property {boolean} mirrored its pictures are turned round
 */

/**
 * An open dialog. `game` is the game as it was when the dialog was opened: a change is sent with its revision.
 * @typedef {{kind: "confirm", question: string, why: string, confirm: () => void}
 *   | {kind: "card", game: PlayedGame | null, card: TableCard, pack: Face[]}
 *   | {kind: "editor", game: PlayedGame}
 *   | {kind: "plays", game: PlayedGame}
 *   | {kind: "history", game: number}
 *   | {kind: "camera"} | {kind: "devices"} | {kind: "more"} | {kind: "rules"} | {kind: "kept"}
 *   | import("./lesson.js").LessonSheet
 *   | {kind: "pack", game: PlayedGame, pack: Pack}
 *   | {kind: "challenge", game: PlayedGame, players: string[]}} Dialog
 */

/**
 * A play that is built by taps, as far as it was tapped. `k`: the play that is mended, null for a new one. `card`: the number card of the
 * hand. `adds`: the last tap added a card. `sent`: it waits for the table. `why`: why the table refused it; empty where it did not.
 * @typedef {{
 *   k: number | null, game: number, revision: number, player: string, card: string, items: string[], adds: boolean,
 *   sent: boolean, why: string,
 * }} Editor
 */

/**
 * Another play of a kept game, as far as it was tapped. `k`: the play in whose place it is. `begun`: lines of what is done before it in the
 * turn. `line`: the play that was chosen; empty: none yet. `adds`: the last tap added a card. `answer`: what the program last said of it.
 * @typedef {{
 *   game: number, k: number, begun: string[], player: string, card: string, items: string[], line: string, adds: boolean,
 *   answer: Try | null, why: string,
 * }} Attempt
 */

/**
 * @typedef {object} State
 * @property {"linking" | "linked" | "lost"} link whether the table answers
 * @property {unknown} linkSaid what is said in place of that, such as why the table let the page go, or that there is a new version
 * @property {Hello} hello what this page asked to be
 * @property {boolean} scoresOnly the large scores are shown
 * @property {Welcome | null} welcome
 * @property {Game | null} game
 * @property {Table | null} table as it was read last
 * @property {Table | null} map as it is drawn: an older one as long as the cards lie where they lay
 * @property {Hint | null} hint
 * @property {Level} level of the hints on this page
 * @property {Practice | null} practice
 * @property {Ask | null} ask
 * @property {Notice | null} notice
 * @property {{number: number, text: string} | null} announcement said once, and gone after some seconds
 * @property {CameraFacts} camera
 * @property {boolean} sound
 * @property {boolean} cheers whether a take worth telling is celebrated
 * @property {number | null} cheer number of the play that is celebrated
 * @property {number | null} changeSeen number of the change that a person has looked at
 * @property {HistoryLine[] | null} history of the game whose history is shown
 * @property {number | null} dealSeen number of the game whose deal a person found right
 * @property {Setup} setup
 * @property {{role: Role, player: string, shown: Invitation | null}} invite pairing of another device
 * @property {Dialog | null} dialog
 * @property {Editor | null} editor
 * @property {Draft | null} draft what may be tapped next
 * @property {{kind: "game" | "film" | "try" | "mine" | "progress", game: number, at: number, name?: string, from?: string} | null} shown
 *   a kept game that is looked at, or a person's puzzles or progress; `from`: the address from which somebody came
 * @property {Record<string, Learner>} learners by name, what is kept of how people learn
 * @property {any} mine the puzzle that is solved, see mine.js
 * @property {Attempt | null} attempt another play of it, which is tried
 * @property {Story | null} story of the game that is over, or is looked at
 * @property {string} storyWhy why there is none
 * @property {GameAnalysis | null} analysis what each play of the story's game lost, as far as it is known
 * @property {PlayedGame["plays"][0]["bonuses"]} bonuses that are explained
 * @property {Due} due who is told of puzzles before a game
 * @property {number} monthsBack which month of solved days is shown
 * @property {boolean} shareNames whether names stand in the picture that is shared
 * @property {boolean} filmRuns
 * @property {boolean} hasPhoto a photo that this page gave is shown
 * @property {{written: string, at: number}} picker in the dialog of a card: what is written, and which card the tab key comes to
 */

/** @type {Setup} */
const NO_SETUP = {players: ["", ""], near: 0, hands: "open", cards: "3", by: "points", numbers: "", wilds: "", packs: 1};

/**
 * @param {Hello} hello
 * @param {Level} level
 * @param {Partial<Setup>} setup
 * @param {CameraFacts} camera
 * @param {{sound: boolean, cheers: boolean}} kept on this device
 * @returns {State}
 */
export function initialState(hello, level, setup, camera, {sound, cheers}) {
  return {
    link: "linking", linkSaid: "", hello, scoresOnly: false, welcome: null,
    game: null, table: null, map: null, hint: null, level, practice: null, ask: null, notice: null, announcement: null,
    camera, sound, cheers, cheer: null, changeSeen: null, history: null, dealSeen: null, setup: {...NO_SETUP, ...setup},
    invite: {role: "camera", player: "", shown: null}, dialog: null, editor: null, draft: null,
    shown: null, story: null, storyWhy: "", analysis: null, attempt: null, bonuses: [], shareNames: false, filmRuns: false,
    hasPhoto: false, learners: {}, due: {due: {}, people: []}, monthsBack: 0, mine: NO_PUZZLE, picker: {written: "", at: -1},
  };
}

/** What this page may do: the table decides, and says so in its welcome. @param {State} state */
export const roleOf = state => state.welcome?.role ?? state.hello.role;

/** @param {State} state */
export const mayChange = state => roleOf(state) === "keeper";

/** @param {State} state */
export const mayGivePictures = state => state.welcome?.source === "page" && ["keeper", "camera"].includes(roleOf(state));

/**
 * Whose pictures the table looks at now: one with a source of its own looks at those of a page in the demonstration.
 * @param {Pick<State, "game" | "welcome">} state
 */
export const sourceOf = ({game, welcome}) => (game ?? welcome)?.source;

/** @param {State} state */
export const mayHaveHints = state => ["keeper", "player"].includes(roleOf(state));

/** Whether this page has the table for itself: no other devices, and no folder for recordings. @param {State} state */
export const isAlone = state => state.welcome?.roles.length === 0;

/** @param {State} state */
export const mayPair = state => state.welcome?.roles.includes("keeper") ?? false;

/**
 * The game that is played or was played; null before one.
 * @param {State} state
 * @returns {PlayedGame | null}
 */
export function playedGame({game}) {
  return game && game.state !== "none" && game.state !== "practice" ? game : null;
}

/** @param {State} state */
export const keptGames = ({game}) => (game?.state === "none" ? game.games : []);

/**
 * The player whose page this is, as the game calls him.
 * @param {State} state
 * @returns {string | undefined}
 */
export const ownPlayer = state => ownAmong(state, playedGame(state)?.players ?? []);

/**
 * The player whose page this is, as some names have him.
 * @param {State} state
 * @param {string[]} names
 */
export function ownAmong(state, names) {
  const wanted = folded(state.hello.player ?? "");
  return roleOf(state) === "player" ? names.find(name => folded(name) === wanted) : undefined;
}

/**
 * Whether what is told to one player is for this page: a page that is nobody's is for all who look at it.
 * @param {State} state
 * @param {string | null} player
 */
export const isFor = (state, player) => roleOf(state) !== "player" || player === null || player === ownPlayer(state);

/**
 * The newest play that people would call one.
 * @param {PlayedGame} game
 * @returns {Play | undefined}
 */
export const lastPlay = ({plays}) => plays.findLast(({kind}) => kind !== "drawn");

/** Whether the deal is to be seen or looked at: until somebody finds it right, or plays. @param {State} state */
export function asksForDeal(state) {
  const game = playedGame(state);
  if (!game?.watched || game.state === "over") return false;
  return game.state === "waiting" || (mayChange(state) && !lastPlay(game) && state.dealSeen !== game.game && state.map !== null);
}

/**
 * The player who sits at the lower edge of the shown table: on a player's page himself.
 * @param {State} state
 * @param {PlayedGame} game
 */
export const nearPlayer = (state, game) => ownPlayer(state) ?? game.near;

/** Names of those who play, else of people who have played here. @param {State} state */
export const knownNames = state => playedGame(state)?.players ?? [...new Set(keptGames(state).flatMap(game => game.players))];

/**
 * Whether a person should look at a reading.
 * @param {State} state
 * @param {TableCard} card
 */
export const isDoubtful = (state, card) => card.sure < (state.welcome?.doubtful ?? 0);

/** @param {State} state */
export function screenOf(state) {
  if (state.shown) return state.shown.kind === "game" ? "result" : state.shown.kind;
  if (state.scoresOnly) return "scores";
  if (roleOf(state) === "camera") return "camera";
  if (state.game?.state === "practice") return "practice";
  const game = playedGame(state);
  if (game && (game.state === "over" || (game.state === "playing" && !game.watched))) return "result";
  if (game) return "play";
  return mayChange(state) ? "start" : "waiting";
}

/** @param {string} name */
const folded = name => name.trim().replace(/\s+/g, " ").toLowerCase();
