//! Running candidate grammars on the examples.

use crate::budget::{Best, Budget, Control, Ticker};
use crate::grammar::{Domain, Evaluation, Grammar};
use crate::language::vocabulary::Word;
use crate::memo::Memo;
use crate::prepare::{Prepared, clipped};
use crate::run::limits::{Limit, Limits};
use crate::run::program::Program;
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

/// What an example wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    Tokens(&'a [Word]),
    Number(i64),
}

/// An example, or several that are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example<'a> {
    pub(crate) input: &'a [Word],
    pub(crate) wanted: Wanted<'a>,
    /// What a grammar pays that does not satisfy it.
    pub(crate) price: f64,
}

/// The examples that a grammar does not satisfy, and what it pays for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Failing {
    pub(crate) examples: Vec<usize>,
    pub(crate) price: f64,
}

/// How far a grammar was run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ran {
    /// On all examples.
    Whole,
    /// Until it had to pay more than it was allowed to.
    TooDear,
    /// Until it was told to stop.
    Stopped,
}

/// Evaluations between two looks at the clock, of inputs of a few words; and so many words are as much as
/// one.
const LOOKS: usize = 16;
const WORDS: usize = 16;

/// Runs candidates on examples: the one place that says which examples a grammar satisfies.
#[derive(Debug)]
pub(crate) struct Checker {
    evaluator: Evaluator,
    /// What an evaluation may cost. Wrong grammars can run for arbitrarily long. With several limits, one that
    /// reaches the first is tried again with the next.
    limits: &'static [Limits],
    /// Evaluations since the last look at the clock.
    unwatched: usize,
}

impl Checker {
    /// For many candidates, most of which are wrong: each example has a moment.
    pub(crate) fn hasty() -> Self {
        Self { evaluator: Evaluator::new(), limits: &[A_MOMENT], unwatched: 0 }
    }

    /// For candidates that were chosen with care: where a very long example takes longer, it may.
    fn patient() -> Self {
        Self { limits: &[A_MOMENT, Limits::DEFAULT], ..Self::hasty() }
    }

    /// Adds those of some examples to `failing` that a program does not satisfy, until it pays more than `most`.
    pub(crate) fn run<'e>(
        &mut self,
        program: &Program,
        examples: impl Iterator<Item = (usize, Example<'e>)>,
        most: f64,
        failing: &mut Failing,
        ticker: &Ticker,
    ) -> Ran {
        for (index, example) in examples {
            self.unwatched += 1 + example.input.len() / WORDS;
            if self.unwatched >= LOOKS {
                self.unwatched = 0;
                if ticker.is_over() {
                    return Ran::Stopped;
                }
            }
            match self.is_right(program, &example, ticker) {
                None => return Ran::Stopped,
                Some(true) => continue,
                Some(false) => {}
            }
            failing.examples.push(index);
            failing.price += example.price;
            if failing.price > most {
                return Ran::TooDear;
            }
        }
        Ran::Whole
    }

    /// Whether a program satisfies an example; `None` if it was told to stop.
    fn is_right(
        &mut self,
        program: &Program,
        example: &Example<'_>,
        ticker: &Ticker,
    ) -> Option<bool> {
        let mut tries = self.limits.iter();
        let mut limits = tries.next()?;
        loop {
            let job = Job { program, input: example.input, limits };
            let verdict = match example.wanted {
                Wanted::Tokens(tokens) => self.evaluator.check(job, tokens),
                Wanted::Number(number) => self.evaluator.check_number(job, number),
            };
            limits = match (verdict, tries.next()) {
                // There is time for it, but not unasked.
                (Verdict::Limit(Limit::Steps), Some(_)) if ticker.is_over() => return None,
                (Verdict::Limit(Limit::Steps), Some(next)) => next,
                (verdict, _) => return Some(verdict == Verdict::Right),
            };
        }
    }
}

/// Checks grammars against all pairs of a task.
#[derive(Debug)]
pub(super) struct TaskChecker<'a> {
    prepared: &'a Prepared<'a>,
    blocks: Blocks<'a>,
    checker: Checker,
}

