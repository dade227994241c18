//! The options about the words of inputs.

use blicket::{Normalisation, Punctuation};
use clap::{Args, ValueEnum};

/// What is done to the words of inputs, before learning and, by the grammar, whenever it is applied. Without any of
/// these options the examples decide.
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
    /// Take inputs as they are, also where examples show capital letters or punctuation that mean nothing
    #[arg(long, conflicts_with_all = ["fold_case", "punctuation", "nfc"])]
    verbatim: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PunctuationName {
    Split,
    Drop,
}

impl NormalisationArguments {
    /// What was asked for; `None` where the examples decide.
    pub(crate) fn normalisation(&self) -> Option<Normalisation> {
        let mut normalisation = Normalisation::default();
        normalisation.fold_case = self.fold_case;
        normalisation.punctuation = match self.punctuation {
            None => Punctuation::Keep,
            Some(PunctuationName::Split) => Punctuation::Split,
            Some(PunctuationName::Drop) => Punctuation::Drop,
        };
        normalisation.compose = self.nfc;
        (self.verbatim || !normalisation.is_none()).then_some(normalisation)
    }
}
