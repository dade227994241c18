//! Against a naive interpreter, on random grammars and inputs.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/interpreter.rs"]
mod interpreter;
#[path = "support/property.rs"]
mod property;

use blicket::{
    Derivation, Evaluation, Evaluator, Grammar, Job, Limit, Limits, Outcome, Verdict, Word,
};
use generate::{Case, Shape, case};
use interpreter::{Failure, Interpreter, Value};
use property::for_all;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use std::cell::{Cell, RefCell};

const TOKENS: Shape = Shape { numbers: false, elastic: 6, right: 5 };
const NUMBERS: Shape = Shape { numbers: true, ..TOKENS };
/// What stays affordable naively on long inputs.
const LONG_TOKENS: Shape = Shape { numbers: false, elastic: 2, right: 2 };
const LONG_NUMBERS: Shape = Shape { numbers: true, ..LONG_TOKENS };

/// A case ready to run.
struct Prepared<'a> {
    grammar: Grammar,
    words: Vec<&'a str>,
    known: Vec<Word>,
}

impl<'a> Prepared<'a> {
    fn new(case: &'a Case) -> Self {
        let grammar = Grammar::parse(&case.grammar).unwrap();
        let words: Vec<&str> = case.input.split_whitespace().collect();
        let known = words.iter().map(|word| grammar.vocabulary().find(word)).collect();
        Self { grammar, words, known }
    }

    fn texts(&self, tokens: &[Word]) -> Vec<&str> {
        tokens.iter().map(|token| self.grammar.vocabulary().text(*token)).collect()
    }

    /// What the reference says, unless it cannot afford to.
    fn reference(&self) -> Result<Result<Value, Failure>, TestCaseError> {
        match Interpreter::run(&self.grammar, &self.known) {
            Err(Failure::Fuel) => Err(TestCaseError::reject("too much for the reference")),
            result => Ok(result),
        }
    }
}

fn agrees(case: &Case, reused: &mut Evaluation) -> TestCaseResult {
    let prepared = Prepared::new(case);
    let expected = prepared.reference()?;
    let fresh = prepared.grammar.apply(&case.input);
    // What an earlier evaluation left behind must not show in the next.
    prepared.grammar.apply_into(&case.input, reused);
    for evaluation in [&fresh, reused] {
        let tokens: Vec<&str> = evaluation.tokens().collect();
        let stuck: Vec<&str> = evaluation.stuck().collect();
        let outcome = evaluation.outcome();
        match &expected {
            Ok(Value::Tokens(wanted)) => {
                let wanted = prepared.texts(wanted);
                let text = wanted.join(" ");
                prop_assert_eq!(outcome, Outcome::Value);
                prop_assert_eq!(evaluation.text(), Some(text.as_str()));
                prop_assert_eq!(&tokens, &wanted);
                prop_assert_eq!(evaluation.number(), None);
            }
            Ok(Value::Number(wanted)) => {
                prop_assert_eq!((outcome, evaluation.number()), (Outcome::Value, Some(*wanted)));
                prop_assert_eq!(&tokens, &[wanted.to_string()]);
                prop_assert_eq!(evaluation.text(), Some(tokens[0]));
            }
            Err(failure) => {
                let (wanted, words) = match failure {
                    Failure::Stuck(span) => (Outcome::Stuck, &prepared.words[span.clone()]),
                    Failure::NoEnd => (Outcome::Limit(Limit::Depth), &[][..]),
                    Failure::Overflow => (Outcome::Limit(Limit::Overflow), &[][..]),
                    Failure::Fuel => unreachable!("such cases were rejected"),
                };
                prop_assert_eq!((outcome, stuck.as_slice()), (wanted, words));
                prop_assert_eq!((evaluation.text(), evaluation.number()), (None, None));
                prop_assert_eq!(tokens.len(), 0);
            }
        }
    }
    Ok(())
}

fn all_agree(cases: u32, shape: Shape, length: std::ops::RangeInclusive<usize>) {
    let reused = RefCell::new(Evaluation::new());
    for_all(cases, case(shape, length), |case| agrees(&case, &mut reused.borrow_mut()));
}

#[test]
fn tokens_are_those_of_the_reference() {
    all_agree(3_000, TOKENS, 0..=12);
}

#[test]
fn numbers_are_those_of_the_reference() {
    all_agree(2_000, NUMBERS, 0..=12);
}

/// Thirty-two words are the most that the library scans without an index.
#[test]
fn long_inputs_give_what_the_reference_gives() {
    all_agree(600, LONG_TOKENS, 28..=40);
    all_agree(300, LONG_NUMBERS, 28..=40);
}

