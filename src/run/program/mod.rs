//! Rules compiled for matching: flat arrays, every offset known in advance.
//!
//! A left side is cut at its elastic variables (x and y) into *segments* of fixed width, so a left
//! side with N elastic variables has N + 1 segments, the first tied to the start of the sequence
//! and the last to its end. Matching comes down to placing the segments between those two, and every
//! variable's words lie at a fixed offset from one of these places.
//!
//! Nearly all rules have at most one word tied to an end of the sequence, the *probe*, and at most
//! one between, the *pivot*. Those two decide them; the others are placed segment by segment.

pub(crate) mod circles;
pub(crate) mod sections;
mod compile;

use crate::language::rule::Domain;
use crate::language::vocabulary::Word;
use sections::SectionCode;

/// An index into one of a program's arrays, or the absence of one.
pub(crate) const NONE: u32 = u32::MAX;

/// Inputs of at most this many words are scanned: that is faster than looking anything up.
pub(crate) const SHORT: usize = 32;

/// What stands in the lowest bits of a key ([`Program::keys`]) for the first place of an input; below it, further places.
pub(crate) const LAST_PLACE: u32 = SHORT as u32 - 1;
/// The key of a word that lets no rule match, and the last one of those that do.
pub(crate) const NO_KEY: i32 = i32::MAX;
pub(crate) const LAST_KEY: i32 = NO_KEY - SHORT as i32;

/// A grammar's rules in the form that the [`Evaluator`](crate::Evaluator) runs.
///
/// Invariants: ranges index the arrays beside them; the rules are in the grammar's order; every
/// operation that names a variable stands for the item of the right side with the same number.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) domain: Domain,
    pub(crate) rules: Vec<RuleCode>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) recalls: Vec<Recall>,
    /// Each with its factor. They are multiplied at run time, so that overflow shows there.
    pub(crate) numbers: Vec<(i64, i64)>,
    /// By word: the first of the rules of several words that can only match where it stands.
    pub(crate) anchors: Vec<Anchor>,
    /// By word, if places decide: the number of that rule, and below it [`LAST_PLACE`].
    pub(crate) keys: Vec<i32>,
    /// Further rules of those words.
    pub(crate) further_anchors: Vec<Anchor>,
    /// Whether the place of its anchor decides every rule that has one, and length those that have none.
    pub(crate) places_decide: bool,
    /// The rules without any word on the left, which can match anywhere, as a set: a bit each.
    pub(crate) unanchored: Vec<u64>,
    /// The first of them, or [`NONE`].
    pub(crate) first_unanchored: u32,
    /// By word: what becomes of the word alone.
    pub(crate) alone: Vec<Alone>,
    /// What becomes of a word alone that no rule names.
    pub(crate) alone_unknown: Alone,
    /// What is run instead of all this, if the grammar has sections or anything else that the rules
    /// of the paper do not have.
    pub(crate) sections: Option<Box<SectionCode>>,
}

/// A rule that needs a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// [`NONE`] if there is none.
    pub(crate) rule: u32,
    /// The next rule of the same word: an index into [`Program::further_anchors`], or [`NONE`].
    pub(crate) next: u32,
    /// How many words there have to be before it and after it: at least so many, and at most so many more. Only where
    /// [`Program::places_decide`].
    pub(crate) before: (u32, u32),
    pub(crate) after: (u32, u32),
}

impl Anchor {
    /// As many more as there are: no sequence is longer than this.
    pub(crate) const ANY: u32 = i32::MAX as u32;

    pub(crate) const NO_RULE: Self = Self { rule: NONE, next: NONE, before: (0, 0), after: (0, 0) };

    /// Whether the rule matches a sequence that has so many words before its anchor and after it.
    #[inline(always)]
    pub(crate) fn fits(&self, before: u32, after: u32) -> bool {
        // What is too few wraps to more than any sequence has.
        before.wrapping_sub(self.before.0) <= self.before.1
            && after.wrapping_sub(self.after.0) <= self.after.1
    }
}

/// What becomes of a word that is a sequence of its own: most of what an evaluation has to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone {
    /// The first rule that matches it; [`NONE`] if no rule does.
    pub(crate) rule: u32,
    pub(crate) gives: Gives,
}

