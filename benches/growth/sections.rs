//! Reading by sections: sentences and grammars that grow, kind ones and hostile ones.

use crate::measure::{Row, measure};
use blicket::{Evaluation, Grammar, Limits, Outcome};

const ROBOT: &str = include_str!("../../examples/robot.grammar");

/// The row of a table whose name begins with `sections-`.
pub(crate) fn row(table: &str, size: usize) -> Row {
    let robot = || ROBOT.to_owned();
    // Wrong is a word before the last: a sentence that no section can end with is refused at once.
    let wrong = || "a ".repeat(size - 2) + "b a";
    let (text, input, read) = match table {
        "sections-words-chain" => {
            (robot(), vec!["turn left"; size.div_ceil(3)].join(" then "), true)
        }
        "sections-words-nested" => {
            let deep = size / 7;
            let (begin, end) = ("while the way is clear do ".repeat(deep), " end".repeat(deep));
            (robot(), format!("{begin}go{end}"), true)
        }
        "sections-words-cut" => {
            let loops = vec!["while the way is clear do turn left end"; size / 10];
            (robot(), loops.join(" then ") + " then while the way is clear do turn left", false)
        }
        "sections-words-pairs" => (pairs(), "a ".repeat(size), true),
        "sections-words-pairs-wrong" => (pairs(), wrong(), false),
        "sections-words-triples-wrong" => {
            ("@x\nx1:x x2:x x3:x -> A\nx1:x x2:x -> A\na -> A".to_owned(), wrong(), false)
        }
        "sections-words-circle-wrong" => (circle(12), wrong(), false),
        "sections-circle" => (circle(size), "a a a a a b a".to_owned(), false),
        "sections-rules-names" => {
            let names: String = (0..size).map(|i| format!("the? name{i} lamp -> L{i}\n")).collect();
            let text = format!("@do\nturn on x1:lamp and x2:lamp -> [x1] [x2]\n@lamp\n{names}");
            (text, "turn on the name3 lamp and name7 lamp".to_owned(), true)
        }
        "sections-rules-tried" => {
            let many: String = (0..size).map(|i| format!("turn x{i}:lamp and -> NO\n")).collect();
            let text = format!(
                "@do\n{many}turn on x1:lamp and x2:lamp -> [x1] [x2]\n@lamp\nthe? u1 lamp -> {{u1}}\n"
            );
            (text, "turn on the name3 lamp and name7 lamp".to_owned(), true)
        }
        _ => panic!("{table} is no table"),
    };
    apply(&text, &input, read)
}

fn pairs() -> String {
    "@x\nx1:x x2:x -> [x1] [x2]\na -> A".to_owned()
}

/// Sections that all ask each other for the same words.
fn circle(sections: usize) -> String {
    let ask = |other: usize| format!("y1:s{other} y2:s{} -> [y1] [y2]\n", (other + 1) % sections);
    let all: String = (0..sections).map(ask).collect();
    (0..sections).map(|one| format!("@s{one}\n{all}a -> A\n")).collect()
}

/// Runs a grammar on an input, with as many steps as it takes.
fn apply(text: &str, input: &str, read: bool) -> Row {
    let grammar = Grammar::parse(text).expect("it is a grammar");
    let mut evaluation = Evaluation::within(Limits::DEFAULT.with(|limits| limits.steps = 1 << 40));
    measure(|| {
        grammar.apply_into(input, &mut evaluation);
        let wanted = if read { Outcome::Value } else { Outcome::Stuck };
        let right = usize::from(evaluation.outcome() == wanted);
        let refused = if read { "" } else { ", refused as it should be" };
        let note = format!("{} steps{refused}", evaluation.steps());
        Row { solved: read, right, asked: 1, note, ..Row::default() }
    })
}
