//! Lines that belong together, below each other at a terminal: a person compares them by eye. Files and other programs get them
//! as they are.

use crate::highlight;
use crate::terminal::{Painted, Style};
use blicket::Severity;

/// How wide a list is at most.
const WIDTH: usize = 80;
/// The most characters that a column of inputs has.
const WIDEST: usize = 50;

/// A place, how bad it is, and what is to be said of it, with lines that belong below.
pub(crate) struct Remarked {
    pub(crate) place: String,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) below: String,
}

/// Remarks, one a line: the message of each begins in the same column where a person looks at it.
pub(crate) fn remarks(remarks: &[Remarked], is_looked_at: bool) -> Painted {
    let widest = |length: fn(&Remarked) -> usize| match is_looked_at {
        true => remarks.iter().map(length).max().unwrap_or(0),
        false => 0,
    };
    let place = widest(|it| it.place.chars().count() + 1);
    let severity = widest(|it| it.severity.name().len());
    let mut text = Painted::default();
    for Remarked { place: at, severity: how, message, below } in remarks {
        text.push_str(&format!("{:place$} ", format!("{at}:")));
        text.paint(highlight::severity(*how), how.name());
        let space = severity.saturating_sub(how.name().len());
        text.push_str(&format!(": {:space$}{message}{below}\n", ""));
    }
    text
}

/// Names: one a line, or as many beside each other as a person's terminal has room for.
pub(crate) fn list(names: &[impl AsRef<str>], is_looked_at: bool) -> String {
    let width = |name: &str| name.chars().count();
    let widest = names.iter().map(|name| width(name.as_ref())).max().unwrap_or(0) + 2;
    let columns = if is_looked_at { (WIDTH / widest).max(1) } else { 1 };
    let rows = names.len().div_ceil(columns);
    let mut text = String::new();
    for row in 0..rows {
        // Down first, so that the order is that of a list.
        for name in names.iter().skip(row).step_by(rows.max(1)) {
            let name = name.as_ref();
            text.push_str(name);
            if columns > 1 {
                text.push_str(&" ".repeat(widest - width(name)));
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// Inputs with what they mean, below each other where a person looks at them.
pub(crate) struct Inputs {
    width: usize,
    is_looked_at: bool,
}

impl Inputs {
    /// Wide enough for these; longer ones that follow make it wider.
    pub(crate) fn of<'a>(inputs: impl Iterator<Item = &'a str>, is_looked_at: bool) -> Self {
        let mut all = Self { width: 0, is_looked_at };
        inputs.for_each(|input| all.widen(input));
        all
    }

    fn widen(&mut self, input: &str) {
        if self.is_looked_at {
            self.width = self.width.max(input.chars().count()).min(WIDEST);
        }
    }

    /// Writes an input and the arrow behind it.
    pub(crate) fn write(&mut self, input: &str, text: &mut Painted) {
        self.widen(input);
        text.push_str(&format!("{input:width$}", width = self.width));
        text.paint(Style::Faint, " ->");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_beside_each_other_for_a_person_only() {
        let names: Vec<String> = (1..=9).map(|number| format!("section-number-{number}")).collect();
        assert_eq!(list(&names, false).lines().count(), 9);
        let shown = list(&names, true);
        let first = "section-number-1  section-number-4  section-number-7\n";
        assert!(shown.starts_with(first), "{shown}");
        assert_eq!(shown.lines().count(), 3);
        assert_eq!(list(&[""; 0], true), "");
        assert_eq!(list(&["x".repeat(200)], true), "x".repeat(200) + "\n");
    }

    #[test]
    fn inputs_are_as_wide_as_the_widest_for_a_person_only() {
        let written = |is_looked_at| {
            let mut inputs = Inputs::of(["go", "go on"].into_iter(), is_looked_at);
            let mut text = Painted::default();
            ["go", "go north"].iter().for_each(|input| inputs.write(input, &mut text));
            text.text().to_owned()
        };
        assert_eq!(written(true), "go    ->go north ->");
        assert_eq!(written(false), "go ->go north ->");
    }

    #[test]
    fn messages_begin_in_one_column_for_a_person_only() {
        let remark = |place: &str, severity| Remarked {
            place: place.to_owned(),
            severity,
            message: "so".to_owned(),
            below: String::new(),
        };
        let all = [remark("a:1", Severity::Note), remark("a:10", Severity::Warning)];
        assert_eq!(remarks(&all, false).text(), "a:1: note: so\na:10: warning: so\n");
        assert_eq!(remarks(&all, true).text(), "a:1:  note:    so\na:10: warning: so\n");
    }
}
