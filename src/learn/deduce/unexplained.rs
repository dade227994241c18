//! Why no grammar of the class satisfies the examples, where one token says so.

use super::Set;
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::class::WordId;
use crate::prepare::{Prepared, clipped};
use crate::solution::Problem;

/// Words between two looks at the ticker.
const CHUNK: usize = 1 << 10;

/// Tokens that no single word accounts for, which in this class is hopeless; none if it is told to stop.
/// There may not be more words and tokens than the solver has numbers. Examples may be long all the same:
/// each is gone through once, and then is a set of words and one of tokens.
pub(super) fn unexplained_tokens(prepared: &Prepared, ticker: &Ticker) -> Vec<Problem> {
    let mut shared: Vec<SharedTokens> =
        prepared.tokens().iter().map(|_| SharedTokens::default()).collect();
    for pair in &prepared.pairs {
        let (input, output) = (prepared.input(pair), prepared.output(pair));
        let (mut words, mut tokens) = (Set::EMPTY, Set::EMPTY);
        for some in input.chunks(CHUNK) {
            if ticker.tick(some.len()) {
                return Vec::new();
            }
            some.iter()
                .filter_map(|word| prepared.word_id(*word))
                .for_each(|it| words |= Set::one(it));
        }
        for some in output.chunks(CHUNK) {
            if ticker.tick(some.len()) {
                return Vec::new();
            }
            some.iter()
                .filter_map(|word| prepared.token_id(*word))
                .for_each(|it| tokens |= Set::one(it));
        }
        let is_alone = input.len() == 1 && output.len() == 1;
        tokens.members().for_each(|token| {
            shared[token.index()].narrow(words, pair.first, is_alone);
        });
    }
    let unexplained = prepared.tokens().iter().zip(shared).filter_map(|(token, shared)| {
        let examples = shared.unexplained()?;
        let token = prepared.vocabulary.text(*token);
        // Brackets and commas are how outputs are written: nobody is helped by hearing that no word means them.
        if token.bytes().all(|byte| byte.is_ascii_punctuation()) {
            return None;
        }
        let token = clipped(token).into_owned();
        Some(Problem::UnexplainedToken { token, examples })
    });
    unexplained.collect()
}

/// What the pairs that have a token share.
#[derive(Default)]
struct SharedTokens {
    words: Set<WordId>,
    /// The examples that have narrowed the words down.
    examples: Vec<usize>,
    /// Whether some word is seen alone with the token: several words may stand for it, and then each of
    /// them is.
    is_alone: bool,
}

impl SharedTokens {
    fn narrow(&mut self, words: Set<WordId>, example: usize, is_alone: bool) {
        let left = if self.examples.is_empty() { words } else { self.words & words };
        if self.examples.is_empty() || left != self.words {
            self.examples.push(example);
        }
        self.words = left;
        self.is_alone |= is_alone;
    }

    /// The examples, if they have no word in common.
    fn unexplained(mut self) -> Option<Vec<usize>> {
        self.examples.arrange();
        (self.words.is_empty() && self.examples.len() > 1 && !self.is_alone)
            .then_some(self.examples)
    }
}
