// @ts-check
// Keeps a picture of the memory of Python once everything is loaded: the next start takes it in place of loading anew.

const CACHE = "numero-cam-memory";
/** The service worker names each file's SHA-256 by it. */
const HASH = "x-sha256";

/**
 * Where the picture of some files is kept; null where this browser keeps none.
 * @param {URL} root
 * @param {string} language
 * @param {Response[]} files on which the memory depends
 */
export async function snapshotPlace(root, language, files) {
  const hashes = files.map(file => file.headers.get(HASH));
  if (hashes.includes(null) || !("caches" in self) || !("CompressionStream" in self)) return null;
  const cache = await caches.open(CACHE), own = new URL(`memory/${language}/`, root).href, url = own + hashes.join("-");
  return {
    /** @returns {Promise<Uint8Array | null>} */
    async read() {
      const body = (await cache.match(url))?.body;
      return body ? bytesOf(body.pipeThrough(new DecompressionStream("gzip"))) : null;
    },
    /** @param {Uint8Array<ArrayBuffer>} snapshot */
    async write(snapshot) {
      const packed = await bytesOf(new Blob([snapshot]).stream().pipeThrough(new CompressionStream("gzip")));
      for (const {url: old} of await cache.keys()) if (old.startsWith(own)) await cache.delete(old);
      await cache.put(url, new Response(packed));
    },
  };
}

/** @param {ReadableStream} stream */
const bytesOf = async stream => new Uint8Array(await new Response(stream).arrayBuffer());
