//! The sentence templates of Home Assistant, which its library hassil reads.
//!
//! They cannot refer to what is being defined, so a kind that stands within itself is written out for a few levels. Any
//! word is a wildcard, which takes several words as well, and an integer is one from 0 to a million.

use super::ExportError;
use super::phrases::{PhraseKinds, PhraseSymbol};

pub(super) fn print(phrases: &PhraseKinds) -> Result<String, ExportError> {
    let symbols = || phrases.kinds.iter().flat_map(|kind| kind.phrases.iter().flatten());
    let open =
        symbols().any(|symbol| matches!(symbol, PhraseSymbol::AnyWord | PhraseSymbol::AnyWords));
    let integer = symbols().any(|symbol| *symbol == PhraseSymbol::Integer);
    let mut text = format!(
        "language: en\nintents:\n  Blicket:\n    data:\n      - sentences:\n          - \"<{}>\"\nexpansion_rules:\n",
        phrases.kinds[0].name
    );
    for kind in &phrases.kinds {
        let mut alternatives = Vec::new();
        for phrase in &kind.phrases {
            let symbols: Result<Vec<String>, ExportError> =
                phrase.iter().map(|s| symbol(s, phrases)).collect();
            alternatives.push(symbols?.join(" "));
        }
        text.push_str(&format!(
            "  {}: {}\n",
            kind.name,
            quoted(&format!("({})", alternatives.join("|")))
        ));
    }
    if open || integer {
        text.push_str("lists:\n");
    }
    if open {
        text.push_str("  words:\n    wildcard: true\n");
    }
    if integer {
        text.push_str(
            "  integer:\n    range:\n      from: 0\n      to: 1000000\n      words: false\n",
        );
    }
    Ok(text)
}

fn symbol(symbol: &PhraseSymbol, phrases: &PhraseKinds) -> Result<String, ExportError> {
    Ok(match symbol {
        PhraseSymbol::Word(word) => escaped(word)?,
        PhraseSymbol::Kind(index) => format!("<{}>", phrases.kinds[*index].name),
        PhraseSymbol::Integer => "{integer}".to_owned(),
        PhraseSymbol::AnyWord | PhraseSymbol::AnyWords => "{words}".to_owned(),
    })
}

/// A word in a template.
fn escaped(word: &str) -> Result<String, ExportError> {
    if word.contains('\\') || word.chars().any(char::is_control) {
        return Err(ExportError::Unwritable(word.to_owned()));
    }
    let mut escaped = String::new();
    for c in word.chars() {
        if "()[]{}<>|;:".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    Ok(escaped)
}

/// A text between double quotes, as YAML and JSON both read it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
