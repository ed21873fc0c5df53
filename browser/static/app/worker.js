// @ts-check
// The worker holds Python with the program, and answers one question after the other, so that the page is never blocked.
import {KEPT, openKept, readKept, whileKept} from "./kept_files.js";
import {snapshotPlace} from "./snapshot.js";
import {openFile} from "./kept_file.js";
import {decodePhoto, openVision, usePhoto} from "./vision.js";

/** @import {WebGpu} from "./webgpu.js" */

/**
 * A question with a photo, be it null for the one before, waits for the eyes.
 * The live table's page says messages of its protocol, sends pictures, and asks for what a server has under a path.
 * @typedef {{id: number, question: string, photo?: ArrayBuffer | null, keeps?: boolean}
 *   | {table: string} | {picture: ArrayBuffer} | {id: number, path: string, body?: ArrayBuffer}} Asked
 * @typedef {{language: string, sees: boolean, table?: boolean} | Asked} ToWorker
 * @typedef {"python" | "program" | "eyes" | "sees" | "blind"} Stage
 * @typedef {{ready: true} | {stage: Stage} | {failed: string} | {id: number, answer: string, kept?: boolean} | {told: string}
 *   | {webgpu: unknown} | {works: boolean}} FromWorker
 */

/** Time between two signs of life, in milliseconds. */
const SIGN_EVERY = 500;
/** Time from the first answers until the picture of the memory is kept, in milliseconds. */
const KEEP_AFTER = 2_000;
/** Length of the head of a picture, in bytes. */
const HEAD = 24;
const ROOT = new URL("../", import.meta.url);
const PYODIDE = new URL("pyodide/", ROOT).href;
const BEGIN = "import sys; sys.path.insert(0, '/program'); from browser.desk import Desk, warm_up; warm_up(); desk = Desk(); " +
  "from browser.learner_desk import LearnerDesk; LearnerDesk(desk)";
/** The picture of the memory has the state of chance and the list of files as they were. */
const GO_ON = "import importlib, random; importlib.invalidate_caches(); random.seed()";
const SEE = "import sys; sys.path.insert(0, '/program/browser/stand_ins'); " +
  "from browser.photo_desk import PhotoDesk; PhotoDesk(desk); from browser.class_desk import ClassPages; ClassPages(desk)";
const TABLE = "import sys; sys.path.insert(0, '/program/browser/stand_ins'); from browser_vision import kept, tell; "
  + "from browser.table_desk import TableDesk; table = TableDesk(tell, kept)";
/** On what the picture of the memory depends. */
const DEPENDS = ["core.zip", "pyodide/pyodide.asm.wasm"];
/** Packages of Pyodide's distribution; see browser/parts.py. */
const WHEELS = ["numpy", "pillow"];
/** Whether this Pyodide has SQLite as one more package. */
const NO_SQLITE = "import importlib.util; importlib.util.find_spec('_sqlite3') is None";

/** Whether Python can wait for what JavaScript promises. */
const WAITS = "from pyodide.ffi import can_run_sync; can_run_sync()";

/** @type {(message: FromWorker) => void} */
const say = message => postMessage(message);
/** @type {any} */
let python = null;
/** Python's function of a question and a photo. @type {any} */
let answer = null;
/** What reading photos needs, of which all has come or comes. @type {[Promise<any>, ...Promise<ArrayBuffer>[]] | null} */
let coming = null;
/** @type {Promise<void> | null} */
let eyes = null;
/** The live table, where this is its page. @type {any} */
let table = null;
/** @type {WebGpu | null} */
let webgpu = null;
/** When the page was last told that something is worked on which it watches; infinite while nothing is. */
let signed = Infinity;
/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/**
 * @param {string} language of what the program says
 * @param {boolean} sees whether photos are read at once
 * @param {boolean} live whether this is the page of the live table
 */
