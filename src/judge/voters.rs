//! What grammars answer to a task's queries.

use super::check::VOTING;
use super::found::Candidate;
use crate::arrange::Arrange;
use crate::budget::{Budget, Control, Ticker};
use crate::grammar::{Evaluation, Grammar};
use crate::language::class::{ClassGrammar, WordId};
use crate::language::vocabulary::Word;
use crate::length::hash::FastMap;
use crate::prepare::Prepared;
use crate::sync::{Mutex, whole};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes of queries after which it is asked whether to go on.
const AT_ONCE: usize = 1 << 16;
/// The most bytes of answers that are kept for the other grammars of one vote, about.
const MOST_KEPT: usize = 4 << 20;

/// An answer, if there is one.
pub(super) type SharedText = Option<Arc<str>>;

/// What an answer takes while it is not counted yet.
pub(super) fn bytes(answer: &SharedText) -> usize {
    size_of_val(answer) + answer.as_ref().map_or(0, |text| text.len())
}

/// Answers the queries of a task. What a grammar of the class answers follows from what it says of the query's own
/// words: most of a thousand grammars say the same of them.
pub(super) struct Voters<'a> {
    prepared: &'a Prepared<'a>,
    queries: Vec<VotedQuery<'a>>,
    /// How every key of what is known from before begins.
    context: Option<Vec<u8>>,
    /// The bytes of answers that are kept here.
    kept: AtomicUsize,
}

struct VotedQuery<'a> {
    words: &'a [Word],
    /// Its different words, as far as grammars of the class may have rules for them.
    numbers: Vec<WordId>,
    /// What it is called in keys.
    name: u32,
    /// Its answers, by what a grammar says of its words.
    known: Mutex<FastMap<Box<[u8]>, SharedText>>,
}

impl<'a> Voters<'a> {
    pub(super) fn new(prepared: &'a Prepared<'a>, budget: &Budget) -> Self {
        let numbers = |words: &[Word]| {
            let mut numbers: Vec<WordId> =
                words.iter().filter_map(|word| prepared.word_id(*word)).collect();
            numbers.arrange();
            numbers.dedup();
            numbers
        };
        let (context, names) = names(prepared, budget).unzip();
        let names: Vec<u32> = names.unwrap_or_default();
        let query = |(index, words): (usize, &'a [Word])| VotedQuery {
            words,
            numbers: numbers(words),
            name: names.get(index).copied().unwrap_or_default(),
            known: Mutex::default(),
        };
        let queries = prepared.queries().enumerate().map(query).collect();
        Self { prepared, queries, context, kept: AtomicUsize::new(0) }
    }

    /// The answers of one grammar, which are kept until somebody releases them; `None` if it was told to
    /// stop, also because there is no memory for them.
    pub(super) fn answers(
        &self,
        candidate: &Candidate,
        control: &Control,
        ticker: &Ticker,
    ) -> Option<Vec<SharedText>> {
        let mut voter: Option<Grammar> = None;
        let mut evaluation = Evaluation::within(VOTING);
        let mut key = Vec::new();
        let mut kept = 0;
        let mut answer = |query: &VotedQuery<'_>| {
            let mut work_out = || {
                let grammar = voter.get_or_insert_with(|| candidate.voter(self.prepared));
                grammar.apply_words(query.words, &mut evaluation);
                evaluation.text().map(Arc::from)
            };
            let answer = match candidate {
                Candidate::OfClass(of_class) => self.known(query, of_class, &mut key, work_out),
                Candidate::Any(_) => work_out(),
            };
            kept += bytes(&answer);
            control.keep(bytes(&answer));
            (!ticker.is_over()).then_some(answer)
        };
        let answers: Option<Vec<SharedText>> = self.queries.iter().map(&mut answer).collect();
        if answers.is_none() {
            control.release(kept);
        }
        answers
    }

    /// What is known of a grammar's answer: from another one here, or from before, or else it is worked out.
    fn known(
        &self,
        query: &VotedQuery<'_>,
        of_class: &ClassGrammar,
        key: &mut Vec<u8>,
        work_out: impl FnOnce() -> SharedText,
    ) -> SharedText {
        key.clear();
        key.extend(self.context.iter().flatten());
        key.extend(query.name.to_le_bytes());
        of_class.add_to_key(&query.numbers, key);
        if let Some(known) = whole(query.known.lock()).get(&**key) {
            return known.clone();
        }
        let texts = self.prepared.task.memo.texts();
        let before = self.context.as_ref().and_then(|_| texts.get(key));
        let answer = match &before {
            Some(before) => before[0].clone(),
            None => work_out(),
        };
        if self.context.is_some() && before.is_none() {
            texts.put(key, Arc::new([answer.clone()]));
        }
        let size = key.len() + bytes(&answer);
        if self.kept.fetch_add(size, Ordering::Relaxed) < MOST_KEPT {
            whole(query.known.lock()).insert(key[..].into(), answer.clone());
        }
        answer
    }
}

/// How keys of a task begin, with the words and tokens that its numbers stand for; and what its queries are called in
/// them. `None` if that is not worth the time.
fn names(prepared: &Prepared<'_>, budget: &Budget) -> Option<(Vec<u8>, Vec<u32>)> {
    let mut context = Vec::new();
    for list in [prepared.words(), prepared.tokens()] {
        for word in list {
            context.extend(prepared.vocabulary.text(*word).as_bytes());
            context.push(b' ');
        }
        context.push(b'\n');
    }
    context.extend(prepared.normal.of_inputs().name().as_bytes());
    let mut queries: Vec<Vec<u8>> = Vec::new();
    let mut unasked = 0;
    for query in &prepared.task.queries {
        let mut text = b"query ".to_vec();
        for word in query.split_whitespace() {
            text.extend_from_slice(word.as_bytes());
            text.push(b' ');
        }
        unasked += text.len();
        if unasked >= AT_ONCE {
            unasked = 0;
            if budget.interrupted() {
                return None;
            }
        }
        queries.push(text);
    }
    let all = [&context].into_iter().chain(&queries).map(Vec::as_slice);
    let (epoch, mut names) = prepared.task.memo.name(&all.collect::<Vec<_>>())?;
    let queries = names.split_off(1);
    let context = [epoch, names[0]].iter().flat_map(|number| number.to_le_bytes()).collect();
    Some((context, queries))
}
