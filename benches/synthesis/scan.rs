//! SCAN: the returned grammar on the whole test part of each split.

use crate::Arguments;
use crate::learning::{Learning, count_right};
use crate::statistics::Accuracy;
use crate::text::{figure, milliseconds, percent};
use blicket::Grammar;
use blicket_lab::episode::Episode;
use blicket_lab::sample::{ScanSplit, Selection, SplitName, SplitSampler, episode_seeds};
use std::path::Path;

/// Draws of examples a row.
const DRAWS: usize = 100;
/// Whole training files are large, and what is drawn of them is only the solver's own seed.
const MOST_WHOLE: usize = 20;

fn splits() -> [ScanSplit; 4] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/scan");
    let generate = |name| ScanSplit::generate(name).expect("this split can be generated");
    [
        ScanSplit::read_simple(&folder).expect("the repository has the files of this split"),
        generate(SplitName::Length),
        generate(SplitName::Jump),
        generate(SplitName::Right),
    ]
}

/// Returned grammars on test parts.
#[derive(Default)]
struct Tested {
    draws: usize,
    all_right: usize,
    perfect: Accuracy,
    accuracy: Accuracy,
}

impl Tested {
    fn add(&mut self, grammar: Option<&Grammar>, test: &[(String, String)]) {
        let right = count_right(grammar, test);
        let perfect = usize::from(right == test.len());
        self.draws += 1;
        self.all_right += perfect;
        self.perfect.add(perfect, 1);
        self.accuracy.add(right, test.len());
    }

    fn perfect(&self) -> String {
        format!("{} of {}", self.all_right, self.draws)
    }
}

/// Prints a row; `perfect` is how often all of the test part was right.
fn row(examples: &str, split: &str, learning: &Learning, perfect: &str, tested: &Tested) {
    println!(
        "{examples:<12} {split:<7} {} {perfect:<20} {} {} {} {}",
        percent(&learning.solved),
        percent(&tested.accuracy),
        milliseconds(&learning.times.solving, 0.5),
        milliseconds(&learning.times.ranking, 0.5),
        milliseconds(&learning.times.all, 1.0),
    );
}

fn header(perfect: &str) {
    println!(
        "{:<12} {:<7} {:<12} {perfect:<20} {:<12} {:>8} {:>8} {:>8}",
        "examples", "split", "solved", "accuracy", "solving", "ranking", "longest"
    );
}

pub(crate) fn drawn(arguments: &Arguments) {
    let draws = arguments.draws.unwrap_or(DRAWS);
    println!(
        "\nSCAN, examples drawn from the training part, the grammar run on the whole test part: % ± \
         standard error,\n{draws} draws a row (no queries are given; perfect: right on all of the test \
         part; times in milliseconds)\n"
    );
    header("perfect      target");
    let splits = splits();
    for (selection, count, target) in [
        (Selection::Uniform, 100, 97.0),
        (Selection::Uniform, 30, 95.0),
        (Selection::Paper, 100, 95.0),
    ] {
        for split in &splits {
            let (mut learning, mut tested) = (Learning::new(false), Tested::default());
            let sampler = SplitSampler::new(split.clone(), selection, count..=count, Some(0), 0.0)
                .expect("the split has enough commands");
            for seed in episode_seeds(arguments.seed).take(draws) {
                let solution = learning.add(&sampler.sample(seed), 0);
                tested.add(solution.grammar.as_ref(), &split.test);
            }
            let examples = format!("{count} {}", selection.name());
            let perfect = format!("{} {}", percent(&tested.perfect), figure(Some(target)));
            row(&examples, split.name.name(), &learning, &perfect, &tested);
        }
    }
}

pub(crate) fn whole(arguments: &Arguments) {
    let draws = arguments.draws.unwrap_or(DRAWS).min(MOST_WHOLE);
    println!(
        "\nSCAN, the whole training part, the grammar run on the whole test part: % ± standard \
         error, {draws} seeds\n"
    );
    header("perfect");
    for ScanSplit { name, train, test } in splits() {
        let (mut learning, mut tested) = (Learning::new(false), Tested::default());
        let examples = format!("all {}", train.len());
        let name = name.name();
        let episode = Episode {
            name: name.to_owned(),
            domain: None,
            support: train,
            queries: Vec::new(),
            grammar: None,
        };
        for seed in episode_seeds(arguments.seed).take(draws) {
            let solution = learning.add(&episode, seed);
            tested.add(solution.grammar.as_ref(), &test);
        }
        row(&examples, name, &learning, &tested.perfect(), &tested);
    }
}
