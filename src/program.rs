//! Rules compiled for matching: flat arrays, every offset known in advance.
//!
//! A left side is cut at its elastic variables (x and y) into *segments* of fixed width, so a left
//! side with N elastic variables has N + 1 segments, the first tied to the start of the sequence
//! and the last to its end. Matching comes down to placing the segments between those two, and every
//! variable's words lie at a fixed offset from one of these places.
//!
//! Nearly all rules have at most one word tied to an end of the sequence, the *probe*, and at most
//! one between, the *pivot*. Those two decide them; the others are placed segment by segment.

use crate::grammar::{Pattern, Piece, Right, Rule, Term, Variable, VariableKind};
use crate::vocabulary::Word;
use std::collections::HashMap;

/// An index into one of a program's arrays, or the absence of one.
pub(crate) const NONE: u32 = u32::MAX;

/// A grammar's rules in the form that the [`Evaluator`](crate::Evaluator) runs.
///
/// Invariants: ranges index the arrays beside them; the rules are in the grammar's order; every
/// operation that names a variable stands for the item of the right side with the same number.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) rules: Vec<RuleCode>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) recalls: Vec<Recall>,
    /// Each with its factor. They are multiplied at run time, so that overflow shows there.
    pub(crate) numbers: Vec<(i64, i64)>,
    /// By word: the rules that can only match where it stands.
    pub(crate) anchored: Vec<Anchored>,
    /// What `anchored` refers to.
    pub(crate) others: Vec<u32>,
    /// The rules without any word on the left, which can match anywhere, as a set: a bit each.
    pub(crate) unanchored: Vec<u64>,
    /// By word: what becomes of the word alone.
    pub(crate) alone: Vec<Alone>,
    /// The same for a word that no rule names.
    pub(crate) alone_unknown: Alone,
}

/// The rules that are anchored at a word. In most grammars they lie close together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Anchored {
    /// Those among the 64 rules of this block, a bit each.
    pub(crate) rules: u64,
    pub(crate) block: u32,
    /// Those in other blocks, as a part of [`Program::others`].
    pub(crate) others: (u32, u32),
}

/// What becomes of a word that is a sequence of its own: most of what an evaluation has to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone {
    /// The first rule that matches it; [`NONE`] if no rule does.
    pub(crate) rule: u32,
    /// What that rule gives, if it is a single token; [`Word::UNKNOWN`] if it is not.
    pub(crate) token: Word,
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
    /// An index into [`Program::recalls`]: a variable that is named for the first time.
    Variable(u32),
    /// The same for one whose value has been kept.
    Again(u32),
    /// All tokens of this right side so far, this many times more.
    Repeat(u32),
    /// The last operation of every right side.
    End {
        /// Whether the rule is simple, so that its frame holds no places.
        simple: bool,
    },
}

/// A variable on the right: where its words are, and what becomes of their value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recall {
    /// Its words are those from `start` up to, but without, `end`.
    pub(crate) start: Place,
    pub(crate) end: Place,
    /// Where its value is kept for the next time, [`NONE`] if it is named once.
    pub(crate) slot: u32,
    /// In a sum, what the value is multiplied by.
    pub(crate) factor: i64,
}

/// A place in the input, known when a rule has matched: so far from a base, to either side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) base: Base,
    /// Which segment, if it is counted from one.
    pub(crate) segment: u32,
    /// Added with wrapping, so it can be negative.
    pub(crate) offset: u32,
}

/// What a place is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// The first word of the sequence.
    Start,
    /// The end of the sequence.
    End,
    /// The pivot of a simple rule.
    Pivot,
    /// The first word of a segment, in a rule that is not simple.
    Segment,
}

/// The shortest length of which `pieces` is a repetition; its own length if it is none. Most right
/// sides that have a variable twice are repetitions as a whole: `[x1] [x1]`.
fn period(pieces: &[Piece]) -> usize {
    let length = pieces.len();
    // The longest proper prefix that is also a suffix, for each prefix (Knuth, Morris and Pratt).
    let mut borders = vec![0; length];
    for index in 1..length {
        let mut border = borders[index - 1];
        while border > 0 && pieces[border] != pieces[index] {
            border = borders[border - 1];
        }
        borders[index] = border + usize::from(pieces[border] == pieces[index]);
    }
    let period = length - borders.last().unwrap_or(&0);
    if period > 0 && length % period == 0 { period } else { length }
}

