//! Random grammars with sections, and inputs for them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A grammar's text and an input.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) grammar: String,
    pub(crate) input: String,
}

const WORDS: [&str; 4] = ["a", "b", "c", "7"];
/// Half of the sections of numbers say nothing of sums.
const SUMS: [&str; 10] = [
    "",
    "",
    "",
    "",
    "",
    "%sums descending\n",
    "%sums either\n",
    "%sums descending twenties\n",
    "%sums either twenties\n",
    "%sums any\n",
];
const NAMES: [&str; 4] = ["p", "q", "r", "s"];

#[derive(Clone, Debug)]
enum Item {
    Word(&'static str),
    Optional(&'static str),
    Alternatives(&'static str, &'static str, bool),
    Untyped(char),
    Typed(char, Index),
}

/// Two to four sections of one to four rules, and up to seven words.
pub(crate) fn case() -> impl Strategy<Value = Case> {
    let word = prop_oneof![
        12 => select(&WORDS[..]),
        1 => select(&["zup", "08", "x1"][..])
    ];
    let rules = vec((rule(), any::<bool>()), 1..=4);
    let sections = vec((rules, any::<Index>(), any::<Index>(), any::<Index>()), 2..=4);
    (sections, vec(word, 0..=7)).prop_map(|(sections, input)| {
        // About a third of the sections give numbers.
        let numbers: Vec<bool> = sections.iter().map(|(_, kind, ..)| kind.index(3) == 0).collect();
        let mut grammar = String::new();
        for (section, (rules, _, last, sums)) in sections.iter().enumerate() {
            grammar += &format!("@{}\n", NAMES[section]);
            if numbers[section] {
                grammar += "%numbers\n";
                grammar += sums.get::<&str>(&SUMS);
            }
            for ((items, rights), leaf) in rules {
                // A rule in two has no variables, so that there is something to read.
                grammar += &text(items, rights, *leaf, section, &numbers);
                grammar.push('\n');
            }
            let last = closing(numbers[section], last);
            grammar += &last.replace("SELF", NAMES[section]);
        }
        Case { grammar, input: input.join(" ") }
    })
}

/// Sections that ask each other for the same words, in circles of all kinds, and up to four words.
pub(crate) fn circles_case() -> impl Strategy<Value = Case> {
    let rule = select(
        &[
            "x1:S -> [x1] S",
            "x1:T -> T [x1]",
            "y1:S y2:T -> [y1] [y2]",
            "y1:T x1:S y2:T -> [y2] [x1] [y1]",
            "u1:S -> ( [u1] )",
            "x1:S a? -> A [x1]",
            "x1:S y1:T b? -> B [x1] {y1}",
            "(a|b|c) -> W",
            "a x1:S -> [x1] a",
            "x1:S c -> C [x1]",
            "u1 x1:T -> {u1} [x1]",
        ][..],
    );
    let rule = (rule, any::<Index>(), any::<Index>());
    let sections = vec(vec(rule, 1..=4), 2..=5);
    let input = vec(select(&["a", "b", "c"][..]), 1..=4);
    (sections, input).prop_map(|(sections, input)| {
        let name = |which: &Index| format!("s{}", which.index(sections.len()));
        let mut grammar = String::new();
        for (section, rules) in sections.iter().enumerate() {
            grammar += &format!("@s{section}\n");
            for (rule, one, other) in rules {
                let rule = rule.replace(":S", &format!(":{}", name(one)));
                grammar += &rule.replace(":T", &format!(":{}", name(other)));
                grammar.push('\n');
            }
        }
        Case { grammar, input: input.join(" ") }
    })
}

/// Number words in a section that says which sums are well formed, and inputs that are sums of them, well formed or not.
pub(crate) fn sums_case() -> impl Strategy<Value = Case> {
    const VALUES: [i64; 14] =
        [0, 1, 2, 7, 9, 10, 20, 40, 60, 100, 300, 1000, 1_000_000, 1_000_000_000_000_000_000];
    let joins = select(
        &[
            "u1 x1 -> [u1] + [x1]",
            "x1 u1 -> [x1] + [u1]",
            "x1 x2 -> [x1] + [x2]",
            "u1 and x1 -> [x1] + [u1]",
            "x1 w y1 -> [x1]*10 + [y1]",
            "x1 w y1 -> [x1]*100 + [y1]",
            "x1 w -> [x1]*20",
            "x1 w y1 -> [y1] + [x1]*1000",
            "w y1 -> 100 + [y1]",
            "y1 w y2 and y3 -> [y1]*1000000 + [y2] + [y3]",
            "x1 v -> [x1]*1000000000000",
            "x1:integer w y1 -> [x1]*100 + [y1]",
            "x1:integer -> [x1]",
            "x1:other x2 -> [x1] + [x2]",
            "x1:other -> [x1]*10",
            "u1 twice -> [u1]*100 + [u1]",
            "u1 idle y1 -> [y1]",
        ][..],
    );
    let words = vec(select(&VALUES[..]), 3..=6);
    let other = (any::<Index>(), vec(select(&VALUES[..]), 1..=3));
    let input = vec(any::<Index>(), 1..=5);
    (any::<Index>(), vec(joins, 1..=4), words, other, input).prop_map(
        |(sums, joins, words, (other_sums, others), input)| {
            let mut grammar = format!("@number\n%numbers\n{}", sums.get::<&str>(&SUMS[5..]));
            let mut vocabulary = vec!["w".to_owned(), "v".to_owned(), "and".to_owned()];
            vocabulary.extend(["twice", "idle", "7", "300"].map(str::to_owned));
            let mut number_words = |name: &str, values: &[i64], grammar: &mut String| {
                for (index, value) in values.iter().enumerate() {
                    *grammar += &format!("{name}{index} -> {value}\n");
                    // Most words of an input are numbers.
                    vocabulary.extend(vec![format!("{name}{index}"); 5]);
                }
            };
            number_words("num", &words, &mut grammar);
            joins.iter().for_each(|join| grammar += &format!("{join}\n"));
            grammar += "u1 x1 -> [u1] + [x1]\n";
            grammar += &format!("@other\n%numbers\n{}", other_sums.get::<&str>(&SUMS));
            number_words("other", &others, &mut grammar);
            grammar += "u1 x1 -> [u1] + [x1]\n";
            let input: Vec<&str> =
                input.iter().map(|index| index.get(&vocabulary).as_str()).collect();
            Case { grammar, input: input.join(" ") }
        },
    )
}

/// Rules to end a section with, so that it reads more.
fn closing(numbers: bool, which: &Index) -> &'static str {
    match numbers {
        false => which.get::<&str>(&[
            "",
            "(a|b) -> A\nc ->\n",
            "u1:word -> [u1]\n",
            "x1:SELF u1:SELF -> [u1] [x1]\na -> A\nb -> B\n7 -> C\n",
            "u1:integer y1:SELF -> [y1] [u1]\nu1:word c? -> [u1]\nu1:word x1:p -> [x1]\n",
            "x1:q -> [x1]\nu1 x1:SELF -> {u1} [x1]\nu1 -> D\n",
            "u1 x1 -> [x1] [u1]\na -> A\nb -> B\nc -> C\n",
        ]),
        true => which.get::<&str>(&[
            "",
            "(a|b) -> 2\n",
            "x1:integer -> [x1]\n(a|b|c) -> 4\n",
            "u1:SELF x1:SELF -> [u1]*10 + [x1]\na -> 1\nb -> 2\n7 -> 7\n",
            "x1:SELF a -> [x1]*2\nu1:word -> 5\n",
            "u1 x1 -> [x1] + [u1]\na -> 1\nb -> 2\nc -> 3\n",
        ]),
    }
}

type Rights = Vec<(Index, &'static str, bool)>;

fn rule() -> impl Strategy<Value = (Vec<Item>, Rights)> {
    let item = prop_oneof![
        5 => select(&WORDS[..]).prop_map(Item::Word),
        1 => select(&WORDS[..]).prop_map(Item::Optional),
        1 => (select(&WORDS[..]), select(&WORDS[..]), any::<bool>())
            .prop_map(|(one, other, optional)| Item::Alternatives(one, other, optional)),
        1 => select(&['u', 'x', 'y'][..]).prop_map(Item::Untyped),
        6 => (select(&['u', 'x', 'x', 'x', 'y'][..]), any::<Index>())
            .prop_map(|(kind, section)| Item::Typed(kind, section)),
    ];
    let right = (any::<Index>(), select(&["A", "B", "a"][..]), any::<bool>());
    (vec(item, 1..=4), vec(right, 0..=4))
}

fn text(items: &[Item], rights: &Rights, leaf: bool, section: usize, numbers: &[bool]) -> String {
    let mut left = Vec::new();
    // What a right side may name: the variable, and whether it gives a number.
    let mut variables: Vec<(String, bool)> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        left.push(match item {
            Item::Word(word) => (*word).to_owned(),
            Item::Optional(word) => format!("{word}?"),
            Item::Alternatives(one, other, true) => format!("({one}|{other} a)?"),
            Item::Alternatives(one, other, false) => format!("({one} b|{other})"),
            Item::Untyped(_) | Item::Typed(..) if leaf => WORDS[index].to_owned(),
            Item::Untyped(kind) => {
                variables.push((format!("{kind}{index}"), numbers[section]));
                format!("{kind}{index}")
            }
            Item::Typed(kind, which) => {
                let which = which.index(numbers.len() + 4);
                let (name, number) = match which.checked_sub(numbers.len()) {
                    None => (NAMES[which], numbers[which]),
                    Some(0) => ("integer", true),
                    Some(1) => ("word", false),
                    Some(2) => ("words", false),
                    Some(_) => ("unlisted", false),
                };
                variables.push((format!("{kind}{index}"), number));
                format!("{kind}{index}:{name}")
            }
        });
    }
    // Not all of it may be optional.
    if !items.iter().any(|item| !matches!(item, Item::Optional(_) | Item::Alternatives(_, _, true)))
    {
        left.push("a".to_owned());
    }
    let right: Vec<String> = rights
        .iter()
        .map(|(index, token, copy)| {
            let variable = variables.get(index.index(variables.len() + 1));
            match variable {
                Some((name, _)) if !numbers[section] && *copy => format!("{{{name}}}"),
                Some((name, _)) if !numbers[section] => format!("[{name}]"),
                Some((name, true)) if *copy => format!("[{name}]*10"),
                Some((name, true)) => format!("[{name}]"),
                _ if numbers[section] => "3".to_owned(),
                _ => (*token).to_owned(),
            }
        })
        .collect();
    match numbers[section] {
        true => format!(
            "{} -> {}",
            left.join(" "),
            [&right[..], &["1".to_owned()]].concat().join(" + ")
        ),
        false => format!("{} -> {}", left.join(" "), right.join(" ")),
    }
}
