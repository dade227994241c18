//! Applying a grammar to text: the result of one evaluation, as a host reads it.

use crate::evaluate::{Evaluator, Halt, Job, Span, Unwatched};
use crate::grammar::{Domain, Grammar};
use crate::limits::Limit;
use crate::vocabulary::{Vocabulary, Word};
use std::fmt::Write;

/// How an evaluation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It has a value: tokens or a number.
    Value,
    /// No rule matches some words on the way, [`Evaluation::stuck`].
    Stuck,
    /// It would have cost more than its limits allow.
    Limit(Limit),
}

/// The result of applying a grammar to an input. Used again for the next input, it keeps its
/// memory, so that a host's loop does not allocate.
///
/// ```
/// use blicket::{Evaluation, Grammar, Outcome};
///
/// let grammar = Grammar::parse("walk -> WALK\nx1 twice -> [x1] [x1]").unwrap();
/// let mut evaluation = Evaluation::new();
///
/// grammar.apply_into("walk twice", &mut evaluation);
/// assert_eq!(evaluation.text(), Some("WALK WALK"));
///
/// grammar.apply_into("hop twice", &mut evaluation);
/// assert_eq!(evaluation.outcome(), Outcome::Stuck);
/// assert_eq!(evaluation.stuck().collect::<Vec<_>>(), ["hop"]);
/// ```
#[derive(Debug)]
pub struct Evaluation {
    outcome: Outcome,
    number: Option<i64>,
    /// The words of the value, or those that the evaluation was stuck on.
    words: WordList,
    evaluator: Evaluator,
    input: Vec<Word>,
    output: Vec<Word>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluation {
    /// An evaluation of nothing yet: stuck, on no words.
    pub fn new() -> Self {
        Self {
            outcome: Outcome::Stuck,
            number: None,
            words: WordList::default(),
            evaluator: Evaluator::new(),
            input: Vec::new(),
            output: Vec::new(),
        }
    }

    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The value as text: the tokens with a space between them, or the number in decimal digits.
    pub fn text(&self) -> Option<&str> {
        (self.outcome == Outcome::Value).then_some(self.words.text.as_str())
    }

    /// The tokens of the value one by one. A number is one token; without a value there are none.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter(self.outcome == Outcome::Value)
    }

    /// Token `index` of the value, without going through those before it.
    pub fn token(&self, index: usize) -> Option<&str> {
        self.words.get(index).filter(|_| self.outcome == Outcome::Value)
    }

    /// The value of a grammar of numbers.
    pub fn number(&self) -> Option<i64> {
        self.number
    }

    /// The words that no rule matches, where the evaluation was [`Outcome::Stuck`].
    pub fn stuck(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter(self.outcome == Outcome::Stuck)
    }

    /// The words of [`stuck`](Self::stuck) with a space between them; empty where it was not stuck.
    pub fn stuck_text(&self) -> &str {
        if self.outcome == Outcome::Stuck { &self.words.text } else { "" }
    }

    /// Word `index` of [`stuck`](Self::stuck), without going through those before it.
    pub fn stuck_word(&self, index: usize) -> Option<&str> {
        self.words.get(index).filter(|_| self.outcome == Outcome::Stuck)
    }

    /// How many steps it took, as [`Limits::steps`](crate::Limits::steps) counts them.
    pub fn steps(&self) -> u64 {
        self.evaluator.steps()
    }

    fn run(&mut self, grammar: &Grammar, text: &str) {
        let vocabulary = grammar.vocabulary();
        self.input.clear();
        self.input.extend(text.split_whitespace().map(|word| vocabulary.find(word)));
        if let Some(span) = self.run_input(grammar) {
            self.words.set_part(text, span);
        }
    }

    /// Runs the grammar on `input`; where it is stuck, says on which part.
    fn run_input(&mut self, grammar: &Grammar) -> Option<Span> {
        self.number = None;
        self.words.clear();
        let vocabulary = grammar.vocabulary();
        let limits = &grammar.limits();
        let job = Job { program: grammar.program(), input: &self.input, limits };
        let result = match grammar.domain() {
            Domain::Words => self
                .evaluator
                .tokens(job, &mut self.output, &mut Unwatched)
                .and_then(|_| self.words.set_tokens(&self.output, vocabulary, limits.text)),
            Domain::Numbers => self.evaluator.number(job, &mut Unwatched).map(|number| {
                self.number = Some(number);
                self.words.set_number(number);
            }),
        };
        let (outcome, stuck) = match result {
            Ok(()) => (Outcome::Value, None),
            Err(Halt::Limit(limit)) => (Outcome::Limit(limit), None),
            Err(Halt::Stuck(span)) => (Outcome::Stuck, Some(span)),
            Err(Halt::Differs(_)) => unreachable!("nothing was compared"),
        };
        self.outcome = outcome;
        stuck
    }
}

impl Grammar {
    /// Applies the grammar to the words of `input`, which white space separates. They are never
    /// read as notation: an input may well contain `x1` or `->`.
    pub fn apply(&self, input: &str) -> Evaluation {
        let mut evaluation = Evaluation::new();
        self.apply_into(input, &mut evaluation);
        evaluation
    }

    /// Applies the grammar to words of its own vocabulary. Where it is stuck, words that the
    /// vocabulary does not have are left empty.
    pub(crate) fn apply_words(&self, input: &[Word], evaluation: &mut Evaluation) {
        evaluation.input.clear();
        evaluation.input.extend_from_slice(input);
        if let Some(span) = evaluation.run_input(self) {
            for word in &evaluation.input[span.range()] {
                evaluation.words.push(self.vocabulary().text(*word));
            }
        }
    }

    /// The same, with the memory of an earlier evaluation.
    pub fn apply_into(&self, input: &str, evaluation: &mut Evaluation) {
        evaluation.run(self, input);
    }
}

/// Words in one text with a space between them, and where each ends.
#[derive(Debug, Default)]
struct WordList {
    text: String,
    ends: Vec<usize>,
}

impl WordList {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn push(&mut self, word: &str) {
        if !self.ends.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.ends.push(self.text.len());
    }

    fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
        Some(&self.text[start..end])
    }

    /// All words, or none if they are not `wanted`.
    fn iter(&self, wanted: bool) -> impl ExactSizeIterator<Item = &str> {
        let count = if wanted { self.ends.len() } else { 0 };
        (0..count).map(|index| self.get(index).expect("the index is below the count"))
    }

    /// Refuses before it writes: a few long tokens, repeated, could fill the memory.
    fn set_tokens(
        &mut self,
        tokens: &[Word],
        vocabulary: &Vocabulary,
        limit: usize,
    ) -> Result<(), Halt> {
        let bytes: usize = tokens.iter().map(|token| vocabulary.text(*token).len() + 1).sum();
        if bytes > limit.saturating_add(1) {
            return Err(Limit::Length.into());
        }
        tokens.iter().for_each(|token| self.push(vocabulary.text(*token)));
        Ok(())
    }

    fn set_number(&mut self, number: i64) {
        write!(self.text, "{number}").expect("writing to a string does not fail");
        self.ends.push(self.text.len());
    }

    fn set_part(&mut self, input: &str, span: Span) {
        let words = input.split_whitespace().skip(span.range().start).take(span.range().len());
        words.for_each(|word| self.push(word));
    }
}
