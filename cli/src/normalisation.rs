//! The options about the words of inputs, and what they do to the examples of a task and to its grammar.

use blicket::{Normalisation, Punctuation, Solution};
use blicket_lab::episode::Episode;
use clap::{Args, ValueEnum};

/// What is done to the words of inputs, before learning and, by the grammar, whenever it is applied.
#[derive(Args)]
pub(crate) struct NormalisationArguments {
    /// Take capital and small letters of inputs as the same; the grammar has the line %fold-case then
    #[arg(long)]
    fold_case: bool,
    /// Make each punctuation mark of inputs a word of its own, or leave it out; the grammar has the line
    /// %punctuation then
    #[arg(long, value_name = "HOW")]
    punctuation: Option<PunctuationName>,
    /// Take letters with marks as the same however they are encoded; the grammar has the line %nfc then
    #[arg(long)]
    nfc: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PunctuationName {
    Split,
    Drop,
}

impl NormalisationArguments {
    fn normalisation(&self) -> Normalisation {
        let mut normalisation = Normalisation::default();
        normalisation.fold_case = self.fold_case;
        normalisation.punctuation = match self.punctuation {
            None => Punctuation::Keep,
            Some(PunctuationName::Split) => Punctuation::Split,
            Some(PunctuationName::Drop) => Punctuation::Drop,
        };
        normalisation.compose = self.nfc;
        normalisation
    }

    /// Brings all inputs into their normal form.
    pub(crate) fn apply(&self, episode: &mut Episode) {
        let normalisation = self.normalisation();
        if normalisation.is_none() {
            return;
        }
        let queries = episode.queries.iter_mut().map(|(input, _)| input);
        for input in episode.support.iter_mut().map(|(input, _)| input).chain(queries) {
            *input = normalisation.apply(input);
        }
    }

    /// Makes all grammars of a solution do the same to their inputs.
    pub(crate) fn store(&self, solution: &mut Solution) {
        let normalisation = self.normalisation();
        if normalisation.is_none() {
            return;
        }
        let alternatives = solution.alternatives.iter_mut().map(|(grammar, _)| grammar);
        for grammar in solution.grammar.iter_mut().chain(alternatives) {
            *grammar = grammar.clone().with_normalisation(normalisation);
        }
    }
}
