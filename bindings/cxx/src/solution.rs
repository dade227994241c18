//! `Solution`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{
    Answer, PossibleAnswer, Problem, Question, Statistics, StopReason, Success, Unsatisfied,
};
use crate::evaluation::past_the_last;
use crate::grammar::Grammar;
use blicket::WeightedGrammar;

pub(crate) struct Solution {
    /// Without its grammars, which are the next two fields.
    solution: blicket::Solution,
    grammar: Option<Grammar>,
    alternatives: Vec<(Grammar, f64)>,
}

impl Solution {
    /// What came of a task.
    pub(crate) fn new(mut solution: blicket::Solution) -> Self {
        let alternatives = std::mem::take(&mut solution.alternatives).into_iter();
        Self {
            grammar: solution.grammar.take().map(Grammar::from),
            alternatives: alternatives
                .map(|(other, weight)| (Grammar::from(other), weight))
                .collect(),
            solution,
        }
    }

    pub(crate) fn outcome(&self) -> Result<Success, Error> {
        guarded(|| Ok(self.solution.success.into()))
    }

    pub(crate) fn stop_reason(&self) -> Result<StopReason, Error> {
        guarded(|| Ok(self.solution.stop.into()))
    }

    pub(crate) fn has_grammar(&self) -> Result<bool, Error> {
        guarded(|| Ok(self.grammar.is_some()))
    }

    pub(crate) fn grammar(&self) -> Result<&Grammar, Error> {
        guarded(|| {
            self.grammar.as_ref().ok_or_else(|| {
                Error::new("the solution has no grammar: none was found, and problems() say why")
            })
        })
    }

    pub(crate) fn example_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.solution.examples))
    }

    pub(crate) fn satisfied_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.solution.satisfied()))
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

    pub(crate) fn questions(&self) -> Result<Vec<Question>, Error> {
        let answer = |answer: &blicket::PossibleAnswer| PossibleAnswer {
            has_text: answer.text.is_some(),
            text: answer.text.clone().unwrap_or_default(),
            weight: answer.weight,
            examples: answer.examples.clone(),
        };
        let question = |question: &blicket::Question| Question {
            input: question.input.clone(),
            worth: question.worth,
            answers: question.answers.iter().map(answer).collect(),
        };
        guarded(|| Ok(self.solution.questions.iter().map(question).collect()))
    }

    pub(crate) fn problem_details(&self) -> Result<Vec<Problem>, Error> {
        let strings =
            |problem: &blicket::Problem| problem.strings().into_iter().map(str::to_owned).collect();
        let copied = |problem: &blicket::Problem| Problem {
            kind: problem.kind().into(),
            text: problem.to_string(),
            examples: problem.examples().to_vec(),
            queries: problem.queries().to_vec(),
            strings: strings(problem),
            numbers: problem.numbers(),
        };
        guarded(|| Ok(self.solution.problems.iter().map(copied).collect()))
    }

    pub(crate) fn json(&self) -> Result<String, Error> {
        guarded(|| {
            let (mut report, mut details) = (self.solution.report(), self.solution.details());
            report.grammar = self.grammar.as_ref().map(|grammar| grammar.to_string().into());
            let weighted = self.alternatives.iter().map(|(grammar, weight)| WeightedGrammar {
                grammar: grammar.to_string().into(),
                weight: *weight,
            });
            details.alternatives = weighted.collect();
            Ok(report.to_json(&details))
        })
    }

    pub(crate) fn answers(&self) -> Result<Vec<Answer>, Error> {
        let copied = |answer: blicket::Answer| Answer {
            has_guess: answer.guess().is_some(),
            guess: answer.guess().unwrap_or_default().to_owned(),
            has_text: answer.text.is_some(),
            text: answer.text.unwrap_or_default(),
            confidence: answer.confidence,
            agrees: answer.agrees,
            has_number: answer.integer.is_some(),
            number: answer.integer.unwrap_or_default(),
            is_stuck: answer.stuck.is_some(),
            stuck: answer.stuck.unwrap_or_default(),
        };
        // The best so far of a search that still runs has answers for the first queries only.
        let none = std::iter::repeat_with(blicket::Answer::default);
        let answers = self.solution.answers.iter().cloned().chain(none).take(self.solution.queries);
        guarded(|| Ok(answers.map(copied).collect()))
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
