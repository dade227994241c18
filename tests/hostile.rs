//! Grammars and inputs that mean harm. Everything runs on a small stack, and what an evaluation costs
//! is shown in steps, which are the same on every machine.

#[path = "support/small_stack.rs"]
mod small_stack;

use blicket::{Grammar, Limit, Limits, Outcome};
use small_stack::{evaluate, on_small_stack};

const DEPTH: Outcome = Outcome::Limit(Limit::Depth);
const LENGTH: Outcome = Outcome::Limit(Limit::Length);
const STEPS: Outcome = Outcome::Limit(Limit::Steps);
const OVERFLOW: Outcome = Outcome::Limit(Limit::Overflow);

/// How an evaluation ended.
#[derive(Debug)]
struct End {
    outcome: Outcome,
    /// How many tokens there are.
    tokens: usize,
    number: Option<i64>,
    steps: u64,
}

/// Reads the grammar and evaluates the input in every way, and drops it all, on a small stack.
fn run(grammar: &str, input: &str) -> End {
    on_small_stack(|| {
        let grammar = Grammar::parse(grammar).unwrap();
        let (evaluation, _) = evaluate(&grammar, input, Limits::default());
        assert!(evaluation.steps() <= evaluation.limits().steps);
        End {
            outcome: evaluation.outcome(),
            tokens: evaluation.tokens().len(),
            number: evaluation.number(),
            steps: evaluation.steps(),
        }
    })
}

/// `item` that many times, with a space after each.
fn times(item: &str, count: usize) -> String {
    format!("{item} ").repeat(count)
}

/// `x1 x2 …`, or `[x1] [x2] …`.
fn numbered(before: &str, count: usize, after: &str) -> String {
    (1..=count).map(|number| format!("{before}{number}{after} ")).collect()
}

#[test]
fn a_rule_that_evaluates_its_own_sequence_is_stopped_at_once() {
    for grammar in [
        "x1 -> [x1]",
        "x1 -> [x1] [x1]",
        "x1 -> A [x1]",
        "y1 -> [y1]",
        "y1 y2 -> [y2] [y1]",
        "x1 y1 y2 -> [x1]",
        "y1 x1 -> [x1] [y1]\nu1 -> [u1]",
        "u1 -> [u1]\nu1 x1 -> [u1] [x1]",
        "%numbers\nx1 -> [x1]*0",
    ] {
        for words in [1, 2, 100_000] {
            let end = run(grammar, &times("a", words));
            assert_eq!(end.outcome, DEPTH, "{grammar} on {words} words");
            assert!(end.steps < 30, "{grammar} on {words} words: {end:?}");
        }
    }
    // Nothing is the empty output whatever the rules say, so this one ends.
    let end = run("y1 -> [y1] [y1]", "");
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 0));
}

#[test]
fn doubling_ends_at_the_longest_output() {
    let doubling = "a -> A\nx1 a -> [x1] [x1]";
    // The limit is 2^20 tokens, and n words give 2^(n - 1).
    for (words, outcome) in [(21, Outcome::Value), (22, LENGTH), (60, LENGTH)] {
        let end = run(doubling, &times("a", words));
        assert_eq!(end.outcome, outcome, "{words} words");
        assert_eq!(end.tokens, if outcome == LENGTH { 0 } else { 1 << (words - 1) });
        assert!(end.steps < 20 * words as u64, "{end:?}");
    }
    // Two rules that feed each other, with tokens between so that neither is a plain repetition.
    let mutual = "b -> B\na x1 -> [x1] A [x1]\nb x1 -> [x1] [x1] B [x1]";
    let end = run(mutual, &times("a b", 100));
    assert_eq!(end.outcome, LENGTH);
    assert!(end.steps < 4_000, "{end:?}");
    // What is doubled may be nothing: no limit of length stops that, so it has to be cheap.
    let end = run("a ->\nx1 a -> [x1] [x1]", &times("a", 100_000));
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 0));
    assert!(end.steps < 1_000_000, "{end:?}");
}

