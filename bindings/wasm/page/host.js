// What answers the page where there is no server: the library in WebAssembly, in two workers. One learns, and is ended with its
// search; the other answers at once.

const START = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

/** A worker, and who waits for it. */
class Thread {
  #worker = null;
  #waiting = new Map();
  #next = 1;

  ask(what, message) {
    if (!this.#worker) {
      this.#worker = START();
      this.#worker.addEventListener("message", ({ data }) => {
        const { done, failed } = this.#waiting.get(data.id) ?? {};
        this.#waiting.delete(data.id);
        if (data.error !== undefined) failed?.(Object.assign(new Error(data.error), { status: data.status }));
        else done?.(data.answer);
      });
      this.#worker.addEventListener("error", (event) => {
        for (const { failed } of this.#waiting.values()) failed(new Error(event.message || "the library could not be loaded"));
        this.end();
      });
    }
    const id = this.#next++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#worker.postMessage({ id, what, message });
    });
  }

  end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }
}

const learner = new Thread();
const answerer = new Thread();
/** The grammars of solutions: what is tried is tried by a worker that has not learnt them. */
const stored = new Map();
let last = 0;

/** Files stay with the person: there is nowhere to save to. */
export const saves = false;
export const opened = async () => ({ name: null, text: null });
export const save = async () => { throw new Error("there is no file to save to"); };

export async function ask(what, message, signal) {
  const sent = what === "lint" ? message : { ...message, solution: stored.get(message.solution) ?? 0 };
  const answer = await answerer.ask(what, sent);
  if (signal?.aborted) throw new DOMException("it was ended", "AbortError");
  return answer;
}

export async function learn(message, onProgress, signal) {
  const start = performance.now();
  const tick = setInterval(() => onProgress({
    phase: "solving", seconds: (performance.now() - start) / 1000, satisfied: null, examples: message.examples.length,
  }), 100);
  const ended = new Promise((_, failed) => signal.addEventListener("abort", () => {
    learner.end();
    failed(new DOMException("it was ended", "AbortError"));
  }));
  try {
    const learnt = await Promise.race([learner.ask("learn", message), ended]);
    if (learnt.solution !== null) {
      const { grammar } = await learner.ask("stored", { solution: learnt.solution });
      const kept = await answerer.ask("keep", { grammar: learnt.grammar, stored: grammar });
      stored.set(++last, kept.solution);
      learnt.solution = last;
    }
    return learnt;
  } finally {
    clearInterval(tick);
  }
}
