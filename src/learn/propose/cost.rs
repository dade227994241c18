//! How likely proposed grammars are: by the same prior and likelihood as grammars that are deduced, as
//! far as their class goes. A network was trained on one kind of inputs, and takes all others for that
//! kind; what a grammar would accept besides the inputs at hand is worked out here.

use crate::budget::Budget;
use crate::grammar::{Evaluation, Grammar};
use crate::judge::VOTING;
use crate::language::class::{ClassGrammar, Role};
use crate::learn::deduce::{Assumptions, Inputs, Posterior};
use crate::prepare::Prepared;

/// What it costs not to be of the class: so much that the class comes first, as in deduction.
const OUTSIDE: f64 = 1e4;
/// What a query costs that a grammar outside the class is stuck on: it comes from the same language as
/// the examples.
const STUCK: f64 = 5.0;

/// Says what grammars of one task cost.
pub(super) struct ProposalCosts<'a> {
    prepared: &'a Prepared<'a>,
    posterior: Posterior<'a>,
    /// How probable it is that a right side goes on: by the class of the first grammar.
    go_on: Option<f64>,
}

impl<'a> ProposalCosts<'a> {
    pub(super) fn new(prepared: &'a Prepared<'a>, inputs: &'a Inputs) -> Self {
        let posterior = Posterior::new(inputs, prepared.tokens().len(), &prepared.task.memo);
        Self { prepared, posterior, go_on: None }
    }

    /// The negative logarithm of a grammar's weight. Outside the class there is no other prior than the
    /// network's.
    pub(super) fn cost(&mut self, grammar: &Grammar, by_network: f64, budget: &Budget) -> f64 {
        let Some(completion) = self.prepared.of_class(grammar.rules()) else {
            let stuck =
                if self.prepared.task.use_query_inputs { self.stuck(grammar, budget) } else { 0 };
            return OUTSIDE + by_network + STUCK * stuck as f64;
        };
        let go_on = *self.go_on.get_or_insert_with(|| class_of(&completion).go_on);
        let weight = self.posterior.log_weight(&completion, go_on, &budget.ticker());
        weight.map_or(f64::INFINITY, |weight| -weight)
    }

    /// How many queries a grammar is stuck on.
    fn stuck(&self, grammar: &Grammar, budget: &Budget) -> usize {
        let mut evaluation = Evaluation::within(VOTING);
        let mut is_stuck = |query: &&[_]| {
            grammar.apply_words(query, &mut evaluation);
            evaluation.text().is_none()
        };
        let queries = self.prepared.queries().take_while(|_| !budget.interrupted());
        queries.filter(&mut is_stuck).count()
    }
}

/// The narrowest class that a grammar is of.
fn class_of(ClassGrammar { roles, swaps, .. }: &ClassGrammar) -> Assumptions {
    match *swaps || roles.contains(&Role::Primitive(None)) {
        true => Assumptions::SCAN,
        false => Assumptions::MINISCAN,
    }
}
