//! Number words of the paper's languages.

use crate::bench::{Bench, COST, folder};
use blicket::Strategy;
use blicket::sample::{
    LanguageSampler, LanguageSettings, NumberLanguage, episode_seeds, necessary_numbers,
};

pub(crate) fn languages(bench: &Bench) {
    println!("\nNumber words, neural, the paper's nine languages, {} draws\n", bench.draws.min(5));
    println!("{:<5} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "paper", COST);
    for (code, paper) in [
        ("en", 100.0),
        ("es", 80.0),
        ("zh", 100.0),
        ("ja", 100.0),
        ("it", 100.0),
        ("el", 94.5),
        ("ko", 100.0),
        ("fr", 75.5),
        ("vi", 69.5),
    ] {
        let file = folder().join(format!("numbers/{code}.tsv"));
        let text = std::fs::read_to_string(file).expect("the repository has the languages");
        let language = NumberLanguage::parse(code, &text).expect("the file can be read");
        let settings = LanguageSettings::paper(necessary_numbers(code));
        let sampler = LanguageSampler::new(language, settings).expect("it has enough numbers");
        let seeds = episode_seeds(bench.seed).take(bench.draws.min(5));
        let row = bench.row(seeds.map(|seed| sampler.sample(seed)), Strategy::Neural);
        println!("{code:<5} {} {}", row.accuracy(Some(paper)), row.cost());
    }
}
