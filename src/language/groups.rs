//! Groups on a left side: `the?`, `(take|get|pick up)`, `(in the x1:room)?`.
//!
//! A group is shorthand for several rules that stand where the one rule stands, in the order in
//! which their alternatives are written; an optional part is tried with its words first. A left side
//! keeps its groups as marks among its items, so that it prints as it was written, and is expanded
//! when it is compiled.

use super::rule::{Mark, Pattern, RuleProblem};

/// How deep groups may stand within groups.
pub(super) const DEEPEST: usize = 16;
/// The most items that all the left sides may have together that one left side stands for.
const MOST_ITEMS: usize = 1_000_000;

/// Whether every group is closed and every alternative has an item.
pub(super) fn check(left: &[Pattern]) -> Result<(), RuleProblem> {
    let mut depth = 0;
    let mut empty = false;
    for (index, pattern) in left.iter().enumerate() {
        let broken = RuleProblem::BrokenGroup { left: index };
        match pattern {
            Pattern::Group(Mark::Open) => {
                depth += 1;
                empty = true;
            }
            Pattern::Group(mark) => {
                if empty || depth == 0 {
                    return Err(broken);
                }
                match mark {
                    Mark::Or => empty = true,
                    _ => depth -= 1,
                }
            }
            _ => empty = false,
        }
        if depth > DEEPEST {
            return Err(broken);
        }
    }
    match depth {
        0 => Ok(()),
        _ => Err(RuleProblem::BrokenGroup { left: left.len() - 1 }),
    }
}

/// Several left sides.
type LeftSides = Vec<Vec<Pattern>>;

/// The left sides that `left`, whose groups are well formed, stands for, in their order.
pub(crate) fn expand(left: &[Pattern]) -> Result<Vec<Vec<Pattern>>, RuleProblem> {
    // A group that is open: what came before it, and its alternatives so far.
    let mut open: Vec<(LeftSides, LeftSides)> = Vec::new();
    let mut current: LeftSides = vec![Vec::new()];
    for pattern in left {
        match pattern {
            Pattern::Group(Mark::Open) => {
                open.push((std::mem::replace(&mut current, vec![Vec::new()]), Vec::new()));
            }
            Pattern::Group(Mark::Or) => {
                if let Some((_, alternatives)) = open.last_mut() {
                    alternatives.append(&mut current);
                    current.push(Vec::new());
                }
            }
            Pattern::Group(mark) => {
                let Some((before, mut alternatives)) = open.pop() else { continue };
                alternatives.append(&mut current);
                if *mark == Mark::CloseOptional {
                    alternatives.push(Vec::new());
                }
                current = product(&before, &alternatives)?;
            }
            item => current.iter_mut().for_each(|side| side.push(*item)),
        }
        let items: usize = current.iter().map(Vec::len).sum();
        if current.len() > RuleProblem::MOST_ALTERNATIVES || items > MOST_ITEMS {
            return Err(RuleProblem::TooManyAlternatives);
        }
    }
    Ok(current)
}

/// Every beginning with every continuation.
fn product(
    before: &[Vec<Pattern>],
    after: &[Vec<Pattern>],
) -> Result<Vec<Vec<Pattern>>, RuleProblem> {
    let items = |sides: &[Vec<Pattern>]| sides.iter().map(Vec::len).sum::<usize>();
    let sides = before.len().saturating_mul(after.len());
    let total = items(before)
        .saturating_mul(after.len())
        .saturating_add(items(after).saturating_mul(before.len()));
    if sides > RuleProblem::MOST_ALTERNATIVES || total > MOST_ITEMS {
        return Err(RuleProblem::TooManyAlternatives);
    }
    let joined = |first: &Vec<Pattern>, second: &Vec<Pattern>| [&first[..], second].concat();
    Ok(before.iter().flat_map(|first| after.iter().map(|second| joined(first, second))).collect())
}
