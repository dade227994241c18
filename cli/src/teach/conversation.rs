//! The conversation itself: what is answered to each line.

use super::lesson::Lesson;
use super::line::{HELP, Line};
use super::terminal::Lines;
use crate::apply::advice_lines;
use crate::failure::Failure;
use crate::replace::replace;
use crate::summary::counted;
use crate::terminal::stdout;
use blicket::{
    Engine, Grammar, Memo, Pinned, Question, Severity, StopReason, Success, Task, lint_examples,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A person who waits longer has given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// The nearest sentences that are shown for one that is not understood.
const SUGGESTIONS: usize = 3;

pub(super) struct Conversation {
    lesson: Lesson,
    engine: Engine,
    /// What was learnt from the lesson as it is, and whether it fails some of it.
    grammar: Option<Grammar>,
    fails_examples: bool,
    /// What was worked out for the lesson as it was before.
    memo: Memo,
    grammar_file: Option<PathBuf>,
    lines: Lines,
    /// What was last tried or asked, and the answer that was given to it.
    last: Option<(String, Option<String>)>,
    question: Option<Question>,
}

impl Conversation {
    pub(super) fn new(
        lesson: Lesson,
        engine: Engine,
        grammar_file: Option<PathBuf>,
        lines: Lines,
    ) -> Result<Self, Failure> {
        let mut conversation = Self {
            lesson,
            engine,
            grammar: None,
            fails_examples: false,
            memo: Memo::default(),
            grammar_file,
            lines,
            last: None,
            question: None,
        };
        conversation.learn_again()?;
        Ok(conversation)
    }

    pub(super) fn greet(&self, file: Option<&Path>) -> Result<(), Failure> {
        let count = self.lesson.taught.examples.len();
        let kept = match file {
            Some(file) => format!("Everything you teach is kept in {}.", file.display()),
            None => "This is a home, to try it; nothing is kept. `blicket teach FILE` keeps what you teach.".to_owned(),
        };
        say(&format!("{}. {kept} Type a command, or :help.", counted(count, "example")))
    }

    /// Answers one line; `false` at the end.
    pub(super) fn next(&mut self) -> Result<bool, Failure> {
        let Some(text) = self.lines.next(self.grammar.as_ref())? else { return Ok(false) };
        if !self.lines.is_person() && !text.trim().is_empty() {
            // So that a transcript can be read.
            say(&format!("> {}", text.trim()))?;
        }
        match Line::read(&text) {
            Line::Nothing => {}
            Line::Quit => return Ok(false),
            Line::Help => say(HELP.trim_end())?,
            Line::Try(input) => self.answer(input)?,
            Line::Example(input, output) => self.teach(input, output)?,
            Line::Means(output) => match self.last.take() {
                Some((input, _)) => self.teach(input, output)?,
                None => say("nothing was tried yet: type a command first, or INPUT -> OUTPUT")?,
            },
            Line::Choose(number) => self.choose(number)?,
            Line::Right => match self.last.take() {
                Some((input, Some(output))) => self.teach(input, output)?,
                Some(last) => {
                    self.last = Some(last);
                    say("there was no answer; = OUTPUT says what it means")?;
                }
                None => say("nothing was tried yet")?,
            },
            Line::NoSentence => self.deny(false)?,
            Line::Wrong => self.deny(true)?,
            Line::Why => self.explain()?,
            Line::Ask => self.ask()?,
            Line::Undo => match self.lesson.undo()? {
                true => {
                    self.learn_again()?;
                    say(&format!("{}.", counted(self.lesson.taught.examples.len(), "example")))?;
                }
                false => say("there is nothing to take back")?,
            },
            Line::Examples => self.list()?,
            Line::Remove(number) => self.remove(number)?,
            Line::Disable(number) => self.set_aside(number)?,
            Line::Enable(number) => self.take_again(number)?,
            Line::Pin(rule) => self.pin(&rule)?,
            Line::Unpin(rule) => self.unpin(&rule)?,
            Line::Rules => match &self.grammar {
                Some(grammar) => say(self.written(grammar).trim_end())?,
                None => say("no grammar was learnt yet: teach some examples, INPUT -> OUTPUT")?,
            },
            Line::Lint => self.lint()?,
            Line::Unknown(message) => say(&message)?,
        }
        Ok(true)
    }

    fn task(&self) -> Task {
        let mut task = Task::new();
        task.support.clone_from(&self.lesson.taught.examples);
        task.negatives.clone_from(&self.lesson.taught.negatives);
        task.pinned = self.pinned();
        task.timeout = PATIENCE;
        task.memo = self.memo.clone();
        task
    }

    /// The rules that every grammar keeps.
    fn pinned(&self) -> Option<Pinned> {
        let text = self.lesson.taught.pinned.as_deref()?;
        Pinned::parse_marked(text).ok().flatten()
    }

    /// The text of a grammar's rules, with marks behind those that are kept.
    fn written(&self, grammar: &Grammar) -> String {
        let rules = grammar.rules_alone();
        self.pinned().map_or_else(|| rules.to_string(), |pinned| pinned.marked(&rules))
    }

    fn pin(&mut self, rule: &str) -> Result<(), Failure> {
        let now = self.grammar.as_ref().map(|grammar| self.written(grammar));
        let text = Pinned::text_with(&now.unwrap_or_default(), rule);
        if let Err(errors) = Pinned::parse(&text) {
            for error in errors.all() {
                let (column, found, expected) = (error.column, &error.found, &error.expected);
                say(&format!("column {column} of the rule: found {found}, expected {expected}"))?;
            }
            return Ok(());
        }
        self.lesson.change(|taught| taught.pinned = Some(text))?;
        self.learn_again()?;
        let kept = if self.grammar_file.is_none() {
            " (until you leave: --grammar FILE keeps it)"
        } else {
            ""
        };
        say(&format!("pinned{kept}."))
    }

    fn unpin(&mut self, rule: &str) -> Result<(), Failure> {
        let text = self.lesson.taught.pinned.as_deref();
        let Some(text) = text.and_then(|text| Pinned::text_without(text, rule)) else {
            return say("no such rule is pinned; :rules shows them with `# pinned` behind them");
        };
        let has_others = matches!(Pinned::parse_marked(&text), Ok(Some(_)));
        self.lesson.change(|taught| taught.pinned = Some(text).filter(|_| has_others))?;
        self.learn_again()?;
        say("not pinned any more.")
    }

    fn set_aside(&mut self, number: usize) -> Result<(), Failure> {
        let count = self.lesson.taught.examples.len();
        if number > count {
            return say(&format!("expected a number up to {count}; :examples lists them"));
        }
        self.lesson.change(|taught| {
            let example = taught.examples.remove(number - 1);
            taught.disabled.push(example);
        })?;
        self.learn_again()?;
        let (left, aside) = (count - 1, self.lesson.taught.disabled.len());
        say(&format!("{left} examples, {aside} disabled; :enable {aside} takes it again."))
    }

    fn take_again(&mut self, number: usize) -> Result<(), Failure> {
        let count = self.lesson.taught.disabled.len();
        if number > count {
            return say(&format!("{count} examples are disabled; :examples lists them"));
        }
        self.lesson.change(|taught| {
            let (input, output) = taught.disabled.remove(number - 1);
            taught.add(input, output);
        })?;
        self.learn_again()?;
        say(&format!("{}.", counted(self.lesson.taught.examples.len(), "example")))
    }

    /// Whether there is nothing to learn from.
    fn is_empty(&self) -> bool {
        self.lesson.taught.examples.is_empty() && self.lesson.taught.pinned.is_none()
    }

    fn learn_again(&mut self) -> Result<(), Failure> {
        self.question = None;
        if self.is_empty() {
            self.grammar = None;
            return Ok(());
        }
        let solution = self.engine.solve(&self.task());
        for problem in &solution.problems {
            say(&format!("  note: {problem}"))?;
        }
        if solution.success == Success::Best {
            let (satisfied, all) = (solution.satisfied(), solution.examples);
            say(&format!("  note: the grammar satisfies {satisfied} of {all} examples"))?;
        }
        if let (Some(file), Some(grammar)) = (&self.grammar_file, &solution.grammar) {
            replace(file, &self.written(grammar))?;
        }
        self.fails_examples = solution.success == Success::Best;
        self.grammar = solution.grammar;
        Ok(())
    }

    fn answer(&mut self, input: String) -> Result<(), Failure> {
        if self.is_empty() {
            say("nothing was taught yet: = OUTPUT says what it means")?;
            self.last = Some((input, None));
            return Ok(());
        }
        let text = self.show(&input)?;
        self.last = Some((input, text));
        Ok(())
    }

    /// Shows what is answered to an input, and gives it. Nothing is learnt again for that: the grammar knows what its examples
    /// leave open.
    fn show(&self, input: &str) -> Result<Option<String>, Failure> {
        let not_understood =
            "? not understood: = OUTPUT says what it means, :no that it is no command";
        let Some(grammar) = &self.grammar else {
            say(not_understood)?;
            return Ok(None);
        };
        let evaluation = grammar.apply(input);
        let confidence = evaluation.confidence().unwrap_or(1.0);
        // Where nobody votes, a grammar that fails examples has nothing to say that is worth acting on.
        let is_refused = self.fails_examples && evaluation.confidence().is_none();
        if let Some(text) = evaluation.text().filter(|_| !is_refused) {
            let sure = match confidence {
                sure if sure >= 0.995 => String::new(),
                sure => format!("    ({:.0} % sure)", 100.0 * sure),
            };
            say(&format!("= {}{sure}", if text.is_empty() { "(nothing)" } else { text }))?;
            return Ok(Some(text.to_owned()));
        }
        if let Some(guess) = evaluation.guess() {
            let percent = 100.0 * evaluation.confidence().unwrap_or_default();
            say(&format!("? not sure: {guess}, {percent:.0} %: = OUTPUT says what it means"))?;
            return Ok(None);
        }
        say(not_understood)?;
        if let Some(hint) = hint(input) {
            say(&format!("    {hint}"))?;
        }
        let advice = grammar.advise(input, SUGGESTIONS);
        if !advice.read {
            for line in advice_lines(&advice) {
                say(&format!("    {line}"))?;
            }
        }
        Ok(None)
    }

    fn teach(&mut self, input: String, output: String) -> Result<(), Failure> {
        if input.is_empty() {
            return say("an example needs an input: INPUT -> OUTPUT");
        }
        self.lesson.change(|taught| taught.add(input.clone(), output))?;
        self.learn_again()?;
        let count = self.lesson.taught.examples.len();
        say(&format!("learnt. {}.", counted(count, "example")))?;
        self.slips(&input)
    }

    /// What looks like a slip in the example that was just given.
    fn slips(&self, input: &str) -> Result<(), Failure> {
        let examples = &self.lesson.taught.examples;
        let remarks = lint_examples(examples);
        let own = remarks.iter().filter(|remark| {
            remark.severity > Severity::Note && examples[remark.example].0 == input
        });
        for remark in own {
            say(&format!("  is that a slip? {remark}"))?;
        }
        Ok(())
    }

    fn deny(&mut self, is_output: bool) -> Result<(), Failure> {
        let Some((input, given)) = self.last.take() else {
            return say("nothing was tried yet: type a command first");
        };
        if is_output && given.is_none() {
            self.last = Some((input, given));
            return say("there was no answer that could be wrong; :no says that it is no command");
        }
        let output = given.filter(|_| is_output);
        self.lesson.change(|taught| taught.deny(input.clone(), output))?;
        self.learn_again()?;
        say("noted.")?;
        self.answer(input)
    }

    fn explain(&self) -> Result<(), Failure> {
        match (&self.grammar, &self.last) {
            (Some(grammar), Some((input, _))) => say(grammar.explain(input).to_string().trim_end()),
            _ => say("nothing was tried yet"),
        }
    }

    fn ask(&mut self) -> Result<(), Failure> {
        let mut task = self.task();
        task.questions = 1;
        let mut solution = self.engine.solve(&task);
        if solution.questions.is_empty() && solution.stop == StopReason::Timeout {
            return say("time was up before a question was found; :ask again looks once more");
        }
        if solution.questions.is_empty() {
            return say("nothing is open: no sentence was found that could mean several things");
        }
        let question = solution.questions.remove(0);
        say(&format!("What does this mean?   {}", question.input))?;
        for (index, answer) in question.answers.iter().enumerate() {
            let meaning = match answer.text.as_deref() {
                Some("") => "(nothing)",
                Some(text) => text,
                None => "it is no command",
            };
            let examples = answer.examples.iter();
            let inputs = examples.map(|one| &*self.lesson.taught.examples[*one].0);
            let inputs = inputs.collect::<Vec<_>>().join("; ");
            let reason = if inputs.is_empty() { inputs } else { format!("    as in: {inputs}") };
            let number = index + 1;
            say(&format!("  {number}  {meaning}    ({:.0} %){reason}", 100.0 * answer.weight))?;
        }
        say("Answer by a number, by = OUTPUT, or by :no.")?;
        self.last = Some((question.input.clone(), None));
        self.question = Some(question);
        Ok(())
    }

    fn choose(&mut self, number: usize) -> Result<(), Failure> {
        let Some(question) = self.question.take() else {
            return self.answer(number.to_string());
        };
        let place = number.checked_sub(1);
        let Some(answer) = place.and_then(|place| question.answers.get(place)) else {
            let count = question.answers.len();
            self.question = Some(question);
            return say(&format!("expected a number from 1 to {count}, = OUTPUT, or :no"));
        };
        match answer.text.clone() {
            Some(text) => self.teach(question.input, text),
            None => {
                self.last = Some((question.input, None));
                self.deny(false)
            }
        }
    }

    fn list(&self) -> Result<(), Failure> {
        let taught = &self.lesson.taught;
        for (index, (input, output)) in taught.examples.iter().enumerate() {
            let output = if output.is_empty() { "(nothing)" } else { output };
            say(&format!("{:4}  {input} -> {output}", index + 1))?;
        }
        for (input, output) in &taught.negatives {
            match output {
                Some(output) => say(&format!("      {input} does not mean {output}"))?,
                None => say(&format!("      {input} is no command"))?,
            }
        }
        for (index, (input, output)) in taught.disabled.iter().enumerate() {
            say(&format!("{:4}  {input} -> {output}    (disabled; :enable {0})", index + 1))?;
        }
        Ok(())
    }

    fn remove(&mut self, number: usize) -> Result<(), Failure> {
        let count = self.lesson.taught.examples.len();
        if number > count {
            return say(&format!("expected a number up to {count}; :examples lists them"));
        }
        self.lesson.change(|taught| {
            taught.examples.remove(number - 1);
        })?;
        self.learn_again()?;
        say(&format!("{}.", counted(count - 1, "example")))
    }

    fn lint(&self) -> Result<(), Failure> {
        let remarks = self.engine.lint(&self.task());
        for remark in &remarks {
            say(&format!("example {}: {remark}", remark.example + 1))?;
        }
        if remarks.is_empty() {
            say("nothing looks like a slip")?;
        }
        Ok(())
    }
}

/// What is to be told of a line that is no command of the language, and looks as if it were meant for the conversation.
fn hint(input: &str) -> Option<String> {
    match input.trim().to_lowercase().as_str() {
        word @ ("help" | "quit" | "undo" | "why" | "ask" | "rules" | "examples" | "lint") => {
            Some(format!(":{word}, with a colon, is what you may want"))
        }
        "exit" | "bye" | "q" => Some(":quit, with a colon, leaves".to_owned()),
        other if other.starts_with('=') => {
            Some("= OUTPUT, with a space behind =, says what the last command means".to_owned())
        }
        _ => None,
    }
}

/// Prints a line.
fn say(text: &str) -> Result<(), Failure> {
    let mut output = stdout();
    let written = writeln!(output, "{text}").and_then(|()| output.flush());
    written.map_err(|error| Failure::writing(&error))
}
