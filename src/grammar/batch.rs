//! Applying a grammar to many inputs: all results in one place.

use super::{Evaluation, Grammar, Outcome};
use crate::run::limits::Limits;

/// What a grammar makes of many inputs. All texts lie in one buffer, so that no result allocates; used again, it keeps
/// its memory. Tokens one by one and slots are for an [`Evaluation`].
///
/// ```
/// use blicket::{Batch, Grammar};
///
/// let grammar = Grammar::parse("walk -> WALK\nx1 twice -> [x1] [x1]")?;
/// let mut batch = Batch::new();
/// grammar.apply_many(["walk twice", "hop"], &mut batch);
/// assert_eq!((batch.text(0), batch.text(1)), (Some("WALK WALK"), None));
/// assert_eq!(batch.stuck_text(1), "hop");
/// # Ok::<(), blicket::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Batch {
    /// The memory of one evaluation after another.
    evaluation: Evaluation,
    texts: String,
    results: Vec<OfOne>,
}

/// What became of one input.
#[derive(Clone, Copy, Debug)]
struct OfOne {
    outcome: Outcome,
    number: Option<i64>,
    /// Where its text ends, which begins where the one before ends: its value, or what it was stuck on.
    end: usize,
}

impl Batch {
    /// A batch of no inputs.
    pub fn new() -> Self {
        Self::default()
    }

    /// A batch of no inputs, each of which may cost this much.
    pub fn within(limits: Limits) -> Self {
        Self { evaluation: Evaluation::within(limits), ..Self::default() }
    }

    /// Sets what each input may cost from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.evaluation.set_limits(limits);
    }

    /// How many inputs there were.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// How the evaluation of input `index` ended; `None` past the last.
    pub fn outcome(&self, index: usize) -> Option<Outcome> {
        self.results.get(index).map(|one| one.outcome)
    }

    /// The value of input `index` as text: its tokens with a space between them, or the number in decimal digits.
    pub fn text(&self, index: usize) -> Option<&str> {
        self.text_of(index, Outcome::Value)
    }

    /// The value of input `index` by a grammar of numbers.
    pub fn number(&self, index: usize) -> Option<i64> {
        self.results.get(index)?.number
    }

    /// The words of input `index` that no rule matches, with a space between them; empty where it was not stuck.
    pub fn stuck_text(&self, index: usize) -> &str {
        self.text_of(index, Outcome::Stuck).unwrap_or("")
    }

    /// All memory in which texts lie that this batch gives out, as for [`Evaluation::memory_of_texts`].
    #[doc(hidden)]
    pub fn memory_of_texts(&self) -> &str {
        &self.texts
    }

    fn text_of(&self, index: usize, outcome: Outcome) -> Option<&str> {
        let one = self.results.get(index).filter(|one| one.outcome == outcome)?;
        let start = if index == 0 { 0 } else { self.results[index - 1].end };
        Some(&self.texts[start..one.end])
    }
}

impl Grammar {
    /// Applies the grammar to each of `inputs`; the results replace what is in `batch`.
    pub fn apply_many<'a>(&self, inputs: impl IntoIterator<Item = &'a str>, batch: &mut Batch) {
        let Batch { evaluation, texts, results } = batch;
        texts.clear();
        results.clear();
        for input in inputs {
            self.apply_into(input, evaluation);
            texts.push_str(evaluation.text().unwrap_or(evaluation.stuck_text()));
            let (outcome, number) = (evaluation.outcome(), evaluation.number());
            results.push(OfOne { outcome, number, end: texts.len() });
        }
    }
}
