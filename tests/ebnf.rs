//! docs/language.ebnf, from which the pictures of the reference are drawn, and the parser agree: what the one derives the
//! other reads, and what is printed can be derived.

#[path = "support/ebnf.rs"]
mod ebnf;
#[path = "support/generate_sections.rs"]
#[allow(dead_code)]
mod generate_sections;
#[path = "support/property.rs"]
mod property;

use blicket::grammar::Pattern;
use blicket::{Engine, EngineOptions, Grammar, ReadyMade, Task, format_grammar};
use ebnf::{Chance, Derive, Ebnf};
use property::for_all;
use proptest::prelude::*;
use std::path::Path;

fn ebnf() -> Ebnf {
    Ebnf::read(include_str!("../docs/language.ebnf"))
}

/// Whether the text begins like a variable and its section, if it has one.
fn is_variable(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or("");
    name.starts_with(['u', 'x', 'y']) && name[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text without quotes is a word, wherever in a grammar of tokens it stands.
fn is_bare_word(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let is_numbered =
        matches!(first, 'n' | 'o') && text[1..].bytes().all(|byte| byte.is_ascii_digit());
    let is_enclosed =
        |open, close| text.starts_with(open) && text.ends_with(close) && text.chars().count() > 2;
    !(text == "->"
        || text.bytes().all(|byte| byte == b'#')
        || first == '"'
        || text.len() > 1 && matches!(first, '[' | '@')
        || is_variable(text)
        || is_enclosed('{', '}')
        || is_enclosed('<', '>')
        || text.len() > 1 && text.ends_with('?')
        || is_numbered
        || text.strip_suffix(']').is_some_and(is_variable))
}

/// Where a word in quotes ends.
fn quoted(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let inner = text.strip_prefix('"')?;
    let end = inner.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    })?;
    let has_space = inner[..end.0].contains(char::is_whitespace);
    (end.0 > 0 && !has_space).then_some(end.0 + 2)
}

/// Where what has no rule of its own may end at the beginning of a text.
fn terminal(name: &str, text: &str) -> Vec<usize> {
    let run = text.find(char::is_whitespace).unwrap_or(text.len());
    let line = text.find('\n').unwrap_or(text.len());
    let one = |is_right: bool, end: usize| if is_right { vec![end] } else { vec![] };
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let words = || {
        // All the words up to some place on the line.
        let mut ends = vec![0];
        let mut at = 0;
        for part in text[..line].split_inclusive(' ') {
            at += part.len();
            ends.push(at - part.len() + part.trim_end().len());
        }
        ends
    };
    match name {
        "new_line" => one(text.starts_with('\n'), 1),
        "comment" => vec![line],
        "number" => one(digits > 0, digits),
        "weight" => one(text[..run].parse::<f64>().is_ok(), run),
        "range" => {
            one(text[..run].bytes().all(|b| b.is_ascii_digit() || b == b'-') && run > 0, run)
        }
        "input" | "output" => words(),
        "token" => match quoted(text) {
            Some(end) => vec![end],
            None => one(is_bare_word(&text[..run]), run),
        },
        "name" => {
            let is_part = |c: char| c.is_alphanumeric() || "_-.".contains(c);
            let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
            one(end > 0, end)
        }
        "word" => match quoted(text) {
            Some(end) => vec![end],
            None => {
                // Outside of a group a word ends at a space; inside of one at what divides it, too.
                let in_group = text[..run].find(['(', ')', '|', '"']).unwrap_or(run);
                let ends = [run, in_group].into_iter().flat_map(|end| {
                    let without = text[..end].strip_suffix('?').map(str::len);
                    [Some(end), without].into_iter().flatten()
                });
                let opens = text.starts_with('(') && run > 1 && &text[..run] != "()";
                ends.filter(|end| !opens && is_bare_word(&text[..*end])).collect()
            }
        },
        _ => panic!(
            "docs/language.ebnf has no rule for {name}, and the test does not know what it is"
        ),
    }
}

fn is_derived(text: &str) -> bool {
    ebnf().derives("grammar", text, &terminal)
}

/// The first line with which a text cannot be derived any more.
fn assert_derived(text: &str) {
    if is_derived(text) {
        return;
    }
    let ends = text.match_indices('\n').map(|(at, _)| at);
    let first = ends.clone().find(|end| !is_derived(&text[..*end])).unwrap_or(text.len());
    let line = text[..first].lines().last();
    panic!("not derived from docs/language.ebnf, from the line {line:?} on:\n{text}");
}

/// Ready-made number words, in forms that differ: all 83 would take a minute.
const SOME_LANGUAGES: [&str; 5] = ["en.", "fr.", "zh.", "ar.", "da."];

