// The keyboard: what can be done without a mouse.

import { by, make } from "./dom.js";

/** Keys, what they do, and the name of the action; rows without an action are the fields' own keys. */
const KEYS = [
  ["Ctrl+Z", "Undo", "undo"],
  ["Ctrl+Shift+Z", "Redo", "redo"],
  ["Ctrl+S", "Save, or download where there is no file", "save"],
  ["Ctrl+Enter", "Learn now", "learn"],
  ["Escape", "Stop learning", "stop"],
  ["Alt+A", "To the empty row of the examples", "add"],
  ["Alt+T", "To the line to try a command", "try"],
  ["Alt+G", "To the grammar", "grammar"],
  ["Alt+Q", "To the question", "question"],
  ["Alt+Y", "The answer is right: keep it as an example", "right"],
  ["Alt+N", "Say what the command means", "wrong"],
  ["Alt+1 … 5", "Answer the question by its number; Alt+0: it is no command", null],
  ["Alt+E", "Lessons to begin with", "gallery"],
  ["Alt+X", "Export", "export"],
  ["?", "This list", "keys"],
  ["Enter", "In a row: to its meaning, then to the next row", null],
  ["↑ ↓", "The row above or below", null],
  ["Alt+Delete", "Remove the row", null],
  ["→", "At the end of the command: take the first word that may come next", null],
];

/** `actions` has a function for each name, and `answer` for a number. */
export function keys(actions) {
  by("keys-list").replaceChildren(...KEYS.map(([key, what]) =>
    make("div", {}, make("dt", {}, ...key.split("+").flatMap((one, at) => [at ? " " : "", make("kbd", {}, one)])), make("dd", {}, what))));
  by("open-keys").addEventListener("click", () => by("keys").showModal());
  const known = new Map(KEYS.filter(([, , action]) => action).map(([key, , action]) => [key.toLowerCase(), action]));
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isField = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName);
    const held = [event.ctrlKey || event.metaKey ? "ctrl" : "", event.altKey ? "alt" : "", event.shiftKey && event.key !== "?" ? "shift" : ""];
    const digit = /^Digit([0-5])$/.exec(event.code);
    if (event.altKey && !event.ctrlKey && digit) {
      event.preventDefault();
      actions.answer(Number(digit[1]));
      return;
    }
    // With Alt some keyboards give another sign: then the place of the key says which it is.
    const letter = event.altKey && /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key;
    const name = [...held.filter(Boolean), letter.toLowerCase()].join("+");
    if (name === "?" && isField) return;
    const action = name === "ctrl+y" ? "redo" : known.get(name);
    if (!action || (action === "stop" && !actions.isBusy())) return;
    event.preventDefault();
    actions[action]();
  });
}
