//! How likely proposed grammars are: by the same prior and likelihood as grammars that are deduced, as
//! far as their class goes. A network was trained on one kind of inputs, and takes all others for that
//! kind; what a grammar would accept besides the inputs at hand is worked out here.

use super::budget::Budget;
use super::problem::Prepared;
use crate::deduce::{Class, Completion, Role};
use crate::evaluation::Evaluation;
use crate::grammar::Grammar;
use crate::limits::Limits;
use crate::rank::likelihood::Inputs;
use crate::rank::posterior::Posterior;
use crate::task::Task;

/// What it costs not to be of the class: so much that the class comes first, as in deduction.
const OUTSIDE: f64 = 1e4;
/// What a query costs that a grammar outside the class is stuck on: it comes from the same language as
/// the examples.
const STUCK: f64 = 5.0;
/// What an evaluation may cost that only tells whether it is stuck.
const VOTING: Limits = Limits { steps: 100_000, depth: 10_000, output: 10_000, text: 1 << 20 };

/// Says what grammars of one task cost.
pub(super) struct Likely<'a> {
    task: &'a Task,
    prepared: &'a Prepared,
    posterior: Posterior<'a>,
    /// How probable it is that a right side goes on: by the class of the first grammar.
    go_on: Option<f64>,
}

impl<'a> Likely<'a> {
    pub(super) fn new(task: &'a Task, prepared: &'a Prepared, inputs: &'a Inputs) -> Self {
        let posterior = Posterior::new(inputs, prepared.tokens().len(), &task.known);
        Self { task, prepared, posterior, go_on: None }
    }

    /// The negative logarithm of a grammar's weight. Outside the class there is no other prior than the
    /// network's.
    pub(super) fn cost(&mut self, grammar: &Grammar, by_network: f64, budget: &Budget) -> f64 {
        let Some(completion) = self.prepared.completion(grammar.rules()) else {
            let stuck = if self.task.use_query_inputs { self.stuck(grammar, budget) } else { 0 };
            return OUTSIDE + by_network + STUCK * stuck as f64;
        };
        let go_on = *self.go_on.get_or_insert_with(|| class_of(&completion).go_on);
        let weight = self.posterior.log_weight(&completion, go_on, &mut budget.deadline());
        weight.map_or(f64::INFINITY, |weight| -weight)
    }

    /// How many queries a grammar is stuck on.
    fn stuck(&self, grammar: &Grammar, budget: &Budget) -> usize {
        let mut grammar = grammar.clone();
        grammar.set_limits(VOTING);
        let mut evaluation = Evaluation::new();
        let mut is_stuck = |query: &&[_]| {
            grammar.apply_words(query, &mut evaluation);
            evaluation.text().is_none()
        };
        let queries = self.prepared.queries().take_while(|_| !budget.interrupted());
        queries.filter(&mut is_stuck).count()
    }
}

/// The narrowest class that a grammar is of.
fn class_of(Completion { roles, swaps, .. }: &Completion) -> Class {
    match *swaps || roles.contains(&Role::Primitive(None)) {
        true => Class::SCAN,
        false => Class::MINISCAN,
    }
}
