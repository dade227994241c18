//! What two rules have in common around one gap. Patterns depend on the two
//! bodies alone, so they are found once and kept.

use super::hash::{FastMap, hash_of};
use super::shared::Gaps;
use super::store::{BodyId, Store};
use super::symbol::{Symbol, slots};
use super::task::CommandTask;

/// How far a gap is widened beyond where two rules differ.
const WIDER_LEFT: usize = 3;
const WIDER_RIGHT: usize = 8;
/// Pairs are forgotten when there are too many of them.
const MOST_ENTRIES: usize = 1_500_000;

/// A symbol of a right side, seen from a gap on the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum RightSymbol {
    Token(Symbol),
    /// A slot before the gap, counted from the front.
    Before(usize),
    /// A slot after the gap, counted from the end.
    After(usize),
    /// A slot in the gap, counted from the start of the gap.
    Inside(usize),
}

impl RightSymbol {
    fn from(symbol: Symbol, all: usize, before: usize, after: usize) -> RightSymbol {
        match symbol.as_slot() {
            None => RightSymbol::Token(symbol),
            Some(k) if k < before => RightSymbol::Before(k),
            Some(k) if k >= all - after => RightSymbol::After(all - k),
            Some(k) => RightSymbol::Inside(k - before),
        }
    }

    fn may_be_in_gap(self) -> bool {
        matches!(self, RightSymbol::Token(_) | RightSymbol::Inside(_))
    }
}

/// Both sides of a rule around a gap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GapPattern {
    left: (Vec<Symbol>, Vec<Symbol>),
    right: (Vec<RightSymbol>, Vec<RightSymbol>),
}

impl GapPattern {
    /// What its sides take.
    fn bytes(&self) -> usize {
        let left = self.left.0.len() + self.left.1.len();
        let right = self.right.0.len() + self.right.1.len();
        left * size_of::<Symbol>() + right * size_of::<RightSymbol>()
    }

    /// The rule with a slot in the gap. Without `referenced` what stands in
    /// the gap means nothing.
    pub(crate) fn template(&self, section: usize, referenced: bool) -> (Vec<Symbol>, Vec<Symbol>) {
        let before = slots(&self.left.0);
        let all = before + 1 + slots(&self.left.1);
        let mut left = self.left.0.clone();
        left.push(Symbol::slot(section));
        left.extend_from_slice(&self.left.1);
        let symbol = |seen: &RightSymbol| match *seen {
            RightSymbol::Token(token) => token,
            RightSymbol::Before(k) => Symbol::slot(k),
            RightSymbol::After(k) => Symbol::slot(all - k),
            RightSymbol::Inside(_) => Symbol::slot(before),
        };
        let mut right: Vec<Symbol> = self.right.0.iter().map(symbol).collect();
        if referenced {
            right.push(Symbol::slot(before));
        }
        right.extend(self.right.1.iter().map(symbol));
        (left, right)
    }
}

/// A pattern of two rules, what each has in the gap, and how wide the gap is.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) pattern: u32,
    pub(crate) members: [BodyId; 2],
    pub(crate) widest_left: u16,
    pub(crate) widest_right: u16,
}

#[derive(Default)]
pub(crate) struct Patterns {
    list: Vec<GapPattern>,
    /// Bits of the template without and with a reference, once known.
    bits: Vec<[f64; 2]>,
    ids: FastMap<u64, Vec<u32>>,
    pairs: FastMap<(BodyId, BodyId), (u32, u32)>,
    entries: Vec<Common>,
    /// What the sides of patterns take.
    sides: usize,
    pub(crate) gaps: Gaps,
}

/// What a pattern takes beside its sides, about: itself, its bits, and its place in the table.
const OF_PATTERN: usize = size_of::<GapPattern>() + 16 + 64;
/// What a pair takes in its table, about.
const OF_PAIR: usize = 32;

impl Patterns {
    pub(crate) fn get(&self, id: u32) -> &GapPattern {
        &self.list[id as usize]
    }

    /// Bits of a pattern's template.
    pub(crate) fn bits(&mut self, task: &CommandTask, id: u32, referenced: bool) -> f64 {
        let known = self.bits[id as usize][usize::from(referenced)];
        if !known.is_nan() {
            return known;
        }
        let (left, right) = self.get(id).template(0, referenced);
        let bits = task.rule_bits(&left, &right);
        self.bits[id as usize][usize::from(referenced)] = bits;
        bits
    }