/// The other tests show nothing if random grammars are stuck or endless nearly always.
#[test]
fn random_cases_end_in_every_way() {
    for (shape, length) in [(TOKENS, 0..=12), (NUMBERS, 0..=12), (LONG_TOKENS, 28..=40)] {
        let counts: [Cell<u32>; 4] = Default::default();
        for_all(400, case(shape, length), |case| {
            let way = match Prepared::new(&case).reference()? {
                Ok(Value::Tokens(tokens)) if tokens.is_empty() => return Ok(()),
                Ok(_) => 0,
                Err(Failure::Stuck(_)) => 1,
                Err(Failure::NoEnd) => 2,
                Err(_) => 3,
            };
            counts[way].set(counts[way].get() + 1);
            Ok(())
        });
        let [value, stuck, no_end, overflow] = counts.each_ref().map(Cell::get);

        assert!(value > 100 && stuck > 60 && no_end > 20, "{value} {stuck} {no_end}");
        assert!(!shape.numbers || overflow > 5, "{overflow}");
    }
}

/// The first place at which two sequences differ.
fn first_difference(one: &[Word], other: &[Word]) -> Option<u32> {
    let longest = one.len().max(other.len());
    (0..longest).find(|place| one.get(*place) != other.get(*place)).map(|place| place as u32)
}

/// Changes `tokens` somewhere: another token there, one more, one less, or all after it gone.
fn mutate(tokens: &mut Vec<Word>, (how, at, other): (usize, Index, Word)) {
    let place = at.index(tokens.len() + 1);
    match how {
        0 if place < tokens.len() => tokens[place] = other,
        1 if place < tokens.len() => drop(tokens.remove(place)),
        2 => tokens.truncate(place),
        _ => tokens.insert(place, other),
    }
}

fn verdict_is_right(
    case: &Case,
    (how, at, other): (usize, Index, Index),
    evaluator: &mut Evaluator,
) -> TestCaseResult {
    let prepared = Prepared::new(case);
    let limits = Limits::default();
    let job = Job { program: prepared.grammar.program(), input: &prepared.known, limits: &limits };
    // Where the evaluation has no value, it still has to be compared up to where it ends.
    let (output, end) = match prepared.reference()? {
        Ok(Value::Tokens(output)) => (output, Verdict::Right),
        Ok(Value::Number(number)) => {
            prop_assert_eq!(evaluator.check_number(job, number), Verdict::Right);
            let wrong = Verdict::Wrong { at: 0 };
            prop_assert_eq!(evaluator.check_number(job, number ^ 1), wrong);
            return Ok(());
        }
        Err(failure) => {
            let end = match failure {
                Failure::Stuck(_) => Verdict::Stuck,
                Failure::NoEnd => Verdict::Limit(Limit::Depth),
                _ => Verdict::Limit(Limit::Overflow),
            };
            if prepared.grammar.domain() == blicket::Domain::Numbers {
                prop_assert_eq!(evaluator.check_number(job, 0), end);
                return Ok(());
            }
            let so_far = prepared.grammar.explain(&case.input).tokens;
            let find = |token: &String| prepared.grammar.vocabulary().find(token);
            (so_far.iter().map(find).collect(), end)
        }
    };
    prop_assert_eq!(evaluator.check(job, &output), end);
    let vocabulary = prepared.grammar.vocabulary();
    let tokens = ["A", "B", "C", "a", "b", "never"].map(|text| vocabulary.find(text));
    let mut wanted = output.clone();
    mutate(&mut wanted, (how, at, tokens[other.index(tokens.len())]));
    let expected = match first_difference(&output, &wanted) {
        // An evaluation that ends early has not said anything about what comes after.
        Some(at) if end == Verdict::Right || (at as usize) < output.len() => Verdict::Wrong { at },
        _ => end,
    };
    prop_assert_eq!(evaluator.check(job, &wanted), expected, "{:?}", prepared.texts(&wanted));
    Ok(())
}

#[test]
fn a_check_is_right_for_the_references_output_and_for_no_other() {
    let evaluator = RefCell::new(Evaluator::new());
    for (cases, shape, length) in
        [(1_500, TOKENS, 0..=12), (500, NUMBERS, 0..=12), (300, LONG_TOKENS, 28..=40)]
    {
        let mutation = (0..4usize, any::<Index>(), any::<Index>());
        for_all(cases, (case(shape, length), mutation), |(case, mutation)| {
            verdict_is_right(&case, mutation, &mut evaluator.borrow_mut())
        });
    }
}

