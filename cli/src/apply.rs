//! `blicket apply`: a stored grammar on lines of text.

use crate::columns::Inputs;
use crate::failure::{Failure, say};
use crate::grammar_file::{GrammarFile, ReadyMadeArguments};
use crate::highlight;
use crate::input::Input;
use crate::record::to_json;
use crate::terminal::{Painted, Style, buffered_stdout};
use blicket::{Advice, Derivation, Evaluation, EvaluationReport, Grammar, Limits, Outcome, Slot};
use serde::Serialize;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// Apply a grammar to every line of a file or of standard input
///
/// For each line, prints what the grammar makes of its words. A line that the grammar has no value
/// for is answered by the reason in parentheses, and counted on standard error in the end. For the
/// first hundred of them the nearest sentence that the grammar reads is looked for.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The grammar: a file with a rule a line, such as `dax -> RED`
    grammar: PathBuf,
    /// The inputs, one a line; standard input if it is left out or `-`
    queries: Option<PathBuf>,
    /// Show how each value came about
    #[arg(long)]
    explain: bool,
    /// Show which section read which words of each line, and what they mean
    #[arg(long)]
    slots: bool,
    /// For every line that is not read, tell its unknown words, where reading stopped, what could come
    /// there, and the nearest sentences
    #[arg(long)]
    advice: bool,
    /// Give the best guess also where the grammar is not sure, instead of saying so
    #[arg(long)]
    guess: bool,
    /// Tell all that each line could mean, with its share of the weight, where the grammar leaves something open
    #[arg(long)]
    votes: bool,
    /// Apply the rules alone, whatever they leave open
    #[arg(long)]
    one_grammar: bool,
    /// Print a JSON object for each line:
    /// {"input", "output", "stuck", "reason", "slots"}, "guess" and "confidence" where something is open, and "derivation" with --explain, "advice" with
    /// --advice, "votes" with --votes
    #[arg(long)]
    json: bool,
    /// The most steps that one evaluation may take
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

/// The answer to one line.
#[derive(Serialize)]
struct Answer<'a> {
    input: &'a str,
    #[serde(flatten)]
    report: EvaluationReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    derivation: Option<Derivation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    votes: Option<Vec<VotedMeaning>>,
}

/// What a line could mean; null where no rule reads it.
#[derive(Serialize)]
struct VotedMeaning {
    output: Option<String>,
    share: f64,
}

/// For how many lines the nearest sentence is looked for without being asked. A file of a million lines
/// that are not read would take hours.
const MOST_UNASKED: u64 = 100;
/// How many near sentences are told where advice is asked for.
const SUGGESTIONS: usize = 3;

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let queries = arguments.queries.as_deref().unwrap_or(Path::new("-"));
    if arguments.grammar == Path::new("-") && queries == Path::new("-") {
        let message = "the grammar and the inputs cannot both come from standard input";
        return Err(Failure::Input(message.to_owned()));
    }
    let file = GrammarFile::read(&arguments.grammar)?;
    let grammar = file.grammar(&arguments.ready_made.ready_made())?;
    let grammar = if arguments.one_grammar { grammar.rules_alone() } else { grammar };
    let mut limits = Limits::default();
    limits.steps = arguments.steps.unwrap_or(limits.steps);
    let mut input = Input::open(queries)?;
    input.begins_as_text()?;
    let Input { name, reader: mut input } = input;
    let mut output = buffered_stdout();
    // What is typed stands there already.
    let is_table =
        output.is_looked_at() && arguments.queries.is_some() && queries != Path::new("-");
    let mut inputs = (is_table && !arguments.json).then(|| {
        let start = String::from_utf8_lossy(input.buffer()).into_owned();
        Inputs::of(start.lines(), true)
    });
    let mut evaluation = Evaluation::within(limits);
    let mut line = String::new();
    let (mut count, mut without_value, mut examples) = (0u64, 0u64, 0u64);
    loop {
        line.clear();
        match input.read_line(&mut line) {
            Ok(0) => break,
            Ok(_) => count += 1,
            Err(error) => {
                // What was answered so far is not lost.
                output.flush().map_err(|error| Failure::writing(&error))?;
                return Err(Failure::reading(format!("{name}, line {}", count + 1), &error));
            }
        }
        let text = line.strip_suffix('\n').unwrap_or(&line);
        let text = text.strip_suffix('\r').unwrap_or(text);
        // The mark that some editors begin a file with is no part of its first word.
        let text = text.strip_prefix('\u{feff}').filter(|_| count == 1).unwrap_or(text);
        grammar.apply_into(text, &mut evaluation);
        without_value += u64::from(evaluation.outcome() != Outcome::Value);
        examples += u64::from(evaluation.outcome() != Outcome::Value && text.contains('\t'));
        let advice = (evaluation.outcome() == Outcome::Stuck).then(|| match arguments.advice {
            true => grammar.advise_within(text, SUGGESTIONS, limits),
            false if arguments.json || without_value > MOST_UNASKED => Advice::default(),
            false => grammar.advise_within(text, 1, limits),
        });
        let mut shown = Painted::default();
        if let Some(inputs) = &mut inputs {
            inputs.write(text, &mut shown);
            shown.push_str(" ");
        }
        answer(&mut shown, &grammar, text, &evaluation, advice, arguments);
        output.write_painted(&shown).map_err(|error| Failure::writing(&error))?;
        // A host that writes a line and waits for its answer gets it; a file is written in blocks.
        if input.buffer().is_empty() {
            output.flush().map_err(|error| Failure::writing(&error))?;
        }
    }
    output.flush().map_err(|error| Failure::writing(&error))?;
    if without_value > 0 {
        say(format_args!("{without_value} of {count} lines have no value"));
        if examples > 0 {
            let grammar = &file.name;
            say(format_args!(
                "{examples} of them have a TAB, as examples have: `blicket check {grammar} EXAMPLES` reads those, and this \
                 command reads inputs alone"
            ));
        }
    }
    Ok(())
}

