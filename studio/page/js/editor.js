// The examples: a row each, with two fields, and what is wrong with it below. There is always an empty row to type into.

import { by, counted, inPieces, make, tell, toast } from "./dom.js";
import { isUnfinished, read } from "./tsv.js";

/** Rows that are shown at first; more by a button. */
const SHOWN = 1000;
/** Rows that are made in one frame. */
const PIECE = 40;
/** Shown in the first row of an empty page. */
const SUCH_AS = { input: "turn on the lamp", output: "ON ( lamp )" };
/** Milliseconds after a row was left: a click on what stands below it has to hit it first. */
const SETTLED = 300;
/** The row to type into. */
const EMPTY = { id: 0, not: false, aside: false, input: "", output: "", nothing: false };
const WORST = { error: 3, warning: 2, note: 1 };

export class Editor {
  #lesson;
  #list = by("rows");
  #elements = new Map();
  #remarks = new Map();
  #missed = new Map();
  #shown = SHOWN;
  #pieces = inPieces();
  #ghost = null;
  #ids = [];

  constructor(lesson) {
    this.#lesson = lesson;
    this.#ghost = this.#row(EMPTY);
    this.#ghost.classList.add("ghost");
    this.#list.append(this.#ghost);
    lesson.addEventListener("change", ({ detail }) => this.#update(detail.edited));
    by("more-rows").addEventListener("click", () => {
      this.#shown += SHOWN;
      this.#update();
    });
    this.#list.addEventListener("input", (event) => this.#typed(event));
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("paste", (event) => this.#paste(event));
    this.#list.addEventListener("click", (event) => {
      const button = event.target.closest("button.remove");
      if (button) this.#remove(Number(button.closest("li").dataset.id));
      const fix = event.target.closest("button.fix");
      if (fix) this.#fix(Number(fix.closest("li").dataset.id), Number(fix.dataset.remark));
      const settle = event.target.closest("button.settle");
      if (settle) this.#settle(Number(settle.closest("li").dataset.id));
    });
    // What is still missing is not said while it is being typed.
    this.#list.addEventListener("focusout", () => setTimeout(() => this.#mark(), SETTLED));
  }

  /** Puts the cursor into a row: its input, or its output. */
  focus(id, side = "input") {
    const row = this.#elements.get(id) ?? this.#ghost;
    row.scrollIntoView({ block: "nearest" });
    row.querySelector(`.${side}`).focus();
  }

  focusEmpty() { this.focus(0); }

  /** The place of a row, from 1, as a person counts. */
  place(id) { return this.#lesson.rows.findIndex((row) => row.id === id) + 1; }

  showRemarks(ids, remarks) {
    this.#ids = ids;
    this.#remarks = group(remarks, (remark) => ids[remark.example]);
    this.#mark();
  }

  showMissed(ids, unsatisfied) {
    this.#missed = new Map(unsatisfied.map((missed) => [ids[missed.example], missed]));
    this.#mark();
  }

  #update(edited = null) {
    const rows = this.#lesson.rows;
    const count = rows.filter((row) => !row.not && !row.aside && row.input.trim() && !isUnfinished(row)).length;
    const denied = rows.filter((row) => row.not).length;
    const aside = rows.filter((row) => row.aside && row.output).length;
    by("examples-count").textContent = rows.length
      ? counted(count, "example") + (denied ? `, ${denied} not so` : "") + (aside ? `, ${aside} aside` : "") : "";
    by("no-rows").hidden = rows.length > 0;
    if (edited !== null) return;
    const shown = rows.slice(0, this.#shown);
    const kept = new Set(shown.map((row) => row.id));
    for (const [id, element] of this.#elements) {
      if (!kept.has(id)) {
        element.remove();
        this.#elements.delete(id);
      }
    }
    const more = rows.length - shown.length;
    by("more-rows").hidden = more <= 0;
    by("more-rows").textContent = `Show ${Math.min(more, SHOWN)} more of ${counted(more, "row")}`;
    let place = 0;
    this.#pieces(shown, PIECE, (piece) => {
      for (const row of piece) {
        place += 1;
        const known = this.#elements.get(row.id);
        const element = known ?? this.#row(row);
        if (known) fill(element, row);
        this.#elements.set(row.id, element);
        number(element, place);
        const at = this.#list.children[place - 1];
        if (at !== element) this.#list.insertBefore(element, at ?? this.#ghost);
      }
    }).then((whole) => {
      if (!whole) return;
      number(this.#ghost, rows.length + 1);
      this.#mark();
    });
  }

