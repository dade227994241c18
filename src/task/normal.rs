//! What is done to the words of a task's inputs before they are learnt from, and in which grammars that is
//! written down, so that learning and applying agree.
//!
//! Unless the task says what is to be done, the examples decide. A person who types means the same with a capital
//! letter, with a full stop, or with a letter with a mark in another encoding; unless two examples differ in
//! nothing else.

use super::Task;
use crate::grammar::Grammar;
use crate::language::{Normalisation, Punctuation};
use std::collections::HashMap;

/// Of more text than that, only what the task says is done: nothing else is looked through twice.
const MOST_BYTES: usize = 4 << 20;

/// What is done to the inputs of one task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Normal {
    /// What a person who types needs, as far as examples can be learnt from in that form.
    normalisation: Normalisation,
    /// What grammars with sections do to what is typed. They copy words as they were typed, so capital letters may mean nothing there
    /// even if outputs have them.
    of_sections: Normalisation,
    /// Whether inputs need it already, or the task asks for it. Otherwise it is only written down in grammars
    /// with sections, which are for those who type; the others stay as short as they were.
    everywhere: bool,
}

impl Normal {
    pub(crate) fn of(task: &Task) -> Self {
        if let Some(normalisation) = task.normalisation {
            return Self { normalisation, of_sections: normalisation, everywhere: true };
        }
        let queries = task.queries.iter().filter(|_| task.use_query_inputs);
        let inputs = || task.enabled().map(|(input, _)| input).chain(queries.clone());
        let outputs = task.enabled().map(|(_, output)| output);
        if inputs().chain(outputs).map(String::len).sum::<usize>() > MOST_BYTES {
            return Self::default();
        }
        let normalisation = for_typing(task);
        let everywhere = !normalisation.is_none() && inputs().any(|input| was_typed(input));
        let mut of_sections = normalisation;
        of_sections.fold_case |= case_tells_no_words_apart(task, normalisation);
        Self { normalisation, of_sections, everywhere }
    }

    /// What is done before learning.
    pub(crate) fn of_inputs(self) -> Normalisation {
        if self.everywhere { self.normalisation } else { Normalisation::NONE }
    }

    /// What is done to inputs of grammars with sections that are stored.
    pub(crate) fn of_stored(self) -> Normalisation {
        self.of_sections
    }

    /// A grammar that was learnt from the inputs in this form, for inputs in any form.
    pub(crate) fn stored_in(self, grammar: Grammar) -> Grammar {
        let has_sections = grammar.sections().iter().any(|section| section.name.is_some());
        let stored = if has_sections { self.of_sections } else { self.of_inputs() };
        if stored.is_none() { grammar } else { grammar.with_normalisation(stored) }
    }
}

/// Whether a text is made of characters that no normalisation changes: most are, and are looked at no further.
fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'_')
    };
    text.bytes().all(plain)
}

/// Whether a text shows that somebody typed it: capital letters, punctuation at words, letters in pieces.
fn was_typed(text: &str) -> bool {
    if is_plain(text) {
        return false;
    }
    let pieces = Normalisation { punctuation: Punctuation::Split, ..Normalisation::NONE };
    let composed = Normalisation { compose: true, ..Normalisation::NONE };
    let mut buffer = String::new();
    text.chars().any(char::is_uppercase)
        || !pieces.words(text).eq(text.split_whitespace())
        || text.split_whitespace().any(|word| composed.form(word, &mut buffer) != word)
}

/// As much as can be done without making examples the same that mean different things.
fn for_typing(task: &Task) -> Normalisation {
    let (punctuation, compose) = (punctuation(task), cfg!(feature = "unicode"));
    let fold_case = !copies_capitals(task, punctuation);
    let punctuations = [punctuation, Punctuation::Split, Punctuation::Keep];
    let both = |fold_case| {
        punctuations.map(|punctuation| Normalisation { fold_case, punctuation, compose })
    };
    let [dropped, split, kept] = both(fold_case);
    let [dropped_only, split_only, nothing] = both(false);
    let ways = [dropped, split, dropped_only, split_only, kept, nothing];
    let fine = |normalisation: &Normalisation| !confuses(task, *normalisation);
    ways.into_iter().find(fine).unwrap_or(Normalisation::NONE)
}

