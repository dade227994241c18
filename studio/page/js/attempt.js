// A command that is tried: the answer and its doubt, how it was read, or what is not understood and what was meant.

import { ask } from "./host.js";
import { by, make, toast } from "./dom.js";
import { treeElement } from "./tree.js";
import { derivationSvg } from "./svg.js";

const AFTER = 90;
const MOST_CHIPS = 10;

export class AttemptPanel {
  /** What was last answered. */
  last = null;
  #lesson;
  #input = by("try-input");
  #solution = null;
  #timer = 0;
  #asking = null;
  #onGone;
  #onRule;
  #onTeach;

  /** `onGone` learns again where a solution is not kept any more; `onRule` shows a rule; `onTeach` goes to a row. */
  constructor(lesson, { onGone, onRule, onTeach }) {
    this.#lesson = lesson;
    this.#onGone = onGone;
    this.#onRule = onRule;
    this.#onTeach = onTeach;
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    by("is-right").addEventListener("click", () => this.keep());
    by("is-wrong").addEventListener("click", () => this.correct());
    by("is-nothing").addEventListener("click", () => this.deny());
    by("unfold").addEventListener("click", () => this.#unfold());
    // It does not bubble.
    by("tree").addEventListener("toggle", () => this.#foldable(), true);
    this.#show();
  }

  get text() { return this.#input.value.trim(); }

  /** The picture of how it was read, if something was. */
  get svg() { return this.last?.derivation.steps.length ? derivationSvg(this.last.derivation) : null; }

  focus() { this.#input.focus(); this.#input.select(); }

  set(text) {
    this.#input.value = text;
    this.#soon(0);
  }

  /** What commands are tried by from now on. */
  use(solution) {
    this.#solution = solution;
    this.#soon(0);
  }

  keep() {
    const output = this.last?.output ?? this.last?.guess;
    if (output === null || output === undefined) return;
    this.#lesson.teach(this.last.input, output);
    toast("Added to the examples.");
  }

  correct() {
    if (!this.text) return;
    const known = this.#lesson.rows.find((row) => !row.not && !row.aside && row.input === this.text);
    this.#onTeach(known?.id ?? this.#lesson.insert([{ input: this.text, output: "" }]));
  }

  deny() {
    if (!this.text) return;
    this.#lesson.deny(this.text);
    toast("Noted: that is no command.");
  }

  #typed() {
    // A command is one line, which is shown whole, as far as the browser lets a field grow.
    if (/[\n\r\t]/.test(this.#input.value)) this.#input.value = this.#input.value.replace(/[\n\r\t]+/g, " ");
    this.#soon();
  }

  #key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.#soon(0);
    }
    // The cursor at the end, and one word that may come next begins like what was typed: TAB stays with the page's order.
    if (event.key === "ArrowRight" && this.#input.selectionStart === this.#input.value.length) {
      const chip = by("next").querySelector("button");
      if (chip && !event.shiftKey && !event.ctrlKey) { event.preventDefault(); chip.click(); }
    }
  }

  #soon(after = AFTER) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), after);
  }

  async #ask() {
    this.#asking?.abort();
    const own = (this.#asking = new AbortController());
    if (this.#solution === null) {
      this.last = null;
      this.#show();
      return;
    }
    try {
      const message = { solution: this.#solution, input: this.#input.value };
      const answer = await ask("try", message, own.signal);
      if (own !== this.#asking) return;
      this.last = answer;
      this.#show();
    } catch (error) {
      if (error.name === "AbortError" || own !== this.#asking) return;
      if (error.status === 410) this.#onGone();
      else by("answer").replaceChildren(make("p", { className: "bad" }, error.message));
    }
  }

  #show() {
    const answer = this.text ? this.last : null;
    this.#next();
    by("teach-back").hidden = !this.text;
    by("is-right").hidden = !answer || (answer.output ?? answer.guess) === null;
    by("derivation").hidden = !answer?.derivation.steps.length;
    const area = by("answer");
    if (!this.text) {
      area.replaceChildren(make("p", { className: "empty" }, this.#solution === null
        ? "Once something is learnt, commands can be tried here."
        : "Try a command that no example shows: it is answered, or refused."));
      return;
    }
    if (!answer) {
      area.replaceChildren(make("p", { className: "empty" }, "Nothing is learnt yet: say what it means."));
      return;
    }
    area.replaceChildren(...(answer.output !== null ? this.#value(answer) : this.#nothing(answer)));
    if (answer.derivation.steps.length) {
      by("tree").replaceChildren(treeElement(answer.derivation, this.#onRule));
      this.#foldable();
    }
  }

  #value(answer) {
    const sure = answer.confidence;
    const parts = [make("p", { className: "output" }, answer.output || "(nothing)")];
    if (sure !== null) parts.push(meter(sure));
    if (!answer.agrees) {
      parts.push(make("p", { className: "muted" }, "Other grammars that fit the examples outvote the one that is shown."));
    }
    const others = answer.meanings.filter((meaning) => meaning.text !== answer.output && meaning.weight >= 0.005);
    if (others.length) parts.push(meanings("It could also mean", others));
    return parts;
  }

  #nothing(answer) {
    const parts = [];
    if (answer.outcome === "refused") {
      parts.push(make("p", { className: "refused" }, make("strong", {}, "Refused."), " The examples leave open what it means."));
      if (answer.guess !== null) {
        parts.push(make("p", { className: "guess" }, make("span", { className: "muted" }, "Best guess "), make("code", {}, answer.guess)));
        if (answer.confidence !== null) parts.push(meter(answer.confidence));
      }
      const others = answer.meanings.filter((meaning) => meaning.text !== answer.guess && meaning.weight >= 0.005);
      if (others.length) parts.push(meanings("It could also mean", others));
      return parts;
    }
    if (answer.outcome === "limit") return [make("p", { className: "refused" }, "It would take too long to find out: a shorter command may be answered.")];
    const { advice } = answer;
    parts.push(make("p", { className: "refused" }, make("strong", {}, "Not understood.")));
    const unknown = new Set(advice.unknown.map((word) => word.place));
    const words = answer.input.trim().split(/\s+/).map((word, place) => make("span", {
      className: unknown.has(place) ? "word unknown" : place === advice.reached ? "word here" : place < advice.reached ? "word read" : "word",
      title: unknown.has(place) ? "no rule knows this word" : place === advice.reached ? "nothing can go on with this word here" : undefined,
    }, word));
    if (advice.reached >= words.length) words.push(make("span", { className: "word here" }, "…"));
    parts.push(make("p", { className: "strip" }, ...words.flatMap((word) => [word, " "])));
    const reasons = [];
    if (advice.unknown.length) reasons.push(`No rule knows ${advice.unknown.map(({ word }) => `“${word}”`).join(", ")}.`);
    else if (advice.reached >= advice.words) reasons.push("It ends too early: more words have to follow.");
    else reasons.push("All words are known, but not in this order.");
    parts.push(make("p", {}, reasons.join(" ")));
    if (advice.nearest.length) {
      parts.push(make("div", { className: "nearest" }, make("p", { className: "muted" }, "Probably meant"),
        ...advice.nearest.map(({ text }) => make("button", { type: "button", className: "sentence", onclick: () => this.set(text) }, text))));
    }
    return parts;
  }

  #next() {
    const words = this.last && this.#solution !== null ? this.last.advice.expected.words : [];
    const isThere = !this.last || this.last.advice.reached === this.last.advice.words;
    const chips = (isThere ? words : []).slice(0, MOST_CHIPS).map((word) => make("button", {
      type: "button", className: "chip", tabIndex: -1,
      onclick: () => {
        this.#input.value = `${this.#input.value.trim()} ${word} `.trimStart();
        this.#input.focus();
        this.#soon(0);
      },
    }, word));
    by("next").replaceChildren(...chips);
  }

  #unfold() {
    const open = by("tree").querySelector("details:not([open])") !== null;
    by("tree").querySelectorAll("details").forEach((one) => (one.open = open));
  }

  /** What can be done with the tree as it is. */
  #foldable() {
    by("unfold").hidden = by("tree").querySelector("details") === null;
    by("unfold").textContent = by("tree").querySelector("details:not([open])") ? "Unfold all" : "Fold all";
  }
}

/** How sure something is, as a bar and in words. */
function meter(sure) {
  const percent = Math.round(100 * sure);
  const level = sure >= 0.995 ? "certain" : sure >= 0.75 ? "likely" : "doubtful";
  const fill = make("span", { className: "fill" });
  fill.style.width = `${percent}%`;
  return make("div", { className: `meter ${level}` },
    make("span", { className: "track", "aria-hidden": "true" }, fill),
    make("span", { className: "percent" }, sure >= 0.995 ? "sure" : `${percent} % sure`));
}

function meanings(title, list) {
  return make("div", { className: "meanings" }, make("p", { className: "muted" }, title),
    make("ul", {}, ...list.map(({ text, weight }) => make("li", {},
      make("span", { className: "percent" }, `${Math.max(1, Math.round(100 * weight))} %`),
      text === null ? make("span", { className: "muted" }, "nothing: it is no command") : make("code", {}, text || "(nothing)")))));
}
