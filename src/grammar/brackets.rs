//! Brackets of outputs: where those of all examples close, so do those of every answer.
//!
//! A bracket may be a token of its own, or a part of one. Where those inside of tokens do not close in all examples, as in
//! `:)`, those that are tokens may.

use crate::grammar::Grammar;
use crate::language::rule::{Pattern, Piece, Right, Rule, SectionRef};
use crate::language::vocabulary::Vocabulary;

/// Pairs of brackets, and the letter of each in a set of them.
const PAIRS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];

/// Which brackets close in every answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balance {
    kept: Vec<BalancedPairs>,
}

/// Pairs that close, and lie in each other properly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BalancedPairs {
    /// By pair: whether it is one of them.
    pairs: [bool; PAIRS.len()],
    /// Whether those count that are a part of a token.
    inside: bool,
}

/// What is open.
type OpenBrackets = Vec<char>;

impl BalancedPairs {
    /// Reads brackets on; whether none closes what is not open.
    fn read(self, token: &str, open: &mut OpenBrackets) -> bool {
        if !self.inside && token.len() != 1 {
            return true;
        }
        let pairs = || PAIRS.iter().zip(self.pairs).filter(|(_, one)| *one).map(|(pair, _)| pair);
        token.chars().all(|letter| {
            match pairs().find(|(begin, end)| [*begin, *end].contains(&letter)) {
                Some((begin, end)) if *begin == letter => {
                    open.push(*end);
                    true
                }
                Some(_) => open.pop() == Some(letter),
                None => true,
            }
        })
    }

    fn holds<'t>(self, mut tokens: impl Iterator<Item = &'t str>, open: &mut OpenBrackets) -> bool {
        open.clear();
        tokens.all(|token| self.read(token, open)) && open.is_empty()
    }

    /// Whether every right side of a grammar keeps to it by itself: then so does every output.
    fn holds_in(self, grammar: &Grammar) -> bool {
        let rules = grammar.sections().iter().flat_map(|section| section.all_rules());
        rules.into_iter().all(|rule| self.holds_in_rule(rule, grammar.vocabulary()))
    }

    fn holds_in_rule(self, rule: &Rule, vocabulary: &Vocabulary) -> bool {
        let Right::Tokens(pieces) = &rule.right else { return true };
        let copies = |item: &Pattern| {
            let copied = [SectionRef::Word, SectionRef::Words, SectionRef::Unlisted];
            matches!(item, Pattern::Typed(_, section) if copied.contains(section))
        };
        // Words of the input may be brackets.
        if rule.left.iter().any(copies) || pieces.iter().any(|it| matches!(it, Piece::Copy(_))) {
            return false;
        }
        let tokens = pieces.iter().filter_map(|piece| match piece {
            Piece::Token(token) => Some(vocabulary.text(*token)),
            Piece::Variable(_) | Piece::Copy(_) => None,
        });
        self.holds(tokens, &mut Vec::new())
    }
}

fn has_bracket(text: &str) -> bool {
    let has = |letter: char| u8::try_from(letter).is_ok_and(|byte| text.as_bytes().contains(&byte));
    PAIRS.iter().any(|(begin, end)| has(*begin) || has(*end))
}