/// What a rule gives, if it takes no frame to find out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gives {
    Token(Word),
    Nothing,
    /// An index into [`Program::numbers`].
    Number(u32),
    /// Something else.
    More,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleCode {
    /// The fewest and the most words that can match.
    pub(crate) least: u32,
    pub(crate) most: u32,
    pub(crate) probe: Probe,
    pub(crate) pivot: Pivot,
    /// Whether probe and pivot decide. If not, the segments have to be placed one by one.
    pub(crate) simple: bool,
    /// How many variables the right side names more than once; each has a slot for its value.
    pub(crate) slots: u32,
    /// Whether it is simple and has no slots.
    pub(crate) plain: bool,
    pub(crate) segments: (u32, u32),
    pub(crate) operations: (u32, u32),
}

/// A word that stands at a fixed place of every sequence that a rule matches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// The word; [`Word::UNKNOWN`] if the rule has none at a fixed place.
    pub(crate) word: Word,
    /// Whether its place is counted from the end of the sequence, or from its start.
    pub(crate) from_end: bool,
    /// How far it is from there, to either side.
    pub(crate) distance: u32,
}

/// The one word of a simple rule's middle segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pivot {
    /// The word; [`Word::UNKNOWN`] if there is no middle segment.
    pub(crate) word: Word,
    /// The fewest words before it and after it.
    pub(crate) before: u32,
    pub(crate) after: u32,
}

/// A run of words and one-word variables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) literals: (u32, u32),
    pub(crate) width: u32,
    /// The fewest words before it in the sequence.
    pub(crate) before: u32,
    /// The fewest words between it and the next segment.
    pub(crate) gap: u32,
}

/// A word at an offset of its segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal {
    pub(crate) offset: u32,
    pub(crate) word: Word,
}

/// One item of a right side; small, because a long right side is read over and over.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Token(Word),
    /// An index into [`Program::numbers`].
    Number(u32),
    /// A variable of one word that is named once, in a simple rule of several words, and counts once: where its word is,
    /// as a [`MatchPlace`] says it. Most variables are such ones.
    OneWord {
        base: CountedFrom,
        offset: u32,
    },
    /// An index into [`Program::recalls`]: another variable that is named for the first time.
    Variable(u32),
    /// An index into [`Program::recalls`]: a variable whose value has been kept.
    Again(u32),
    /// All tokens of this right side so far, this many times more.
    Repeat(u32),
    /// The last operation of every right side.
    End {
        /// As its rule is.
        plain: bool,
        simple: bool,
    },
}

/// A variable on the right: where its words are, and what becomes of their value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recall {
    /// Its words are those from `start` up to, but without, `end`.
    pub(crate) start: MatchPlace,
    pub(crate) end: MatchPlace,
    /// Where its value is kept for the next time, [`NONE`] if it is named once.
    pub(crate) slot: u32,
    /// In a sum, what the value is multiplied by.
    pub(crate) factor: i64,
}

/// A place in the input, known when a rule has matched: so far from a base, to either side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchPlace {
    pub(crate) base: CountedFrom,
    /// Which segment, if it is counted from one.
    pub(crate) segment: u32,
    /// Added with wrapping, so it can be negative.
    pub(crate) offset: u32,
}

/// What a place is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountedFrom {
    /// The first word of the sequence.
    Start,
    /// The end of the sequence.
    End,
    /// The pivot of a simple rule.
    Pivot,
    /// The first word of a segment, in a rule that is not simple.
    Segment,
}

impl Program {
    /// From this many rules on, places do not decide: the number of a rule and a place have to fit in a key.
    pub(crate) const MOST_BY_PLACES: usize = LAST_KEY as usize / SHORT;

    /// The rules of several words that only match where a word of this index stands, the first one first.
    #[inline(always)]
    pub(crate) fn anchored_at(&self, word: usize) -> impl Iterator<Item = &Anchor> {
        let first = self.anchors.get(word).filter(|anchor| anchor.rule != NONE);
        std::iter::successors(first, |anchor| self.further_anchors.get(anchor.next as usize))
    }

    /// How many words the vocabulary had for which this was compiled.
    pub(crate) fn words(&self) -> usize {
        self.alone.len()
    }

    /// The words that a rule names on its left.
    fn literals_of(&self, rule: usize) -> &[Literal] {
        let (first, end) = self.rules[rule].segments;
        let (first, last) = (&self.segments[first as usize], &self.segments[end as usize - 1]);
        &self.literals[first.literals.0 as usize..last.literals.1 as usize]
    }
}
