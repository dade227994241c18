//! `blicket learn`: from the examples of one task to a grammar and answers.

use crate::apply::{stuck_on, why_no_value};
use crate::attention::Attention;
use crate::columns::Inputs;
use crate::example_file::{ExampleFile, Lines};
use crate::failure::{Failure, excerpt, say_as};
use crate::highlight;
use crate::input::Input;
use crate::options::Options;
use crate::record::{A_MOMENT, Line, solve_task, to_json};
use crate::replace::{can_be_replaced, is_none_of, replace};
use crate::score::{SeenWords, WithoutOutput, is_right};
use crate::summary::summary;
use crate::terminal::{Painted, Style, stdout};
use blicket::{
    Answer, Details, Evaluation, Grammar, Pinned, Problem, Question, Solution, StopReason, Success,
    Unsatisfied,
};
use blicket_lab::episode::{Episode, LineError, read_queries};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Learn a grammar from examples, and answer queries by it
///
/// Prints the grammar, as `blicket apply` reads it, then a line `input -> output` for each query,
/// with how sure the answer is where it is not. What is wrong, and a summary, are said on standard error. Exits with
/// 1 if the grammar does not satisfy all examples, and with 4 if it does, --questions is given and a question is left.
/// Ctrl-C stops a search with the best so far.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The examples, one a line: an input, a TAB and an output, or SCAN's `IN: … OUT: …`; `-` for
    /// standard input. A line that begins with `# ` is a comment, or an example that is disabled
    #[arg(value_name = "EXAMPLES")]
    support: PathBuf,
    /// What to answer, one a line: an input alone, or like an example, in which case wrong answers
    /// are marked; no output is known to what learns
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// How many questions to ask at the end: inputs whose answers would decide what the examples leave open
    #[arg(long, value_name = "N", default_value_t = 0)]
    questions: usize,
    /// Inputs that questions are taken from, one a line; without it they are made of the examples' words
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,
    /// Rules that the grammar keeps, in a grammar's file: those with the comment `# pinned` behind them, or all of them
    /// where none has it. What is printed has the comment again
    #[arg(long, value_name = "GRAMMAR")]
    keep: Option<PathBuf>,
    /// Where to put the grammar with all that the examples leave open: `blicket apply` then refuses what it is not sure of
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object: that of `blicket bench`, with "agrees", "unsatisfied" [{"example",
    /// "instead"}], "alternatives" [{"grammar", "weight"}], "problems" [{"kind", "text", …}], "questions", "leaves",
    /// "solving_seconds" and "ranking_seconds"; then problems are not on standard error
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: Options,
}

#[derive(Serialize)]
struct Learned<'a> {
    #[serde(flatten)]
    line: Line<'a>,
    #[serde(flatten)]
    details: Details<'a>,
}

