// The grammar: section by section, what is new since the last one, and what hangs on one example.

import { by, counted, inPieces, make } from "./dom.js";
import { ruleElement } from "./notation.js";

/** Rules that are made in one frame. */
const PIECE = 40;

export class GrammarPanel {
  #known = null;
  #rules = new Map();
  #pieces = inPieces();
  #onExample;

  /** `onExample` is called with the id of a row that a rule comes from. */
  constructor(onExample) {
    this.#onExample = onExample;
  }

  clear() {
    this.#known = null;
    this.#rules.clear();
    by("grammar-count").textContent = "";
    by("sections").replaceChildren(make("p", { className: "empty" },
      "Rules appear here as soon as there is an example: what is left of the arrow is read, what is right of it is given."));
  }

  /** Shows a grammar; gives how many of its rules are new. */
  show(view, ids, place) {
    const key = (section, rule) => `${section.name ?? ""}\n${rule.text}`;
    const before = this.#known;
    this.#known = new Set();
    this.#rules.clear();
    const all = view.sections.flatMap((section) => section.rules.map((rule) => [section, rule]));
    const sections = view.sections.map((section) => this.#section(section, view));
    if (view.directives.length) sections.unshift(directives(view.directives));
    by("sections").replaceChildren(...sections);
    let fresh = 0;
    this.#pieces(all, PIECE, (piece) => {
      for (const [section, rule] of piece) {
        const isNew = before !== null && !before.has(key(section, rule));
        const list = sections[view.sections.indexOf(section) + (view.directives.length ? 1 : 0)].querySelector("ul");
        list.append(this.#rule(rule, isNew, ids, place, view.counted));
      }
    });
    for (const [section, rule] of all) {
      if (before !== null && !before.has(key(section, rule))) fresh += 1;
      this.#known.add(key(section, rule));
    }
    by("grammar-count").textContent = counted(all.length, "rule");
    return fresh;
  }

  /** Shows where a rule stands. */
  point(index) {
    const element = this.#rules.get(index);
    if (!element) return;
    element.scrollIntoView({ block: "nearest" });
    element.classList.remove("pointed");
    void element.offsetWidth;
    element.classList.add("pointed");
  }

  #section(section, view) {
    const isFirst = section === view.sections[0];
    const head = section.name === null ? null : make("h3", { className: "section-name" },
      make("span", { className: "at", "aria-hidden": "true" }, "@"), section.name,
      isFirst ? make("span", { className: "tag" }, "reads whole commands") : null);
    return make("div", { className: "section" }, head,
      ...section.directives.map((line) => make("p", { className: "directive" }, line)),
      make("ul", { className: "rules" }));
  }

  #rule(rule, isNew, ids, place, isCounted) {
    const element = make("li", { className: "rule" }, ruleElement(rule.text));
    if (isNew) element.classList.add("fresh");
    if (isCounted && rule.needed === 1) {
      const id = ids[rule.examples[0]];
      const row = place(id);
      element.classList.add("lonely");
      element.append(make("button", {
        type: "button", className: "from", title: "One example alone needs this rule: a second one would confirm it",
        onclick: () => this.#onExample(id),
      }, `only row ${row}`));
    } else if (isCounted && rule.needed === 0) {
      element.append(make("span", { className: "from unused", title: "No example needs this rule: it generalises" }, "guessed"));
    }
    if (isNew) element.append(make("span", { className: "visually-hidden" }, " (new)"));
    this.#rules.set(rule.index, element);
    return element;
  }
}

const MEANING = {
  "%fold-case": "capital letters mean nothing",
  "%punctuation drop": "punctuation means nothing",
  "%nfc": "letters with marks are one letter",
  "%numbers": "what is read is a number",
};

function directives(lines) {
  return make("div", { className: "section head-lines" },
    ...lines.map((line) => make("p", { className: "directive" }, make("code", {}, line),
      MEANING[line] ? make("span", { className: "muted" }, ` ${MEANING[line]}`) : null)));
}