    /// The bytes that all of it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let pairs = self.pairs.len() * OF_PAIR + self.entries.capacity() * size_of::<Common>();
        pairs + self.list.len() * OF_PATTERN + self.sides + self.gaps.bytes()
    }

    /// Starts over when too much is kept, or more than so many bytes; what is found does not depend on it.
    pub(crate) fn trim(&mut self, bytes: usize) {
        if self.entries.len() > MOST_ENTRIES || self.bytes() > bytes {
            self.pairs = FastMap::default();
            self.entries = Vec::new();
            self.gaps = Gaps::default();
        }
    }

    /// The patterns of two bodies, for [`Patterns::entry`]. Not all of them, once more than so many bytes are taken: then
    /// the search is over.
    pub(crate) fn of_pair(
        &mut self,
        task: &CommandTask,
        store: &mut Store,
        a: BodyId,
        b: BodyId,
        most_bytes: usize,
    ) -> std::ops::Range<usize> {
        if let Some(&(from, to)) = self.pairs.get(&(a, b)) {
            return from as usize..to as usize;
        }
        let from = self.entries.len();
        self.find(task, store, a, b, most_bytes);
        self.pairs.insert((a, b), (from as u32, self.entries.len() as u32));
        from..self.entries.len()
    }

    pub(crate) fn entry(&self, i: usize) -> Common {
        self.entries[i]
    }

    fn intern(&mut self, pattern: GapPattern) -> u32 {
        let list = &self.list;
        let ids = self.ids.entry(hash_of(&pattern)).or_default();
        if let Some(&id) = ids.iter().find(|&&id| list[id as usize] == pattern) {
            return id;
        }
        let id = self.list.len() as u32;
        ids.push(id);
        self.sides += pattern.bytes();
        self.list.push(pattern);
        self.bits.push([f64::NAN; 2]);
        id
    }

    fn find(
        &mut self,
        task: &CommandTask,
        store: &mut Store,
        a: BodyId,
        b: BodyId,
        most_bytes: usize,
    ) {
        let sides = |id: BodyId| (store.get(id).left.clone(), store.get(id).right.clone());
        let ((left_a, right_a), (left_b, right_b)) = (sides(a), sides(b));
        let shorter = left_a.len().min(left_b.len());
        let head = common_start(&left_a, &left_b);
        let tail = common_end(&left_a, &left_b);
        if head + tail == 0 {
            return;
        }
        let slack = WIDER_LEFT.max((head + tail + 1).saturating_sub(shorter));
        for p in (head.saturating_sub(WIDER_LEFT)..=head).rev() {
            for q in (tail.saturating_sub(WIDER_LEFT)..=tail).rev() {
                if p + q == 0 || p + q >= shorter || (head - p) + (tail - q) > slack {
                    continue;
                }
                let (before, after) = (slots(&left_a[..p]), slots(&left_a[left_a.len() - q..]));
                let seen = |left: &[Symbol], right: &[Symbol]| -> Vec<RightSymbol> {
                    let all = slots(left);
                    right.iter().map(|&t| RightSymbol::from(t, all, before, after)).collect()
                };
                let (seen_a, seen_b) = (seen(&left_a, &right_a), seen(&left_b, &right_b));
                let widest_left = left_a.len().max(left_b.len()) - p - q;
                if store.bytes() + self.bytes() > most_bytes {
                    return;
                }
                for (pr, qr) in right_gaps(&seen_a, &seen_b) {
                    let gap_a = &right_a[pr..right_a.len() - qr];
                    let gap_b = &right_b[pr..right_b.len() - qr];
                    let fits = |seen: &[RightSymbol]| seen.iter().all(|s| s.may_be_in_gap());
                    if !fits(&seen_a[pr..seen_a.len() - qr])
                        || !fits(&seen_b[pr..seen_b.len() - qr])
                        || !task.brackets.balanced(gap_a)
                        || !task.brackets.balanced(gap_b)
                    {
                        continue;
                    }
                    let inner = |gap: &[Symbol]| -> Vec<Symbol> {
                        gap.iter()
                            .map(|t| t.as_slot().map_or(*t, |k| Symbol::slot(k - before)))
                            .collect()
                    };
                    let members = [
                        store.intern(task, &left_a[p..left_a.len() - q], &inner(gap_a)),
                        store.intern(task, &left_b[p..left_b.len() - q], &inner(gap_b)),
                    ];
                    let pattern = self.intern(GapPattern {
                        left: (left_a[..p].to_vec(), left_a[left_a.len() - q..].to_vec()),
                        right: (seen_a[..pr].to_vec(), seen_a[seen_a.len() - qr..].to_vec()),
                    });
                    let widest_right = gap_a.len().max(gap_b.len());
                    self.entries.push(Common {
                        pattern,
                        members,
                        widest_left: widest_left as u16,
                        widest_right: widest_right as u16,
                    });
                }
            }
        }
    }
}

fn common_start<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

fn common_end<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
}

/// Ends of the gap on the right side: where the two differ, and wider.
fn right_gaps(a: &[RightSymbol], b: &[RightSymbol]) -> Vec<(usize, usize)> {
    let shorter = a.len().min(b.len());
    let outside =
        |s: &[RightSymbol]| s.iter().take_while(|x| !matches!(x, RightSymbol::Inside(_))).count();
    let outside_end = |s: &[RightSymbol]| {
        s.iter().rev().take_while(|x| !matches!(x, RightSymbol::Inside(_))).count()
    };
    let head = common_start(a, b).min(outside(a));
    let tail = common_end(a, b).min(outside_end(a));
    let slack = WIDER_RIGHT + (head + tail).saturating_sub(shorter);
    let mut gaps = vec![];
    for p in (head.saturating_sub(WIDER_RIGHT)..=head).rev() {
        for q in (tail.saturating_sub(WIDER_RIGHT)..=tail).rev() {
            if p + q <= shorter && (head - p) + (tail - q) <= slack {
                gaps.push((p, q));
            }
        }
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::commands::task::tests::task;

    #[test]
    fn one_gap_is_found_with_its_members() {
        let task =
            task(&["go to the red door -> GO ( red )", "go to the blue door -> GO ( blue )"]);
        let mut store = Store::default();
        let ids: Vec<BodyId> =
            task.examples.iter().map(|e| store.intern(&task, &e.input, &e.output)).collect();
        let mut patterns = Patterns::default();
        let range = patterns.of_pair(&task, &mut store, ids[0], ids[1], usize::MAX);
        let narrow = range
            .clone()
            .map(|i| patterns.entry(i))
            .find(|c| c.widest_left == 1 && c.widest_right == 1)
            .unwrap();
        let (left, right) = patterns.get(narrow.pattern).template(3, true);
        assert_eq!(left.len(), 5);
        assert_eq!(left[3], Symbol::slot(3));
        assert_eq!(right[2], Symbol::slot(0));
        assert_eq!(patterns.of_pair(&task, &mut store, ids[0], ids[1], usize::MAX), range);
    }
}
