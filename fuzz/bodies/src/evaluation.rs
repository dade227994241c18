//! A grammar, an input and limits: the limits hold, and all ways to evaluate agree.

#[path = "../../../tests/support/interpreter.rs"]
#[allow(dead_code, reason = "other users ask it for more")]
mod interpreter;
mod random_grammar;

use crate::choices::Choices;
use crate::seeds;
use blicket::{
    Batch, Derivation, Evaluation, Evaluator, Grammar, Job, Limit, Limits, Outcome, Rule, Verdict,
    Word,
};
use interpreter::{Failure, Interpreter, Value};

/// The first byte says whether grammar and input are made from choices, or are text with a NUL
/// between them; then come the limits.
pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let from_choices = choices.flag();
    let limits = limits(&mut choices);
    let (grammar, input) = match from_choices {
        true => (random_grammar::grammar(&mut choices), random_grammar::input(&mut choices)),
        false => {
            let text = String::from_utf8_lossy(choices.rest());
            let (grammar, input) = text.split_once('\0').unwrap_or((&text, ""));
            (grammar.to_owned(), input.to_owned())
        }
    };
    let Ok(grammar) = Grammar::parse(&grammar) else {
        assert!(!from_choices, "{grammar}");
        return;
    };
    // What is stored below the rules has a target of its own.
    let grammar = grammar.rules_alone();
    let evaluation = grammar.apply_within(&input, limits);
    limits_hold(&evaluation, &limits);
    explains(&grammar, &input, &evaluation);
    checks(&grammar, &input, &evaluation);
    uses_memory_again(&grammar, &input, &evaluation);
    batches(&grammar, &input, &evaluation);
    if limits == GENEROUS {
        is_what_the_specification_says(&grammar, &input, &evaluation);
    }
}

/// More than what is small enough for the naive interpreter takes.
const GENEROUS: Limits = {
    let mut limits = Limits::DEFAULT;
    limits.steps = 100_000;
    limits.depth = 1_000;
    limits.output = 100_000;
    limits.text = 1 << 20;
    limits
};

/// Without choices, the generous ones.
fn limits(choices: &mut Choices<'_>) -> Limits {
    let mut limits = GENEROUS;
    let limited = choices.byte();
    let mut lower = |bit: u8, limit: u64| match limited & bit {
        0 => limit,
        _ => choices.number().min(limit),
    };
    limits.steps = lower(1, limits.steps);
    limits.depth = lower(2, limits.depth.into()) as u32;
    limits.output = lower(4, limits.output.into()) as u32;
    limits.text = lower(8, limits.text as u64) as usize;
    limits
}

fn limits_hold(evaluation: &Evaluation, limits: &Limits) {
    assert!(evaluation.steps() <= limits.steps, "{} steps", evaluation.steps());
    if let (Outcome::Value, None) = (evaluation.outcome(), evaluation.number()) {
        assert!(evaluation.tokens().len() <= limits.output as usize);
        assert!(evaluation.text().unwrap().len() <= limits.text);
    }
}

/// The derivation ends as the evaluation does, and shows what a person can read.
fn explains(grammar: &Grammar, input: &str, evaluation: &Evaluation) {
    let limits = evaluation.limits();
    let derivation = grammar.explain_within(input, limits);
    let stuck = |[start, end]: [u32; 2]| &derivation.words[start as usize..end as usize];
    match (evaluation.outcome(), derivation.stuck, derivation.reason) {
        (Outcome::Value, None, None) => {
            assert_eq!(derivation.number, evaluation.number());
            if derivation.number.is_none() {
                assert!(evaluation.tokens().eq(&derivation.tokens));
            }
        }
        (Outcome::Stuck, Some(range), None) => {
            assert!(evaluation.stuck().eq(stuck(range)));
            assert_eq!(evaluation.stuck_text(), stuck(range).join(" "));
        }
        (Outcome::Limit(limit), None, Some(reason)) => assert_eq!(limit, reason),
        other => panic!("{other:?}"),
    }
    assert!(derivation.steps.len() <= Derivation::MOST_STEPS);
    for step in &derivation.steps {
        assert!(step.depth <= limits.depth as usize);
        assert_eq!(
            grammar.rule_text(step.rule as usize).as_ref(),
            derivation.rules.get(&step.rule)
        );
    }
    assert!(derivation.to_string().lines().all(|line| line.len() < 4_000));
    let json: serde_json::Value = serde_json::from_str(&derivation.to_json()).unwrap();
    assert_eq!(json["steps"].as_array().map(Vec::len), Some(derivation.steps.len()));
}

