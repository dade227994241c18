//! Inputs at random, from the context-free grammar that a grammar's left sides make up.
//!
//! U -> each left side of one word; X -> U, or each longer left side, the last rule included, each
//! as probable as the other (U counts once). A variable u stands for U, and x for X. Start with X.

use blicket::grammar::{Pattern, VariableKind};
use blicket::{Random, Rule, Word};

/// One item of a production.
#[derive(Clone, Copy, Debug)]
enum Symbol {
    Word(Word),
    /// One of the words that are left sides of their own.
    One,
    /// Any sentence.
    Some,
}

/// The context-free grammar of one grammar at a time; its memory is used again for the next.
#[derive(Debug, Default)]
pub(super) struct InputSampler {
    /// What U can be.
    single: Vec<Word>,
    /// What else X can be: parts of `symbols`, each from the end before it to its own.
    ends: Vec<usize>,
    /// The productions, each from right to left, as they go onto the stack.
    symbols: Vec<Symbol>,
    /// What is still to be expanded, the next on top.
    stack: Vec<Symbol>,
}

impl InputSampler {
    /// Takes the left sides of these rules.
    pub(super) fn load(&mut self, rules: &[Rule]) {
        self.single.clear();
        self.ends.clear();
        self.symbols.clear();
        for rule in rules {
            if let [Pattern::Word(word)] = rule.left[..] {
                self.single.push(word);
                continue;
            }
            self.symbols.extend(rule.left.iter().rev().map(|pattern| match pattern {
                Pattern::Word(word) => Symbol::Word(*word),
                Pattern::Variable(variable) if variable.kind == VariableKind::One => Symbol::One,
                _ => Symbol::Some,
            }));
            self.ends.push(self.symbols.len());
        }
    }

    /// Whether there is any sentence that can be drawn.
    pub(super) fn has_sentences(&self) -> bool {
        !self.single.is_empty()
    }

    /// Adds an input of at most `max_length` words to `words`. Where the one that is drawn is
    /// longer, `words` is left as it was and the answer is no.
    pub(super) fn draw(
        &mut self,
        max_length: usize,
        words: &mut Vec<Word>,
        random: &mut Random,
    ) -> bool {
        let start = words.len();
        self.stack.clear();
        self.stack.push(Symbol::Some);
        while let Some(symbol) = self.stack.pop() {
            match symbol {
                Symbol::Word(word) => words.push(word),
                Symbol::One => words.push(*random.choose(&self.single)),
                Symbol::Some => {
                    let index = random.below(self.ends.len() + 1);
                    if index == 0 {
                        words.push(*random.choose(&self.single));
                        continue;
                    }
                    let first = if index == 1 { 0 } else { self.ends[index - 2] };
                    self.stack.extend_from_slice(&self.symbols[first..self.ends[index - 1]]);
                    // Every symbol becomes a word at least.
                    if words.len() - start + self.stack.len() > max_length {
                        words.truncate(start);
                        return false;
                    }
                }
            }
        }
        let fits = words.len() - start <= max_length;
        if !fits {
            words.truncate(start);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use blicket::Grammar;
    use std::collections::HashMap;

    #[test]
    fn inputs_are_as_probable_as_the_left_sides_make_them() {
        let grammar = Grammar::parse("a ->\nb ->\nu1 w x1 ->\nx1 v ->\nu1 x1 ->").unwrap();
        let mut sampler = InputSampler::default();
        sampler.load(grammar.rules());
        let mut random = Random::new(5);
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut words = Vec::new();
        let draws = 200_000;
        for _ in 0..draws {
            words.clear();
            if !sampler.draw(3, &mut words, &mut random) {
                assert!(words.is_empty());
                *counts.entry("too long".to_owned()).or_default() += 1;
                continue;
            }
            let texts: Vec<&str> =
                words.iter().map(|word| grammar.vocabulary().text(*word)).collect();
            *counts.entry(texts.join(" ")).or_default() += 1;
        }
        // X is U or one of three left sides, each with 1/4; U is a or b, each with 1/2.
        for (input, probability) in [
            ("a", 1.0 / 8.0),
            ("a w b", 1.0 / 4.0 / 2.0 / 8.0),
            ("a v", 1.0 / 4.0 / 8.0),
            ("a v v", 1.0 / 16.0 / 8.0),
            ("a b", 1.0 / 4.0 / 2.0 / 8.0),
            // From `u1 x1` with x1 = `b v`, or from `x1 v` with x1 = `a b`.
            ("a b v", 2.0 / 4.0 / 2.0 / 4.0 / 8.0),
        ] {
            let expected = f64::from(draws) * probability;
            let count = f64::from(counts[input]);
            assert!(
                (count - expected).abs() < 4.0 * expected.sqrt(),
                "{input}: {count} {expected}"
            );
        }
        assert!(counts.keys().all(|input| input == "too long" || input.split(' ').count() <= 3));
    }

    #[test]
    fn a_grammar_without_one_word_rules_has_no_sentences() {
        let mut sampler = InputSampler::default();
        sampler.load(Grammar::parse("a ->\nu1 x1 ->").unwrap().rules());
        assert!(sampler.has_sentences());
        sampler.load(Grammar::parse("u1 x1 ->").unwrap().rules());
        assert!(!sampler.has_sentences());
    }
}
