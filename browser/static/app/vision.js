// @ts-check
// What the stand-ins for compiled modules (browser/stand_ins) call. All of it runs in this worker and answers at once, as Python expects;
// only networks by WebGPU are waited for.
import {findWebGpu} from "./webgpu.js";

/** @import {Answer, Found, Question, WebGpu} from "./webgpu.js" */

/** Numbers of arrays in the order of OpenCV's depths. */
const KINDS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Int32Array, Float32Array, Float64Array];
/** onnxruntime's numbers of the types of tensors. @type {Map<Function, number>} */
const TENSORS = new Map(/** @type {[Function, number][]} */ ([[Float32Array, 1], [Uint8Array, 2], [BigInt64Array, 7]]));
const FATAL_ONLY = 3, ALL_OPTIMISATIONS = 99, ON_CPU = 1;

const JPEG_START = 0xffd8, JPEG_END = 0xffd9, EXIF = 0xffe1, PIXELS = 0xffda;

/** One for all pictures: while Python works nothing is collected. Without OffscreenCanvas Python decodes photos itself. */
const canvas = "OffscreenCanvas" in self ? new OffscreenCanvas(1, 1) : null;
const context = canvas?.getContext("2d", {alpha: false, willReadFrequently: true});

/**
 * A photo as the browser decoded it.
 * @typedef {{width: number, height: number, data: Uint8Array}} Decoded
 */

/** @type {Decoded | null} */
let photo = null;

/** @param {Decoded | null} decoded what the stand-in of simplejpeg gives from now on */
export const usePhoto = decoded => void (photo = decoded);

/**
 * The module as Python imports it.
 * @param {URL} folder
 * @param {(found: Record<string, Found>) => void} told takes what was found of networks by WebGPU
 * @param {() => void} step is called at each step of the work: a call of OpenCV, or of a network
 */
export async function openVision(folder, told, step) {
  const [cv, ort, webgpu] = await Promise.all([openCv(new URL("opencv/", folder)), openOrt(new URL("onnxruntime/", folder)),
    findWebGpu(new URL("webgpu/", folder), told)]);
  const {cv_call, ...others} = cv, {ort_open, ort_run} = ort(webgpu);
  /** @type {<Given extends any[], Found>(does: (...given: Given) => Found) => (...given: Given) => Found} */
  const stepped = does => (...given) => {
    step();
    return does(...given);
  };
  return {...others, ort_open, cv_call: stepped(cv_call), ort_run: stepped(ort_run), webgpu, jpeg: () => photo};
}

/**
 * Has the browser decode a photo, if it is a whole JPEG, for the stand-in of simplejpeg: to the pixels that are stored, not turned.
 * @param {ArrayBuffer} file
 * @returns {Promise<Decoded | null>}
 */
export async function decodePhoto(file) {
  const view = new DataView(file), last = file.byteLength - 2;
  if (!canvas || !context || last < 4 || view.getUint16(0) !== JPEG_START || view.getUint16(last) !== JPEG_END) return null;
  const parts = [file.slice(0, 2)];
  let at = 2;
  for (; at < last && view.getUint16(at) !== PIXELS; at += 2 + view.getUint16(at + 2))
    if (view.getUint16(at) !== EXIF) parts.push(file.slice(at, at + 2 + view.getUint16(at + 2)));
  const blob = new Blob([...parts, file.slice(at)], {type: "image/jpeg"});
  const bitmap = await createImageBitmap(blob, {colorSpaceConversion: "none"}).catch(() => null);
  if (!bitmap) return null;
  const {width, height} = bitmap;
  Object.assign(canvas, {width, height});
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return {width, height, data: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer)};
}

/** @param {URL} folder */
async function openCv(folder) {
  const cv = await (await import(new URL("opencv.mjs", folder).href)).default;
  /** Arrays of the call before, which Python has copied meanwhile. @type {any[]} */
  const held = [];
  const hold = (/** @type {any} */ mat) => (held.push(mat), mat);
  const matOf = (/** @type {any} */ array) => {
    const {shape: [rows, columns = 1, channels = 1], data} = bytesOf(array);
    const mat = hold(new cv.Mat(rows, columns, KINDS.indexOf(data.constructor) + (channels - 1) * (cv.CV_8UC2 - cv.CV_8UC1)));
    mat.data.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return mat;
  };
  const vectorOf = (/** @type {Iterable<any>} */ arrays) => {
    const vector = hold(new cv.MatVector());
    for (const array of arrays) vector.push_back(matOf(array));
    return vector;
  };
  /**
   * An array, or the arrays of a list.
   * @param {any} mat
   * @returns {any[]}
   */
  const told = mat => {
    if (mat instanceof cv.MatVector) return Array.from({length: mat.size()}, (_, n) => told(hold(mat.get(n))));
    const kind = mat.depth(), {buffer, byteOffset} = mat.data;
    return [new KINDS[kind](buffer, byteOffset, mat.rows * mat.cols * mat.channels()), kind, [mat.rows, mat.cols, mat.channels()]];
  };
  return {cv, cv_call(/** @type {any} */ on, /** @type {string} */ name, /** @type {any[]} */ ...given) {
    for (const mat of held.splice(0)) mat.delete();
    const made = /** @type {any[]} */ ([]), mats = /** @type {any[]} */ ([]);
    const passed = given.map(one => {
      if (one === undefined || one === null) return made[made.push(hold(new cv.Mat())) - 1];
      if (!one.toJs) return one;
      if (one.getBuffer) return mats[mats.push(matOf(one)) - 1];
      if (one.length && one.get(0)?.getBuffer) return vectorOf(one);
      const [x, y, ...more] = one.toJs();
      if (x === undefined) return made[made.push(hold(new cv.MatVector())) - 1];
      return more.length ? [x, y, ...more] : {x, y, width: x, height: y};
    });
    const found = on[name](...passed);
    if (found instanceof cv.Mat) made.push(hold(found));
    return [typeof found === "number" ? found : null, ...(made.length ? made : mats.slice(0, 1)).map(told)];
  }};
}

