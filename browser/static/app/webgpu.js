// @ts-check
// Networks by WebGPU, where a device gives what the processor gives and is faster. The processor answers until a network was checked, and
// after any failure, so that no photo waits or is lost.

/**
 * A question to a network: names of inputs and then of outputs, and the inputs.
 * @typedef {{names: string[], inputs: {data: any, shape: number[]}[]}} Question
 * @typedef {[Float32Array, number[]][]} Answer
 * @typedef {(question: Question) => Answer} Processor
 * @typedef {{difference: number, processor: number, webgpu: number, used: boolean}} Found
 * @typedef {{file: Uint8Array, processor: Processor, asked?: Question, found?: Found, session?: any}} Network
 */

/** Types of tensors as onnxruntime-web names them. @type {Map<Function, string>} */
const TYPES = new Map(/** @type {[Function, string][]} */ ([[Float32Array, "float32"], [Uint8Array, "uint8"], [BigInt64Array, "int64"]]));
/**
 * Most by which an output, be it a logit or a place in cells, may differ. It moves a confidence by 0.005 at most, as two processors do; numbers
 * of half precision differ by more.
 */
const MOST_DIFFERENCE = 0.01;
/** How often a network is timed; the fastest time counts. */
const TIMES = 3;
/** How many times as long as the processor a device takes that is not timed again. */
const FAR_SLOWER = 4;
/** onnxruntime's level of messages at which only fatal errors are told. */
const FATAL_ONLY = 3;
/** Time after which a device is given up, in milliseconds. */
const LATE = 5_000;

/**
 * Returns null where there is no device, or only one that the processor plays, or where the person saves data.
 * @param {URL} folder of the files that nobody else loads
 * @param {(found: Record<string, Found>) => void} told takes what was found of each network so far
 */
export async function findWebGpu(folder, told) {
  const {gpu, connection} = /** @type {any} */ (navigator);
  const adapter = connection?.saveData ? null : await gpu?.requestAdapter().catch(() => null);
  return adapter && !adapter.info.isFallbackAdapter ? new WebGpu(folder, told) : null;
}

export class WebGpu {
  /** @param {URL} folder @param {(found: Record<string, Found>) => void} told */
  constructor(folder, told) {
    this.folder = folder;
    /** @type {Map<string, Network>} */
    this.networks = new Map();
    /** @type {any} */
    this.ort = null;
    this.isLost = false;
    this.isChecking = false;
    this.told = told;
    /** Ends what is being answered. @type {(why: unknown) => void} */
    this.fail = () => {};
  }

  /** What was found of each network that was checked. */
  get found() {
    const checked = [...this.networks].flatMap(([name, {found}]) => found ? [[name, {...found, used: found.used && !this.isLost}]] : []);
    return Object.fromEntries(checked);
  }

  /** Whether Python waits for answers. */
  get isUsed() {
    return !this.isLost && [...this.networks.values()].some(({session}) => session);
  }

  /** @param {string} name @param {Uint8Array} file @param {Processor} processor */
  add(name, file, processor) {
    this.networks.set(name, {file, processor});
  }

  /**
   * Returns null where the processor is to answer.
   * @param {string} name
   * @param {Question} question
   */
  run(name, {names, inputs}) {
    const network = /** @type {Network} */ (this.networks.get(name)), {session, processor} = network;
    if (this.isLost || network.found && !session) return null;
    const own = {names, inputs: inputs.map(({data, shape}) => ({data: data.slice(), shape}))};  // Python's memory moves while it waits
    if (!session) network.asked = own;
    return session ? this.answer(session, own).catch(error => {
      this.lose(error);
      return processor(own);
    }) : null;
  }

  /** @param {unknown} error */
  lose(error) {
    console.warn(error);
    this.isLost = true;
    this.told(this.found);
  }

  /**
   * Checks each network that was asked since.
   * @param {<T>(does: () => Promise<T>) => Promise<T>} alone has something done while nothing else is
   */
  async check(alone) {
    if (this.isChecking || this.isLost) return;
    this.isChecking = true;
    try {
      for (const network of this.networks.values()) {
        const {asked, processor, found, file} = network;
        if (!asked || found) continue;
        const session = await this.open(file);
        network.found = await alone(() => this.compare(session, asked, processor));
        network.asked = undefined;
        if (network.found.used) network.session = session;
        else await session.release();
        this.told(this.found);
      }
    } catch (error) {
      this.lose(error);
    }
    this.isChecking = false;
  }

  /** @param {Uint8Array} file */
  async open(file) {
    const known = this.ort;
    this.ort ??= await import(new URL("ort.jspi.min.mjs", this.folder).href);
    this.ort.env.wasm.numThreads = 1;
    const session = await this.ort.InferenceSession.create(file, {executionProviders: ["webgpu"], logSeverityLevel: FATAL_ONLY});
    if (!known) this.ort.env.webgpu.device.lost.then((/** @type {Error} */ why) => {
      this.fail(why);
      this.lose(why);
    });
    return session;
  }

  /** @param {any} session @param {Question} question @param {Processor} processor */
  async compare(session, question, processor) {
    const [here, there] = [processor(question), await this.answer(session, question)];
    const difference = Math.max(...here.map(([data], n) => {
      const [other] = there[n];
      return data.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at])), 0);
    }));
    const times = {processor: Infinity, webgpu: Infinity};
    for (let n = 0; n < TIMES; n += 1) {
      const begun = performance.now();
      processor(question);
      const between = performance.now();
      await this.answer(session, question);
      times.processor = Math.min(times.processor, between - begun);
      times.webgpu = Math.min(times.webgpu, performance.now() - between);
      if (times.webgpu > FAR_SLOWER * times.processor) break;
    }
    return {difference, ...times, used: difference <= MOST_DIFFERENCE && times.webgpu < times.processor};
  }

  /** @param {any} session @param {Question} question @returns {Promise<Answer>} */
  async answer(session, {names, inputs}) {
    const wanted = names.slice(inputs.length), {Tensor} = this.ort;
    const given = inputs.map(({data, shape}, n) => [names[n], new Tensor(TYPES.get(data.constructor), data, shape)]);
    let timer = 0;
    const failed = new Promise((_, fail) => {
      this.fail = fail;
      timer = setTimeout(fail, LATE, new Error("WebGPU does not answer"));
    });
    const found = await Promise.race([session.run(Object.fromEntries(given), wanted), failed]).finally(() => clearTimeout(timer));
    return wanted.map(name => [found[name].data, found[name].dims]);
  }
}
