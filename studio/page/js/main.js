// The page: its parts, and how they hear of each other.

import { AttemptPanel } from "./attempt.js";
import { by, tell, toast } from "./dom.js";
import { Editor, tellUnfinished } from "./editor.js";
import { download, exports } from "./exports.js";
import { GALLERY, gallery, rowsOf } from "./gallery.js";
import { GrammarPanel } from "./grammar.js";
import * as host from "./host.js";
import { keys } from "./keys.js";
import { Learner } from "./learner.js";
import { Lesson } from "./lesson.js";
import { QuestionPanel } from "./question.js";
import * as status from "./status.js";
import { theme } from "./theme.js";
import { read, write } from "./tsv.js";

theme();
const lesson = new Lesson();
const editor = new Editor(lesson);
const learner = new Learner(lesson);
const place = (id) => editor.place(id);
const goTo = (id, side = "output") => requestAnimationFrame(() => editor.focus(id, side));
const grammar = new GrammarPanel((id) => goTo(id, "input"));
const attempt = new AttemptPanel(lesson, {
  onGone: () => learner.now(),
  onRule: (index) => grammar.point(index),
  onTeach: (id) => goTo(id),
});
const question = new QuestionPanel(lesson, { onTeach: (id) => goTo(id), place });

/** The file that is open: its name, what it holds as far as is known, and how the page would write that. */
let file = { name: null, text: "", written: "" };
let learnt = null;
let tries = [];

grammar.clear();
question.say("Questions come as soon as something is learnt.");

lesson.addEventListener("change", () => {
  by("undo").disabled = !lesson.canUndo;
  by("redo").disabled = !lesson.canRedo;
  showDocument();
});

learner.addEventListener("waiting", () => {
  if (by("status").dataset.state === "busy") status.say("waiting", "Waiting for a pause …");
});
learner.addEventListener("begin", () => status.say("busy", "Learning …"));
learner.addEventListener("progress", ({ detail }) => status.progress(detail));
learner.addEventListener("lint", ({ detail }) => editor.showRemarks(detail.ids, detail.remarks));
learner.addEventListener("learnt", ({ detail }) => {
  learnt = detail.learnt;
  if (!learnt) {
    grammar.clear();
    editor.showMissed([], []);
    status.problems([], [], place, goTo);
    status.say("empty", "Nothing to learn from yet.");
    question.say("Questions come as soon as something is learnt.");
    attempt.use(null);
    return;
  }
  const fresh = learnt.view ? grammar.show(learnt.view, detail.ids, place) : (grammar.clear(), 0);
  editor.showMissed(detail.ids, learnt.unsatisfied);
  status.problems(learnt.problems, detail.ids, place, (id) => goTo(id));
  status.result(learnt, fresh);
  attempt.use(learnt.solution);
  if (learnt.outcome !== "solved") question.say("Questions come when all examples are satisfied.");
});
learner.addEventListener("asking", () => question.say("Looking for a question …"));
learner.addEventListener("questions", ({ detail }) => question.show(detail.ids, detail.questions));
learner.addEventListener("stopped", () => status.say("waiting", "Stopped. What is shown was learnt before."));
learner.addEventListener("failed", ({ detail }) => {
  status.say("bad", detail.message);
  toast(detail.message, true);
});

function showDocument() {
  const changed = write(lesson.rows) !== file.written;
  by("document-name").textContent = file.name ?? "untitled";
  by("document-state").textContent = changed ? " · not saved" : "";
  by("save").textContent = file.name && host.saves ? "Save" : "Download";
}

async function save() {
  const text = write(lesson.rows);
  if (!file.name || !host.saves) {
    download(`${file.name ?? "examples"}`.replace(/(\.tsv)?$/, ".tsv"), text, "text/tab-separated-values");
    return;
  }
  try {
    await host.save(text, file.text);
    file.text = file.written = text;
    showDocument();
    toast(`Saved in ${file.name}.`);
  } catch (error) {
    toast(error.message, true);
  }
}

async function choose(chosen) {
  try {
    tries = chosen?.tries ?? [];
    lesson.replace(chosen ? await rowsOf(chosen) : []);
    attempt.set(tries[0] ?? "");
    if (!chosen) editor.focusEmpty();
  } catch (error) {
    toast(error.message, true);
  }
}

async function openFile(chosen) {
  if (!chosen) return;
  if (chosen.size > 8 << 20) return toast(`${chosen.name} is larger than 8 MB: learn from it by blicket learn.`, true);
  const text = await chosen.text();
  if (/[\0\uFFFD]/.test(text)) return toast(`${chosen.name} is no UTF-8 text: store it as UTF-8, with a TAB between the two sides of each line.`, true);
  const rows = read(text);
  lesson.replace(rows);
  tell(`${rows.length} rows from ${chosen.name}`);
  tellUnfinished(rows);
}

gallery(choose);
const openExport = exports(() => ({
  rows: lesson.rows, learnt, svg: attempt.svg, name: (file.name ?? "blicket").replace(/\.\w+$/, ""),
  tries: [attempt.text, ...tries, lesson.rows.find((row) => !row.not && !row.aside)?.input].filter(Boolean),
}));
by("undo").addEventListener("click", () => lesson.undo());
by("redo").addEventListener("click", () => lesson.redo());
by("save").addEventListener("click", save);
by("stop").addEventListener("click", () => learner.stop());
by("learn-now").addEventListener("click", () => learner.now());
by("load-file").addEventListener("click", () => by("file").click());
by("file").addEventListener("change", (event) => openFile(event.target.files[0]));
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  openFile(event.dataTransfer.files[0]);
});
addEventListener("beforeunload", (event) => {
  if (file.name && write(lesson.rows) !== file.written) event.preventDefault();
});
keys({
  undo: () => lesson.undo(), redo: () => lesson.redo(), save, learn: () => learner.now(), stop: () => learner.stop(),
  isBusy: () => learner.isBusy, add: () => editor.focusEmpty(), try: () => attempt.focus(), grammar: () => by("grammar").focus(),
  question: () => (by("question-body").querySelector("button") ?? by("question")).focus(), right: () => attempt.keep(),
  wrong: () => attempt.correct(), answer: (number) => question.choose(number), gallery: () => by("gallery").showModal(),
  export: () => openExport(), keys: () => by("keys").showModal(),
});

try {
  const opened = await host.opened();
  file = { name: opened.name, text: opened.text ?? "", written: write(read(opened.text ?? "")) };
  if (opened.name === null) {
    const first = GALLERY[0];
    tries = first.tries;
    lesson.replace(await rowsOf(first), true);
    attempt.set(tries[0]);
  } else {
    lesson.replace(read(file.text), true);
    if (!file.text) editor.focusEmpty();
    tellUnfinished(lesson.rows);
  }
} catch (error) {
  status.say("bad", error.message);
}
by("undo").disabled = by("redo").disabled = true;
showDocument();
document.documentElement.dataset.ready = "true";
