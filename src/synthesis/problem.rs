//! A task in numbers: words and tokens counted, examples without repetitions.

use super::budget::Budget;
use super::listed::{Kind, clipped};
use super::reading::{OF_EXAMPLE, OF_QUERY, Reading, WORDS};
use crate::deduce::{Example, LONGEST_INPUT, LONGEST_OUTPUT, MOST_SYMBOLS, Set};
use crate::solution::Problem;
use crate::task::Task;
use crate::vocabulary::{Vocabulary, Word};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// One example, or several that are the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Where its words and its tokens are.
    input: (u32, u32),
    output: (u32, u32),
    /// The first example of the task that it stands for.
    pub(super) first: usize,
    /// How many it stands for.
    pub(super) count: usize,
    /// Whether it can be solved from: it is neither empty nor too long, nor outvoted by another output
    /// of the same input.
    pub(super) solvable: bool,
}

/// A task, ready to be solved. There may be many thousand examples: so they lie in one piece.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) vocabulary: Arc<Vocabulary>,
    words: Numbering,
    tokens: Numbering,
    /// How many of the words examples show; the others only queries have.
    pub(super) shown: usize,
    /// Distinct pairs.
    pub(super) pairs: Vec<Pair>,
    /// The words and tokens of all pairs.
    text: Vec<Word>,
    /// By example of the task: its pair.
    pair_of: Vec<u32>,
    /// Where the queries are.
    query_places: Vec<(u32, u32)>,
    /// The words of all queries; those that the vocabulary does not have are unknown.
    query_text: Vec<Word>,
    /// The first queries in the solver's numbers, if they are used and there is room for their words.
    pub(super) query_inputs: Vec<Vec<u8>>,
    pub(super) problems: Vec<Problem>,
    /// Whether it was told to stop before it had read everything.
    pub(super) stopped: bool,
}

/// A whole number as it would be printed, so that what a grammar gives for an example is what the example says.
pub(super) fn number(text: &str) -> Option<i64> {
    is_numeral(text).then(|| text.parse().ok())?
}

/// Whether a text is decimal digits, and no zero before others: codes such as 007 are tokens.
pub(super) fn is_numeral(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}

/// The most words that only queries have and that are weighed with the others. Each may be anything, so with
/// very many of them, draws would tell more of those than of the words that examples show.
const MOST_NEW: usize = 16;
/// The most inputs of examples, and of queries, that take part in weighing.
pub(super) const MOST_INPUTS: usize = 200;

/// Numbers words in the order in which they come.
#[derive(Debug, Default)]
struct Numbering {
    words: Vec<Word>,
    numbers: HashMap<Word, u8>,
}

impl Numbering {
    /// Whether with all of `words` there are at most so many, and it was not told to stop.
    fn room_for(&self, words: &[Word], most: usize, reading: &mut Reading<'_>) -> bool {
        let is_new = |word: &&Word| !reading.passes(1) && !self.numbers.contains_key(word);
        let new: HashSet<&Word> = words.iter().filter(is_new).collect();
        self.words.len() + new.len() <= most && !reading.is_over()
    }

    /// The numbers of words, as far as it is not told to stop. Those that are new get one.
    fn added(&mut self, words: &[Word], reading: &mut Reading<'_>) -> Vec<u8> {
        let mut numbers = Vec::new();
        for some in words.chunks(64).take_while(|some| !reading.passes(some.len())) {
            self.add(some);
            numbers.extend(some.iter().map(|word| self.numbers[word]));
        }
        numbers
    }

    fn add(&mut self, words: &[Word]) {
        for word in words {
            self.numbers.entry(*word).or_insert_with(|| {
                self.words.push(*word);
                // Past what fits, nothing is solved: the count is looked at before.
                (self.words.len() - 1).min(usize::from(u8::MAX)) as u8
            });
        }
    }

    fn of(&self, words: &[Word]) -> Vec<u8> {
        words.iter().map(|word| self.numbers[word]).collect()
    }
}

