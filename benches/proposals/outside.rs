//! MiniSCAN with rules outside deduction's class.

use crate::bench::{Bench, COST};
use blicket::{Grammar, Random, Strategy};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{EpisodeSettings, MetaGrammar, episode_seeds};

/// Inputs of the class by grammars that are changed: a rule has a token of its own on the right, or does
/// without one of its variables.
pub(crate) fn changed_rules(bench: &Bench) {
    println!(
        "\nMiniSCAN, 30 examples, 3 rules, of which one or more outside the class, {} episodes\n",
        bench.episodes
    );
    println!("{:<8} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "", COST);
    let meta = MetaGrammar { rules: 3..=3, ..MetaGrammar::miniscan() };
    for strategy in [Strategy::Neural, Strategy::Deduce, Strategy::Hybrid] {
        let episodes = bench.sampled(meta.clone(), EpisodeSettings::miniscan());
        let episodes =
            episodes.zip(episode_seeds(bench.seed)).filter_map(|(e, seed)| changed(e, seed));
        let row = bench.row(episodes, strategy);
        println!("{:<8} {} {}", strategy.name(), row.accuracy(None), row.cost());
    }
}

/// An episode by a changed grammar; `None` if its outputs get too long or empty.
fn changed(mut episode: Episode, seed: u64) -> Option<Episode> {
    let mut random = Random::new(seed);
    let text = episode.grammar.take().expect("a sampled episode has its grammar");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let operators = 1..lines.len() - 1;
    let operators: Vec<usize> = operators.filter(|line| lines[*line].contains('[')).collect();
    let tokens: Vec<String> = lines
        .iter()
        .filter(|line| !line.contains('['))
        .filter_map(|line| line.split_whitespace().last().map(str::to_owned))
        .collect();
    let mut changed = operators.clone();
    let count = random.within(&(1..=operators.len()));
    random.shuffle_first(&mut changed, count);
    for line in changed.into_iter().take(count) {
        let (left, right) = lines[line].split_once("->").expect("a rule has an arrow");
        let mut items: Vec<&str> = right.split_whitespace().collect();
        let first = items[0];
        let binary = items.iter().any(|item| *item != first);
        if binary && random.chance(0.4) {
            let dropped = *random.choose(&items);
            items.retain(|item| *item != dropped);
        } else {
            let place = random.below(items.len() + 1);
            items.insert(place, random.choose(&tokens).as_str());
        }
        lines[line] = format!("{left}-> {}", items.join(" "));
    }
    let grammar = Grammar::parse(&lines.join("\n")).expect("it is still a grammar");
    let output = |input: &str| {
        let text = grammar.apply(input).text().map(str::to_owned);
        text.filter(|text| (1..=10).contains(&text.split_whitespace().count()))
    };
    episode.support = episode
        .support
        .into_iter()
        .filter_map(|(input, _)| output(&input).map(|o| (input, o)))
        .collect();
    episode.queries.retain(|(input, _)| output(input).is_some());
    for (input, wanted) in &mut episode.queries {
        *wanted = output(input);
    }
    (episode.support.len() >= 25 && !episode.queries.is_empty()).then_some(episode)
}
