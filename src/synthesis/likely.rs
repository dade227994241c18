//! How likely proposed grammars are: by the same prior and likelihood as grammars that are deduced, as
//! far as their class goes. A network was trained on one kind of inputs, and takes all others for that
//! kind; what a grammar would accept besides the inputs at hand is worked out here.

use super::budget::Budget;
use super::parallel;
use super::problem::Prepared;
use super::weigh::inputs;
use crate::deduce::{Class, Completion, Role};
use crate::propose::Satisfying;
use crate::rank::posterior::Posterior;
use crate::task::Task;

/// Of grammars that satisfy every example, those of the class, with the negative logarithms of their
/// weights.
pub(super) fn of_class(
    task: &Task,
    prepared: &Prepared,
    found: &[Satisfying],
    budget: &Budget,
) -> Vec<Satisfying> {
    let of_class = found.iter().filter_map(|one| Some((one, prepared.completion(&one.rules)?)));
    let of_class: Vec<(&Satisfying, Completion)> = of_class.collect();
    // As in deduction, the narrow class comes before the wide one.
    let is_narrow = of_class.iter().any(|(_, completion)| is_of_miniscan(completion));
    let class = if is_narrow { Class::MINISCAN } else { Class::SCAN };
    let inputs = inputs(prepared);
    let posterior = Posterior::new(&inputs, prepared.tokens().len(), &task.known);
    let weights = parallel::map(budget, &of_class, |_, (_, completion), stop| {
        posterior.log_weight(completion, class.go_on, stop)
    });
    let weighed = of_class.iter().zip(weights);
    let weighed = weighed.filter_map(|((one, _), weight)| {
        Some(Satisfying { rules: one.rules.clone(), cost: -weight.flatten()? })
    });
    weighed.collect()
}

fn is_of_miniscan(Completion { roles, swaps, .. }: &Completion) -> bool {
    !swaps && !roles.contains(&Role::Primitive(None))
}
