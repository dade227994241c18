//! Slips: examples that take strange rules, where what the others say of them is nearly the same, and shorter.

use super::lesson::{Learnt, Lesson};
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::{Evaluation, Grammar};
use crate::judge::{Found, Ledger, is_slip};
use crate::language::vocabulary::Word;
use crate::length::digits::is_digits;
use std::collections::HashMap;

/// One example in so many may be a slip.
const ONE_IN: usize = 10;
/// The most examples that are left out to see what the others say of them.
const MOST_SUSPECTS: usize = 4;

impl<'a> Lesson<'a> {
    /// What is learnt without slips, if there are some: as long as that is the shorter account, a slip for each included.
    pub(super) fn without_slips(
        self,
        learnt: Vec<Learnt>,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> (Lesson<'a>, Vec<Learnt>) {
        let (mut lesson, mut learnt) = (self, learnt);
        let ledger = Ledger::new(lesson.prepared);
        while lesson.slips.len() < lesson.pairs.len() / ONE_IN && budget.over().is_none() {
            match lesson.without_slip(&learnt, &ledger, budget, found) {
                Some(shorter) => (lesson, learnt) = shorter,
                None => break,
            }
        }
        (lesson, learnt)
    }

    /// What is learnt without one more slip, if there is one.
    fn without_slip(
        &self,
        learnt: &[Learnt],
        ledger: &Ledger<'_>,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Option<(Lesson<'a>, Vec<Learnt>)> {
        let strange = learnt.first()?;
        let bits = |grammar: &Grammar, slips: &[usize]| ledger.with_failing(grammar, slips);
        for suspect in self.suspects(strange) {
            if budget.over().is_some() {
                break;
            }
            let Some(without) = self.without(suspect, budget) else { continue };
            // To begin with is a small part of the work, and nothing else is done in tasks without slips.
            let begun = without.begun(usize::MAX, budget);
            if !begun.iter().any(|begun| self.is_slip(suspect, begun)) {
                continue;
            }
            let learnt = without.learn(budget, found);
            let is_shorter = learnt.first().is_some_and(|clean| {
                self.is_slip(suspect, &clean.grammar)
                    && bits(&clean.grammar, &without.slips) < bits(&strange.grammar, &self.slips)
            });
            if is_shorter {
                return Some((without, learnt));
            }
        }
        None
    }

    /// Pairs that a rule serves alone, though others have all their words, but for those that are copied.
    fn suspects(&self, learnt: &Learnt) -> Vec<usize> {
        let prepared = self.prepared;
        let input = |pair: &usize| prepared.input(&prepared.pairs[*pair]);
        let mut having: HashMap<Word, usize> = HashMap::new();
        for pair in &self.pairs {
            let mut words = input(pair).to_vec();
            words.arrange();
            words.dedup();
            words.into_iter().for_each(|word| *having.entry(word).or_default() += 1);
        }
        let is_suspect = |pair: &&usize| {
            let output = prepared.output(&prepared.pairs[**pair]);
            input(pair).iter().all(|word| {
                having[word] > 1
                    || output.contains(word)
                    || is_digits(prepared.vocabulary.text(*word))
            })
        };
        learnt.alone.iter().filter(is_suspect).copied().take(MOST_SUSPECTS).collect()
    }

    /// A lesson without one of the pairs.
    fn without(&self, pair: usize, budget: &mut Budget) -> Option<Lesson<'a>> {
        let pairs = self.pairs.iter().copied().filter(|other| *other != pair).collect();
        let mut lesson = Lesson::new(self.prepared, pairs);
        lesson.slips.clone_from(&self.slips);
        lesson.slips.push(pair);
        if self.spelling.is_some() { lesson.in_digits(budget) } else { Some(lesson) }
    }

    /// Whether a pair's output is that of a grammar but for a slip.
    fn is_slip(&self, pair: usize, grammar: &Grammar) -> bool {
        let prepared = self.prepared;
        let pair = &prepared.pairs[pair];
        let mut evaluation = Evaluation::new();
        grammar.apply_words(prepared.input(pair), &mut evaluation);
        let text = |word: &Word| prepared.vocabulary.text(*word);
        let output: Vec<&str> = prepared.output(pair).iter().map(text).collect();
        let meant = evaluation.text().map(|it| it.split_whitespace().collect::<Vec<_>>());
        meant.is_some_and(|meant| is_slip(&output, &meant))
    }
}
