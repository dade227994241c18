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

mod set;
mod class;
mod phrase;
mod state;
mod split;
mod compose;
mod explain;
mod branch;
mod search;
mod leaf;
mod grammar;
#[cfg(feature = "neural")]
mod read;
#[cfg(test)]
mod tests;

pub(crate) use class::{Class, LONGEST_INPUT, LONGEST_OUTPUT, MOST_SYMBOLS, Order, Shape, list};
pub(crate) use leaf::{Completion, Leaf, Role};
pub(crate) use search::{Found, Pace};
pub(crate) use set::Set;

use class::{JOIN, NEW_TOKEN, NOTHING, PRIMITIVE, Roles, UNARY};
use phrase::{NONE, PhraseId, Phrases, ValueId, Values, meaning};
use state::State;
use std::fmt;
use std::rc::Rc;

/// A task as the solver sees it: words and tokens are numbers from 0.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
}

/// A contradiction: what is assumed cannot be.
#[derive(Debug)]
pub(super) struct Contradiction;

type Consistent<T = ()> = Result<T, Contradiction>;

/// The solver for one task and one class.
#[derive(Debug)]
pub(crate) struct Solver {
    class: Class,
    phrases: Phrases,
    values: Values,
    /// By word: the phrase of that word alone.
    single: Vec<PhraseId>,
    state: State,
    /// By phrase: how often it was where a search failed.
    weights: Vec<f32>,
    stop: Stop,
}

/// Whether to stop, for whatever takes long in the middle of a node.
#[derive(Clone)]
pub(crate) struct Stop(Rc<dyn Fn() -> bool>);

impl Stop {
    /// Whoever it asks must go on to say so once it has.
    pub(crate) fn new(ask: impl Fn() -> bool + 'static) -> Self {
        Self(Rc::new(ask))
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver for `examples` over this many words; `None` if they contradict the class at once, or
    /// if it is told to stop.
    pub(crate) fn new(
        class: Class,
        words: usize,
        examples: &[Example],
        stop: Stop,
    ) -> Option<Self> {
        assert!(words <= MOST_SYMBOLS, "whoever calls has counted");
        let mut solver = Self {
            class,
            phrases: Phrases::default(),
            values: Values::default(),
            single: Vec::new(),
            state: State::new(words, class.last_rules),
            weights: Vec::new(),
            stop,
        };
        solver.single = (0..words).map(|word| solver.phrases.intern(&[word as u8])).collect();
        solver.restrict_meanings(examples);
        let mut sorted: Vec<&Example> = examples.iter().collect();
        sorted.sort_by_key(|example| (example.input.len(), example.output.len()));
        for (index, example) in sorted.into_iter().enumerate() {
            if index % 16 == 15 && solver.is_stopped() {
                return None;
            }
            solver.learn(example).ok()?;
        }
        Some(solver)
    }

    fn is_stopped(&self) -> bool {
        self.stop.0()
    }

    /// The bytes that it takes, about.
    fn bytes(&self) -> usize {
        self.phrases.bytes() + self.values.bytes() + self.state.bytes()
    }

    /// What a primitive stands for is in every output whose input has its word, and, where primitives
    /// are distinct, in no other output.
    fn restrict_meanings(&mut self, examples: &[Example]) {
        let all: Set = examples.iter().flat_map(|example| &example.output).collect();
        for word in 0..self.state.words.len() {
            if self.is_stopped() {
                return;
            }
            let mut meanings = all;
            let mut seen = false;
            for example in examples {
                let output: Set = example.output.iter().collect();
                if example.input.contains(&(word as u8)) {
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
            self.state.set_meanings(word as u8, meanings);
        }
    }

    fn learn(&mut self, example: &Example) -> Consistent {
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
    fn restrict(&mut self, word: u8, roles: Roles) -> Consistent {
        let old = self.state.words[word as usize].roles;
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
        if known != NONE {
            return if known == value { Ok(()) } else { Err(Contradiction) };
        }
        if let [word] = *self.phrases.get(phrase).words {
            return self.primitive(word, phrase, value);
        }
        if !self.may_have(phrase, value) {
            return Err(Contradiction);
        }
        self.state.set_value(phrase, value);
        self.state.add_to_agenda(phrase);
        self.state.touch(self.phrases.get(phrase).mask);
        Ok(())
    }

    /// Learns that `word` is a primitive with this value.
    fn primitive(&mut self, word: u8, phrase: PhraseId, value: ValueId) -> Consistent {
        let meaning = meaning(self.values.get(value)).ok_or(Contradiction)?;
        if !self.state.words[word as usize].meanings.meets(meaning) {
            return Err(Contradiction);
        }
        self.restrict(word, PRIMITIVE)?;
        self.state.set_value(phrase, value);
        self.state.set_meanings(word, meaning);
        if self.class.distinct_primitives && meaning != NOTHING {
            for other in 0..self.state.words.len() as u8 {
                let meanings = self.state.words[other as usize].meanings;
                if other != word && meanings.meets(meaning) {
                    self.state.set_meanings(other, meanings & !meaning);
                }
            }
        }
        Ok(())
    }

    /// The tokens that the value of `words` must have, and those that it can have.
    fn token_bounds(&self, words: &[u8]) -> (Set, Set) {
        let (mut must, mut can) = (Set::EMPTY, Set::EMPTY);
        for &word in words {
            let word = &self.state.words[word as usize];
            if word.roles & PRIMITIVE == 0 {
                continue;
            }
            let tokens = word.meanings & !NOTHING;
            can |= tokens;
            if word.roles == PRIMITIVE && word.meanings.only().is_some() {
                must |= tokens;
            }
        }
        (must, can)
    }

    fn may_have(&self, phrase: PhraseId, value: ValueId) -> bool {
        let (must, can) = self.token_bounds(&self.phrases.get(phrase).words);
        let tokens = self.values.mask(value);
        must.is_within(tokens) && tokens.is_within(can)
    }

    /// Whether the last rule joins sequences of any length.
    fn may_join(&self) -> bool {
        self.state.last_rules & JOIN != 0
    }
}