/// Punctuation is dropped, unless it seems to mean something: it stands alone, or outputs have it.
fn punctuation(task: &Task) -> Punctuation {
    let split = Normalisation { punctuation: Punctuation::Split, ..Normalisation::NONE };
    let drop = Normalisation { punctuation: Punctuation::Drop, ..Normalisation::NONE };
    let is_mark = |word: &str| drop.words(word).next().is_none();
    for (input, output) in task.enabled().filter(|(input, _)| !is_plain(input)) {
        let mut marks = split.words(input).filter(|word| is_mark(word)).peekable();
        if marks.peek().is_none() {
            continue;
        }
        let alone = input.split_whitespace().any(is_mark);
        if alone || marks.any(|mark| output.split_whitespace().any(|token| token == mark)) {
            return Punctuation::Split;
        }
    }
    Punctuation::Drop
}

/// Whether a word with capital letters stands in an output as it was typed: a name that is copied.
fn copies_capitals(task: &Task, punctuation: Punctuation) -> bool {
    let typed = Normalisation { punctuation, ..Normalisation::NONE };
    task.enabled().filter(|(input, _)| !is_plain(input)).any(|(input, output)| {
        let capital = |word: &&str| word.chars().any(char::is_uppercase);
        let copied = |word: &str| output.split_whitespace().any(|token| token == word);
        typed.words(input).filter(capital).any(copied)
    })
}

/// Whether no word of the examples is another one, once capital and small letters are the same: then a grammar reads the
/// examples as it did.
fn case_tells_no_words_apart(task: &Task, normalisation: Normalisation) -> bool {
    if task.enabled().all(|(input, _)| is_plain(input)) {
        return true;
    }
    let folded = Normalisation { fold_case: true, ..normalisation };
    let mut known: HashMap<String, String> = HashMap::new();
    let (mut buffer, mut other_buffer) = (String::new(), String::new());
    let mut words = task.enabled().flat_map(|(input, _)| normalisation.words(input));
    words.all(|word| {
        let one = folded.form(word, &mut buffer).to_owned();
        let typed = normalisation.form(word, &mut other_buffer);
        known.entry(one).or_insert_with(|| typed.to_owned()) == typed
    })
}