impl Prepared {
    /// Reads a task, as far as it is not over: then nothing can be solved. What it takes is kept.
    pub(super) fn new(task: &Task, budget: &Budget) -> Self {
        let mut reading = Reading::new(budget);
        let mut text: Vec<Word> = Vec::new();
        let mut places = Vec::new();
        for (input, output) in &task.support {
            reading.keep(OF_EXAMPLE);
            let mut place = |words| reading.intern(words, &mut text);
            let (input, output) = (place(input), place(output));
            if reading.passes(1) {
                break;
            }
            places.push((input, output));
        }
        let mut problems = Vec::new();
        let mut empty = Kind::new("examples with an input without words");
        let mut long =
            Kind::new("examples that are only checked, not learnt from: they are too long");
        let (mut words, mut tokens) = (Numbering::default(), Numbering::default());
        let mut pairs: Vec<Pair> = Vec::new();
        let mut pair_of = Vec::new();
        // With room for all: to make room takes longer than anything else here, and cannot be stopped.
        let room = if reading.is_over() { 0 } else { places.len() };
        let mut known: HashMap<(&[Word], &[Word]), u32> = HashMap::with_capacity(room);
        for (index, &(input_place, output_place)) in places.iter().enumerate() {
            let (input, output) = (at(&text, input_place), at(&text, output_place));
            if reading.passes(1 + input.len() + output.len()) {
                break;
            }
            if input.is_empty() {
                problems.extend(empty.one(|| Problem::EmptyInput(index)));
            }
            let pair = *known.entry((input, output)).or_insert(pairs.len() as u32);
            pair_of.push(pair);
            if let Some(pair) = pairs.get_mut(pair as usize) {
                pair.count += 1;
                continue;
            }
            words.add(input);
            tokens.add(output);
            let fits = fits(input, output);
            if !fits {
                problems.extend(long.one(|| Problem::TooLong {
                    example: index,
                    most_words: LONGEST_INPUT,
                    most_tokens: LONGEST_OUTPUT,
                }));
            }
            let solvable = fits && !input.is_empty();
            let (input, output) = (input_place, output_place);
            pairs.push(Pair { input, output, first: index, count: 1, solvable });
        }
        drop(known);
        problems.extend(empty.others().into_iter().chain(long.others()));
        let shown = words.words.len();
        let (mut query_places, mut query_text) = (Vec::new(), Vec::new());
        for query in &task.queries {
            reading.keep(OF_QUERY);
            if reading.passes(1) {
                break;
            }
            query_places.push(match task.use_query_inputs {
                true => reading.intern(query, &mut query_text),
                false => reading.find(query, &mut query_text),
            });
        }
        let mut query_inputs = Vec::new();
        let most = MOST_SYMBOLS.min(shown + MOST_NEW);
        let used = query_places.iter().filter(|_| task.use_query_inputs);
        for query in used.map(|place| at(&query_text, *place)).filter(|query| !query.is_empty()) {
            // Queries must not be what makes the examples too many words to solve.
            if words.room_for(query, most, &mut reading) {
                let numbers = words.added(query, &mut reading);
                query_inputs.extend((query_inputs.len() < MOST_INPUTS).then_some(numbers));
            }
        }
        problems.extend(contradictions(&mut pairs, &text, task, &mut reading));
        reading.keep(problems.len() * size_of::<Problem>());
        let stopped = reading.is_over();
        Self {
            vocabulary: Arc::new(reading.vocabulary),
            words,
            tokens,
            shown,
            pairs,
            text,
            pair_of,
            query_places,
            query_text,
            query_inputs,
            problems,
            stopped,
        }
    }

    /// By number of the solver: words.
    pub(super) fn words(&self) -> &[Word] {
        &self.words.words
    }

    /// By number of the solver: tokens.
    pub(super) fn tokens(&self) -> &[Word] {
        &self.tokens.words
    }

    /// The solver's numbers of words and of tokens.
    #[cfg(feature = "neural")]
    pub(super) fn numberings(&self) -> [impl Fn(Word) -> Option<u8>; 2] {
        [&self.words, &self.tokens]
            .map(|numbering| |word: Word| numbering.numbers.get(&word).copied())
    }

    pub(super) fn input(&self, pair: &Pair) -> &[Word] {
        at(&self.text, pair.input)
    }

