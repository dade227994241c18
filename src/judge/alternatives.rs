//! Which grammars are listed beside the one that is returned.

use super::found::Candidate;
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::Grammar;
use crate::prepare::Prepared;
use crate::solution::ALTERNATIVES;
use std::collections::HashSet;

/// Other grammars than the returned one, by their share of the weight.
pub(crate) fn alternatives(
    mut weighed: Vec<(Candidate, f64)>,
    returned: &Grammar,
    prepared: &Prepared<'_>,
    budget: &Budget,
) -> Vec<(Grammar, f64)> {
    weighed.arrange_by(|a, b| b.1.total_cmp(&a.1));
    let mut listed: Vec<(Grammar, f64)> = Vec::new();
    let mut known = HashSet::new();
    for (candidate, weight) in weighed {
        if listed.len() == ALTERNATIVES || budget.interrupted() {
            break;
        }
        // Those that differ only in words that no example shows are the same.
        if let Candidate::OfClass(of_class) = &candidate
            && !known.insert(of_class.among(prepared.shown))
        {
            continue;
        }
        let other = candidate.returned(prepared);
        if other != *returned && listed.iter().all(|(listed, _)| *listed != other) {
            listed.push((other, weight));
        }
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Watch;
    use crate::engine::Engine;
    use crate::language::class::{ClassGrammar, Role, TokenId};
    use crate::task::Task;

    /// The texts of what is listed of these, beside the returned one.
    fn listed(
        returned: &str,
        candidates: impl FnOnce(&Prepared<'_>) -> Vec<(Candidate, f64)>,
    ) -> Vec<(String, f64)> {
        let mut task = Task::new();
        task.add_example("dax", "RED");
        // A word that no example shows.
        task.add_query("lug");
        task.use_query_inputs = true;
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let budget = Budget::new(Watch::new(control, None));
        let prepared = Prepared::new(&task, &budget);
        let returned = Grammar::parse(returned).unwrap();
        let others = alternatives(candidates(&prepared), &returned, &prepared, &budget);
        others.into_iter().map(|(grammar, weight)| (grammar.to_string(), weight)).collect()
    }

    fn any(text: &str, weight: f64) -> (Candidate, f64) {
        (Candidate::Any(Grammar::parse(text).unwrap()), weight)
    }

    #[test]
    fn the_heaviest_come_first_and_each_grammar_once() {
        let all = [("a -> A", 0.1), ("a -> B", 0.4), ("a -> R", 0.2), ("a -> A", 0.3)];
        let others = listed("a -> R", |_| all.map(|(text, weight)| any(text, weight)).into());
        assert_eq!(others, [("a -> B\n".to_owned(), 0.4), ("a -> A\n".to_owned(), 0.3)]);
    }

    #[test]
    fn there_are_only_so_many() {
        let many = |_: &Prepared<'_>| (0..50).map(|n| any(&format!("a -> T{n}"), 0.02)).collect();
        assert_eq!(listed("a -> R", many).len(), ALTERNATIVES);
    }

    #[test]
    fn those_that_differ_in_words_that_no_example_shows_are_the_same() {
        let of_class = |lug: TokenId| {
            let roles = vec![Role::Primitive(Some(TokenId(0))), Role::Primitive(Some(lug))];
            Candidate::OfClass(ClassGrammar { roles, order: Vec::new(), swaps: false })
        };
        let others = listed("a -> R", |prepared| {
            assert_eq!((prepared.words().len(), prepared.shown), (2, 1));
            vec![(of_class(TokenId(0)), 0.6), (of_class(Role::UNKNOWN), 0.4)]
        });
        assert_eq!(others, [("dax -> RED\nu1 x1 -> [u1] [x1]\n".to_owned(), 0.6)]);
    }
}
