//! Running candidate grammars on the examples.

use crate::budget::{Best, Budget, Control, Ticker};
use crate::grammar::{Domain, Evaluation, Grammar};
use crate::memo::Memo;
use crate::prepare::{Pair, Prepared, clipped};
use crate::run::limits::{Limit, Limits};
use crate::run::{Evaluator, Job, Verdict};
use crate::solution::Unsatisfied;
use std::sync::Arc;

/// What an evaluation in a search may cost before the search looks around again, which is a moment.
/// Answers that would cost more are none.
pub(crate) const A_MOMENT: Limits =
    Limits { steps: 200_000, depth: 1 << 20, output: 100_000, text: 1 << 20 };

/// What an evaluation may cost that only votes, or only tells whether it is stuck.
pub(crate) const VOTING: Limits =
    Limits { steps: 100_000, depth: 10_000, output: 10_000, text: 1 << 20 };

/// Checks grammars against all pairs of a task.
#[derive(Debug)]
pub(crate) struct Checker<'a> {
    prepared: &'a Prepared<'a>,
    blocks: Blocks<'a>,
    evaluator: Evaluator,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(prepared: &'a Prepared<'a>, budget: &Budget) -> Self {
        let blocks = Blocks::new(prepared, &prepared.task.memo, &budget.ticker());
        Self { prepared, blocks, evaluator: Evaluator::new() }
    }

    /// The first `most` pairs that could be solved from and that the grammar does not satisfy; `None`
    /// if the search was over before that was known.
    pub(super) fn failing(
        &mut self,
        grammar: &Grammar,
        most: usize,
        ticker: &Ticker,
    ) -> Option<Vec<usize>> {
        self.failing_among(grammar, (most, false), ticker)
    }

    /// Runs a grammar on all examples and makes it the best so far, unless another satisfies more. Nothing
    /// is known of it if the search is over before it was run on all of them.
    pub(super) fn keep(&mut self, grammar: Grammar, control: &Control, ticker: &Ticker) {
        self.keep_if(grammar, false, control, ticker);
    }

    /// [`keep`](Self::keep), even if another satisfies more.
    pub(super) fn insist_on(&mut self, grammar: Grammar, control: &Control, ticker: &Ticker) {
        self.keep_if(grammar, true, control, ticker);
    }

    fn keep_if(&mut self, grammar: Grammar, insists: bool, control: &Control, ticker: &Ticker) {
        let all = self.failing_among(&grammar, (usize::MAX, true), ticker);
        let Some(failing) = all else { return };
        let examples = |pair: &usize| self.prepared.pairs[*pair].count;
        let count = failing.iter().map(examples).sum::<usize>();
        if count > control.least_unsatisfied() && !insists {
            return;
        }
        let mut instead: Vec<Option<Box<str>>> = Vec::new();
        let mut room = control.room_for_instead();
        let all = room;
        let mut evaluation = Evaluation::within(A_MOMENT);
        for pair in &failing {
            if ticker.is_over() {
                return;
            }
            grammar.apply_words(self.prepared.input(&self.prepared.pairs[*pair]), &mut evaluation);
            let (text, examples) = (evaluation.text(), self.prepared.pairs[*pair].count);
            let text = text.map(clipped).filter(|text| examples * text.len() <= room);
            // Every example has a text of its own.
            room -= text.as_ref().map_or(0, |text| examples * text.len());
            instead.push(text.map(Into::into));
        }
        let one = |(example, place): (usize, usize)| Unsatisfied {
            example,
            instead: instead[place].as_deref().map(str::to_owned),
        };
        let unsatisfied = self.prepared.examples_of(&failing).map(one).collect();
        control.keep_instead(all - room);
        match insists {
            true => control.insist_on(Best { grammar, unsatisfied }),
            false => control.offer(Best { grammar, unsatisfied }),
        }
    }

    /// The first `most` pairs that the grammar does not satisfy, of all, or of those that can be
    /// solved from.
    fn failing_among(
        &mut self,
        grammar: &Grammar,
        (most, all): (usize, bool),
        ticker: &Ticker,
    ) -> Option<Vec<usize>> {
        let mut failing = Vec::new();
        let text = self.blocks.text(grammar);
        let pairs = &self.prepared.pairs;
        let mut start = 0;
        while start < pairs.len() && failing.len() < most {
            let block = self.blocks.beginning_at(start);
            let key = block.map(|(block, _)| self.blocks.key(block, &text, all));
            let end = block.map_or(pairs.len(), |(_, end)| end);
            if key.as_ref().is_some_and(|key| self.blocks.is_satisfied(key)) {
                start = end;
                continue;
            }
            let before = failing.len();
            for index in (start..end).filter(|index| all || pairs[*index].solvable) {
                // A pair takes a microsecond or so, and looking at the clock a part of that.
                if index % 8 == 7 && ticker.is_over() {
                    return None;
                }
                if !self.is_right(grammar, &pairs[index], ticker)? {
                    failing.push(index);
                    if failing.len() >= most {
                        break;
                    }
                }
            }
            if let Some(key) = key.filter(|_| failing.len() == before) {
                self.blocks.note_satisfied(&key);
            }
            start = end;
        }
        Some(failing)
    }

    /// Whether a grammar satisfies a pair; `None` if it was told to stop.
    fn is_right(&mut self, grammar: &Grammar, pair: &Pair, ticker: &Ticker) -> Option<bool> {
        let verdict = match self.check(grammar, pair, &A_MOMENT) {
            // It is a very long example: there is time for it, but not unasked.
            Verdict::Limit(Limit::Steps) if ticker.is_over() => return None,
            Verdict::Limit(Limit::Steps) => self.check(grammar, pair, &Limits::default()),
            verdict => verdict,
        };
        Some(verdict == Verdict::Right)
    }

    fn check(&mut self, grammar: &Grammar, pair: &Pair, limits: &Limits) -> Verdict {
        let job = Job { program: grammar.program(), input: self.prepared.input(pair), limits };
        match grammar.domain() {
            Domain::Words => self.evaluator.check(job, self.prepared.output(pair)),
            Domain::Numbers => match self.prepared.number(pair) {
                Some(number) => self.evaluator.check_number(job, number),
                None => Verdict::Wrong { at: 0 },
            },
        }
    }
}