/// Below this, an answer comes with its confidence: from here on it would be printed as 100 %.
const SURE: f64 = 0.995;
/// For how long it is looked at what the grammar itself makes of queries.
const A_WHILE: Duration = Duration::from_secs(1);
/// A person needs no longer list of examples to see what is wrong.
const MOST_UNSATISFIED: usize = 10;
/// The exit code where all examples are satisfied, questions were asked for, and there are some.
const OPEN: u8 = 4;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(path) = &arguments.output {
        let read =
            [Some(&*arguments.support), arguments.queries.as_deref(), arguments.pool.as_deref()];
        is_none_of(path, &read)?;
        can_be_replaced(path)?;
    }
    let (episode, negatives, lines) = read_task(arguments)?;
    let (engine, attention) = (arguments.options.engine()?, Attention::new()?);
    let options = &arguments.options;
    let unscored = WithoutOutput::IsNotScored;
    let mut task = options.task(&episode, options.seed)?;
    task.negatives = negatives;
    task.questions = arguments.questions;
    if let Some(pool) = &arguments.pool {
        let (_, inputs) = read(pool, read_queries)?;
        task.question_pool = inputs.into_iter().map(|(input, _)| input).collect();
    }
    let pinned = arguments.keep.as_deref().map(pinned_rules).transpose()?;
    task.pinned.clone_from(&pinned);
    let record = solve_task(task, &engine, options, &episode, unscored, &attention)?;
    let solution = &record.solution;
    let text = if arguments.json {
        Painted::from(to_json(&Learned { line: record.line(), details: solution.details() }) + "\n")
    } else {
        let until = Instant::now() + A_WHILE;
        let has_time = || Instant::now() < until && !attention.is_stopped();
        let looked_at = stdout().is_looked_at();
        let mut text = describe(&episode, solution, pinned.as_ref(), has_time, looked_at);
        if arguments.questions > 0 {
            text.push_str(&questions(&episode, solution));
        }
        text
    };
    if let (Some(path), Some(grammar)) = (&arguments.output, &solution.grammar) {
        let text = pinned.as_ref().map_or_else(|| grammar.to_string(), |it| it.marked(grammar));
        replace(path, &text)?;
    }
    let mut output = stdout();
    let written = output.write_painted(&text).and_then(|()| output.flush());
    let is_read = match written.map_err(|error| Failure::writing(&error)) {
        Ok(()) => true,
        // Nobody reads it, but whether all examples are satisfied is known, and the exit code says it.
        Err(Failure::OutputClosed) => false,
        Err(failure) => return Err(failure),
    };
    if is_read && !arguments.json {
        for problem in problems(&episode, solution, &lines, MOST_UNSATISFIED) {
            say_as(Style::Doubtful, problem);
        }
        let until = Instant::now() + A_WHILE;
        let has_time = || Instant::now() < until && !attention.is_stopped();
        let file = arguments.support.display().to_string();
        let is_solved = solution.success == Success::Solved;
        let mut style = if is_solved { Style::Good } else { Style::Bad };
        for line in summary(&episode, solution, &file, &lines, arguments.questions, has_time) {
            say_as(style, line);
            style = Style::Faint;
        }
    }
    Ok(match solution.success {
        Success::Solved if !solution.questions.is_empty() => ExitCode::from(OPEN),
        Success::Solved => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    })
}

/// The rules of a file that the grammar keeps.
pub(crate) fn pinned_rules(path: &Path) -> Result<Pinned, Failure> {
    let mut input = Input::open(path)?;
    let text = input.read_all()?;
    Pinned::parse(&text).map_err(|errors| Failure::Input(format!("{}, {errors}", input.name)))
}

/// Inputs that are no sentences, and outputs that are not those of an input.
type Negatives = Vec<(String, Option<String>)>;

/// The files of one task as an episode.
fn read_task(arguments: &Arguments) -> Result<(Episode, Negatives, Lines), Failure> {
    let standard_input = Path::new("-");
    if arguments.support == standard_input && arguments.queries.as_deref() == Some(standard_input) {
        let message = "examples and queries cannot both come from standard input";
        return Err(Failure::Input(message.to_owned()));
    }
    let file = ExampleFile::read(&arguments.support)?;
    if let Some(heading) = file.heading() {
        say_as(Style::Doubtful, heading);
    }
    let ExampleFile { name, examples: support, negatives, lines, .. } = file;
    if support.is_empty() {
        return Err(Failure::Input(format!(
            "{name}: there are no examples to learn from; expected lines with an input, a TAB and an output. \
             `blicket teach {}` begins them in a conversation",
            match arguments.support == standard_input {
                true => "FILE",
                false => &name,
            }
        )));
    }
    let queries = match &arguments.queries {
        Some(path) => read(path, read_queries)?.1,
        None => Vec::new(),
    };
    Ok((Episode { name, domain: None, support, queries, grammar: None }, negatives, lines))
}

fn read<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, LineError>,
) -> Result<(String, T), Failure> {
    let mut input = Input::open(path)?;
    let text = input.read_all()?;
    let parsed = parse(&text);
    let parsed = parsed.map_err(|error| Failure::Input(format!("{}, {error}", input.name)))?;
    Ok((input.name, parsed))
}

