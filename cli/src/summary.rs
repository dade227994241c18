//! How `blicket learn` ends: how many examples are satisfied, which rules hang on one of them, and what is open.

use crate::example_file::Lines;
use crate::failure::excerpt;
use crate::record::A_MOMENT;
use blicket::{Problem, Solution, StopReason, Success};
use blicket_lab::episode::Episode;
use std::collections::{BTreeMap, HashSet};

/// The most rules that are shown of those that one example needs.
const MOST_SHOWN: usize = 3;

/// What a person is told in the end, a line each. `file` is what the examples were read from, on which lines, and `asked` how
/// many questions were asked for. Rules are counted only while there is time.
pub(crate) fn summary(
    episode: &Episode,
    solution: &Solution,
    file: &str,
    lines_of: &Lines,
    asked: usize,
    has_time: impl Fn() -> bool,
) -> Vec<String> {
    let file = if file == "-" { "FILE" } else { file };
    let Some(grammar) = &solution.grammar else {
        if !matches!(solution.stop, StopReason::Exhausted | StopReason::Solved) {
            return vec!["no grammar was found before that".to_owned()];
        }
        return vec![format!(
            "no grammar was found: `blicket lint {file}` looks for slips in the examples"
        )];
    };
    let rules = counted(grammar.sections().iter().map(|section| section.rules.len()).sum(), "rule");
    let examples = counted(solution.examples, "example");
    if solution.success != Success::Solved {
        let satisfied = solution.satisfied();
        let gave_up = |problem: &Problem| matches!(problem, Problem::GivenUp(_));
        if solution.problems.iter().any(gave_up) {
            return vec![format!(
                "{satisfied} of {examples} satisfied, by {rules}, and the others given up: correct those that are wrong, and \
                 learn without --noise"
            )];
        }
        return vec![format!(
            "{satisfied} of {examples} satisfied, by {rules}: correct or leave out the others (`blicket lint {file}` \
             looks for slips), or give --noise if some may be wrong"
        )];
    }
    let all = if solution.examples == 1 { "" } else { "all " };
    let mut lines = vec![format!("satisfied: {all}{examples}, by {rules}")];
    lines.extend(lonely(episode, solution, lines_of, has_time));
    lines.push(open(solution, file, asked));
    lines
}

/// The rules that a single example needs: those that nothing confirms.
fn lonely(
    episode: &Episode,
    solution: &Solution,
    lines: &Lines,
    has_time: impl Fn() -> bool,
) -> Option<String> {
    let grammar = solution.grammar.as_ref()?;
    // By rule, its text, the first example that needs it, and how many do.
    let mut needed: BTreeMap<u32, (String, usize, usize)> = BTreeMap::new();
    let mut seen = HashSet::new();
    for (example, (input, _)) in episode.support.iter().enumerate() {
        if !has_time() {
            return None;
        }
        if seen.insert(input) {
            for (rule, text) in grammar.explain_within(input, A_MOMENT).rules {
                needed.entry(rule).or_insert((text, example, 0)).2 += 1;
            }
        }
    }
    let lonely = needed.into_values().filter(|(_, _, count)| *count == 1);
    // Constructions first: a word that is shown once is common, a construction that is shown once may mean anything.
    let (mut shown, words): (Vec<_>, Vec<_>) = lonely.partition(|(text, _, _)| text.contains('['));
    shown.extend(words);
    let count = shown.len();
    if count == 0 {
        return None;
    }
    let shown = shown.iter().take(MOST_SHOWN);
    let shown = shown.map(|(rule, example, _)| {
        let line = lines.of(&[*example]);
        // One pair of parentheses.
        match line.trim_start().strip_prefix('(') {
            Some(line) => format!("`{}` ({line}", excerpt(rule)),
            None => format!("`{}` (example {})", excerpt(rule), example + 1),
        }
    });
    let more = match count.saturating_sub(MOST_SHOWN) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let list = shown.collect::<Vec<_>>().join(", ");
    Some(match count {
        1 => format!("1 rule rests on one example: {list}; a second one would confirm it"),
        _ => format!(
            "{count} rules rest on one example each: {list}{more}; a second one would confirm each"
        ),
    })
}

/// What the examples do not decide, and how to go on.
fn open(solution: &Solution, file: &str, asked: usize) -> String {
    let teach = format!("`blicket teach {file}` asks one at a time");
    match (asked, solution.questions.len(), solution.alternatives.len()) {
        (0, _, 0) => {
            format!(
                "open: no other grammar was found to fit; `--questions 3` looks closer, {teach}"
            )
        }
        (0, _, others) => {
            let fit = if others == 1 { "fits" } else { "fit" };
            let others = counted(others, "other grammar");
            format!(
                "open: {others} {fit} the examples too; `--questions 3` asks what would decide, {teach}"
            )
        }
        (_, 0, _) => "open: nothing that was found".to_owned(),
        (_, 1, _) => format!("open: the question above; answer it by an example, or {teach}"),
        (_, count, _) => {
            format!("open: the {count} questions above; answer them by examples, or {teach}")
        }
    }
}

/// How many there are of something, in words that fit.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