impl<'a> TaskChecker<'a> {
    pub(super) fn new(prepared: &'a Prepared<'a>, budget: &Budget) -> Self {
        let blocks = Blocks::new(prepared, &prepared.task.memo, &budget.ticker());
        Self { prepared, blocks, checker: Checker::patient() }
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

    /// Those of some pairs that the grammar does not satisfy, the first `most`; `None` if the search was over before that
    /// was known.
    pub(super) fn failing_of(
        &mut self,
        pairs: impl Iterator<Item = usize>,
        grammar: &Grammar,
        most: usize,
        ticker: &Ticker,
    ) -> Option<Vec<usize>> {
        let mut failing = Failing::default();
        let prepared = self.prepared;
        let examples = pairs.map(|index| (index, example(prepared, index, grammar.domain())));
        let most = most as f64 - 0.5;
        match self.checker.run(grammar.program(), examples, most, &mut failing, ticker) {
            Ran::Stopped => None,
            Ran::TooDear | Ran::Whole => Some(failing.examples),
        }
    }

    /// The first `most` pairs to solve from that a grammar does not satisfy, among those that are `touched`. All others are known:
    /// those of `beside` are not satisfied. `None` if the search was over before that was known.
    pub(super) fn failing_beside(
        &mut self,
        grammar: &Grammar,
        (beside, mut touched): (&[usize], impl FnMut(usize) -> bool),
        most: usize,
        ticker: &Ticker,
    ) -> Option<Vec<usize>> {
        let any_beside = |start, end| beside.iter().any(|pair| (start..end).contains(pair));
        self.by_blocks(grammar, (most, false), any_beside, &mut touched, ticker)
    }

    /// How many pairs the grammar does not satisfy, of all of them; as many as there are if the search was over before.
    pub(super) fn failing_in_all(&mut self, grammar: &Grammar, ticker: &Ticker) -> usize {
        let failing = self.failing_among(grammar, (usize::MAX, true), ticker);
        failing.map_or(self.prepared.pairs.len(), |failing| failing.len())
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
        let count = self.prepared.count_of(&failing);
        if count > control.least_unsatisfied() && !insists {
            return;
        }
        let mut instead: Vec<Option<Box<str>>> = Vec::new();
        let mut room = control.room_for_instead();
        let all = room;
        let mut evaluation = None;
        for pair in &failing {
            if ticker.is_over() {
                return;
            }
            let evaluation = evaluation.get_or_insert_with(|| Evaluation::within(A_MOMENT));
            grammar.apply_words(self.prepared.input(&self.prepared.pairs[*pair]), evaluation);
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
        self.by_blocks(grammar, (most, all), |_, _| false, &mut |_| true, ticker)
    }

    /// The first `most` pairs that the grammar does not satisfy, of those that are `asked` about. Of the others it is known that it
    /// satisfies them, unless it `fails` some from one to another. A block that it is known to satisfy is not run again.
    fn by_blocks(
        &mut self,
        grammar: &Grammar,
        (most, all): (usize, bool),
        fails: impl Fn(usize, usize) -> bool,
        asked: &mut dyn FnMut(usize) -> bool,
        ticker: &Ticker,
    ) -> Option<Vec<usize>> {
        let Self { prepared, blocks, checker } = self;
        let text = blocks.text(grammar);
        let mut failing = Failing::default();
        // Each pair that fails costs one: with that many, the grammar pays too much.
        let most = most as f64 - 0.5;
        let mut start = 0;
        while start < prepared.pairs.len() {
            let block = blocks.beginning_at(start);
            let key = block.map(|(block, _)| blocks.key(block, &text, all));
            let end = block.map_or(prepared.pairs.len(), |(_, end)| end);
            if key.as_ref().is_some_and(|key| blocks.is_satisfied(key)) {
                start = end;
                continue;
            }
            let before = failing.examples.len();
            let pairs = (start..end).filter(|index| all || prepared.pairs[*index].solvable);
            let pairs = pairs.filter(|index| asked(*index));
            let examples = pairs.map(|index| (index, example(prepared, index, grammar.domain())));
            match checker.run(grammar.program(), examples, most, &mut failing, ticker) {
                Ran::Stopped => return None,
                Ran::TooDear => break,
                Ran::Whole => {}
            }
            let is_satisfied = failing.examples.len() == before && !fails(start, end);
            if let Some(key) = key.filter(|_| is_satisfied) {
                blocks.note_satisfied(&key);
            }
            start = end;
        }
        Some(failing.examples)
    }
}

/// A pair as an example for grammars of a domain.
fn example<'a>(prepared: &'a Prepared<'_>, pair: usize, domain: Domain) -> Example<'a> {
    let pair = &prepared.pairs[pair];
    let number = || prepared.number(pair).map(Wanted::Number);
    let wanted = match domain {
        Domain::Words => None,
        Domain::Numbers => number(),
    };
    // No number is what tokens want.
    let wanted = wanted.unwrap_or(Wanted::Tokens(prepared.output(pair)));
    Example { input: prepared.input(pair), wanted, price: 1.0 }
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
