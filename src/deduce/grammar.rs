//! From a completion to rules.

use super::leaf::{Completion, Role};
use super::{Order, Shape};
use crate::rule::{Pattern, Piece, Right, Rule, Variable, VariableKind};
use crate::vocabulary::Word;

impl Completion {
    /// The rules: primitives, operators in their order, the last rule. `words` and `tokens` say what
    /// the numbers of the task stand for. Primitives whose meaning is not known have no rule, nor
    /// have words with a number from `shown` on.
    pub(crate) fn rules(&self, words: &[Word], tokens: &[Word], shown: usize) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (word, role) in self.roles.iter().enumerate().take(shown) {
            let right = match role {
                Role::Primitive(Some(Role::UNKNOWN)) | Role::Operator(..) => continue,
                Role::Primitive(None) => Vec::new(),
                Role::Primitive(Some(token)) => vec![Piece::Token(tokens[*token as usize])],
            };
            let left = vec![Pattern::Word(words[word])];
            rules.push(Rule { left, right: Right::Tokens(right) });
        }
        for word in self.order.iter().filter(|word| (**word as usize) < shown) {
            if let Role::Operator(shape, order) = self.roles[*word as usize] {
                rules.push(operator(words[*word as usize], shape, order));
            }
        }
        rules.push(last_rule(self.swaps));
        rules
    }

    /// The completion that rules are, if they are of the class and in its order: [`rules`](Self::rules)
    /// backwards. `words` and `tokens` are how many there are, `word` and `token` their numbers; words
    /// without a rule have a meaning that is not known.
    pub(crate) fn of_rules(
        rules: &[Rule],
        words: usize,
        word: impl Fn(Word) -> Option<u8>,
        token: impl Fn(Word) -> Option<u8>,
    ) -> Option<Self> {
        let (last, rules) = rules.split_last()?;
        let swaps = [false, true].into_iter().find(|swaps| *last == last_rule(*swaps))?;
        let mut roles = vec![Role::Primitive(Some(Role::UNKNOWN)); words];
        let mut order = Vec::new();
        for rule in rules {
            let Right::Tokens(right) = &rule.right else { return None };
            let mut of_left = rule.left.iter().filter_map(|pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                Pattern::Variable(_) => None,
            });
            let name = of_left.next()?;
            let number = word(name)?;
            let role = match (&rule.left[..], &right[..]) {
                ([_], []) => Role::Primitive(None),
                ([_], [Piece::Token(meaning)]) => Role::Primitive(Some(token(*meaning)?)),
                ([_], _) => return None,
                _ => {
                    let (shape, items) = read_operator(rule)?;
                    if *rule != operator(name, shape, items) {
                        return None;
                    }
                    order.push(number);
                    Role::Operator(shape, items)
                }
            };
            roles[usize::from(number)] = role;
        }
        Some(Self { roles, order, swaps })
    }
}

/// The shape and the right side that an operator's rule has if it is one.
fn read_operator(rule: &Rule) -> Option<(Shape, Order)> {
    use VariableKind::{One, Some as Many};
    let kinds: Vec<VariableKind> = rule.variables().map(|variable| variable.kind).collect();
    let shape = match kinds[..] {
        [One] => Shape::UnaryOne,
        [Many] => Shape::UnarySome,
        [One, One] => Shape::OneOne,
        [One, Many] => Shape::OneSome,
        [Many, One] => Shape::SomeOne,
        [Many, Many] => Shape::SomeSome,
        _ => return None,
    };
    let Right::Tokens(right) = &rule.right else { return None };
    let (first, second) = (rule.variables().next(), rule.variables().nth(1));
    if right.len() > Order::LONGEST {
        return None;
    }
    let mut order = Order { length: right.len() as u8, second: 0 };
    for index in 0..right.len() {
        let variable = Some(rule.right_variable(index)?);
        order.second |= u32::from(variable != first) << index;
    }
    // Each variable is there at least once.
    let has = |wanted| (0..right.len()).any(|index| rule.right_variable(index) == wanted);
    (has(first) && (second.is_none() || has(second))).then_some((shape, order))
}

