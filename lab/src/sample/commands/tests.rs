use super::*;
use blicket::Grammar;

fn sampler(asked: CommandQueries) -> CommandSampler {
    CommandSampler::new(CommandSettings { asked, ..CommandSettings::default() }).unwrap()
}

#[test]
fn every_pair_is_what_the_grammar_gives_and_nothing_is_there_twice() {
    for asked in [CommandQueries::Determined, CommandQueries::Open, CommandQueries::Out] {
        let sampler = sampler(asked);
        for seed in 0..12 {
            let episode = sampler.sample(seed).unwrap();
            let grammar = Grammar::parse(episode.grammar.as_ref().unwrap()).unwrap();
            assert!(sampler.settings.support.contains(&episode.support.len()));
            assert_eq!(episode.queries.len(), sampler.settings.queries);
            let support = episode.support.into_iter().map(|(input, output)| (input, Some(output)));
            let mut inputs = HashSet::new();
            for (input, output) in support.chain(episode.queries) {
                if let Some(output) = output {
                    assert_eq!(grammar.apply(&input).text(), Some(output.as_str()), "{input}");
                }
                assert!(inputs.insert(input), "an input is there twice");
            }
        }
    }
}

#[test]
fn determined_queries_have_no_new_word_and_open_ones_have_one() {
    for (asked, has_new) in [(CommandQueries::Determined, false), (CommandQueries::Open, true)] {
        let sampler = sampler(asked);
        for seed in 0..12 {
            let Episode { support, queries, .. } = sampler.sample(seed).unwrap();
            let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            let shown: HashSet<String> =
                support.iter().flat_map(|(input, _)| words(input)).collect();
            for (input, output) in queries {
                let new: Vec<String> =
                    words(&input).into_iter().filter(|word| !shown.contains(word)).collect();
                assert_eq!(has_new, !new.is_empty(), "{input}: {new:?}");
                let output = words(&output.unwrap());
                assert!(new.iter().all(|word| output.contains(word)), "{input}: {new:?}");
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_episode_whatever_was_sampled_before() {
    let sampler = sampler(CommandQueries::Out);
    let first: Vec<Episode> = (0..8).map(|seed| sampler.sample(seed).unwrap()).collect();
    let again = (0..8).rev().map(|seed| sampler.sample(seed).unwrap());
    assert!(again.eq(first.iter().rev().cloned()));
}

#[test]
fn settings_that_cannot_be_met_are_refused() {
    let refused = |support, queries| {
        let settings = CommandSettings { support, queries, ..CommandSettings::default() };
        CommandSampler::new(settings).unwrap_err().to_string()
    };
    assert!(refused(0..=3, 1).contains("at least one"));
    assert!(refused(10..=20, usize::MAX).contains("examples"));
}
