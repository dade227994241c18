//! Which rule a sequence of words matches, and where its variables' words lie.
//!
//! The language asks for greedy matching from the left with backtracking: the first elastic
//! variable takes as many words as it can. Since no variable stands twice on a left side, that is the
//! same as putting every segment as far right as it can go, beginning with the last one: a segment
//! further right only leaves more room before it. So nothing is ever taken back, and a left side
//! that would backtrack badly costs one scan.
//!
//! Where the place of one word decides every rule, as in the paper's class of grammars, a short sequence is gone through
//! once, and each word says which rule it would let match. Long sequences are not: there, what is needed is looked up.

use super::occurrences::Occurrences;
use crate::language::vocabulary::Word;
use crate::run::program::{
    Alone, Anchor, LAST_KEY, LAST_PLACE, Literal, NO_KEY, NONE, Pivot, Probe, Program, RuleCode,
    SHORT, Segment,
};

/// A contiguous part of the input, `start..end`. Variables match such parts only, so it is all that
/// an evaluation ever talks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn len(self) -> u32 {
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
    /// The set of rules that this input could match somewhere, a bit each: those without words, and
    /// those whose anchor it has.
    candidates: Vec<u64>,
    /// Whether the input is gone through, by `keys`, and nothing else is prepared.
    short: bool,
    /// By place of a short input: the first rule that its word could let match, and below that the place, counted from the
    /// last that there can be. The smallest key of a sequence is the first rule, at the last of its places.
    keys: [i32; SHORT],
}

impl Matcher {
    #[inline]
    pub(super) fn load(&mut self, program: &Program, input: &[Word]) {
        self.short = input.len() <= SHORT && program.places_decide;
        if !self.short {
            return self.look_up(program, input);
        }
        for (place, (word, key)) in input.iter().zip(&mut self.keys).enumerate() {
            let of_word = program.keys.get(word.index()).copied().unwrap_or(NO_KEY);
            *key = of_word - place as i32;
        }
    }

    fn look_up(&mut self, program: &Program, input: &[Word]) {
        self.candidates.clear();
        self.candidates.extend_from_slice(&program.unanchored);
        let candidates = self.candidates.as_mut_slice();
        self.occurrences.load(input, program.words(), |word| {
            for anchor in program.anchored_at(word) {
                candidates[anchor.rule as usize / 64] |= 1 << (anchor.rule % 64);
            }
        });
    }

    #[inline]
    pub(super) fn unload(&mut self, input: &[Word]) {
        if !self.short {
            self.occurrences.unload(input);
        }
    }

    /// The first rule that matches `span`. If it is not simple, the places of its segments are
    /// written to `places` from `base` on. Without a budget, nothing matches any more.
    #[inline(always)]
    pub(super) fn first_match(
        &self,
        program: &Program,
        input: &[Word],
        span: Span,
        (places, base): (&mut Vec<u32>, u32),
        budget: &mut StepsLeft,
    ) -> Option<Match> {
        if self.short {
            return self.first_in_short(program, input, span, budget);
        }
        if span.len() == 1 {
            let Alone { rule, .. } = alone(program, input[span.start as usize]);
            budget.spend(1);
            if rule == NONE || budget.exhausted() {
                return None;
            }
            let code = &program.rules[rule as usize];
            let pivot = self.attempt(program, code, input, span, (places, base), budget)?;
            return Some(Match { rule, pivot });
        }
        for (index, set) in self.candidates.iter().enumerate() {
            // A grammar of very many rules has very many sets to look at.
            budget.spend(1);
            if budget.exhausted() {
                return None;
            }
            let mut set = *set;
            while set != 0 {
                let rule = index as u32 * 64 + set.trailing_zeros();
                set &= set - 1;
                budget.spend(1);
                let code = &program.rules[rule as usize];
                let attempt = self.attempt(program, code, input, span, (places, base), budget);
                if let Some(pivot) = attempt {
                    return Some(Match { rule, pivot });
                }
            }
        }
        None
    }

