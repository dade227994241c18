//! A naive reader for grammars with sections: the words of the specification, line by line, with no
//! table and no thought of speed. What the library has to agree with.

use blicket::Grammar;
use blicket::grammar::{
    Domain, Mark, Pattern, Piece, Right, Rule, SectionRef, Sums, Term, Variable, VariableKind,
};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Tokens(Vec<String>),
    Number(i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Stuck(Range<usize>),
    NoEnd,
    Overflow,
    /// It takes too long to find out naively.
    Fuel,
}

/// A slot: section, words, value.
pub(crate) type Slot = (String, Range<usize>, String);

/// A rule that reads words, and what its items took.
#[derive(Clone, Debug)]
struct Tree<'a> {
    section: usize,
    rule: &'a Rule,
    span: Range<usize>,
    parts: Vec<Part<'a>>,
}

/// What an item took, and who read it.
#[derive(Clone, Debug)]
struct Part<'a> {
    item: Pattern,
    span: Range<usize>,
    read: Option<Tree<'a>>,
}

pub(crate) struct Interpreter<'a> {
    grammar: &'a Grammar,
    words: &'a [&'a str],
    fuel: u32,
}

/// What is known of a rule's value while sentences are being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Number(i64),
    /// Nothing: nobody asked for well-formed sums where it comes from.
    Open,
    /// Its sum is not well formed.
    Bad,
}

/// A section that reads exactly these words again, further out.
type Reading = Vec<usize>;

