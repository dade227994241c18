//! Links between words and tokens: which word of an input is likely to be why
//! a token is in the output. IBM model 1 over sets, with a word for nothing.

use super::example::SymbolExample;
use super::symbol::{Symbol, Texts};
use crate::arrange::Arrange;

/// Weight at the start of a word and a token that are the same text, and of
/// two that begin alike. Later rounds forget what the examples do not bear out.
const SAME_TEXT: f32 = 20.0;
const SAME_START: f32 = 6.0;
const ROUNDS: usize = 6;

#[derive(Clone, Default)]
pub(crate) struct Links {
    row: Vec<u32>,
    column: Vec<u32>,
    columns: usize,
    link: Vec<f32>,
    word: Vec<f32>,
    token: Vec<f32>,
}

const NONE: u32 = u32::MAX;

impl Links {
    /// How sure it is that this word brings this token, from 0 to 1.
    pub(crate) fn between(&self, word: Symbol, token: Symbol) -> f32 {
        match (self.row.get(word.index()), self.column.get(token.index())) {
            (Some(&r), Some(&c)) if r != NONE && c != NONE => {
                self.link[r as usize * self.columns + c as usize]
            }
            _ => 0.0,
        }
    }

    /// How much a word carries: its best link, on average over its examples.
    pub(crate) fn of_word(&self, word: Symbol) -> f32 {
        self.word.get(word.index()).copied().unwrap_or(0.0)
    }

    /// How well the words account for a token, on average over its examples.
    pub(crate) fn of_token(&self, token: Symbol) -> f32 {
        self.token.get(token.index()).copied().unwrap_or(0.0)
    }

    pub(crate) fn best_for_word(&self, word: Symbol, right: &[Symbol]) -> f32 {
        right.iter().filter(|t| !t.is_slot()).map(|&t| self.between(word, t)).fold(0.0, f32::max)
    }

    pub(crate) fn best_for_token(&self, token: Symbol, left: &[Symbol]) -> f32 {
        left.iter().filter(|w| !w.is_slot()).map(|&w| self.between(w, token)).fold(0.0, f32::max)
    }

    pub(crate) fn learn(examples: &[SymbolExample], texts: &Texts) -> Links {
        let sets: Vec<(Vec<Symbol>, Vec<Symbol>)> =
            examples.iter().map(|e| (set(&e.input), set(&e.output))).collect();
        let row = number(sets.iter().map(|s| &s.0), texts.len());
        let column = number(sets.iter().map(|s| &s.1), texts.len());
        let rows = row.iter().filter(|&&r| r != NONE).count();
        let columns = column.iter().filter(|&&c| c != NONE).count();
        let at =
            |w: Symbol, t: Symbol| row[w.index()] as usize * columns + column[t.index()] as usize;
        let nothing = |t: Symbol| rows * columns + column[t.index()] as usize;
        let mut weight = vec![0f32; (rows + 1) * columns];
        for (words, tokens) in &sets {
            for &t in tokens {
                weight[nothing(t)] = 1.0;
                for &w in words {
                    weight[at(w, t)] = likeness(texts.of(w), texts.of(t));
                }
            }
        }
        let mut expected = vec![0f32; weight.len()];
        for round in 0..ROUNDS {
            expected.fill(0.0);
            for (words, tokens) in &sets {
                for &t in tokens {
                    let all: f32 =
                        weight[nothing(t)] + words.iter().map(|&w| weight[at(w, t)]).sum::<f32>();
                    for &w in words {
                        expected[at(w, t)] += weight[at(w, t)] / all;
                    }
                    expected[nothing(t)] += weight[nothing(t)] / all;
                }
            }
            if round + 1 < ROUNDS {
                for (new, old) in
                    weight.chunks_mut(columns.max(1)).zip(expected.chunks(columns.max(1)))
                {
                    let sum: f32 = old.iter().sum();
                    if sum > 0.0 {
                        new.iter_mut().zip(old).for_each(|(n, o)| *n = o / sum);
                    }
                }
            }
        }
        let mut both = vec![0f32; rows * columns];
        for (words, tokens) in &sets {
            tokens.iter().for_each(|&t| words.iter().for_each(|&w| both[at(w, t)] += 1.0));
        }
        let link: Vec<f32> =
            both.iter().zip(&expected).map(|(&n, &e)| if n > 0.0 { e / n } else { 0.0 }).collect();
        let mut links = Links {
            row,
            column,
            columns,
            link,
            word: vec![0.0; texts.len()],
            token: vec![0.0; texts.len()],
        };
        links.average(&sets);
        links
    }

    fn average(&mut self, sets: &[(Vec<Symbol>, Vec<Symbol>)]) {
        let (mut word, mut token) =
            (vec![(0f32, 0f32); self.word.len()], vec![(0f32, 0f32); self.token.len()]);
        for (words, tokens) in sets {
            for &w in words {
                let (sum, n) = &mut word[w.index()];
                (*sum, *n) = (*sum + self.best_for_word(w, tokens), *n + 1.0);
            }
            for &t in tokens {
                let (sum, n) = &mut token[t.index()];
                (*sum, *n) = (*sum + self.best_for_token(t, words), *n + 1.0);
            }
        }
        self.word = word.into_iter().map(|(s, n)| if n > 0.0 { s / n } else { 0.0 }).collect();
        self.token = token.into_iter().map(|(s, n)| if n > 0.0 { s / n } else { 0.0 }).collect();
    }
}

fn set(side: &[Symbol]) -> Vec<Symbol> {
    let mut set = side.to_vec();
    set.arrange();
    set.dedup();
    set
}

fn number<'a>(sets: impl Iterator<Item = &'a Vec<Symbol>>, texts: usize) -> Vec<u32> {
    let mut numbers = vec![NONE; texts];
    let mut next = 0;
    for symbol in sets.flatten() {
        let n = &mut numbers[symbol.index()];
        if *n == NONE {
            *n = next;
            next += 1;
        }
    }
    numbers
}

fn likeness(word: &str, token: &str) -> f32 {
    let common = word
        .chars()
        .zip(token.chars())
        .take_while(|(a, b)| a.to_lowercase().eq(b.to_lowercase()))
        .count();
    let longer = word.chars().count().max(token.chars().count());
    if common == longer {
        return SAME_TEXT;
    }
    if common >= 3 && common * 2 > longer { SAME_START } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_their_tokens() {
        let mut texts = Texts::default();
        let mut example = |input: &str, output: &str| {
            let mut side = |side: &str| side.split(' ').map(|text| texts.intern(text)).collect();
            SymbolExample { input: side(input), output: side(output) }
        };
        let examples = [
            example("go red", "GO ROUGE"),
            example("go blue", "GO BLEU"),
            example("stop red", "HALT ROUGE"),
            example("stop blue", "HALT BLEU"),
        ];
        let links = Links::learn(&examples, &texts);
        let get = |a: &str, b: &str| links.between(texts.find(a).unwrap(), texts.find(b).unwrap());
        assert!(get("red", "ROUGE") > 0.6, "{}", get("red", "ROUGE"));
        assert!(get("red", "GO") < 0.2);
        assert!(links.of_word(texts.find("stop").unwrap()) > 0.6);
    }
}
