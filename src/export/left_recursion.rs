//! Phrases without left recursion, which recognisers that read from left to right do not end on.
//!
//! This is Paull's algorithm. The kinds are gone through in order; where a phrase begins with an earlier kind, that kind's
//! phrases take its place, and where it begins with its own kind, it becomes a tail: `A = A x | b` is `A = b | b T` with
//! `T = x | x T`. No phrase is ever empty.

use super::ExportError;
use super::phrases::{MOST_SYMBOLS, PhraseKind, PhraseKinds, PhraseNames, PhraseSymbol};

pub(super) fn removed(phrases: PhraseKinds) -> Result<PhraseKinds, ExportError> {
    let mut kinds = phrases.kinds;
    let mut names = PhraseNames::default();
    kinds.iter().for_each(|kind| drop(names.fresh(&kind.name)));
    let count = kinds.len();
    let recursive = left_recursive(&kinds);
    for index in 0..count {
        if !recursive[index] {
            continue;
        }
        substitute_earlier(&mut kinds, index, &recursive)?;
        let (tails, heads): (Vec<_>, Vec<_>) = std::mem::take(&mut kinds[index].phrases)
            .into_iter()
            .partition(|phrase| phrase[0] == PhraseSymbol::Kind(index));
        let tails: Vec<Vec<PhraseSymbol>> = tails
            .into_iter()
            .map(|phrase| phrase[1..].to_vec())
            .filter(|tail| !tail.is_empty())
            .collect();
        if tails.is_empty() {
            kinds[index].phrases = heads;
            continue;
        }
        let tail = PhraseSymbol::Kind(kinds.len());
        let name = names.fresh(&format!("{}_tail", kinds[index].name));
        kinds[index].phrases = with_and_without(heads, &tail);
        kinds.push(PhraseKind { name, phrases: with_and_without(tails, &tail) });
    }
    PhraseKinds { kinds }.pruned()
}

/// Each phrase, and each phrase with a further symbol behind it.
fn with_and_without(
    phrases: Vec<Vec<PhraseSymbol>>,
    last: &PhraseSymbol,
) -> Vec<Vec<PhraseSymbol>> {
    let longer = |phrase: &Vec<PhraseSymbol>| phrase.iter().chain([last]).cloned().collect();
    phrases.iter().flat_map(|phrase| [phrase.clone(), longer(phrase)]).collect()
}

/// Puts the phrases of earlier kinds where a phrase of kind `index` begins with one of them.
fn substitute_earlier(
    kinds: &mut [PhraseKind],
    index: usize,
    recursive: &[bool],
) -> Result<(), ExportError> {
    for earlier in (0..index).filter(|earlier| recursive[*earlier]) {
        let old = std::mem::take(&mut kinds[index].phrases);
        let mut new = Vec::new();
        let mut symbols = 0;
        for phrase in old {
            if phrase[0] != PhraseSymbol::Kind(earlier) {
                symbols += phrase.len();
                new.push(phrase);
                continue;
            }
            for beginning in &kinds[earlier].phrases {
                symbols += beginning.len() + phrase.len();
                if symbols > MOST_SYMBOLS {
                    return Err(ExportError::TooLarge(MOST_SYMBOLS));
                }
                new.push(beginning.iter().chain(&phrase[1..]).cloned().collect());
            }
        }
        kinds[index].phrases = new;
    }
    Ok(())
}

/// Which kinds can begin with themselves, directly or by way of others.
fn left_recursive(kinds: &[PhraseKind]) -> Vec<bool> {
    let begins_with = |index: usize| {
        kinds[index].phrases.iter().filter_map(|phrase| match phrase[0] {
            PhraseSymbol::Kind(first) => Some(first),
            _ => None,
        })
    };
    let reaches_itself = |start: usize| {
        let mut seen = vec![false; kinds.len()];
        let mut open: Vec<usize> = begins_with(start).collect();
        while let Some(index) = open.pop() {
            if index == start {
                return true;
            }
            if !std::mem::replace(&mut seen[index], true) {
                open.extend(begins_with(index));
            }
        }
        false
    };
    (0..kinds.len()).map(reaches_itself).collect()
}
