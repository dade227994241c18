//! The Java Speech Grammar Format.
//!
//! It has no way to say "any word". What is open in the grammar is closed here, and the output says so: any word is one of
//! the words that the grammar itself names, and an integer is one from 0 to 100.

use super::ExportError;
use super::phrases::{PhraseKind, PhraseKinds, PhraseNames, PhraseSymbol};
use std::collections::BTreeSet;

/// The largest integer that is listed.
const LARGEST_INTEGER: usize = 100;

pub(super) fn print(phrases: PhraseKinds) -> Result<String, ExportError> {
    let Closed { kinds, notes } = closed(phrases);
    let mut text = String::from("#JSGF V1.0 UTF-8;\n");
    for note in notes {
        text.push_str(&format!("// {note}\n"));
    }
    text.push_str("grammar blicket;\n");
    for (index, kind) in kinds.iter().enumerate() {
        let public = if index == 0 { "public " } else { "" };
        let alternatives = kind.phrases.iter().map(|phrase| alternative(phrase, &kinds));
        let alternatives = alternatives.collect::<Result<Vec<_>, _>>()?;
        text.push_str(&format!("{public}<{}> = {};\n", kind.name, alternatives.join(" | ")));
    }
    Ok(text)
}

/// Phrases in which nothing is open, and what had to be said about those that were.
struct Closed {
    kinds: Vec<PhraseKind>,
    notes: Vec<&'static str>,
}

fn closed(phrases: PhraseKinds) -> Closed {
    let mut kinds = phrases.kinds;
    let mut names = PhraseNames::default();
    kinds.iter().for_each(|kind| drop(names.fresh(&kind.name)));
    let symbols = || kinds.iter().flat_map(|kind| kind.phrases.iter().flatten());
    let has = |wanted: &PhraseSymbol| symbols().any(|symbol| symbol == wanted);
    let (integer, word, words) =
        (has(&PhraseSymbol::Integer), has(&PhraseSymbol::AnyWord), has(&PhraseSymbol::AnyWords));
    let vocabulary: BTreeSet<&str> = symbols()
        .filter_map(|symbol| match symbol {
            PhraseSymbol::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    let single = |text: &str| vec![PhraseSymbol::Word(text.to_owned())];
    let mut listed: Vec<Vec<PhraseSymbol>> = vocabulary.into_iter().map(single).collect();
    if listed.is_empty() {
        listed.push(single("word"));
    }
    let mut notes = Vec::new();
    let mut added = Vec::new();
    let mut place = |name: &str, phrases: Vec<Vec<PhraseSymbol>>| {
        added.push(PhraseKind { name: names.fresh(name), phrases });
        PhraseSymbol::Kind(kinds.len() + added.len() - 1)
    };
    let mut replacements = Vec::new();
    if integer {
        notes.push("JSGF cannot say \"any integer\": those from 0 to 100 are listed.");
        let numbers = (0..=LARGEST_INTEGER).map(|number| single(&number.to_string())).collect();
        replacements.push((PhraseSymbol::Integer, place("integer", numbers)));
    }
    if word || words {
        notes.push("JSGF cannot say \"any word\": the words of the grammar itself are listed.");
        let any = place("word", listed);
        if words {
            let several = place("words", vec![vec![any.clone()]]);
            let PhraseSymbol::Kind(index) = several else {
                unreachable!("it was just made a kind")
            };
            added[index - kinds.len()].phrases.push(vec![any.clone(), several.clone()]);
            replacements.push((PhraseSymbol::AnyWords, several));
        }
        replacements.push((PhraseSymbol::AnyWord, any));
    }
    for symbol in kinds.iter_mut().flat_map(|kind| kind.phrases.iter_mut().flatten()) {
        if let Some((_, kind)) = replacements.iter().find(|(open, _)| open == symbol) {
            *symbol = kind.clone();
        }
    }
    kinds.extend(added);
    Closed { kinds, notes }
}

fn alternative(phrase: &[PhraseSymbol], kinds: &[PhraseKind]) -> Result<String, ExportError> {
    let symbols = phrase.iter().map(|symbol| match symbol {
        PhraseSymbol::Word(word) => token(word),
        PhraseSymbol::Kind(index) => Ok(format!("<{}>", kinds[*index].name)),
        PhraseSymbol::Integer | PhraseSymbol::AnyWord | PhraseSymbol::AnyWords => {
            unreachable!("nothing is open any more")
        }
    });
    Ok(symbols.collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// A word as JSGF writes it: in quotes, unless it has only letters, digits, hyphens and apostrophes, and marks on letters.
fn token(word: &str) -> Result<String, ExportError> {
    if word.chars().any(char::is_control) {
        return Err(ExportError::Unwritable(word.to_owned()));
    }
    let plain =
        |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | 'ʼ' | '_') || !c.is_ascii();
    Ok(match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
    })
}
