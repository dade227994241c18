//! Number words of the paper's languages.

use crate::bench::{Bench, COST};
use crate::languages::{self, PAPER};
use blicket::Strategy;
use blicket_lab::sample::{LanguageSampler, LanguageSettings, episode_seeds, necessary_numbers};

pub(crate) fn languages(bench: &Bench) {
    println!("\nNumber words, neural, the paper's nine languages, {} draws\n", bench.draws.min(5));
    println!("{:<5} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "paper", COST);
    for (code, paper) in PAPER {
        let settings = LanguageSettings::paper(necessary_numbers(code));
        let sampler =
            LanguageSampler::new(languages::read(code), settings).expect("it has enough numbers");
        let seeds = episode_seeds(bench.seed).take(bench.draws.min(5));
        let row = bench.row(seeds.map(|seed| sampler.sample(seed)), Strategy::Neural);
        println!("{code:<5} {} {}", row.accuracy(Some(paper)), row.cost());
    }
}
