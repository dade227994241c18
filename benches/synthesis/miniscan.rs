//! MiniSCAN: sampled grammars, and the task that people were given.

use crate::Arguments;
use crate::learning::Learning;
use crate::text::{figure, milliseconds, percent};
use blicket_lab::episode::{Episode, read_queries, read_support};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar, episode_seeds};

/// % of queries right by number of higher-order rules, from 2 on: what is to be reached with the
/// inputs of queries, without them, and what the paper has.
const TARGETS: [(f64, f64, Option<f64>); 12] = [
    (99.8, 99.7, None),
    (99.7, 99.4, None),
    (99.4, 98.6, None),
    (98.2, 97.4, None),
    (98.6, 97.2, None),
    (98.2, 96.4, Some(96.0)),
    (97.2, 95.8, Some(93.6)),
    (96.3, 94.3, Some(92.0)),
    (94.4, 92.0, Some(90.5)),
    (94.4, 91.4, Some(83.5)),
    (93.0, 90.0, Some(78.5)),
    (92.5, 89.6, Some(77.5)),
];

/// Sampled grammars a row.
const EPISODES: usize = 2000;

/// Episodes that are solved twice, with the inputs of queries and without them.
struct Both {
    with_inputs: Learning,
    strict: Learning,
}

impl Both {
    fn of(meta: MetaGrammar, settings: EpisodeSettings, arguments: &Arguments) -> Self {
        let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
        let mut both = Self { with_inputs: Learning::new(true), strict: Learning::new(false) };
        for seed in episode_seeds(arguments.seed).take(episodes(arguments)) {
            let episode = sampler.sample(seed).expect("there are such episodes");
            both.with_inputs.add(&episode, 0);
            both.strict.add(&episode, 0);
        }
        both
    }
}

fn episodes(arguments: &Arguments) -> usize {
    arguments.episodes.unwrap_or(EPISODES)
}

pub(crate) fn by_rules(arguments: &Arguments) {
    println!(
        "\nMiniSCAN, 30 examples, by number of higher-order rules: % ± standard error, {} episodes \
         a row\n(answers: voted for by all grammars; grammar: those of the returned one; times in \
         milliseconds,\nwith the inputs of queries)\n",
        episodes(arguments)
    );
    let group = format!("{:<12} {:<12} {:>6} {:<12}", "solved", "answers", "target", "grammar");
    let groups = format!("{:<46} {:<45}", "with the inputs of queries", "strict");
    println!("       {}", groups.trim_end());
    println!(
        "{:>5}  {group}  {group} {:>6} {:>8} {:>8} {:>8}",
        "rules", "paper", "solving", "ranking", "longest"
    );
    for (rules, (with_inputs_target, strict_target, paper)) in (2..).zip(TARGETS) {
        let meta = MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
        let both = Both::of(meta, EpisodeSettings::miniscan(), arguments);
        let columns = |learning: &Learning, target| {
            let (solved, answers) = (percent(&learning.solved), percent(&learning.voted.guessed));
            format!("{solved} {answers} {} {}", figure(Some(target)), percent(&learning.grammar))
        };
        let times = &both.with_inputs.times;
        println!(
            "{rules:>5}  {}  {} {} {} {} {}",
            columns(&both.with_inputs, with_inputs_target),
            columns(&both.strict, strict_target),
            figure(paper),
            milliseconds(&times.solving, 0.5),
            milliseconds(&times.ranking, 0.5),
            milliseconds(&times.all, 1.0),
        );
    }
}

pub(crate) fn few_examples(arguments: &Arguments) {
    println!(
        "\nMiniSCAN, 10 examples, 2-4 higher-order rules: % ± standard error, {} episodes\n\
         (calibration error: of queries whose words are all in the examples; it should be 0.030 at \
         most)\n",
        episodes(arguments)
    );
    println!(
        "{:<12} {:<12} {:<12} {:>6} {:<12} {:>11}",
        "", "solved", "answers", "target", "grammar", "calibration"
    );
    let settings = EpisodeSettings { support: 10..=10, ..EpisodeSettings::miniscan() };
    let both = Both::of(MetaGrammar::miniscan(), settings, arguments);
    for (name, learning, target) in
        [("with inputs", &both.with_inputs, 96.0), ("strict", &both.strict, 92.3)]
    {
        let calibration = learning.voted.calibration.error();
        println!(
            "{name:<12} {} {} {} {} {:>11.3}",
            percent(&learning.solved),
            percent(&learning.voted.guessed),
            figure(Some(target)),
            percent(&learning.grammar),
            calibration.unwrap_or(f64::NAN),
        );
    }
}

/// The 14 examples and 10 queries that people were given.
pub(crate) fn human_task() {
    println!("\nThe task that people were given: queries right, of 10 (paper: 98.75 %)\n");
    println!("{:<12} {:>7} {:>7} {:>8} {:>8}", "", "answers", "grammar", "solving", "ranking");
    let support = include_str!("../../data/miniscan/human-support.tsv");
    let queries = include_str!("../../data/miniscan/human-queries.tsv");
    let episode = Episode {
        name: "human".to_owned(),
        domain: None,
        support: read_support(support).expect("the examples can be read"),
        queries: read_queries(queries).expect("the queries can be read"),
        grammar: None,
    };
    let of_ten = |share: Option<f64>| share.unwrap_or(0.0) * episode.queries.len() as f64;
    for (name, use_query_inputs) in [("with inputs", true), ("strict", false)] {
        let mut learning = Learning::new(use_query_inputs);
        learning.add(&episode, 0);
        println!(
            "{name:<12} {:>7.0} {:>7.0} {} {}",
            of_ten(learning.voted.guessed.share()),
            of_ten(learning.grammar.share()),
            milliseconds(&learning.times.solving, 0.5),
            milliseconds(&learning.times.ranking, 0.5),
        );
    }
}
