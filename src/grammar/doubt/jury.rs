//! Who votes on an input, and what is made of the votes: what a stored grammar carries besides its rules.

use super::voters::{Doubt, Judged};
use crate::grammar::{Evaluation, Grammar, Outcome};
use crate::language::{MOST_SHOWN, OpenText, SectionsWithWords};
use crate::run::limits::Limits;
use std::fmt;

/// An answer needs this share of all votes, where there are no examples to compare it with. On 8,000 queries of sampled
/// MiniSCAN, SCAN and number words, 3 of 1,000 answers are wrong then (`make bench-calibration`); with half of the votes 12.
pub(crate) const SURE: f64 = 0.75;

/// Grammars that vote on an input, and what refuses their answer.
pub(crate) struct Jury {
    /// Grammars with their weights. None of them has a jury.
    voters: Vec<(Grammar, f64)>,
    /// Those that vote where none of the others reads an input.
    last_resort: Vec<(Grammar, f64)>,
    /// Inputs and outputs of examples.
    shown: Vec<(String, String)>,
    /// What the examples say about answers, if there are examples.
    doubt: Option<Doubt>,
    /// Further examples: what they want is known, however the votes are.
    known: Vec<(String, String)>,
}

/// A weight as it is written: what is stored and read again is the same.
pub(crate) fn written_weight(weight: f64) -> f64 {
    (weight.clamp(0.0, 1.0) * 1e4).round() / 1e4
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

impl Jury {
    /// From grammars without juries, and examples. `None` if it was told to stop, or if there is nobody to vote.
    pub(crate) fn new(
        voters: Vec<(Grammar, f64)>,
        last_resort: Vec<(Grammar, f64)>,
        mut shown: Vec<(String, String)>,
        is_over: impl FnMut() -> bool,
    ) -> Option<Jury> {
        if voters.is_empty() {
            return None;
        }
        shown.truncate(MOST_SHOWN);
        let doubt = match shown.is_empty() {
            true => None,
            false => {
                // As inputs are read: how grammars read them is said by places of such words.
                let normalisation = voters[0].0.normalisation();
                let inputs: Vec<String> =
                    shown.iter().map(|(input, _)| normalisation.apply(input)).collect();
                let examples: Vec<(Vec<&str>, Vec<&str>)> = inputs
                    .iter()
                    .zip(&shown)
                    .map(|(input, (_, output))| (words(input), words(output)))
                    .collect();
                let all = voters.iter().chain(&last_resort);
                let grammars: Vec<&Grammar> = all.map(|(grammar, _)| grammar).collect();
                Some(Doubt::learn(&examples, &grammars, is_over)?)
            }
        };
        Some(Jury { voters, last_resort, shown, doubt, known: Vec::new() })
    }

    /// Adds examples that are answered as they say, however the votes are.
    pub(crate) fn knowing(self, known: Vec<(String, String)>) -> Jury {
        Jury { known, ..self }
    }

    /// Grammars that vote, with their weights.
    pub(crate) fn voters(&self) -> &[(Grammar, f64)] {
        &self.voters
    }

    /// Whether it has examples to compare answers with.
    pub(crate) fn has_examples(&self) -> bool {
        self.doubt.is_some()
    }

    /// Whether it can say anything else than the rules of a grammar do.
    pub(crate) fn leaves_open(&self, grammar: &Grammar) -> bool {
        self.doubt.is_some() || self.voters.iter().any(|(voter, _)| voter != grammar)
    }

    /// What is to be said to an input of `grammar`, whose jury it is.
    pub(crate) fn judge(
        &self,
        grammar: &Grammar,
        input: &str,
        evaluation: &mut Evaluation,
    ) -> Judged {
        if let Some(text) = self.known(grammar, input, evaluation) {
            return Judged {
                text: Some(text),
                sure: true,
                confidence: 1.0,
                fits: true,
                ..Judged::default()
            };
        }
        match &self.doubt {
            Some(doubt) => {
                doubt.judge(&lent(&self.voters), &lent(&self.last_resort), input, evaluation)
            }
            None => self.count(input, evaluation),
        }
    }

    /// What an example wants that the grammar satisfies: that is no question any more.
    fn known(&self, grammar: &Grammar, input: &str, evaluation: &mut Evaluation) -> Option<String> {
        let normalisation = grammar.normalisation();
        let words = normalisation.apply(input);
        let mut examples = self.known.iter().chain(&self.shown);
        let (_, wanted) = examples.find(|(example, _)| *example == words)?;
        evaluation.run(grammar, input);
        let text = evaluation.text()?;
        let is_same = normalisation.apply(text) == normalisation.apply(wanted);
        is_same.then(|| text.to_owned())
    }

    /// The answer with the most weight, and its share of all; of equal ones the first.
    fn count(&self, input: &str, evaluation: &mut Evaluation) -> Judged {
        let mut votes: Vec<(String, f64, usize)> = Vec::new();
        let mut all = 0.0;
        for (place, (grammar, weight)) in self.voters.iter().enumerate() {
            all += weight;
            evaluation.run(grammar, input);
            let Some(text) = evaluation.text() else { continue };
            match votes.iter_mut().find(|(known, ..)| known == text) {
                Some(vote) => vote.1 += weight,
                None => votes.push((text.to_owned(), *weight, place)),
            }
        }
        let most = votes.iter().map(|vote| vote.1).fold(0.0, f64::max);
        let Some((text, weight, place)) = votes.into_iter().find(|vote| vote.1 >= most) else {
            return Judged::default();
        };
        let confidence = if all > 0.0 { weight / all } else { 0.0 };
        Judged {
            text: Some(text),
            sure: confidence >= SURE,
            confidence,
            fits: true,
            place: Some(place),
            #[cfg(feature = "evidence")]
            evidence: None,
        }
    }

    /// Applies the jury of `grammar`: the evaluation becomes that of the first grammar that gives the answer.
    pub(in crate::grammar) fn apply(
        &self,
        grammar: &Grammar,
        input: &str,
        evaluation: &mut Evaluation,
    ) {
        let Judged { sure, confidence, place, .. } = self.judge(grammar, input, evaluation);
        let all = || self.voters.iter().chain(&self.last_resort);
        let winner = place.and_then(|place| all().nth(place)).map(|(voter, _)| voter);
        evaluation.run(winner.unwrap_or(grammar), input);
        if evaluation.outcome() == Outcome::Value {
            evaluation.judged(sure, confidence);
        }
    }

    /// All that the grammars make of an input, with the share of the weight of each answer, the weightiest first.
    /// `None` is that a grammar has no answer.
    pub(in crate::grammar) fn votes(
        &self,
        input: &str,
        limits: Limits,
    ) -> Vec<(Option<String>, f64)> {
        let mut evaluation = Evaluation::within(limits);
        let mut votes: Vec<(Option<String>, f64)> = Vec::new();
        for (grammar, weight) in &self.voters {
            evaluation.run(grammar, input);
            let text = evaluation.text();
            match votes.iter_mut().find(|(known, _)| known.as_deref() == text) {
                Some(vote) => vote.1 += weight,
                None => votes.push((text.map(str::to_owned), *weight)),
            }
        }
        let all: f64 = votes.iter().map(|vote| vote.1).sum();
        votes.iter_mut().for_each(|vote| vote.1 /= all.max(f64::MIN_POSITIVE));
        votes.sort_by(|a, b| b.1.total_cmp(&a.1));
        votes
    }

    /// Writes it below the rules of its grammar.
    pub(in crate::grammar) fn print(
        &self,
        grammar: &Grammar,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        fn list(list: &[(Grammar, f64)]) -> Vec<(SectionsWithWords<'_>, f64)> {
            list.iter().map(|(it, weight)| ((it.sections(), &**it.vocabulary()), *weight)).collect()
        }
        let text = OpenText {
            rules: (grammar.sections(), grammar.vocabulary()),
            shown: &self.shown,
            known: &self.known,
            voters: list(&self.voters),
            last_resort: list(&self.last_resort),
        };
        text.print(f)
    }
}

fn lent(list: &[(Grammar, f64)]) -> Vec<(&Grammar, f64)> {
    list.iter().map(|(grammar, weight)| (grammar, *weight)).collect()
}

impl fmt::Debug for Jury {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (voters, shown) = (self.voters.len(), self.shown.len());
        write!(f, "Jury({voters} voters, {shown} examples)")
    }
}
