//! Deduction: a lazy constraint solver for the paper's class of grammars.
//!
//! How a sequence is parsed depends only on what each word is and on the order of the rules, never on
//! right sides. So nothing is decided before an example asks for it. What is known is a set of roles
//! for each word, possible meanings of primitives, a partial order of operators, possible right sides,
//! and the values of phrases (parts of inputs); an agenda holds the phrases whose value is known and
//! not explained, at first the examples. Explaining a phrase splits it, and relates its value to those
//! of its parts; what follows is derived at once, and what does not is decided by search, the decision
//! with the fewest options first. When the agenda is empty, what is known is a *leaf*: a set of
//! grammars, all of which satisfy every example.

mod class;
mod phrase;
mod state;
mod split;
mod compose;
mod branch;
mod explain;
mod leaf;
mod search;
mod ways;
mod likelihood;
mod weights;
mod draws;
mod posterior;
mod deduction;
mod most;
mod unexplained;
mod learner;
#[cfg(test)]
mod tests;

pub(crate) use class::{Assumptions, Set};
pub(crate) use deduction::{Care, Deducing};
pub(crate) use leaf::Leaf;
pub(crate) use learner::Deduction;
#[cfg(feature = "neural")]
pub(crate) use learner::inputs_of;
#[cfg(feature = "neural")]
pub(crate) use likelihood::Inputs;
#[cfg(feature = "neural")]
pub(crate) use posterior::Posterior;
pub(crate) use search::{SearchEnd, SolverLimits};

use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::class::{TokenId, WordId};
use crate::length::hash::FastMap;
use crate::prepare::{MOST_SYMBOLS, NumberedExample};
use branch::Decision;
use class::{JOIN, NEW_TOKEN, NOTHING, PRIMITIVE, Roles, UNARY};
use phrase::{PhraseId, Phrases, ValueId, Values, meaning};
use state::State;

/// A contradiction: what is assumed cannot be.
#[derive(Debug)]
pub(super) struct Contradiction;

type Consistent<T = ()> = Result<T, Contradiction>;

/// The solver for one task and one class.
#[derive(Debug)]
pub(crate) struct Solver {
    class: Assumptions,
    phrases: Phrases,
    values: Values,
    /// By word: the phrase of that word alone.
    single: Vec<PhraseId>,
    state: State,
    /// By phrase: how often it was where a search failed.
    weights: Vec<f32>,
    /// By phrase: what was last open about it, how many options that has, and the stamp of all that it follows from.
    open: Vec<Option<(u64, Decision, u32)>>,
    /// Memory for [`Solver::bounds_around`].
    around: Vec<TokenBounds>,
    /// Whether blocks of these tokens in a value are repetitions of one sequence.
    blocks: FastMap<(ValueId, Set<TokenId>), bool>,
    ticker: Ticker,
}

/// The tokens that a value must have, and those that it can have.
#[derive(Clone, Copy, Debug, Default)]
struct TokenBounds {
    must: Set<TokenId>,
    can: Set<TokenId>,
}

impl TokenBounds {
    /// Of the values of two parts together.
    fn with(mut self, other: &Self) -> Self {
        self.must |= other.must;
        self.can |= other.can;
        self
    }

    /// Whether a value of these tokens is possible.
    fn allow(&self, tokens: Set<TokenId>) -> bool {
        self.must.is_within(tokens) && tokens.is_within(self.can)
    }
}

impl Solver {
    /// A solver for `examples` over this many words; `None` if they contradict the class at once, or
    /// if it is told to stop.
    pub(crate) fn new(
        class: Assumptions,
        words: usize,
        examples: &[NumberedExample],
        ticker: Ticker,
    ) -> Option<Self> {
        assert!(words <= MOST_SYMBOLS, "whoever calls has counted");
        let mut solver = Self {
            class,
            phrases: Phrases::default(),
            values: Values::default(),
            single: Vec::new(),
            state: State::new(words, class.last_rules),
            weights: Vec::new(),
            open: Vec::new(),
            around: Vec::new(),
            blocks: FastMap::default(),
            ticker,
        };
        solver.single = WordId::first(words).map(|word| solver.phrases.intern(&[word])).collect();
        solver.restrict_meanings(examples);
        let mut sorted: Vec<&NumberedExample> = examples.iter().collect();
        sorted.arrange_by_key(|example| (example.input.len(), example.output.len()));
        for (index, example) in sorted.into_iter().enumerate() {
            if index % 16 == 15 && solver.is_stopped() {
                return None;
            }
            solver.learn(example).ok()?;
        }
        Some(solver)
    }

    fn is_stopped(&self) -> bool {
        self.ticker.is_over()
    }

    /// The bytes that it takes, about.
    fn bytes(&self) -> usize {
        let open = size_of_val(&*self.open);
        let blocks = self.blocks.capacity() * size_of::<(ValueId, Set<TokenId>, bool)>();
        self.phrases.bytes() + self.values.bytes() + self.state.bytes() + open + blocks
    }

