//! `Solution`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Answer, Statistics, StopReason, Success, Unsatisfied};
use crate::evaluation::past_the_last;
use crate::grammar::Grammar;

pub(crate) struct Solution {
    /// Without its grammars, which are the next two fields.
    solution: blicket::Solution,
    grammar: Option<Grammar>,
    alternatives: Vec<(Grammar, f64)>,
    examples: usize,
    queries: usize,
}

impl Solution {
    /// What came of a task with this many examples and queries.
    pub(crate) fn new(mut solution: blicket::Solution, examples: usize, queries: usize) -> Self {
        let alternatives = std::mem::take(&mut solution.alternatives).into_iter();
        Self {
            grammar: solution.grammar.take().map(Grammar),
            alternatives: alternatives.map(|(other, weight)| (Grammar(other), weight)).collect(),
            examples,
            queries,
            solution,
        }
    }

    pub(crate) fn outcome(&self) -> Result<Success, Error> {
        guarded(|| {
            Ok(match self.solution.success {
                blicket::Success::Solved => Success::Solved,
                blicket::Success::Best => Success::Best,
                blicket::Success::None => Success::None,
            })
        })
    }

    pub(crate) fn stop_reason(&self) -> Result<StopReason, Error> {
        guarded(|| {
            Ok(match self.solution.stop {
                blicket::StopReason::Solved => StopReason::Solved,
                blicket::StopReason::Exhausted => StopReason::Exhausted,
                blicket::StopReason::Timeout => StopReason::Timeout,
                blicket::StopReason::Steps => StopReason::Steps,
                blicket::StopReason::Memory => StopReason::Memory,
                blicket::StopReason::Cancelled => StopReason::Cancelled,
                blicket::StopReason::Running => StopReason::Running,
            })
        })
    }

    pub(crate) fn has_grammar(&self) -> Result<bool, Error> {
        guarded(|| Ok(self.grammar.is_some()))
    }

    pub(crate) fn grammar(&self) -> Result<&Grammar, Error> {
        guarded(|| self.grammar.as_ref().ok_or_else(|| Error::new("the solution has no grammar")))
    }

    pub(crate) fn example_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.examples))
    }

    pub(crate) fn satisfied_count(&self) -> Result<usize, Error> {
        guarded(|| {
            Ok(match self.grammar {
                Some(_) => self.examples.saturating_sub(self.solution.unsatisfied.len()),
                None => 0,
            })
        })
    }

    pub(crate) fn unsatisfied(&self) -> Result<Vec<Unsatisfied>, Error> {
        let copied = |unsatisfied: &blicket::Unsatisfied| Unsatisfied {
            example: unsatisfied.example,
            has_text: unsatisfied.instead.is_some(),
            text: unsatisfied.instead.clone().unwrap_or_default(),
        };
        guarded(|| Ok(self.solution.unsatisfied.iter().map(copied).collect()))
    }

    pub(crate) fn problems(&self) -> Result<Vec<String>, Error> {
        guarded(|| Ok(self.solution.problems.iter().map(ToString::to_string).collect()))
    }

    pub(crate) fn answers(&self) -> Result<Vec<Answer>, Error> {
        let copied = |answer: &blicket::Answer| Answer {
            has_text: answer.text.is_some(),
            text: answer.text.clone().unwrap_or_default(),
            confidence: answer.confidence,
            agrees: answer.agrees,
            has_number: answer.integer.is_some(),
            number: answer.integer.unwrap_or_default(),
            is_stuck: answer.stuck.is_some(),
            stuck: answer.stuck.clone().unwrap_or_default(),
        };
        // The best so far of a search that still runs has answers for the first queries only.
        let none = || {
            let (text, stuck) = (String::new(), Vec::new());
            let [has_text, has_number, is_stuck, agrees] = [false; 4];
            Answer {
                has_text,
                text,
                confidence: 0.0,
                agrees,
                has_number,
                number: 0,
                is_stuck,
                stuck,
            }
        };
        let answers = self.solution.answers.iter().map(copied);
        guarded(|| Ok(answers.chain(std::iter::repeat_with(none)).take(self.queries).collect()))
    }

    pub(crate) fn alternative_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.alternatives.len()))
    }

    pub(crate) fn alternative(&self, index: usize) -> Result<&Grammar, Error> {
        guarded(|| self.other(index).map(|other| &other.0))
    }

    pub(crate) fn alternative_weight(&self, index: usize) -> Result<f64, Error> {
        guarded(|| self.other(index).map(|other| other.1))
    }

    fn other(&self, index: usize) -> Result<&(Grammar, f64), Error> {
        let count = self.alternatives.len();
        self.alternatives.get(index).ok_or_else(|| past_the_last("alternatives", count, index))
    }

    pub(crate) fn statistics(&self) -> Result<Statistics, Error> {
        guarded(|| {
            let statistics = &self.solution.statistics;
            Ok(Statistics {
                steps: statistics.steps,
                programs: statistics.programs,
                leaves: statistics.leaves as u64,
                solving_seconds: statistics.solving.as_secs_f64(),
                ranking_seconds: statistics.ranking.as_secs_f64(),
            })
        })
    }
}
