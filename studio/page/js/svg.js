// The tree of a derivation as a picture, to be put into a text.

import { nested, valueOf, wordsOf } from "./tree.js";

const FONT = 13;
const WIDTH = 7.9;
const PAD = 10;
const GAP = 18;
const LEVEL = 74;
const HEIGHT = 40;
const COLOURS = ["#4b3fb5", "#0f766e", "#b45309", "#be185d", "#1d6fb8", "#4d7c0f"];

const escape = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** Each node above its parts, and beside its sisters. */
function place(node, derivation, depth, left) {
  node.words_ = wordsOf(derivation, node) || "(no words)";
  node.value_ = valueOf(derivation, node);
  const own = Math.max(node.words_.length, node.value_.length + 2) * WIDTH + 2 * PAD;
  let right = left;
  for (const child of node.children) right = place(child, derivation, depth + 1, right) + GAP;
  if (node.children.length) right -= GAP;
  const below = right - left;
  if (own > below && node.children.length) {
    const shift = (own - below) / 2;
    const move = (moved) => { moved.x += shift; moved.children.forEach(move); };
    node.children.forEach(move);
  }
  node.width = own;
  node.x = left + Math.max(own, below) / 2;
  node.y = depth * LEVEL;
  return left + Math.max(own, below);
}

/** An SVG file. */
export function derivationSvg(derivation) {
  const roots = nested(derivation);
  let right = 0;
  for (const root of roots) right = place(root, derivation, 0, right) + GAP;
  const parts = [];
  let bottom = 0;
  const draw = (node) => {
    bottom = Math.max(bottom, node.y + HEIGHT);
    for (const child of node.children) {
      const [from, to] = [node.y + HEIGHT, child.y];
      parts.push(`<path d="M${f(node.x)} ${f(from)}C${f(node.x)} ${f(from + 18)} ${f(child.x)} ${f(to - 18)} ${f(child.x)} ${f(to)}" fill="none" stroke="#b9b4c9" stroke-width="1.5"/>`);
      draw(child);
    }
    const colour = COLOURS[((Number(/\d+/.exec(node.variable ?? "")?.[0] ?? 1)) - 1) % COLOURS.length];
    parts.push(`<rect x="${f(node.x - node.width / 2)}" y="${f(node.y)}" width="${f(node.width)}" height="${HEIGHT}" rx="8" fill="#fff" stroke="${colour}" stroke-width="1.3"/>`,
      `<text x="${f(node.x)}" y="${f(node.y + 16)}" fill="#55596a">${escape(node.words_)}</text>`,
      `<text x="${f(node.x)}" y="${f(node.y + 32)}" fill="${colour}" font-weight="600">${escape(node.value_)}</text>`);
  };
  roots.forEach(draw);
  const [width, height] = [f(Math.max(right - GAP, 1) + 4), f(bottom + 4)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${FONT}" text-anchor="middle">\n` +
    `<title>${escape(derivation.words.join(" "))}</title>\n${parts.join("\n")}\n</svg>\n`;
}

const f = (number) => Number(number.toFixed(1));