  #row(row) {
    // It grows with its text where the browser can (field-sizing), so that examples are seen whole.
    const field = (side) => make("textarea", {
      className: side, value: row[side], rows: 1, autocomplete: "off", spellcheck: false, autocapitalize: "off", placeholder: row.id ? "" : SUCH_AS[side],
    });
    const element = make("li", { className: "row" },
      make("span", { className: "place", "aria-hidden": "true" }),
      field("input"),
      field("output"),
      make("button", { type: "button", className: "remove icon", tabIndex: -1, innerHTML: CROSS }),
      make("div", { className: "notes" }));
    element.dataset.id = row.id;
    fill(element, row);
    return element;
  }

  #typed(event) {
    const element = event.target.closest("li");
    const side = event.target.className;
    const id = Number(element.dataset.id);
    // An example is one line.
    if (/[\n\r\t]/.test(event.target.value)) event.target.value = event.target.value.replace(/[\n\r\t]+/g, " ");
    if (id !== 0) {
      this.#lesson.edit(id, { [side]: event.target.value });
      fill(element, this.#lesson.rows.find((row) => row.id === id));
      return;
    }
    // The empty row becomes a row, with the cursor in it, and a new empty one comes below.
    const values = { input: element.querySelector(".input").value, output: element.querySelector(".output").value };
    const added = this.#lesson.rows.length + 1;
    this.#ghost = this.#row(EMPTY);
    this.#ghost.classList.add("ghost");
    number(this.#ghost, added + 1);
    element.classList.remove("ghost");
    element.after(this.#ghost);
    this.#lesson.insert([values], null, (row) => {
      element.dataset.id = row.id;
      this.#elements.set(row.id, element);
    });
  }

  #key(event) {
    const element = event.target.closest("li");
    const side = event.target.className;
    if (side !== "input" && side !== "output") return;
    const move = (row, to = side) => {
      const next = row?.querySelector(`.${to}`);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    const id = Number(element.dataset.id);
    if (event.key === "ArrowDown") move(element.nextElementSibling);
    else if (event.key === "ArrowUp") move(element.previousElementSibling);
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (side === "input") move(element, "output");
      else if (element.nextElementSibling?.classList.contains("ghost")) move(element.nextElementSibling, "input");
      else if (id !== 0) {
        const next = Number(element.nextElementSibling.dataset.id);
        const added = this.#lesson.insert([{}], next);
        this.#elementOf(added).then((row) => row.querySelector(".input").focus());
      }
    } else if (id !== 0 && ((event.key === "Backspace" && side === "input" && !event.target.value &&
        !element.querySelector(".output").value) || (event.key === "Delete" && event.altKey))) {
      event.preventDefault();
      const before = element.previousElementSibling;
      this.#remove(id);
      (before ?? this.#list.firstElementChild).querySelector(".input").focus();
    }
  }

  /** Rows are made in frames: an element may come a moment later. */
  async #elementOf(id) {
    while (!this.#elements.has(id)) await new Promise((resume) => requestAnimationFrame(resume));
    return this.#elements.get(id);
  }

  #paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\t\n\r]/.test(text.trim())) return;
    event.preventDefault();
    const element = event.target.closest("li");
    const rows = read(text);
    const id = Number(element?.dataset.id ?? 0);
    this.#lesson.insert(rows, id === 0 ? null : id);
    tell(`${counted(rows.length, "row")} pasted`);
    tellUnfinished(rows);
  }

  #remove(id) {
    if (id === 0) return;
    tell(`Row ${this.place(id)} removed`);
    this.#lesson.remove(id);
  }

  /** Learns from a row that was set aside, or takes one without a meaning as one that means nothing. */
  #settle(id) {
    const row = this.#lesson.rows.find((row) => row.id === id);
    if (!row) return;
    this.#lesson.edit(id, row.aside ? { aside: false, nothing: !row.output.trim() } : { nothing: true });
    fill(this.#elements.get(id), this.#lesson.rows.find((row) => row.id === id));
    this.#mark();
  }

  /** Puts what is probably meant in the place of a slip. */
  #fix(id, index) {
    const remark = this.#remarks.get(id)?.[index];
    const row = this.#lesson.rows.find((row) => row.id === id);
    if (!remark?.suggestion || !row) return;
    const mend = (text) => text.split(/(\s+)/).map((word) => (word === remark.found ? remark.suggestion : word)).join("");
    this.#lesson.edit(id, remark.side === "output" ? { output: mend(row.output) } : { input: mend(row.input) });
    fill(this.#elements.get(id), this.#lesson.rows.find((row) => row.id === id));
  }

  #mark() {
    const rows = new Map(this.#lesson.rows.map((row) => [row.id, row]));
    for (const [id, element] of this.#elements) {
      const row = rows.get(id);
      const remarks = this.#remarks.get(id) ?? [];
      const missed = this.#missed.get(id);
      const worst = remarks.reduce((worst, { severity }) => Math.max(worst, WORST[severity] ?? 0), missed ? 2 : 0);
      const state = !row ? "" : row.aside && row.output ? "aside"
        : isUnfinished(row) && !element.contains(document.activeElement) ? "unfinished" : "";
      const key = JSON.stringify([remarks, missed ?? null, state]);
      if (element.dataset.marks === key) continue;
      element.dataset.marks = key;
      element.dataset.severity = ["", "note", "warning", "error"][worst];
      const notes = element.querySelector(".notes");
      notes.replaceChildren();
      remarks.forEach((remark, index) => {
        const line = make("p", { className: remark.severity }, this.#message(remark));
        const mends = ["one-letter", "case", "invisible", "one_letter"].includes(remark.kind);
        if (remark.suggestion && mends) {
          line.append(" ", make("button", { type: "button", className: "fix quiet small", "data-remark": index }, `Use ${remark.suggestion}`));
        }
        notes.append(line);
      });
      if (missed) {
        const instead = missed.instead === null ? "not understood by the grammar" : `the grammar gives ${missed.instead || "nothing"}`;
        notes.append(make("p", { className: "warning" }, instead));
      }
      if (state) {
        const [told, button] = state === "aside" ? ["Set aside: not learnt from.", "Learn from it"] : ["Its meaning is missing.", "It means nothing"];
        notes.append(make("p", { className: "state" }, told, " ", make("button", { type: "button", className: "settle quiet small" }, button)));
      }
      // Whoever types sees what is said about it.
      if (worst > 1 && element.contains(document.activeElement)) element.scrollIntoView({ block: "nearest" });
      const hasNotes = notes.childElementCount > 0;
      const noteId = `notes-${id}`;
      notes.id = noteId;
      for (const side of ["input", "output"]) {
        const field = element.querySelector(`.${side}`);
        if (hasNotes) field.setAttribute("aria-describedby", noteId);
        else field.removeAttribute("aria-describedby");
        field.toggleAttribute("aria-invalid", worst === 3);
        if (worst === 3) field.setAttribute("aria-invalid", "true");
      }
    }
  }

  /** Remarks count examples; here rows are counted, and some rows are no examples. */
  #message(remark) {
    if (remark.other === null || remark.other === undefined) return remark.message;
    const place = this.place(this.#ids[remark.other]);
    return remark.message.replace(/^example \d+/, `row ${place}`);
  }
}