/// What a search calls says right of the value, and of nothing else.
fn checks(grammar: &Grammar, input: &str, evaluation: &Evaluation) {
    let limits = evaluation.limits();
    let known = known(grammar, input);
    let job = Job { program: grammar.program(), input: &known, limits: &limits };
    let mut evaluator = Evaluator::new();
    match (evaluation.outcome(), evaluation.number()) {
        (Outcome::Value, Some(number)) => {
            assert_eq!(evaluator.check_number(job, number), Verdict::Right);
            let other = number.wrapping_add(1);
            assert_eq!(evaluator.check_number(job, other), Verdict::Wrong { at: 0 });
        }
        (Outcome::Value, None) => {
            let mut wanted: Vec<Word> =
                evaluation.tokens().map(|token| grammar.vocabulary().find(token)).collect();
            // A search knows all words; copies of others, and numbers, are only known as texts.
            if wanted.contains(&Word::UNKNOWN) || known.contains(&Word::UNKNOWN) {
                return;
            }
            assert_eq!(evaluator.check(job, &wanted), Verdict::Right);
            if let Some(last) = wanted.pop() {
                let at = wanted.len() as u32;
                let verdict = evaluator.check(job, &wanted);
                assert!(
                    matches!(verdict, Verdict::Wrong { .. }),
                    "{verdict:?} without {last:?} at {at}"
                );
            }
        }
        _ => {
            let verdicts = [evaluator.check(job, &[]), evaluator.check_number(job, 0)];
            assert!(!verdicts.contains(&Verdict::Right));
        }
    }
}

/// Nothing of an earlier evaluation shows in the next.
fn uses_memory_again(grammar: &Grammar, input: &str, first: &Evaluation) {
    let mut evaluation = grammar.apply_within(&format!("{input} {input}"), first.limits());
    grammar.apply_into(input, &mut evaluation);
    assert_eq!(evaluation.outcome(), first.outcome());
    assert_eq!(evaluation.steps(), first.steps());
    assert_eq!((evaluation.text(), evaluation.number()), (first.text(), first.number()));
    assert!(evaluation.stuck().eq(first.stuck()));
}

/// One of many inputs in a batch has the result that it has alone.
fn batches(grammar: &Grammar, input: &str, alone: &Evaluation) {
    let mut batch = Batch::within(alone.limits());
    grammar.apply_many([input, "", input], &mut batch);
    assert_eq!(batch.len(), 3);
    for place in [0, 2] {
        assert_eq!(batch.outcome(place), Some(alone.outcome()));
        assert_eq!((batch.text(place), batch.number(place)), (alone.text(), alone.number()));
    }
}

/// Against the naive interpreter of the tests, where that can afford it and is not itself recursing
/// deep into long left sides.
fn is_what_the_specification_says(grammar: &Grammar, input: &str, evaluation: &Evaluation) {
    let known = known(grammar, input);
    let is_short = grammar.rules().iter().all(|rule| rule.left.len() <= 12);
    // Sections and normalisations have references of their own, in the tests.
    let is_plain = grammar.sections().len() == 1
        && grammar.rules().iter().all(Rule::is_plain)
        && grammar.normalisation().is_none();
    if !is_short || !is_plain || known.len() > 16 {
        return;
    }
    match Interpreter::run(grammar, &known) {
        Err(Failure::Fuel) => {}
        Ok(Value::Tokens(tokens)) => {
            let tokens = tokens.iter().map(|token| grammar.vocabulary().text(*token));
            assert_eq!(evaluation.outcome(), Outcome::Value);
            assert!(evaluation.tokens().eq(tokens));
        }
        Ok(Value::Number(number)) => assert_eq!(evaluation.number(), Some(number)),
        Err(Failure::Stuck(span)) => {
            assert_eq!(evaluation.outcome(), Outcome::Stuck);
            let words: Vec<&str> = input.split_whitespace().collect();
            assert!(evaluation.stuck().eq(words[span].iter().copied()));
        }
        Err(Failure::NoEnd) => assert_eq!(evaluation.outcome(), Outcome::Limit(Limit::Depth)),
        Err(Failure::Overflow) => assert_eq!(evaluation.outcome(), Outcome::Limit(Limit::Overflow)),
    }
}

fn known(grammar: &Grammar, input: &str) -> Vec<Word> {
    input.split_whitespace().map(|word| grammar.vocabulary().find(word)).collect()
}

/// Cases of the data, with generous limits and with low ones, and choices at random.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for case in seeds::cases(20) {
        let text = format!("{}\0{}", case.grammar, case.input);
        seeds.push([&[0, 0], text.as_bytes()].concat());
        seeds.push([&[0, 15, 30, 0, 4, 0, 3, 0, 20, 0], text.as_bytes()].concat());
        // One byte less than it takes.
        let bytes = case.output.map_or(1, |output| output.len());
        seeds.push([&[0, 8, bytes.saturating_sub(1) as u8, 0], text.as_bytes()].concat());
    }
    let numbers = format!("{}\0quatre vingt dix sept", seeds::read("numbers/gold/fr.txt"));
    seeds.push([&[0, 0], numbers.as_bytes()].concat());
    for (name, input) in [
        ("robot", "while the way is clear do go then turn left end then say a 3"),
        ("recurrence", "every 3 weeks on monday , friday for 7 times"),
        ("timer", "set a 1 hour and 15 second timer for eggs"),
    ] {
        let text = format!("{}\0{input}", seeds::read(&format!("../examples/{name}.grammar")));
        seeds.push([&[0, 0], text.as_bytes()].concat());
    }
    seeds.extend(seeds::random(20, 200, &[1, 0]));
    seeds
}