#[test]
fn a_number_ends_at_64_bits_and_not_before() {
    let doubling = "%numbers\na -> 1\nx1 a -> [x1] + [x1]";
    assert_eq!(run(doubling, &times("a", 63)).number, Some(1 << 62));
    assert_eq!(run(doubling, &times("a", 64)).outcome, OVERFLOW);
    let max = i64::MAX;
    for (right, number) in [
        (format!("{max}"), Some(max)),
        (format!("{} + [u1]", max - 1), Some(max)),
        (format!("{max} + [u1]"), None),
        (format!("{max}*1 + 0*{max}"), Some(max)),
        (format!("{max}*2"), None),
        (format!("[u1]*{max}"), Some(max)),
        (format!("[u1]*{max} + [u1]"), None),
        ("4611686018427387904*2".to_owned(), None),
        ("3037000500*3037000500".to_owned(), None),
        ("3037000499*3037000499".to_owned(), Some(3_037_000_499 * 3_037_000_499)),
    ] {
        let end = run(&format!("%numbers\none -> 1\nu1 b -> {right}"), "one b");
        let outcome = if number.is_some() { Outcome::Value } else { OVERFLOW };
        assert_eq!((end.outcome, end.number), (outcome, number), "{right}");
    }
    // What is too large does not become right by what comes after it.
    let end = run("%numbers\na -> 9223372036854775807*2\nu1 b -> [u1]*0", "a b");
    assert_eq!(end.outcome, OVERFLOW);
}

#[test]
fn ten_thousand_rules_cost_no_more_than_those_that_could_match() {
    let mut grammar = String::new();
    for rule in 0..5_000 {
        grammar += &format!("w{rule} -> T{rule}\nx1 k{rule} -> [x1] K{rule}\n");
    }
    on_small_stack(|| {
        let grammar = Grammar::parse(&grammar).unwrap();
        assert_eq!(grammar.rules().len(), 10_000);
        let (evaluation, _) = evaluate(&grammar, "w17 k4242 k4999 k0", Limits::default());
        assert_eq!(evaluation.text(), Some("T17 K4242 K4999 K0"));
        // Four sequences, and 157 sets of 64 rules to look at for each that has several words.
        assert!(evaluation.steps() < 3 * 157 + 40, "{}", evaluation.steps());
        let (evaluation, _) = evaluate(&grammar, "w17 k4242 w3", Limits::default());
        assert_eq!(evaluation.stuck().collect::<Vec<_>>(), ["w17", "k4242", "w3"]);
    });
    // All of them could match, and none does: that is counted.
    let end = run(&times("x1 a u1 b -> [x1]\n", 10_000), &times("a b", 500));
    assert_eq!(end.outcome, Outcome::Stuck);
    assert!((10_000..200_000).contains(&end.steps), "{end:?}");
}

#[test]
fn a_hundred_thousand_words_are_evaluated_within_the_default_limits() {
    let words = 100_000;
    let input = times("a", words);
    for grammar in [
        "a -> A\nu1 x1 -> [u1] [x1]",
        "a -> A\nx1 u1 -> [x1] [u1]",
        "y1 u1 -> [y1] A",
        "a -> A\ny1 u1 y2 -> [y1] A [y2]",
    ] {
        let end = run(grammar, &input);
        assert_eq!((end.outcome, end.tokens), (Outcome::Value, words), "{grammar}");
        assert!(end.steps < 12 * words as u64, "{grammar}: {end:?}");
    }
    for right in ["[u1] + [x1]", "[x1] + 1"] {
        let end = run(&format!("%numbers\na -> 1\nu1 x1 -> {right}"), &input);
        assert_eq!(end.number, Some(words as i64));
    }
    // A derivation of so many steps leaves most of them out, and says how many.
    on_small_stack(|| {
        let grammar = Grammar::parse("a -> A\nu1 x1 -> [u1] [x1]").unwrap();
        let (_, derivation) = evaluate(&grammar, &input, Limits::default());
        assert_eq!(derivation.steps.len() + derivation.omitted, 2 * words - 1);
        assert_eq!(derivation.steps[0].tokens, Some([0, words as u32]));
    });
}

