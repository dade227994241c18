//! The rules of a number grammar, in the order in which the paper draws them.

use super::grammar::{Form, NumberGrammar, Place};
use blicket::grammar::{Pattern, Right, Term, Variable, VariableKind};
use blicket::laboratory::class::VARIABLES;
use blicket::{Rule, Word};

const U1: Variable = VARIABLES[0];
const X1: Variable = VARIABLES[2];
const Y1: Variable = Variable { kind: VariableKind::Any, number: Some(1) };

impl NumberGrammar {
    /// The rules that read what [`spell`](Self::spell) writes:
    ///
    /// 1. regular bases alone, from 10 up: `w -> 1000` where one of them is an exception, otherwise
    ///    `one w -> 1000`;
    /// 2. 1 to 9;
    /// 3. for each place from the highest down: `w y1 -> 1000*1 + [y1]`, or that with a word of its
    ///    own, if one is an exception; `w' w y1 -> 1000*k + [y1]`, if there is another; then
    ///    `x1 w y1 -> [x1]*1000 + [y1]`. Where it is irregular, a word for each multiple instead;
    /// 4. perhaps `u1 c x1 -> [u1] + [x1]`, perhaps `z -> 0`, and last `u1 x1 -> [u1] + [x1]`.
    pub fn rules(&self) -> Vec<Rule> {
        let mut rules = Vec::with_capacity(48);
        rules.extend(self.places.iter().rev().filter_map(|place| self.base_alone(place)));
        rules.extend(self.digits.iter().zip(1..).map(|(word, value)| primitive(&[*word], value)));
        self.places.iter().for_each(|place| place_rules(place, &mut rules));
        let join = [Term::Variable(U1, None), Term::Variable(X1, None)];
        let (first, rest) = (Pattern::Variable(U1), Pattern::Variable(X1));
        rules.extend(self.connective.map(|word| rule([first, Pattern::Word(word), rest], join)));
        rules.extend(self.zero.map(|word| primitive(&[word], 0)));
        rules.push(rule([first, rest], join));
        rules
    }

    fn base_alone(&self, Place { base, form }: &Place) -> Option<Rule> {
        match form {
            Form::Regular { word, one: Some(_), .. } => Some(primitive(&[*word], *base)),
            Form::Regular { word, .. } => Some(primitive(&[self.digits[0], *word], *base)),
            Form::Irregular { .. } => None,
        }
    }
}

fn place_rules(Place { base, form }: &Place, rules: &mut Vec<Rule>) {
    match form {
        Form::Regular { word, one, other } => {
            rules.extend(one.map(|one| exception(&[one], *base, 1)));
            rules.extend(other.map(|(many, other)| exception(&[other, *word], *base, many)));
            let left = [Pattern::Variable(X1), Pattern::Word(*word), Pattern::Variable(Y1)];
            rules.push(rule(left, [Term::Variable(X1, Some(*base)), Term::Variable(Y1, None)]));
        }
        Form::Irregular { words, teens } => {
            let multiples = words.iter().zip(1..).map(|(word, many)| (word, many * base));
            let teens = teens.iter().flatten().zip(11..);
            rules.extend(multiples.chain(teens).map(|(word, value)| primitive(&[*word], value)));
        }
    }
}

/// `words -> value`.
fn primitive(words: &[Word], value: i64) -> Rule {
    rule(words.iter().copied().map(Pattern::Word), [Term::Number(value, None)])
}

/// `words y1 -> base*many + [y1]`.
fn exception(words: &[Word], base: i64, many: i64) -> Rule {
    let left = words.iter().copied().map(Pattern::Word).chain([Pattern::Variable(Y1)]);
    rule(left, [Term::Number(base, Some(many)), Term::Variable(Y1, None)])
}

