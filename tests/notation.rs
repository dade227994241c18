//! The text form: whatever is printed reads back, whatever is read does not hurt, and what is wrong
//! is said where it is wrong.

#[path = "support/property.rs"]
mod property;

use blicket::grammar::{Pattern, Piece, Right, Term, Variable, VariableKind};
use blicket::{Domain, Grammar, Rule, Section, Vocabulary};
use property::for_all;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseResult;
use std::cell::Cell;
use std::sync::Arc;

/// Words that read as something else, or nearly so.
const SPECIAL: &str = "x1 y u x u27 x01 x99999999999 y4294967295 -> + * [a] [x1] [ ] [] x1] [x1 \
    [x1][x1] #c # %numbers % %foo \" \\ \"a\" a\"b \\\" a\\ {x1} {} <a> <> the? ? @o @ x1:o x: :x1 \
    n3 n o o0 on \u{feff}x \u{feff} \u{feff}# 7 100*3 [x1]*10 X1 a->b = | é 零 x\u{301} \u{0} \
    \u{200b} \u{1b}[1m => x1-> a b";

fn special() -> impl Strategy<Value = &'static str> + Clone {
    select(SPECIAL.split(' ').collect::<Vec<_>>())
}

fn word() -> impl Strategy<Value = String> {
    let arbitrary = vec(any::<char>().prop_map(|c| if c.is_whitespace() { '\\' } else { c }), 1..6);
    let special = special().prop_map(str::to_owned);
    prop_oneof![
        5 => special.clone(),
        1 => (special.clone(), special).prop_map(|(one, other)| one + &other),
        2 => arbitrary.prop_map(String::from_iter),
    ]
}

fn variable() -> impl Strategy<Value = Variable> {
    let kind = select(&[VariableKind::One, VariableKind::Some, VariableKind::Any][..]);
    let number = select(&[None, Some(0), Some(1), Some(10), Some(u32::MAX)][..]);
    (kind, number).prop_map(|(kind, number)| Variable { kind, number })
}

/// An item of a side before the vocabulary is known.
#[derive(Clone, Debug)]
enum Item {
    Word(String),
    Variable(Variable),
}

/// A rule as (left side, right side); an item of the right side has all that a term could need.
type Sides = (Vec<Item>, Vec<(String, Option<Index>, i64, Option<i64>)>);

fn sides() -> impl Strategy<Value = Sides> {
    let item = prop_oneof![word().prop_map(Item::Word), variable().prop_map(Item::Variable)];
    let number = prop_oneof![0..200i64, Just(i64::MAX)];
    let right = (word(), option::of(any::<Index>()), number.clone(), option::of(number));
    (vec(item, 1..6), vec(right, 0..5))
}

fn build(domain: Domain, sides: &[Sides]) -> Grammar {
    let mut vocabulary = Vocabulary::new();
    let mut rules = Vec::new();
    for (left, right) in sides {
        let mut variables = Vec::new();
        let mut patterns = Vec::new();
        for item in left {
            match item {
                Item::Variable(variable) if !variables.contains(variable) => {
                    variables.push(*variable);
                    patterns.push(Pattern::Variable(*variable));
                }
                Item::Variable(_) => {}
                Item::Word(text) => patterns.push(Pattern::Word(vocabulary.intern(text).unwrap())),
            }
        }
        let named = |index: &Option<Index>| match (index, variables.len()) {
            (Some(index), 1..) => Some(variables[index.index(variables.len())]),
            _ => None,
        };
        let right =
            match domain {
                Domain::Words => Right::Tokens(Vec::from_iter(right.iter().map(
                    |(text, index, ..)| match named(index) {
                        Some(variable) => Piece::Variable(variable),
                        None => Piece::Token(vocabulary.intern(text).unwrap()),
                    },
                ))),
                _ => {
                    let terms = right.iter().map(|(_, index, number, factor)| match named(index) {
                        Some(variable) => Term::Variable(variable, *factor),
                        None => Term::Number(*number, *factor),
                    });
                    Right::Sum(terms.chain([Term::Number(1, None)]).collect())
                }
            };
        rules.push(Rule { left: patterns, right });
    }
    Grammar::new(domain, rules, Arc::new(vocabulary)).unwrap()
}

