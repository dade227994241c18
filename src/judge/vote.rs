//! How all grammars that satisfy the examples vote on the answers.

use super::ballot::Ballot;
use super::candidate::Candidate;
use super::check::VOTING;
use crate::budget::{Budget, Control, Ticker, parallel};
use crate::grammar::{Evaluation, Grammar};
use crate::prepare::Prepared;
use std::sync::Arc;

/// Variants that are tried of the grammar that is returned.
const VARIANTS: usize = 24;
/// Grammars whose answers are had at a time, before they are counted: so many, as long as their answers
/// together do not seem to take more than a few megabytes, but enough for several threads, if there is
/// memory for them.
const AT_A_TIME: usize = 64;
const AT_LEAST: usize = 4;
const BYTES_AT_A_TIME: usize = 4 << 20;
/// The bytes of queries after which it is asked whether to go on.
const AT_ONCE: usize = 1 << 16;
/// Votes that weigh less than this change nothing.
const LEAST_WEIGHT: f64 = 1e-9;

/// The votes of weighed grammars on each query, as far as there is time.
pub(crate) fn ballots(
    prepared: &Prepared<'_>,
    weighed: &[(Candidate, f64)],
    budget: &Budget,
) -> Vec<Ballot> {
    let mut ballots: Vec<Ballot> = prepared.queries().map(|_| Ballot::default()).collect();
    let voters = Voters::new(prepared, budget);
    // The weightiest first: if time is up, the others could not have changed much.
    let mut weighed: Vec<_> = weighed.iter().filter(|(_, w)| *w > LEAST_WEIGHT).collect();
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
    if ballots.is_empty() {
        return ballots;
    }
    let control = budget.control();
    let (mut left, mut at_a_time, mut largest) = (&weighed[..], 1, 1);
    while !left.is_empty() {
        let (some, others) = left.split_at(at_a_time.min(left.len()));
        let votes = parallel::map(budget, some, |_, (candidate, _), ticker| {
            voters.answers(candidate, control, ticker)
        });
        // What comes after one that is missing is left out, however many threads there are.
        let mut is_missing = false;
        for ((_, weight), votes) in some.iter().zip(votes) {
            let Some(votes) = votes.flatten() else {
                is_missing = true;
                continue;
            };
            for (vote, ballot) in votes.iter().zip(&mut ballots).filter(|_| !is_missing) {
                control.keep(ballot.add(vote.as_deref(), *weight));
            }
            let bytes = votes.iter().map(bytes).sum();
            control.release(bytes);
            largest = largest.max(bytes);
        }
        if is_missing {
            return ballots;
        }
        // Twice as many at most: others may have answers where these had none.
        at_a_time = (BYTES_AT_A_TIME / largest).clamp(AT_LEAST, AT_A_TIME).min(2 * at_a_time);
        at_a_time = (control.memory_left() / (2 * largest)).clamp(1, at_a_time);
        left = others;
    }
    ballots
}

/// What an answer takes while it is not counted yet.
fn bytes(answer: &Option<Box<str>>) -> usize {
    size_of_val(answer) + answer.as_ref().map_or(0, |text| text.len())
}

/// What grammars answer to a task's queries.
struct Voters<'a> {
    prepared: &'a Prepared<'a>,
    /// How every key of what is known of them begins.
    context: Option<Vec<u8>>,
}

impl<'a> Voters<'a> {
    fn new(prepared: &'a Prepared<'a>, budget: &Budget) -> Self {
        // The words and tokens that numbers stand for here, and the queries.
        let mut context = Vec::new();
        for list in [prepared.words(), prepared.tokens()] {
            for word in list {
                context.extend(prepared.vocabulary.text(*word).as_bytes());
                context.push(b' ');
            }
            context.push(b'\n');
        }
        let mut asked = 0;
        for query in &prepared.task.queries {
            if context.len() - asked >= AT_ONCE {
                asked = context.len();
                if budget.interrupted() {
                    return Self { prepared, context: None };
                }
            }
            for word in query.split_whitespace() {
                context.extend_from_slice(word.as_bytes());
                context.push(b' ');
            }
            context.push(b'\n');
        }
        let name = prepared.task.memo.name(&[&context]);
        let context = name.map(|(epoch, names)| {
            [epoch, names[0]].iter().flat_map(|number| number.to_le_bytes()).collect()
        });
        Self { prepared, context }
    }

    /// The answers of one grammar, which are kept until somebody releases them; `None` if it was told to
    /// stop, also because there is no memory for them.
    fn answers(
        &self,
        candidate: &Candidate,
        control: &Control,
        ticker: &Ticker,
    ) -> Option<Arc<[Option<Box<str>>]>> {
        let context = self.context.as_ref();
        let key = context.and_then(|context| Some([&**context, &candidate.key()?].concat()));
        let texts = self.prepared.task.memo.texts();
        if let Some(known) = key.as_ref().and_then(|key| texts.get(key)) {
            control.keep(known.iter().map(bytes).sum());
            return Some(known);
        }
        let grammar = candidate.voter(self.prepared);
        let mut evaluation = Evaluation::within(VOTING);
        let mut kept = 0;
        let mut answer = |query: &[_]| {
            grammar.apply_words(query, &mut evaluation);
            let answer = evaluation.text().map(Into::into);
            kept += bytes(&answer);
            control.keep(bytes(&answer));
            (!ticker.is_over()).then_some(answer)
        };
        let answers: Option<Arc<[_]>> = self.prepared.queries().map(&mut answer).collect();
        if answers.is_none() {
            control.release(kept);
        }
        if let (Some(key), Some(answers)) = (&key, &answers) {
            texts.put(key, answers.clone());
        }
        answers
    }
}

/// The form of the chosen grammar that agrees with the most votes: the one that is given, or one of its
/// variants.
pub(crate) fn agreeing(
    prepared: &Prepared<'_>,
    chosen: Grammar,
    variants: &mut dyn FnMut() -> Option<Candidate>,
    ballots: &[Ballot],
    budget: &Budget,
) -> Grammar {
    let mut evaluation = Evaluation::within(VOTING);
    let winners: Vec<Option<&str>> = ballots.iter().map(Ballot::winner).collect();
    let mut agreement = |grammar: &Grammar| {
        let mut agreeing = 0;
        for (query, winner) in prepared.queries().zip(&winners) {
            if budget.interrupted() {
                break;
            }
            grammar.apply_words(query, &mut evaluation);
            agreeing += usize::from(evaluation.text() == *winner);
        }
        agreeing
    };
    let mut best = chosen;
    let mut most = agreement(&best);
    for _ in 0..VARIANTS {
        if most == winners.len() || budget.interrupted() {
            break;
        }
        let Some(variant) = variants() else { break };
        let grammar = variant.into_grammar(prepared);
        let agreeing = agreement(&grammar);
        if agreeing > most {
            (best, most) = (grammar, agreeing);
        }
    }
    best
}
