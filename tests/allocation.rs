//! Evaluations do not allocate once their memory has grown to what they need.

mod counting;

use blicket::{Domain, Evaluation, Evaluator, Grammar, Job, Limit, Limits, Outcome, Verdict, Word};
use counting::{allocated, allocations};
use std::fs;
use std::path::Path;

fn data(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How often each outcome came: values, stuck, limits.
type Ends = [usize; 3];

fn end_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Value => 0,
        Outcome::Stuck => 1,
        _ => 2,
    }
}

/// Applies a grammar to all inputs, twice; the second time nothing may be allocated.
fn assert_applies_without_allocating(grammar: &Grammar, inputs: &[String]) -> Ends {
    let mut evaluation = Evaluation::new();
    let mut pass = || {
        let mut ends = [0; 3];
        for input in inputs {
            grammar.apply_into(input, &mut evaluation);
            // Reading the result is part of a host's loop.
            let length = evaluation.tokens().chain(evaluation.stuck()).map(str::len).sum::<usize>();
            assert!(length <= evaluation.text().map_or(input.len(), str::len));
            ends[end_of(evaluation.outcome())] += 1;
        }
        ends
    };
    let mut ends = [0; 3];
    assert!(allocations(|| ends = pass()) > 0, "warming up has to allocate, or nothing is counted");
    assert_eq!(allocations(|| assert_eq!(pass(), ends)), 0);
    ends
}

/// Fails if a check allocates after warming up: of every input against its output and against that of the next one.
fn assert_checks_without_allocating(grammar: &Grammar, inputs: &[String]) {
    let find = |text: &str| -> Vec<Word> {
        text.split_whitespace().map(|word| grammar.vocabulary().find(word)).collect()
    };
    let examples: Vec<(Vec<Word>, Evaluation, Vec<Word>)> = inputs
        .iter()
        .map(|input| {
            let evaluation = grammar.apply(input);
            let wanted = find(evaluation.text().unwrap_or(""));
            (find(input), evaluation, wanted)
        })
        .collect();
    let limits = Limits::default();
    let mut evaluator = Evaluator::new();
    let mut pass = || {
        let mut right = 0;
        for (index, (input, evaluation, wanted)) in examples.iter().enumerate() {
            let (_, next, other) = &examples[(index + 1) % examples.len()];
            let job = Job { program: grammar.program(), input, limits: &limits };
            let (verdict, other) = match grammar.domain() {
                Domain::Words => (evaluator.check(job, wanted), evaluator.check(job, other)),
                _ => (
                    evaluator.check_number(job, evaluation.number().unwrap_or(0)),
                    evaluator.check_number(job, next.number().unwrap_or(0)),
                ),
            };
            let has_value = evaluation.outcome() == Outcome::Value;
            assert_eq!(verdict == Verdict::Right, has_value);
            right += usize::from(verdict == Verdict::Right) + usize::from(other == Verdict::Right);
        }
        right
    };
    let mut right = 0;
    assert!(
        allocations(|| right = pass()) > 0,
        "warming up has to allocate, or nothing is counted"
    );
    assert_eq!(allocations(|| assert_eq!(pass(), right)), 0);
}

fn assert_allocates_nothing(grammar: &Grammar, inputs: &[String]) -> Ends {
    assert_checks_without_allocating(grammar, inputs);
    assert_applies_without_allocating(grammar, inputs)
}

/// Some of these inputs get words that no rule knows, or lose one.
fn spoiled(inputs: impl Iterator<Item = String>) -> Vec<String> {
    let spoil = |(index, input): (usize, String)| match index % 5 {
        3 => format!("{input} zup"),
        4 => input.replacen(' ', " zup ", 1),
        _ => input,
    };
    inputs.enumerate().map(spoil).collect()
}

#[test]
fn the_commands_of_scan_allocate_nothing() {
    let grammar = Grammar::parse(&data("scan/grammar.txt")).unwrap();
    let text = data("scan/tasks_test_simple.txt");
    let commands = text.lines().step_by(2).map(|line| {
        let (input, _) = line.strip_prefix("IN: ").unwrap().split_once(" OUT: ").unwrap();
        input.to_owned()
    });
    let [value, stuck, limit] = assert_allocates_nothing(&grammar, &spoiled(commands));
    assert!(value > 1_000 && stuck > 500 && limit == 0, "{value} {stuck} {limit}");
}

