//! The left sides of a grammar as a context-free grammar of phrases.

use super::ExportError;
use crate::grammar::{Grammar, Pattern, Piece, Right, Rule, SectionRef, Term, VariableKind};
use crate::language::groups;
use std::collections::{BTreeSet, HashMap};

/// The most symbols that an exported grammar may have.
pub(super) const MOST_SYMBOLS: usize = 1_000_000;

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PhraseSymbol {
    /// This word.
    Word(String),
    /// A phrase of the kind that has this index.
    Kind(usize),
    /// Decimal digits.
    Integer,
    /// Any one word.
    AnyWord,
    /// Any words, one or more.
    AnyWords,
}

/// Phrases that can stand in the same place: what one section reads.
#[derive(Clone, Debug)]
pub(super) struct PhraseKind {
    pub(super) name: String,
    /// None of them is empty.
    pub(super) phrases: Vec<Vec<PhraseSymbol>>,
}

/// Kinds of phrases. Kind 0 has whole sentences.
#[derive(Clone, Debug)]
pub(super) struct PhraseKinds {
    pub(super) kinds: Vec<PhraseKind>,
}

impl PhraseKinds {
    /// Refuses what is too large to be of use.
    pub(super) fn checked(self) -> Result<Self, ExportError> {
        let symbols =
            |kind: &PhraseKind| kind.phrases.iter().map(|phrase| phrase.len() + 1).sum::<usize>();
        match self.kinds.iter().map(symbols).sum::<usize>() {
            0..=MOST_SYMBOLS => Ok(self),
            _ => Err(ExportError::TooLarge(MOST_SYMBOLS)),
        }
    }

    /// Without phrases that cannot be completed, kinds that have none, and kinds that nothing needs.
    pub(super) fn pruned(mut self) -> Result<Self, ExportError> {
        let mut finite = vec![false; self.kinds.len()];
        let complete = |phrase: &[PhraseSymbol], finite: &[bool]| {
            phrase
                .iter()
                .all(|symbol| !matches!(symbol, PhraseSymbol::Kind(kind) if !finite[*kind]))
        };
        loop {
            let before = finite.clone();
            for (index, kind) in self.kinds.iter().enumerate() {
                finite[index] |= kind.phrases.iter().any(|phrase| complete(phrase, &finite));
            }
            if finite == before {
                break;
            }
        }
        if !finite[0] {
            return Err(ExportError::ReadsNothing);
        }
        for (index, kind) in self.kinds.iter_mut().enumerate() {
            // A phrase that is only itself adds nothing.
            kind.phrases.retain(|phrase| {
                complete(phrase, &finite) && *phrase != [PhraseSymbol::Kind(index)]
            });
            let mut seen = BTreeSet::new();
            kind.phrases.retain(|phrase| seen.insert(phrase.clone()));
        }
        // Kinds in the order in which they are first needed.
        let mut order = vec![0];
        let mut number = HashMap::from([(0, 0)]);
        let mut at = 0;
        while at < order.len() {
            for symbol in self.kinds[order[at]].phrases.iter().flatten() {
                if let PhraseSymbol::Kind(kind) = symbol
                    && !number.contains_key(kind)
                {
                    number.insert(*kind, order.len());
                    order.push(*kind);
                }
            }
            at += 1;
        }
        let renumber = |symbol: &PhraseSymbol| match symbol {
            PhraseSymbol::Kind(kind) => PhraseSymbol::Kind(number[kind]),
            other => other.clone(),
        };
        let kinds = order.iter().map(|index| {
            let PhraseKind { name, phrases } = &self.kinds[*index];
            let phrases = phrases.iter().map(|phrase| phrase.iter().map(renumber).collect());
            PhraseKind { name: name.clone(), phrases: phrases.collect() }
        });
        Self { kinds: kinds.collect() }.checked()
    }
}

