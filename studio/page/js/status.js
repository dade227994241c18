// How far learning is, and what is wrong, in words.

import { by, counted, make } from "./dom.js";

const STOPPED = {
  timeout: "time was up",
  steps: "the limit of steps was reached",
  memory: "the limit of memory was reached",
  exhausted: "nothing more is left to try",
  cancelled: "it was stopped",
};

export function say(state, text) {
  by("status").dataset.state = state;
  by("status-text").textContent = text;
  by("stop").hidden = state !== "busy";
  by("learn-now").hidden = state === "busy";
  if (state !== "busy") by("progress").hidden = true;
}

/** While it goes on. Searches that take less than a moment are not worth a flicker. */
export function progress({ phase, seconds, satisfied, examples }) {
  if (seconds < 0.25) return;
  const how = satisfied === null ? "no grammar yet" : `${satisfied} of ${examples} satisfied`;
  by("status").dataset.state = "busy";
  by("status-text").textContent = `${phase === "ranking" ? "Weighing" : "Learning"}, ${seconds.toFixed(1)} s, ${how}`;
  const bar = by("progress");
  bar.hidden = false;
  bar.max = examples;
  if (satisfied === null) bar.removeAttribute("value");
  else bar.value = satisfied;
}

/** In the end. */
export function result(learnt, fresh) {
  const time = learnt.seconds < 0.01 ? `${(1000 * learnt.seconds).toFixed(1)} ms` : `${learnt.seconds.toFixed(2)} s`;
  const open = learnt.alternatives ? `; ${counted(learnt.alternatives, "other grammar")} would fit too` : "";
  const changed = fresh ? `; ${counted(fresh, "new rule")}` : "";
  if (learnt.outcome === "solved") {
    // Where it was ended before other grammars were weighed, less is known of what is open.
    const ended = ["solved", "exhausted"].includes(learnt.stop) ? "" : `; ${STOPPED[learnt.stop] ?? learnt.stop} before all was weighed, so not all doubts are known`;
    say(ended ? "waiting" : "good", `${learnt.support === 1 ? "The example is" : `All ${learnt.support} examples are`} satisfied, in ${time}${changed}${open}${ended}.`);
  } else if (learnt.outcome === "best") {
    say("bad", `${learnt.satisfied} of ${counted(learnt.support, "example")} satisfied: correct the others, which are marked.`);
  } else {
    say("bad", `No grammar was found: ${STOPPED[learnt.stop] ?? learnt.stop}. Correct what is marked, or leave examples out.`);
  }
}

/** A text that counts examples, with the rows that these are. How many more there are is no row. */
export function inRows(text, row) {
  return text.replace(/\bexamples? (\d+(?:, \d+)*)(?: and (\d+)\b(?! more))?/g, (whole, listed, last) => {
    const all = listed.split(", ").map(row);
    return `row${all.length > 1 || last ? "s" : ""} ${all.join(", ")}${last ? ` and ${row(last)}` : ""}`;
  });
}

/** What a person can act on. */
export function problems(list, ids, place, onRow) {
  const element = by("problems");
  element.hidden = list.length === 0;
  element.replaceChildren(...list.map((problem) => {
    const rows = (problem.examples ?? (problem.example === undefined ? [] : [problem.example])).map((example) => ids[example]);
    const text = inRows(problem.text, (number) => place(ids[number - 1]) || number);
    return make("li", { className: "problem" }, make("span", {}, text),
      ...rows.slice(0, 4).map((id) => make("button", { type: "button", className: "quiet small", onclick: () => onRow(id) }, `Row ${place(id)}`)));
  }));
}