/// A grammar with the texts of words in place of their numbers, which depend on the order in which
/// words came: each section with its name, and each rule as its two sides.
type Content = Vec<(Option<String>, Domain, Vec<(Vec<String>, Vec<String>)>)>;

fn content(grammar: &Grammar) -> Content {
    let text = |word| format!("word {:?}", grammar.vocabulary().text(word));
    let side = |rule: &Rule| {
        let left = rule.left.iter().map(|pattern| match pattern {
            Pattern::Word(word) => text(*word),
            other => format!("{other:?}"),
        });
        let right = match &rule.right {
            Right::Tokens(pieces) => Vec::from_iter(pieces.iter().map(|piece| match piece {
                Piece::Token(token) => text(*token),
                other => format!("{other:?}"),
            })),
            Right::Sum(terms) => Vec::from_iter(terms.iter().map(|term| format!("{term:?}"))),
        };
        (left.collect(), right)
    };
    let section = |section: &Section| {
        let name = section.name.as_deref().map(str::to_owned);
        (name, section.domain, section.rules.iter().map(side).collect())
    };
    grammar.sections().iter().map(section).collect()
}

fn reads_back(grammar: &Grammar) -> TestCaseResult {
    let printed = grammar.to_string();
    let read = Grammar::parse(&printed)
        .map_err(|error| TestCaseError::fail(format!("{printed:?}: {error}")))?;
    prop_assert_eq!(content(&read), content(grammar), "{}", &printed);
    prop_assert_eq!(read.to_string(), printed.as_str());
    prop_assert_eq!(&read, grammar);
    let is_rule = |line: &&str| line.contains("->");
    for (index, line) in printed.split_terminator('\n').filter(is_rule).enumerate() {
        prop_assert_eq!(grammar.rule_text(index), Some(line.to_owned()));
    }
    prop_assert_eq!(grammar.rule_text(grammar.rule_count()), None);
    Ok(())
}

#[test]
fn any_grammar_reads_back_from_its_text() {
    let domain = select(&[Domain::Words, Domain::Numbers][..]);
    for_all(3_000, (domain, vec(sides(), 0..6)), |(domain, sides)| {
        reads_back(&build(domain, &sides))
    });
}

/// A word is quoted where its bare text would be read otherwise, and only there.
#[test]
fn words_are_quoted_exactly_where_they_have_to_be() {
    let contexts = vec![("", " ->"), ("a ", " ->"), ("a -> ", ""), ("%numbers\n", " -> 1")];
    let quoted = Cell::new(0);
    for_all(2_000, (word(), select(contexts)), |(word, (before, after))| {
        let with = |text: &str| format!("{before}{text}{after}");
        let quotes = format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""));
        let meant = Grammar::parse(&with(&quotes)).unwrap();
        let bare = Grammar::parse(&with(&word)).is_ok_and(|bare| content(&bare) == content(&meant));
        // A rule prints the same on every line, and on a text's first one this would be a mark.
        let bare = bare && !(before.ends_with('\n') && word.starts_with('\u{feff}'));
        let expected = with(if bare { &word } else { &quotes }) + "\n";
        quoted.set(quoted.get() + u32::from(!bare));
        prop_assert_eq!(meant.to_string(), expected);
        Ok(())
    });
    assert!(quoted.get() > 500, "{quoted:?}");
}