/// The grammar and the answers, for a person. Without queries it is a grammar's file. What the grammar
/// itself makes of a query is worked out where that is of interest, and as long as there is time. Where a person looks
/// at it, answers stand below each other.
fn describe(
    episode: &Episode,
    solution: &Solution,
    pinned: Option<&Pinned>,
    has_time: impl Fn() -> bool,
    is_looked_at: bool,
) -> Painted {
    let written = |grammar: &Grammar| match pinned {
        Some(pinned) => pinned.marked(grammar),
        None => grammar.to_string(),
    };
    let mut text = Painted::default();
    // To be read, and perhaps changed; `--output` has what they leave open as well.
    let rules = solution.grammar.as_ref().map(Grammar::rules_alone);
    if let Some(rules) = &rules {
        highlight::grammar(&mut text, &written(rules));
    }
    if !episode.queries.is_empty() && !text.is_empty() {
        text.push_str("\n");
    }
    let inputs = episode.queries.iter().map(|(input, _)| &**input);
    let mut inputs = Inputs::of(inputs, is_looked_at);
    let seen = SeenWords::of(episode, solution);
    for ((input, wanted), answer) in episode.queries.iter().zip(&solution.answers) {
        let differs = answer.guess().is_some() && !answer.agrees;
        let asked = rules.as_ref().filter(|_| differs && has_time());
        let own = asked.map(|grammar| grammar.apply_within(input, A_MOMENT));
        let shown = match (&answer.text, &answer.stuck) {
            (Some(text), _) => text.clone(),
            (None, _) if answer.refused.is_some() => {
                not_sure(answer, &others(solution, input, has_time()))
            }
            (None, Some(stuck)) => {
                format!("({})", stuck_on(&stuck.iter().map(String::as_str).collect::<Vec<_>>()))
            }
            (None, None) => "(no answer)".to_owned(),
        };
        inputs.write(input, &mut text);
        let shown = shown.trim_end();
        let space = if shown.is_empty() { "" } else { " " };
        text.push_str(space);
        match answer.text {
            Some(_) => text.push_str(shown),
            None if answer.refused.is_some() => text.paint(Style::Doubtful, shown),
            None => text.paint(Style::Bad, shown),
        }
        let mut notes = notes(wanted.as_deref(), answer, own.as_ref());
        // A word that the answer shows again was copied, which is no guess at what it means.
        let is_copied = |word: &&str, text: &str| text.split(' ').any(|token| token == *word);
        let guessed: Vec<&str> = match &answer.text {
            Some(text) => seen.missing(input).filter(|word| !is_copied(word, text)).collect(),
            None => Vec::new(),
        };
        if !guessed.is_empty() {
            notes.push(format!("a guess: no example has {}", guessed.join(" ")));
        }
        if !notes.is_empty() {
            text.push_str("  ");
            text.paint(Style::Doubtful, &format!("({})", notes.join("; ")));
        }
        text.push_str("\n");
    }
    text
}

/// Other answers to an input that grammars have, with their shares.
fn others(solution: &Solution, input: &str, has_time: bool) -> Vec<(Option<String>, f64)> {
    let grammar = solution.grammar.as_ref().filter(|_| has_time);
    grammar.map(|grammar| grammar.votes(input)).unwrap_or_default()
}

/// A guess that is not worth acting on, and what speaks against it.
fn not_sure(answer: &Answer, votes: &[(Option<String>, f64)]) -> String {
    let guess = answer.guess().unwrap_or_default();
    let percent = answer.confidence * 100.0;
    let mut text = format!("(not sure; a guess: {}, {percent:.0} %", or_nothing(guess));
    let other = votes.iter().find(|(other, _)| other.as_deref().is_some_and(|it| it != guess));
    if let Some((Some(other), share)) = other {
        text.push_str(&format!(", or {}, {:.0} %", or_nothing(other), share * 100.0));
    }
    text + ")"
}