/// The pairs of a block. Fewer are run faster than they are looked up.
const LENGTH: usize = 256;
/// The most bytes of a block: to put a longer one together would take memory that nobody counts.
const MOST_BYTES: usize = 1 << 20;

/// Runs of many pairs of a task, and which grammars are known to satisfy all pairs of one: a task that gets another
/// example has the same ones, but for the last.
#[derive(Debug)]
pub(crate) struct Blocks<'a> {
    memo: &'a Memo,
    /// What the blocks are called there, and since when.
    epoch: u32,
    names: Vec<u32>,
}

impl<'a> Blocks<'a> {
    /// All of them, or less if it is told to stop, or if one is very long.
    pub(crate) fn new(prepared: &Prepared, memo: &'a Memo, ticker: &Ticker) -> Self {
        let (mut epoch, mut names) = (0, Vec::new());
        for pairs in prepared.pairs.chunks_exact(LENGTH) {
            if ticker.is_over() {
                break;
            }
            let Some(text) = prepared.text_of(pairs, MOST_BYTES) else { break };
            let Some((now, name)) = memo.name(&[&text]) else { break };
            if !names.is_empty() && now != epoch {
                // Another began meanwhile: the blocks before are not called that any more.
                names.clear();
                break;
            }
            epoch = now;
            names.extend(name);
        }
        Self { memo, epoch, names }
    }

    /// The block that begins with a pair, if one does; and where it ends.
    pub(crate) fn beginning_at(&self, pair: usize) -> Option<(usize, usize)> {
        let block = pair / LENGTH;
        let begins = pair.is_multiple_of(LENGTH) && block < self.names.len();
        begins.then_some((block, pair + LENGTH))
    }

    /// How what is known of a grammar and a block is found; `all` if not only the pairs that can be
    /// solved from are meant.
    pub(crate) fn key(&self, block: usize, text: &str, all: bool) -> Vec<u8> {
        let mut key = vec![b'b', u8::from(all)];
        key.extend(self.epoch.to_le_bytes());
        key.extend(self.names[block].to_le_bytes());
        key.extend(text.as_bytes());
        key
    }

    pub(crate) fn is_satisfied(&self, key: &[u8]) -> bool {
        self.memo.numbers().get(key).is_some()
    }

    pub(crate) fn note_satisfied(&self, key: &[u8]) {
        self.memo.numbers().put(key, Arc::new([]));
    }

    /// The text of a grammar, where there is a block to look up by it.
    pub(crate) fn text(&self, grammar: &Grammar) -> String {
        if self.names.is_empty() { String::new() } else { grammar.to_string() }
    }
}