    /// The first rule that matches `span` of a short input.
    #[inline(always)]
    fn first_in_short(
        &self,
        program: &Program,
        input: &[Word],
        span: Span,
        budget: &mut StepsLeft,
    ) -> Option<Match> {
        budget.spend(u64::from(span.len()));
        if span.len() == 1 {
            let Alone { rule, .. } = alone(program, input[span.start as usize]);
            return (rule != NONE).then_some(Match { rule, pivot: span.start });
        }
        let mut key = NO_KEY;
        for other in &self.keys[span.range()] {
            key = key.min(*other);
        }
        let mut first = Match { rule: NONE, pivot: LAST_PLACE - (key as u32 & LAST_PLACE) };
        if key <= LAST_KEY {
            budget.spend(1);
            let anchor = &program.anchors[input[first.pivot as usize].index()];
            if anchor.fits(first.pivot - span.start, span.end - 1 - first.pivot) {
                first.rule = key as u32 / SHORT as u32;
            } else {
                // A copy, so that the budget itself can stay in a register.
                let copy = StepsLeft(budget.0);
                (first, *budget) =
                    first_by_all_rules(program, &input[span.range()], span.start, copy);
            }
        }
        if program.first_unanchored < first.rule {
            first_by_length(program, span.len(), &mut first, budget);
        }
        (first.rule != NONE).then_some(first)
    }

    /// Where the pivot of a rule lies on `span`, if the rule matches; anything if it has none.
    #[inline(always)]
    fn attempt(
        &self,
        program: &Program,
        code: &RuleCode,
        input: &[Word],
        span: Span,
        places: (&mut Vec<u32>, u32),
        budget: &mut StepsLeft,
    ) -> Option<u32> {
        if span.len() < code.least || span.len() > code.most {
            return None;
        }
        let Probe { word, from_end, distance } = code.probe;
        let place = if from_end { span.end.wrapping_sub(distance) } else { span.start + distance };
        if word != Word::UNKNOWN && input[place as usize] != word {
            return None;
        }
        if !code.simple {
            // A copy, so that the budget itself can stay in a register.
            let mut copy = StepsLeft(budget.0);
            let placed = self.place(program, code, input, span, places, &mut copy);
            budget.0 = copy.0;
            return placed.then_some(0);
        }
        let Pivot { word, before, after } = code.pivot;
        if word == Word::UNKNOWN {
            return Some(0);
        }
        self.occurrences.last(input, word, span.start + before, span.end - after)
    }

    /// Places the segments of a rule on a `span` that is long enough, and says whether they fit.
    #[inline(never)]
    fn place(
        &self,
        program: &Program,
        code: &RuleCode,
        input: &[Word],
        span: Span,
        (places, base): (&mut Vec<u32>, u32),
        budget: &mut StepsLeft,
    ) -> bool {
        let segments = &program.segments[code.segments.0 as usize..code.segments.1 as usize];
        let base = base as usize;
        if places.len() < base + segments.len() {
            places.resize(base + segments.len(), 0);
        }
        let places = &mut places[base..base + segments.len()];
        let last = segments.len() - 1;
        places[0] = span.start;
        if last == 0 {
            return fits(program, &segments[0], input, span.start, budget);
        }
        let mut next = span.end - segments[last].width;
        places[last] = next;
        if !fits(program, &segments[0], input, span.start, budget)
            || !fits(program, &segments[last], input, next, budget)
        {
            return false;
        }
        for index in (1..last).rev() {
            let segment = &segments[index];
            let bounds = Span { start: span.start + segment.before, end: next - segment.gap };
            let Some(place) = self.last_fit(program, segment, input, bounds, budget) else {
                return false;
            };
            places[index] = place;
            next = place;
        }
        true
    }

