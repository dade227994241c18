//! Rules compiled for matching: flat arrays, every offset known in advance.
//!
//! A left side is cut at its elastic variables (x and y) into *segments* of fixed width, so a left
//! side with N elastic variables has N + 1 segments, the first tied to the start of the sequence
//! and the last to its end. Matching comes down to placing the segments between those two, and every
//! variable's words lie at a fixed offset from the places of one segment and the next.

use crate::grammar::{Pattern, Piece, Right, Rule, Term, Variable, VariableKind};
use crate::vocabulary::Word;
use std::collections::HashMap;

/// An index into one of a program's arrays, or the absence of one.
pub(crate) const NONE: u32 = u32::MAX;

/// A grammar's rules in the form that the [`Evaluator`](crate::Evaluator) runs.
///
/// Invariants: ranges index the arrays beside them; the rules are in the grammar's order; every
/// operation of rule `r` stands for the item of its right side with the same number.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) rules: Vec<RuleCode>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) operations: Vec<Operation>,
    /// Where the words of each word's anchored rules start in `anchored`; one more than words.
    pub(crate) anchor_starts: Vec<u32>,
    /// Rules that can only match where a certain word stands, grouped by that word.
    pub(crate) anchored: Vec<u32>,
    /// Rules without any word on the left, which can match anywhere.
    pub(crate) unanchored: Vec<u32>,
    /// By word: the first rule that matches the word alone, [`NONE`] where no rule does.
    pub(crate) alone: Vec<u32>,
    /// The same for a word that no rule names.
    pub(crate) alone_unknown: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleCode {
    /// The fewest words that can match.
    pub(crate) least: u32,
    /// Whether no other number of words can match: there is one segment, and no elastic variable.
    pub(crate) exact: bool,
    /// Whether the right side names no variable, so that it needs no frame to run.
    pub(crate) constant: bool,
    /// How many variables the right side names more than once; each has a slot for its value.
    pub(crate) slots: u32,
    pub(crate) segments: (u32, u32),
    pub(crate) operations: (u32, u32),
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

/// One item of a right side.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Token(Word),
    /// A number and its factor, multiplied at run time so that overflow shows there.
    Number(i64, i64),
    Variable(Recall),
}

/// A variable on the right: where its words are, and what becomes of their value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recall {
    /// Its words start at the place of this segment of the rule, plus the offset …
    pub(crate) start: (u32, u32),
    /// … and end before the place of this one, plus the offset.
    pub(crate) end: (u32, u32),
    /// Where its value is kept for the next time, [`NONE`] if it is named once.
    pub(crate) slot: u32,
    /// Whether this is not the first time, so that the slot has the value.
    pub(crate) again: bool,
    /// In a sum, what the value is multiplied by.
    pub(crate) factor: i64,
}

