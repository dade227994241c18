//! SCAN as the paper does it: tries with new examples until a grammar satisfies them.

use crate::bench::{Bench, COST, Row, is_right, splits};
use blicket::Strategy;
use blicket_lab::sample::{Selection, SplitSampler, episode_seeds};

const MOST_TRIES: usize = 20;

/// As the paper does it: tries with new examples until a grammar satisfies them, and here the whole
/// training part too.
pub(crate) fn drawn_until_solved(bench: &Bench, selection: Selection) {
    println!(
        "\nSCAN, neural, 100 examples, drawn anew until solved: {} runs a row, the grammar on the \
         whole test part\n(paper: 34-75 s and 1,300-3,000 programs)\n",
        bench.draws
    );
    println!(
        "{:<8} {:<8} {:<10} {:>6} {} {:>10}",
        "examples", "split", "perfect", "tries", COST, "a second"
    );
    for split in splits() {
        let sampler = SplitSampler::new(split.clone(), selection, 100..=100, Some(0), 0.0);
        let sampler = sampler.expect("the split has enough commands");
        let (mut all, mut perfect, mut tries) = (Row::default(), 0, 0);
        for run in episode_seeds(bench.seed).take(bench.draws) {
            let mut row = Row::default();
            for seed in episode_seeds(run).take(MOST_TRIES) {
                tries += 1;
                let episode = sampler.sample(seed);
                let solution = bench.solve(&episode, Strategy::Neural, false, &mut row);
                if is_right(solution.grammar.as_ref(), &split.train) {
                    perfect += usize::from(is_right(solution.grammar.as_ref(), &split.test));
                    break;
                }
            }
            all.programs.push(row.programs.iter().sum());
            all.seconds.push(row.seconds.iter().sum());
        }
        let (programs, seconds): (f64, f64) = (all.programs.iter().sum(), all.seconds.iter().sum());
        println!(
            "{:<8} {:<8} {:<10} {:>6.2} {} {:>10.0}",
            selection.name(),
            split.name.name(),
            format!("{perfect} of {}", bench.draws),
            tries as f64 / bench.draws as f64,
            all.cost(),
            programs / seconds,
        );
    }
}
