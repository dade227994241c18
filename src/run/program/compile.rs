//! From rules to a program.

use super::{
    Alone, Anchor, CountedFrom, Gives, LAST_PLACE, Literal, MatchPlace, NO_KEY, NONE, Operation,
    Pivot, Probe, Program, Recall, RuleCode, SectionCode, Segment,
};
use crate::language::rule::{Domain, Pattern, Piece, Right, Rule, Term, Variable, VariableKind};
use crate::language::section::Section;
use crate::language::vocabulary::{Vocabulary, Word};

/// Where a variable's words start or end: the number of a segment, and an offset in it.
type Spot = (usize, u32);

/// A variable of the rule that is being compiled.
struct MatchedVariable {
    variable: Variable,
    /// Where its words start and end.
    spots: (Spot, Spot),
    recall: Recall,
    /// The recall of the first item that names it, or [`NONE`], and its operation.
    first: u32,
    operation: u32,
}

/// The variables of a rule, in their order: to look one up among a few takes less than to hash it.
#[derive(Default)]
struct Variables(Vec<MatchedVariable>);

impl Variables {
    fn get(&mut self, variable: Variable) -> &mut MatchedVariable {
        let place = self.0.binary_search_by_key(&variable, |known| known.variable);
        &mut self.0[place.expect("a right side names variables of its left side")]
    }
}