impl Program {
    /// Compiles well-formed rules whose words are all below `words`.
    pub(crate) fn compile(rules: &[Rule], words: usize) -> Self {
        let mut program = Self {
            rules: Vec::with_capacity(rules.len()),
            segments: Vec::new(),
            literals: Vec::new(),
            operations: Vec::new(),
            recalls: Vec::new(),
            numbers: Vec::new(),
            anchored: Vec::new(),
            others: Vec::new(),
            unanchored: Vec::new(),
            alone: Vec::new(),
            alone_unknown: Alone { rule: NONE, token: Word::UNKNOWN },
        };
        for rule in rules {
            let places = program.left(rule);
            program.right(rule, &places);
        }
        program.index_single_words(words);
        program.index_anchors(words);
        program
    }

    /// How many words the vocabulary had for which this was compiled.
    pub(crate) fn words(&self) -> usize {
        self.alone.len()
    }

    /// Compiles a left side, and says where each variable's words will be.
    fn left(&mut self, rule: &Rule) -> HashMap<Variable, Recall> {
        let first = self.segments.len();
        // Where a variable's words start and end: the number of a segment and an offset in it.
        let mut spots: Vec<(Variable, (usize, u32), (usize, u32))> = Vec::new();
        let mut literals = self.literals.len() as u32;
        let (mut index, mut width, mut before) = (0, 0, 0);
        for pattern in &rule.left {
            match pattern {
                Pattern::Word(word) => {
                    self.literals.push(Literal { offset: width, word: *word });
                    width += 1;
                }
                Pattern::Variable(variable) if variable.kind == VariableKind::One => {
                    spots.push((*variable, (index, width), (index, width + 1)));
                    width += 1;
                }
                Pattern::Variable(variable) => {
                    spots.push((*variable, (index, width), (index + 1, 0)));
                    let gap = u32::from(variable.kind == VariableKind::Some);
                    let end = self.literals.len() as u32;
                    self.segments.push(Segment { literals: (literals, end), width, before, gap });
                    before += width + gap;
                    (index, width, literals) = (index + 1, 0, end);
                }
            }
        }
        let end = self.literals.len() as u32;
        self.segments.push(Segment { literals: (literals, end), width, before, gap: 0 });
        let least = before + width;
        let segments = &self.segments[first..];
        let (probe, pivot, simple) = self.decisive(segments, least);
        self.rules.push(RuleCode {
            least,
            most: if segments.len() == 1 { least } else { u32::MAX },
            probe,
            pivot,
            simple,
            slots: 0,
            segments: (first as u32, self.segments.len() as u32),
            operations: (0, 0),
        });
        let place = |(index, offset): (usize, u32)| match index {
            _ if !simple => Place { base: Base::Segment, segment: index as u32, offset },
            0 => Place { base: Base::Start, segment: 0, offset },
            1 if segments.len() == 3 => {
                let word = self.literals[segments[1].literals.0 as usize];
                Place { base: Base::Pivot, segment: 0, offset: offset.wrapping_sub(word.offset) }
            }
            _ => {
                let width = segments[segments.len() - 1].width;
                Place { base: Base::End, segment: 0, offset: offset.wrapping_sub(width) }
            }
        };
        let recall =
            |start, end| Recall { start: place(start), end: place(end), slot: NONE, factor: 1 };
        spots.into_iter().map(|(variable, start, end)| (variable, recall(start, end))).collect()
    }

    /// The probe and the pivot of a rule, and whether there is nothing else to decide it.
    fn decisive(&self, segments: &[Segment], least: u32) -> (Probe, Pivot, bool) {
        let literals = |segment: &Segment| {
            &self.literals[segment.literals.0 as usize..segment.literals.1 as usize]
        };
        let (first, last) = (&segments[0], &segments[segments.len() - 1]);
        let head = literals(first);
        let tail = if segments.len() == 1 { &[] } else { literals(last) };
        let (word, from_end, distance) = match (head, tail) {
            ([head, ..], _) => (head.word, false, head.offset),
            (_, [tail, ..]) => (tail.word, true, last.width - tail.offset),
            _ => (Word::UNKNOWN, false, 0),
        };
        let probe = Probe { word, from_end, distance };
        let mut pivot = Pivot { word: Word::UNKNOWN, before: 0, after: 0 };
        let one_at_most = head.len() + tail.len() <= 1;
        let simple = match segments {
            [_] | [_, _] => one_at_most,
            [_, middle, _] if one_at_most && literals(middle).len() == 1 => {
                let Literal { word, offset } = literals(middle)[0];
                let before = middle.before + offset;
                pivot = Pivot { word, before, after: least - before - 1 };
                true
            }
            _ => false,
        };
        (probe, pivot, simple)
    }