#[test]
fn number_words_allocate_nothing() {
    let grammar = Grammar::parse(&data("numbers/gold/en.txt")).unwrap();
    let text = data("numbers/en.tsv");
    let words = text.lines().step_by(2).map(|line| line.split_once('\t').unwrap().1.to_owned());
    let [value, stuck, limit] = assert_allocates_nothing(&grammar, &spoiled(words));
    assert!(value > 1_000 && stuck > 500 && limit == 0, "{value} {stuck} {limit}");
}

/// Rules of several segments, of variables that are named again among tokens, on inputs of up to
/// 200 words, for which the places of words are kept otherwise than for short ones; and limits.
#[test]
fn general_rules_and_long_inputs_allocate_nothing() {
    let grammar = Grammar::parse(
        "a -> A
         b ->
         -- -> DASH
         loop x1 -> LOOP [x1]
         stop -> S
         x1 -- y1 -- y2 -> [y2] [x1] T [y2] [y1]
         put x1 on u1 the y1 now -> PUT [x1] [y1] [u1] [x1]
         a u1 x1 b u2 -> [u2] [x1] [u1]
         self y1 self -> [y1] X
         y1 self y2 -> [y1] [y2]
         endless y1 y2 -> [y1] [y2]
         u1 x1 -> [u1] [x1]",
    )
    .unwrap();
    let pieces = ["a b a", "-- a b", "-- stop", "put a b on a the stop now", "self", "zup", "loop"];
    let input = |index: usize| -> String {
        let length = 1 + index * 7 % 60;
        let piece = |place: usize| pieces[(index * 31 + place * place * 17) % (3 + index % 5)];
        (0..length).map(|place| piece(place).to_owned() + " ").collect()
    };
    let endless = Grammar::parse("a -> A\nstop x1 -> [x1]\nx1 -> A [x1]").unwrap();
    let inputs: Vec<String> = (0..600).map(input).collect();
    let longest = inputs.iter().map(|input| input.split_whitespace().count()).max();
    assert!(longest > Some(150), "{longest:?}");
    let [value, stuck, _] = assert_allocates_nothing(&grammar, &inputs);
    assert!(value > 100 && stuck > 100, "{value} {stuck}");
    let [_, _, limit] = assert_allocates_nothing(&endless, &inputs);
    assert!(limit > 500, "{limit}");
}

/// Sections, slots, copies, numbers within sentences; and sentences that are not read.
#[test]
fn sections_allocate_nothing() {
    for (name, pairs) in [("text-adventure", "inform"), ("timer", "timer"), ("robot", "robot")] {
        let grammar = Grammar::parse(&data(&format!("../examples/{name}.grammar"))).unwrap();
        let text = data(&format!("commands/{pairs}.tsv"));
        let inputs = text.lines().map(|line| line.split('\t').next().unwrap().to_owned());
        let inputs = spoiled(inputs);
        let [value, stuck, limit] = assert_applies_without_allocating(&grammar, &inputs);
        assert!(value > 10 && stuck > 2 && limit == 0, "{name}: {value} {stuck} {limit}");
        let mut evaluation = Evaluation::new();
        let mut pass = || {
            let mut slots = 0;
            for input in &inputs {
                grammar.apply_into(input, &mut evaluation);
                slots += evaluation.slots().filter(|slot| slot.value().is_some()).count();
            }
            slots
        };
        let slots = pass();
        assert!(slots > 10, "{slots}");
        assert_eq!(allocations(|| assert_eq!(pass(), slots)), 0);
    }
    let grammar = Grammar::parse("@x\nx1:x x2:x -> [x2] [x1] [x2]\na -> A\nb x1 -> {x1}").unwrap();
    let inputs: Vec<String> = (1..60).map(|length| "a ".repeat(length) + "zup").collect();
    assert_applies_without_allocating(&grammar, &inputs);
}