impl Program {
    /// Compiles well-formed rules whose words are all below `words`.
    pub(crate) fn compile(rules: &[Rule], words: usize) -> Self {
        let mut program = Self {
            rules: Vec::with_capacity(rules.len()),
            segments: Vec::new(),
            literals: Vec::new(),
            operations: Vec::new(),
            anchor_starts: Vec::new(),
            anchored: Vec::new(),
            unanchored: Vec::new(),
            alone: Vec::new(),
            alone_unknown: NONE,
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

    /// The segments of a left side; where each variable's words start and end.
    fn left(&mut self, rule: &Rule) -> HashMap<Variable, Recall> {
        let first = self.segments.len() as u32;
        let mut places = HashMap::new();
        let mut literals = self.literals.len() as u32;
        let (mut index, mut width, mut least, mut before) = (0, 0, 0, 0);
        let place = |start, end| Recall { start, end, slot: NONE, again: false, factor: 1 };
        for pattern in &rule.left {
            match pattern {
                Pattern::Word(word) => {
                    self.literals.push(Literal { offset: width, word: *word });
                    width += 1;
                }
                Pattern::Variable(variable) if variable.kind == VariableKind::One => {
                    places.insert(*variable, place((index, width), (index, width + 1)));
                    width += 1;
                }
                Pattern::Variable(variable) => {
                    places.insert(*variable, place((index, width), (index + 1, 0)));
                    let gap = u32::from(variable.kind == VariableKind::Some);
                    let end = self.literals.len() as u32;
                    self.segments.push(Segment { literals: (literals, end), width, before, gap });
                    before += width + gap;
                    least = before;
                    (index, width, literals) = (index + 1, 0, end);
                }
            }
        }
        let end = self.literals.len() as u32;
        self.segments.push(Segment { literals: (literals, end), width, before, gap: 0 });
        self.rules.push(RuleCode {
            least: least + width,
            exact: index == 0,
            constant: true,
            slots: 0,
            segments: (first, self.segments.len() as u32),
            operations: (0, 0),
        });
        places
    }

    fn right(&mut self, rule: &Rule, places: &HashMap<Variable, Recall>) {
        let first = self.operations.len();
        match &rule.right {
            Right::Tokens(pieces) => {
                self.operations.extend(pieces.iter().map(|piece| match piece {
                    Piece::Token(word) => Operation::Token(*word),
                    Piece::Variable(variable) => Operation::Variable(places[variable]),
                }))
            }
            Right::Sum(terms) => self.operations.extend(terms.iter().map(|term| match term {
                Term::Number(number, factor) => Operation::Number(*number, factor.unwrap_or(1)),
                Term::Variable(variable, factor) => {
                    let factor = factor.unwrap_or(1);
                    Operation::Variable(Recall { factor, ..places[variable] })
                }
            })),
        }
        let code = self.rules.last_mut().expect("the left side was compiled before");
        code.operations = (first as u32, self.operations.len() as u32);
        // Give every variable that is named twice a slot, found by where its words are.
        let mut seen: HashMap<(u32, u32), usize> = HashMap::new();
        for index in first..self.operations.len() {
            let Operation::Variable(recall) = self.operations[index] else { continue };
            code.constant = false;
            let Some(&earlier) = seen.get(&recall.start) else {
                seen.insert(recall.start, index);
                continue;
            };
            let slot = match &mut self.operations[earlier] {
                Operation::Variable(earlier) if earlier.slot == NONE => {
                    earlier.slot = code.slots;
                    code.slots += 1;
                    earlier.slot
                }
                Operation::Variable(earlier) => earlier.slot,
                _ => unreachable!("only variables are in the map"),
            };
            self.operations[index] = Operation::Variable(Recall { slot, again: true, ..recall });
        }
    }

    /// The words that a rule names on its left.
    fn literals_of(&self, rule: usize) -> &[Literal] {
        let (first, end) = self.rules[rule].segments;
        let (first, last) = (&self.segments[first as usize], &self.segments[end as usize - 1]);
        &self.literals[first.literals.0 as usize..last.literals.1 as usize]
    }

    /// Finds, for every word, the first rule that matches it alone.
    fn index_single_words(&mut self, words: usize) {
        self.alone = vec![NONE; words];
        for rule in 0..self.rules.len() {
            let code = &self.rules[rule];
            if code.least > 1 {
                continue;
            }
            let first = match *self.literals_of(rule) {
                [] => &mut self.alone_unknown,
                [literal] => &mut self.alone[literal.word.index()],
                _ => unreachable!("a sequence of one word has room for one"),
            };
            *first = (*first).min(rule as u32);
        }
        for first in &mut self.alone {
            *first = (*first).min(self.alone_unknown);
        }
    }

    /// Groups the rules by a word that they need, the one that fewest rules have.
    fn index_anchors(&mut self, words: usize) {
        let mut rarity = vec![0u32; words];
        for literal in &self.literals {
            rarity[literal.word.index()] += 1;
        }
        let mut anchors: Vec<(Word, u32)> = Vec::new();
        for rule in 0..self.rules.len() {
            let code = &self.rules[rule];
            if code.exact && code.least == 1 {
                continue; // `alone` serves these
            }
            match self.literals_of(rule).iter().min_by_key(|l| rarity[l.word.index()]) {
                Some(literal) => anchors.push((literal.word, rule as u32)),
                None => self.unanchored.push(rule as u32),
            }
        }
        anchors.sort_unstable();
        self.anchor_starts = vec![0; words + 1];
        for (word, _) in &anchors {
            self.anchor_starts[word.index() + 1] += 1;
        }
        for word in 0..words {
            self.anchor_starts[word + 1] += self.anchor_starts[word];
        }
        self.anchored = anchors.into_iter().map(|(_, rule)| rule).collect();
    }
}
