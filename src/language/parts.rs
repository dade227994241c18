//! The two parts of a grammar's text: its rules and, below the line `%doubt`, what they leave open.

/// The line that begins what the rules leave open.
pub(super) const DOUBT: &str = "%doubt";

/// Whether a line begins what the rules leave open.
pub(super) fn begins_doubt(line: &str) -> bool {
    line.split_whitespace().next() == Some(DOUBT)
}

/// The text of the rules; and, if there is one, the line `%doubt` with all that follows, with its number from 1.
pub(super) fn parts(text: &str) -> (&str, Option<(usize, &str)>) {
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if begins_doubt(line) {
            return (&text[..at], Some((index + 1, &text[at..])));
        }
        at += line.len();
    }
    (text, None)
}
