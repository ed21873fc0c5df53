// Keeps every file, so that the page works without a network, and adds the two headers without which a page gets no threads.
// The build writes VERSION and FILES before this line: the SHA-256 and the number of bytes of each file by its name.
// Caches belong to the host: by its scope each copy of the page at another path has its own.
const OWN = `numero-cam ${registration.scope} `, CACHE = OWN + VERSION, HASH = "x-sha256";
const FRAME = /^.*\/class~[\w-]+/, CLASS = /^(.*\/class~[\w-]+|\/class)\/?/;
const FRAME_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; "
  + "base-uri 'none'; frame-ancestors 'self'";
/** What most people never ask for comes, and is kept, when it is asked for. */
const LATER = /^(webgpu\/|demo\.mp4$)/;
/** What only photos, the live table and a class need: a first visit does without it until it has come. */
const EYES = /^(onnxruntime|opencv)\/|^pyodide\/.*\.whl$|^(eyes|models)\.zip$/;
/** How many files come at the same time. */
const AT_ONCE = 6;
/** How many bytes of each file are here. @type {Map<string, number>} */
const here = new Map();
/** The files that are coming. @type {Map<string, Promise<Response>>} */
const coming = new Map();
/** No other site shows a page in a frame. */
const OWN_FRAMES = "frame-ancestors 'self'";
const HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"};

// The first version of all answers typed cards at once; a later one takes the place of one that is whole.
self.addEventListener("install", event => event.waitUntil(fill(name => registration.active !== null || !EYES.test(name))));
self.addEventListener("activate", event => event.waitUntil(begin()));
self.addEventListener("message", event => {
  if (event.data === "use") self.skipWaiting();
  if (event.data === "fill") event.waitUntil(fill(() => true).then(() => event.ports[0].postMessage(true), console.warn));
});
self.addEventListener("fetch", event => {
  const {request} = event;
  const {pathname} = new URL(request.url);
  if (FRAME.test(pathname) || pathname.startsWith("/class/")) return event.respondWith(answered(event));
  if (request.method === "POST" && request.url.endsWith("/share")) event.respondWith(shared(request));
  if (request.method === "GET" && nameOf(request.url) in FILES) event.respondWith(kept(request));
});

/**
 * Fetches what an older version did not have, and tells the pages how far that is.
 * @param {(name: string) => boolean} wants
 */
async function fill(wants) {
  const cache = await caches.open(CACHE), names = Object.keys(FILES).filter(wants), needed = names.filter(name => !LATER.test(name));
  const kept = new Set((await cache.keys()).map(({url}) => nameOf(url)));
  if (needed.every(name => kept.has(name))) return;
  for (const name of kept) here.set(name, FILES[name][1]);
  const waiting = names.filter(name => !kept.has(name)), total = bytesOf(needed, name => FILES[name][1]);
  const told = () => tell(bytesOf(needed, name => here.get(name) ?? 0), total);
  await Promise.all(Array.from({length: AT_ONCE}, async () => {
    for (let name; (name = waiting.shift());) {
      const url = new URL(name, registration.scope).href, before = await known(url, FILES[name][0]);
      if (before) await cache.put(url, before);
      else if (!LATER.test(name)) await cache.put(url, (await come(name, told)).clone());
      here.set(name, FILES[name][1]);
      await told();
    }
  }));
}

const bytesOf = (names, bytes) => names.reduce((sum, name) => sum + bytes(name), 0);

/** Fetches a file once, whoever asks for it meanwhile. */
function come(name, told = () => {}) {
  const file = coming.get(name) ?? fetched(new URL(name, registration.scope).href, name, FILES[name][0], read => {
    here.set(name, read);
    return told();
  }).finally(() => coming.delete(name));
  coming.set(name, file);
  return file;
}

async function known(url, hash) {
  for (const key of await caches.keys()) {
    const found = await (await caches.open(key)).match(url);
    if (found?.headers.get(HASH) === hash) return found;
  }
  return null;
}

async function fetched(url, name, hash, progress) {
  const response = await fetch(url, {cache: "no-cache"});
  if (!response.ok) throw new Error(`${name}: the host answers ${response.status}`);
  const parts = [], reader = response.body.getReader();
  for (let read = 0; ;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    await progress(read += value.length);
  }
  const whole = await new Blob(parts).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  const found = Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) throw new Error(`${name} is not the file of this version: was it copied to the host only in part?`);
  return new Response(whole, {headers: {"Content-Type": response.headers.get("Content-Type") ?? "", [HASH]: hash, ...HEADERS}});
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
  const {pathname, search} = new URL(request.url), asks = request.mode === "navigate" ? pathname : (await clients.get(clientId))?.url;
  const [frame] = FRAME.exec(new URL(asks ?? "", request.url).pathname) ?? [], body = request.method === "POST" ? await request.arrayBuffer() : null;
  const answer = await new Promise(async done => {
    for (const client of await clients.matchAll({includeUncontrolled: true, type: "window"})) {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = ({data}) => done(data);
      client.postMessage({frame, address: pathname.replace(CLASS, "") + search, body}, [port2]);
    }
  });
  if (answer.go) return Response.redirect(new URL(answer.go, request.url).href, 303);
  if (answer.error) return new Response(answer.error, {status: 500, headers: {"Content-Type": "text/plain; charset=utf-8", ...HEADERS}});
  const {data, kind, name, status} = answer;
  const saved = name ? {"Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`} : {};
  return new Response(Uint8Array.from(atob(data), sign => sign.charCodeAt(0)), {status,
    headers: {"Content-Type": kind, "Content-Security-Policy": FRAME_POLICY, ...saved, ...HEADERS}});
}

async function tell(done, total) {
  for (const client of await clients.matchAll({includeUncontrolled: true, type: "window"})) client.postMessage({done, total});
}

async function begin() {
  const old = (await caches.keys()).filter(key => key.startsWith(OWN) && key !== CACHE);
  await Promise.all(old.map(key => caches.delete(key)));
  await clients.claim();
}

function nameOf(url) {
  const path = url.split(/[?#]/)[0];
  const name = path.startsWith(registration.scope) ? path.slice(registration.scope.length) : "?";
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

async function kept(request) {
  const cache = await caches.open(CACHE), name = nameOf(request.url), url = new URL(name, registration.scope).href;
  const found = await cache.match(url);
  if (found && request.mode === "navigate") return framedByNobody(found);
  if (found || !LATER.test(name) && !EYES.test(name)) return found ?? fetch(request);
  const response = await come(name).catch(error => LATER.test(name) ? Promise.reject(error) : null);
  if (!response) return fetch(request);  // what the host says of it is told on the page
  await cache.put(url, response.clone()).catch(console.warn);  // a device without room does without it next time
  return response.clone();
}

function framedByNobody({body, headers}) {
  return new Response(body, {headers: {...Object.fromEntries(headers), "Content-Security-Policy": OWN_FRAMES}});
}
