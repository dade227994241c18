//! A task in numbers: words and tokens counted, examples without repetitions.

use super::reading::{
    CountedProblems, LONGEST_INPUT, LONGEST_OUTPUT, MOST_SYMBOLS, NumberedExample, Numbering,
    OF_EXAMPLE, OF_QUERY, TextReader, clipped,
};
use crate::budget::Budget;
use crate::grammar::{Domain, Grammar};
use crate::language::Normalisation;
use crate::language::class::{ClassGrammar, TokenId, WordId};
use crate::language::rule::{Pattern, Rule};
use crate::language::vocabulary::{Vocabulary, Word};
use crate::solution::Problem;
use crate::task::{Normal, Task};
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// One example, or several that are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// Where its words and its tokens are.
    input: (u32, u32),
    output: (u32, u32),
    /// The first example of the task that it stands for.
    pub(crate) first: usize,
    /// How many it stands for.
    pub(crate) count: usize,
    /// Whether it can be solved from: it is neither empty nor too long, nor outvoted by another output
    /// of the same input.
    pub(crate) solvable: bool,
}

/// A task, ready to be solved. There may be many thousand examples: so they lie in one piece.
#[derive(Debug)]
pub struct Prepared<'t> {
    /// What a host has asked.
    pub(crate) task: &'t Task,
    /// What was done to the words of inputs, and where it is to be written down.
    pub(crate) normal: Normal,
    pub(crate) vocabulary: Arc<Vocabulary>,
    words: Numbering<WordId>,
    tokens: Numbering<TokenId>,
    /// How many of the words examples show; the others only queries have.
    pub(crate) shown: usize,
    /// Distinct pairs.
    pub(crate) pairs: Vec<Pair>,
    /// The words and tokens of all pairs.
    text: Vec<Word>,
    /// By example of the task: its pair.
    pair_of: Vec<u32>,
    /// Where the queries are.
    query_places: Vec<(u32, u32)>,
    /// The words of all queries; those that the vocabulary does not have are unknown.
    query_text: Vec<Word>,
    /// The first queries in the solver's numbers, if they are used and there is room for their words.
    pub(crate) query_inputs: Vec<Vec<WordId>>,
    pub(crate) problems: Vec<Problem>,
    /// Whether it was told to stop before it had read everything.
    pub(crate) stopped: bool,
    /// How many examples a host has given. Those behind them say what pinned rules say, and nobody is told of them.
    pub(crate) own: usize,
}

/// A whole number as it would be printed, so that what a grammar gives for an example is what the example says.
pub(crate) fn number(text: &str) -> Option<i64> {
    is_numeral(text).then(|| text.parse().ok())?
}

/// Whether a text is decimal digits, and no zero before others: codes such as 007 are tokens.
fn is_numeral(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}

/// The pair of an example that is disabled.
const NO_PAIR: u32 = u32::MAX;

/// The most words that only queries have and that are weighed with the others. Each may be anything, so with
/// very many of them, draws would tell more of those than of the words that examples show.
const MOST_NEW: usize = 16;
/// The most inputs of examples, and of queries, that take part in weighing.
pub(crate) const MOST_INPUTS: usize = 200;