/// The shortest length of which `pieces` is a repetition; its own length if it is none. Most right
/// sides that have a variable twice are repetitions as a whole: `[x1] [x1]`.
fn period(pieces: &[Piece], borders: &mut Vec<usize>) -> usize {
    let length = pieces.len();
    // The longest proper prefix that is also a suffix, for each prefix (Knuth, Morris and Pratt).
    borders.clear();
    borders.resize(length, 0);
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
            rules: Vec::new(),
            segments: Vec::new(),
            literals: Vec::new(),
            operations: Vec::new(),
            recalls: Vec::new(),
            numbers: Vec::new(),
            anchors: Vec::new(),
            keys: Vec::new(),
            further_anchors: Vec::new(),
            places_decide: false,
            unanchored: Vec::new(),
            first_unanchored: NONE,
            alone: Vec::new(),
            alone_unknown: Alone { rule: NONE, gives: Gives::More },
            sections: None,
        };
        program.compile_again(rules, words);
        program
    }

    /// Compiles other rules instead, with the memory of this program: a search does nothing else for much of its time.
    pub(crate) fn compile_again(&mut self, rules: &[Rule], words: usize) {
        self.rules.clear();
        self.segments.clear();
        self.literals.clear();
        self.operations.clear();
        self.recalls.clear();
        self.numbers.clear();
        let (mut variables, mut borders) = (Variables::default(), Vec::new());
        for rule in rules {
            self.left(rule, &mut variables);
            self.right(rule, &mut variables, &mut borders);
        }
        self.index_single_words(words);
        self.index_anchors(words);
    }

    /// Compiles sections of well-formed rules.
    pub(crate) fn compile_sections(sections: &[Section], vocabulary: &Vocabulary) -> Self {
        let domain = sections.first().map_or(Domain::Words, |section| section.domain);
        let code = SectionCode::compile(sections, vocabulary);
        Self { sections: Some(Box::new(code)), ..Self::compile(domain, &[], 0) }
    }

    /// Compiles a left side, and says where each variable's words will be.
    fn left(&mut self, rule: &Rule, variables: &mut Variables) {
        let first = self.segments.len();
        let anywhere = MatchPlace { base: CountedFrom::Start, segment: 0, offset: 0 };
        let nowhere = Recall { start: anywhere, end: anywhere, slot: NONE, factor: 1 };
        let found = &mut variables.0;
        found.clear();
        let mut add = |variable, start, end| {
            found.push(MatchedVariable {
                variable,
                spots: (start, end),
                recall: nowhere,
                first: NONE,
                operation: NONE,
            });
        };
        let mut literals = self.literals.len() as u32;
        let (mut index, mut width, mut before) = (0, 0, 0);
        for pattern in &rule.left {
            match pattern {
                Pattern::Word(word) => {
                    self.literals.push(Literal { offset: width, word: *word });
                    width += 1;
                }
                Pattern::Variable(variable) if variable.kind == VariableKind::One => {
                    add(*variable, (index, width), (index, width + 1));
                    width += 1;
                }
                Pattern::Variable(variable) => {
                    add(*variable, (index, width), (index + 1, 0));
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
            plain: simple,
            segments: (first as u32, self.segments.len() as u32),
            operations: (0, 0),
        });
        let place = |(index, offset): Spot| match index {
            _ if !simple => {
                MatchPlace { base: CountedFrom::Segment, segment: index as u32, offset }
            }
            0 => MatchPlace { base: CountedFrom::Start, segment: 0, offset },
            1 if segments.len() == 3 => {
                let word = self.literals[segments[1].literals.0 as usize];
                MatchPlace {
                    base: CountedFrom::Pivot,
                    segment: 0,
                    offset: offset.wrapping_sub(word.offset),
                }
            }
            _ => {
                let width = segments[segments.len() - 1].width;
                MatchPlace {
                    base: CountedFrom::End,
                    segment: 0,
                    offset: offset.wrapping_sub(width),
                }
            }
        };
        for MatchedVariable { spots, recall, .. } in &mut *found {
            (recall.start, recall.end) = (place(spots.0), place(spots.1));
        }
        found.sort_unstable_by_key(|known| known.variable);
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

    fn right(&mut self, rule: &Rule, variables: &mut Variables, borders: &mut Vec<usize>) {
        let first = self.operations.len() as u32;
        let mut slots = 0;
        match &rule.right {
            Right::Tokens(pieces) => {
                let period = period(pieces, borders);
                for piece in &pieces[..period] {
                    let operation = match piece {
                        Piece::Token(word) => Operation::Token(*word),
                        Piece::Variable(variable) => {
                            self.recall(variables.get(*variable), 1, &mut slots)
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
                            let factor = factor.unwrap_or(1);
                            self.recall(variables.get(*variable), factor, &mut slots)
                        }
                    };
                    self.operations.push(operation);
                }
            }
        }
        let code = self.rules.last_mut().expect("the left side was compiled before");
        code.plain = code.simple && slots == 0;
        self.operations.push(Operation::End { plain: code.plain, simple: code.simple });
        code.operations = (first, self.operations.len() as u32);
        code.slots = slots;
    }

    /// The operation that names a variable. The second one gives it a slot for its value.
    fn recall(&mut self, known: &mut MatchedVariable, factor: i64, slots: &mut u32) -> Operation {
        let index = self.recalls.len() as u32;
        let mut recall = Recall { factor, ..known.recall };
        if known.first == NONE {
            (known.first, known.operation) = (index, self.operations.len() as u32);
            self.recalls.push(recall);
            let RuleCode { simple, least, .. } = self.rules[self.rules.len() - 1];
            let MatchPlace { base, offset, .. } = recall.start;
            return match known.variable.kind {
                VariableKind::One if simple && least > 1 && factor == 1 => {
                    Operation::OneWord { base, offset }
                }
                _ => Operation::Variable(index),
            };
        }
        self.operations[known.operation as usize] = Operation::Variable(known.first);
        let slot = &mut self.recalls[known.first as usize].slot;
        if *slot == NONE {
            *slot = *slots;
            *slots += 1;
        }
        recall.slot = *slot;
        self.recalls.push(recall);
        Operation::Again(index)
    }

    /// Finds, for every word, the first rule that matches it alone.
    fn index_single_words(&mut self, words: usize) {
        let none = Alone { rule: NONE, gives: Gives::More };
        self.alone.clear();
        self.alone.resize(words, none);
        let mut unknown = none;
        // From the last rule on, so that the first one of a word stays.
        for rule in (0..self.rules.len()).rev().filter(|rule| self.rules[*rule].least <= 1) {
            let alone = self.alone(rule as u32);
            match *self.literals_of(rule) {
                [] => unknown = alone,
                [literal] => self.alone[literal.word.index()] = alone,
                _ => unreachable!("a sequence of one word has room for one"),
            }
        }
        for alone in self.alone.iter_mut().filter(|alone| unknown.rule < alone.rule) {
            *alone = unknown;
        }
        self.alone_unknown = unknown;
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
        let several = |rule: &usize| self.rules[*rule].most > 1; // `alone` serves the others
        self.places_decide = (0..self.rules.len())
            .filter(several)
            .all(|rule| self.rules[rule].simple && self.literals_of(rule).len() <= 1)
            && self.rules.len() < Self::MOST_BY_PLACES;
        let mut rarity = Vec::new();
        if !self.places_decide {
            rarity.resize(words, 0_u32);
            self.literals.iter().for_each(|literal| rarity[literal.word.index()] += 1);
        }
        let mut anchors = std::mem::take(&mut self.anchors);
        let mut further = std::mem::take(&mut self.further_anchors);
        let mut unanchored = std::mem::take(&mut self.unanchored);
        anchors.clear();
        anchors.resize(words, Anchor::NO_RULE);
        further.clear();
        unanchored.clear();
        unanchored.resize(self.rules.len().div_ceil(64).max(1), 0);
        // From the last rule on, so that the first one of a word ends up in front.
        for rule in (0..self.rules.len()).rev().filter(several) {
            let literals = self.literals_of(rule);
            let word = match literals {
                [] => {
                    unanchored[rule / 64] |= 1 << (rule % 64);
                    continue;
                }
                [literal] => literal.word,
                // With `places_decide` there are none.
                [first, ..] => {
                    let rarest = literals.iter().min_by_key(|l| rarity[l.word.index()]);
                    rarest.unwrap_or(first).word
                }
            };
            let first = &mut anchors[word.index()];
            let next = if first.rule == NONE { NONE } else { further.len() as u32 };
            let later = std::mem::replace(first, Anchor { next, ..self.anchor(rule) });
            if next != NONE {
                further.push(later);
            }
        }
        self.keys.clear();
        if self.places_decide {
            self.keys.extend(anchors.iter().map(|anchor| match anchor.rule {
                NONE => NO_KEY,
                rule => (rule << LAST_PLACE.count_ones() | LAST_PLACE) as i32,
            }));
        }
        let first = unanchored.iter().position(|set| *set != 0);
        self.first_unanchored =
            first.map_or(NONE, |index| index as u32 * 64 + unanchored[index].trailing_zeros());
        (self.anchors, self.further_anchors, self.unanchored) = (anchors, further, unanchored);
    }

    /// Where the one word of a rule has to stand.
    fn anchor(&self, rule: usize) -> Anchor {
        let RuleCode { least, most, probe: Probe { from_end, distance, .. }, pivot, .. } =
            self.rules[rule];
        let (before, after) = match pivot.word == Word::UNKNOWN {
            false => ((pivot.before, Anchor::ANY), (pivot.after, Anchor::ANY)),
            true if from_end => ((least - distance, Anchor::ANY), (distance - 1, 0)),
            true => {
                let more = if least == most { 0 } else { Anchor::ANY };
                ((distance, 0), (least - 1 - distance, more))
            }
        };
        Anchor { rule: rule as u32, next: NONE, before, after }
    }
}
