//! What two rules share that differ in two to four places at once. It depends on the two
//! bodies alone, so it is found once and kept.

use super::hash::FastMap;
use super::store::{BodyId, Store};
use super::symbol::Symbol;
use super::task::CommandTask;
use crate::arrange::Arrange;

/// Gaps of one template.
const MOST_GAPS: usize = 4;
/// Pairs are forgotten when there are too many of them.
const MOST_PAIRS: usize = 400_000;

/// A rule with gaps: fixed symbols, or the n-th gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GapPiece {
    Fixed(Symbol),
    Gap(usize),
}

/// What two rules have in common, and what each has in the gaps.
pub(crate) struct Shared {
    left: Vec<GapPiece>,
    /// Slots on the right count those fixed on the left only.
    right: Vec<GapPiece>,
    pub(crate) members: Vec<[BodyId; 2]>,
}

/// What pairs of rules share; depends on the two bodies alone.
#[derive(Default)]
pub(crate) struct Gaps {
    pairs: FastMap<(BodyId, BodyId), Option<Box<Shared>>>,
    /// What is kept of pairs that share something.
    shared: usize,
}

/// Common runs of two sides, as pairs of equal places from left to right.
fn common<T: PartialEq>(a: &[T], b: &[T], may: impl Fn(&T) -> bool) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    let mut best = vec![0u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            best[i * width + j] = if a[i] == b[j] && may(&a[i]) {
                best[(i + 1) * width + j + 1] + 1
            } else {
                best[(i + 1) * width + j].max(best[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, vec![]);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] && may(&a[i]) && best[i * width + j] == best[(i + 1) * width + j + 1] + 1 {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Ranges of both sides between the common places.
type Places = Vec<(usize, usize)>;
type Range2 = [(usize, usize); 2];

fn between(pairs: &[(usize, usize)], lengths: [usize; 2]) -> Vec<Range2> {
    let mut gaps = vec![];
    let mut at = (0, 0);
    for &(i, j) in pairs.iter().chain([&(lengths[0], lengths[1])]) {
        if i > at.0 || j > at.1 {
            gaps.push([(at.0, i), (at.1, j)]);
        }
        at = (i + 1, j + 1);
    }
    gaps
}

/// Gaps on the left, none empty: an empty one takes a neighbour in.
fn left_gaps(a: &[Symbol], b: &[Symbol]) -> Option<(Places, Vec<Range2>)> {
    let mut pairs = common(a, b, |_| true);
    loop {
        if pairs.is_empty() {
            return None;
        }
        let gaps = between(&pairs, [a.len(), b.len()]);
        let Some(empty) = gaps.iter().find(|g| g.iter().any(|r| r.0 == r.1)) else {
            return Some((pairs, gaps));
        };
        let after = pairs.iter().position(|p| p.0 >= empty[0].1 && p.1 >= empty[1].1);
        pairs.remove(after.unwrap_or(pairs.len() - 1));
    }
}

/// A token of a right side, seen from the gaps on the left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RightToken {
    Token(Symbol),
    Common(usize),
    Inside(usize, usize),
}

fn seen(left: &[Symbol], right: &[Symbol], gaps: &[(usize, usize)]) -> Vec<RightToken> {
    let mut slots = vec![];
    let mut fixed = 0;
    let mut inside = vec![0; gaps.len()];
    for (i, _) in left.iter().enumerate().filter(|(_, s)| s.is_slot()) {
        match gaps.iter().position(|g| (g.0..g.1).contains(&i)) {
            Some(gap) => {
                slots.push(RightToken::Inside(gap, inside[gap]));
                inside[gap] += 1;
            }
            None => {
                slots.push(RightToken::Common(fixed));
                fixed += 1;
            }
        }
    }
    right.iter().map(|t| t.as_slot().map_or(RightToken::Token(*t), |k| slots[k])).collect()
}

impl Gaps {
    pub(crate) fn of_pair(
        &mut self,
        task: &CommandTask,
        store: &mut Store,
        a: BodyId,
        b: BodyId,
    ) -> Option<&Shared> {
        if self.pairs.len() > MOST_PAIRS {
            *self = Gaps::default();
        }
        let shared = &mut self.shared;
        self.pairs
            .entry((a, b))
            .or_insert_with(|| {
                let found = Shared::of(task, store, a, b).map(Box::new);
                *shared += found.as_ref().map_or(0, |found| found.bytes());
                found
            })
            .as_deref()
    }

    /// The bytes that all of it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.pairs.len() * OF_PAIR + self.shared
    }
}

/// What a pair takes in its table, about.
const OF_PAIR: usize = 32;

impl Shared {
    fn bytes(&self) -> usize {
        let pieces = size_of_val(&self.left[..]) + size_of_val(&self.right[..]);
        size_of::<Self>() + pieces + size_of_val(&self.members[..])
    }

    fn of(task: &CommandTask, store: &mut Store, a: BodyId, b: BodyId) -> Option<Shared> {
        let bodies = [store.get(a), store.get(b)];
        let lefts = bodies.map(|b| b.left.clone());
        let rights = bodies.map(|b| b.right.clone());
        let shorter = lefts[0].len().min(lefts[1].len());
        if shorter < 3 {
            return None;
        }
        let (pairs, gaps) = left_gaps(&lefts[0], &lefts[1])?;
        if !(2..=MOST_GAPS).contains(&gaps.len()) || pairs.len() * 2 < shorter {
            return None;
        }
        let of = |k: usize| gaps.iter().map(|g| g[k]).collect::<Vec<_>>();
        let views = [seen(&lefts[0], &rights[0], &of(0)), seen(&lefts[1], &rights[1], &of(1))];
        let same = common(&views[0], &views[1], |s| !matches!(s, RightToken::Inside(..)));
        let right_gaps = between(&same, [views[0].len(), views[1].len()]);
        // which gap on the left a gap on the right belongs to
        let mut owner = vec![];
        let mut outputs: Vec<Option<[Vec<Symbol>; 2]>> = vec![None; gaps.len()];
        for gap in &right_gaps {
            let content: [&[RightToken]; 2] = [0, 1].map(|k| &views[k][gap[k].0..gap[k].1]);
            if content.iter().any(|c| c.is_empty()) {
                return None;
            }
            let forced = content.iter().flat_map(|c| c.iter()).find_map(|s| match s {
                RightToken::Inside(gap, _) => Some(*gap),
                _ => None,
            });
            let score = |left: usize| {
                (0..2)
                    .map(|k| {
                        let words = &lefts[k][gaps[left][k].0..gaps[left][k].1];
                        content[k]
                            .iter()
                            .filter_map(|s| match s {
                                RightToken::Token(t) => Some(task.links.best_for_token(*t, words)),
                                _ => None,
                            })
                            .fold(0.0, f32::max)
                    })
                    .fold(1.0, f32::min)
            };
            let own = match forced {
                Some(own) => own,
                None => {
                    let best = (0..gaps.len())
                        .max_by(|&x, &y| score(x).total_cmp(&score(y)).then(y.cmp(&x)))?;
                    if score(best) <= 0.05 {
                        return None;
                    }
                    best
                }
            };
            let tokens = |k: usize| -> Option<Vec<Symbol>> {
                content[k]
                    .iter()
                    .map(|s| match s {
                        RightToken::Token(t) => Some(*t),
                        RightToken::Inside(gap, n) if *gap == own => Some(Symbol::slot(*n)),
                        _ => None,
                    })
                    .collect()
            };
            let output = [tokens(0)?, tokens(1)?];
            if !output.iter().all(|o| task.brackets.balanced(o)) {
                return None;
            }
            match &outputs[own] {
                Some(there) if *there != output => return None,
                _ => outputs[own] = Some(output),
            }
            owner.push(own);
        }
        let mut members = vec![];
        for (n, gap) in gaps.iter().enumerate() {
            let output = outputs[n].clone().unwrap_or_default();
            let mut ids = [0; 2];
            for k in 0..2 {
                let words = &lefts[k][gap[k].0..gap[k].1];
                ids[k] = store.intern(task, words, &output[k]);
            }
            members.push(ids);
        }
        let pieces = |same: &[usize], ranges: &[(usize, usize)], owner: &dyn Fn(usize) -> usize| {
            let mut pieces: Vec<(usize, Result<usize, usize>)> =
                same.iter().map(|&i| (i, Ok(i))).collect();
            pieces.extend(ranges.iter().enumerate().map(|(n, r)| (r.0, Err(owner(n)))));
            pieces.arrange_by_key(|p| p.0);
            pieces.into_iter().map(|p| p.1).collect::<Vec<_>>()
        };
        let firsts = |pairs: &[(usize, usize)]| pairs.iter().map(|p| p.0).collect::<Vec<_>>();
        let left = pieces(&firsts(&pairs), &of(0), &|n| n)
            .into_iter()
            .map(|p| p.map_or_else(GapPiece::Gap, |i| GapPiece::Fixed(lefts[0][i])))
            .collect();
        let ranges: Vec<(usize, usize)> = right_gaps.iter().map(|g| g[0]).collect();
        let right = pieces(&firsts(&same), &ranges, &|n| owner[n])
            .into_iter()
            .map(|p| match p {
                Err(gap) => GapPiece::Gap(gap),
                Ok(i) => GapPiece::Fixed(match views[0][i] {
                    RightToken::Common(k) => Symbol::slot(k),
                    RightToken::Token(t) => t,
                    RightToken::Inside(..) => rights[0][i],
                }),
            })
            .collect();
        Some(Shared { left, right, members })
    }

    /// The rule with a slot in each gap.
    pub(crate) fn template(&self, sections: &[usize]) -> (Vec<Symbol>, Vec<Symbol>) {
        let (mut left, mut fixed, mut slot_of) = (vec![], vec![], vec![0; sections.len()]);
        let mut slots = 0;
        for piece in &self.left {
            match *piece {
                GapPiece::Fixed(symbol) => {
                    if symbol.is_slot() {
                        fixed.push(slots);
                        slots += 1;
                    }
                    left.push(symbol);
                }
                GapPiece::Gap(n) => {
                    slot_of[n] = slots;
                    slots += 1;
                    left.push(Symbol::slot(sections[n]));
                }
            }
        }
        let right = self
            .right
            .iter()
            .map(|piece| match *piece {
                GapPiece::Gap(n) => Symbol::slot(slot_of[n]),
                GapPiece::Fixed(t) => t.as_slot().map_or(t, |k| Symbol::slot(fixed[k])),
            })
            .collect();
        (left, right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::commands::task::tests::task;

    #[test]
    fn two_places_that_differ_at_once_are_two_gaps() {
        let task = task(&[
            "go to the bar and give it to robin -> BRING ( bar ) ( robin )",
            "drive to the sink and hand it to hayden -> BRING ( sink ) ( hayden )",
        ]);
        let mut store = Store::default();
        let ids: Vec<BodyId> =
            task.examples.iter().map(|e| store.intern(&task, &e.input, &e.output)).collect();
        let mut gaps = Gaps::default();
        let shared = gaps.of_pair(&task, &mut store, ids[0], ids[1]).unwrap();
        assert_eq!(shared.members.len(), 4);
        let (left, right) = shared.template(&[1, 2, 3, 4]);
        let text = |side: &[Symbol]| {
            side.iter()
                .map(|s| s.as_slot().map_or(task.texts.of(*s).to_owned(), |n| format!("<{n}>")))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(text(&left), "<1> to the <2> and <3> it to <4>");
        assert_eq!(text(&right), "BRING ( <1> ) ( <3> )");
        assert!(store.get(shared.members[0][0]).right.is_empty());
        assert_eq!(*store.get(shared.members[3][0]).left, *store.get(shared.members[3][0]).right);
    }
}