fn rule(left: impl IntoIterator<Item = Pattern>, right: impl IntoIterator<Item = Term>) -> Rule {
    Rule { left: left.into_iter().collect(), right: Right::Sum(right.into_iter().collect()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use blicket::{Domain, Grammar, Vocabulary};
    use std::sync::Arc;

    /// A grammar of real words, and its vocabulary.
    fn text(change: impl FnOnce(&mut NumberGrammar, &mut Vocabulary)) -> String {
        let mut vocabulary = Vocabulary::new();
        let grammar = {
            let mut word = |text: &str| vocabulary.intern(text).unwrap();
            let digits =
                ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(|d| word(&format!("d{d}")));
            let regular = |word| Form::Regular { word, one: None, other: None };
            let places = [
                Place { base: 1_000_000, form: regular(word("million")) },
                Place { base: 1_000, form: regular(word("thousand")) },
                Place { base: 100, form: regular(word("hundred")) },
                Place { base: 10, form: regular(word("ty")) },
            ];
            NumberGrammar { digits, places, connective: None, zero: None }
        };
        let mut grammar = grammar;
        change(&mut grammar, &mut vocabulary);
        let grammar = Grammar::new(Domain::Numbers, grammar.rules(), Arc::new(vocabulary)).unwrap();
        grammar.to_string()
    }

    #[test]
    fn rules_stand_in_the_order_in_which_the_paper_puts_them() {
        let regular = text(|_, _| {});
        let rules: Vec<&str> = regular.lines().collect();
        let alone =
            ["d1 ty -> 10", "d1 hundred -> 100", "d1 thousand -> 1000", "d1 million -> 1000000"];
        assert_eq!((rules[0], &rules[1..5]), ("%numbers", &alone[..]));
        assert_eq!((rules[5], rules[13]), ("d1 -> 1", "d9 -> 9"));
        let rest = [
            "x1 million y1 -> [x1]*1000000 + [y1]",
            "x1 thousand y1 -> [x1]*1000 + [y1]",
            "x1 hundred y1 -> [x1]*100 + [y1]",
            "x1 ty y1 -> [x1]*10 + [y1]",
            "u1 x1 -> [u1] + [x1]",
        ];
        assert_eq!(rules[14..], rest);
    }

    #[test]
    fn exceptions_stand_before_what_they_are_exceptions_of() {
        let text = text(|grammar, vocabulary| {
            let mut word = |text: &str| vocabulary.intern(text).unwrap();
            let [million, thousand, _, _] = &mut grammar.places;
            million.form =
                Form::Regular { word: word("million"), one: Some(word("million")), other: None };
            let other = Some((2, word("liang")));
            thousand.form =
                Form::Regular { word: word("thousand"), one: Some(word("mille")), other };
            (grammar.connective, grammar.zero) = (Some(word("and")), Some(word("nil")));
        });
        let rules: Vec<&str> = text.lines().collect();
        assert_eq!(rules[3..5], ["thousand -> 1000", "million -> 1000000"]);
        let expected = [
            "million y1 -> 1000000*1 + [y1]",
            "x1 million y1 -> [x1]*1000000 + [y1]",
            "mille y1 -> 1000*1 + [y1]",
            "liang thousand y1 -> 1000*2 + [y1]",
            "x1 thousand y1 -> [x1]*1000 + [y1]",
        ];
        assert_eq!(rules[14..19], expected);
        assert_eq!(rules[21..], ["u1 and x1 -> [u1] + [x1]", "nil -> 0", "u1 x1 -> [u1] + [x1]"]);
    }

    #[test]
    fn an_irregular_place_has_a_word_for_each_multiple() {
        let text = text(|grammar, vocabulary| {
            let mut words = |name: &str| {
                std::array::from_fn(|n| vocabulary.intern(&format!("{name}{}", n + 1)).unwrap())
            };
            grammar.places[3].form =
                Form::Irregular { words: words("ty"), teens: Some(words("teen")) };
        });
        let rules: Vec<&str> = text.lines().collect();
        assert_eq!(rules[1], "d1 hundred -> 100");
        assert_eq!((rules[16], rules[24]), ("ty1 -> 10", "ty9 -> 90"));
        assert_eq!((rules[25], rules[33]), ("teen1 -> 11", "teen9 -> 19"));
        assert_eq!(rules[34..], ["u1 x1 -> [u1] + [x1]"]);
    }
}
