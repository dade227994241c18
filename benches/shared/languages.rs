//! The paper's languages.

use blicket_lab::sample::NumberLanguage;
use std::path::Path;

/// With the paper's % of queries right. In French, about one query in a hundred has a word that no
/// example shows.
pub(crate) const PAPER: [(&str, f64); 9] = [
    ("en", 100.0),
    ("es", 80.0),
    ("zh", 100.0),
    ("ja", 100.0),
    ("it", 100.0),
    ("el", 94.5),
    ("ko", 100.0),
    ("fr", 75.5),
    ("vi", 69.5),
];

/// A file of data/numbers.
pub(crate) fn read(name: &str) -> NumberLanguage {
    let file = format!("data/numbers/{name}.tsv");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let text = text.expect("the repository has the files of the languages");
    NumberLanguage::parse(name, &text).expect("the file can be read")
}
