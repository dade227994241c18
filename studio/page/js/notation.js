// Rules as they are shown: each variable has a colour of its own, on both sides of the arrow.

import { make } from "./dom.js";

const COLOURS = 6;

/** The colour of a variable, by its number. */
export const colour = (variable) => `v${(Math.max(1, Number(/\d+/.exec(variable)?.[0] ?? 1)) - 1) % COLOURS + 1}`;

/** The two sides of a rule. An arrow in quotes is none. */
export function sides(text) {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    if (!quoted && text.startsWith("->", at)) return [text.slice(0, at).trim(), text.slice(at + 2).trim()];
  }
  return [text, ""];
}

/** One side, in pieces. */
function pieces(text) {
  return text.split(/(\s+)/).map((word) => {
    const variable = /^[[{(]*([xuy]\d+)(:([\w.-]+))?/.exec(word);
    if (!variable) return word;
    const name = make("span", { className: `variable ${colour(variable[1])}` }, word);
    return name;
  });
}

/** A rule with its arrow. */
export function ruleElement(text) {
  const [left, right] = sides(text);
  return make("code", { className: "rule-text" },
    make("span", { className: "left" }, ...pieces(left)),
    make("span", { className: "arrow" }, " → "),
    make("span", { className: "right" }, ...(right ? pieces(right) : [make("span", { className: "muted" }, "nothing")])));
}
