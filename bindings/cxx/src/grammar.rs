//! `Grammar`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Advice, Domain, Limits, Suggestion, UnknownWord};
use crate::evaluation::{Evaluation, past_the_last};
use crate::explanation::Explanation;

#[derive(Clone)]
pub(crate) struct Grammar {
    grammar: blicket::Grammar,
    /// What evaluations by it may cost.
    limits: blicket::Limits,
}

impl From<blicket::Grammar> for Grammar {
    fn from(grammar: blicket::Grammar) -> Self {
        Self { grammar, limits: blicket::Limits::default() }
    }
}

impl std::fmt::Display for Grammar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.grammar.fmt(f)
    }
}

impl Grammar {
    pub(crate) fn parse(text: &str) -> Result<Box<Self>, Error> {
        guarded(|| Ok(Box::new(Self::from(blicket::Grammar::parse(text)?))))
    }

    pub(crate) fn copy(&self) -> Result<Box<Self>, Error> {
        guarded(|| Ok(Box::new(self.clone())))
    }

    pub(crate) fn text(&self) -> Result<String, Error> {
        guarded(|| Ok(self.to_string()))
    }

    pub(crate) fn rules_alone(&self) -> Result<Box<Self>, Error> {
        let limits = self.limits;
        guarded(|| Ok(Box::new(Self { grammar: self.grammar.rules_alone(), limits })))
    }

    pub(crate) fn alternative_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.grammar.alternatives().len()))
    }

    pub(crate) fn alternative_text(&self, index: usize) -> Result<String, Error> {
        guarded(|| self.alternative(index).map(|(grammar, _)| grammar.to_string()))
    }

    pub(crate) fn alternative_weight(&self, index: usize) -> Result<f64, Error> {
        guarded(|| self.alternative(index).map(|(_, weight)| weight))
    }

    fn alternative(&self, index: usize) -> Result<(&blicket::Grammar, f64), Error> {
        let count = self.grammar.alternatives().len();
        let mut alternatives = self.grammar.alternatives();
        alternatives.nth(index).ok_or_else(|| past_the_last("alternatives", count, index))
    }

    pub(crate) fn domain(&self) -> Result<Domain, Error> {
        guarded(|| Ok(self.grammar.domain().into()))
    }

    pub(crate) fn rule_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.grammar.rule_count()))
    }

    pub(crate) fn rule(&self, index: usize) -> Result<String, Error> {
        guarded(|| {
            let count = self.grammar.rule_count();
            self.grammar.rule_text(index).ok_or_else(|| past_the_last("rules", count, index))
        })
    }

    pub(crate) fn apply(&self, input: &str) -> Result<Box<Evaluation>, Error> {
        guarded(|| Ok(Box::new(Evaluation(self.grammar.apply_within(input, self.limits)))))
    }

    pub(crate) fn apply_into(&self, input: &str, evaluation: &mut Evaluation) -> Result<(), Error> {
        guarded(|| {
            if evaluation.gave_out(input) {
                return Err(Error::new(
                    "`input` is text of the evaluation that is to be used again: copy it first",
                ));
            }
            evaluation.0.set_limits(self.limits);
            self.grammar.apply_into(input, &mut evaluation.0);
            Ok(())
        })
    }

    pub(crate) fn apply_many(&self, inputs: &[&str]) -> Result<Vec<Evaluation>, Error> {
        guarded(|| {
            Ok(inputs
                .iter()
                .map(|input| Evaluation(self.grammar.apply_within(input, self.limits)))
                .collect())
        })
    }

    pub(crate) fn explain(&self, input: &str) -> Result<Box<Explanation>, Error> {
        guarded(|| Ok(Box::new(Explanation(self.grammar.explain_within(input, self.limits)))))
    }

    pub(crate) fn advise(&self, input: &str, max_suggestions: usize) -> Result<Advice, Error> {
        guarded(|| Ok(self.grammar.advise_within(input, max_suggestions, self.limits).into()))
    }

    pub(crate) fn sections(&self) -> Result<Vec<String>, Error> {
        let name = |section: &blicket::Section| section.name.as_deref().unwrap_or("").to_owned();
        guarded(|| Ok(self.grammar.sections().iter().map(name).collect()))
    }

    pub(crate) fn words(&self, section: usize) -> Result<Vec<String>, Error> {
        guarded(|| {
            let count = self.grammar.sections().len();
            match section < count {
                true => Ok(self.grammar.words_of(section).into_iter().map(str::to_owned).collect()),
                false => Err(past_the_last("sections", count, section)),
            }
        })
    }

    pub(crate) fn limits(&self) -> Result<Limits, Error> {
        guarded(|| Ok(self.limits.into()))
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) -> Result<(), Error> {
        guarded(|| {
            self.limits = limits.into();
            Ok(())
        })
    }
}

impl From<blicket::Advice> for Advice {
    fn from(advice: blicket::Advice) -> Self {
        let unknown = |one: blicket::UnknownWord| UnknownWord { word: one.word, place: one.place };
        let suggestion = |one: blicket::Suggestion| Suggestion { text: one.text, cost: one.cost };
        Self {
            is_read: advice.read,
            word_count: advice.words,
            reached: advice.reached,
            unknown: advice.unknown.into_iter().map(unknown).collect(),
            expected: advice.expected.words,
            expected_sections: advice.expected.sections,
            expects_any_word: advice.expected.any,
            suggestions: advice.nearest.into_iter().map(suggestion).collect(),
        }
    }
}
