// Keeps every file, so that the page works without a network, and adds the two headers without which a page gets no threads.
// The build writes VERSION and FILES before this line: the SHA-256 and the number of bytes of each file by its name.
// Caches belong to the host: by its scope each copy of the page at another path has its own.
const OWN = `numero-cam ${registration.scope} `, CACHE = OWN + VERSION, HASH = "x-sha256";
const FRAME = /^.*\/class~[\w-]+/, CLASS = /^(.*\/class~[\w-]+|\/class)\/?/;
const FRAME_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; "
  + "base-uri 'none'; frame-ancestors 'self'";
/** What most people never ask for comes, and is kept, when it is asked for. */
const LATER = /^(webgpu\/|demo\.mp4$)/;
/** What Python starts with: a first visit waits for nothing else, and all else comes later. */
const PYTHON = /^core\.zip$|^pyodide\/(?!.*\.whl$)/;
/** What photos, the live table and a class need beside it, in the order in which the worker makes use of it. */
const EYES = [/^pyodide\/.*\.whl$/, /^eyes\.zip$/, /^opencv\//, /^onnxruntime\//, /^models\.zip$/];
/** Time between two words of how much is here, in milliseconds. */
const TELL_EVERY = 100;
/**
 * Time after which the frame of a class asks once more for the page that it goes to, in milliseconds: WebKit and Firefox end a worker that
 * answers nothing for about a minute, and with it goes the answer.
 */
const ASK_AGAIN = 45_000;
/** The same for a form: where a browser ends the worker meanwhile, it may send the form to the host, and the names in it. */
const ASK_AGAIN_FORM = 2_000;
/** How often a page was asked for once more, at the end of its address; see class_view.js. */
const AGAIN = /[?&]again=(\d+)$/;
/** How many files come at the same time: of Python's, of the eyes', whose order counts, and of the small ones of the pages. */
const AT_ONCE = {python: 6, eyes: 2, pages: 4};
/** Stands among the files of a first version until all are here. */
const UNFINISHED = `${registration.scope}unfinished`;
/** How many bytes of each file are here. @type {Map<string, number>} */
const here = new Map();
/**
 * The files that are coming: the host's answer, and that it is kept.
 * @type {Map<string, {answer: Promise<Response>, kept: Promise<void>}>}
 */
const coming = new Map();
/** @type {Promise<void> | null} */
let filling = null;
/** When the pages were told how far that is. */
let told = 0;
/** Whether they were told that what Python starts with is here. */
let wasTold = false;
/** No other site shows a page in a frame. */
const OWN_FRAMES = "frame-ancestors 'self'";
const HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"};

self.addEventListener("install", event => event.waitUntil(install()));
self.addEventListener("activate", event => event.waitUntil(begin()));
self.addEventListener("message", event => {
  if (event.data === "use") self.skipWaiting();
  if (event.data === "fill") event.waitUntil(fill().then(() => "all", failed).then(kept => event.ports[0].postMessage(kept)));
});
self.addEventListener("fetch", event => {
  const {request} = event;
  const {pathname} = new URL(request.url);
  if (FRAME.test(pathname) || pathname.startsWith("/class/")) return event.respondWith(answered(event).catch(failedFrame));
  if (request.method === "POST" && request.url.endsWith("/share")) event.respondWith(shared(request));
  if (request.method === "GET" && nameOf(request.url) in FILES) event.respondWith(kept(event));
});

/** A first version answers at once, while its files come; a later one waits until it is whole, unless the one before never was. */
async function install() {
  if (registration.active && !await isUnfinished()) return fill();
  await (await caches.open(CACHE)).put(UNFINISHED, new Response());
  await self.skipWaiting();
}

async function isUnfinished() {
  const before = (await caches.keys()).filter(key => key.startsWith(OWN));
  return (await Promise.all(before.map(async key => (await caches.open(key)).match(UNFINISHED)))).some(Boolean);
}

/** Fetches what is not here, Python's files first, and tells the pages how far that is. Who asks meanwhile waits for the same. */
const fill = () => filling ??= fillOnce().finally(() => filling = null);

async function fillOnce() {
  const cache = await caches.open(CACHE), names = Object.keys(FILES), kept = new Set((await cache.keys()).map(({url}) => nameOf(url)));
  for (const name of names) if (kept.has(name)) here.set(name, FILES[name][1]);
  const missing = names.filter(name => !kept.has(name)), eyes = EYES.flatMap(one => missing.filter(name => one.test(name)));
  const python = missing.filter(name => PYTHON.test(name)), pages = missing.filter(name => !python.includes(name) && !eyes.includes(name));
  await lane(python, AT_ONCE.python);
  const lanes = await Promise.allSettled([lane(eyes, AT_ONCE.eyes), lane(pages, AT_ONCE.pages)]);  // the pages come though the eyes do not
  for (const {reason} of lanes.filter(({status}) => status === "rejected")) throw reason;
  await cache.delete(UNFINISHED);
}

/**
 * Has files come, so many at the same time. Those that most people never ask for are only taken from an older version.
 * @param {string[]} names
 * @param {number} atOnce
 */
const lane = (names, atOnce) => Promise.all(Array.from({length: atOnce}, async () => {
  const cache = await caches.open(CACHE);
  for (let name; (name = names.shift());) {
    const before = await known(urlOf(name), FILES[name][0]);
    if (before) await cache.put(urlOf(name), before);
    else if (!LATER.test(name)) await come(name).kept;
    here.set(name, FILES[name][1]);
    void tell();
  }
}));

/** What is kept though not all files came: what does not need the eyes, or nothing of use. */
function failed(error) {
  console.warn(error);
  const eyes = [LATER, ...EYES], isHere = name => here.get(name) === FILES[name][1] || eyes.some(one => one.test(name));
  return Object.keys(FILES).every(isHere) ? "typed" : "nothing";
}

const urlOf = name => new URL(name, registration.scope).href;

/** Fetches a file once, whoever asks for it meanwhile, and keeps it if it is the one of this version. */
function come(name) {
  const before = coming.get(name);
  if (before) return before;
  const answer = fetched(name), kept = answer.then(whole => keep(name, whole.clone())).finally(() => coming.delete(name));
  kept.catch(console.warn);
  coming.set(name, {answer, kept});
  return {answer, kept};
}

async function known(url, hash) {
  for (const key of await caches.keys()) {
    const found = await (await caches.open(key)).match(url);
    if (found?.headers.get(HASH) === hash) return found;
  }
  return null;
}

async function fetched(name) {
  const response = await fetch(urlOf(name), {cache: "no-cache"});
  if (!response.ok) throw new Error(`${name}: the host answers ${response.status}`);
  return new Response(response.body, {headers: {"Content-Type": response.headers.get("Content-Type") ?? "", ...HEADERS}});
}

/** A device without room does without the file next time. */
async function keep(name, {body, headers}) {
  const parts = [], reader = body.getReader();
  for (let read = 0; ;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    here.set(name, Math.min(read += value.length, FILES[name][1] - 1));
    if (performance.now() - told > TELL_EVERY) void tell();
  }
  const whole = await new Blob(parts).arrayBuffer(), digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  const hash = Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== FILES[name][0]) throw new Error(`${name} is not the file of this version: was it copied to the host only in part?`);
  const checked = new Response(whole, {headers: {...Object.fromEntries(headers), [HASH]: hash}});
  await (await caches.open(CACHE)).put(urlOf(name), checked);
  here.set(name, whole.byteLength);
}

