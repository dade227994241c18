// The next question, answered by a click.

import { by, make } from "./dom.js";

export class QuestionPanel {
  #lesson;
  #body = by("question-body");
  #questions = [];
  #skipped = new Set();
  #ids = [];
  #onTeach;
  #place;

  constructor(lesson, { onTeach, place }) {
    this.#lesson = lesson;
    this.#onTeach = onTeach;
    this.#place = place;
  }

  /** A sentence instead of a question. */
  say(text) {
    this.#questions = [];
    this.#body.replaceChildren(make("p", { className: "muted" }, text));
  }

  show(ids, questions) {
    this.#ids = ids;
    this.#questions = questions.filter((question) => !this.#skipped.has(question.input));
    this.#draw();
  }

  /** Answers by number, from 1; 0 is that it is no command. */
  choose(number) {
    const question = this.#questions[0];
    if (!question) return;
    if (number === 0) this.#deny(question);
    else if (question.answers[number - 1]) this.#answer(question, question.answers[number - 1]);
  }

  #draw() {
    const question = this.#questions[0];
    if (!question) {
      this.say("Nothing is open: no sentence was found that could mean several things.");
      return;
    }
    const answers = question.answers.map((answer, index) => this.#choice(question, answer, index + 1));
    if (!question.answers.some((answer) => answer.text === null)) {
      answers.push(make("button", { type: "button", className: "choice none", onclick: () => this.#deny(question) },
        make("kbd", { "aria-hidden": "true" }, "0"), make("span", { className: "meaning" }, "It is no command")));
    }
    this.#body.replaceChildren(
      make("p", { className: "asked" }, make("span", { className: "muted" }, "What does this mean?"), make("strong", {}, question.input)),
      make("div", { className: "choices", role: "group", "aria-label": "Possible meanings" }, ...answers),
      make("div", { className: "question-tools" },
        make("button", { type: "button", className: "quiet small", onclick: () => this.#other(question) }, "Something else …"),
        make("button", { type: "button", className: "quiet small", onclick: () => this.#skip(question) }, "Skip")));
  }

  #choice(question, answer, number) {
    const rows = answer.examples.map((example) => this.#place(this.#ids[example])).filter((place) => place > 0);
    const text = answer.text === null ? "It is no command" : answer.text || "(nothing)";
    return make("button", {
      type: "button", className: answer.text === null ? "choice none" : "choice",
      onclick: () => this.#answer(question, answer), "aria-keyshortcuts": `Alt+${number}`,
    }, make("kbd", { "aria-hidden": "true" }, number), make("span", { className: "meaning" }, text),
      make("span", { className: "percent" }, `${Math.round(100 * answer.weight)} %`),
      rows.length ? make("span", { className: "as" }, `as in row${rows.length > 1 ? "s" : ""} ${rows.join(", ")}`) : null);
  }

  #answer(question, answer) {
    if (answer.text === null) this.#deny(question);
    else {
      this.say("Learning from your answer …");
      this.#lesson.teach(question.input, answer.text);
    }
  }

  #deny(question) {
    this.say("Learning from your answer …");
    this.#lesson.deny(question.input);
  }

  #other(question) {
    this.#onTeach(this.#lesson.insert([{ input: question.input, output: "" }]));
  }

  #skip(question) {
    this.#skipped.add(question.input);
    this.#questions.shift();
    this.#draw();
  }
}