#[test]
fn grammars_of_the_repository_can_be_derived() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["examples", "sections/numbers"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if folder.starts_with("sections")
                && !SOME_LANGUAGES.iter().any(|some| name.starts_with(some))
            {
                continue;
            }
            if path.extension().is_some_and(|it| it == "grammar" || it == "txt")
                && !path.ends_with("home-queries.txt")
            {
                let text = std::fs::read_to_string(&path).unwrap();
                assert_derived(&text);
                assert_derived(&format_grammar(&text, &ReadyMade::new()).unwrap());
                count += 1;
            }
        }
    }
    assert!(count > 8, "{count} grammars");
    let reference = include_str!("../docs/LANGUAGE.md");
    for block in reference.split("```grammar\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let rules: Vec<&str> = block.lines().filter(|line| !line.starts_with("> ")).collect();
        let text = rules.join("\n");
        assert_derived(&text);
        assert_derived(&Grammar::parse(&text).unwrap().to_string());
    }
}

#[test]
fn what_is_printed_can_be_derived() {
    for_all(150, generate_sections::case(), |case| {
        let grammar = Grammar::parse(&case.grammar).unwrap();
        assert_derived(&grammar.to_string());
        Ok(())
    });
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    for file in [
        include_str!("../examples/home.tsv"),
        "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug dax\tBLUE RED\n",
        "one\t1\ntwo\t2\nten\t10\ntwenty\t20\ntwenty one\t21\ntwo hundred\t200\n",
        "say ->\tSAY \"->\"\nsay [x1] ?\tSAY [x1] ?\nsay (a|b)\tSAY (a|b)\nx1\tX1\n",
    ] {
        let mut task = Task::new();
        for (input, output) in file.lines().filter_map(|line| line.split_once('\t')) {
            task.add_example(input, output);
        }
        let solution = engine.solve(&task);
        let text = solution.grammar.expect(file).to_string();
        assert!(Grammar::parse(&text).is_ok(), "{text}");
        assert_derived(&text);
    }
}

/// What `is_bare_word` takes for a word the parser takes for that word, and nothing else.
#[test]
fn the_test_knows_what_a_word_is() {
    let words = "a dax x1 u y x x01 x1a n n1 no o7 on -> => # ## #a [ [x1] [a] a] x1] ] {} {x1} {a} <> <a> < ? a? @ @a a:b \
                 x1:room x1: :x1 \"a\" \"a\\\"b\" | ( ) () (a|b) 7 1.5 % * + é";
    for word in words.split_whitespace() {
        let is_left = terminal("word", word).contains(&word.len());
        let parsed = Grammar::parse(&format!("first {word} -> A\n"));
        let read = parsed.as_ref().ok().and_then(|grammar| {
            let rule = &grammar.sections()[0].rules[0];
            matches!(rule.left[..], [_, Pattern::Word(_)]).then_some(())
        });
        assert_eq!(is_left, read.is_some(), "{word} on the left: {parsed:?}");
        let is_right = terminal("token", word).contains(&word.len());
        let parsed = Grammar::parse(&format!("first -> {word}\n"));
        let is_nothing =
            word.starts_with('#') && parsed.is_ok() && word.trim_matches('#').is_empty();
        assert_eq!(is_right, parsed.is_ok() && !is_nothing, "{word} on the right: {parsed:?}");
    }
}

/// Writes what has no rule, with variables that are right where they stand.
struct Writer {
    chance: Chance,
    /// Variables of the left side of the rule that is written.
    bound: Vec<String>,
    /// Sections that were begun in an alternative.
    begun: usize,
}

const SECTIONS: [&str; 2] = ["room", "way"];

impl Writer {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.chance.below(of.len())]
    }
}

impl Derive for Writer {
    fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    fn name(&mut self, name: &str, path: &[&str]) -> Option<String> {
        let within = |rule: &str| path.contains(&rule);
        let written = match name {
            "new_line" => {
                self.bound.clear();
                "\n"
            }
            "variable" if within("left_side") => {
                let kind = self.one(&["u", "x", "y"]);
                // In a group a variable may be missing, so nothing on the right counts on it.
                let groups = path.iter().filter(|rule| **rule == "item").count();
                let variable = format!("{kind}{}", self.chance.below(1_000_000));
                if groups == 1 {
                    self.bound.push(variable.clone());
                }
                return Some(variable);
            }
            "variable" => match self.bound.len() {
                0 => return None,
                count => return Some(self.bound[self.chance.below(count)].clone()),
            },
            "left_side" => {
                self.bound.clear();
                return None;
            }
            "word" => self.one(&["walk", "the", "a->b", "\"->\"", "\"x1\"", "é", "7", "n2x", "*"]),
            "token" => self
                .one(&["WALK", "(", ")", ",", "(a|b)", "\"[x1]\"", "\"#\"", "7", "a?b", "\"o1\""]),
            "number" if within("sum") => self.one(&["0", "7", "1000"]),
            // The number of an alternative above: there is always a first one.
            "number" => return Some((1 + self.chance.below(9)).to_string()),
            "name" if within("section") && within("doubt") => {
                self.begun += 1;
                return Some(
                    SECTIONS
                        .get(self.begun - 1)
                        .map_or(format!("new{}", self.begun), |it| (*it).to_owned()),
                );
            }
            "name" if within("section") => return Some(format!("more{}", self.chance.below(1000))),
            "name" if within("directive") => self.one(&["numbers.en", "numbers.de"]),
            "name" => self.one(&SECTIONS),
            "comment" => self.one(&["a comment", "# -> [x1] \"", "%use this"]),
            "weight" => self.one(&["0.5", "1", "0", "0.25"]),
            "range" => self.one(&["1", "1-2"]),
            "input" => self.one(&["walk", "go  home"]),
            "output" => self.one(&["WALK", "GO ( HOME )"]),
            _ => return None,
        };
        Some(written.to_owned())
    }
}

