//! What the grammars that vote say to an input.

use super::Guessing;
use super::sentences::{NewNeighbours, Sentences};
use crate::budget::Ticker;
use crate::grammar::doubt::Judged;
use crate::grammar::{Evaluation, Grammar};

/// What they say to one input.
#[derive(Debug)]
pub(super) struct Opinion {
    pub(super) input: String,
    /// The answers, each with its weight; that there is none is one too.
    pub(super) answers: Vec<(Option<String>, f64)>,
    /// By grammar: which of the answers it gives.
    pub(super) by_grammar: Vec<usize>,
    /// How much weight is behind an answer that would be refused, and behind no grammar: doubt, which an example would end.
    pub(super) refused: f64,
    /// How usual the sentence is, from 0 to 1.
    pub(super) usual: f64,
    /// Whether the host has given it: then it is a sentence, and no matter how long.
    pub(super) is_given: bool,
    /// Its neighbours that no example has, if the host has given it.
    pub(super) news: Vec<NewNeighbours>,
    /// How surprising it would be if it were no sentence, from 0 to 1.
    pub(super) expected: f64,
}

/// Asks all grammars about each input, as far as there is time. Inputs that none of them reads are left out, unless the host has
/// given them, or a whole example stands in them where another one stood: others are hardly sentences.
pub(super) fn ask(
    mut sentences: Sentences,
    grammars: &[(Grammar, f64)],
    verdict: Option<Guessing<'_>>,
    ticker: &Ticker,
) -> Vec<Opinion> {
    let total: f64 = grammars.iter().map(|(_, weight)| weight).sum();
    let mut evaluation = Evaluation::new();
    let mut opinions = Vec::new();
    for (place, input) in std::mem::take(&mut sentences.list).into_iter().enumerate() {
        if ticker.is_over() {
            break;
        }
        let mut answers: Vec<(Option<String>, f64)> = Vec::new();
        let mut by_grammar = Vec::with_capacity(grammars.len());
        for (grammar, weight) in grammars {
            grammar.apply_into(&input, &mut evaluation);
            let text = evaluation.text();
            let place = answers.iter().position(|(known, _)| known.as_deref() == text);
            let place = place.unwrap_or_else(|| {
                answers.push((text.map(str::to_owned), 0.0));
                answers.len() - 1
            });
            answers[place].1 += weight / total;
            by_grammar.push(place);
        }
        let judged = verdict.map(|verdict| verdict(&input, &mut evaluation));
        let mut refused = 0.0;
        if let Some(judged) = judged.filter(|judged| judged.text.is_some() && !judged.sure) {
            refused = weigh_in(&mut answers, &by_grammar, judged);
        }
        let is_given = sentences.is_pool;
        let usual = sentences.usual(&input);
        let is_read = answers.iter().any(|(text, _)| text.is_some());
        let expected = sentences.expected(place);
        if !is_read && expected == 0.0 {
            continue;
        }
        opinions.push(Opinion {
            input,
            answers,
            by_grammar,
            refused,
            usual,
            is_given,
            news: sentences.news(place),
            expected,
        });
    }
    opinions
}

/// Takes into account a guess that would be refused. If a grammar gives it too, what is missing to the weight of that grammar's
/// answer is doubt; if not, it comes from grammars that are asked only where the others have no answer.
fn weigh_in(
    answers: &mut Vec<(Option<String>, f64)>,
    by_grammar: &[usize],
    Judged { text, confidence, .. }: Judged,
) -> f64 {
    match answers.iter().find(|(known, _)| *known == text) {
        Some((_, weight)) => (weight - confidence).max(0.0),
        None => {
            answers.iter_mut().for_each(|(_, weight)| *weight *= 1.0 - confidence);
            answers.push((text, confidence));
            // Nobody of those who were asked gives it, so it tells none of them apart.
            debug_assert!(by_grammar.iter().all(|place| *place + 1 < answers.len()));
            confidence
        }
    }
}

impl Opinion {
    /// An opinion with the weights of its answers by other weights of the grammars.
    pub(super) fn weighed_by(mut self, weights: &[f64]) -> Self {
        self.answers.iter_mut().for_each(|(_, weight)| *weight = 0.0);
        let total: f64 = weights.iter().sum();
        for (answer, weight) in self.by_grammar.iter().zip(weights) {
            self.answers[*answer].1 += weight / total;
        }
        self
    }

    /// How much is open about its answer, in bits.
    pub(super) fn open(&self) -> f64 {
        let weights = self.answers.iter().map(|(_, weight)| *weight).filter(|weight| *weight > 0.0);
        weights.map(|weight| weight * weight.log2()).sum::<f64>().abs()
    }

    /// The share of the weight that is not behind its first answer.
    pub(super) fn doubt(&self) -> f64 {
        let given = self.answers.iter().filter(|(text, _)| text.is_some());
        let most = given.map(|(_, weight)| *weight).fold(0.0, f64::max);
        (1.0 - most + self.refused).clamp(0.0, 1.0)
    }

    /// The share of the weight of the grammars that read it.
    pub(super) fn read(&self) -> f64 {
        self.answers.iter().filter(|(text, _)| text.is_some()).map(|(_, weight)| weight).sum()
    }
}
