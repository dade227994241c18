// blicket in WebAssembly. blicket.d.ts is its manual.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class BlicketError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "BlicketError";
    this.status = status;
  }
}

async function bytesOf(address) {
  if (address.protocol === "file:") return (await import("node:fs/promises")).readFile(address);
  const response = await fetch(address);
  if (!response.ok) throw new BlicketError(`${address}: ${response.status}`, response.status);
  return response.arrayBuffer();
}

/** Loads the module: from beside this file, or from what is given. */
export async function load(source = new URL("./blicket.wasm", import.meta.url)) {
  const imports = { blicket: { now: () => performance.now() } };
  const module = source instanceof WebAssembly.Module
    ? source
    : await WebAssembly.compile(source instanceof URL || typeof source === "string" ? await bytesOf(new URL(source, import.meta.url)) : source);
  const { exports } = await WebAssembly.instantiate(module, imports);
  return new Blicket(exports);
}

export class Blicket {
  #exports;
  #broken = null;

  constructor(exports) { this.#exports = exports; }

  /** One message, as bindings/wasm/src/calls.rs names them. */
  call(what, message = {}) {
    if (this.#broken) throw new BlicketError(`the module has ended (${this.#broken}): load it again`, 500);
    const bytes = encoder.encode(`${what}\n${JSON.stringify(message)}`);
    let status;
    try {
      const at = this.#exports.blicket_input(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
      status = this.#exports.blicket_call();
    } catch (error) {
      // A panic, or no memory: what is left of the module cannot be trusted.
      this.#broken = error.message;
      throw new BlicketError(`a defect of blicket, or no memory: ${error.message}`, 500);
    }
    const [at, length] = [this.#exports.blicket_output(), this.#exports.blicket_output_length()];
    const answer = JSON.parse(decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length)));
    if (status !== 0) throw new BlicketError(answer.error, status);
    return answer;
  }

  get version() { return this.call("version"); }

  learn(examples, { queries = [], negatives = [], questions = 0, noise = false, timeout = 30_000, seed = 0 } = {}) {
    const message = { examples, queries, negatives, questions, noise, timeout_ms: timeout, seed };
    const { solution, rules } = this.call("solve", message);
    return { ...solution, rules };
  }

  parse(text) {
    const { grammar, text: own } = this.call("parse", { text });
    return new Grammar(this, grammar, own);
  }

  lint(examples) { return this.call("lint", { examples }).remarks; }
  check(text) { return this.call("check", { text }); }
}

const forgotten = typeof FinalizationRegistry === "undefined" ? null
  : new FinalizationRegistry(({ blicket, number }) => { try { blicket.call("free", { grammar: number }); } catch { /* it has ended */ } });

export class Grammar {
  #blicket;
  #number;

  constructor(blicket, number, text) {
    this.#blicket = blicket;
    this.#number = number;
    this.text = text;
    forgotten?.register(this, { blicket, number }, this);
  }

  apply(input) { return this.#blicket.call("apply", { grammar: this.#number, input }); }
  applyMany(inputs) { return this.#blicket.call("apply_many", { grammar: this.#number, inputs }); }
  explain(input) { return this.#blicket.call("explain", { grammar: this.#number, input }); }
  advise(input) { return this.#blicket.call("advise", { grammar: this.#number, input }); }

  free() {
    forgotten?.unregister(this);
    this.#blicket.call("free", { grammar: this.#number });
  }

  toString() { return this.text; }
}