/**
 * Keeps the photo that another program shares until the page, which is opened by it, asks whether to read it: a site that hides its name
 * looks like a program, and a worker is not told `Sec-Fetch-Site`.
 */
async function shared(request) {
  const {origin} = new URL(registration.scope);
  if (![null, "null", origin].includes(request.headers.get("Origin"))) return Response.redirect(registration.scope, 303);
  const form = await request.formData();
  await (await caches.open("numero-cam-shared")).put("photo", new Response(form.get("photo")));
  return Response.redirect(new URL("./#photo", request.url).href, 303);
}

/** Has the page answer a request of its frame, see class_view.js. WebKit takes a page that was loaded anew for one that nobody controls. */
async function answered({request, clientId}) {
  if (request.destination === "document") return Response.redirect(`${registration.scope}#class`, 303);
  const {pathname, search} = new URL(request.url), goes = request.mode === "navigate", asks = goes ? pathname : (await clients.get(clientId))?.url;
  const [frame] = FRAME.exec(new URL(asks ?? "", request.url).pathname) ?? [], body = request.method === "POST" ? await request.arrayBuffer() : null;
  const plain = search.replace(AGAIN, ""), again = `${plain}${plain ? "&" : "?"}again=${Number(AGAIN.exec(search)?.[1] ?? 0) + 1}`;
  const answer = await new Promise(async done => {
    if (goes) setTimeout(done, body ? ASK_AGAIN_FORM : ASK_AGAIN, {go: pathname + again});
    for (const client of await clients.matchAll({includeUncontrolled: true, type: "window"})) {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = ({data}) => done(data);
      client.postMessage({frame, address: pathname.replace(CLASS, "") + search, body, goes}, [port2]);
    }
  });
  if (answer.go) return Response.redirect(new URL(answer.go, request.url).href, 303);
  if (answer.error) return oneLine(answer.error);
  const {data, kind, name, status} = answer;
  const saved = name ? {"Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`} : {};
  return new Response(Uint8Array.from(atob(data), sign => sign.charCodeAt(0)), {status,
    headers: {"Content-Type": kind, "Content-Security-Policy": FRAME_POLICY, ...saved, ...HEADERS}});
}

const oneLine = text => new Response(text, {status: 500, headers: {"Content-Type": "text/plain; charset=utf-8", ...HEADERS}});

/** What goes wrong here stays here: what a class asks never goes to the host. */
const failedFrame = error => oneLine(String(error));

/** Tells the bytes of what Python starts with; once that is here, those of all (`all`). */
async function tell() {
  told = performance.now();
  const pages = await clients.matchAll({includeUncontrolled: true, type: "window"});
  const needed = Object.keys(FILES).filter(name => !LATER.test(name)), python = needed.filter(name => PYTHON.test(name));
  const all = python.every(name => here.get(name) === FILES[name][1]) && wasTold, counted = all ? needed : python;
  const sum = bytes => counted.reduce((before, name) => before + bytes(name), 0);
  const done = sum(name => here.get(name) ?? 0), total = sum(name => FILES[name][1]);
  wasTold ||= done === total;
  for (const client of pages) client.postMessage({done, total, all});
}

async function begin() {
  const old = (await caches.keys()).filter(key => key.startsWith(OWN) && key !== CACHE);
  await Promise.all(old.map(key => caches.delete(key)));
  await clients.claim();
  fill().catch(console.warn);  // the page asks for it too, a little later
}

function nameOf(url) {
  const path = url.split(/[?#]/)[0];
  const name = path.startsWith(registration.scope) ? path.slice(registration.scope.length) : "?";
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

async function kept(event) {
  const {request} = event, name = nameOf(request.url), found = await (await caches.open(CACHE)).match(urlOf(name));
  const answer = found ?? await flowing(event, name).catch(() => null);
  if (!answer) return fetch(request);  // what the host says of it is told on the page
  return request.mode === "navigate" ? framedByNobody(answer) : answer;
}

/** A file that is coming, as it comes. */
async function flowing(event, name) {
  const {answer, kept} = come(name);
  event.waitUntil(kept.catch(() => {}));
  return (await answer).clone();
}

function framedByNobody({body, headers}) {
  return new Response(body, {headers: {...Object.fromEntries(headers), "Content-Security-Policy": OWN_FRAMES}});
}
