//! Which questions decide the most, one after the other.

use super::opinions::Opinion;
use crate::grammar::Grammar;
use std::collections::{HashMap, HashSet};

/// By how much a word more makes a question less good: short ones are answered with less trouble.
const A_WORD: f64 = 0.03;
/// How good a question is whose words were never seen side by side, beside one whose neighbours all were.
const UNUSUAL: f64 = 0.2;
/// What it is worth, in bits, to ask about an input that no grammar reads: one that the host has given, which is a sentence, and one
/// that may be none.
const UNREAD_GIVEN: f64 = 0.5;
const UNREAD: f64 = 0.4;
/// A question that decides less than this is not worth a person's time: nothing is open.
const LEAST: f64 = 0.05;

/// The questions to be asked, with their worth. Each is the one that decides the most if those before are answered.
pub(super) fn most_decisive(
    mut opinions: Vec<Opinion>,
    grammars: &[(Grammar, f64)],
    most: usize,
) -> Vec<(Opinion, f64)> {
    let total: f64 = grammars.iter().map(|(_, weight)| weight).sum();
    let weights: Vec<f64> = grammars.iter().map(|(_, weight)| weight / total).collect();
    // Grammars that the questions so far do not tell apart are of one group.
    let mut groups = vec![0; grammars.len()];
    // Neighbours that a question before shows.
    let mut shown: HashSet<usize> = HashSet::new();
    let mut chosen: Vec<(Opinion, f64)> = Vec::new();
    while chosen.len() < most {
        let best = opinions
            .iter()
            .enumerate()
            .map(|(place, it)| (place, worth(it, &groups, &weights, &shown)));
        let best = best.filter(|(_, (_, bits))| *bits >= LEAST);
        // Of equal ones the first.
        let best = best.reduce(|best, one| if one.1.0 > best.1.0 { one } else { best });
        let Some((place, (_, bits))) = best else { break };
        let opinion = opinions.swap_remove(place);
        groups = split(&groups, &opinion.by_grammar);
        shown.extend(opinion.news.iter().map(|(number, _)| number));
        chosen.push((opinion, bits));
    }
    chosen
}

/// How good a question is, and how many bits its answer decides.
fn worth(
    opinion: &Opinion,
    groups: &[usize],
    weights: &[f64],
    shown: &HashSet<usize>,
) -> (f64, f64) {
    let told_apart = entropy(&split(groups, &opinion.by_grammar), weights);
    let bits = (told_apart - entropy(groups, weights)).max(0.0) + binary(opinion.refused);
    let words = opinion.input.split(' ').count() as f64;
    if opinion.is_given {
        let bits = if opinion.read() == 0.0 { UNREAD_GIVEN } else { bits };
        // What it shows besides, as far as that is not known already: the more of it other inputs have as well, the better.
        let news = opinion.news.iter().filter(|(number, _)| !shown.contains(number));
        let news: f64 = news.map(|(_, share)| share).sum();
        return (bits + opinion.doubt() * news, bits);
    }
    // A sentence that few grammars read may be none: its answer would mostly be that it is none.
    let usual = UNUSUAL + (1.0 - UNUSUAL) * opinion.usual;
    let short = 1.0 / (1.0 + A_WORD * words);
    let good = bits * opinion.read() * usual * short;
    // What few grammars read and should be a sentence is open, however sure they are that it is none.
    let unread = UNREAD * (1.0 - opinion.read()) * opinion.expected;
    (good.max(unread * usual * short), bits.max(unread))
}

/// Groups that are told apart by one more answer.
fn split(groups: &[usize], answers: &[usize]) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let pairs = groups.iter().zip(answers);
    pairs
        .map(|pair| {
            let next = numbers.len();
            *numbers.entry(pair).or_insert(next)
        })
        .collect()
}

