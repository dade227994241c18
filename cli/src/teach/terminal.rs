//! Lines as they are typed: with editing, history and completion on a terminal, and plain ones from a pipe.

use super::line::HELP;
use crate::failure::Failure;
use blicket::Grammar;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::collections::BTreeSet;
use std::io::{BufRead, IsTerminal, Stdin, stdin};

const PROMPT: &str = "> ";

/// Who types.
pub(super) enum Lines {
    Person(Box<Editor<Words, MemHistory>>),
    Pipe(Stdin),
}

impl Lines {
    pub(super) fn new() -> Self {
        if !stdin().is_terminal() {
            return Self::Pipe(stdin());
        }
        let config = Config::builder().auto_add_history(true).build();
        match Editor::with_history(config, MemHistory::new()) {
            Ok(mut editor) => {
                editor.set_helper(Some(Words(None)));
                Self::Person(Box::new(editor))
            }
            // A terminal that cannot be edited on is read like a pipe.
            Err(_) => Self::Pipe(stdin()),
        }
    }

    pub(super) fn is_person(&self) -> bool {
        matches!(self, Self::Person(_))
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self, grammar: Option<&Grammar>) -> Result<Option<String>, Failure> {
        match self {
            Self::Person(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.0 = grammar.cloned();
                }
                match editor.readline(PROMPT) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(Failure::Machine(format!("terminal: {error}"))),
                }
            }
            Self::Pipe(input) => {
                let mut line = String::new();
                match input.lock().read_line(&mut line) {
                    Ok(0) => Ok(None),
                    Ok(_) => Ok(Some(line)),
                    Err(error) => Err(Failure::reading("standard input", &error)),
                }
            }
        }
    }
}

/// Completes the words that may come next, by the grammar that was learnt.
pub(super) struct Words(Option<Grammar>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..position], self.0.as_ref()))
    }
}

/// Where the word begins that is being typed, and what it may become: a command of the conversation, or a word that may come next.
fn completions(typed: &str, grammar: Option<&Grammar>) -> (usize, Vec<String>) {
    let start = typed.rfind(' ').map_or(0, |space| space + 1);
    let begun = typed[start..].to_lowercase();
    let mut words: Vec<String> = match grammar {
        _ if start == 0 && begun.starts_with(':') => {
            commands().into_iter().map(str::to_owned).collect()
        }
        Some(grammar) => grammar.continuations(&typed[..start]).words,
        None => Vec::new(),
    };
    words.retain(|word| word.to_lowercase().starts_with(&begun));
    words.iter_mut().for_each(|word| word.push(' '));
    (start, words)
}

/// The commands that `:help` names.
fn commands() -> BTreeSet<&'static str> {
    let words = HELP.split_whitespace().filter(|word| word.starts_with(':'));
    words.map(|word| word.trim_end_matches(';')).collect()
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_words_that_may_come_next_are_completed() {
        let grammar = Grammar::parse("walk -> W\nu1 twice -> [u1] [u1]").unwrap();
        let of = |typed: &str| completions(typed, Some(&grammar));
        assert_eq!(of(":li"), (0, vec![":lint ".to_owned()]));
        assert_eq!(of("walk tw"), (5, vec!["twice ".to_owned()]));
        assert_eq!(of("wa"), (0, vec!["walk ".to_owned()]));
        assert_eq!(completions(":ex", None).1, [":examples "]);
        assert_eq!(completions("wa", None).1, [""; 0]);
        let all = commands();
        assert!([":ask", ":undo", ":quit", ":enable"].iter().all(|it| all.contains(it)), "{all:?}");
    }
}