#[test]
fn a_left_side_may_have_ten_thousand_variables() {
    let many = 10_000;
    let backwards = |letter: &str| -> String {
        (1..=many).rev().map(|number| format!("[{letter}{number}] ")).collect()
    };
    for letter in ["u", "x", "y"] {
        let left = numbered(letter, many, "");
        let grammar = format!("a -> A\n{left} -> {}", backwards(letter));
        let exact = run(&grammar, &times("a", many));
        match letter {
            // The first y takes it all, and evaluates it again.
            "y" => assert_eq!(exact.outcome, DEPTH),
            _ => assert_eq!((exact.outcome, exact.tokens), (Outcome::Value, many)),
        }
        let fewer = run(&grammar, &times("a", many - 1));
        assert_eq!(fewer.outcome, if letter == "y" { DEPTH } else { Outcome::Stuck });
        assert!(exact.steps < 20 * many as u64 && fewer.steps < 20 * many as u64);
    }
    // Each level of this takes memory for a thousand variables: the steps have to bound that.
    let nesting = format!("u1 {} -> [y1]", numbered("y", 1_000, ""));
    assert_eq!(run(&nesting, &times("a", 1_000)).outcome, Outcome::Value);
    assert_eq!(run(&nesting, &times("a", 100_000)).outcome, STEPS);
}

#[test]
fn left_sides_that_would_backtrack_cost_one_scan() {
    let run_of_a = times("a", 5_000);
    for left in [
        "x1 a x2 a x3 a x4 b",
        "x1 a x2 a x3 a x4 b y1",
        "x1 a u1 a x2 a u2 a x3 a x4 b c",
        "y1 a y2 a y3 a y4 a y5 a y6 b x1 c",
        "x1 x2 x3 x4 x5 x6 x7 x8 b x9 b",
    ] {
        let grammar = format!("{left} -> B");
        // A `b` at the start lets no rule be ruled out by its words alone, and helps none.
        for input in [run_of_a.clone(), format!("b {run_of_a}"), format!("c b {run_of_a}")] {
            let end = run(&grammar, &input);
            assert_eq!(end.outcome, Outcome::Stuck, "{left}");
            assert!(end.steps < 100, "{left}: {end:?}");
        }
    }
    let end = run("x1 a x2 a x3 a x4 b -> B", &format!("{run_of_a} b"));
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 1));
}

#[test]
fn long_left_sides_of_words_are_paid_for_in_steps() {
    let grammar = |words| format!("x1 {} b x2 -> B", times("a", words));
    let input = |words| format!("b {}c b c", times("a", words));
    let short = run(&grammar(10), &input(10_000));
    assert_eq!(short.outcome, Outcome::Stuck);
    assert!(short.steps < 12 * 10_000, "{short:?}");
    let long = run(&grammar(1_000), &input(50_000));
    assert_eq!((long.outcome, long.steps), (STEPS, 10_000_000));
    let matching = format!("{}b c", times("a", 50_000));
    assert_eq!(run(&grammar(1_000), &matching).outcome, Outcome::Value);
}

#[test]
fn few_tokens_can_be_too_much_text() {
    let grammar = format!("a -> {}\nu1 x1 -> [u1] [x1]", "T".repeat(1 << 20));
    // With the spaces between them, fifteen such tokens are less than 16 MiB, sixteen are more.
    assert_eq!(run(&grammar, &times("a", 15)).tokens, 15);
    assert_eq!(run(&grammar, &times("a", 16)).outcome, LENGTH);
    assert_eq!(run(&grammar, &times("a", 1_000)).outcome, LENGTH);
    // Long words that nobody knows are shown, but not all of them.
    let word = "ü".repeat(500_000);
    let end = run("a -> A", &format!("a {word} {word}"));
    assert_eq!(end.outcome, Outcome::Stuck);
}

