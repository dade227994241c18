//! What the tests of proposals share.

mod bounds;
mod contract;
mod search;
mod together;

use super::memory::Memory;
use crate::budget::Control;
use crate::engine::{Engine, EngineOptions};
use crate::grammar::{Domain, Grammar};
use crate::judge::{Example, Wanted};
use crate::language::rule::Rule;
use crate::language::vocabulary::{Vocabulary, Word};
use crate::task::Task;
use std::sync::{Arc, LazyLock};

/// What a search shares that may take so many bytes.
fn control(memory_limit: usize) -> Arc<Control> {
    let options = EngineOptions { memory_limit: Some(memory_limit), ..EngineOptions::default() };
    Engine::new(&options).unwrap().control(&Task::new())
}

/// More memory than all tests need.
fn memory() -> &'static Memory<'static> {
    static CONTROL: LazyLock<Arc<Control>> = LazyLock::new(|| control(1 << 40));
    static MEMORY: LazyLock<Memory<'_>> = LazyLock::new(|| Memory::new(&CONTROL, true));
    &MEMORY
}

/// Examples in the words of a vocabulary.
pub(crate) struct Lesson {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) pairs: Vec<(Vec<Word>, Vec<Word>)>,
}

impl Lesson {
    fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::of(Vocabulary::new(), pairs)
    }

    /// In a vocabulary that has words already.
    pub(crate) fn of<'a>(
        vocabulary: Vocabulary,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let mut lesson = Self { vocabulary, pairs: Vec::new() };
        for (input, output) in pairs {
            let mut words = |text: &str| -> Vec<Word> {
                text.split_whitespace().map(|w| lesson.vocabulary.intern(w).unwrap()).collect()
            };
            let pair = (words(input), words(output));
            lesson.pairs.push(pair);
        }
        lesson
    }

    pub(crate) fn examples(&self) -> Vec<Example<'_>> {
        let one = |pair| -> Example<'_> {
            let (input, output): &(Vec<Word>, Vec<Word>) = pair;
            Example { input, wanted: Wanted::Tokens(output), price: 1.0 }
        };
        self.pairs.iter().map(one).collect()
    }

    fn text(&self, rules: &[Rule]) -> String {
        let vocabulary = Arc::new(self.vocabulary.clone());
        Grammar::new(Domain::Words, rules.to_vec(), vocabulary).unwrap().to_string()
    }
}

const TASK: [(&str, &str); 7] = [
    ("dax", "RED"),
    ("lug", "BLUE"),
    ("dax fep", "RED RED RED"),
    ("lug fep", "BLUE BLUE BLUE"),
    ("dax kiki lug", "BLUE RED"),
    ("dax fep kiki lug", "BLUE RED RED RED"),
    ("lug kiki dax fep", "RED RED RED BLUE"),
];
