//! Command languages as a learner.

use super::grammar::Draft;
use super::least::least_bits;
use super::model::Model;
use super::numbers::{InDigits, in_digits};
use super::order::put_in_order;
use super::search::{CommandSearch, SearchEffort};
use super::spelling::SpokenNumbers;
use super::store::Store;
use super::symbol::{Symbol, Texts};
use super::task::{CommandTask, SymbolExample};
use super::written::write;
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::{Evaluation, Grammar, Outcome};
use crate::judge::{Candidate, Choice, Found, Ledger};
use crate::language::vocabulary::{Vocabulary, Word};
use crate::learn::{Effort, Ended, Learner};
use crate::prepare::Prepared;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What a symbol of a rule takes in grammars that are written down, about: rules and programs, with open places and
/// without, and both once more for the doubt.
const OF_SYMBOL: usize = 4 * 64;
/// Grammars that vote.
const VOTERS: usize = 12;
/// Difference in bits at which a grammar has half the weight.
const HALF_WEIGHT: f64 = 60.0;

/// Up to this many examples are learnt from at once; of more, those that show words that were shown less than so often,
/// and then some of those that fail, up to a limit.
const AT_ONCE: usize = 120;
const SHOWN: usize = 3;
const ADDED: usize = 30;
const MOST: usize = 240;
/// So many of the others say how much each of the grammars is worth.
const OTHERS: usize = 1_000;
/// Where the task is solved already: a first grammar that is so many times as long as what is to be beaten is not worked
/// on. In 360 sampled tasks of 3 to 8 examples, the rest of the search took at most 0.2 of the bits away.
const FAR: f64 = 1.3;
/// With fewer steps there is nothing but what can be said by heart.
const LEAST_STEPS: u64 = 200;

/// Learns grammars of command languages.
#[derive(Default)]
pub(crate) struct Commands;

impl Learner for Commands {
    fn accepts(&self, task: &Prepared<'_>) -> bool {
        !task.is_about_numbers()
    }

    fn learn(
        &mut self,
        task: &Prepared<'_>,
        _: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        let pairs: Vec<usize> = task.solvable().collect();
        if let Some(reason) = budget.over() {
            return Ended::Stopped(reason);
        }
        if budget.steps_left() < LEAST_STEPS {
            return Ended::OutOfPatience;
        }
        if pairs.is_empty() {
            return Ended::Exhausted;
        }
        let lesson = Lesson::new(task, chosen(task, &pairs, budget, found));
        let is_whole = lesson.pairs.len() == pairs.len();
        if is_whole && found.to_beat.is_some_and(|bits| least_bits(&lesson.task) >= bits) {
            return Ended::Exhausted;
        }
        let in_digits = lesson.in_digits(budget);
        let in_digits = in_digits.filter(|other| other.says_less_than(&lesson, budget, found));
        let in_digits = in_digits.map(|other| {
            let learnt = other.learn(budget, found);
            (other, learnt)
        });
        // Should number words not be what they seemed, they are words like others.
        let (lesson, learnt) = match in_digits.filter(|(_, learnt)| !learnt.is_empty()) {
            Some(in_digits) => in_digits,
            None => {
                let learnt = lesson.learn(budget, found);
                (lesson, learnt)
            }
        };
        let (lesson, mut learnt) = lesson.without_slips(learnt, budget, found);
        lesson.weigh_by_others(&mut learnt, &pairs, budget, found);
        let Some(shortest) = learnt.first().map(|one| one.bits) else {
            return budget.over().map_or(Ended::Exhausted, Ended::Stopped);
        };
        let over = budget.over();
        budget.solved = Some(budget.elapsed());
        found.begin_ranking(budget);
        let shown = lesson.as_stored();
        let weight = |bits: f64| 2f64.powf((shortest - bits) / HALF_WEIGHT);
        let sum: f64 = learnt.iter().map(|one| weight(one.bits)).sum();
        let chosen = Candidate::Any(learnt[0].grammar.clone());
        let mut choice = Choice { chosen: Some(chosen), shown, ..Choice::default() };
        for Learnt { grammar, opened, bits, .. } in learnt {
            let share = weight(bits) / sum;
            choice.weighed.push((Candidate::Any(grammar), share));
            choice.last_resort.push((Candidate::Any(opened), share));
        }
        choice.insists = !lesson.slips.is_empty();
        found.choice = choice;
        match over {
            Some(reason) => Ended::Stopped(reason),
            None if !lesson.slips.is_empty() => Ended::Exhausted,
            None if found.is_solved(budget) || lesson.pairs.len() == pairs.len() => Ended::Solved,
            None => Ended::Exhausted,
        }
    }
}

