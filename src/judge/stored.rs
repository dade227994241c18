//! The grammars that vote, as they are stored with the one that is returned: a few that stand for all.

use super::arranged::arranged;
use super::check::VOTING;
use super::found::Candidate;
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::doubt::{Jury, written_weight};
use crate::grammar::{Balance, Evaluation, Grammar, NamesOfSections};
use crate::language::MOST_SHOWN;
use crate::language::section::Section;
use crate::prepare::Prepared;
use crate::task::Task;

/// Of more grammars than this, so many stand for all. What they say of an answer's share is then off by a few
/// hundredths: each of them stands for a thirty-second of the weight.
const MOST: usize = 32;

/// The jury of a grammar that is to be returned: those that vote, by their weights. `unsatisfied` is the share of the
/// examples that the grammar fails: as much of the weight says nothing.
pub(crate) fn jury(
    prepared: &Prepared<'_>,
    returned: &Grammar,
    weighed: &[(Candidate, f64)],
    last_resort: &[(Candidate, f64)],
    shown: Vec<(String, String)>,
    unsatisfied: f64,
    budget: &Budget,
) -> Option<Jury> {
    let mut names: Option<NamesOfSections> = None;
    // As they will be stored, so that copies show what was typed.
    let mut stored = |(candidate, weight): &(Candidate, f64)| {
        let grammar = prepared.normal.stored_in(candidate.clone().returned(prepared));
        let grammar = match grammar.sections().len() {
            1 => grammar,
            _ => {
                let names = names.get_or_insert_with(|| NamesOfSections::of(returned));
                let grammar = names.like(grammar);
                names.note(&grammar);
                arranged(grammar, returned)
            }
        };
        (grammar, written_weight(*weight))
    };
    let some = match last_resort.is_empty() {
        true => representatives(prepared, weighed),
        false => weighed.to_vec(),
    };
    let mut voters: Vec<(Grammar, f64)> = some.iter().map(&mut stored).collect();
    let mut last_resort: Vec<(Grammar, f64)> = last_resort.iter().map(&mut stored).collect();
    if voters.len() == last_resort.len() {
        (voters, last_resort) = pairs(voters, last_resort);
    }
    voters.retain(|(_, weight)| *weight > 0.0);
    if unsatisfied > 0.0 && !voters.is_empty() {
        let all: f64 = voters.iter().map(|(_, weight)| weight).sum();
        voters
            .iter_mut()
            .for_each(|(_, weight)| *weight = written_weight(*weight * (1.0 - unsatisfied)));
        voters.push((nothing_like(&voters[0].0), written_weight(all * unsatisfied)));
    }
    let has_examples = !shown.is_empty();
    let jury = Jury::new(voters, last_resort, shown, || budget.interrupted())?;
    let jury = match has_examples {
        true => jury,
        false => {
            let known = overruled(prepared, returned, &jury, budget);
            jury.knowing(known)
        }
    };
    let jury = jury.balancing(brackets_of(prepared.task));
    let denied = still_given(prepared, returned, &jury, budget);
    Some(jury.denying(denied))
}

/// So many examples say whether brackets close.
const MOST_READ: usize = 10_000;

/// The brackets that close in all examples.
pub(crate) fn brackets_of(task: &Task) -> Balance {
    let examples = task.enabled().take(MOST_READ);
    Balance::of(examples.map(|(_, output)| output.as_str()))
}

/// What is said not to be so, and would be answered all the same: where no grammar that is worth a vote keeps to it.
fn still_given(
    prepared: &Prepared<'_>,
    returned: &Grammar,
    jury: &Jury,
    budget: &Budget,
) -> Vec<(String, Option<String>)> {
    let mut evaluation = Evaluation::within(VOTING);
    let normalisation = returned.normalisation();
    let mut denied = Vec::new();
    for (input, output) in prepared.task.negatives.iter().take(MOST_SHOWN) {
        // Without time to look whether it is given, it is denied all the same.
        let mut is_given = || {
            let judged = jury.judge(returned, input, &mut evaluation);
            let is_it = |output: &String| {
                judged.text.as_ref().is_some_and(|it| it.split(' ').eq(output.split_whitespace()))
            };
            judged.sure && output.as_ref().is_none_or(is_it)
        };
        if budget.interrupted() || is_given() {
            denied.push((normalisation.apply(input), output.clone()));
        }
    }
    denied
}

/// The examples that the grammar satisfies and the jury would refuse: because some that vote leave out rules that cannot be
/// relied on, and because examples that are not satisfied speak against the whole grammar.
fn overruled(
    prepared: &Prepared<'_>,
    returned: &Grammar,
    jury: &Jury,
    budget: &Budget,
) -> Vec<(String, String)> {
    let mut evaluation = Evaluation::within(VOTING);
    let mut known = Vec::new();
    let normalisation = returned.normalisation();
    for pair in prepared.pairs.iter().take(MOST_SHOWN) {
        let (input, wanted) = &prepared.task.support[pair.first];
        if budget.interrupted() {
            break;
        }
        let judged = jury.judge(returned, input, &mut evaluation);
        if !judged.sure && !input.trim().is_empty() {
            returned.apply_into(input, &mut evaluation);
            let is_given = |text: &str| text.split_whitespace().eq(wanted.split_whitespace());
            if evaluation.text().is_some_and(is_given) {
                known.push((normalisation.apply(input), wanted.trim().to_owned()));
            }
        }
    }
    known
}