impl Balance {
    /// What outputs of examples have in common.
    pub(crate) fn of<'t>(outputs: impl Iterator<Item = &'t str>) -> Balance {
        // Those without any say nothing, and may be long.
        let outputs: Vec<&str> = outputs.filter(|output| has_bracket(output)).collect();
        let mut open = Vec::new();
        let mut holds = |balanced: BalancedPairs| {
            outputs.iter().all(|output| balanced.holds(output.split_whitespace(), &mut open))
        };
        let mut kept: Vec<BalancedPairs> = Vec::new();
        for inside in [true, false] {
            let single = std::array::from_fn::<_, { PAIRS.len() }, _>(|one| {
                let pairs = std::array::from_fn(|pair| pair == one);
                BalancedPairs { pairs, inside }
            });
            let alone = single.map(&mut holds);
            let all = BalancedPairs { pairs: alone, inside };
            // Those that close wherever they stand close as tokens too.
            let known = |pairs: [bool; PAIRS.len()]| {
                kept.iter().any(|it| (0..PAIRS.len()).all(|pair| it.pairs[pair] || !pairs[pair]))
            };
            if !alone.contains(&true) || known(alone) {
                continue;
            }
            match holds(all) {
                true => kept.push(all),
                false => {
                    let each = single.into_iter().zip(alone).filter(|(_, holds)| *holds);
                    let new: Vec<_> =
                        each.map(|(one, _)| one).filter(|one| !known(one.pairs)).collect();
                    kept.extend(new);
                }
            }
        }
        Balance { kept }
    }

    /// Without what the right sides of grammars keep to by themselves.
    pub(crate) fn not_kept_by<'g>(
        mut self,
        grammars: impl Iterator<Item = &'g Grammar> + Clone,
    ) -> Balance {
        self.kept.retain(|balanced| !grammars.clone().all(|grammar| balanced.holds_in(grammar)));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether the brackets of an answer close as they have to.
    pub(crate) fn holds(&self, answer: &str, open: &mut OpenBrackets) -> bool {
        self.kept.iter().all(|balanced| balanced.holds(answer.split(' '), open))
    }

    /// As it is written, a line each: whether brackets inside of tokens count, and the pairs.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (bool, String)> + '_ {
        self.kept.iter().map(|balanced| {
            let pairs = PAIRS.iter().zip(balanced.pairs).filter(|(_, one)| *one);
            let text = pairs.flat_map(|((begin, end), _)| [*begin, *end]).collect();
            (balanced.inside, text)
        })
    }

    /// Adds pairs as they are written.
    pub(crate) fn add(&mut self, inside: bool, text: &str) {
        let pairs = PAIRS.map(|(begin, end)| text.contains(&format!("{begin}{end}")));
        self.kept.push(BalancedPairs { pairs, inside });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outputs: &[&str]) -> Vec<(bool, String)> {
        Balance::of(outputs.iter().copied()).lines().collect()
    }

    fn line(inside: bool, pairs: &str) -> (bool, String) {
        (inside, pairs.to_owned())
    }

    #[test]
    fn what_closes_in_all_examples_closes_in_every_answer() {
        assert_eq!(of(&["ON ( lamp )", "f(x) [ ]"]), [line(true, "()[]{}")]);
        assert_eq!(of(&["ON ( lamp )", ":)"]), [line(true, "[]{}"), line(false, "()[]{}")]);
        assert_eq!(of(&["( [ )", "] )"]), [line(true, "{}")]);
        assert_eq!(of(&["( [ ) ]"]).len(), 3, "one at a time");
        let balance = Balance::of(["ON ( lamp [ 1 ] )"].into_iter());
        let holds = |answer| balance.holds(answer, &mut Vec::new());
        assert!(holds("") && holds("( [ ] ) { }") && holds("f(x)"));
        assert!(!holds("(") && !holds(")") && !holds("( [ ) ]") && !holds("f(x") && !holds(") ("));
    }

    #[test]
    fn rules_that_keep_to_it_need_no_look_at_answers() {
        let balance = Balance::of(["( )"].into_iter());
        let left = |text| {
            let grammar = Grammar::parse(text).unwrap();
            balance.clone().not_kept_by(std::iter::once(&grammar))
        };
        assert!(left("a x1 -> ( [x1] )\nb -> { }").is_empty());
        assert!(!left("a x1 -> ( [x1]\nb -> )").is_empty());
        assert!(!left("a x1:word -> ( [x1] )").is_empty());
        assert!(!left("@s\na x1:t -> {x1}\n@t\nb -> B").is_empty());
    }
}
