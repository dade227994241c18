//! `make growth`: time and memory as one thing grows and everything else stays.
//!
//! A row is a process of its own. Time is its processor time, each time that it does its work, because
//! machines are shared. The *power* is how time grows from the row before: 1 is in proportion, 2 with the
//! square.

mod languages;
mod measure;
mod rows;
mod sections;

use measure::Row;
use std::process::Command;
use std::process::ExitCode;

struct Table {
    name: &'static str,
    title: &'static str,
    /// What grows.
    unit: &'static str,
    sizes: &'static [usize],
}

const EXAMPLES: &[usize] = &[10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
const RULES: &[usize] = &[3, 6, 12, 25, 50, 100, 200];
const LENGTHS: &[usize] = &[5, 10, 30, 100, 300, 1_000, 3_000, 10_000];
/// The words of sentences that sections read.
const SENTENCES: &[usize] = &[10, 30, 100, 300, 1_000];
const THREADS: &[usize] = &[1, 2, 4, 8, 16, 32, 64];

const TABLES: &[Table] = &[
    Table {
        name: "examples-scan",
        title: "Learning SCAN's grammar from more examples",
        unit: "examples",
        sizes: EXAMPLES,
    },
    Table {
        name: "examples-commands",
        title: "Learning a command language of 12 rules from more examples",
        unit: "examples",
        sizes: EXAMPLES,
    },
    Table {
        name: "examples-numbers",
        title: "Learning English number words from more examples",
        unit: "examples",
        sizes: EXAMPLES,
    },
    Table {
        name: "rules-commands",
        title: "Learning command languages of more rules: primitives once, operators six times",
        unit: "rules",
        sizes: &[3, 6, 12, 25, 50, 75, 100, 150, 200, 255],
    },
    Table {
        name: "rules-numbers",
        title: "Learning number words with more irregular words",
        unit: "rules",
        sizes: RULES,
    },
    Table {
        name: "rules-apply",
        title: "Applying grammars of command languages with more rules",
        unit: "rules",
        sizes: RULES,
    },
    Table {
        name: "length-examples",
        title: "Learning SCAN's grammar from 60 short examples and 20 long ones",
        unit: "words",
        sizes: LENGTHS,
    },
    Table {
        name: "length-queries",
        title: "Learning SCAN's grammar from 60 examples, with long queries",
        unit: "words",
        sizes: LENGTHS,
    },
    Table {
        name: "length-votes",
        title: "The same where the order of six operators is open, so that a thousand grammars vote",
        unit: "words",
        sizes: LENGTHS,
    },
    Table {
        name: "length-apply",
        title: "Applying SCAN's grammar to longer commands",
        unit: "words",
        sizes: LENGTHS,
    },
    Table {
        name: "length-explain",
        title: "Explaining how SCAN's grammar reads longer commands",
        unit: "words",
        sizes: LENGTHS,
    },
    Table {
        name: "sections-words-chain",
        title: "Reading by sections: a robot's programs, joined by `then`",
        unit: "words",
        sizes: SENTENCES,
    },
    Table {
        name: "sections-words-nested",
        title: "A robot's loops within loops",
        unit: "words",
        sizes: SENTENCES,
    },
    Table {
        name: "sections-words-cut",
        title: "A robot's program that is cut off",
        unit: "words",
        sizes: SENTENCES,
    },
    Table { name: "sections-words-pairs", title: "X -> X X | a", unit: "words", sizes: SENTENCES },
    Table {
        name: "sections-words-pairs-wrong",
        title: "X -> X X | a, with a wrong word near the end",
        unit: "words",
        sizes: SENTENCES,
    },
    Table {
        name: "sections-words-triples-wrong",
        title: "X -> X X X | X X | a, with a wrong word near the end",
        unit: "words",
        sizes: SENTENCES,
    },
    Table {
        name: "sections-words-circle-wrong",
        title: "Twelve sections that all ask each other for the same words, with a wrong word",
        unit: "words",
        sizes: &[10, 30, 100, 300],
    },
    Table {
        name: "sections-circle",
        title: "More sections that all ask each other for the same seven words, one of them wrong",
        unit: "sections",
        sizes: &[2, 3, 6, 12, 25, 50],
    },
    Table {
        name: "sections-rules-names",
        title: "More names in a section, in a sentence of 8 words",
        unit: "rules",
        sizes: &[10, 100, 1_000, 10_000],
    },
    Table {
        name: "sections-rules-tried",
        title: "More rules that are all tried on a sentence of 8 words",
        unit: "rules",
        sizes: &[10, 100, 1_000, 10_000],
    },
    Table {
        name: "threads-hosts",
        title: "192 searches, of as many threads of a host, on an engine with two workers",
        unit: "threads",
        sizes: THREADS,
    },
    Table {
        name: "threads-engine",
        title: "One search at a time, on an engine with more workers",
        unit: "workers",
        sizes: THREADS,
    },
];

/// A row, in a child.
fn run(table: &Table, size: usize) -> Result<Row, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let child = Command::new(program).args(["--row", table.name, &size.to_string()]).output();
    let output = child.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let failed =
        || format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    Row::of_line(&text).ok_or_else(failed)
}

fn print(table: &Table) {
    println!("\n{} ({})\n", table.title, table.name);
    println!(
        "{:>8} {:>12} {:>6} {:>9} {:>7} {:>11}",
        table.unit, "ms", "power", "peak MB", "solved", "right"
    );
    let mut before: Option<(usize, f64)> = None;
    for &size in table.sizes {
        let row = match run(table, size) {
            Ok(row) => row,
            Err(error) => {
                println!("{size:>8} {error}");
                continue;
            }
        };
        let power = before.map(|(before, seconds)| {
            (row.seconds / seconds).ln() / (size as f64 / before as f64).ln()
        });
        let power = power.map_or(String::new(), |power| format!("{power:.1}"));
        before = Some((size, row.seconds));
        let Row { seconds, peak, solved, right, asked, note } = row;
        let (milliseconds, megabytes) = (seconds * 1e3, peak as f64 / 1024.0);
        let solved = if solved { "yes" } else { "no" };
        let right = format!("{right}/{asked}");
        println!(
            "{size:>8} {milliseconds:>12.3} {power:>6} {megabytes:>9.1} {solved:>7} {right:>11}  {note}"
        );
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [flag, table, size] = &arguments[..]
        && flag == "--row"
    {
        let size = size.parse().expect("a size");
        let row = match table.starts_with("sections-") {
            true => sections::row(table, size),
            false => rows::row(table, size),
        };
        println!("{}", row.to_line());
        return ExitCode::SUCCESS;
    }
    let is_known = |asked: &&String| TABLES.iter().any(|table| table.name.starts_with(&***asked));
    if let Some(unknown) = arguments.iter().find(|asked| !is_known(asked)) {
        let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        eprintln!(
            "growth: found `{unknown}`; expected names, or how they begin, of {}",
            names.join(", ")
        );
        return ExitCode::from(2);
    }
    let is_asked_for = |table: &&Table| {
        arguments.is_empty() || arguments.iter().any(|a| table.name.starts_with(&**a))
    };
    TABLES.iter().filter(is_asked_for).for_each(print);
    ExitCode::SUCCESS
}