/// Where an error says something stands, it stands there.
fn error_is_in_place(text: &str, error: &blicket::ParseError) -> TestCaseResult {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let line = text.split('\n').nth(error.line - 1).expect("a line of the text").trim_end();
    let rest: String = line.chars().skip(error.column - 1).collect();
    // Where a comment begins, the line ends.
    let comment = |word: &&str| word.chars().all(|c| c == '#');
    let ends = rest.split_whitespace().next().filter(comment).is_some();
    prop_assert!(error.column <= line.chars().count() + 1, "{}", error);
    if error.found == "the end of the line" {
        prop_assert!(rest.is_empty() || ends, "{} in {:?}", error, line);
        return Ok(());
    }
    let word = rest.split(char::is_whitespace).next().unwrap_or("");
    let shown = match word.char_indices().nth(40) {
        Some((cut, _)) => format!("`{}…`", &word[..cut]),
        None => format!("`{word}`"),
    };
    // What would steer a terminal is spelled out.
    let spell = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
    let shown: String = shown.chars().map(spell).collect();
    prop_assert_eq!(&error.found, &shown, "{} in {:?}", error, line);
    Ok(())
}

/// Reads a text that may be wrong; says whether it was right.
fn survives(text: &str) -> Result<bool, TestCaseError> {
    match Grammar::parse(text) {
        Ok(grammar) => reads_back(&grammar).map(|()| true),
        Err(error) => error_is_in_place(text, &error).map(|()| false),
    }
}

#[test]
fn no_text_hurts_the_reader() {
    for_all(1_000, any::<String>(), |text| survives(&text).map(drop));
}

/// Arbitrary text is hardly ever a grammar; pieces of the notation are a little more often, and
/// lines that are put together from them very often.
#[test]
fn pieces_of_notation_read_back_or_are_refused_in_place() {
    const GLUE: &str = " | | |\n|\r\n|\t|\u{3000}|\u{a0}| -> |-> |[x1]|[y1]| x1 | u1|y1 |[x1]*|*10|\
        9223372036854775808| + |\\\"|\"a\"|\"|%numbers\n|# c\n|\u{feff}|'|`|…";
    let glue = select(GLUE.split('|').collect::<Vec<_>>());
    let glue = prop_oneof![3 => glue, 2 => special()];
    for_all(3_000, vec(glue, 0..12), |pieces| survives(&pieces.concat()).map(drop));

    let left = prop_oneof![3 => select(&["a", "b", "\"x1\""][..]), 2 => special()];
    let right =
        select(&["[x1]", "[y1]", "T", "\"[a]\"", "7", "+", "x1", "[x1]*10", "+ 3*4", "%a"][..]);
    let variables = select(&["x1", "y1 x1", "x1 y1", "x1 a y1"][..]);
    let line =
        (vec(left, 0..2), variables, vec(right, 0..4)).prop_map(|(left, variables, right)| {
            format!("{} {variables} -> {}", left.join("\u{2003}"), right.join(" "))
        });
    let head = select(&["", "", "\u{feff}", "%numbers\n", " # note\n\n", "\r\n"][..]);
    let (right, all) = (Cell::new(0), Cell::new(0));
    for_all(3_000, (head, vec(line, 0..3)), |(head, lines)| {
        right.set(right.get() + u32::from(survives(&(head.to_owned() + &lines.join("\n")))?));
        all.set(all.get() + 1);
        Ok(())
    });
    assert!(right.get() * 4 > all.get() && right.get() * 4 < all.get() * 3, "{right:?} of {all:?}");
}

/// What is neither notation today nor reserved for later is a word like any other.
#[test]
fn punctuation_and_lookalikes_need_no_quotes() {
    let words = "? @ { } [ ] ( ) , . : ; * + = | < > <> {} ! & 10 -1 20.5 X1 ux x1a xx1 x-1 nn on no \
                 a->b --> 5\" \\ :x1 a:b 零 né ?a a%b a#b";
    for word in words.split_whitespace() {
        let text = format!("{word} {word} -> {word}\n");
        let grammar = Grammar::parse(&text).unwrap();
        assert_eq!(grammar.to_string(), text);
        assert_eq!(grammar.apply(&format!("{word} {word}")).text(), Some(word));
    }
    // Past the first place of a line these start neither a comment nor a directive.
    let grammar = Grammar::parse("a #b % %numbers -> #c %d").unwrap();
    assert_eq!(grammar.apply("a #b % %numbers").text(), Some("#c %d"));
}
