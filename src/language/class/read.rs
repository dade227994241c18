//! From rules to a grammar of the class: `write` backwards.

use super::super::rule::{Pattern, Piece, Right, Rule};
use super::super::vocabulary::Word;
use super::write::last_rule;
use super::{ClassGrammar, OperatorShape, RightSide, Role, SHAPES, TokenId, WordId};

impl ClassGrammar {
    /// The completion that rules are, if they are of the class: [`rules`](Self::rules) backwards. There
    /// are so many `words`; `word` and `token` give numbers. Words without a rule have a meaning that is
    /// not known.
    pub(crate) fn of_rules(
        rules: &[Rule],
        words: usize,
        word: impl Fn(Word) -> Option<WordId>,
        token: impl Fn(Word) -> Option<TokenId>,
    ) -> Option<Self> {
        let (last, rules) = rules.split_last()?;
        let swaps = [false, true].into_iter().find(|swaps| *last == last_rule(*swaps))?;
        let mut roles = vec![Role::Primitive(Some(Role::UNKNOWN)); words];
        let mut order = Vec::new();
        for rule in rules {
            let Right::Tokens(right) = &rule.right else { return None };
            if !rule.is_plain() {
                return None;
            }
            let mut of_left = rule.left.iter().filter_map(|pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                _ => None,
            });
            let name = of_left.next()?;
            let id = word(name)?;
            let role = match (&rule.left[..], &right[..]) {
                ([_], []) => Role::Primitive(None),
                ([_], [Piece::Token(meaning)]) => Role::Primitive(Some(token(*meaning)?)),
                ([_], _) => return None,
                _ => {
                    let (shape, items) = read_operator(rule)?;
                    order.push(id);
                    Role::Operator(shape, items)
                }
            };
            roles[id.index()] = role;
        }
        Some(Self { roles, order, swaps })
    }
}

/// The shape and the right side that an operator's rule has if it is one.
fn read_operator(rule: &Rule) -> Option<(OperatorShape, RightSide)> {
    use Pattern::{Variable, Word};
    let ([Variable(_), Word(_)] | [Variable(_), Word(_), Variable(_)]) = rule.left[..] else {
        return None;
    };
    let (first, second) = (rule.variables().next(), rule.variables().nth(1));
    let kinds = [first, second].map(|variable| variable.map(|it| it.kind));
    let is_of = |shape: &OperatorShape| {
        let (first, second) = shape.variables();
        kinds == [Some(first), second].map(|variable| variable.map(|it| it.kind))
    };
    let shape = SHAPES.into_iter().find(is_of)?;
    let Right::Tokens(right) = &rule.right else { return None };
    if right.len() > RightSide::LONGEST {
        return None;
    }
    let mut order = RightSide { length: right.len() as u8, second: 0 };
    for index in 0..right.len() {
        let variable = Some(rule.right_variable(index)?);
        order.second |= u32::from(variable != first) << index;
    }
    // Each variable is there at least once.
    let has = |wanted| (0..right.len()).any(|index| rule.right_variable(index) == wanted);
    (has(first) && (second.is_none() || has(second))).then_some((shape, order))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{Domain, Grammar};
    use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};

    /// The completion of a grammar whose words and tokens all have numbers below a hundred.
    fn read(grammar: &Grammar) -> Option<ClassGrammar> {
        let number = |word: Word| u8::try_from(word.index()).ok();
        ClassGrammar::of_rules(
            grammar.rules(),
            100,
            |word| number(word).map(WordId),
            |token| number(token).map(TokenId),
        )
    }

    /// By their numbers: a grammar's vocabulary has the words and tokens of its rules, and no others.
    fn all_words(rules: &[Rule]) -> Vec<Word> {
        let mut words = Vec::new();
        for Rule { left, right } in rules {
            let Right::Tokens(right) = right else { panic!("a grammar of tokens") };
            words.extend(left.iter().filter_map(|pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                _ => None,
            }));
            words.extend(right.iter().filter_map(|piece| match piece {
                Piece::Token(token) => Some(*token),
                _ => None,
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
            let grammar = Grammar::parse(episode.grammar.as_ref().unwrap()).unwrap();
            let completion = read(&grammar).expect("it is of the class");
            let words = all_words(grammar.rules());
            let rules = completion.rules(&words, &words, 100);
            let same = Grammar::new(Domain::Words, rules, grammar.vocabulary().clone()).unwrap();
            assert_eq!(read(&same), Some(completion));
            for (input, output) in &episode.support {
                assert_eq!(same.apply(input).text(), Some(output.as_str()), "{input}\n{same}");
            }
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
