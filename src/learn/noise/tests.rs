//! Which examples are given up.

use super::description::{Noise, price};
use crate::budget::Ticker;
use crate::grammar::Grammar;
use crate::judge::Wanted;
use crate::learn::propose::Target;
use crate::learn::propose::tests::Lesson;
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};

/// The examples that are given up with a solver that finds the true grammar of any set without a wrong
/// example and nothing for others; and those that are wrong.
fn given_up(corrupt: f64, seed: u64) -> (Vec<usize>, Vec<usize>) {
    let sample = |corrupt| {
        let settings = EpisodeSettings { corrupt, ..EpisodeSettings::miniscan() };
        EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap().sample(seed).unwrap()
    };
    let (episode, right) = (sample(corrupt), sample(0.0));
    let grammar = Grammar::parse(episode.grammar.as_ref().unwrap()).unwrap();
    let pairs = episode.support.iter().map(|(input, output)| (input.as_str(), output.as_str()));
    let lesson = Lesson::of((**grammar.vocabulary()).clone(), pairs);
    let mut examples = lesson.examples();
    let tokens = 8;
    for example in &mut examples {
        let Wanted::Tokens(output) = example.wanted else { unreachable!() };
        example.price = price(output.len(), tokens, lesson.pairs.len());
    }
    let is_wrong = |index: &usize| episode.support[*index] != right.support[*index];
    let wrong: Vec<usize> = (0..examples.len()).filter(is_wrong).collect();
    let target = Target { examples: &examples, words: lesson.vocabulary.len(), seed };
    let mut noise = Noise::new(target, &Ticker::never());
    let mut deduce =
        |set: &[usize], _| (!set.iter().any(is_wrong)).then(|| grammar.rules().to_vec());
    noise.search(&mut deduce, &Ticker::never());
    (noise.best.unwrap().given_up, wrong)
}

#[test]
fn wrong_examples_are_given_up_and_no_others() {
    for seed in 0..20 {
        assert_eq!(given_up(0.0, seed), (vec![], vec![]));
        let (given_up, wrong) = given_up(0.2, seed);
        assert_eq!(wrong.len(), 6);
        assert_eq!(given_up, wrong, "seed {seed}");
    }
}