/// Grammars with their weights.
type WeighedGrammars = Vec<(Grammar, f64)>;

/// Grammars with their last resorts, each pair once: what is learnt from several starts is often the same.
fn pairs(
    voters: WeighedGrammars,
    last_resort: WeighedGrammars,
) -> (WeighedGrammars, WeighedGrammars) {
    let (mut first, mut then) = (WeighedGrammars::new(), WeighedGrammars::new());
    let mut known: Vec<[String; 2]> = Vec::new();
    for ((voter, weight), (last, _)) in voters.into_iter().zip(last_resort) {
        let texts = [voter.to_string(), last.to_string()];
        match known.iter().position(|known| *known == texts) {
            Some(place) => {
                first[place].1 = written_weight(first[place].1 + weight);
                then[place].1 = first[place].1;
            }
            None => {
                known.push(texts);
                first.push((voter, weight));
                then.push((last, weight));
            }
        }
    }
    (first, then)
}

/// Grammars that differ in words that examples have; if there are too many, some that stand for all: at even steps through
/// the weight, those that are alike beside each other.
fn representatives(prepared: &Prepared<'_>, weighed: &[(Candidate, f64)]) -> Vec<(Candidate, f64)> {
    let mut sorted: Vec<(Vec<u8>, &Candidate, f64)> = weighed
        .iter()
        .map(|(candidate, weight)| (candidate.key(prepared), candidate, *weight))
        .collect();
    sorted.arrange_by(|a, b| a.0.cmp(&b.0));
    sorted.dedup_by(|next, before| {
        let is_same = next.0 == before.0;
        before.2 += if is_same { next.2 } else { 0.0 };
        is_same
    });
    let mut chosen: Vec<(Candidate, f64)> = Vec::new();
    if sorted.len() <= MOST {
        chosen.extend(sorted.into_iter().map(|(_, candidate, weight)| (candidate.clone(), weight)));
    } else {
        let all: f64 = sorted.iter().map(|(.., weight)| weight).sum();
        let step = all / MOST as f64;
        let (mut passed, mut taken) = (0.0, 0);
        for (_, candidate, weight) in sorted {
            passed += weight;
            let before = taken;
            while taken < MOST && (taken as f64 + 0.5) * step <= passed {
                taken += 1;
            }
            if taken > before {
                chosen.push((candidate.clone(), (taken - before) as f64 / MOST as f64));
            }
        }
    }
    chosen.arrange_by(|a, b| b.1.total_cmp(&a.1));
    chosen
}

/// A grammar that reads nothing, with the sections of another one.
fn nothing_like(grammar: &Grammar) -> Grammar {
    let empty =
        |section: &Section| Section { rules: Vec::new(), uses: Vec::new(), ..section.clone() };
    let sections = grammar.sections().iter().map(empty).collect();
    Grammar::with_sections(sections, grammar.vocabulary().clone())
        .expect("a grammar without rules is well formed")
        .with_normalisation(grammar.normalisation())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Watch;
    use crate::engine::Engine;
    use crate::task::Task;

    /// The texts and weights of those that stand for these.
    fn standing_for(weighed: &[(String, f64)]) -> Vec<(String, f64)> {
        let task = Task::new();
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let prepared = Prepared::new(&task, &Budget::new(Watch::new(control, None)));
        let any = |(text, weight): &(String, f64)| {
            (Candidate::Any(Grammar::parse(text).unwrap()), *weight)
        };
        let weighed: Vec<(Candidate, f64)> = weighed.iter().map(any).collect();
        let chosen = representatives(&prepared, &weighed).into_iter();
        chosen.map(|(one, weight)| (one.voter(&prepared).to_string(), weight)).collect()
    }

    #[test]
    fn grammars_that_say_the_same_vote_as_one() {
        let all = [("a -> A\n", 0.25), ("a -> B\n", 0.375), ("a -> A\n", 0.375)];
        let chosen = standing_for(&all.map(|(text, weight)| (text.to_owned(), weight)));
        assert_eq!(chosen, [("a -> A\n".to_owned(), 0.625), ("a -> B\n".to_owned(), 0.375)]);
    }

    /// One has half of the weight, and a hundred have the other half.
    #[test]
    fn of_too_many_some_stand_for_all_by_their_weight() {
        let mut all = vec![("a -> HALF\n".to_owned(), 0.5)];
        all.extend((0..100).map(|number| (format!("a -> T{number}\n"), 0.005)));
        let chosen = standing_for(&all);
        assert!(chosen.len() <= MOST, "{chosen:?}");
        assert_eq!(chosen[0], ("a -> HALF\n".to_owned(), 0.5));
        assert!((chosen.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_denied_is_refused_when_time_is_up_as_well() {
        let task = Task::new().with(|task| task.negatives = vec![("a".into(), None)]);
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let budget = Budget::new(Watch::new(control.clone(), None));
        let prepared = Prepared::new(&task, &budget);
        control.cancel();
        let returned = Grammar::parse("a -> A\nb -> B").unwrap();
        let weighed = [(Candidate::Any(returned.clone()), 1.0)];
        let jury = jury(&prepared, &returned, &weighed, &[], Vec::new(), 0.0, &budget).unwrap();
        let sure = |input| jury.judge(&returned, input, &mut Evaluation::within(VOTING)).sure;
        assert_eq!((sure("a"), sure("b")), (false, true));
    }
}