async function start(language, sees, live) {
  say({stage: "python"});
  const files = await Promise.all(DEPENDS.map(fetched)), [core] = files, place = await snapshotPlace(ROOT, language, files);
  const options = {indexURL: PYODIDE, env: {HOME: "/home", XDG_DATA_HOME: KEPT, NUMERO_CAM_LANGUAGE: language}};
  const known = place && await fromSnapshot(options, place.read);
  python = known ?? await pyodide({...options, _makeSnapshot: true});
  if (sees && known) fetchEyes();
  say({stage: "program"});
  python.unpackArchive(await core.arrayBuffer(), "zip", {extractDir: "/program"});
  python.runPython(known ? GO_ON : BEGIN);
  if (!known) void keepSnapshot(language, snapshotOf(python));
  answer = python.globals.get("desk").answer;
  say({ready: true});
  if (sees) await see(live).catch(error => {
    if (!(error instanceof Blind)) throw error;
  });
}

/** What reads photos did not come. */
class Blind extends Error {}

/** Has what reads photos opened. Where it does not come, that is said, and it is tried again when it is asked for again. */
const see = (live = false) => eyes ??= openEyes(live).catch(error => {
  if (error instanceof Blind) {
    eyes = coming = null;
    say({stage: "blind"});
  }
  throw error;
});

/**
 * Keeps the picture of the memory, if the files are kept on which it depends, once the first questions are answered: it takes the processor
 * a second to make it small.
 * @param {string} language
 * @param {Uint8Array<ArrayBuffer> | null} snapshot
 */
async function keepSnapshot(language, snapshot) {
  await new Promise(done => setTimeout(done, KEEP_AFTER));
  try {
    const place = snapshot && await snapshotPlace(ROOT, language, await Promise.all(DEPENDS.map(fetched)));
    if (snapshot) await place?.write(snapshot);
  } catch (error) {
    console.warn(error);
  }
}

/** @param {boolean} works on what the page watches */
function sign(works) {
  signed = works ? performance.now() : Infinity;
  say({works});
}

/** A sign of life of what is worked on. */
const step = () => void (performance.now() - signed > SIGN_EVERY && sign(true));

/** What reading photos needs beside packages of Python: its calls, its code, and its models. */
const fetchEyes = () => coming ??= [openVision(ROOT, webgpu => say({webgpu}), step), ...["eyes.zip", "models.zip"].map(async name =>
  (await fetched(name)).arrayBuffer())];

async function eyesCome() {
  try {
    await python.loadPackage([...WHEELS, ...(python.runPython(NO_SQLITE) ? ["sqlite3"] : [])], {messageCallback() {}});
    const all = Promise.all(fetchEyes());
    all.catch(() => {});  // one that fails while Python works is told when its turn comes
    python.runPython("import numpy, PIL.Image");  // while the rest comes
    return await all;
  } catch (error) {
    console.warn(error);
    throw new Blind();
  }
}

/** @param {boolean} live */
async function openEyes(live) {
  say({stage: "eyes"});
  const [calls, ...packed] = await eyesCome();
  await openKept(python.FS);
  const kept = live ? await openFile("games.jsonl") : null;
  webgpu = calls.webgpu;
  if (webgpu && !await python.runPythonAsync(WAITS)) webgpu.lose("Python cannot wait");
  python.registerJsModule("browser_vision", {...calls, kept, tell: (/** @type {string} */ told) => say({told})});
  for (const archive of packed) python.unpackArchive(archive, "zip", {extractDir: "/program"});
  python.runPython(live ? TABLE : SEE);
  table = live ? python.globals.get("table") : null;
  say({stage: "sees"});
}
/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, ROOT));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** @param {object} options @returns {Promise<any>} */
async function pyodide(options) {
  const {loadPyodide} = await import(`${PYODIDE}pyodide.mjs`);
  return loadPyodide(options);
}

/**
 * Starts from a picture of the memory; null where there is none, or it is of no use.
 * @param {object} options
 * @param {() => Promise<Uint8Array | null>} read
 */