/// What to ask next, as comments of a grammar's file.
fn questions(episode: &Episode, solution: &Solution) -> String {
    let questions: &[Question] = &solution.questions;
    let mut text = String::new();
    let is_whole = matches!(solution.stop, StopReason::Solved | StopReason::Exhausted);
    if questions.is_empty() && !is_whole {
        text.push_str("# No question was found before the search was ended, which is not that nothing is open.\n");
    } else if questions.is_empty() {
        text.push_str("# Nothing is open: no sentence was found on which the grammars that fit the examples differ.\n");
    }
    for question in questions {
        text.push_str(&format!("# What does this mean?  {}\n", question.input));
        for answer in &question.answers {
            let meaning = match &answer.text {
                Some(text) => or_nothing(text),
                None => "(it is no sentence of the language)",
            };
            text.push_str(&format!("#   {:3.0} %  {meaning}", answer.weight * 100.0));
            let inputs = answer.examples.iter().map(|example| &*episode.support[*example].0);
            let inputs: Vec<&str> = inputs.collect();
            if !inputs.is_empty() {
                text.push_str(&format!("    (as in: {})", inputs.join("; ")));
            }
            text.push('\n');
        }
    }
    text
}

/// Whether the search ended before any grammar had voted on an answer: then nothing is known of its doubt.
fn is_alone(answer: &Answer) -> bool {
    answer.text.is_some() && answer.confidence <= 0.0
}

/// What is to be known about an answer, next to what the grammar itself makes of the query.
fn notes(wanted: Option<&str>, answer: &Answer, own: Option<&Evaluation>) -> Vec<String> {
    let mut notes = Vec::new();
    if is_alone(answer) {
        notes.push("not weighed".to_owned());
    } else if answer.text.is_some() && answer.confidence < SURE {
        notes.push(format!("{:.0} %", answer.confidence * 100.0));
    }
    if let Some(own) = own.filter(|_| !answer.agrees) {
        notes.push(match why_no_value(own) {
            Some(reason) => format!("the grammar itself has no answer, {reason}"),
            None => format!("the grammar itself gives {}", or_nothing(own.text().unwrap_or(""))),
        });
    }
    if let Some(wanted) = wanted.filter(|wanted| !is_right(answer.text.as_deref(), wanted)) {
        notes.push(format!("wanted {}", or_nothing(wanted)));
    }
    notes
}

/// What is wrong and what a person could do about it, with this many examples at most.
fn problems(episode: &Episode, solution: &Solution, lines: &Lines, most: usize) -> Vec<String> {
    let told = |problem: &Problem| format!("{problem}{}", lines.of(problem.examples()));
    let mut problems: Vec<String> = solution.problems.iter().map(told).collect();
    let ended = match solution.stop {
        StopReason::Timeout => Some("time was up: --timeout gives more"),
        StopReason::Steps => Some("the most steps were reached: --steps gives more"),
        StopReason::Memory => {
            Some("the most memory was taken: fewer or shorter examples take less")
        }
        StopReason::Cancelled => Some("it was stopped: this is the best so far"),
        // What ended it by itself is said by the problems before.
        _ => None,
    };
    let is_solved = solution.success == Success::Solved;
    if is_solved && solution.answers.iter().any(is_alone) {
        problems.push("answers that are not weighed are those of one grammar that fits: whether others differ is not known".to_owned());
    } else if is_solved {
        return problems;
    }
    problems.extend(ended.map(str::to_owned));
    let unsatisfied = &solution.unsatisfied;
    for Unsatisfied { example, instead, .. } in unsatisfied.iter().take(most) {
        let (input, wanted) = &episode.support[*example];
        let (input, wanted) = (excerpt(input), excerpt(or_nothing(wanted)));
        let instead = match instead {
            Some(instead) => format!("the grammar gives {}", excerpt(or_nothing(instead))),
            None => "the grammar has no value for it".to_owned(),
        };
        let line = lines.of(&[*example]);
        problems
            .push(format!("example {}{line}: {input}: wanted {wanted}, {instead}", example + 1));
    }
    if unsatisfied.len() > most {
        let more = unsatisfied.len() - most;
        problems.push(format!("and {more} more example{}", if more == 1 { "" } else { "s" }));
    }
    problems
}

