//! Answers: all learnt grammars vote, and what they doubt is refused.

use crate::chart::Chart;
use crate::derivation::Derivation;
use crate::doubt::{Doubt, Evidence};
use crate::model::Model;
use crate::numbers::{NumberReader, Piece, pieces};
use crate::query::{Query, Suffixes};
use crate::shape::Shape;
use crate::store::Store;
use crate::surprise::Usual;
use crate::symbol::Symbol;
use crate::task::Task;

/// Difference in bits at which a grammar has half the weight.
const HALF_WEIGHT: f64 = 60.0;
/// Share of those that read a query which the answer needs.
const SHARE: f64 = 0.6;
/// Limits of reading with one grammar.
const ONE_STEPS: u64 = 1_000_000;
const ONE_TOKENS: usize = 10_000;

/// All that was learnt.
pub struct Learnt {
    pub task: Task,
    pub store: Store,
    /// Shortest first.
    pub models: Vec<Model>,
    pub shape: Shape,
    pub suffixes: Suffixes,
    pub usual: Usual,
    /// Reads number words, if they were found in the examples.
    pub number_words: Option<Box<dyn NumberReader>>,
}

/// What is said to a query.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best guess, if any grammar has one.
    pub tokens: Option<Vec<String>>,
    /// Whether it is worth acting on.
    pub sure: bool,
    pub confidence: f64,
    /// Other outputs with their shares.
    pub others: Vec<(Vec<String>, f64)>,
    pub evidence: Evidence,
}

#[derive(Default)]
struct Vote {
    output: Vec<Symbol>,
    weight: f64,
    /// Sums over the grammars that give it, by weight.
    tree: f64,
    runs: f64,
    /// Least surprise of any of them.
    least_tree: f64,
    least_runs: f64,
    inside: f64,
    no_filler: f64,
    few_fillers: f64,
}

struct Votes {
    votes: Vec<Vote>,
    /// Weight of the grammars that read the query at all, and of all.
    reading: f64,
    all: f64,
}

impl Learnt {
    /// What the vote of a grammar counts, the shortest 1.
    pub fn weight(&self, model: usize) -> f64 {
        let best = self.models.first().map_or(0.0, |m| m.bits);
        2f64.powf((best - self.models[model].bits) / HALF_WEIGHT)
    }

    /// One of the grammars as it is written and read by order.
    pub fn in_order(&self, model: usize) -> crate::order::InOrder {
        crate::order::put_in_order(&self.models[model], &self.store, &self.task)
    }

    /// What one written grammar says, by its order alone: no vote, no doubt.
    pub fn read_in_order(
        &self,
        grammar: &crate::order::InOrder,
        words: &[&str],
    ) -> Option<Vec<String>> {
        let normal = self.with_digits(words);
        let normal: Vec<&str> = normal.iter().map(|w| w.as_str()).collect();
        let query = Query::new(&self.task.texts, &normal, &self.suffixes, &[]);
        let (integer, new) = (|t: Symbol| query.is_number(t), |t: Symbol| query.is_new(t));
        let mut reader = crate::ordered::OrderedReader::new(
            &grammar.ordered,
            &query.words,
            &integer,
            &new,
            ONE_STEPS,
        );
        let output = reader.output(ONE_TOKENS)?;
        Some(output.iter().map(|&t| query.text(t).to_owned()).collect())
    }

    /// The words with digits in place of number phrases.
    fn with_digits(&self, words: &[&str]) -> Vec<String> {
        let Some(reader) = &self.number_words else {
            return words.iter().map(|w| (*w).to_owned()).collect();
        };
        let text = |piece| match piece {
            Piece::Word(w) => str::to_owned(w),
            Piece::Number(v) => v.to_string(),
        };
        pieces(&**reader, words, |_| true).0.into_iter().map(text).collect()
    }