/// The entropy of the group that the right grammar is in, in bits.
fn entropy(groups: &[usize], weights: &[f64]) -> f64 {
    let mut shares = vec![0.0; groups.len()];
    groups.iter().zip(weights).for_each(|(group, weight)| shares[*group] += weight);
    shares.into_iter().filter(|share| *share > 0.0).map(|share| -share * share.log2()).sum()
}

fn binary(share: f64) -> f64 {
    if share <= 0.0 || share >= 1.0 {
        return 0.0;
    }
    -share * share.log2() - (1.0 - share) * (1.0 - share).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(input: &str, by_grammar: &[usize], answers: &[(Option<&str>, f64)]) -> Opinion {
        let answers = answers.iter().map(|(text, w)| (text.map(str::to_owned), *w)).collect();
        let by_grammar = by_grammar.to_vec();
        Opinion {
            input: input.to_owned(),
            answers,
            by_grammar,
            refused: 0.0,
            usual: 1.0,
            is_given: false,
            news: Vec::new(),
            expected: 0.0,
        }
    }

    fn grammars(weights: &[f64]) -> Vec<(Grammar, f64)> {
        weights.iter().map(|weight| (Grammar::parse("a -> A").unwrap(), *weight)).collect()
    }

    #[test]
    fn the_question_that_tells_the_most_weight_apart_comes_first_and_then_what_it_leaves() {
        let uneven = opinion("a", &[0, 0, 0, 1], &[(Some("A"), 0.75), (Some("B"), 0.25)]);
        let even = opinion("b", &[0, 0, 1, 1], &[(Some("A"), 0.5), (Some("B"), 0.5)]);
        let same = opinion("c", &[0, 0, 1, 1], &[(Some("C"), 0.5), (Some("D"), 0.5)]);
        let all = vec![uneven, even, same];
        let chosen = most_decisive(all, &grammars(&[1.0; 4]), 5);
        let inputs: Vec<&str> = chosen.iter().map(|(opinion, _)| &*opinion.input).collect();
        // What `c` would tell is told by `b` already.
        assert_eq!(inputs, ["b", "a"]);
        assert!((chosen[0].1 - 1.0).abs() < 1e-9, "{chosen:?}");
        assert!((chosen[1].1 - 0.5).abs() < 1e-9, "{chosen:?}");
    }

    #[test]
    fn where_all_grammars_agree_nothing_is_open_unless_the_answer_is_refused() {
        let agreed = || opinion("a", &[0, 0], &[(Some("A"), 1.0)]);
        let two = grammars(&[1.0, 1.0]);
        assert!(most_decisive(vec![agreed()], &two, 5).is_empty());
        let refused = Opinion { refused: 0.5, ..agreed() };
        assert_eq!(most_decisive(vec![refused], &two, 5).len(), 1);
    }

    #[test]
    fn of_a_hosts_inputs_that_nobody_reads_the_one_with_the_most_that_others_have_is_asked_first() {
        let unread = |input: &str, news: &[(usize, f64)]| Opinion {
            is_given: true,
            news: news.to_vec(),
            ..opinion(input, &[0], &[(None, 1.0)])
        };
        let all = vec![
            unread("a", &[(0, 0.2)]),
            unread("a b c", &[(0, 0.2), (1, 0.5), (2, 0.2)]),
            unread("b c", &[(1, 0.5), (2, 0.2)]),
            unread("d", &[(3, 0.3)]),
        ];
        let chosen = most_decisive(all, &grammars(&[1.0]), 2);
        let inputs: Vec<&str> = chosen.iter().map(|(opinion, _)| &*opinion.input).collect();
        assert_eq!(inputs, ["a b c", "d"]);
    }

    #[test]
    fn of_equal_questions_the_shorter_one_is_asked() {
        let answers = [(Some("A"), 0.5), (Some("B"), 0.5)];
        let all = vec![opinion("a a a", &[0, 1], &answers), opinion("a a", &[0, 1], &answers)];
        assert_eq!(most_decisive(all, &grammars(&[1.0, 1.0]), 1)[0].0.input, "a a");
    }
}
