//! What `--help` shows beside the options: commands in the order in which they are needed, and examples of each.

use clap::Command;

/// Commands in groups, the first ones first. Those that no group names come last.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Begin here", &["teach", "studio", "learn", "check", "apply"]),
    ("Examples and grammars", &["lint", "words", "format", "export", "sections"]),
    ("Measure, and look inside", &["bench", "sample", "info"]),
];

/// For each command, what one would type, and what for.
const EXAMPLES: [(&str, &[(&str, &str)]); 13] = [
    (
        "teach",
        &[
            ("blicket teach", "try it with a home that is taught already"),
            ("blicket teach game.tsv", "teach, and keep what is taught in game.tsv"),
            ("blicket teach game.tsv --grammar game.txt", "and keep the rules in game.txt"),
        ],
    ),
    (
        "studio",
        &[
            ("blicket studio", "examples to look at, in a browser"),
            ("blicket studio game.tsv", "teach, and save in game.tsv"),
            ("blicket studio game.tsv --port 8080 --no-open", "on a machine without a screen"),
        ],
    ),
    (
        "learn",
        &[
            ("blicket learn game.tsv > game.txt", "the rules, for `blicket apply`"),
            ("blicket learn game.tsv -o game.txt", "and what is open, which `apply` then refuses"),
            (
                "blicket learn game.tsv --queries try.txt",
                "and what they make of each line of try.txt",
            ),
            ("blicket learn game.tsv --questions 3", "and what to show next"),
            ("blicket learn game.tsv --noise", "where some of the examples may be wrong"),
        ],
    ),
    (
        "check",
        &[
            ("blicket check game.txt", "errors, and rules that do nothing"),
            ("blicket check game.txt game.tsv", "and the examples that it does not satisfy"),
        ],
    ),
    (
        "apply",
        &[
            ("blicket apply game.txt commands.txt", "a line for each line"),
            (
                "echo \"turn on the lamp\" | blicket apply game.txt --explain",
                "and how it came about",
            ),
            ("blicket apply game.txt --slots --json < commands.txt", "for a program to read"),
        ],
    ),
    (
        "lint",
        &[
            ("blicket lint game.tsv", "all that looks like a slip"),
            ("blicket lint --quiet game.tsv", "without notes"),
        ],
    ),
    (
        "words",
        &[
            ("blicket words game.txt", "all words that it reads"),
            ("blicket words game.txt --after \"turn on\"", "those that may come next"),
        ],
    ),
    (
        "format",
        &[
            ("blicket format game.txt", "print it in the common form"),
            ("blicket format --write *.txt", "change the files"),
            ("blicket format --check *.txt", "for a continuous build"),
        ],
    ),
    (
        "export",
        &[
            ("blicket export --to gbnf game.txt > game.gbnf", "for llama.cpp"),
            ("blicket export --to jsgf game.txt > game.jsgf", "for a speech recogniser"),
            ("blicket export --to hassil game.txt > game.yaml", "for Home Assistant"),
        ],
    ),
    (
        "sections",
        &[
            ("blicket sections", "all names"),
            ("blicket sections numbers.en", "the rules of English number words"),
        ],
    ),
    (
        "bench",
        &[
            ("blicket bench tasks.jsonl", "how many are solved, and how many answers right"),
            ("blicket sample miniscan --episodes 100 | blicket bench -", "tasks that are made up"),
        ],
    ),
    (
        "sample",
        &[
            ("blicket sample miniscan --episodes 5", "nonsense words for colours, as in the paper"),
            (
                "blicket sample commands --asked open | blicket bench -",
                "a made-up command language, with new names",
            ),
            ("blicket sample numbers", "number words of a made-up language"),
        ],
    ),
    (
        "info",
        &[
            ("blicket info", "the version, and whether there are networks"),
            ("blicket info --json", "for a program to read"),
        ],
    ),
];

/// The first example of a command.
pub(crate) fn first_example(name: &str) -> Option<&'static str> {
    let (_, examples) = EXAMPLES.iter().find(|(of, _)| *of == name)?;
    examples.first().map(|(line, _)| *line)
}

/// The command with its groups, and with examples in the help of every subcommand.
pub(crate) fn with_help(command: Command) -> Command {
    let template = template(&command);
    EXAMPLES.iter().fold(command.help_template(template), |command, (name, examples)| {
        command.mut_subcommand(name, |subcommand| {
            let own = subcommand.get_after_help().map(|text| format!("\n\n{text}"));
            subcommand.after_help(format!("{}{}", listed(examples), own.unwrap_or_default()))
        })
    })
}

/// Examples one below the other, each with what it is for.
fn listed(examples: &[(&str, &str)]) -> String {
    let width = examples.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let lines = examples.iter().map(|(line, what)| format!("\n  {line:width$}  {what}"));
    format!("Examples:{}", lines.collect::<String>())
}

/// The page of the command itself.
fn template(command: &Command) -> String {
    let style = command.get_styles().get_header();
    let is_shown = |name: &str| command.find_subcommand(name).is_some_and(|it| !it.is_hide_set());
    let named: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let others = command.get_subcommands().map(Command::get_name);
    let others: Vec<&str> = others.filter(|name| !named.contains(name)).collect();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS.into_iter().chain([("More", &*others)]) {
        let names: Vec<&str> = names.iter().copied().filter(|name| is_shown(name)).collect();
        if names.is_empty() {
            continue;
        }
        text.push_str(&format!("\n{}{title}:{}\n", style.render(), style.render_reset()));
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text.push_str(&format!("  {name:10}{about}\n"));
        }
    }
    text + "\n{options}{after-help}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::CommandFactory;

    #[test]
    fn every_command_has_examples_that_it_takes() {
        for subcommand in Arguments::command().get_subcommands().filter(|it| !it.is_hide_set()) {
            let name = subcommand.get_name();
            let (_, examples) = EXAMPLES.iter().find(|(of, _)| *of == name).expect(name);
            assert!(!examples.is_empty(), "{name}");
        }
        for (name, line) in
            EXAMPLES.iter().flat_map(|(name, of)| of.iter().map(move |it| (name, it.0)))
        {
            let parts: Vec<&str> =
                line.split(" | ").filter(|it| it.starts_with("blicket ")).collect();
            assert!(parts.iter().any(|part| part.split(' ').nth(1) == Some(name)), "{line}");
            for part in parts {
                let typed = part.split(['>', '<']).next().unwrap().replace("\"turn on\"", "turn");
                let taken = Arguments::command().try_get_matches_from(typed.split_whitespace());
                assert!(taken.is_ok(), "{line}: {}", taken.unwrap_err());
            }
        }
    }

    #[test]
    fn the_first_page_leads_and_leaves_nothing_out() {
        let command = with_help(Arguments::command());
        let page = command.clone().render_help().to_string();
        let place = |name: &str| page.find(&format!("\n  {name} "));
        let lead =
            ["teach", "learn", "check", "apply", "lint"].map(|name| place(name).expect(name));
        assert!(lead.is_sorted(), "{page}");
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            assert_eq!(place(name).is_some(), !subcommand.is_hide_set(), "{name}: {page}");
        }
        assert!(!page.contains('{'), "{page}");
    }
}
