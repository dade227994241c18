// How a command was read: a tree of steps, each with its words, its value and its rule.

import { make } from "./dom.js";
import { colour, ruleElement } from "./notation.js";

/** More steps than this are not shown. */
const MOST = 400;
/** Steps below this depth are folded at first. */
const UNFOLDED = 2;

/** The steps of a derivation, which is flat, as a tree. */
export function nested(derivation) {
  const root = { children: [] };
  const open = [root];
  for (const step of derivation.steps.slice(0, MOST)) {
    const node = { ...step, children: [] };
    open.length = step.depth + 1;
    (open[step.depth] ?? root).children.push(node);
    open[step.depth + 1] = node;
  }
  return root.children;
}

/** The words and the value of a step. */
export const wordsOf = (derivation, step) => derivation.words.slice(...step.words).join(" ");
export function valueOf(derivation, step) {
  if (step.number !== null && step.number !== undefined) return String(step.number);
  if (!step.tokens) return "?";
  return derivation.tokens.slice(...step.tokens).join(" ") || "(nothing)";
}

/** The tree as elements; `onRule` is called with the index of a rule that is clicked. */
export function treeElement(derivation, onRule) {
  const item = (node, depth) => {
    const rule = derivation.rules[node.rule] ?? "";
    const line = [
      node.variable ? make("span", { className: `variable name ${colour(node.variable)}` }, node.variable) : null,
      make("span", { className: "words" }, wordsOf(derivation, node) || "(no words)"),
      make("span", { className: "arrow", "aria-label": "gives" }, "→"),
      make("span", { className: "value" }, valueOf(derivation, node)),
    ];
    const by = make("button", {
      type: "button", className: "by", title: "Show this rule in the grammar", onclick: () => onRule(node.rule),
    }, node.section ? make("span", { className: "in" }, `@${node.section}`) : null, ruleElement(rule));
    const body = node.children.length === 0
      ? make("div", { className: "leaf" }, ...line.filter(Boolean))
      : make("details", { open: depth < UNFOLDED }, make("summary", {}, ...line.filter(Boolean)), by,
        make("ul", {}, ...node.children.map((child) => item(child, depth + 1))));
    const element = make("li", {}, body);
    if (node.children.length === 0) element.append(by);
    return element;
  };
  const more = derivation.steps.length - MOST + derivation.omitted;
  return make("ul", { className: "tree" }, ...nested(derivation).map((node) => item(node, 0)),
    more > 0 ? make("li", { className: "muted" }, `and ${more} more steps`) : null);
}