impl<'t> Prepared<'t> {
    /// Reads a task, as far as it is not over: then nothing can be solved. What it takes is kept.
    pub(crate) fn new(task: &'t Task, budget: &Budget) -> Self {
        let normal = Normal::of(task);
        let of_inputs = normal.of_inputs();
        let mut reading = TextReader::new(budget);
        let mut text: Vec<Word> = Vec::new();
        let mut places = Vec::new();
        for (index, (input, output)) in task.support.iter().enumerate() {
            reading.keep(OF_EXAMPLE);
            if task.disabled.contains(&index) {
                places.push(None);
                continue;
            }
            let mut place = |words, how| reading.intern(words, how, &mut text);
            let (input, output) = (place(input, of_inputs), place(output, Normalisation::NONE));
            if reading.passes(1) {
                break;
            }
            places.push(Some((input, output)));
        }
        let mut problems = Vec::new();
        let mut empty = CountedProblems::new("examples with an input without words");
        let mut long = CountedProblems::new(
            "examples that are only checked, not learnt from: they are too long",
        );
        let (mut words, mut tokens) = (Numbering::new(), Numbering::new());
        let mut pairs: Vec<Pair> = Vec::new();
        let mut pair_of = Vec::new();
        // With room for all: to make room takes longer than anything else here, and cannot be stopped.
        let room = if reading.is_over() { 0 } else { places.len() };
        let mut known: HashMap<[WordSlice<'_>; 2], u32> = HashMap::with_capacity(room);
        for (index, place) in places.iter().enumerate() {
            let Some((input_place, output_place)) = *place else {
                pair_of.push(NO_PAIR);
                continue;
            };
            let (input, output) = (at(&text, input_place), at(&text, output_place));
            if reading.passes(1 + input.len() + output.len()) {
                break;
            }
            if input.is_empty() {
                problems.extend(empty.one(|| Problem::EmptyInput(index)));
            }
            let pair = *known.entry([input, output].map(WordSlice)).or_insert(pairs.len() as u32);
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
        // Those for which there is no room are not voted on, but the grammar can still answer them.
        reading.leave_half();
        for query in &task.queries {
            reading.keep(OF_QUERY);
            let place = match task.use_query_inputs {
                true => reading.intern(query, of_inputs, &mut query_text),
                false => reading.find(query, of_inputs, &mut query_text),
            };
            if reading.passes(1) || reading.is_full() {
                query_text.truncate(place.0 as usize);
                break;
            }
            query_places.push(place);
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
            task,
            normal,
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
            own: task.support.len(),
        }
    }

    /// What a host has asked. The outputs of its queries are not in it.
    pub fn task(&self) -> &'t Task {
        self.task
    }

    /// The words and tokens of the task.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// The words that examples show, in the order in which they come.
    pub fn shown_words(&self) -> &[Word] {
        &self.words()[..self.shown]
    }

    /// The tokens of the examples, in the order in which they come.
    pub fn shown_tokens(&self) -> &[Word] {
        self.tokens()
    }

    /// The distinct examples: input, wanted output, and how many examples it stands for.
    pub fn examples(&self) -> impl ExactSizeIterator<Item = (&[Word], &[Word], usize)> {
        self.pairs.iter().map(|pair| (self.input(pair), self.output(pair), pair.count))
    }

    /// By number of the solver: words.
    pub(crate) fn words(&self) -> &[Word] {
        &self.words.words
    }

    /// By number of the solver: tokens.
    pub(crate) fn tokens(&self) -> &[Word] {
        &self.tokens.words
    }

    /// The solver's number of a word of an input.
    pub(crate) fn word_id(&self, word: Word) -> Option<WordId> {
        self.words.get(word)
    }

    /// The solver's number of a token of an output.
    pub(crate) fn token_id(&self, token: Word) -> Option<TokenId> {
        self.tokens.get(token)
    }

    pub(crate) fn input(&self, pair: &Pair) -> &[Word] {
        at(&self.text, pair.input)
    }

    pub(crate) fn output(&self, pair: &Pair) -> &[Word] {
        at(&self.text, pair.output)
    }

    /// The queries in words, in their order.
    pub(crate) fn queries(&self) -> impl ExactSizeIterator<Item = &[Word]> {
        self.query_places.iter().map(|place| at(&self.query_text, *place))
    }

    /// The input of a pair in the solver's numbers.
    pub(crate) fn numbers(&self, pair: &Pair) -> Vec<WordId> {
        self.words.of(self.input(pair))
    }

    /// A pair in the solver's numbers.
    pub(crate) fn example(&self, pair: usize) -> NumberedExample {
        let pair = &self.pairs[pair];
        NumberedExample { input: self.numbers(pair), output: self.tokens.of(self.output(pair)) }
    }

    /// Pairs as text, so that equal ones are the same in any task; `None` if it is longer than `most` bytes.
    pub(crate) fn text_of(&self, pairs: &[Pair], most: usize) -> Option<Vec<u8>> {
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
    pub(crate) fn solvable(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.pairs.len()).filter(|index| self.pairs[*index].solvable)
    }

    /// The pairs that are neither empty nor too long to be solved from.
    pub(crate) fn fitting(&self) -> impl Iterator<Item = usize> {
        let is_fit = |pair: &Pair| fits(self.input(pair), self.output(pair));
        let is_empty = |pair: &Pair| self.input(pair).is_empty();
        let fitting = move |pair: &Pair| is_fit(pair) && !is_empty(pair);
        (0..self.pairs.len()).filter(move |index| fitting(&self.pairs[*index]))
    }

    /// Makes all pairs that fit the ones to solve from, but for these.
    pub(crate) fn learn_from_all_but(&mut self, given_up: &[usize]) {
        let fitting: Vec<usize> = self.fitting().collect();
        self.pairs.iter_mut().for_each(|pair| pair.solvable = false);
        fitting.into_iter().for_each(|index| self.pairs[index].solvable = true);
        given_up.iter().for_each(|index| self.pairs[*index].solvable = false);
    }

    /// Has these examples not learnt from; they are checked all the same.
    pub(crate) fn leave_out(&mut self, examples: &[usize]) {
        for pair in examples.iter().filter_map(|example| self.pair_of.get(*example)) {
            if let Some(pair) = self.pairs.get_mut(*pair as usize) {
                pair.solvable = false;
            }
        }
    }

    /// The examples of the task that pairs stand for, in their order, each with the index of its pair
    /// among `pairs`. There may be many of both: so they are gone through once.
    pub(crate) fn examples_of(&self, pairs: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let mut places: Vec<Option<usize>> = Vec::new();
        if !pairs.is_empty() {
            places.resize(self.pairs.len(), None);
        }
        pairs.iter().enumerate().for_each(|(place, pair)| places[*pair] = Some(place));
        let examples = self.pair_of.iter().take(self.own).enumerate();
        examples.filter_map(move |(example, pair)| Some((example, (*places.get(*pair as usize)?)?)))
    }

    /// The words of the inputs of the examples that a host has given.
    pub(crate) fn own_words(&self) -> HashSet<Word> {
        let pairs =
            self.pair_of.iter().take(self.own).filter_map(|it| self.pairs.get(*it as usize));
        pairs.flat_map(|pair| self.input(pair)).copied().collect()
    }

    /// How many examples of the task pairs stand for.
    pub(crate) fn count_of(&self, pairs: &[usize]) -> usize {
        match self.own < self.task.support.len() {
            true => self.examples_of(pairs).count(),
            false => pairs.iter().map(|pair| self.pairs[*pair].count).sum(),
        }
    }

    /// Whether some grammar may satisfy an example of the task, and those beside it that can be solved from.
    pub(crate) fn is_open(&self, example: usize, about_numbers: bool) -> bool {
        let pair = &self.pairs[self.pair_of[example] as usize];
        pair.solvable && (!about_numbers || self.number(pair).is_some())
    }

    /// Whether the task is one of numbers: because it says so, or because all outputs are numbers that a grammar of
    /// number words can give. A sign, or more digits than fit, makes them tokens, as in a task of commands.
    pub fn is_about_numbers(&self) -> bool {
        is_about_numbers(self.task)
    }

    /// Whether the solver's numbers do not suffice.
    pub(crate) fn too_many_symbols(&self) -> Option<Problem> {
        let found = self.words().len().max(self.tokens().len());
        let most = MOST_SYMBOLS;
        (found > most).then_some(Problem::TooManySymbols { found, most })
    }

    /// The output of a pair, if it is a number.
    pub(crate) fn number(&self, pair: &Pair) -> Option<i64> {
        match self.output(pair) {
            [token] => number(self.vocabulary.text(*token)),
            _ => None,
        }
    }
}

/// Whether a task is one of numbers.
pub(crate) fn is_about_numbers(task: &Task) -> bool {
    match task.domain {
        Some(domain) => domain == Domain::Numbers,
        None => task.enabled().all(|(_, output)| number(output.trim()).is_some()),
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

/// Words to look up. They are hashed two by two, which takes half as long.
#[derive(PartialEq, Eq)]
struct WordSlice<'a>(&'a [Word]);

impl Hash for WordSlice<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for two in self.0.chunks(2) {
            state.write_u64(two.iter().fold(0, |both, word| both << 32 | word.index() as u64));
        }
        state.write_usize(self.0.len());
    }
}

