// What leaves the page: by the clipboard, or as a file.

import { by, make, toast } from "./dom.js";
import { ask } from "./host.js";
import { cpp, csharp, python } from "./snippets.js";
import { write } from "./tsv.js";

/** Gives a file to the person. */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const KINDS = [
  { id: "grammar", title: "Grammar", note: "The rules alone, for blicket apply and every language that has a binding. They answer also what the page refuses.", ending: "txt" },
  { id: "stored", title: "Grammar with doubt", note: "With what the examples leave open, so that what is not sure is refused: as blicket learn -o stores it.", ending: "txt" },
  { id: "tsv", title: "Examples", note: "A TAB between the two sides; after “! ” what is not so, after “# ” what is not learnt from.", ending: "tsv", type: "text/tab-separated-values" },
  { id: "cpp", title: "C++", note: "A program with the grammar and its doubt in it: it answers and refuses as this page does.", ending: "cpp" },
  { id: "python", title: "Python", note: "A program with the grammar and its doubt in it: it answers and refuses as this page does.", ending: "py" },
  { id: "csharp", title: "C#", note: "The same for .NET, mono and Unity.", ending: "cs" },
  { id: "svg", title: "Derivation", note: "How the last command that was tried was read, as a picture (SVG).", ending: "svg", type: "image/svg+xml" },
];

const PROGRAMS = { cpp, python, csharp };
/** A program tries no more commands than this. */
const MOST_TRIED = 4;

/** `state()` gives the rows, the last solution, what can be tried, the picture and a name. */
export function exports(state) {
  let shown = null;
  const text = async (kind) => {
    const { rows, learnt, tries, svg } = state();
    const grammar = learnt?.grammar ?? null;
    if (kind === "tsv") return write(rows);
    if (kind === "svg") return svg;
    if (grammar === null) return null;
    if (kind === "grammar") return grammar;
    const stored = (await ask("stored", { solution: learnt.solution })).grammar ?? grammar;
    return kind === "stored" ? stored : PROGRAMS[kind](stored, [...new Set(tries)].slice(0, MOST_TRIED));
  };
  const show = async (kind) => {
    const own = (shown = { kind, content: null });
    let [note, content] = [kind.note, null];
    try { content = await text(kind.id); } catch (error) { note = error.message; }
    // Who has chosen another one meanwhile sees that.
    if (own !== shown) return;
    own.content = content;
    by("export-text").dataset.kind = kind.id;
    by("export-note").textContent = note;
    by("export-text").textContent = content ?? (kind.id === "svg" ? "Nothing was tried that could be read: type a command under Try." : "Nothing is learnt yet: give an example first.");
    by("copy").disabled = by("download").disabled = content === null;
  };
  const choices = KINDS.map((kind, index) => make("label", {},
    make("input", { type: "radio", name: "kind", value: kind.id, checked: index === 0, onchange: () => show(kind) }),
    make("span", {}, kind.title)));
  by("kinds").append(...choices);
  by("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(shown.content);
      toast("Copied.");
    } catch {
      getSelection().selectAllChildren(by("export-text"));
      toast("Press Ctrl C: this browser lets no page copy by itself.");
    }
  });
  by("download").addEventListener("click", () => {
    const { kind, content } = shown;
    download(`${state().name}.${kind.ending}`, content, kind.type);
  });
  const open = (id = null) => {
    const kind = KINDS.find((one) => one.id === id) ?? KINDS.find((one) => by("kinds").querySelector(`[value=${one.id}]`).checked);
    by("kinds").querySelector(`[value=${kind.id}]`).checked = true;
    show(kind);
    by("export").showModal();
  };
  by("open-export").addEventListener("click", () => open());
  by("derivation-svg").addEventListener("click", () => open("svg"));
  return open;
}
