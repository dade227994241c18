//! The grammars of llama.cpp, which many programs that run language models read as well. Words have one space between them.

use super::ExportError;
use super::phrases::{PhraseKinds, PhraseSymbol};
use std::collections::BTreeSet;

pub(super) fn print(phrases: &PhraseKinds) -> Result<String, ExportError> {
    let names = names(phrases);
    let mut text = String::new();
    let mut needed = BTreeSet::new();
    for (name, kind) in names.iter().zip(&phrases.kinds) {
        let alternatives: Vec<String> =
            kind.phrases.iter().map(|phrase| alternative(phrase, &names, &mut needed)).collect();
        text.push_str(&format!("{name} ::= {}\n", alternatives.join(" | ")));
    }
    if needed.contains(INTEGER) {
        text.push_str(&format!("{INTEGER} ::= [0-9]+\n"));
    }
    if needed.contains(WORDS) {
        text.push_str(&format!("{WORDS} ::= {WORD} (\" \" {WORD})*\n"));
    }
    if needed.contains(WORD) || needed.contains(WORDS) {
        text.push_str(&format!("{WORD} ::= [^ \\t\\r\\n]+\n"));
    }
    Ok(text)
}

// No kind is called that: names of kinds have no capital letters.
const INTEGER: &str = "Integer";
const WORD: &str = "Word";
const WORDS: &str = "Words";

/// Names have letters, digits and hyphens, and the first one is `root`.
fn names(phrases: &PhraseKinds) -> Vec<String> {
    let hyphens = |name: &str| name.replace('_', "-");
    let inner = phrases.kinds.iter().skip(1).map(|kind| match hyphens(&kind.name) {
        name if name == "root" => "root-section".to_owned(),
        name => name,
    });
    std::iter::once("root".to_owned()).chain(inner).collect()
}

fn alternative(
    phrase: &[PhraseSymbol],
    names: &[String],
    needed: &mut BTreeSet<&'static str>,
) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut literal = String::new();
    for (place, symbol) in phrase.iter().enumerate() {
        if place > 0 {
            literal.push(' ');
        }
        let name = match symbol {
            PhraseSymbol::Word(word) => {
                word.chars().for_each(|c| escape(c, &mut literal));
                continue;
            }
            PhraseSymbol::Kind(index) => names[*index].as_str(),
            PhraseSymbol::Integer => INTEGER,
            PhraseSymbol::AnyWord => WORD,
            PhraseSymbol::AnyWords => WORDS,
        };
        if let Some(built_in) =
            [INTEGER, WORD, WORDS].into_iter().find(|built_in| *built_in == name)
        {
            needed.insert(built_in);
        }
        if !literal.is_empty() {
            parts.push(format!("\"{literal}\""));
            literal.clear();
        }
        parts.push(name.to_owned());
    }
    if !literal.is_empty() {
        parts.push(format!("\"{literal}\""));
    }
    parts.join(" ")
}

fn escape(c: char, literal: &mut String) {
    match c {
        '"' => literal.push_str("\\\""),
        '\\' => literal.push_str("\\\\"),
        c if c.is_control() => literal.push_str(&format!("\\u{:04X}", u32::from(c))),
        c => literal.push(c),
    }
}