#[test]
fn huge_right_sides_of_empty_variables_are_paid_for_in_steps() {
    let pairs = 50_000;
    let irregular = format!("a y1 y2 y3 -> {} [y3]", times("[y1] [y2]", pairs));
    let regular = format!("a y1 -> {}", times("[y1]", 2 * pairs));
    let sum = format!("%numbers\na y1 -> {} 7", times("[y1] +", 2 * pairs));
    for grammar in [&irregular, &regular, &sum] {
        let end = run(grammar, "a");
        assert_eq!((end.outcome, end.number.unwrap_or(7)), (Outcome::Value, 7));
        assert!(end.steps < 3 * pairs as u64, "{end:?}");
    }
    // The same at every level of an evaluation that is deep as well.
    let deep = format!("a ->\nu1 x1 -> {} [u1]", times("[x1] [u1]", 1_000));
    let end = run(&deep, &times("a", 1_000));
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 0));
    assert_eq!(run(&deep, &times("a", 10_000)).outcome, STEPS);
}

#[test]
fn a_grammar_without_rules_is_stuck_on_everything() {
    for grammar in ["", "# only this", "%numbers"] {
        for input in ["", "a", "a b", &times("a", 100)] {
            let end = run(grammar, input);
            assert_eq!((end.outcome, end.number), (Outcome::Stuck, None), "{input:?}");
        }
    }
}

/// Sections in which every word can be read in very many ways.
#[test]
fn sections_that_recurse_everywhere_cost_a_polynomial_number_of_steps() {
    let hostile = "@x\nx1:x x2:x x3:x -> A\nx1:x x2:x -> A\na -> A";
    let steps = |words: usize| {
        let end = run(hostile, &(times("a", words - 1) + "b"));
        assert_eq!(end.outcome, Outcome::Stuck);
        end.steps
    };
    let (few, many) = (steps(50), steps(200));
    // At most with the cube of the words.
    assert!(many < 4_u64.pow(3) * few, "{few} {many}");
    let end = run(hostile, &times("a", 200));
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 1));
    let nested = "@x\n( x1:x ) -> [x1]\nx1:x x2:x -> [x1] [x2]\n( ) -> A";
    let end = run(nested, &(times("(", 300) + &times(")", 300)));
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 1));
    let end = run(nested, &(times("(", 80) + &times(")", 79)));
    assert_eq!(end.outcome, Outcome::Stuck);
}

/// Sections that all ask each other for the same words: there are more ways than any limit allows, and what failed once is not
/// tried again.
#[test]
fn circles_of_sections_end_within_the_limits() {
    let names: Vec<String> = (0..14).map(|index| format!("s{index}")).collect();
    let mut text = String::new();
    for section in &names {
        text += &format!("@{section}\n");
        names.iter().for_each(|other| text += &format!("x1:{other} -> [x1]\n"));
    }
    let end = run(&(text.clone() + "b? c b? -> C"), "c c b");
    assert_eq!(end.outcome, Outcome::Stuck);
    // The last one reads the word, and so does the first by way of all others.
    let end = run(&(text + "b -> B"), "b");
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 1));
}

#[test]
fn long_chains_of_sections_and_deep_nesting_need_no_stack() {
    let mut text = String::new();
    for index in 0..5_000 {
        text += &format!("@s{index}\nx1:s{} -> [x1]\n", index + 1);
    }
    text += "@s5000\na -> A";
    let end = run(&text, "a");
    assert_eq!((end.outcome, end.tokens), (Outcome::Value, 1));
    let deep = run("@x\nb x1:x -> [x1] B\na -> A", &(times("b", 100_000) + "a"));
    assert_eq!((deep.outcome, deep.tokens), (Outcome::Value, 100_001));
    let groups = "(".repeat(16) + "a" + &")".repeat(16) + " -> A";
    assert_eq!(run(&groups, "a").tokens, 1);
}

#[test]
fn copies_and_numbers_keep_to_the_limits() {
    let end = run("@x\nx1:words b -> {x1} {x1}\n", &(times("a", 1_000_000) + "b"));
    assert_eq!(end.outcome, LENGTH);
    let end =
        run("@x\nx1:n k -> [x1]\n@n\n%numbers\nx1:integer -> [x1]*10", &format!("{} k", i64::MAX));
    assert_eq!(end.outcome, OVERFLOW);
    let doubled = "@x\nd x1:x -> [x1] [x1]\na -> A";
    assert_eq!(run(doubled, &(times("d", 100) + "a")).outcome, LENGTH);
    assert_eq!(run(doubled, &(times("d", 10) + "a")).tokens, 1024);
}
