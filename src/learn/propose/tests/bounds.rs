//! What proposals may cost: memory, and time until they notice that nobody waits any more.

use super::super::check::Target;
use super::super::distribution::Distribution;
use super::super::memory::Memory;
use super::super::numbers;
use super::super::search::ProposalSearch;
use super::super::words::{ReadWords, RuleBreadth, WordGraphs};
use super::search::Clueless;
use super::{Lesson, control, memory};
use crate::budget::Control;
use crate::budget::Ticker;
use crate::judge::Wanted;
use crate::network::{Graph, IsOver, NetworkError, Outputs, Tensor};
use crate::random::Random;
use crate::solution::StopReason;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const FREE: RuleBreadth = RuleBreadth { free: true, width: 128 };

/// Knows nothing, and notes the most right sides that it is asked for at once.
#[derive(Default)]
struct Batches(AtomicUsize);

impl Graph for Batches {
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        over: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError> {
        let batch = inputs.iter().find(|(name, _)| *name == "word");
        let batch = batch.map_or(0, |(_, word)| word.shape[0]);
        self.0.fetch_max(batch, Ordering::Relaxed);
        Clueless.run(inputs, over)
    }
}

/// As many words and tokens as a network reads.
fn large() -> Lesson {
    let mut random = Random::new(0);
    let mut side = |name: &str| -> String {
        let words: Vec<_> = (0..30).map(|_| format!("{name}{}", random.below(195))).collect();
        words.join(" ")
    };
    let pairs: Vec<_> = (0..256).map(|_| (side("w"), side("T"))).collect();
    Lesson::new(pairs.iter().map(|(input, output)| (input.as_str(), output.as_str())))
}

#[test]
fn right_sides_are_asked_for_in_batches_and_it_is_asked_often_whether_to_stop() {
    let lesson = large();
    let examples = lesson.examples();
    let batches = Batches::default();
    let graphs = WordGraphs { encode: &batches, decode: &batches, over: &|| false };
    let reading =
        ReadWords::new(graphs, &examples, true, memory(), &Ticker::never()).unwrap().unwrap();
    // Enough to be past the beginning, where there are only left sides.
    let ticker = Ticker::after_looks(20_000);
    assert!(reading.tables(graphs, &examples, FREE, &ticker).unwrap().is_none());
    assert_eq!(ticker.looks(), 20_001, "and no more once it was told to");
    assert_eq!(batches.0.into_inner(), 4096);
}

/// What is counted at the end of reading, and at most until then.
fn read_within(control: &Arc<Control>, lesson: &Lesson, ends: bool) -> (bool, bool) {
    let examples = lesson.examples();
    let memory = Memory::new(control, ends);
    let graphs = WordGraphs { encode: &Clueless, decode: &Clueless, over: &|| false };
    let Some(reading) = ReadWords::new(graphs, &examples, true, &memory, &Ticker::never()).unwrap()
    else {
        return (false, false);
    };
    let tables = reading.tables(graphs, &examples, FREE, &Ticker::never()).unwrap();
    (true, tables.is_some())
}

#[test]
fn what_networks_read_and_say_counts_and_is_free_again() {
    let lesson = Lesson::new(super::TASK);
    let whole = 64 << 20;
    let control = control(whole);
    assert_eq!(read_within(&control, &lesson, true), (true, true));
    assert_eq!((control.memory_left(), control.interrupted()), (whole, None));
    // For reading it takes a matrix of nodes a row, which is known before there is one.
    let lesson = large();
    assert_eq!(read_within(&control, &lesson, false), (false, false));
    assert_eq!((control.memory_left(), control.interrupted()), (whole, None));
    assert_eq!(read_within(&control, &lesson, true), (false, false));
    assert_eq!(control.interrupted(), Some(StopReason::Memory));
}

