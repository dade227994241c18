//! Phrases without any recursion: as many levels deep as is asked for, for notations that cannot refer to what
//! is being defined.

use super::ExportError;
use super::phrases::{MOST_SYMBOLS, PhraseKind, PhraseKinds, PhraseNames, PhraseSymbol};
use std::collections::HashMap;

/// How often a kind may stand within itself.
pub(super) const DEPTH: usize = 3;

/// Every kind that can stand within itself becomes one kind for each level. The deepest has only the phrases that do not
/// lead back to it.
pub(super) fn to_depth(phrases: &PhraseKinds, depth: usize) -> Result<PhraseKinds, ExportError> {
    let kinds = &phrases.kinds;
    let mut known = HashMap::new();
    let mut recursive = |from: usize, to: usize| {
        *known.entry((from, to)).or_insert_with(|| reaches(kinds, to, from))
    };
    let mut names = PhraseNames::default();
    let mut numbers = HashMap::from([((0, 0), 0)]);
    let mut order = vec![(0, 0)];
    let mut made: Vec<PhraseKind> = Vec::new();
    let mut symbols = 0;
    while made.len() < order.len() {
        let (index, level) = order[made.len()];
        let name = match level {
            0 => names.fresh(&kinds[index].name),
            _ => names.fresh(&format!("{}_within_{level}", kinds[index].name)),
        };
        let mut copies = Vec::new();
        'phrases: for phrase in &kinds[index].phrases {
            let mut copy = Vec::with_capacity(phrase.len());
            for symbol in phrase {
                let PhraseSymbol::Kind(inner) = symbol else {
                    copy.push(symbol.clone());
                    continue;
                };
                let inner_level = if recursive(index, *inner) { level + 1 } else { 0 };
                if inner_level > depth {
                    continue 'phrases;
                }
                let next = order.len();
                let number = *numbers.entry((*inner, inner_level)).or_insert(next);
                if number == next {
                    order.push((*inner, inner_level));
                }
                copy.push(PhraseSymbol::Kind(number));
            }
            symbols += copy.len() + 1;
            if symbols > MOST_SYMBOLS {
                return Err(ExportError::TooLarge(MOST_SYMBOLS));
            }
            copies.push(copy);
        }
        made.push(PhraseKind { name, phrases: copies });
    }
    PhraseKinds { kinds: made }.pruned()
}

/// Whether phrases of kind `from` can have one of kind `to` in them.
fn reaches(kinds: &[PhraseKind], from: usize, to: usize) -> bool {
    let mut seen = vec![false; kinds.len()];
    let mut open = vec![from];
    while let Some(index) = open.pop() {
        if index == to {
            return true;
        }
        if !std::mem::replace(&mut seen[index], true) {
            open.extend(inner(&kinds[index]));
        }
    }
    false
}

fn inner(kind: &PhraseKind) -> impl Iterator<Item = usize> + '_ {
    kind.phrases.iter().flatten().filter_map(|symbol| match symbol {
        PhraseSymbol::Kind(index) => Some(*index),
        _ => None,
    })
}