/// Finds inputs with several outputs, and makes the output that most examples have the one to solve
/// for.
fn contradictions(
    pairs: &mut [Pair],
    text: &[Word],
    task: &Task,
    reading: &mut TextReader<'_>,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut kind = CountedProblems::new("examples that contradict others");
    let room = if reading.is_over() { 0 } else { pairs.len() };
    let mut first: HashMap<WordSlice<'_>, usize> = HashMap::with_capacity(room);
    for index in 0..pairs.len() {
        if reading.passes(1 + at(text, pairs[index].input).len()) {
            break;
        }
        let earlier = *first.entry(WordSlice(at(text, pairs[index].input))).or_insert(index);
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
                first.insert(WordSlice(at(text, pairs[index].input)), index);
                earlier
            }
            false => index,
        };
        pairs[outvoted].solvable = false;
    }
    problems.extend(kind.others());
    problems
}

impl Prepared<'_> {
    /// The grammar, without rules for words that no example shows.
    pub(crate) fn grammar(&self, of_class: &ClassGrammar) -> Grammar {
        self.grammar_of(of_class, self.shown)
    }

    /// The grammar with a guess for the words that only queries have.
    pub(crate) fn guess(&self, of_class: &ClassGrammar) -> Grammar {
        self.grammar_of(of_class, usize::MAX)
    }

    /// The grammar of the class that rules are, if they are of the class.
    #[cfg(feature = "neural")]
    pub(crate) fn of_class(&self, rules: &[Rule]) -> Option<ClassGrammar> {
        if self.too_many_symbols().is_some() {
            return None;
        }
        ClassGrammar::of_rules(
            rules,
            self.words().len(),
            |word| self.word_id(word),
            |token| self.token_id(token),
        )
    }

    /// A grammar from rules that a learner has made.
    pub fn grammar_from(&self, domain: Domain, rules: Vec<Rule>) -> Grammar {
        Grammar::new(domain, rules, self.vocabulary.clone())
            .expect("learners make rules well formed")
    }

    fn grammar_of(&self, of_class: &ClassGrammar, shown: usize) -> Grammar {
        self.grammar_from(Domain::Words, of_class.rules(self.words(), self.tokens(), shown))
    }
}

impl Prepared<'_> {
    /// The examples for which a grammar of numbers has a rule that is the example itself: several words
    /// and no variable. A word alone is not learnt by heart, it is what others are made of.
    pub(crate) fn by_heart(&self, grammar: &Grammar) -> Vec<usize> {
        if grammar.domain() != Domain::Numbers {
            return Vec::new();
        }
        let whole = |rule: &Rule| -> Option<Vec<Word>> {
            let word = |pattern: &Pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                _ => None,
            };
            rule.left.iter().map(word).collect::<Option<Vec<Word>>>().filter(|left| left.len() > 1)
        };
        let lefts: HashSet<Vec<Word>> = grammar.rules().iter().filter_map(whole).collect();
        let is_one = |pair: &usize| lefts.contains(self.input(&self.pairs[*pair]));
        let pairs: Vec<usize> = (0..self.pairs.len()).filter(is_one).collect();
        self.examples_of(&pairs).map(|(example, _)| example).collect()
    }
}
