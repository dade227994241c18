//! Answers against what would have been right. The benchmark includes this file too, so it needs
//! nothing of the command but [`crate::statistics`].

use crate::statistics::{Accuracy, Calibration};
use blicket::{Answer, Solution, Success};
use blicket_lab::episode::Episode;
use std::collections::HashSet;

/// Whether an answer is the wanted one; spaces between tokens do not matter.
pub(crate) fn is_right(answer: Option<&str>, wanted: &str) -> bool {
    answer.is_some_and(|answer| answer.split_whitespace().eq(wanted.split_whitespace()))
}

/// What became of the queries of one episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    /// How many answers are right.
    pub(crate) correct: usize,
    /// How many queries say what is right.
    pub(crate) scored: usize,
}

impl Score {
    pub(crate) fn of<'a>(
        episode: &Episode,
        answers: impl IntoIterator<Item = Option<&'a str>>,
    ) -> Self {
        let mut score = Self { correct: 0, scored: 0 };
        for ((_, wanted), answer) in episode.queries.iter().zip(answers) {
            let Some(wanted) = wanted else { continue };
            score.scored += 1;
            score.correct += usize::from(is_right(answer, wanted));
        }
        score
    }
}

/// What became of many episodes.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) episodes: usize,
    pub(crate) solved: usize,
    pub(crate) accuracy: Accuracy,
    pub(crate) calibration: Calibration,
}

impl Tally {
    pub(crate) fn add(&mut self, episode: &Episode, solution: &Solution) {
        self.episodes += 1;
        self.solved += usize::from(solution.success == Success::Solved);
        let answers = solution.answers.iter().map(|answer| answer.text.as_deref());
        let Score { correct, scored } = Score::of(episode, answers);
        self.accuracy.add(correct, scored);
        self.calibrate(episode, &solution.answers);
    }

    /// A word that no example has can only be guessed, whatever the prior says about guesses: so
    /// only queries without one are asked how sure they are.
    fn calibrate(&mut self, episode: &Episode, answers: &[Answer]) {
        let seen = SeenWords::of(episode);
        for ((input, wanted), answer) in episode.queries.iter().zip(answers) {
            let (Some(wanted), Some(text)) = (wanted, &answer.text) else { continue };
            if seen.missing(input).next().is_none() {
                self.calibration.add(answer.confidence, is_right(Some(text), wanted));
            }
        }
    }
}

/// The words that examples have.
pub(crate) struct SeenWords<'a>(HashSet<&'a str>);

impl<'a> SeenWords<'a> {
    pub(crate) fn of(episode: &'a Episode) -> Self {
        let inputs = episode.support.iter().map(|(input, _)| input);
        Self(inputs.flat_map(|input| input.split_whitespace()).collect())
    }

    /// The words of a query that no example has.
    pub(crate) fn missing<'q>(&self, query: &'q str) -> impl Iterator<Item = &'q str> {
        query.split_whitespace().filter(|word| !self.0.contains(word))
    }
}
