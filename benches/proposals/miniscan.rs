//! MiniSCAN: sampled grammars.

use crate::bench::{Bench, COST};
use blicket::Strategy;
use blicket_lab::sample::{EpisodeSettings, MetaGrammar};

pub(crate) fn by_rules(bench: &Bench) {
    println!(
        "\nMiniSCAN, 30 examples, by number of higher-order rules: % ± standard error, {} \
         episodes a row\n(neural, then greedy; targets are of answers, as the paper's figures are; programs: \
         median and 95 %;\nseconds of processor time: mean and most)\n",
        bench.episodes
    );
    let strategy = format!("{:<12} {:<12} {:>6}", "solved", "answers", "target");
    println!("       {strategy} {COST}  {strategy}");
    let targets = [97.5, 97.5, 97.5, 97.5, 96.0, 93.6, 92.0, 90.5, 83.5, 78.5, 77.5];
    for (rules, target) in (3..).zip(targets) {
        let meta = MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
        let episodes = || bench.sampled(meta.clone(), EpisodeSettings::miniscan());
        let neural = bench.row(episodes(), Strategy::Neural);
        let greedy = bench.row(episodes(), Strategy::Greedy);
        println!(
            "{rules:>5}  {} {}  {}",
            neural.accuracy(Some(target)),
            neural.cost(),
            greedy.accuracy((rules <= 4).then_some(89.0)),
        );
    }
}

/// What few examples leave open is voted on by prior and likelihood, whoever found the grammars.
pub(crate) fn few_examples(bench: &Bench) {
    println!("\nMiniSCAN, 10 examples, 2-4 higher-order rules, {} episodes\n", bench.episodes);
    println!("{:<8} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "", COST);
    let settings = EpisodeSettings { support: 10..=10, ..EpisodeSettings::miniscan() };
    for strategy in [Strategy::Neural, Strategy::Deduce, Strategy::Hybrid] {
        let row = bench.row(bench.sampled(MetaGrammar::miniscan(), settings.clone()), strategy);
        println!("{:<8} {} {}", strategy.name(), row.accuracy(None), row.cost());
    }
}