fn derivation_is_right(case: &Case) -> TestCaseResult {
    let prepared = Prepared::new(case);
    let derivation = prepared.grammar.explain(&case.input);
    let expected = prepared.reference()?;
    prop_assert_eq!(&derivation.words, &prepared.words);
    prop_assert_eq!(derivation.omitted, 0);
    let (stuck, reason) = match &expected {
        Ok(_) => (None, None),
        Err(Failure::Stuck(span)) => (Some([span.start as u32, span.end as u32]), None),
        Err(Failure::NoEnd) => (None, Some(Limit::Depth)),
        Err(_) => (None, Some(Limit::Overflow)),
    };
    prop_assert_eq!((derivation.stuck, derivation.reason), (stuck, reason));
    match &expected {
        Ok(Value::Tokens(tokens)) => prop_assert_eq!(&derivation.tokens, &prepared.texts(tokens)),
        Ok(Value::Number(number)) => prop_assert_eq!(derivation.number, Some(*number)),
        Err(_) => prop_assert_eq!(derivation.number, None),
    }
    for (index, step) in derivation.steps.iter().enumerate() {
        let span = step.words[0] as usize..step.words[1] as usize;
        // What is certainly finished: all if nothing went wrong, and what a later step is not inside.
        let mut after = derivation.steps[index + 1..].iter();
        let finished = expected.is_ok() || after.any(|later| later.depth <= step.depth);
        let value = Interpreter::run(&prepared.grammar, &prepared.known[span]);
        match (&step.tokens, step.number, value) {
            (Some([start, end]), None, Ok(Value::Tokens(tokens))) => {
                let part = &derivation.tokens[*start as usize..*end as usize];
                prop_assert_eq!(part, prepared.texts(&tokens));
            }
            (None, Some(number), Ok(Value::Number(alone))) => prop_assert_eq!(number, alone),
            (None, None, _) if !finished => {}
            (_, _, value) => prop_assert!(false, "{:?}, alone {:?}", step, value),
        }
        let children: Vec<usize> = (index + 1..derivation.steps.len())
            .take_while(|later| derivation.steps[*later].depth > step.depth)
            .filter(|later| derivation.steps[*later].depth == step.depth + 1)
            .collect();
        let complete = step.tokens.is_some() || step.number.is_some();
        parts_are_right(&prepared, &derivation, index, &children, complete)?;
    }
    Ok(())
}

/// A step's rule is the first that matches, and its parts are the variables of the right side in
/// order, without those that matched nothing and those that were evaluated before.
fn parts_are_right(
    prepared: &Prepared<'_>,
    derivation: &Derivation,
    index: usize,
    children: &[usize],
    complete: bool,
) -> TestCaseResult {
    let step = &derivation.steps[index];
    let span = step.words[0] as usize..step.words[1] as usize;
    let mut interpreter = Interpreter::new(&prepared.grammar, &prepared.known);
    let (rule, bindings) = interpreter.first_match(span).unwrap().expect("a rule was applied");
    prop_assert_eq!(step.rule as usize, rule);
    prop_assert_eq!(derivation.rules.get(&step.rule).cloned(), prepared.grammar.rule_text(rule));
    prop_assert_eq!(step.depth == 0, index == 0);
    prop_assert_eq!(step.variable.is_none(), index == 0);
    let rule = &prepared.grammar.rules()[rule];
    let mut named = Vec::new();
    for variable in (0..100).filter_map(|item| rule.right_variable(item)) {
        let (_, words) = bindings.iter().find(|(bound, _)| *bound == variable).unwrap();
        if !named.contains(&variable) && !words.is_empty() {
            named.push(variable);
        }
    }
    prop_assert!(children.len() == named.len() || !complete && children.len() < named.len());
    for (child, variable) in children.iter().zip(named) {
        let child = &derivation.steps[*child];
        let (_, words) = bindings.iter().find(|(bound, _)| *bound == variable).unwrap();
        prop_assert_eq!(&child.variable, &Some(variable.to_string()));
        prop_assert_eq!(child.words, [words.start as u32, words.end as u32]);
    }
    Ok(())
}

#[test]
fn a_derivation_tells_what_the_reference_does() {
    for_all(1_000, case(TOKENS, 0..=12), |case| derivation_is_right(&case));
    for_all(600, case(NUMBERS, 0..=12), |case| derivation_is_right(&case));
    for_all(60, case(LONG_TOKENS, 28..=40), |case| derivation_is_right(&case));
}
