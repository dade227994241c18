//! MiniSCAN: nonsense words for colours.

use super::episodes::EpisodeSettings;
use super::meta_grammar::{LastRule, MetaGrammar};

/// The first twelve are all that the paper uses, but for its tests with many rules.
const WORDS: [&str; 17] = [
    "dax", "lug", "fep", "blicket", "kiki", "tufa", "gazzer", "zup", "wif", "mup", "dox", "kleek",
    "bup", "veem", "glaxer", "gaw", "dope",
];
const COLOURS: [&str; 8] = ["RED", "YELLOW", "GREEN", "BLUE", "PURPLE", "PINK", "BLACK", "WHITE"];

impl MetaGrammar {
    /// The paper's MiniSCAN: 3 or 4 primitives and 2 to 4 higher-order rules over 12 words.
    pub fn miniscan() -> Self {
        Self {
            name: "miniscan",
            primitives: 3..=4,
            rules: 2..=4,
            words: 12,
            empty: 0.0,
            go_on: 0.4,
            last: LastRule::Join,
            lexicon: &WORDS,
            tokens: &COLOURS,
        }
    }
}

impl EpisodeSettings {
    /// Those of the paper's tests: 30 examples, 10 queries, 6 words and 6 tokens at most.
    pub fn miniscan() -> Self {
        Self { support: 30..=30, queries: 10, max_length: 6, corrupt: 0.0 }
    }
}