#[test]
fn right_sides_count() {
    let mut lesson = large();
    // Few rows are read at little cost; how many right sides there are depends on the words alone.
    lesson.pairs.truncate(8);
    let control = control(14 << 20);
    let left = control.memory_left();
    assert_eq!(read_within(&control, &lesson, false), (true, false));
    assert_eq!((control.memory_left(), control.interrupted()), (left, None));
}

/// Every answer is as likely as every other.
struct Even;

impl Graph for Even {
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        _: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError> {
        let words = inputs.iter().find(|(name, _)| *name == "digit").unwrap().1.shape[0];
        let heads = [
            ("times", 12),
            ("once", 12),
            ("role", 5),
            ("mantissa", 100),
            ("power", 12),
            ("pair", words),
        ];
        let zeros = |(name, columns): (&str, usize)| {
            (name.to_owned(), Tensor::float([words, columns], vec![0.0; words * columns]))
        };
        Ok(Some(heads.map(zeros).into()))
    }
}

#[test]
fn pairs_of_number_words_are_read_in_one_pass_that_asks_whether_to_stop() {
    let words: Vec<String> = (0..200).map(|word| format!("a{word}")).collect();
    let inputs: Vec<String> =
        words.iter().flat_map(|a| words.iter().map(move |b| format!("{a} {b}"))).collect();
    let lesson = Lesson::new(inputs.iter().map(|input| (input.as_str(), "")));
    let mut examples = lesson.examples();
    for (example, number) in examples.iter_mut().zip(0..) {
        example.wanted = Wanted::Number(number);
    }
    let read = |most: u64| {
        let ticker = Ticker::after_looks(most);
        let reading = numbers::ReadNumbers::new(&Even, &examples, &|| false, memory(), &ticker);
        (reading.unwrap(), ticker.looks())
    };
    // 80,000 words, which are looked up twice, and 40,000 examples: a look for every thousand.
    let (reading, looks) = read(u64::MAX);
    assert!((100..400).contains(&looks), "{looks}");
    assert_eq!(read(looks - 1).1, looks);
    assert!(read(looks - 1).0.is_none());
    let reading = reading.unwrap();
    let breadth = numbers::MeaningBreadth { width: 16, likely: 4 };
    let ticker = Ticker::never();
    let tables = reading.tables(&examples, breadth, &ticker).unwrap();
    let looks = ticker.looks();
    assert!((200 + 100..200 + 400).contains(&looks), "one for each of 200 words, and {looks}");
    // The first thousand of them may have rules; everything is remembered of every grammar.
    assert!(tables.rules(&tables.likeliest()).len() <= 2 * 200 + 1024 + 1);
    assert!(tables.bytes().key < 4096, "{:?}", tables.bytes());
    let ticker = Ticker::after_looks(250);
    assert!(reading.tables(&examples, breadth, &ticker).is_none());
    assert_eq!(ticker.looks(), 251);
}

#[test]
fn what_was_tried_counts() {
    let lesson = Lesson::new(super::TASK);
    let examples = lesson.examples();
    let control = control(1 << 20);
    let memory = Memory::new(&control, false);
    let graphs = WordGraphs { encode: &Clueless, decode: &Clueless, over: &|| false };
    let reading =
        ReadWords::new(graphs, &examples, false, &memory, &Ticker::never()).unwrap().unwrap();
    let breadth = RuleBreadth { free: true, width: 16 };
    let tables = reading.tables(graphs, &examples, breadth, &Ticker::never()).unwrap().unwrap();
    let key = tables.bytes().key;
    let most = control.memory_left() / key;
    let target = Target { examples: &examples, words: lesson.vocabulary.len(), seed: 0 };
    let mut search = ProposalSearch::new(target, &memory, tables, Vec::new());
    while !memory.was_refused() && search.programs < 100_000 {
        // Round after round each has a memory of its own, which is free again; the last is too long.
        search.round(u64::MAX, &mut super::search::OneThread).unwrap();
        assert!(!search.is_solved(), "nothing is known to this network");
    }
    assert!(memory.was_refused(), "{} programs, {most} fit", search.programs);
    drop(search);
    assert_eq!(control.interrupted(), None);
}
