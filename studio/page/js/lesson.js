// What is taught: rows, with a way back and forth. Rows are never changed in place, so that old states stay what they were.
// A row is an example, or what is `not` so, or set `aside`; one without an output is learnt from if it means `nothing`.

import { isUnfinished } from "./tsv.js";

/** Changes of one field that follow each other this fast are taken back together. */
const TOGETHER = 1200;
/** The most states that are kept. */
const MOST = 300;

let nextId = 1;
const withId = ({ not = false, aside = false, input = "", output = "", nothing = false }) => ({ id: nextId++, not, aside, input, output, nothing });

export class Lesson extends EventTarget {
  rows = [];
  #past = [];
  #future = [];
  #last = { what: "", at: 0 };

  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }

  /** All rows anew, as one step that can be taken back; `first` forgets what was before. */
  replace(rows, first = false) {
    this.#change(rows.map(withId), first ? "first" : "replace", 0);
    if (first) this.#past = this.#future = [];
    this.#tell();
  }

  edit(id, fields) {
    const what = `${id} ${Object.keys(fields)}`;
    // A comment that is given a meaning is an example.
    const changed = (row) => ({ ...row, ...(row.aside && !row.output && fields.output ? { aside: false } : {}), ...fields });
    this.#change(this.rows.map((row) => (row.id === id ? changed(row) : row)), what, TOGETHER);
    this.#tell(id);
  }

  /** Puts rows in before the one with this id, or at the end; gives the first one's id. `known` is told of it first. */
  insert(rows, before = null, known = () => {}) {
    const added = rows.map(withId);
    added.forEach(known);
    const at = before === null ? -1 : this.rows.findIndex((row) => row.id === before);
    const place = at < 0 ? this.rows.length : at;
    this.#change([...this.rows.slice(0, place), ...added, ...this.rows.slice(place)], "insert", 0);
    this.#tell();
    return added[0]?.id;
  }

  remove(id) {
    this.#change(this.rows.filter((row) => row.id !== id), "remove", 0);
    this.#tell();
  }

  /** Adds what an input means, in place of what was said about it before. */
  teach(input, output) {
    const same = this.rows.find((row) => !row.not && !row.aside && row.input === input);
    const rows = this.rows.filter((row) => !(row.not && row.input === input));
    const nothing = !output.trim();
    const added = withId({ input, output, nothing });
    this.#change(same ? rows.map((row) => (row === same ? { ...row, output, nothing } : row)) : [...rows, added], "teach", 0);
    this.#tell();
    return same ? same.id : added.id;
  }

  /** Adds that an input is no command, or does not mean something. */
  deny(input, output = "") {
    const rows = this.rows.filter((row) => row.not || row.aside || row.input !== input || (output && row.output !== output));
    this.#change([...rows, withId({ not: true, input, output })], "deny", 0);
    this.#tell();
  }

  undo() { this.#go(this.#past, this.#future); }
  redo() { this.#go(this.#future, this.#past); }

  /** The rows that say something, as the engine takes them, and the id of each. */
  taught() {
    const said = this.rows.filter((row) => row.input.trim() && !row.aside);
    const examples = said.filter((row) => !row.not && !isUnfinished(row));
    const negatives = said.filter((row) => row.not);
    return {
      ids: examples.map((row) => row.id),
      message: {
        examples: examples.map((row) => [row.input, row.output]),
        negatives: negatives.map((row) => [row.input, row.output.trim() || null]),
      },
    };
  }

  #go(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.rows);
    this.rows = state;
    this.#last.what = "";
    this.#tell();
  }

  #change(rows, what, together) {
    const now = performance.now();
    const continues = together > 0 && this.#last.what === what && now - this.#last.at < together;
    if (!continues) {
      this.#past.push(this.rows);
      if (this.#past.length > MOST) this.#past.shift();
    }
    this.#future = [];
    this.#last = { what, at: now };
    this.rows = rows;
  }

  /** `edited` is the row whose own field shows the change already. */
  #tell(edited = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { edited } }));
  }
}