    /// The last place within `bounds` where all of `segment` fits.
    fn last_fit(
        &self,
        program: &Program,
        segment: &Segment,
        input: &[Word],
        bounds: Span,
        budget: &mut StepsLeft,
    ) -> Option<u32> {
        budget.spend(1);
        // There is room for it: what follows lies no further left than `before` of it allows.
        let mut end = bounds.end + 1 - segment.width;
        if segment.literals.0 == segment.literals.1 {
            return Some(end - 1);
        }
        let anchor = program.literals[segment.literals.0 as usize];
        while !budget.exhausted() {
            let (from, to) = (bounds.start + anchor.offset, end + anchor.offset);
            let place = self.occurrences.last(input, anchor.word, from, to)? - anchor.offset;
            if fits(program, segment, input, place, budget) {
                return Some(place);
            }
            end = place;
        }
        None
    }
}

/// The first rule that matches `words`, which begin at `start`, by every rule of every word.
#[cold]
#[inline(never)]
fn first_by_all_rules(
    program: &Program,
    words: &[Word],
    start: u32,
    mut budget: StepsLeft,
) -> (Match, StepsLeft) {
    let mut first = Match { rule: NONE, pivot: start };
    // From the end, so that a word that stands in several places is taken at the last.
    for (before, word) in words.iter().enumerate().rev() {
        let sooner = |anchor: &&Anchor| anchor.rule < first.rule;
        for anchor in program.anchored_at(word.index()).take_while(sooner) {
            budget.spend(1);
            if anchor.fits(before as u32, (words.len() - 1 - before) as u32) {
                first = Match { rule: anchor.rule, pivot: start + before as u32 };
                break;
            }
            // Very many rules can have the same word.
            if budget.exhausted() {
                return (first, budget);
            }
        }
    }
    (first, budget)
}

/// Takes the first rule without words that matches so many, if it comes before the rule that has been found.
#[inline(always)]
fn first_by_length(program: &Program, length: u32, first: &mut Match, budget: &mut StepsLeft) {
    for (index, set) in program.unanchored.iter().enumerate() {
        let mut set = *set;
        while set != 0 {
            let rule = index as u32 * 64 + set.trailing_zeros();
            set &= set - 1;
            if rule >= first.rule {
                return;
            }
            budget.spend(1);
            let RuleCode { least, most, .. } = program.rules[rule as usize];
            if least <= length && length <= most {
                first.rule = rule;
                return;
            }
        }
    }
}

/// What becomes of `word` alone.
#[inline(always)]
pub(super) fn alone(program: &Program, word: Word) -> Alone {
    program.alone.get(word.index()).copied().unwrap_or(program.alone_unknown)
}

/// A rule that matches, and the place of its pivot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) rule: u32,
    pub(super) pivot: u32,
}

/// Whether the words of `segment` stand at `place`.
fn fits(
    program: &Program,
    segment: &Segment,
    input: &[Word],
    place: u32,
    budget: &mut StepsLeft,
) -> bool {
    let literals = &program.literals[segment.literals.0 as usize..segment.literals.1 as usize];
    let fits = |literal: &Literal| input[(place + literal.offset) as usize] == literal.word;
    let different = literals.iter().position(|literal| !fits(literal));
    budget.spend(different.unwrap_or(literals.len()) as u64 + 1);
    different.is_none()
}

/// The steps that are left. It may be overdrawn by what one comparison costs, so that the innermost
/// loops only count, and whoever runs them asks.
#[derive(Debug)]
pub(super) struct StepsLeft(i64);

impl StepsLeft {
    pub(super) fn new(steps: u64) -> Self {
        Self(i64::try_from(steps).unwrap_or(i64::MAX))
    }

    #[inline(always)]
    pub(super) fn spend(&mut self, steps: u64) {
        self.0 -= steps as i64;
    }

    #[inline(always)]
    pub(super) fn exhausted(&self) -> bool {
        self.0 < 0
    }

    /// How many of `steps`, with which it was made, are gone.
    pub(super) fn spent(&self, steps: u64) -> u64 {
        steps.min(i64::MAX as u64).saturating_sub(self.0.max(0) as u64)
    }
}