fn operator(word: Word, shape: Shape, order: Order) -> Rule {
    use VariableKind::{One, Some};
    let (first, second) = match shape {
        Shape::UnaryOne => (One, None),
        Shape::UnarySome => (Some, None),
        Shape::OneOne => (One, Option::Some(One)),
        Shape::OneSome => (One, Option::Some(Some)),
        Shape::SomeOne => (Some, Option::Some(One)),
        Shape::SomeSome => (Some, Option::Some(Some)),
    };
    // As the paper numbers them: x1 w x2, but u1 w x1.
    let first = variable(first, 1);
    let second = second.map(|kind| variable(kind, if kind == first.kind { 2 } else { 1 }));
    let mut left = vec![Pattern::Variable(first), Pattern::Word(word)];
    left.extend(second.map(Pattern::Variable));
    let right = order.items().map(|item| match second {
        Option::Some(second) if item => Piece::Variable(second),
        _ => Piece::Variable(first),
    });
    Rule { left, right: Right::Tokens(right.collect()) }
}

fn last_rule(swaps: bool) -> Rule {
    let first = variable(VariableKind::One, 1);
    let second = match swaps {
        true => variable(VariableKind::One, 2),
        false => variable(VariableKind::Some, 1),
    };
    let mut right = vec![Piece::Variable(first), Piece::Variable(second)];
    if swaps {
        right.reverse();
    }
    let left = vec![Pattern::Variable(first), Pattern::Variable(second)];
    Rule { left, right: Right::Tokens(right) }
}

fn variable(kind: VariableKind, number: u32) -> Variable {
    Variable { kind, number: Some(number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Grammar;
    use crate::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};

    /// The completion of a grammar whose words and tokens all have numbers below a hundred.
    fn read(grammar: &Grammar) -> Option<Completion> {
        let number = |word: Word| u8::try_from(word.index()).ok();
        Completion::of_rules(grammar.rules(), 100, number, number)
    }

    /// By their numbers: a grammar's vocabulary has the words and tokens of its rules, and no others.
    fn all_words(rules: &[Rule]) -> Vec<Word> {
        let mut words = Vec::new();
        for Rule { left, right } in rules {
            let Right::Tokens(right) = right else { panic!("a grammar of tokens") };
            words.extend(left.iter().filter_map(|pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                Pattern::Variable(_) => None,
            }));
            words.extend(right.iter().filter_map(|piece| match piece {
                Piece::Token(token) => Some(*token),
                Piece::Variable(_) => None,
            }));
        }
        words.sort_by_key(|word| word.index());
        words.dedup();
        words
    }

    #[test]
    fn rules_of_the_class_are_read_as_they_are_written() {
        let settings = EpisodeSettings::scan();
        let mut sampler = EpisodeSampler::new(MetaGrammar::scan(), settings).unwrap();
        for seed in 0..30 {
            let episode = sampler.sample(seed).unwrap();
            let grammar = Grammar::parse(&episode.grammar.unwrap()).unwrap();
            let completion = read(&grammar).expect("it is of the class");
            let words = all_words(grammar.rules());
            let mut rules = completion.rules(&words, &words, 100);
            // Primitives come first, in the order of their numbers.
            let mut expected = grammar.rules().to_vec();
            let by_text = |rule: &Rule| format!("{rule:?}");
            let operators =
                |rules: &[Rule]| rules.iter().filter(|r| r.left.len() > 1).cloned().collect();
            let (ours, theirs): (Vec<Rule>, Vec<Rule>) = (operators(&rules), operators(&expected));
            assert_eq!(ours, theirs);
            rules.sort_by_key(by_text);
            expected.sort_by_key(by_text);
            assert_eq!(rules, expected);
        }
    }

    #[test]
    fn other_rules_are_not() {
        let last = "u1 x1 -> [u1] [x1]";
        for other in [
            "u1 a -> [u1] B",
            "u1 a x1 -> [u1]",
            "a u1 -> [u1]",
            "a b -> C",
            "a -> B C",
            "u1 a b -> [u1]",
        ] {
            let grammar = Grammar::parse(&format!("{other}\n{last}")).unwrap();
            assert_eq!(read(&grammar), None, "{other}");
        }
        assert_eq!(read(&Grammar::parse("a -> B").unwrap()), None);
        assert!(read(&Grammar::parse(&format!("a -> B\n{last}")).unwrap()).is_some());
    }
}