/// The pairs to learn from: all, or of many those that show something new, and some that a first grammar of these fails.
fn chosen(
    task: &Prepared<'_>,
    pairs: &[usize],
    budget: &mut Budget,
    found: &mut Found<'_>,
) -> Vec<usize> {
    if pairs.len() <= AT_ONCE {
        return pairs.to_vec();
    }
    let mut seen: HashMap<Word, usize> = HashMap::new();
    let mut chosen: Vec<usize> = vec![];
    // The short ones first: they say most plainly what words mean.
    let mut by_length = pairs.to_vec();
    by_length.arrange_by_key(|pair| task.input(&task.pairs[*pair]).len());
    for &pair in &by_length {
        if chosen.len() == AT_ONCE || budget.interrupted() {
            break;
        }
        let sides = [task.input(&task.pairs[pair]), task.output(&task.pairs[pair])];
        let is_new = |word: &&Word| seen.get(*word).is_none_or(|times| *times < SHOWN);
        if sides.iter().flat_map(|side| side.iter()).any(|word| is_new(&word)) {
            sides.iter().flat_map(|side| side.iter()).for_each(|word| {
                *seen.entry(*word).or_default() += 1;
            });
            chosen.push(pair);
        }
    }
    let mut least = usize::MAX;
    while chosen.len() < MOST && budget.over().is_none() {
        let lesson = Lesson::new(task, chosen.clone());
        let Some(first) = lesson.first(budget, found) else { break };
        let Some(failing) = found.failing(&first, usize::MAX, budget) else { break };
        let new: Vec<usize> =
            failing.iter().copied().filter(|pair| !chosen.contains(pair)).collect();
        // If more examples do not help, they are not what is missing.
        if new.is_empty() || failing.len() >= least {
            break;
        }
        least = failing.len();
        let step = new.len().div_ceil(ADDED);
        chosen.extend(new.iter().step_by(step));
    }
    chosen
}

/// A grammar that satisfies the examples.
pub(super) struct Learnt {
    pub(super) grammar: Grammar,
    /// The grammar with rules for names and numbers in places where only one was shown: less sure.
    opened: Grammar,
    bits: f64,
    /// The pairs that a rule serves alone.
    pub(super) alone: Vec<usize>,
}

/// What is learnt from.
pub(super) struct Lesson<'a> {
    pub(super) prepared: &'a Prepared<'a>,
    /// The examples, by their pairs.
    pub(super) pairs: Vec<usize>,
    /// The pairs that are not learnt from, because they are probably slips.
    pub(super) slips: Vec<usize>,
    task: CommandTask,
    /// The words of the task, and those of ready-made rules.
    vocabulary: Arc<Vocabulary>,
    /// How numbers of the task are said, if their digits stand for words.
    pub(super) spelling: Option<SpokenNumbers>,
}

