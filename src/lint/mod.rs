//! What is probably not meant in a list of examples: contradictions, slips of the keyboard, lines that are no examples.
//! Nothing is learnt here, so it takes no time to speak of.

mod words;
mod pairs;
mod spelling;

use crate::arrange::Arrange;
use crate::check::Severity;
use serde::{Serialize, Serializer};
use std::fmt;

/// What a [`Remark`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemarkKind {
    /// Two examples have the same input and different outputs.
    Contradiction,
    /// An example stands twice.
    Duplicate,
    /// The first line names the columns of a table.
    Header,
    /// An output has a bracket too many or too few, where the others have not.
    Brackets,
    /// A word or token differs from another one in capital letters only.
    Case,
    /// A word or token stands in one example only, and differs from a frequent one by one slip of the keyboard.
    OneLetter,
    /// A word or token differs from another one in invisible characters only, or in how letters are encoded.
    Invisible,
    /// A word stands in one example only.
    LoneWord,
    /// Two words are never seen apart.
    AlwaysTogether,
    /// An example needs a rule of its own, and nearly its output would follow from the others: [`Engine::lint`](crate::Engine::lint).
    OwnRule,
}

named! { RemarkKind:
    Contradiction = 1 "contradiction",
    Duplicate = 2 "duplicate",
    Header = 3 "header",
    Brackets = 4 "brackets",
    Case = 5 "case",
    OneLetter = 6 "one_letter",
    Invisible = 7 "invisible",
    LoneWord = 8 "lone_word",
    AlwaysTogether = 9 "always_together",
    OwnRule = 10 "own_rule",
}

impl Serialize for RemarkKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Which half of an example a [`Remark`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Side {
    /// The words.
    Input,
    /// The tokens.
    Output,
}

impl Side {
    fn of(self, (input, output): &(String, String)) -> &str {
        match self {
            Self::Input => input,
            Self::Output => output,
        }
    }
}

/// Something to be said about an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Remark {
    /// What it is about.
    pub kind: RemarkKind,
    /// How bad it is. A note need not be acted on.
    pub severity: Severity,
    /// The example, by its index.
    pub example: usize,
    /// Another example that it is compared with, if there is one.
    pub other: Option<usize>,
    /// Which half of the example.
    pub side: Side,
    /// Which word or token of that half, from 0, if it is about one.
    pub place: Option<usize>,
    /// What stands there.
    pub found: String,
    /// What is probably meant.
    pub suggestion: Option<String>,
}

impl Remark {
    /// That an example needs a rule of its own, and which output would not.
    pub(crate) fn of_own_rule(example: usize, found: &str, meant: &str) -> Self {
        Self {
            kind: RemarkKind::OwnRule,
            severity: Severity::Warning,
            example,
            other: None,
            side: Side::Output,
            place: None,
            found: found.to_owned(),
            suggestion: Some(meant.to_owned()),
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, .. } = self;
        let meant = self.suggestion.as_deref().unwrap_or_default();
        let other = self.other.map_or(0, |other| other + 1);
        match self.kind {
            RemarkKind::Contradiction => {
                write!(
                    f,
                    "example {other} has the same input and another output, {meant:?}: only one of them can be right, so leave the other out"
                )
            }
            RemarkKind::Duplicate => {
                write!(f, "example {other} is the same: one of them is enough")
            }
            RemarkKind::Header => {
                write!(
                    f,
                    "{found:?} seems to be the heading of a table: remove the line, or begin it with `# `"
                )
            }
            RemarkKind::Brackets => {
                write!(
                    f,
                    "the brackets of {found:?} do not match, those of the others do: is one missing?"
                )
            }
            RemarkKind::Case => write!(
                f,
                "{found:?} differs from {meant:?} in capital letters only: is {meant:?} meant?"
            ),
            RemarkKind::OneLetter => write!(
                f,
                "{found:?} stands here only, and is nearly {meant:?}, which is frequent: is {meant:?} meant?"
            ),
            RemarkKind::Invisible => {
                write!(f, "{found:?} looks like {meant:?}, and is other characters: type it again")
            }
            RemarkKind::LoneWord => write!(
                f,
                "{found:?} stands in no other example: another one would show what it means"
            ),
            RemarkKind::AlwaysTogether => write!(
                f,
                "{found:?}: these words are never seen apart, so what each means is not known: an example with one of them would show it"
            ),
            RemarkKind::OwnRule => write!(
                f,
                "{found:?} takes a rule of its own; from the other examples {meant:?} would follow: is that meant?"
            ),
        }
    }
}

/// Everything that is to be said about a list of examples, each an input and its output, in the order of the examples.
/// Sets without slips may have notes, which are true and need not be acted on.
///
/// ```
/// let examples = [("open door", "OPEN door"), ("open chest", "OPEN chest"), ("open box", "OPNE box"),
///     ("open gate", "OPEN gate")].map(|(input, output)| (input.to_owned(), output.to_owned()));
/// let remarks = blicket::lint_examples(&examples);
/// let slip = remarks.iter().find(|remark| remark.suggestion.is_some()).unwrap();
/// assert_eq!((slip.example, slip.found.as_str()), (2, "OPNE"));
/// assert_eq!(slip.suggestion.as_deref(), Some("OPEN"));
/// ```
pub fn lint_examples(examples: &[(String, String)]) -> Vec<Remark> {
    let mut remarks = pairs::check(examples);
    remarks.extend(spelling::check(examples));
    remarks.extend(words::check(examples));
    remarks.arrange_by_key(|remark| (remark.example, remark.place, remark.kind.number()));
    remarks
}