const CROSS = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m6 6 8 8M14 6l-8 8"/></svg>';

function number(element, place) {
  if (element.dataset.place === String(place)) return;
  element.dataset.place = place;
  element.querySelector(".place").textContent = place;
  element.querySelector(".input").setAttribute("aria-label", `Row ${place}, what is said`);
  element.querySelector(".output").setAttribute("aria-label", `Row ${place}, ${element.classList.contains("not") ? "what it does not mean" : "what it means"}`);
  element.querySelector(".remove").setAttribute("aria-label", `Remove row ${place}`);
}

/** Lines of a file that say no meaning are rows that nothing is learnt from. */
export function tellUnfinished(rows) {
  const count = rows.filter(isUnfinished).length;
  if (count === 0) return;
  const which = count === rows.length ? "No line has" : `${counted(count, "line")} of ${rows.length} ${count === 1 ? "has" : "have"} no`;
  toast(`${which} ${count === rows.length ? "a " : ""}TAB between what is said and what it means: write the meaning into the second field of the row.`, true);
}

function fill(element, row) {
  for (const side of ["input", "output"]) {
    const field = element.querySelector(`.${side}`);
    if (field.value !== row[side]) field.value = row[side];
  }
  element.classList.toggle("not", row.not);
  element.classList.toggle("aside", row.aside);
  element.classList.toggle("nothing", row.nothing);
  if (row.id) element.querySelector(".output").placeholder = row.not ? "(no command at all)" : row.nothing ? "(nothing)" : "";
}

function group(items, key) {
  const groups = new Map();
  for (const item of items) {
    const at = key(item);
    if (!groups.has(at)) groups.set(at, []);
    groups.get(at).push(item);
  }
  return groups;
}