/** @param {URL} folder */
async function openOrt(folder) {
  const ort = await (await import(new URL("ort-wasm-simd-threaded.mjs", folder).href)).default({numThreads: 1});
  const check = (/** @type {number} */ failed) => {
    if (!failed) return;
    const at = ort.stackAlloc(8);
    ort._OrtGetLastError(at, at + 4);
    throw new Error(ort.UTF8ToString(ort.getValue(at + 4, "*")));
  };
  const placed = (/** @type {Uint8Array} */ bytes) => {
    const at = ort._malloc(bytes.length);
    ort.HEAPU8.set(bytes, at);
    return at;
  };
  const listed = (/** @type {number[]} */ values) => {
    const at = ort.stackAlloc(4 * values.length);
    values.forEach((value, n) => ort.setValue(at + 4 * n, value, "*"));
    return at;
  };
  const written = (/** @type {string} */ text) => {
    const size = ort.lengthBytesUTF8(text) + 1, at = ort.stackAlloc(size);
    ort.stringToUTF8(text, at, size);
    return at;
  };
  /** @type {(tensor: number) => Answer[0]} */
  const told = tensor => {
    const at = ort.stackAlloc(16);
    check(ort._OrtGetTensorData(tensor, at, at + 4, at + 8, at + 12));
    const [data, dims, count] = [4, 8, 12].map(part => ort.getValue(at + part, "*"));
    const shape = Array.from({length: count}, (_, n) => ort.getValue(dims + 4 * n, "*"));
    const bytes = 4 * shape.reduce((product, size) => product * size, 1);
    return [new Float32Array(ort.HEAPU8.slice(data, data + bytes).buffer), shape];
  };
  /** @param {number} session @param {Question} question @returns {Answer} */
  const run = (session, {names, inputs}) => {
    const stack = ort.stackSave(), at = names.map(written), blocks = /** @type {number[]} */ ([]);
    const tensors = inputs.map(({data, shape}) => {
      blocks.push(placed(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
      return ort._OrtCreateTensor(TENSORS.get(data.constructor), blocks.at(-1), data.byteLength, listed(shape), shape.length, ON_CPU);
    });
    const options = ort._OrtCreateRunOptions(FATAL_ONLY, 0, false, 0), wanted = at.slice(inputs.length);
    const results = listed(wanted.map(() => 0));
    try {
      check(ort._OrtRun(session, listed(at), listed(tensors), inputs.length, listed(wanted), wanted.length, results, options));
      tensors.push(...wanted.map((_, n) => ort.getValue(results + 4 * n, "*")));
      return tensors.slice(inputs.length).map(told);
    } finally {
      ort._OrtReleaseRunOptions(options);
      tensors.forEach(tensor => ort._OrtReleaseTensor(tensor));
      blocks.forEach(block => ort._free(block));
      ort.stackRestore(stack);
    }
  };
  check(ort._OrtInit(1, FATAL_ONLY));
  const sessions = new Map();
  return (/** @type {WebGpu | null} */ webgpu) => ({
    ort_open(/** @type {string} */ name, /** @type {any} */ file) {
      if (sessions.has(name)) return;
      const {data} = bytesOf(file), at = placed(data);
      const options = ort._OrtCreateSessionOptions(ALL_OPTIMISATIONS, true, true, 0, false, 0, 0, FATAL_ONLY, 0, 0);
      const session = ort._OrtCreateSession(at, data.length, options);
      ort._free(at);
      check(Number(!session));
      sessions.set(name, session);
      webgpu?.add(name, data.slice(), question => run(session, question));
    },
    ort_run(/** @type {string} */ name, /** @type {any} */ names, /** @type {any[]} */ ...arrays) {
      const question = {names: names.toJs(), inputs: arrays.map(bytesOf)};
      return webgpu?.run(name, question) ?? run(sessions.get(name), question);
    },
  });
}

/** A contiguous array of Python, where it lies in Python's memory. @param {any} array */
function bytesOf(array) {
  const buffer = array.getBuffer(), {data, shape} = buffer;
  buffer.release();
  return {data, shape};
}
