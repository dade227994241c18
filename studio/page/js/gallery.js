// Lessons to begin with.

import { by, make } from "./dom.js";
import { read } from "./tsv.js";

export const GALLERY = [
  { file: "home-en.tsv", title: "A home", note: "Rooms, lamps, levels, reminders; two commands in a sentence.",
    tries: ["switch off the bedroom heater please", "set the hall heater to 35 percent", "open the kitchen window"] },
  { file: "home-de.tsv", title: "Ein Haus, auf Deutsch", note: "The same home in another language. None is wired in.",
    tries: ["schalte bitte die Heizung im Bad aus", "stelle die Heizung in der Küche auf 30 Prozent"] },
  { file: "game.tsv", title: "A game", note: "A text adventure: verbs, things, and several commands in a line.",
    tries: ["get the rope and put the lamp in the box", "open the box"] },
  { file: "robot.tsv", title: "A robot", note: "Words that act on other words: twice, and.",
    tries: ["run twice and jump and walk twice"] },
  { file: "numbers.tsv", title: "Number words", note: "Outputs are whole numbers, so sums and products are learnt.",
    tries: ["four thousand two hundred thirty seven"] },
  { file: "miniscan.tsv", title: "MiniSCAN", note: "The fourteen instructions that people were given by Lake, Linzen and Baroni (2019).",
    tries: ["zup blicket lug kiki wif fep"] },
  { file: "scan.tsv", title: "SCAN", note: "A hundred commands of 20,910 (Lake and Baroni, 2018) are enough for all.",
    tries: ["jump around left thrice after walk opposite right twice"] },
];

/** The rows of a lesson. */
export async function rowsOf(lesson) {
  const response = await fetch(`examples/${lesson.file}`);
  if (!response.ok) throw new Error(`${lesson.title} could not be loaded`);
  return read(await response.text());
}

/** Fills the dialog; `onChoose` is called with a lesson, or with null for an empty page. */
export function gallery(onChoose) {
  const card = (lesson, title, note) => make("button", {
    type: "button", className: "card", onclick: () => { by("gallery").close(); onChoose(lesson); },
  }, make("strong", {}, title), make("span", { className: "muted" }, note));
  by("cards").replaceChildren(
    ...GALLERY.map((lesson) => card(lesson, lesson.title, lesson.note)),
    card(null, "Nothing", "An empty page, to teach something of your own."));
  for (const button of ["open-gallery", "begin"]) by(button).addEventListener("click", () => by("gallery").showModal());
}