/// Adds what is printed for a line.
fn answer(
    answer: &mut Painted,
    grammar: &Grammar,
    input: &str,
    evaluation: &Evaluation,
    advice: Option<Advice>,
    arguments: &Arguments,
) {
    let derivation = arguments.explain.then(|| grammar.explain_within(input, evaluation.limits()));
    if arguments.json {
        let advice = advice.filter(|_| arguments.advice);
        let voted = |(output, share)| VotedMeaning { output, share };
        let votes = arguments.votes.then(|| grammar.votes(input).into_iter().map(voted).collect());
        let fields = Answer { input, report: evaluation.report(), derivation, advice, votes };
        return answer.push_str(&(to_json(&fields) + "\n"));
    }
    let guess = evaluation.guess().filter(|_| arguments.guess);
    match why_no_value(evaluation).filter(|_| guess.is_none()) {
        None if guess.is_some() => answer.paint(Style::Doubtful, guess.unwrap_or_default()),
        None => answer.push_str(evaluation.text().unwrap_or_default()),
        Some(reason) => {
            let nearest = advice.as_ref().and_then(|advice| advice.nearest.first());
            let nearest = nearest.map(|nearest| format!("; did you mean: {}", nearest.text));
            let is_guess = evaluation.outcome() == Outcome::Refused;
            let style = if is_guess { Style::Doubtful } else { Style::Bad };
            answer.paint(style, &format!("({reason}{})", nearest.unwrap_or_default()));
        }
    }
    if let Some(advice) = advice.filter(|_| arguments.advice) {
        advice_lines(&advice).iter().for_each(|line| answer.push_str(&format!("\n    {line}")));
    }
    if arguments.votes {
        for (text, share) in grammar.votes(input) {
            let text = text.as_deref().unwrap_or("(stuck)");
            answer.push_str(&format!("\n    {:3.0} %  {text}", share * 100.0));
        }
    }
    if arguments.slots {
        evaluation.slots().for_each(|slot| answer.push_str(&slot_line(slot)));
    }
    answer.push_str("\n");
    if let Some(derivation) = derivation {
        highlight::derivation(answer, &format!("{derivation}\n"));
    }
}

/// A slot on a line of its own, indented by how deep it lies.
fn slot_line(slot: Slot<'_>) -> String {
    let indent = "    ".repeat(slot.depth() + 1);
    let value = slot.value().unwrap_or("(past the limits)");
    format!("\n{indent}{} = {value}    from {}", slot.section(), slot.text())
}

/// What there is to say about an input that is not read, a line each.
pub(crate) fn advice_lines(advice: &Advice) -> Vec<String> {
    let mut lines = Vec::new();
    if !advice.unknown.is_empty() {
        let words: Vec<&str> = advice.unknown.iter().map(|one| one.word.as_str()).collect();
        lines.push(format!("unknown: {}", words.join(", ")));
    }
    let expected = &advice.expected;
    let sections = expected.sections.iter().map(|section| match section.as_str() {
        "integer" => "a number in digits".to_owned(),
        "unlisted" => "a new word".to_owned(),
        // As its own line in the grammar.
        name => format!("@{name}"),
    });
    let any = expected.any.then(|| "any word".to_owned());
    let mut next: Vec<String> = expected.words.iter().cloned().chain(sections).chain(any).collect();
    // Enough for a person; all of them are in the JSON, and in `blicket words --after`.
    let left_out = next.len().saturating_sub(20);
    next.truncate(20);
    if left_out > 0 {
        next.push(format!("{left_out} more"));
    }
    if expected.complete && advice.reached < advice.words {
        next.push("the end".to_owned());
    }
    let after = match advice.reached {
        0 => "at the beginning".to_owned(),
        reached => format!("after word {reached}"),
    };
    lines.push(match next.is_empty() {
        true => format!("reading ends {after}"),
        false => format!("reading ends {after}, where there could be: {}", next.join(", ")),
    });
    lines.extend(advice.nearest.iter().map(|one| format!("did you mean: {}", one.text)));
    lines
}

/// Why an evaluation has no value, if it has none.
pub(crate) fn why_no_value(evaluation: &Evaluation) -> Option<String> {
    match evaluation.outcome() {
        Outcome::Value => None,
        Outcome::Stuck => Some(stuck_on(&evaluation.stuck().collect::<Vec<_>>())),
        Outcome::Refused => {
            let guess = evaluation.guess().filter(|guess| !guess.is_empty()).unwrap_or("nothing");
            let percent = evaluation.confidence().unwrap_or_default() * 100.0;
            Some(format!("not sure; a guess: {guess}, {percent:.0} %"))
        }
        outcome => Some(outcome.limit().map_or_else(String::new, |limit| limit.to_string())),
    }
}

/// That an evaluation is stuck, and on which words.
pub(crate) fn stuck_on(words: &[&str]) -> String {
    let words = if words.is_empty() { "no words".to_owned() } else { words.join(" ") };
    format!("stuck: no rule matches {words}")
}