    pub(super) fn output(&self, pair: &Pair) -> &[Word] {
        at(&self.text, pair.output)
    }

    /// The queries in words, in their order.
    pub(super) fn queries(&self) -> impl ExactSizeIterator<Item = &[Word]> {
        self.query_places.iter().map(|place| at(&self.query_text, *place))
    }

    /// The input of a pair in the solver's numbers.
    pub(super) fn numbers(&self, pair: &Pair) -> Vec<u8> {
        self.words.of(self.input(pair))
    }

    /// A pair in the solver's numbers.
    pub(super) fn example(&self, pair: usize) -> Example {
        let pair = &self.pairs[pair];
        Example { input: self.numbers(pair), output: self.tokens.of(self.output(pair)) }
    }

    /// Pairs as text, so that equal ones are the same in any task; `None` if it is longer than `most` bytes.
    pub(super) fn text_of(&self, pairs: &[Pair], most: usize) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for pair in pairs {
            for (part, end) in [(self.input(pair), b'\t'), (self.output(pair), b'\n')] {
                for word in part.iter().map(|word| self.vocabulary.text(*word)) {
                    if text.len() + word.len() > most {
                        return None;
                    }
                    text.extend(word.as_bytes());
                    text.push(b' ');
                }
                text.push(end);
            }
            text.push(u8::from(pair.solvable));
        }
        Some(text)
    }

    /// The pairs that can be solved from, by their index.
    pub(super) fn solvable(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.pairs.len()).filter(|index| self.pairs[*index].solvable)
    }

    /// The pairs that are neither empty nor too long to be solved from.
    pub(super) fn fitting(&self) -> impl Iterator<Item = usize> {
        let is_fit = |pair: &Pair| fits(self.input(pair), self.output(pair));
        let is_empty = |pair: &Pair| self.input(pair).is_empty();
        let fitting = move |pair: &Pair| is_fit(pair) && !is_empty(pair);
        (0..self.pairs.len()).filter(move |index| fitting(&self.pairs[*index]))
    }

    /// Makes all pairs that fit the ones to solve from, but for these.
    pub(super) fn learn_from_all_but(&mut self, given_up: &[usize]) {
        let fitting: Vec<usize> = self.fitting().collect();
        self.pairs.iter_mut().for_each(|pair| pair.solvable = false);
        fitting.into_iter().for_each(|index| self.pairs[index].solvable = true);
        given_up.iter().for_each(|index| self.pairs[*index].solvable = false);
    }

    /// The examples of the task that pairs stand for, in their order, each with the index of its pair
    /// among `pairs`. There may be many of both: so they are gone through once.
    pub(super) fn examples_of(&self, pairs: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let mut places: Vec<Option<usize>> = Vec::new();
        if !pairs.is_empty() {
            places.resize(self.pairs.len(), None);
        }
        pairs.iter().enumerate().for_each(|(place, pair)| places[*pair] = Some(place));
        let examples = self.pair_of.iter().enumerate();
        examples.filter_map(move |(example, pair)| Some((example, (*places.get(*pair as usize)?)?)))
    }

    /// Whether some grammar may satisfy an example of the task, and those beside it that can be solved from.
    pub(super) fn is_open(&self, example: usize, about_numbers: bool) -> bool {
        let pair = &self.pairs[self.pair_of[example] as usize];
        pair.solvable && (!about_numbers || self.number(pair).is_some())
    }

    /// Whether the solver's numbers do not suffice.
    pub(super) fn too_many_symbols(&self) -> Option<Problem> {
        let found = self.words().len().max(self.tokens().len());
        let most = MOST_SYMBOLS;
        (found > most).then_some(Problem::TooManySymbols { found, most })
    }

    /// The output of a pair, if it is a number.
    pub(super) fn number(&self, pair: &Pair) -> Option<i64> {
        match self.output(pair) {
            [token] => number(self.vocabulary.text(*token)),
            _ => None,
        }
    }

    /// Tokens that no single word accounts for, which in this class is hopeless; none if it is told to stop.
    /// There may not be more words and tokens than the solver has numbers. Examples may be long all the same:
    /// each is gone through once, and then is a set of words and one of tokens.
    pub(super) fn unexplained_tokens(&self, stop: &mut dyn FnMut() -> bool) -> Vec<Problem> {
        let mut shared: Vec<Shared> = self.tokens().iter().map(|_| Shared::default()).collect();
        let mut passed = 0;
        for pair in &self.pairs {
            let sides = [(&self.words, self.input(pair)), (&self.tokens, self.output(pair))];
            let mut sets = [Set::EMPTY; 2];
            for (set, (numbering, words)) in sets.iter_mut().zip(sides) {
                for some in words.chunks(WORDS) {
                    passed += some.len();
                    if passed >= WORDS {
                        passed = 0;
                        if stop() {
                            return Vec::new();
                        }
                    }
                    some.iter().for_each(|word| *set |= Set::one(numbering.numbers[word]));
                }
            }
            let [words, tokens] = sets;
            let is_alone = sides.map(|(_, words)| words.len()) == [1, 1];
            tokens.members().for_each(|token| {
                shared[usize::from(token)].narrow(words, pair.first, is_alone);
            });
        }
        let unexplained = self.tokens().iter().zip(shared).filter_map(|(token, shared)| {
            let examples = shared.unexplained()?;
            let token = clipped(self.vocabulary.text(*token)).into_owned();
            Some(Problem::UnexplainedToken { token, examples })
        });
        unexplained.collect()
    }
}