    fn right(&mut self, rule: &Rule, places: &HashMap<Variable, Recall>) {
        let first = self.operations.len() as u32;
        let mut named = HashMap::new();
        let mut slots = 0;
        match &rule.right {
            Right::Tokens(pieces) => {
                let period = period(pieces);
                for piece in &pieces[..period] {
                    let operation = match piece {
                        Piece::Token(word) => Operation::Token(*word),
                        Piece::Variable(variable) => {
                            self.recall(*variable, places[variable], &mut named, &mut slots)
                        }
                    };
                    self.operations.push(operation);
                }
                if period < pieces.len() {
                    let more = pieces.len() / period - 1;
                    self.operations.push(Operation::Repeat(more as u32));
                }
            }
            Right::Sum(terms) => {
                for term in terms {
                    let operation = match term {
                        Term::Number(number, factor) => {
                            self.numbers.push((*number, factor.unwrap_or(1)));
                            Operation::Number(self.numbers.len() as u32 - 1)
                        }
                        Term::Variable(variable, factor) => {
                            let recall = Recall { factor: factor.unwrap_or(1), ..places[variable] };
                            self.recall(*variable, recall, &mut named, &mut slots)
                        }
                    };
                    self.operations.push(operation);
                }
            }
        }
        let code = self.rules.last_mut().expect("the left side was compiled before");
        self.operations.push(Operation::End { simple: code.simple });
        code.operations = (first, self.operations.len() as u32);
        code.slots = slots;
    }

    /// The operation that names `variable`. The second one gives it a slot for its value.
    fn recall(
        &mut self,
        variable: Variable,
        mut recall: Recall,
        named: &mut HashMap<Variable, usize>,
        slots: &mut u32,
    ) -> Operation {
        let index = self.recalls.len();
        let Some(&first) = named.get(&variable) else {
            named.insert(variable, index);
            self.recalls.push(recall);
            return Operation::Variable(index as u32);
        };
        let slot = &mut self.recalls[first].slot;
        if *slot == NONE {
            *slot = *slots;
            *slots += 1;
        }
        recall.slot = *slot;
        self.recalls.push(recall);
        Operation::Again(index as u32)
    }

    /// The words that a rule names on its left.
    fn literals_of(&self, rule: usize) -> &[Literal] {
        let (first, end) = self.rules[rule].segments;
        let (first, last) = (&self.segments[first as usize], &self.segments[end as usize - 1]);
        &self.literals[first.literals.0 as usize..last.literals.1 as usize]
    }

    /// Finds, for every word, the first rule that matches it alone.
    fn index_single_words(&mut self, words: usize) {
        let mut named = vec![NONE; words];
        let mut unknown = NONE;
        for rule in 0..self.rules.len() {
            if self.rules[rule].least > 1 {
                continue;
            }
            let first = match *self.literals_of(rule) {
                [] => &mut unknown,
                [literal] => &mut named[literal.word.index()],
                _ => unreachable!("a sequence of one word has room for one"),
            };
            *first = (*first).min(rule as u32);
        }
        self.alone_unknown = self.alone(unknown);
        self.alone = named.into_iter().map(|rule| self.alone(rule.min(unknown))).collect();
    }

    fn alone(&self, rule: u32) -> Alone {
        let operations = match self.rules.get(rule as usize) {
            Some(code) => &self.operations[code.operations.0 as usize..code.operations.1 as usize],
            None => &[],
        };
        let token = match operations {
            [Operation::Token(token), Operation::End { .. }] => *token,
            _ => Word::UNKNOWN,
        };
        Alone { rule, token }
    }

    /// Groups the rules by a word that they need, the one that fewest rules have.
    fn index_anchors(&mut self, words: usize) {
        let mut rarity = vec![0u32; words];
        for literal in &self.literals {
            rarity[literal.word.index()] += 1;
        }
        self.unanchored = vec![0; self.rules.len().div_ceil(64).max(1)];
        let mut anchors: Vec<(Word, u32)> = Vec::new();
        for rule in 0..self.rules.len() {
            if self.rules[rule].most == 1 {
                continue; // `alone` serves these
            }
            match self.literals_of(rule).iter().min_by_key(|l| rarity[l.word.index()]) {
                Some(literal) => anchors.push((literal.word, rule as u32)),
                None => self.unanchored[rule / 64] |= 1 << (rule % 64),
            }
        }
        anchors.sort_unstable();
        self.anchored = vec![Anchored::default(); words];
        for (word, rule) in anchors {
            let anchored = &mut self.anchored[word.index()];
            if anchored.rules == 0 {
                let end = self.others.len() as u32;
                *anchored = Anchored { rules: 0, block: rule / 64, others: (end, end) };
            }
            if anchored.block == rule / 64 {
                anchored.rules |= 1 << (rule % 64);
            } else {
                self.others.push(rule);
                anchored.others.1 += 1;
            }
        }
    }
}