/// What a rule that has no context cannot say, so that a line that it derives may be refused all the same.
const CONTEXT: [&str; 9] = [
    "the line %numbers before the rules",
    "a number: the section of",
    "a number after `->`: where rules give numbers",
    "fewer groups on a left side",
    "another variable",
    "a variable ",
    "tokens only",
    "numbers only",
    "a word or a variable before `->` that is not optional",
];

/// Texts in which a line has a place. A line that is derived is read in one of them.
const PLACES: [&str; 5] = [
    "walk -> WALK\n@room\nhall -> H\n@way\nnorth -> N\n@count\nLINE\nsix -> 6\n",
    "LINE\n@room\nhall -> H\n@way\nnorth -> N\n",
    "walk -> WALK\nLINE\n@room\nhall -> H\n@way\nnorth -> N\n",
    "walk -> WALK\n@room\nhall -> H\n@way\nnorth -> N\n@numbers\n%numbers\nLINE\none -> 1\n",
    "walk -> WALK\n@room\n%numbers\n%use numbers.en\n@way\n%numbers\nsix -> 6\n@sums\n%numbers\nLINE\nx -> 1\n",
];

#[test]
fn a_line_that_is_derived_is_read() {
    let ebnf = ebnf();
    let (read, refused) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for_all(800, any::<u64>(), |seed| {
        let mut writer = Writer { chance: Chance(seed), bound: Vec::new(), begun: 0 };
        let line = ebnf.derive("line", &mut writer);
        let errors = PLACES.map(|place| Grammar::parse(&place.replace("LINE", &line)).err());
        if errors.iter().any(Option::is_none) {
            read.set(read.get() + 1);
            return Ok(());
        }
        refused.set(refused.get() + 1);
        let is_context = errors
            .iter()
            .flatten()
            .any(|error| CONTEXT.iter().any(|context| error.expected.starts_with(context)));
        prop_assert!(is_context, "{line:?} is derived, and not read: {errors:#?}");
        Ok(())
    });
    assert!(refused.get() * 4 < read.get(), "{read:?} were read, {refused:?} were not");
}

/// Below it, alternatives say what differs.
const ABOVE: &str =
    "walk -> WALK\nu1 x1 -> [u1] [x1]\n@room\nhall -> H\nden -> D\n@way\nnorth -> N\nsouth -> S\n";

#[test]
fn what_is_derived_below_doubt_is_read() {
    let ebnf = ebnf();
    let (read, refused) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for_all(400, any::<u64>(), |seed| {
        let mut writer = Writer { chance: Chance(seed), bound: Vec::new(), begun: 0 };
        let doubt = ebnf.derive("doubt", &mut writer);
        match Grammar::parse(&format!("{ABOVE}{doubt}\n")) {
            Ok(grammar) => {
                read.set(read.get() + 1);
                assert_derived(&grammar.to_string());
            }
            Err(error) => {
                refused.set(refused.get() + 1);
                let is_context = CONTEXT_BELOW_DOUBT.iter().chain(&CONTEXT);
                let is_context = is_context.clone().any(|it| error.expected.starts_with(it));
                prop_assert!(is_context, "{doubt}\nis derived, and not read: {error:#?}");
            }
        }
        Ok(())
    });
    assert!(refused.get() < read.get(), "{read:?} were read, {refused:?} were not");
}

/// What the rules above, or the alternatives, have to have.
const CONTEXT_BELOW_DOUBT: [&str; 8] = [
    "an %alternative before what is a last resort",
    "the number of an alternative above",
    "rules of the section above",
    "no %rules",
    "%numbers",
    "%sums",
    "%use",
    "ready-made rules that give numbers",
];
