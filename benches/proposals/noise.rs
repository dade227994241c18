//! Wrong examples.

use crate::bench::{Bench, COST, Row, is_right, splits};
use crate::statistics::Accuracy;
use crate::text::percent;
use blicket::{Problem, Strategy};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{EpisodeSettings, MetaGrammar, Selection, SplitSampler, episode_seeds};
use std::collections::HashSet;

/// With a share of wrong examples: what is given up, and whether what is learnt is right all the same.
pub(crate) fn wrong_examples(bench: &Bench) {
    println!(
        "\nWrong examples (missed: wrong ones that were kept; alarms: right ones that were given up; in \
         all)\n(learnable: draws in which every word is in an example that is not wrong; of those, in \
         how many\nall of the test part is right)\n"
    );
    println!(
        "{:<28} {:>6} {:<12} {:<11} {:<12} {:>6} {:>6} {}",
        "", "wrong", "all of test", "learnable", "answers", "missed", "alarms", COST
    );
    for share in [0.0, 0.05, 0.2, 0.3] {
        for split in splits() {
            let sampler = |share| {
                SplitSampler::new(split.clone(), Selection::Uniform, 100..=100, Some(0), share)
                    .expect("the split has enough commands")
            };
            let (wrong, right) = (sampler(share), sampler(0.0));
            let episodes = episode_seeds(bench.seed).take(bench.draws);
            let episodes = episodes.map(|seed| (wrong.sample(seed), right.sample(seed)));
            let name = format!("SCAN {}, 100 uniform", split.name.name());
            row(bench, &name, episodes, Some(&split.test));
        }
        for rules in [4, 8] {
            let settings = |corrupt| EpisodeSettings { corrupt, ..EpisodeSettings::miniscan() };
            let meta =
                || MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
            let episodes =
                bench.sampled(meta(), settings(share)).zip(bench.sampled(meta(), settings(0.0)));
            row(bench, &format!("MiniSCAN {rules} rules, 30"), episodes, None);
        }
    }
}

/// Episodes with wrong examples, and the same ones without.
fn row(
    bench: &Bench,
    name: &str,
    episodes: impl Iterator<Item = (Episode, Episode)>,
    test: Option<&[(String, String)]>,
) {
    let (mut row, mut perfect, mut wrong) = (Row::default(), Accuracy::default(), 0);
    let (mut missed, mut alarms) = (0, 0);
    let (mut learnable, mut learnt) = (0, 0);
    for (episode, right) in episodes {
        let solution = bench.solve(&episode, Strategy::Hybrid, true, &mut row);
        let given_up = solution.problems.iter().find_map(|problem| match problem {
            Problem::GivenUp(examples) => Some(examples.clone()),
            _ => None,
        });
        let given_up = given_up.unwrap_or_default();
        let mut shown = HashSet::new();
        for (index, pair) in episode.support.iter().enumerate() {
            let (is_wrong, is_given_up) =
                (*pair != right.support[index], given_up.contains(&index));
            wrong += usize::from(is_wrong);
            missed += usize::from(is_wrong && !is_given_up);
            alarms += usize::from(!is_wrong && is_given_up);
            shown.extend(pair.0.split_whitespace().filter(|_| !is_wrong));
        }
        if let Some(test) = test {
            let is_perfect = is_right(solution.grammar.as_ref(), test);
            let mut words = test.iter().flat_map(|(input, _)| input.split_whitespace());
            let is_learnable = words.all(|word| shown.contains(word));
            perfect.add(usize::from(is_perfect), 1);
            learnable += usize::from(is_learnable);
            learnt += usize::from(is_learnable && is_perfect);
        }
    }
    let learnable = test.map(|_| format!("{learnt} of {learnable}")).unwrap_or_default();
    println!(
        "{name:<28} {wrong:>6} {} {learnable:<11} {} {missed:>6} {alarms:>6} {}",
        percent(&perfect),
        percent(&row.tally.guessed),
        row.cost(),
    );
}