/// The phrases that the sections of a grammar read.
pub(super) fn of(grammar: &Grammar) -> Result<PhraseKinds, ExportError> {
    let sections = grammar.sections();
    let count = sections.len();
    // For each section one kind for what it reads, and after all of these one for single words.
    let mut kinds: Vec<PhraseKind> = Vec::with_capacity(2 * count);
    let mut names = PhraseNames::default();
    for one_word in [false, true] {
        for (index, section) in sections.iter().enumerate() {
            let name = section.name.as_deref().unwrap_or("sentence");
            let name =
                names.fresh(&if one_word { format!("{name}_word") } else { name.to_owned() });
            let mut phrases = Vec::new();
            let mut symbols = 0;
            for rule in section.all_rules() {
                let expanded =
                    groups::expand(&rule.left).map_err(|_| ExportError::TooLarge(MOST_SYMBOLS))?;
                for left in expanded {
                    let items: Vec<PhraseItem> =
                        left.iter().map(|p| item(grammar, rule, *p, index, count)).collect();
                    let new = if one_word { single_words(&items) } else { present_or_not(&items)? };
                    symbols += new.iter().map(|phrase| phrase.len() + 1).sum::<usize>();
                    phrases.extend(new);
                    if symbols > MOST_SYMBOLS {
                        return Err(ExportError::TooLarge(MOST_SYMBOLS));
                    }
                }
            }
            kinds.push(PhraseKind { name, phrases });
        }
    }
    PhraseKinds { kinds }.pruned()
}

/// Gives every kind a name of its own that all notations can write.
#[derive(Default)]
pub(super) struct PhraseNames(BTreeSet<String>);

impl PhraseNames {
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let allowed =
            |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let mut base: String = wanted.chars().map(allowed).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic()) {
            base.insert(0, 's');
        }
        let mut name = base.clone();
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }
}

/// An item of a left side: what it reads, what it reads if that is one word, and whether it may be left out.
struct PhraseItem {
    some: PhraseSymbol,
    one: PhraseSymbol,
    optional: bool,
}

fn item(
    grammar: &Grammar,
    rule: &Rule,
    pattern: Pattern,
    section: usize,
    count: usize,
) -> PhraseItem {
    let (variable, reads) = match pattern {
        Pattern::Word(word) => {
            let word = PhraseSymbol::Word(grammar.vocabulary().text(word).to_owned());
            return PhraseItem { some: word.clone(), one: word, optional: false };
        }
        Pattern::Group(_) => unreachable!("groups are expanded"),
        Pattern::Typed(variable, reads) => (variable, Some(reads)),
        // An untyped variable that the right side evaluates is read by its own section.
        Pattern::Variable(variable) => {
            let evaluated = match &rule.right {
                Right::Tokens(pieces) => pieces.contains(&Piece::Variable(variable)),
                Right::Sum(terms) => terms
                    .iter()
                    .any(|term| matches!(term, Term::Variable(named, _) if *named == variable)),
            };
            (variable, evaluated.then_some(SectionRef::Named(section as u32)))
        }
    };
    let (some, one) = match reads {
        Some(SectionRef::Named(index)) => {
            (PhraseSymbol::Kind(index as usize), PhraseSymbol::Kind(index as usize + count))
        }
        Some(SectionRef::Integer) => (PhraseSymbol::Integer, PhraseSymbol::Integer),
        Some(SectionRef::Word) => (PhraseSymbol::AnyWord, PhraseSymbol::AnyWord),
        // No notation can say which words a grammar does not list.
        Some(SectionRef::Words | SectionRef::Unlisted) | None => {
            (PhraseSymbol::AnyWords, PhraseSymbol::AnyWord)
        }
    };
    let some = if variable.kind == VariableKind::One { one.clone() } else { some };
    PhraseItem { some, one, optional: variable.kind == VariableKind::Any }
}

/// The phrases of a left side whose optional items may be left out.
fn present_or_not(items: &[PhraseItem]) -> Result<Vec<Vec<PhraseSymbol>>, ExportError> {
    let mut phrases: Vec<Vec<PhraseSymbol>> = vec![Vec::new()];
    for item in items {
        let without = if item.optional { phrases.clone() } else { Vec::new() };
        phrases.iter_mut().for_each(|phrase| phrase.push(item.some.clone()));
        phrases.extend(without);
        if phrases.len().saturating_mul(items.len()) > MOST_SYMBOLS {
            return Err(ExportError::TooLarge(MOST_SYMBOLS));
        }
    }
    phrases.retain(|phrase| !phrase.is_empty());
    Ok(phrases)
}

/// The phrases of one word that a left side has: all other items are left out.
fn single_words(items: &[PhraseItem]) -> Vec<Vec<PhraseSymbol>> {
    let required = items.iter().filter(|item| !item.optional).count();
    let alone = |item: &&PhraseItem| required == 0 || (required == 1 && !item.optional);
    items.iter().filter(alone).map(|item| vec![item.one.clone()]).collect()
}
