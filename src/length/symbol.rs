//! Symbols of rules and the texts they stand for.

use super::hash::FastMap;

/// One symbol of a rule. On a left side a text is a word and a slot names the
/// section that reads it; on a right side a text is a token and a slot refers
/// to the n-th slot of the left side. Both fit in one number, so that rules
/// compare and hash as plain slices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Symbol(u32);

const SLOT: u32 = 1 << 31;

impl Symbol {
    pub(crate) const fn text(id: u32) -> Symbol {
        Symbol(id & !SLOT)
    }

    pub(crate) const fn slot(n: usize) -> Symbol {
        Symbol(n as u32 | SLOT)
    }

    pub(crate) const fn is_slot(self) -> bool {
        self.0 & SLOT != 0
    }

    pub(crate) const fn as_text(self) -> Option<u32> {
        if self.is_slot() { None } else { Some(self.0) }
    }

    pub(crate) const fn as_slot(self) -> Option<usize> {
        if self.is_slot() { Some((self.0 & !SLOT) as usize) } else { None }
    }

    /// The number behind the symbol, whatever its kind.
    pub(crate) const fn index(self) -> usize {
        (self.0 & !SLOT) as usize
    }
}

impl std::fmt::Debug for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_slot() {
            Some(n) => write!(f, "<{n}>"),
            None => write!(f, "{}", self.0),
        }
    }
}

/// How many slots a side has.
pub(crate) fn slots(side: &[Symbol]) -> usize {
    side.iter().filter(|s| s.is_slot()).count()
}

/// Words and tokens share one table of texts: a word that is copied into the
/// output is then the same symbol on both sides.
#[derive(Clone, Default)]
pub(crate) struct Texts {
    list: Vec<String>,
    ids: FastMap<String, u32>,
}

impl Texts {
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&id) = self.ids.get(text) {
            return Symbol::text(id);
        }
        let id = self.list.len() as u32;
        self.list.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        Symbol::text(id)
    }

    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        self.ids.get(text).map(|&id| Symbol::text(id))
    }

    /// The text of a symbol; empty for slots and for ids that are not here.
    pub(crate) fn of(&self, symbol: Symbol) -> &str {
        symbol.as_text().and_then(|id| self.list.get(id as usize)).map_or("", |s| s)
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

/// A set of words folded into 256 bits. `within` never misses a subset; two
/// words may share a bit, which costs a needless look and no error.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct WordSet([u64; 4]);

impl WordSet {
    pub(crate) fn of(side: &[Symbol]) -> WordSet {
        let mut set = WordSet::default();
        for id in side.iter().filter_map(|s| s.as_text()) {
            set.0[(id / 64 % 4) as usize] |= 1 << (id % 64);
        }
        set
    }

    pub(crate) fn within(&self, other: &WordSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_kept_apart() {
        assert_eq!(Symbol::text(7).as_text(), Some(7));
        assert_eq!(Symbol::slot(7).as_slot(), Some(7));
        assert_ne!(Symbol::text(7), Symbol::slot(7));
        assert_eq!(slots(&[Symbol::text(1), Symbol::slot(0)]), 1);
    }

    #[test]
    fn subsets_are_never_missed() {
        let few = WordSet::of(&[Symbol::text(3), Symbol::text(300)]);
        let many =
            WordSet::of(&[Symbol::text(300), Symbol::text(4), Symbol::text(3), Symbol::slot(2)]);
        assert!(few.within(&many));
        assert!(!many.within(&few));
    }
}
