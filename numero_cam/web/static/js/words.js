// @ts-check
// All words of the page in English; the catalogue has them in other languages.
import {ngettext, tr} from "./catalogue.js";

export const words = {
  skip: tr("Go to the table"),
  nav: tr("Pages"),
  navTable: tr("Table"),
  navScores: tr("Scores"),
  soundOn: tr("Sound on"),
  soundOff: tr("Sound off"),
  linked: tr("Connected"),
  linking: tr("Connecting …"),
  lost: tr("The table does not answer. Trying again … Is numero-cam live still running?"),

  what: tr("Play with real cards. This page watches them, keeps the score and helps as much as you want."),
  camera: tr("The camera"),
  cameraAllow: tr("Use a camera of this device"),
  cameraWhy: tr("Pictures stay on this computer. They are looked at and forgotten."),
  cameraWhich: tr("Camera"),
  cameraNone: tr("No camera was found. Plug one in, and try again."),
  cameraRefused: tr("The browser was not allowed to use the camera. Allow it beside the address of this page, and try again."),
  cameraBusy: tr("The camera cannot be used. Is another program using it? Close that one, and try again."),
  cameraGone: tr("The camera was unplugged. Plug it in again, or choose another."),
  cameraMissing: tr("This address lets no page use a camera. Open the page as http://localhost, or give photos below."),
  cameraHidden: tr("This page is in the background, so the browser sends no pictures. Bring it to the front."),
  cameraElsewhere: tr("Another page gives the pictures now, so the camera of this page was turned off. "
    + "To use this one instead, press the button."),
  titleHidden: tr("No pictures: bring this page to the front"),
  cameraServer: tr("The table has a camera of its own."),
  again: tr("Try again"),
  photo: tr("Give a photo of the table instead"),
  photoTaken: tr("The photo is being read."),
  inView: tr("Put the whole table in view: every card should have an outline."),
  tooDark: tr("The picture is dark. Turn on a light."),
  tooBright: tr("A part of the picture is too bright. Turn the lamp, or move the camera."),
  /** @type {(n: number) => string} */
  cardsSeen: n => ngettext("{n} card is seen.", "{n} cards are seen.", n),
  tooFar: tr("The cards are small in the picture. Bring the camera nearer."),
  hardToRead: tr("Many cards cannot be read surely. Are the numbers in the picture mirrored? Then tick the box below. "
    + "Else turn on a light, and bring the camera nearer."),
  mirrored: tr("The picture is mirrored: turn it round"),

  who: tr("Who plays?"),
  /** @type {(n: number) => string} */
  player: n => tr("Player {n}", {n}),
  addPlayer: tr("One more player"),
  lessPlayers: tr("One player less"),
  order: tr("In the order of play. The first begins."),
  near: tr("Who sits at the lower edge of the picture?"),
  hands: tr("Hands"),
  handsOpen: tr("lie open on the table"),
  handsHidden: tr("are held, and hidden"),
  level: tr("Cards"),
  levels: {
    1: tr("Level 1: numbers only"),
    2: tr("Level 2: numbers and −"),
    3: tr("Level 3: numbers, − × ÷"),
    "unit-fractions": tr("with ½ ⅓ ¼ …"),
    all: tr("all cards of the pack"),
  },
  by: tr("Play for"),
  byPoints: tr("points, with every bonus"),
  byCards: tr("the most cards"),
  ownCards: tr("Cards of your own choice"),
  ownNumbers: tr("Highest number card"),
  asLevel: tr("as the level has it"),
  ownWilds: tr("Wild cards"),
  ownWildsHow: tr("Such as -2 x3 /2 1/2, or none. Leave empty for those of the level."),
  start: tr("Start the game"),
  practise: tr("Practise without a game"),
  goOn: tr("Go on with a game"),
  /** @type {(result: string, day: string, over: boolean) => string} */
  keptGame: (result, day, over) => over ? tr("{result} ({day}, finished)", {result, day}) : `${result} (${day})`,
  list: tr("All games that were kept"),

  waiting: tr("Deal the cards as always, and take your hands away. The game begins when the table lies still."),
  /** @type {(near: string, players: string) => string} */
  waitingWhere: (near, players) => tr("{near} sits at the lower edge; then clockwise: {players}.", {near, players}),
  tableSeen: tr("The table as it is read"),
  picture: tr("The picture of the camera with the cards that were read"),
  tapCard: tr("Tap a card that is wrong."),
  scores: tr("Scores"),
  /** @type {(name: string) => string} */
  turnOf: name => tr("{name} is to play", {name}),
  over: tr("The game is over."),
  unwatched: tr("Nobody watches this game any more."),
  /** @type {(n: number) => string} */
  won: n => ngettext("{n} card won", "{n} cards won", n),
  /** @type {(n: number) => string} */
  pointUnit: n => ngettext("point", "points", n),
  /** @type {(n: number) => string} */
  cardUnit: n => ngettext("card", "cards", n),
  plays: tr("What was played"),
  noPlays: tr("Nothing yet."),
  byPerson: tr("said by you"),
  /** @type {(p: number) => string} */
  unsure: p => tr("{p} % sure", {p}),

  hints: tr("Hints on this page"),
  levelsOfHints: {
    none: tr("none"),
    cards: tr("that there is a take"),
    with: tr("with which card"),
    begin: tr("how it begins"),
    play: tr("the best play"),
    advise: tr("the best plays, with reasons"),
  },

  role: tr("What is this page for?"),
  roles: {
    keeper: tr("It keeps the game"),
    player: tr("It is one player's"),
    watcher: tr("It only shows the game"),
    camera: tr("It is only the camera"),
  },
  whose: tr("Whose page is it?"),
  whoseName: tr("A name, as in the game"),
  choose: tr("Choose …"),
  notYet: tr("No game is being played yet. It is shown here as soon as it begins."),
  onlyCamera: tr("This page gives the pictures. Play, and follow the game on another page."),

  devices: tr("Another device"),
  devicesWhy: tr("A telephone as the camera, the page of a player, a large screen: each is paired with a code that works once."),
  devicesHere: tr("Only other browsers of this computer can be paired now. For telephones start the table with: numero-cam live --network"),
  deviceRole: tr("What is the other device for?"),
  devicePlayer: tr("Which player's is it?"),
  devicePlayerOpen: tr("The first that is chosen there"),
  /** @type {(name: string) => string} */
  bound: name => tr("This device is {name}'s.", {name}),
  deviceCode: tr("Show a code"),
  deviceOpen: tr("On the other device open {address} and type this code:"),
  deviceTrust: tr("If its browser warns of the certificate, open this first; it says how to trust the table:"),
  deviceScan: tr("Or point its camera at this picture."),
  /** @type {(minutes: number) => string} */
  deviceLasts: minutes => ngettext("It works once, within {n} minute.", "It works once, within {n} minutes.", minutes),
  deviceQr: tr("Picture with the address and the code, for the camera of the other device"),
  unpair: tr("Let all other devices go"),
  unpairSure: tr("Let all other devices go? Their pages close, and codes that were not used stop working."),
  /** @type {(n: number) => string} */
  unpaired: n => ngettext("{n} device was let go.", "{n} devices were let go.", n),

  challenge: tr("Challenge"),
  challengeWho: tr("Who challenges the newest build?"),
  challengeShown: tr("Was the answer shown?"),
  shown: tr("It was shown"),
  bluff: tr("It was a bluff"),
  add: tr("Add a play"),
  addWhy: tr("A play that was not seen. Write it as below."),
  recordOn: tr("Record"),
  recordOff: tr("Stop recording"),
  /** @type {(folder: string) => string} */
  recording: folder => tr("Recording: pictures are kept in {folder}", {folder}),
  stop: tr("End the game"),
  stopSure: tr("End the game? Last chances that are open count as passed. It is kept, and you can go on with it later."),
  leave: tr("Back to the start"),

  cardWrong: tr("What is this card?"),
  /** @type {(face: string, p: number) => string} */
  cardRead: (face, p) => tr("It was read as {face} ({p} %).", {face, p}),
  cardNone: tr("There is no card"),
  cardUnread: tr("It could not be read."),
  /** @type {(name: string) => string} */
  cardHand: name => tr("It belongs to the hand of {name}", {name}),
  cardLikely: tr("Likely cards"),
  cardAny: tr("Another card"),
  cardFind: tr("Write it, as 12 or green"),
  cardNotInGame: tr("No such card is in this game."),
  /** @type {(p: number) => string} */
  percent: p => p < 0.01 ? tr("under 1 %") : `${Math.round(100 * p)} %`,
  playWrong: tr("What was played?"),
  playOther: tr("Or was it"),
  playTyped: tr("Something else. Write it like this:"),
  playBack: tr("Take the game back to before this play"),
  save: tr("This is right"),
  cancel: tr("Cancel"),
  yes: tr("Yes"),
  ask: tr("A question"),

  /** @type {Record<import("./protocol.d.ts").TableCard["zone"], (name: string | null) => string>} */
  zones: {
    centre: () => tr("in the centre"),
    row: name => name ? tr("before {name}", {name}) : tr("in a row"),
    stock: () => tr("in the stock"),
    won: name => name ? tr("won by {name}", {name}) : tr("won"),
  },
  faceDown: tr("face down"),
  unknownCard: tr("not read"),
  covered: tr("under other cards"),
  /** @type {(value: string) => string} */
  build: value => tr("a build of {value}", {value}),
  colours: {
    r: tr("red"), b: tr("blue"), g: tr("green"), o: tr("orange"), s: tr("spades"), h: tr("hearts"), d: tr("diamonds"), c: tr("clubs"),
  },
  practice: tr("Practice"),
  practiceWhy: tr("Lay cards in the middle and a hand at the lower edge. The best take is shown when your hands are gone."),
};
