//! From rules to a program.

use super::{
    Alone, Anchored, Base, Gives, Literal, NONE, Operation, Pivot, Place, Probe, Program, Recall,
    RuleCode, SectionCode, Segment,
};
use crate::language::rule::{Domain, Pattern, Piece, Right, Rule, Term, Variable, VariableKind};
use crate::language::section::Section;
use crate::language::vocabulary::{Vocabulary, Word};
use std::collections::HashMap;

/// Where a variable's words start or end: the number of a segment, and an offset in it.
type Spot = (usize, u32);

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
    if period > 0 && length.is_multiple_of(period) { period } else { length }
}

impl Program {
    /// Compiles well-formed rules whose words are all below `words`.
    pub fn compile(domain: Domain, rules: &[Rule], words: usize) -> Self {
        let mut program = Self {
            domain,
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
            alone_unknown: Alone { rule: NONE, gives: Gives::More },
            sections: None,
        };
        for rule in rules {
            let places = program.left(rule);
            program.right(rule, &places);
        }
        program.index_single_words(words);
        program.index_anchors(words);
        program
    }

    /// Compiles sections of well-formed rules.
    pub(crate) fn compile_sections(sections: &[Section], vocabulary: &Vocabulary) -> Self {
        let domain = sections.first().map_or(Domain::Words, |section| section.domain);
        let code = SectionCode::compile(sections, vocabulary);
        Self { sections: Some(Box::new(code)), ..Self::compile(domain, &[], 0) }
    }

    /// Compiles a left side, and says where each variable's words will be.
    fn left(&mut self, rule: &Rule) -> HashMap<Variable, Recall> {
        let first = self.segments.len();
        let mut spots: Vec<(Variable, Spot, Spot)> = Vec::new();
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
                Pattern::Typed(..) | Pattern::Group(_) => {
                    unreachable!("rules with sections or groups are compiled otherwise")
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
        let place = |(index, offset): Spot| match index {
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
                        Piece::Copy(_) => {
                            unreachable!("rules that copy are compiled otherwise")
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
        let gives = match operations {
            [Operation::Token(token), Operation::End { .. }] => Gives::Token(*token),
            [Operation::Number(index), Operation::End { .. }] => Gives::Number(*index),
            [Operation::End { .. }] => Gives::Nothing,
            _ => Gives::More,
        };
        Alone { rule, gives }
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
