//! Which rule a sequence of words matches, and where its variables' words lie.
//!
//! The language asks for greedy matching from the left with backtracking: the first elastic
//! variable takes as many words as it can. Since no variable stands twice on a left side, that is the
//! same as putting every segment as far right as it can go, beginning with the last one: a segment
//! further right only leaves more room before it. So nothing is ever taken back, and a left side
//! that would backtrack badly costs one scan.

use super::occurrences::Occurrences;
use crate::limits::Limit;
use crate::program::{NONE, Program, RuleCode, Segment};
use crate::vocabulary::Word;

/// A contiguous part of the input, `start..end`. Variables match such parts only, so it is all that
/// an evaluation ever talks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    fn len(self) -> u32 {
        self.end - self.start
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An input prepared for matching against one program.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    occurrences: Occurrences,
    /// The rules that this input could match somewhere, in order: those without words, and those
    /// whose anchor it has.
    candidates: Vec<u32>,
    /// The same as a set, to bring them in order.
    chosen: Vec<u64>,
}

impl Matcher {
    pub(super) fn load(&mut self, program: &Program, input: &[Word]) {
        self.chosen.clear();
        self.chosen.resize(program.rules.len().div_ceil(64), 0);
        let chosen = &mut self.chosen;
        let mut choose = |rule: u32| chosen[rule as usize / 64] |= 1 << (rule % 64);
        program.unanchored.iter().for_each(|rule| choose(*rule));
        self.occurrences.load(input, program.words(), |word| {
            let rules = program.anchor_starts[word]..program.anchor_starts[word + 1];
            program.anchored[rules.start as usize..rules.end as usize]
                .iter()
                .for_each(|rule| choose(*rule));
        });
        self.candidates.clear();
        for (index, bits) in self.chosen.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                self.candidates.push(index as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    pub(super) fn unload(&mut self, input: &[Word]) {
        self.occurrences.unload(input);
    }

    /// The first rule that matches `span`; the places of its segments are pushed on `places`.
    #[inline]
    pub(super) fn first_match(
        &self,
        program: &Program,
        input: &[Word],
        span: Span,
        places: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Limit> {
        if span.len() == 1 {
            budget.spend(1)?;
            let word = input[span.start as usize];
            let rule = program.alone.get(word.index()).copied().unwrap_or(program.alone_unknown);
            if rule != NONE && !program.rules[rule as usize].constant {
                let placed = self.place(program, rule, input, span, places, budget)?;
                debug_assert!(placed, "the table of single words agrees with matching");
            }
            return Ok((rule != NONE).then_some(rule));
        }
        for &rule in &self.candidates {
            if self.place(program, rule, input, span, places, budget)? {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }

    /// Places the segments of `rule` on `span`, and says whether they fit.
    #[inline]
    fn place(
        &self,
        program: &Program,
        rule: u32,
        input: &[Word],
        span: Span,
        places: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<bool, Limit> {
        budget.spend(1)?;
        let RuleCode { least, exact, segments, .. } = program.rules[rule as usize];
        if span.len() < least || (exact && span.len() != least) {
            return Ok(false);
        }
        let segments = &program.segments[segments.0 as usize..segments.1 as usize];
        let (first, last) = (&segments[0], &segments[segments.len() - 1]);
        if !fits(program, first, input, span.start, budget)? {
            return Ok(false);
        }
        if exact {
            places.push(span.start);
            return Ok(true);
        }
        let end = span.end - last.width;
        if !fits(program, last, input, end, budget)? {
            return Ok(false);
        }
        let base = places.len();
        places.resize(base + segments.len(), span.start);
        places[base + segments.len() - 1] = end;
        let mut next = end;
        for index in (1..segments.len() - 1).rev() {
            let segment = &segments[index];
            let bounds = Span { start: span.start + segment.before, end: next - segment.gap };
            let Some(place) = self.last_fit(program, segment, input, bounds, budget)? else {
                places.truncate(base);
                return Ok(false);
            };
            places[base + index] = place;
            next = place;
        }
        Ok(true)
    }

    /// The last place within `bounds` where all of `segment` fits.
    #[inline]
    fn last_fit(
        &self,
        program: &Program,
        segment: &Segment,
        input: &[Word],
        bounds: Span,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Limit> {
        budget.spend(1)?;
        // There is room for it: what follows lies no further left than `before` of it allows.
        let mut end = bounds.end + 1 - segment.width;
        if segment.literals.0 == segment.literals.1 {
            return Ok(Some(end - 1));
        }
        let anchor = program.literals[segment.literals.0 as usize];
        loop {
            let (from, to) = (bounds.start + anchor.offset, end + anchor.offset);
            let Some(found) = self.occurrences.last(anchor.word, from, to) else {
                return Ok(None);
            };
            let place = found - anchor.offset;
            if fits(program, segment, input, place, budget)? {
                return Ok(Some(place));
            }
            end = place;
        }
    }
}

/// Whether the words of `segment` stand at `place`.
#[inline]
fn fits(
    program: &Program,
    segment: &Segment,
    input: &[Word],
    place: u32,
    budget: &mut Budget,
) -> Result<bool, Limit> {
    let literals = &program.literals[segment.literals.0 as usize..segment.literals.1 as usize];
    for (compared, literal) in literals.iter().enumerate() {
        if input[(place + literal.offset) as usize] != literal.word {
            budget.spend(compared as u64 + 1)?;
            return Ok(false);
        }
    }
    budget.spend(literals.len() as u64)?;
    Ok(true)
}

/// The steps that are left.
#[derive(Debug)]
pub(super) struct Budget(pub(super) u64);

impl Budget {
    #[inline]
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Limit> {
        self.0 = self.0.checked_sub(steps).ok_or(Limit::Steps)?;
        Ok(())
    }
}