/// Alternatives that vote, where there is nothing but the votes.
#[test]
fn votes_allocate_nothing() {
    let grammar = Grammar::parse(
        "dax -> RED
         lug -> BLUE
         x1 fep -> [x1] [x1]
         x1 kiki x2 -> [x2] [x1]
         u1 x1 -> [u1] [x1]
         %doubt
         %alternative 0.5
         %alternative 0.3
         %rules 1-2
         u1 fep -> [u1] [u1]
         %rules 4-5
         %alternative 0.2
         %rules 1-2
         %rules 4
         %rules 3
         x1 u1 -> [x1] [u1]",
    )
    .unwrap();
    let words = ["dax", "lug", "fep", "kiki", "zup"];
    let mut state = 1_u64;
    let input = |index: usize| -> String {
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            // What no rule names is rare.
            words[(state >> 33) as usize % (4 + usize::from(index.is_multiple_of(5)))]
        };
        (0..1 + index % 7).map(|_| word().to_owned() + " ").collect()
    };
    let inputs: Vec<String> = (0..600).map(input).collect();
    let mut evaluation = Evaluation::new();
    let mut pass = || {
        let mut ends = [0; 3];
        for input in &inputs {
            grammar.apply_into(input, &mut evaluation);
            let place = match evaluation.outcome() {
                Outcome::Refused => 2,
                outcome => end_of(outcome),
            };
            ends[place] += usize::from(evaluation.guess().is_some() || place == 1);
        }
        ends
    };
    let mut ends = [0; 3];
    assert!(allocations(|| ends = pass()) > 0);
    assert_eq!(allocations(|| assert_eq!(pass(), ends)), 0);
    let [value, stuck, refused] = ends;
    assert!(value > 50 && stuck > 50 && refused > 50, "{value} {stuck} {refused}");
}

/// A search runs many programs on one evaluator.
#[test]
fn one_evaluator_serves_many_programs_without_allocating() {
    let texts =
        ["scan/grammar.txt", "commands/gold/babyai.txt", "../examples/robot.grammar"].map(data);
    let grammars = texts.map(|text| Grammar::parse(&text).unwrap());
    let inputs = ["walk twice and jump left", "go to the red ball", "zup", ""];
    let mut evaluation = Evaluation::new();
    let mut pass = || {
        let pairs = inputs.iter().flat_map(|input| grammars.iter().map(move |g| (g, *input)));
        pairs.for_each(|(grammar, input)| grammar.apply_into(input, &mut evaluation));
    };
    assert!(allocations(&mut pass) > 0);
    assert_eq!(allocations(&mut pass), 0);
}

/// What a part of an evaluation took is free for the next part.
#[test]
fn memory_grows_with_the_depth_of_an_evaluation_and_not_with_its_width() {
    let width = 10_000;
    let side = |before, after| -> String {
        (1..=width).map(|number| format!("{before}u{number}{after} ")).collect()
    };
    // Each word alone keeps places of segments, and a value that is named again.
    let text = format!("{} -> {}\na y1 y2 -> [y1] A [y1]", side("", ""), side("[", "]"));
    let grammar = Grammar::parse(&text).unwrap();
    let [a, token] = ["a", "A"].map(|text| grammar.vocabulary().find(text));
    let (input, wanted) = (vec![a; width], vec![token; width]);
    let job = Job { program: grammar.program(), input: &input, limits: &Limits::default() };
    let mut evaluator = Evaluator::new();
    let before = allocated();
    assert_eq!(evaluator.check(job, &wanted), Verdict::Right);
    let bytes = allocated() - before;
    // Four for the place of each word, and little more.
    assert!(bytes < 5 * width, "{bytes} bytes");
}

#[test]
fn what_is_too_long_as_a_text_is_not_built() {
    let limits = Limits::default().with(|limits| {
        limits.text = 1000;
        limits.output = u32::MAX;
    });
    let grammar = Grammar::parse("a -> A\nx1 b -> [x1] [x1]").unwrap();
    let input = format!("a{}", " b".repeat(40));
    let (evaluation, peak) = counting::peak(|| grammar.apply_within(&input, limits));
    assert_eq!(evaluation.outcome(), Outcome::Limit(Limit::Length));
    assert!(peak < 100_000, "{peak} bytes");
}
