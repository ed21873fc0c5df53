// @ts-check
// The words of this page that the live table's page does not have.
import {ngettext, tr} from "../js/catalogue.js";
import {words} from "../js/words.js";

export const texts = {
  tabs: {photo: tr("Photo"), take: tr("Tap or type the cards"), check: tr("Check an answer"), puzzle: tr("Puzzles"), play: tr("Play"), numo: tr("NUMO"),
    mine: words.mine, day: words.day, progress: words.progress, packs: tr("A pack of your own"), class: tr("Class")},
  first: tr("To the first screen"),
  photograph: tr("Photograph the table"),
  photographWhy: tr("I find the best take."),
  playWhy: tr("A game against the computer, at once."),
  watch: tr("Watch a game"),
  watchWhy: tr("The camera sees each play, and I keep the score."),
  lastGame: tr("The last game"),
  learnOff: tr("A class is kept on this device, so this is off. The first screen has a switch for it."),
  learnHere: tr("Puzzle of the day, puzzles from games and progress on this device"),
  teachers: tr("For teachers"),
  otherLanguage: document.documentElement.lang === "de" ? "English" : "Deutsch",

  keeping: tr("The program comes to this device. After that it works without the internet."),
  /** @type {(done: number, total: number) => string} */
  bytes: (done, total) => tr("{done} of {total} MB", {done: megabytes(done), total: megabytes(total)}),
  stages: {python: tr("Python starts …"), program: tr("The program is unpacked …"), eyes: tr("What reads photos is loaded …")},
  noWasm: tr("This browser cannot run the program: it has no WebAssembly. Use another browser, or a newer one."),
  /** @type {(why: string) => string} */
  failed: why => tr("The program did not start ({why}). Load the page again; if that does not help, use another browser.", {why}),
  blind: tr("Photos, the live table and a class need the internet once on this device. Connect it, and try again."),
  broken: (/** @type {string} */ why) => tr("Something in the program is wrong ({why}). Your game is kept; load the page again.", {why}),
  ended: tr("Nothing came of this for half a minute, so it was left: what was kept is there, and another file can be used."),
  notOffline: tr("This browser keeps no pages, so this one needs the internet each time."),
  framed: tr("Another page shows this one inside itself. Open it by its own address."),
  notKept: tr("This browser keeps nothing here: save the game as a file before you close the page."),
  elsewhere: tr("The game went on in another window: it stands here as it is there."),
  forgets: tr("A browser may throw away what it keeps, some after a week in which nobody came: put this page on the home screen, and save classes and games as files."),
  noRoom: tr("This device has no room: until there is some, changes are kept only as long as the page is open."),
  update: tr("There is a new version. A game that is being played stays as it is."),
  updateNow: tr("Use it now"),

  typed: tr("Type the cards"),
  typedHow: tr("As 11r 8o 3b; a build as [8b 4r]."),
  clear: tr("Clear the cards"),
  remove: (/** @type {string} */ card) => tr("Take away: {card}", {card}),
  addTo: tr("Where do the cards go?"),
  noCards: tr("No card yet."),
  solve: tr("Find the best take"),
  steps: tr("Step by step"),
  bestTakes: tr("The best takes"),

  photoHow: tr("A photo of the whole table: the cards in the middle, and your hand at the lower edge."),
  sharedPhoto: tr("the shared photo"),
  sharedAsk: tr("A photo was given to this page. Was that you?"),
  sharedRead: tr("Read it"),
  sharedLeave: tr("Forget it"),
  shoot: tr("Take the photo"),
  tapCard: tr("Tap a card that was read wrongly, or a place where one was not seen."),
  allCards: tr("All cards that were read"),
  cardMissing: tr("A card is missing"),
  closeUp: tr("The card in the photo"),
  anotherPhoto: tr("Another photo"),
  fileGone: tr("This file cannot be opened. Is it still there? Choose it again."),
  beside: tr("Beside"),

  decksHow: tr("Lay the pack out in rows, no card on another. Read a photo, mend by taps what was read wrongly, and add it; two or three photos show all."),
  deckRows: tr("Or type the cards row by row, where most are read wrongly"),
  deckAdd: tr("Add this photo"),
  deckPhotos: (/** @type {number} */ n) => ngettext("{n} photo so far", "{n} photos so far", n),
  deckName: tr("A name in small letters; a pack of the same name is replaced"),
  deckLearn: tr("Learn the pack"),
  deckRemoveWhy: tr("What was learned of its cards is gone from this device. You can save it as a file first."),

  classHow: tr("Print a week for the class, and mark photos of its slips. The class stays on this device; its backup goes to another one."),

  classAlone: tr("The class needs a browser that keeps this page. Load the page again, or use another browser."),

  classSlow: tr("No answer came for ten minutes. Load the page again, and look whether what you did is there before you do it again."),

  answerHow: tr("As (8 + 4) × 2; several sets are parted by a semicolon."),
  rubOut: tr("Rub out the last sign"),
  check: tr("Is it right?"),

  progressHow: tr("All of this stays on this device."),
  forget: tr("Delete puzzles and progress"),
  forgetAsk: tr("Delete your puzzles and your progress?"),
  forgetWhy: tr("Puzzles from your games, solved days and how games went are gone from this device. The games stay."),

  name: tr("Your name"),
  against: tr("Against"),
  opponents: {random: tr("Random computer"), greedy: tr("Computer"), champion: tr("Champion computer")},
  gameOver: tr("The game is over"),
  newGame: tr("New game"),
  leaveSure: tr("Leave this game?"),
  leaveWhy: tr("It is not over, and it does not stay here. You can save it as a file first."),
  thinks: tr("The computer thinks …"),
  undo: tr("Take back"),
  saveFile: tr("Save as a file"),
  openFile: tr("Open a file"),
  allPlays: tr("All plays"),
  toStart: tr("To the start"),

  numoMelds: tr("Melds of a hand"),
  numoHand: tr("The numbers of the hand"),
  numoTable: tr("Melds on the table, parted by semicolons"),
  numoLevel: tr("Level"),
  numoAll: tr("every kind of meld"),
  numoFind: tr("Find the melds"),
  numoGame: tr("A game against the computer"),
  numoNeeds: (/** @type {string} */ kinds) => tr("To go out you need {kinds}.", {kinds}),
  draw: tr("Draw from the stock"),
  takeCard: (/** @type {string} */ card) => tr("Take the {card}", {card}),
  chooseCards: tr("Tap cards of your hand to choose them."),
  happened: tr("What happened"),
  tableMelds: tr("Melds on the table"),
  stock: (/** @type {number} */ n) => ngettext("{n} card in the stock", "{n} cards in the stock", n),
};

/** @param {number} bytes */
const megabytes = bytes => (bytes / 1e6).toLocaleString(document.documentElement.lang, {minimumFractionDigits: 1, maximumFractionDigits: 1});
