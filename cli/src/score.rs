//! Answers against what would have been right. The benchmark includes this file too, so it needs
//! nothing of the command but [`crate::statistics`].

use crate::statistics::{Accuracy, Calibration};
use blicket::{Answer, Grammar, Normalisation, Solution, Success};
use blicket_lab::episode::Episode;
use std::collections::HashSet;

/// Whether an answer is the wanted one; spaces between tokens do not matter.
pub(crate) fn is_right(answer: Option<&str>, wanted: &str) -> bool {
    answer.is_some_and(|answer| answer.split_whitespace().eq(wanted.split_whitespace()))
}

/// What is right for a query without an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WithoutOutput {
    /// A refusal: the query is not of the language.
    WantsRefusal,
    /// Nobody knows, so it is not scored.
    IsNotScored,
}

/// What became of the queries of one episode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    /// Answers as wanted, refusals where those were wanted.
    pub(crate) right: usize,
    /// Queries without an answer that should have one.
    pub(crate) refused: usize,
    /// Other answers than wanted, and answers where a refusal was wanted.
    pub(crate) wrong: usize,
    /// Guesses as wanted, also those that were refused: what a system gets right that always answers.
    pub(crate) guessed: usize,
}

impl Score {
    pub(crate) fn of(episode: &Episode, without_output: WithoutOutput, answers: &[Answer]) -> Self {
        let mut score = Self::default();
        for ((_, wanted), answer) in episode.queries.iter().zip(answers) {
            let (answer, guess) = (answer.text.as_deref(), answer.guess());
            score.guessed += match wanted {
                Some(wanted) => usize::from(is_right(guess, wanted)),
                None => {
                    usize::from(guess.is_none() && without_output == WithoutOutput::WantsRefusal)
                }
            };
            let count = match (wanted, answer) {
                (None, _) if without_output == WithoutOutput::IsNotScored => continue,
                (None, None) => &mut score.right,
                (Some(_), None) => &mut score.refused,
                (Some(wanted), _) if is_right(answer, wanted) => &mut score.right,
                _ => &mut score.wrong,
            };
            *count += 1;
        }
        score
    }

    /// How many queries say what is right.
    pub(crate) fn scored(&self) -> usize {
        self.right + self.refused + self.wrong
    }
}

/// What became of many episodes.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) episodes: usize,
    pub(crate) solved: usize,
    pub(crate) right: Accuracy,
    pub(crate) refused: Accuracy,
    pub(crate) wrong: Accuracy,
    pub(crate) guessed: Accuracy,
    pub(crate) calibration: Calibration,
}

impl Tally {
    pub(crate) fn add(&mut self, episode: &Episode, solution: &Solution) {
        self.episodes += 1;
        self.solved += usize::from(solution.success == Success::Solved);
        let score = Score::of(episode, WithoutOutput::WantsRefusal, &solution.answers);
        self.right.add(score.right, score.scored());
        self.refused.add(score.refused, score.scored());
        self.wrong.add(score.wrong, score.scored());
        self.guessed.add(score.guessed, score.scored());
        self.calibrate(episode, solution);
    }

    /// A word that no example has can only be guessed, whatever the prior says about guesses: so
    /// only queries without one are asked how sure they are.
    fn calibrate(&mut self, episode: &Episode, solution: &Solution) {
        let seen = SeenWords::of(episode, solution);
        for ((input, wanted), answer) in episode.queries.iter().zip(&solution.answers) {
            let Some(text) = answer.guess() else { continue };
            if seen.missing(input).next().is_none() {
                let is_right = wanted.as_ref().is_some_and(|wanted| is_right(Some(text), wanted));
                self.calibration.add(answer.confidence, is_right);
            }
        }
    }
}

/// The words that examples have, in the form in which the learnt grammar reads them.
pub(crate) struct SeenWords {
    words: HashSet<String>,
    normalisation: Normalisation,
}

impl SeenWords {
    pub(crate) fn of(episode: &Episode, solution: &Solution) -> Self {
        let stored = solution.grammar.as_ref().map(Grammar::normalisation);
        let normalisation = stored.unwrap_or_default();
        let mut buffer = String::new();
        let inputs = episode.support.iter().flat_map(|(input, _)| normalisation.words(input));
        let words = inputs.map(|word| normalisation.form(word, &mut buffer).to_owned()).collect();
        Self { words, normalisation }
    }

    /// The words of a query that no example has.
    pub(crate) fn missing<'q>(&self, query: &'q str) -> impl Iterator<Item = &'q str> {
        let mut buffer = String::new();
        let words = self.normalisation.words(query);
        words.filter(move |word| !self.words.contains(self.normalisation.form(word, &mut buffer)))
    }
}