    /// What a primitive stands for is in every output whose input has its word, and, where primitives
    /// are distinct, in no other output.
    fn restrict_meanings(&mut self, examples: &[NumberedExample]) {
        let all: Set<TokenId> = examples.iter().flat_map(|example| &example.output).collect();
        for word in WordId::first(self.state.words.len()) {
            if self.is_stopped() {
                return;
            }
            let mut meanings = all;
            let mut seen = false;
            for example in examples {
                let output: Set<TokenId> = example.output.iter().collect();
                if example.input.contains(&word) {
                    meanings &= output;
                    seen = true;
                } else if self.class.distinct_primitives {
                    meanings &= !output;
                }
            }
            if !seen {
                // Only a query has this word: nothing is known of it.
                meanings = all | Set::one(NEW_TOKEN);
            }
            if self.class.empty_primitives {
                meanings |= NOTHING;
            }
            self.state.set_meanings(word, meanings);
        }
    }

    fn learn(&mut self, example: &NumberedExample) -> Consistent {
        let (Some(&first), Some(&last)) = (example.input.first(), example.input.last()) else {
            return Err(Contradiction); // no left side of the class is empty
        };
        // Every left side starts with a variable, and every variable is evaluated: so the first word
        // comes to be evaluated alone. The last one may be an operator that stands behind.
        self.restrict(first, PRIMITIVE)?;
        if example.input.len() > 1 {
            self.restrict(last, PRIMITIVE | UNARY)?;
        }
        let phrase = self.phrases.intern(&example.input);
        let value = self.values.intern(&example.output);
        self.fact(phrase, value)
    }

    /// Leaves `word` only those of its roles that are among `roles`.
    fn restrict(&mut self, word: WordId, roles: Roles) -> Consistent {
        let old = self.state.words[word.index()].roles;
        if old & roles == 0 {
            return Err(Contradiction);
        }
        if old & roles != old {
            self.state.set_roles(word, old & roles);
        }
        Ok(())
    }

    /// Learns that `phrase` has this value.
    fn fact(&mut self, phrase: PhraseId, value: ValueId) -> Consistent {
        let known = self.state.value(phrase);
        if known != ValueId::NONE {
            return if known == value { Ok(()) } else { Err(Contradiction) };
        }
        if let [word] = *self.phrases.get(phrase).words {
            return self.primitive(word, phrase, value);
        }
        if !self.may_have(phrase, value) {
            return Err(Contradiction);
        }
        let words = self.phrases.get(phrase).mask;
        self.state.set_value(phrase, words, value);
        self.state.add_to_agenda(phrase);
        self.state.touch(words);
        Ok(())
    }

    /// Learns that `word` is a primitive with this value.
    fn primitive(&mut self, word: WordId, phrase: PhraseId, value: ValueId) -> Consistent {
        let meaning = meaning(self.values.get(value)).ok_or(Contradiction)?;
        if !self.state.words[word.index()].meanings.meets(meaning) {
            return Err(Contradiction);
        }
        self.restrict(word, PRIMITIVE)?;
        self.state.set_value(phrase, Set::one(word), value);
        self.state.set_meanings(word, meaning);
        if self.class.distinct_primitives && meaning != NOTHING {
            for other in WordId::first(self.state.words.len()) {
                let meanings = self.state.words[other.index()].meanings;
                if other != word && meanings.meets(meaning) {
                    self.state.set_meanings(other, meanings & !meaning);
                }
            }
        }
        Ok(())
    }

    /// The tokens that the value of a word alone must have, and those that it can have.
    fn bounds_of_word(&self, word: WordId) -> TokenBounds {
        let word = &self.state.words[word.index()];
        if word.roles & PRIMITIVE == 0 {
            return TokenBounds::default();
        }
        let can = word.meanings & !NOTHING;
        let is_known = word.roles == PRIMITIVE && word.meanings.is_single();
        TokenBounds { must: if is_known { can } else { Set::EMPTY }, can }
    }

    /// Bounds of tokens for the words of a phrase before each of its places, with its end, and then for those from each of them on.
    fn bounds_around(&self, phrase: PhraseId, around: &mut Vec<TokenBounds>) {
        let words = &self.phrases.get(phrase).words;
        around.clear();
        around.resize(2 * (words.len() + 1), TokenBounds::default());
        let (before, after) = around.split_at_mut(words.len() + 1);
        for (place, word) in words.iter().enumerate() {
            // For a while, what stands behind is only the word itself.
            after[place] = self.bounds_of_word(*word);
            before[place + 1] = before[place].with(&after[place]);
        }
        for place in (0..words.len()).rev() {
            after[place] = after[place].with(&after[place + 1]);
        }
    }

    /// The tokens that the value of `words` must have, and those that it can have.
    fn token_bounds(&self, words: &[WordId]) -> TokenBounds {
        let none = TokenBounds::default();
        words.iter().fold(none, |all, word| all.with(&self.bounds_of_word(*word)))
    }

    fn may_have(&self, phrase: PhraseId, value: ValueId) -> bool {
        self.token_bounds(&self.phrases.get(phrase).words).allow(self.values.mask(value))
    }

    /// Whether the last rule joins sequences of any length.
    fn may_join(&self) -> bool {
        self.state.last_rules & JOIN != 0
    }
}
