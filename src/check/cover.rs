//! Whether one left side matches everything that another one matches.

use crate::grammar::{Pattern, SectionRef, VariableKind};

/// Whether `earlier` matches all words that `later` matches. Both are without groups. Where this says no, it may still be
/// so, because a variable of `later` is taken as a whole.
pub(super) fn covers(earlier: &[Pattern], later: &[Pattern]) -> bool {
    // After each item of `earlier`: up to which items of `later` it can have matched.
    let mut reached = vec![false; later.len() + 1];
    reached[0] = true;
    for item in earlier {
        let mut next = vec![false; later.len() + 1];
        for from in (0..=later.len()).filter(|from| reached[*from]) {
            match *item {
                Pattern::Variable(variable) => stretch(variable.kind, later, from, &mut next),
                Pattern::Typed(variable, SectionRef::Words) => {
                    stretch(variable.kind, later, from, &mut next)
                }
                Pattern::Typed(variable, SectionRef::Word) => {
                    let any = variable.kind == VariableKind::Any;
                    stretch(VariableKind::One, later, from, &mut next);
                    next[from] |= any;
                }
                _ => {
                    if later.get(from).is_some_and(|other| takes(*item, *other)) {
                        next[from + 1] = true;
                    }
                    let any =
                        item.variable().is_some_and(|variable| variable.kind == VariableKind::Any);
                    next[from] |= any;
                }
            }
        }
        reached = next;
    }
    reached[later.len()]
}

/// Marks where a variable that takes any words can end, if it starts at item `from`.
fn stretch(kind: VariableKind, later: &[Pattern], from: usize, next: &mut [bool]) {
    match kind {
        VariableKind::One => {
            if later.get(from).is_some_and(|item| is_one_word(*item)) {
                next[from + 1] = true;
            }
        }
        VariableKind::Any => next[from..].iter_mut().for_each(|end| *end = true),
        VariableKind::Some => {
            let some = later[from..].iter().position(|item| !may_be_left_out(*item));
            if let Some(first) = some {
                next[from + first + 1..].iter_mut().for_each(|end| *end = true);
            }
        }
    }
}

fn is_one_word(item: Pattern) -> bool {
    match item {
        Pattern::Word(_) => true,
        Pattern::Variable(variable) => variable.kind == VariableKind::One,
        Pattern::Typed(variable, section) => {
            variable.kind == VariableKind::One
                || (variable.kind == VariableKind::Some
                    && matches!(section, SectionRef::Word | SectionRef::Integer))
        }
        Pattern::Group(_) => false,
    }
}

fn may_be_left_out(item: Pattern) -> bool {
    item.variable().is_some_and(|variable| variable.kind == VariableKind::Any)
}

/// Whether a word, or a variable of a section that does not take any words, takes all that `other` matches.
fn takes(item: Pattern, other: Pattern) -> bool {
    match (item, other) {
        (Pattern::Word(word), Pattern::Word(other)) => word == other,
        (Pattern::Typed(variable, section), Pattern::Typed(inner, other)) => {
            let kinds = match variable.kind {
                VariableKind::Any => true,
                VariableKind::Some => inner.kind != VariableKind::Any,
                VariableKind::One => inner.kind == VariableKind::One,
            };
            section == other && kinds
        }
        _ => false,
    }
}