impl<'a> Interpreter<'a> {
    /// The value of the whole input, and its slots.
    pub(crate) fn run(
        grammar: &'a Grammar,
        words: &'a [&'a str],
    ) -> Result<(Value, Vec<Slot>), Failure> {
        let mut this = Self { grammar, words, fuel: 300_000 };
        let whole = 0..words.len();
        let tree = this.read(0, whole.clone(), &Vec::new())?.ok_or(Failure::Stuck(whole))?;
        let value = this.value(&tree)?;
        let mut slots = Vec::new();
        this.slots(&tree, &mut slots)?;
        Ok((value, slots))
    }

    /// Whether some rule names a word on its left.
    fn is_listed(&self, word: &str) -> bool {
        let names = |pattern: &Pattern| match pattern {
            Pattern::Word(named) => self.grammar.vocabulary().text(*named) == word,
            _ => false,
        };
        let mut rules = self.grammar.sections().iter().flat_map(|section| section.all_rules());
        rules.any(|rule| rule.left.iter().any(names))
    }

    /// The first rule of the section that matches, with the first split whose typed parts are read.
    fn read(
        &mut self,
        section: usize,
        span: Range<usize>,
        reading: &Reading,
    ) -> Result<Option<Tree<'a>>, Failure> {
        if reading.contains(&section) {
            return Ok(None);
        }
        let mut reading = reading.clone();
        reading.push(section);
        let grammar = self.grammar;
        for rule in grammar.sections()[section].all_rules() {
            for left in expand(&rule.left) {
                let tree = Tree { section, rule, span: span.clone(), parts: Vec::new() };
                if let Some(tree) = self.parts(&left, span.clone(), tree, &reading)? {
                    return Ok(Some(tree));
                }
            }
        }
        Ok(None)
    }

    /// The first item takes as many words as it can while it is read and the rest still matches, and while the sum is well
    /// formed. `tree` has the parts before it.
    fn parts(
        &mut self,
        left: &[Pattern],
        span: Range<usize>,
        tree: Tree<'a>,
        reading: &Reading,
    ) -> Result<Option<Tree<'a>>, Failure> {
        self.burn()?;
        let Some((item, rest)) = left.split_first() else {
            return Ok((span.is_empty() && self.worth(&tree) != Worth::Bad).then_some(tree));
        };
        let lengths = match item {
            Pattern::Word(word) => {
                let text = self.grammar.vocabulary().text(*word);
                match self.words[span.clone()].first() {
                    Some(first) if *first == text => 1..=1,
                    _ => return Ok(None),
                }
            }
            Pattern::Variable(variable) | Pattern::Typed(variable, _) => match variable.kind {
                VariableKind::One => 1..=span.len().min(1),
                VariableKind::Some => 1..=span.len(),
                VariableKind::Any => 0..=span.len(),
            },
            Pattern::Group(_) => panic!("groups are written out before"),
        };
        for length in lengths.rev() {
            let end = span.start + length;
            let part = span.start..end;
            let mut read = None;
            let reads = match item {
                Pattern::Typed(_, section) => Some(*section),
                // Parts of well-formed sums are read by the section itself.
                Pattern::Variable(_) if self.grammar.sections()[tree.section].sums.is_some() => {
                    Some(SectionRef::Named(tree.section as u32))
                }
                _ => None,
            };
            if let Some(section) = reads
                && !part.is_empty()
            {
                let same = part == tree.span;
                let nobody = Vec::new();
                let accepted = match section {
                    SectionRef::Integer => length == 1 && integer(self.words[part.start]).is_some(),
                    SectionRef::Word => length == 1,
                    SectionRef::Words => true,
                    SectionRef::Unlisted => part.clone().all(|place| {
                        let word = self.words[place];
                        integer(word).is_none() && !self.is_listed(word)
                    }),
                    SectionRef::Named(index) => {
                        let reading = if same { reading } else { &nobody };
                        read = self.read(index as usize, part.clone(), reading)?;
                        read.is_some()
                    }
                };
                if !accepted {
                    continue;
                }
            }
            let mut longer = tree.clone();
            longer.parts.push(Part { item: *item, span: part, read });
            if let Some(found) = self.parts(rest, end..span.end, longer, reading)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What the section of a rule knows of its value while it reads.
    fn worth(&self, tree: &Tree<'a>) -> Worth {
        let Some(sums) = self.grammar.sections()[tree.section].sums else { return Worth::Open };
        let Right::Sum(terms) = &tree.rule.right else { panic!("sums of tokens") };
        let mut products = Vec::new();
        let mut open = false;
        for term in terms {
            let (number, factor, multiplied) = match term {
                Term::Number(number, factor) => (*number, factor.unwrap_or(1), false),
                Term::Variable(variable, factor) => {
                    match self.worth_of_part(part(tree, *variable)) {
                        Worth::Number(number) => (number, factor.unwrap_or(1), true),
                        Worth::Open => {
                            open = true;
                            continue;
                        }
                        Worth::Bad => panic!("a part that is read is well formed"),
                    }
                }
            };
            if !sums.any && multiplied && factor > 1 && number >= factor {
                return Worth::Bad;
            }
            products.push(i128::from(number) * i128::from(factor));
        }
        let parts: Vec<i128> = products.iter().copied().filter(|product| *product != 0).collect();
        if !parts.windows(2).all(|pair| stand_side_by_side(sums, pair[0], pair[1])) {
            return Worth::Bad;
        }
        let mut sum = 0_i64;
        for product in products {
            match i64::try_from(product).ok().and_then(|product| sum.checked_add(product)) {
                Some(more) => sum = more,
                None => return Worth::Bad,
            }
        }
        if open { Worth::Open } else { Worth::Number(sum) }
    }

    fn worth_of_part(&self, part: &Part<'a>) -> Worth {
        match &part.read {
            _ if part.span.is_empty() => Worth::Number(0),
            Some(tree) => self.worth(tree),
            None => match part.item {
                Pattern::Typed(_, SectionRef::Integer) => Worth::Number(
                    integer(self.words[part.span.start]).expect("it was read as an integer"),
                ),
                _ => Worth::Open,
            },
        }
    }

    fn value(&mut self, tree: &Tree<'a>) -> Result<Value, Failure> {
        match &tree.rule.right {
            Right::Tokens(pieces) => {
                let mut tokens = Vec::new();
                for piece in pieces {
                    self.burn()?;
                    match piece {
                        Piece::Token(word) => {
                            tokens.push(self.grammar.vocabulary().text(*word).to_owned());
                        }
                        Piece::Copy(variable) => {
                            tokens.extend(self.copy(part(tree, *variable).span.clone()));
                        }
                        Piece::Variable(variable) => match self.variable(tree, *variable)? {
                            Value::Tokens(more) => tokens.extend(more),
                            Value::Number(number) => tokens.push(number.to_string()),
                        },
                    }
                    if tokens.len() > 10_000 {
                        return Err(Failure::Fuel);
                    }
                }
                Ok(Value::Tokens(tokens))
            }
            Right::Sum(terms) => {
                let mut sum = 0_i64;
                for term in terms {
                    self.burn()?;
                    let (number, factor) = match term {
                        Term::Number(number, factor) => (*number, factor),
                        Term::Variable(variable, factor) => match self.variable(tree, *variable)? {
                            Value::Number(number) => (number, factor),
                            Value::Tokens(tokens) if tokens.is_empty() => (0, factor),
                            Value::Tokens(_) => panic!("tokens in a sum"),
                        },
                    };
                    let product = number.checked_mul(factor.unwrap_or(1));
                    sum = product.and_then(|p| sum.checked_add(p)).ok_or(Failure::Overflow)?;
                }
                Ok(Value::Number(sum))
            }
        }
    }

    fn copy(&self, span: Range<usize>) -> Vec<String> {
        self.words[span].iter().map(|word| (*word).to_owned()).collect()
    }

    fn variable(&mut self, tree: &Tree<'a>, variable: Variable) -> Result<Value, Failure> {
        let part = part(tree, variable).clone();
        if part.span.is_empty() {
            return Ok(Value::Tokens(Vec::new()));
        }
        match part.item {
            Pattern::Typed(_, section) => self.typed(&part, section),
            _ if part.read.is_some() => self.value(&part.read.expect("it was just asked")),
            _ => {
                if part.span == tree.span {
                    return Err(Failure::NoEnd);
                }
                let read = self.read(tree.section, part.span.clone(), &Vec::new())?;
                self.value(&read.ok_or(Failure::Stuck(part.span))?)
            }
        }
    }

    fn typed(&mut self, part: &Part<'a>, section: SectionRef) -> Result<Value, Failure> {
        match section {
            SectionRef::Named(_) => self.value(part.read.as_ref().expect("it was read")),
            SectionRef::Integer => {
                Ok(Value::Number(integer(self.words[part.span.start]).expect("it was read")))
            }
            SectionRef::Word | SectionRef::Words | SectionRef::Unlisted => {
                Ok(Value::Tokens(self.copy(part.span.clone())))
            }
        }
    }

    /// The slots of a derivation, each before those that lie in it.
    fn slots(&mut self, tree: &Tree<'a>, slots: &mut Vec<Slot>) -> Result<(), Failure> {
        self.burn()?;
        let named: Vec<Variable> = match &tree.rule.right {
            Right::Tokens(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Variable(variable) => Some(*variable),
                    _ => None,
                })
                .collect(),
            Right::Sum(terms) => terms
                .iter()
                .filter_map(|term| match term {
                    Term::Variable(variable, _) => Some(*variable),
                    Term::Number(..) => None,
                })
                .collect(),
        };
        for part in tree.parts.iter().filter(|part| !part.span.is_empty()) {
            match part.item {
                Pattern::Typed(_, section) => {
                    let value = match self.typed(part, section)? {
                        Value::Tokens(tokens) => tokens.join(" "),
                        Value::Number(number) => number.to_string(),
                    };
                    let name = self.grammar.section_name(section).to_owned();
                    slots.push((name, part.span.clone(), value));
                    if let Some(tree) = &part.read {
                        self.slots(tree, slots)?;
                    }
                }
                Pattern::Variable(variable) if named.contains(&variable) => {
                    let read = match &part.read {
                        Some(read) => Some(read.clone()),
                        None => self.read(tree.section, part.span.clone(), &Vec::new())?,
                    };
                    self.slots(&read.expect("it was evaluated"), slots)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn burn(&mut self) -> Result<(), Failure> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Failure::Fuel)?;
        Ok(())
    }
}

/// "Of two parts side by side the second is smaller than the unit of the first", and what the words of `%sums` add to it.
/// Only what is more than nothing is a part.
fn stand_side_by_side(sums: Sums, first: i128, second: i128) -> bool {
    let powers_of_ten = (0..=18).map(|power| 10_i128.pow(power));
    let twenty = sums.twenties.then_some(20);
    let units: Vec<i128> = powers_of_ten.chain(twenty).collect();
    let smaller =
        |small: i128, large: i128| units.iter().any(|unit| large % unit == 0 && small < *unit);
    sums.any
        || first < 0
        || second < 0
        || smaller(second, first)
        || (sums.either && smaller(first, second))
}

fn part<'a, 'b>(tree: &'b Tree<'a>, variable: Variable) -> &'b Part<'a> {
    tree.parts.iter().find(|part| part.item.variable() == Some(variable)).expect("it is bound")
}

fn integer(word: &str) -> Option<i64> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

/// The left sides that one with groups stands for.
fn expand(left: &[Pattern]) -> Vec<Vec<Pattern>> {
    let Some(open) = left.iter().position(|item| *item == Pattern::Group(Mark::Open)) else {
        return vec![left.to_vec()];
    };
    let (mut depth, mut close, mut cuts) = (0, open, vec![open]);
    for (index, item) in left.iter().enumerate().skip(open) {
        match item {
            Pattern::Group(Mark::Open) => depth += 1,
            Pattern::Group(Mark::Or) if depth == 1 => cuts.push(index),
            Pattern::Group(Mark::Close | Mark::CloseOptional) => {
                depth -= 1;
                if depth == 0 {
                    close = index;
                    break;
                }
            }
            _ => {}
        }
    }
    cuts.push(close);
    let mut alternatives: Vec<Vec<Pattern>> =
        cuts.windows(2).flat_map(|cut| expand(&left[cut[0] + 1..cut[1]])).collect();
    if left[close] == Pattern::Group(Mark::CloseOptional) {
        alternatives.push(Vec::new());
    }
    let rests = expand(&left[close + 1..]);
    let before = &left[..open];
    alternatives
        .iter()
        .flat_map(|middle| rests.iter().map(move |rest| [before, middle, rest].concat()))
        .collect()
}

/// Numbers are given as numbers where the grammar is of numbers.
pub(crate) fn text(value: &Value, domain: Domain) -> String {
    match value {
        Value::Tokens(tokens) => {
            assert_eq!(domain, Domain::Words);
            tokens.join(" ")
        }
        Value::Number(number) => number.to_string(),
    }
}
