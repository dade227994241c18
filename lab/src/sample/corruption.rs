//! Wrong examples, for learners that have to bear them.

use blicket::Random;

/// Gives a share of the examples, rounded to the nearest number of them and drawn at random, the
/// output of another example that has a different one. So a wrong output is one that could be
/// right, and of the usual length. Where all outputs are the same, the last token is repeated.
pub(super) fn corrupt(support: &mut [(String, String)], share: f64, random: &mut Random) {
    let wrong = (share * support.len() as f64).round() as usize;
    if wrong == 0 {
        return;
    }
    let right: Vec<String> = support.iter().map(|(_, output)| output.clone()).collect();
    let mut places: Vec<usize> = (0..support.len()).collect();
    random.shuffle_first(&mut places, wrong);
    for &place in &places[..wrong] {
        let others: Vec<&String> = right.iter().filter(|output| **output != right[place]).collect();
        support[place].1 = match others.as_slice() {
            [] => repeat_last(&right[place]),
            others => (*random.choose(others)).clone(),
        };
    }
}

fn repeat_last(output: &str) -> String {
    match output.split_whitespace().next_back() {
        Some(token) => format!("{output} {token}"),
        None => output.to_owned(), // nothing is known that it could be
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn support(outputs: &[&str]) -> Vec<(String, String)> {
        let pairs = outputs.iter().enumerate();
        pairs.map(|(index, output)| (index.to_string(), (*output).to_owned())).collect()
    }

    fn wrong(before: &[(String, String)], after: &[(String, String)]) -> usize {
        before.iter().zip(after).filter(|(before, after)| before.1 != after.1).count()
    }

    #[test]
    fn exactly_that_share_of_the_outputs_is_wrong() {
        let right = support(&["A", "B", "A A", "C", "B B", "A", "A", "C C C", "B", "C"]);
        for (share, expected) in [(0.0, 0), (0.04, 0), (0.1, 1), (0.25, 3), (0.5, 5), (1.0, 10)] {
            for seed in 0..50 {
                let mut support = right.clone();
                corrupt(&mut support, share, &mut Random::new(seed));
                assert_eq!(wrong(&right, &support), expected);
                for ((input, output), (before, _)) in support.iter().zip(&right) {
                    assert_eq!(input, before);
                    assert!(right.iter().any(|(_, known)| known == output));
                }
            }
        }
    }

    #[test]
    fn where_all_outputs_are_the_same_they_are_made_wrong_nevertheless() {
        let mut support = support(&["A B", "A B"]);
        corrupt(&mut support, 1.0, &mut Random::new(1));
        assert_eq!([&support[0].1, &support[1].1], ["A B B", "A B B"]);
    }
}
