//! How a language writes what is meant: calls with brackets, flat tuples, records, nested lists, columns with defaults.

use super::language::Piece;
use blicket::Random;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `HEAD ( a , b )`
    Call,
    /// `HEAD a b`
    Flat,
    /// `do = HEAD ; colour = a ; room = b`
    Record,
    /// `( HEAD a b )`
    List,
    /// `HEAD a * b`: a column for every kind of value, with a star where there is none.
    Columns,
}

/// A value of an intent: the column or key it has, and what stands there.
pub(super) struct Argument<'a> {
    pub(super) column: usize,
    pub(super) key: &'a str,
    /// Nothing where the sentence does not say it.
    pub(super) value: Option<Piece>,
}

pub(super) fn token(text: &str) -> Piece {
    Piece::Token(text.to_owned())
}

impl Style {
    pub(super) fn draw(random: &mut Random) -> Self {
        use Style::{Call, Columns, Flat, List, Record};
        *random.choose(&[Call, Call, Call, Flat, Flat, Record, Record, List, Columns])
    }

    /// What an intent means, where a language has so many columns.
    pub(super) fn write(
        self,
        head: &str,
        arguments: &[Argument<'_>],
        columns: usize,
    ) -> Vec<Piece> {
        let given =
            || arguments.iter().filter_map(|one| one.value.clone().map(|value| (one, value)));
        let mut right = Vec::new();
        match self {
            Style::Call => {
                right.extend([token(head), token("(")]);
                for (index, (_, value)) in given().enumerate() {
                    right.extend((index > 0).then(|| token(",")));
                    right.push(value);
                }
                right.push(token(")"));
            }
            Style::Flat => {
                right.push(token(head));
                right.extend(given().map(|(_, value)| value));
            }
            Style::Record => {
                right.extend([token("do"), token("="), token(head)]);
                for (one, value) in given() {
                    right.extend([token(";"), token(one.key), token("="), value]);
                }
            }
            Style::List => {
                right.extend([token("("), token(head)]);
                right.extend(given().map(|(_, value)| value));
                right.push(token(")"));
            }
            Style::Columns => {
                right.push(token(head));
                let value = |column| given().find(|(one, _)| one.column == column);
                right.extend((0..columns).map(|column| match value(column) {
                    Some((_, value)) => value,
                    None => token("*"),
                }));
            }
        }
        right
    }

    /// What stands between two commands of a chain.
    pub(super) fn between(self, random: &mut Random) -> Option<Piece> {
        match self {
            Style::Record | Style::Columns => Some(token("|")),
            Style::Call | Style::List | Style::Flat => random.chance(0.5).then(|| token(";")),
        }
    }
}
