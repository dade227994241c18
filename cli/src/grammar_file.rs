//! A grammar's text from a file, and its errors with the lines that they are in.

use crate::failure::Failure;
use crate::input::Input;
use blicket::{Grammar, ParseError, ParseErrors, ReadyMade};
use std::path::{Path, PathBuf};

/// The most errors that a command shows that only wants to read the grammar.
const MOST_SHOWN: usize = 10;

/// Where `%use` looks besides what comes with the library.
#[derive(clap::Args)]
pub(crate) struct ReadyMadeArguments {
    /// A folder in which `%use NAME` finds the file NAME.txt; may be given several times
    #[arg(long, value_name = "FOLDER")]
    sections: Vec<PathBuf>,
}

impl ReadyMadeArguments {
    pub(crate) fn ready_made(&self) -> ReadyMade {
        let mut ready_made = ReadyMade::new();
        self.sections.iter().for_each(|folder| ready_made.add_directory(folder));
        ready_made
    }
}

/// The text of a grammar, and the name that messages give its file.
pub(crate) struct GrammarFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl GrammarFile {
    /// Reads a file, or standard input where it is `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let mut input = Input::open(path)?;
        let text = input.read_all()?;
        Ok(Self { name: input.name, text })
    }

    /// The grammar, which has to have rules: a file without any is a slip, and would refuse everything.
    pub(crate) fn grammar(&self, ready_made: &ReadyMade) -> Result<Grammar, Failure> {
        let grammar = Grammar::parse_with(&self.text, ready_made);
        let grammar = grammar.map_err(|errors| self.wrong(&errors))?;
        if grammar.sections().iter().all(|section| section.rules.is_empty()) {
            return Err(Failure::Input(format!(
                "{0}: there is no rule in it; expected a grammar, as `blicket learn EXAMPLES -o {0}` writes it",
                self.name
            )));
        }
        Ok(grammar)
    }

    /// All errors of the text, each with its line and a mark under the place.
    pub(crate) fn wrong(&self, errors: &ParseErrors) -> Failure {
        if self.is_examples() {
            let name = &self.name;
            return Failure::Input(format!(
                "{name}: these are examples, with TABs; expected a grammar. `blicket learn {name} -o GRAMMAR` makes one of them"
            ));
        }
        if !self.text.contains("->") && !self.has_directives() {
            return Failure::Input(format!(
                "{}: no line has an arrow `->`; expected a grammar, a rule such as `dax -> RED` a line",
                self.name
            ));
        }
        let (shown, more) = errors.all().split_at(errors.all().len().min(MOST_SHOWN));
        let mut located: Vec<String> = shown.iter().map(|error| self.locate(error)).collect();
        if !more.is_empty() {
            located.push(format!("and {} more errors; `blicket check` shows all", more.len()));
        }
        Failure::Input(located.join("\n"))
    }

    /// Whether all lines have a TAB and none an arrow: then somebody has mistaken one file for the other.
    pub(crate) fn is_examples(&self) -> bool {
        let mut lines = self.text.lines().filter(|line| !line.trim().is_empty()).peekable();
        lines.peek().is_some() && lines.all(|line| line.contains('\t') && !line.contains(" -> "))
    }

    /// Whether a line begins as only lines of a grammar do.
    fn has_directives(&self) -> bool {
        self.text.lines().any(|line| line.trim_start().starts_with(['%', '@']))
    }

    fn locate(&self, error: &ParseError) -> String {
        let ParseError { line, column, found, expected } = error;
        let place = format!("{}:{line}:{column}: found {found}, expected {expected}", self.name);
        format!("{place}{}", self.line_with_mark(*line, *column))
    }

    /// A line of the text and a mark under one column, each on a line of its own; nothing for a line that is too long
    /// to be shown.
    pub(crate) fn line_with_mark(&self, line: usize, column: usize) -> String {
        let source = self.text.split('\n').nth(line - 1).unwrap_or("").trim_end();
        if source.chars().count() > 200 {
            return String::new();
        }
        // Tabs stay, so that the mark stands where the terminal puts the place.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let indent: String = source.chars().take(column - 1).map(blank).collect();
        format!("\n  {source}\n  {indent}^")
    }
}