impl<'a> Lesson<'a> {
    pub(super) fn new(prepared: &'a Prepared<'a>, pairs: Vec<usize>) -> Lesson<'a> {
        let mut texts = Texts::default();
        let examples = pairs
            .iter()
            .map(|pair| {
                let pair = &prepared.pairs[*pair];
                let mut side = |side: &[Word]| {
                    side.iter().map(|word| texts.intern(prepared.vocabulary.text(*word))).collect()
                };
                SymbolExample {
                    input: side(prepared.input(pair)),
                    output: side(prepared.output(pair)),
                }
            })
            .collect();
        let task = CommandTask::new(texts, examples);
        let vocabulary = prepared.vocabulary.clone();
        Lesson { prepared, pairs, slips: Vec::new(), task, vocabulary, spelling: None }
    }

    /// A lesson with digits in place of number words, if there are some.
    pub(super) fn in_digits(&self, budget: &mut Budget) -> Option<Lesson<'a>> {
        let Lesson { prepared, pairs, slips, task, .. } = self;
        let InDigits { task, said, words } = in_digits(task, &prepared.vocabulary, budget)?;
        let vocabulary = words.vocabulary().clone();
        let spelling = Some(SpokenNumbers::new(&words, said));
        let (pairs, slips) = (pairs.clone(), slips.clone());
        Some(Lesson { prepared, pairs, slips, task, vocabulary, spelling })
    }

    /// Whether number words make the account of the examples shorter, as far as first grammars show.
    fn says_less_than(&self, other: &Lesson, budget: &mut Budget, found: &mut Found<'_>) -> bool {
        let ledger = Ledger::new(self.prepared);
        let Some(first) = self.first(budget, found) else { return false };
        let other = other.first(budget, found);
        other.is_none_or(|other| ledger.bits(&first) < ledger.bits(&other))
    }

    /// The examples in the form in which grammars are stored: that is the form in which queries are
    /// judged, and it may differ from the one that was learnt from (`ß` is `ss` where capital letters mean nothing).
    fn as_stored(&self) -> Vec<(String, String)> {
        let normalisation = self.prepared.normal.of_stored();
        let text = |word: &Word| self.prepared.vocabulary.text(*word);
        let mut buffer = String::new();
        let mut form = |word: &Word| normalisation.form(text(word), &mut buffer).to_owned();
        let mut texts = |pair: &usize| {
            let pair = &self.prepared.pairs[*pair];
            let (input, output) = (self.prepared.input(pair), self.prepared.output(pair));
            // What is copied is the same word on both sides.
            let token = |token: &Word| match input.contains(token) {
                true => form(token),
                false => text(token).to_owned(),
            };
            let output: Vec<String> = output.iter().map(token).collect();
            let input: Vec<String> = input.iter().map(&mut form).collect();
            (input.join(" "), output.join(" "))
        };
        self.pairs.iter().map(&mut texts).collect()
    }

    /// A first grammar, by one start.
    fn first(&self, budget: &mut Budget, found: &mut Found<'_>) -> Option<Grammar> {
        let grammar = self.begun(1, budget).into_iter().next()?;
        found.offer_last(grammar.clone(), budget);
        Some(grammar)
    }

    /// The grammars that some starts come to, the shortest first.
    pub(super) fn begun(&self, starts: usize, budget: &mut Budget) -> Vec<Grammar> {
        let mut store = Store::default();
        let trying = SearchEffort { seed: self.prepared.task.seed, ..SearchEffort::default() };
        let mut search = CommandSearch::new(&self.task, &trying);
        search.begin(0..starts.min(trying.starts), budget);
        let drafts = search.all(&mut store).into_iter();
        let models = drafts.map(|draft| Model::new(draft.grammar, &mut store, &self.task));
        let models: Vec<Model> = models.collect();
        models.iter().map(|model| self.written(model, &store, budget).grammar).collect()
    }

    /// Grammars that satisfy the examples, the shortest first.
    pub(super) fn learn(&self, budget: &mut Budget, found: &mut Found<'_>) -> Vec<Learnt> {
        let mut store = Store::default();
        // Something to go on with, should it be over soon.
        let is_needed = found.to_beat.is_none();
        if is_needed {
            let by_heart = Draft::by_heart(&self.task, &mut store);
            let model = Model::new(by_heart, &mut store, &self.task);
            found.offer_last(self.written(&model, &store, budget).grammar, budget);
        }
        let trying = SearchEffort { seed: self.prepared.task.seed, ..SearchEffort::default() };
        let mut search = CommandSearch::new(&self.task, &trying);
        search.begin(0..1, budget);
        if is_needed && let Some(first) = search.best(&mut store) {
            let model = Model::new(first.grammar, &mut store, &self.task);
            found.offer_last(self.written(&model, &store, budget).grammar, budget);
        }
        if found.to_beat.is_some_and(|bits| search.shortest() > FAR * bits) {
            return Vec::new();
        }
        search.begin(1..trying.starts, budget);
        let drafts = search.explore(&mut store, budget);
        // When it is over, the shortest has to do.
        let is_in_time = |place: usize| place == 0 || !budget.interrupted();
        let drafts = drafts.into_iter().enumerate().take_while(|(place, _)| is_in_time(*place));
        let mut models: Vec<Model> =
            drafts.map(|(_, draft)| Model::new(draft.grammar, &mut store, &self.task)).collect();
        models.arrange_by(|a, b| a.bits.total_cmp(&b.bits));
        models.dedup_by(|a, b| (a.bits - b.bits).abs() < 1e-6);
        models.truncate(VOTERS);
        let models = models.iter().enumerate().take_while(|(place, _)| is_in_time(*place));
        let mut learnt: Vec<Learnt> =
            models.map(|(_, model)| self.written(model, &store, budget)).collect();
        learnt.retain(|one| self.is_satisfied(&one.grammar, budget, found));
        self.without_bare_numbers(learnt)
    }

    /// Examples that were not learnt from weigh the grammars: one that a grammar fails costs what it takes by heart.
    fn weigh_by_others(
        &self,
        learnt: &mut [Learnt],
        pairs: &[usize],
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) {
        let learnt_from: HashSet<usize> = self.pairs.iter().copied().collect();
        let others: Vec<usize> =
            pairs.iter().copied().filter(|pair| !learnt_from.contains(pair)).collect();
        if others.is_empty() || learnt.is_empty() {
            return;
        }
        let mean = self.task.bits.iter().sum::<f64>() / self.task.bits.len().max(1) as f64;
        let step = others.len().div_ceil(OTHERS);
        let asked = others.iter().copied().step_by(step);
        for one in learnt.iter_mut() {
            let failing = found.failing_of(asked.clone(), &one.grammar, usize::MAX, budget);
            let Some(failing) = failing else { return };
            one.bits += mean * failing.len() as f64;
        }
        learnt.arrange_by(|a, b| a.bits.total_cmp(&b.bits));
        found.offer_last(learnt[0].grammar.clone(), budget);
    }

    /// Without grammars for which a number alone is a sentence, where no example is one; all, if there are no others.
    fn without_bare_numbers(&self, mut learnt: Vec<Learnt>) -> Vec<Learnt> {
        let Some(spelling) = &self.spelling else { return learnt };
        let mut evaluation = Evaluation::new();
        let mut reads_one = |grammar: &Grammar| {
            spelling.phrases().any(|phrase| {
                grammar.apply_words(phrase, &mut evaluation);
                evaluation.outcome() == Outcome::Value && !self.shows(phrase)
            })
        };
        let bare: Vec<bool> = learnt.iter().map(|one| reads_one(&one.grammar)).collect();
        if bare.contains(&false) {
            let mut bare = bare.into_iter();
            learnt.retain(|_| bare.next() == Some(false));
        }
        for one in &mut learnt {
            if reads_one(&one.opened) {
                one.opened = one.grammar.clone();
            }
        }
        learnt
    }

    fn shows(&self, input: &[Word]) -> bool {
        let inputs = self.pairs.iter().map(|pair| self.prepared.input(&self.prepared.pairs[*pair]));
        inputs.into_iter().any(|shown| shown == input)
    }

    /// Whether a grammar that reads number words reads all the examples; of others that is known.
    fn is_satisfied(&self, grammar: &Grammar, budget: &mut Budget, found: &mut Found<'_>) -> bool {
        self.spelling.is_none()
            || found
                .failing(grammar, usize::MAX, budget)
                .is_some_and(|failing| !failing.iter().any(|pair| self.pairs.contains(pair)))
    }

    /// The pair that an example is; none where number words stand in digits.
    fn pair_of(&self, example: usize) -> Option<usize> {
        let SymbolExample { input, output } = &self.task.examples[example];
        let prepared = self.prepared;
        let is_same = |words: &[Word], side: &[Symbol]| {
            let words = words.iter().map(|word| prepared.vocabulary.text(*word));
            words.eq(side.iter().map(|symbol| self.task.texts.of(*symbol)))
        };
        let is_it = |pair: &&usize| {
            let pair = &prepared.pairs[**pair];
            is_same(prepared.input(pair), input) && is_same(prepared.output(pair), output)
        };
        self.pairs.iter().find(is_it).copied()
    }

    fn written(&self, model: &Model, store: &Store, budget: &Budget) -> Learnt {
        let bodies = model.grammar.rules.iter().map(|rule| store.get(rule.body));
        let symbols: usize = bodies.map(|body| body.left.len() + body.right.len()).sum();
        budget.keep_bytes(symbols * OF_SYMBOL);
        let in_order = put_in_order(model, store, &self.task);
        let (texts, vocabulary) = (&self.task.texts, &self.vocabulary);
        let write = |places| write(&in_order, texts, vocabulary, self.spelling.as_ref(), places);
        let alone = model.alone.iter().flat_map(|example| self.pair_of(*example)).collect();
        Learnt { grammar: write(false), opened: write(true), bits: model.bits, alone }
    }
}