/// An output, so that an empty one can be seen.
fn or_nothing(output: &str) -> &str {
    if output.is_empty() { "nothing" } else { output }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: Option<&str>, confidence: f64, agrees: bool) -> Answer {
        let mut answer = Answer::default();
        answer.text = text.map(str::to_owned);
        answer.confidence = confidence;
        answer.agrees = agrees;
        answer
    }

    #[test]
    fn notes_are_about_doubts_and_nothing_else() {
        let grammar = Grammar::parse("dax -> RED\nlug ->\nu1 fep -> [u1] [u1]").unwrap();
        let own = |input| Some(grammar.apply(input));
        let notes = |input, wanted, answer| notes(wanted, &answer, own(input).as_ref()).join("; ");
        let red = || answer(Some("RED"), 1.0, true);
        assert_eq!(notes("dax", None, red()), "");
        assert_eq!(notes("dax", Some(" RED "), red()), "");
        assert_eq!(notes("dax", Some("BLUE"), red()), "wanted BLUE");
        assert_eq!(notes("dax", Some(""), red()), "wanted nothing");
        assert_eq!(notes("dax", None, answer(Some("RED"), 0.9949, true)), "99 %");
        assert_eq!(notes("dax", None, answer(Some("RED"), 0.0, true)), "not weighed");
        let voted = || answer(Some("BLUE"), 0.6, false);
        assert_eq!(notes("dax fep", None, voted()), "60 %; the grammar itself gives RED RED");
        assert_eq!(notes("lug", None, voted()), "60 %; the grammar itself gives nothing");
        assert_eq!(
            notes("dax wug", None, voted()),
            "60 %; the grammar itself has no answer, stuck: no rule matches dax wug"
        );
        assert_eq!(notes("wug", Some("BLUE"), answer(None, 0.0, true)), "wanted BLUE");
    }

    #[test]
    fn answers_that_nobody_voted_on_are_told() {
        let episode = Episode {
            name: "a".to_owned(),
            domain: None,
            support: vec![("dax".to_owned(), "RED".to_owned())],
            queries: vec![],
            grammar: None,
        };
        let mut solution = Solution::nothing(StopReason::Timeout, 1, 1);
        solution.success = Success::Solved;
        solution.answers = vec![answer(Some("RED"), 0.9, true)];
        let lines = Lines::default();
        assert!(problems(&episode, &solution, &lines, 2).is_empty());
        solution.answers = vec![answer(Some("RED"), 0.0, true)];
        let told = problems(&episode, &solution, &lines, 2);
        assert!(told[0].contains("not weighed"), "{told:?}");
        assert_eq!(told[1..], ["time was up: --timeout gives more"]);
    }

    #[test]
    fn a_long_list_of_unsatisfied_examples_is_cut_short() {
        let support = vec![("dax".to_owned(), "RED".to_owned()), ("lug".to_owned(), String::new())];
        let episode =
            Episode { name: "a".to_owned(), domain: None, support, queries: vec![], grammar: None };
        let mut solution = Solution::nothing(StopReason::Steps, 2, 0);
        solution.success = Success::Best;
        solution.unsatisfied =
            vec![Unsatisfied::new(0, Some(String::new())), Unsatisfied::new(1, None)];
        let steps = "the most steps were reached: --steps gives more";
        let first = "example 1: dax: wanted RED, the grammar gives nothing";
        let second = "example 2: lug: wanted nothing, the grammar has no value for it";
        let same = Lines(vec![1, 2]);
        assert_eq!(problems(&episode, &solution, &same, 2), [steps, first, second]);
        assert_eq!(problems(&episode, &solution, &same, 1), [steps, first, "and 1 more example"]);
        // Comments and blank lines stand in the file, too.
        let first = "example 1 (line 3): dax: wanted RED, the grammar gives nothing";
        let told = problems(&episode, &solution, &Lines(vec![3, 5]), 1);
        assert_eq!(told, [steps, first, "and 1 more example"]);
    }
}