    /// The voted answer with its confidence; `sure` says whether to act on it.
    pub fn answer(&self, words: &[&str], ready: &[&dyn NumberReader]) -> Answer {
        let normal = self.with_digits(words);
        let normal: Vec<&str> = normal.iter().map(|w| w.as_str()).collect();
        let query = Query::new(&self.task.texts, &normal, &self.suffixes, ready);
        if query.words.is_empty() {
            return Answer::default();
        }
        let mut votes = self.vote(&query, false);
        if votes.reading == 0.0 && query.needs_open() {
            votes = self.vote(&query, true);
        }
        self.decide(&query, votes)
    }

    fn vote(&self, query: &Query, places: bool) -> Votes {
        let mut chart = Chart::default();
        let mut votes = Votes { votes: vec![], reading: 0.0, all: 0.0 };
        for (i, model) in self.models.iter().enumerate() {
            let weight = self.weight(i);
            votes.all += weight;
            let given = model.opened.fillers(query);
            model.read(&mut chart, &self.store, &query.words, &given, places);
            let mut fitting = chart
                .at(0, 0, query.words.len())
                .filter(|r| self.shape.fits(&self.task, query, r.output()));
            let Some(first) = fitting.next() else { continue };
            votes.reading += weight;
            if fitting.next().is_some_and(|second| second.cost() <= first.cost() + 2) {
                continue;
            }
            let derivation = Derivation::of(first, &model.grammar, &self.store);
            let (tree, runs) =
                model.habits.surprise(&derivation, &model.grammar, &self.store, &query.words);
            let place = model.habits.open_places(&derivation, model.base, query);
            let vote = match votes.votes.iter_mut().position(|v| v.output == first.output()) {
                Some(i) => &mut votes.votes[i],
                None => {
                    votes.votes.push(Vote {
                        output: first.output().to_vec(),
                        least_tree: f64::MAX,
                        least_runs: f64::MAX,
                        ..Vote::default()
                    });
                    let last = votes.votes.len() - 1;
                    &mut votes.votes[last]
                }
            };
            vote.weight += weight;
            vote.tree += weight * tree;
            vote.runs += weight * runs;
            vote.least_tree = vote.least_tree.min(tree);
            vote.least_runs = vote.least_runs.min(runs);
            if let Some((kinds, inside)) = place {
                vote.inside += weight * f64::from(u8::from(inside));
                vote.no_filler += weight * f64::from(u8::from(kinds == 0));
                vote.few_fillers += weight / f64::from(kinds.max(1));
            }
        }
        votes.votes.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        votes
    }

    fn decide(&self, query: &Query, votes: Votes) -> Answer {
        let text = |output: &[Symbol]| {
            output.iter().map(|&t| query.text(t).to_owned()).collect::<Vec<_>>()
        };
        let Some(first) = votes.votes.first() else { return Answer::default() };
        let (backward, forward) = self.usual.words(query);
        let (tokens, arguments) = self.usual.output(&self.task, query, &first.output);
        let evidence = Evidence {
            new_words: query.words.iter().any(|&w| query.is_new(w) && !query.is_number(w)),
            nothing_known: query
                .words
                .iter()
                .zip(&query.numeric)
                .all(|(&w, &n)| query.is_new(w) && !n),
            cover: -(first.weight / votes.all).log2(),
            share: -(first.weight / votes.reading).log2(),
            tree: first.tree / first.weight,
            runs: first.runs / first.weight,
            least_tree: first.least_tree,
            least_runs: first.least_runs,
            backward,
            forward,
            tokens,
            arguments,
            inside: first.inside / first.weight,
            no_filler: first.no_filler / first.weight,
            few_fillers: first.few_fillers / first.weight,
            cut_off: self.usual.cut_off(query),
            length: self.usual.too_long(query),
        };
        let doubt = Doubt::of(&evidence);
        Answer {
            tokens: Some(text(&first.output)),
            sure: first.weight >= SHARE * votes.reading && !doubt.refuse,
            confidence: doubt.confidence,
            evidence,
            others: votes.votes[1..]
                .iter()
                .map(|v| (text(&v.output), v.weight / votes.all))
                .collect(),
        }
    }
}