async function fromSnapshot(options, read) {
  try {
    const snapshot = await read();
    return snapshot && await pyodide({...options, _loadSnapshot: snapshot});
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * The picture of the memory; null where this Pyodide makes none.
 * @param {any} python
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
function snapshotOf(python) {
  try {
    return python.makeMemorySnapshot();
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** @param {ArrayBuffer} file */
const bytesOf = file => python.toPy(new Uint8Array(file)).tobytes();

/**
 * Does something once all before it is done: while Python waits for WebGPU, nothing else may begin.
 * @template T
 * @param {() => T | Promise<T>} does
 * @returns {Promise<T>}
 */
function inTurn(does) {
  const done = turn.then(does);
  turn = done.catch(() => {});
  return done;
}

/**
 * Does something that may be a stranger's. The page ends this worker where it takes too long without a step; see desk_link.js.
 * @template T
 * @param {() => T | Promise<T>} does
 * @returns {Promise<T>}
 */
async function watched(does) {
  sign(true);
  try {
    return await does();
  } finally {
    sign(false);
  }
}

/**
 * Calls Python.
 * @param {any} method
 * @param {unknown[]} given
 */
const called = (method, ...given) => webgpu?.isUsed ? method.callPromising(...given) : method(...given);

/**
 * Whether the program thinks it up itself, such as a puzzle, a play of the computer or the prints of a class: nobody else made any of it.
 * @param {Asked} message
 */
const isOwn = message => {
  if (!("question" in message)) return false;
  const asked = JSON.parse(message.question);
  return asked.type === "class" ? /^(print|strips)|\.pdf/.test(asked.address) : message.photo === undefined && !message.keeps && !("text" in asked);
};

/** The file of a photo or picture that a message brings. @param {Asked} message */
const photoOf = message => {
  if ("picture" in message) return message.picture.slice(HEAD);
  return "path" in message ? message.body : "photo" in message ? message.photo : null;
};

/** @param {Asked} message */
async function answered(message) {
  if ("table" in message) return watched(() => called(table.hear, message.table));
  if ("picture" in message) return watched(() => called(table.look, bytesOf(message.picture)));
  if ("path" in message) return say({id: message.id, answer: await answerPath(message.path, message.body)});
  const {id, question, photo, keeps} = message;
  const ask = () => called(answer, question, photo ? python.toPy(new Uint8Array(photo)) : undefined);
  if (!keeps) {
    if (photo !== undefined) await readKept(python.FS);
    return say({id, answer: await (isOwn(message) ? ask() : watched(ask))});
  }
  const [found, kept] = await whileKept(python.FS, () => isOwn(message) ? ask() : watched(ask));  // while it waits for another tab, or writes, it is not watched
  say({id, answer: found, kept});
}

/**
 * @param {string} path
 * @param {ArrayBuffer} [body] a file
 * @returns {Promise<string>}
 */
async function answerPath(path, body) {
  if (path !== "/photo" || !body) return watched(() => called(table.asked, path, body ? new TextDecoder().decode(body) : ""));
  await watched(() => called(table.look_at_photo, bytesOf(body)));
  return "{}";
}

/** @param {MessageEvent<ToWorker>} event */
onmessage = async ({data}) => {
  try {
    if ("language" in data) return await start(data.language, data.sees, data.table === true);
    if ("photo" in data && data.photo !== undefined) await see();
    const file = photoOf(data), decoded = file ? decodePhoto(file).catch(() => null) : null;
    await inTurn(async () => {
      if (decoded) usePhoto(await watched(() => decoded));
      await answered(data);
    });
    webgpu?.check(inTurn);
  } catch (error) {
    console.error(error);
    const why = error instanceof Blind ? {blind: true} : {broken: String(error)};
    say("id" in data ? {id: data.id, answer: JSON.stringify(why)} : {failed: String(error)});
  }
};
