//! Grammars like SCAN's: more rules, primitives that mean nothing, longer sentences.

use super::episodes::EpisodeSettings;
use super::meta_grammar::{LastRule, MetaGrammar};

const WORDS: [&str; 17] = [
    "walk", "look", "run", "jump", "turn", "left", "right", "opposite", "around", "twice",
    "thrice", "and", "after", "dax", "blicket", "lug", "kiki",
];
const ACTIONS: [&str; 9] =
    ["WALK", "LOOK", "RUN", "JUMP", "LTURN", "RTURN", "RED", "BLUE", "GREEN"];

impl MetaGrammar {
    /// The paper's SCAN-like grammars as its code trains on them: 4 to 8 primitives, of which one
    /// in seven gives nothing, and 3 to 7 higher-order rules over 17 words.
    pub fn scan() -> Self {
        Self {
            name: "scan",
            primitives: 4..=8,
            rules: 3..=7,
            words: 17,
            empty: 1.0 / 7.0,
            go_on: 0.65,
            last: LastRule::JoinOrSwap,
            lexicon: &WORDS,
            tokens: &ACTIONS,
        }
    }
}

impl EpisodeSettings {
    /// Those that the paper's code trains with: 30 to 50 examples, 10 queries, 30 words and 30
    /// tokens at most.
    pub fn scan() -> Self {
        Self { support: 30..=50, queries: 10, max_length: 30, corrupt: 0.0 }
    }
}
