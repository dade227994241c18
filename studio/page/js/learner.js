// When it learns: after a pause, one search at a time, the last one wins. Then it looks for a question.

import { ask, learn } from "./host.js";

/** Milliseconds after the last change. */
const LINT_AFTER = 250;
const LEARN_AFTER = 450;
const QUESTIONS = 3;

/** Tells of `lint`, `begin`, `progress`, `learnt`, `asking`, `questions`, `stopped` and `failed`. */
export class Learner extends EventTarget {
  #lesson;
  #timers = {};
  #running = null;
  #linting = null;
  #lastMessage = "";

  constructor(lesson) {
    super();
    this.#lesson = lesson;
    lesson.addEventListener("change", () => this.#soon());
  }

  get isBusy() { return this.#running !== null; }

  #soon() {
    const { message } = this.#lesson.taught();
    const text = JSON.stringify(message);
    if (text === this.#lastMessage) return;
    this.#lastMessage = text;
    this.#running?.abort();
    this.#running = null;
    clearTimeout(this.#timers.lint);
    clearTimeout(this.#timers.learn);
    this.#timers.lint = setTimeout(() => this.#lint(), LINT_AFTER);
    this.#timers.learn = setTimeout(() => this.now(), LEARN_AFTER);
    this.#tell("waiting");
  }

  /** Ends what is running; what was learnt before stays. */
  stop() {
    clearTimeout(this.#timers.learn);
    if (!this.#running) return;
    this.#running.abort();
    this.#running = null;
    this.#tell("stopped");
  }

  async now() {
    clearTimeout(this.#timers.learn);
    this.#running?.abort();
    const own = (this.#running = new AbortController());
    const { ids, message } = this.#lesson.taught();
    if (ids.length === 0) {
      this.#running = null;
      this.#tell("learnt", { ids, learnt: null });
      return;
    }
    const progress = (progress) => own === this.#running && this.#tell("progress", progress);
    try {
      this.#tell("begin");
      const learnt = await learn(message, progress, own.signal);
      if (own !== this.#running) return;
      this.#tell("learnt", { ids, learnt });
      if (learnt.solution !== null && learnt.outcome === "solved") {
        this.#tell("asking");
        const again = await learn({ ...message, questions: QUESTIONS }, () => {}, own.signal);
        if (own !== this.#running) return;
        this.#tell("questions", { ids, questions: again.questions });
      }
      this.#running = null;
      this.#tell("idle");
    } catch (error) {
      if (own !== this.#running || error.name === "AbortError") return;
      this.#running = null;
      this.#tell("failed", error);
    }
  }

  async #lint() {
    this.#linting?.abort();
    const own = (this.#linting = new AbortController());
    const { ids, message } = this.#lesson.taught();
    try {
      const { remarks } = await ask("lint", { examples: message.examples }, own.signal);
      this.#tell("lint", { ids, remarks });
    } catch { /* learning says what is wrong */ }
  }

  #tell(what, detail = null) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}