/// Whether examples with different outputs would become the same.
fn confuses(task: &Task, normalisation: Normalisation) -> bool {
    let mut known: HashMap<String, &(String, String)> = HashMap::new();
    let differs = |input: &str, normal: &str| !input.split_whitespace().eq(normal.split(' '));
    // Without it, what was different stays different.
    let is_same = |input: &str| is_plain(input) && input.bytes().any(|byte| byte != b' ');
    let changed = |input: &str| !is_same(input) && differs(input, &normalisation.apply(input));
    if !task.enabled().any(|(input, _)| changed(input)) {
        return false;
    }
    task.enabled().any(|example| {
        let (input, output) = example;
        let normal = normalisation.apply(input);
        if normal.is_empty() {
            return !input.trim().is_empty();
        }
        let (before, known_output) = *known.entry(normal).or_insert(example);
        // An input twice with two outputs is a contradiction, whatever is done.
        let same_input = before.split_whitespace().eq(input.split_whitespace());
        !same_input && !known_output.split_whitespace().eq(output.split_whitespace())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(examples: &[(&str, &str)]) -> Task {
        let mut task = Task::new();
        examples.iter().for_each(|(input, output)| task.add_example(*input, *output));
        task
    }

    fn decided(examples: &[(&str, &str)]) -> (bool, Punctuation, bool) {
        let normal = Normal::of(&task(examples));
        let Normalisation { fold_case, punctuation, .. } = normal.normalisation;
        (fold_case, punctuation, normal.everywhere)
    }

    #[test]
    fn what_nobody_typed_is_learnt_from_as_it_is() {
        let plain = [("dax", "RED"), ("zwei-und dreißig", "32")];
        assert_eq!(decided(&plain), (true, Punctuation::Drop, false));
        assert!(Normal::of(&task(&plain)).of_inputs().is_none());
        let grammar = || Grammar::parse("dreißig -> 30").unwrap();
        assert_eq!(Normal::of(&task(&plain)).stored_in(grammar()), grammar());
        let sections = Grammar::parse("@do\ndax x1:thing -> D [x1]\n@thing\nlamp -> L").unwrap();
        let stored = Normal::of(&task(&plain)).stored_in(sections);
        assert_eq!(stored.apply("Dax lamp!").text(), Some("D L"));
    }

    #[test]
    fn what_was_typed_is_brought_into_one_form() {
        assert_eq!(decided(&[("Dax!", "RED"), ("lug", "BLUE")]), (true, Punctuation::Drop, true));
        let mut asked = task(&[("dax", "RED")]);
        asked.add_query("Dax");
        asked.use_query_inputs = true;
        assert!(Normal::of(&asked).everywhere);
        asked.use_query_inputs = false;
        assert!(!Normal::of(&asked).everywhere);
    }

    #[test]
    fn what_examples_differ_in_is_kept() {
        let case = [("polish it", "CLEAN"), ("Polish it", "TRANSLATE")];
        assert_eq!(decided(&case), (false, Punctuation::Drop, true));
        let mark = [("Ready?", "ASK"), ("ready", "SAY")];
        assert_eq!(decided(&mark), (true, Punctuation::Split, true));
        let both = [("a", "1 x"), ("A", "2 x"), ("a.", "3 x"), ("a .", "4 x")];
        // Letters in pieces are all that is left to be done.
        assert_eq!(decided(&both), (false, Punctuation::Keep, cfg!(feature = "unicode")));
        // The same input twice is a contradiction, whatever is done.
        let noise = [("Dax", "RED"), ("Dax", "BLUE")];
        assert_eq!(decided(&noise), (true, Punctuation::Drop, true));
    }

    #[test]
    fn what_stands_in_outputs_is_kept() {
        let name = [("call Anna", "CALL ( Anna )")];
        assert_eq!(decided(&name), (false, Punctuation::Drop, true));
        let alone = [("at 22 : 30", "22 30")];
        assert_eq!(decided(&alone), (true, Punctuation::Split, false));
        // A grammar with sections copies what was typed, so it can take capital letters as people type them.
        let call = || Grammar::parse("@do\ncall x1:words -> CALL ( {x1} )\nAnna -> Anna").unwrap();
        let stored = Normal::of(&task(&name)).stored_in(call());
        assert_eq!(stored.apply("CALL Bob!").text(), Some("CALL ( Bob )"));
        assert_eq!(stored.apply("anna").text(), Some("Anna"));
        let two = [("call Will", "CALL ( Will )"), ("will it rain", "RAIN")];
        assert!(!Normal::of(&task(&two)).of_stored().fold_case);
        let told = [("say hi, bob", "hi , bob")];
        assert_eq!(decided(&told), (true, Punctuation::Split, true));
        assert_eq!(decided(&[("?", "HELP"), ("go", "GO")]), (true, Punctuation::Split, false));
    }

    #[test]
    fn what_a_task_asks_for_is_done() {
        let mut asked = task(&[("Dax.", "RED")]);
        asked.normalisation = Some(Normalisation::NONE);
        assert!(Normal::of(&asked).of_inputs().is_none());
        let fold_case = Normalisation { fold_case: true, ..Normalisation::NONE };
        asked.normalisation = Some(fold_case);
        assert_eq!(Normal::of(&asked).of_inputs(), fold_case);
    }
}
