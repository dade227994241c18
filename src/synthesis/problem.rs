//! A task in numbers: words and tokens counted, examples without repetitions.

use crate::deduce::{Example, LONGEST_INPUT, LONGEST_OUTPUT, MOST_SYMBOLS};
use crate::solution::Problem;
use crate::task::Task;
use crate::vocabulary::{Vocabulary, Word};
use std::collections::HashMap;
use std::sync::Arc;

/// One example, in the vocabulary's words.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) input: Vec<Word>,
    pub(super) output: Vec<Word>,
    /// The examples of the task that it stands for.
    pub(super) examples: Vec<usize>,
    /// The same in the solver's numbers; `None` if it is empty or too long to be solved from, or
    /// outvoted by another output of the same input.
    pub(super) solvable: Option<Example>,
}

/// A task, ready to be solved.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) vocabulary: Arc<Vocabulary>,
    /// By number of the solver: words, and tokens.
    pub(super) words: Vec<Word>,
    pub(super) tokens: Vec<Word>,
    /// How many of the words examples show; the others only queries have.
    pub(super) shown: usize,
    /// Distinct pairs.
    pub(super) pairs: Vec<Pair>,
    /// The queries in the vocabulary's words; those that it does not have are unknown.
    pub(super) queries: Vec<Vec<Word>>,
    /// The queries in the solver's numbers, if they are used and all their words are known.
    pub(super) query_inputs: Vec<Vec<u8>>,
    pub(super) problems: Vec<Problem>,
}

/// Numbers words in the order in which they come.
#[derive(Default)]
struct Numbering {
    words: Vec<Word>,
    numbers: HashMap<Word, u8>,
}

impl Numbering {
    /// Whether there are numbers for all of `words`.
    fn room_for(&self, words: &[Word]) -> bool {
        let new = words.iter().filter(|word| !self.numbers.contains_key(word)).count();
        self.words.len() + new <= MOST_SYMBOLS
    }

    fn number(&mut self, word: Word) -> u8 {
        *self.numbers.entry(word).or_insert_with(|| {
            self.words.push(word);
            // Past what fits, nothing is solved: the count is looked at before.
            (self.words.len() - 1).min(usize::from(u8::MAX)) as u8
        })
    }
}

impl Prepared {
    pub(super) fn new(task: &Task) -> Self {
        let mut vocabulary = Vocabulary::new();
        let mut words_of = |text: &str| -> Vec<Word> {
            let word = |word| vocabulary.intern(word).expect("split at white space");
            text.split_whitespace().map(word).collect()
        };
        let mut problems = Vec::new();
        let (mut words, mut tokens) = (Numbering::default(), Numbering::default());
        let mut pairs: Vec<Pair> = Vec::new();
        let mut known: HashMap<(Vec<Word>, Vec<Word>), usize> = HashMap::new();
        for (index, (input, output)) in task.support.iter().enumerate() {
            let (input, output) = (words_of(input), words_of(output));
            if input.is_empty() {
                problems.push(Problem::EmptyInput(index));
            }
            if let Some(&pair) = known.get(&(input.clone(), output.clone())) {
                pairs[pair].examples.push(index);
                continue;
            }
            known.insert((input.clone(), output.clone()), pairs.len());
            let numbered = Example {
                input: input.iter().map(|word| words.number(*word)).collect(),
                output: output.iter().map(|token| tokens.number(*token)).collect(),
            };
            let fits = input.len() <= LONGEST_INPUT && output.len() <= LONGEST_OUTPUT;
            if !fits {
                problems.push(Problem::TooLong {
                    example: index,
                    most_words: LONGEST_INPUT,
                    most_tokens: LONGEST_OUTPUT,
                });
            }
            let solvable = (fits && !input.is_empty()).then_some(numbered);
            pairs.push(Pair { input, output, examples: vec![index], solvable });
        }
        let shown = words.words.len();
        let queries: Vec<Vec<Word>> = match task.use_query_inputs {
            true => task.queries.iter().map(|query| words_of(query)).collect(),
            false => {
                let find = |query: &String| {
                    query.split_whitespace().map(|word| vocabulary.find(word)).collect()
                };
                task.queries.iter().map(find).collect()
            }
        };
        let mut query_inputs = Vec::new();
        for query in queries.iter().filter(|query| task.use_query_inputs && !query.is_empty()) {
            // Queries must not be what makes the examples too many words to solve.
            if words.room_for(query) {
                query_inputs.push(query.iter().map(|word| words.number(*word)).collect());
            }
        }
        problems.extend(contradictions(&mut pairs, task));
        let (words, tokens) = (words.words, tokens.words);
        let found = words.len().max(tokens.len());
        if found > MOST_SYMBOLS {
            problems.push(Problem::TooManySymbols { found, most: MOST_SYMBOLS });
        }
        let vocabulary = Arc::new(vocabulary);
        Self { vocabulary, words, tokens, shown, pairs, queries, query_inputs, problems }
    }

    /// Whether the solver's numbers are large enough.
    pub(super) fn is_solvable(&self) -> bool {
        self.words.len().max(self.tokens.len()) <= MOST_SYMBOLS
    }

    /// Tokens that no single word accounts for, which in this class is hopeless.
    pub(super) fn unexplained_tokens(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for token in &self.tokens {
            let with: Vec<&Pair> =
                self.pairs.iter().filter(|pair| pair.output.contains(token)).collect();
            // Narrow the common words down, and note which pairs did that.
            let mut common: Vec<Word> = with[0].input.clone();
            let mut examples = vec![with[0].examples[0]];
            for pair in &with[1..] {
                let before = common.len();
                common.retain(|word| pair.input.contains(word));
                if common.len() < before {
                    examples.push(pair.examples[0]);
                }
            }
            // Several words may stand for one token; then each of them is seen alone with it.
            let alone = with.iter().any(|pair| pair.input.len() == 1 && pair.output.len() == 1);
            if common.is_empty() && examples.len() > 1 && !alone {
                let token = self.vocabulary.text(*token).to_owned();
                examples.sort_unstable();
                problems.push(Problem::UnexplainedToken { token, examples });
            }
        }
        problems
    }
}

/// Finds inputs with several outputs, and makes the output that most examples have the one to solve
/// for.
fn contradictions(pairs: &mut [Pair], task: &Task) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut first: HashMap<Vec<Word>, usize> = HashMap::new();
    for index in 0..pairs.len() {
        match first.get(&pairs[index].input).copied() {
            None => {
                first.insert(pairs[index].input.clone(), index);
            }
            Some(earlier) => {
                let (a, b) = (pairs[earlier].examples[0], pairs[index].examples[0]);
                let examples = [a.min(b), a.max(b)];
                problems.push(Problem::Contradiction {
                    examples,
                    input: task.support[a].0.clone(),
                    outputs: examples.map(|example| task.support[example].1.clone()),
                });
                let outvoted = match pairs[index].examples.len() > pairs[earlier].examples.len() {
                    true => {
                        first.insert(pairs[index].input.clone(), index);
                        earlier
                    }
                    false => index,
                };
                pairs[outvoted].solvable = None;
            }
        }
    }
    problems
}