/// What the pairs that have a token share.
#[derive(Default)]
struct Shared {
    words: Set,
    /// The examples that have narrowed the words down.
    examples: Vec<usize>,
    /// Whether some word is seen alone with the token: several words may stand for it, and then each of
    /// them is.
    is_alone: bool,
}

impl Shared {
    fn narrow(&mut self, words: Set, example: usize, is_alone: bool) {
        let left = if self.examples.is_empty() { words } else { self.words & words };
        if self.examples.is_empty() || left != self.words {
            self.examples.push(example);
        }
        self.words = left;
        self.is_alone |= is_alone;
    }

    /// The examples, if they have no word in common.
    fn unexplained(mut self) -> Option<Vec<usize>> {
        self.examples.sort_unstable();
        (self.words.is_empty() && self.examples.len() > 1 && !self.is_alone)
            .then_some(self.examples)
    }
}

/// Whether an example is short enough to be solved from.
fn fits(input: &[Word], output: &[Word]) -> bool {
    input.len() <= LONGEST_INPUT && output.len() <= LONGEST_OUTPUT
}

/// The words at a place.
fn at(text: &[Word], (start, end): (u32, u32)) -> &[Word] {
    &text[start as usize..end as usize]
}

/// Finds inputs with several outputs, and makes the output that most examples have the one to solve
/// for.
fn contradictions(
    pairs: &mut [Pair],
    text: &[Word],
    task: &Task,
    reading: &mut Reading<'_>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut kind = Kind::new("examples that contradict others");
    let room = if reading.is_over() { 0 } else { pairs.len() };
    let mut first: HashMap<&[Word], usize> = HashMap::with_capacity(room);
    for index in 0..pairs.len() {
        if reading.passes(1 + at(text, pairs[index].input).len()) {
            break;
        }
        let earlier = *first.entry(at(text, pairs[index].input)).or_insert(index);
        if earlier == index {
            continue;
        }
        let (a, b) = (pairs[earlier].first, pairs[index].first);
        let examples = [a.min(b), a.max(b)];
        problems.extend(kind.one(|| {
            let input = clipped(&task.support[a].0).into_owned();
            let outputs = examples.map(|example| clipped(&task.support[example].1).into_owned());
            reading.keep(input.len() + outputs.iter().map(String::len).sum::<usize>());
            Problem::Contradiction { examples, input, outputs }
        }));
        let outvoted = match pairs[index].count > pairs[earlier].count {
            true => {
                first.insert(at(text, pairs[index].input), index);
                earlier
            }
            false => index,
        };
        pairs[outvoted].solvable = false;
    }
    problems.extend(kind.others());
    problems
}
