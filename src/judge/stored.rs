//! The grammars that vote, as they are stored with the one that is returned: a few that stand for all.

use super::arranged::arranged;
use super::check::VOTING;
use super::found::Candidate;
use crate::budget::Budget;
use crate::grammar::doubt::{Jury, written_weight};
use crate::grammar::{Evaluation, Grammar, NamesOfSections};
use crate::language::MOST_SHOWN;
use crate::language::section::Section;
use crate::prepare::Prepared;

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
    let names = NamesOfSections::of(returned);
    // As they will be stored, so that copies show what was typed.
    let stored = |(candidate, weight): &(Candidate, f64)| {
        let grammar = candidate.clone().returned(prepared);
        let grammar = names.like(prepared.normal.stored_in(grammar));
        (arranged(grammar, returned), written_weight(*weight))
    };
    let some = match last_resort.is_empty() {
        true => representatives(prepared, weighed),
        false => weighed.to_vec(),
    };
    let mut voters: Vec<(Grammar, f64)> = some.iter().map(stored).collect();
    let mut last_resort: Vec<(Grammar, f64)> = last_resort.iter().map(stored).collect();
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
    Some(match has_examples {
        true => jury,
        false => {
            let known = overruled(prepared, returned, &jury, budget);
            jury.knowing(known)
        }
    })
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
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
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
    chosen.sort_by(|a, b| b.1.total_cmp(&a.1));
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
