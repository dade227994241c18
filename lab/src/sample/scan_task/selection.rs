//! Which of a split's training lines become the support of an episode.

use super::commands::{commands, draw_command};
use blicket::Random;
use std::collections::{HashMap, HashSet};

/// How the support is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// Every line is as probable as every other, and none is drawn twice. A command that is there
    /// on many lines is taken once; it is only likelier to be there.
    Uniform,
    /// The paper's, which prefers short commands and those with `opposite` and `around`: draws as
    /// many lengths as examples are asked for; of each length, draws that many lines without
    /// replacement from all lines of that length, those with one of the two words counted eleven
    /// times (or takes all, if there are fewer); and takes what was drawn twice once. So there are
    /// fewer examples than were asked for: 82 to 85 of 100, and 78 in the split *jump*.
    Paper,
    /// Commands are drawn from SCAN's phrase grammar ([`scan_commands`](super::scan_commands)), every
    /// alternative as probable as the others of its kind, until as many different ones as asked for are
    /// among the training lines. So short commands come first, as they do when a person gives examples.
    Sampled,
}

impl Selection {
    /// One word, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Paper => "paper",
            Self::Sampled => "sampled",
        }
    }
}

/// How probable it is that the paper draws 1, 2 … 9 words, in 1,200ths.
const LENGTHS: [usize; 9] = [65, 173, 406, 145, 70, 99, 108, 36, 98];
/// How often the paper counts a command with one of [`PRIVILEGED`].
const COUNTED: usize = 11;
const PRIVILEGED: [&str; 2] = ["opposite", "around"];

/// The training lines of a split, ready to be selected from.
#[derive(Debug)]
pub(super) struct Selector {
    selection: Selection,
    /// Each line's first line with the same command.
    first: Vec<u32>,
    /// What there is to draw from, lines as often as they are counted: all in one, or by length.
    pools: Vec<Vec<u32>>,
    /// The first line of each command, for commands that are drawn as text.
    lines: HashMap<String, u32>,
}

impl Selector {
    pub(super) fn new(selection: Selection, train: &[(String, String)]) -> Self {
        let mut lines = HashMap::new();
        let numbered = train.iter().zip(0..);
        let first =
            numbered.map(|((command, _), line)| *lines.entry(command.clone()).or_insert(line));
        let first = first.collect();
        let pools = match selection {
            Selection::Uniform => vec![(0..train.len() as u32).collect()],
            Selection::Paper => {
                let mut pools = vec![Vec::new(); LENGTHS.len()];
                for ((command, _), line) in train.iter().zip(0..) {
                    let length = command.split_whitespace().count();
                    let privileged = command.split_whitespace().any(|w| PRIVILEGED.contains(&w));
                    let count = if privileged { COUNTED } else { 1 };
                    if let Some(pool) = length.checked_sub(1).and_then(|l| pools.get_mut(l)) {
                        pool.extend(std::iter::repeat_n(line, count));
                    }
                }
                pools
            }
            Selection::Sampled => {
                // What is no command is never drawn: to wait for it would take for ever.
                let commands: HashSet<String> = commands().into_iter().collect();
                lines.retain(|line, _| commands.contains(line));
                Vec::new()
            }
        };
        Self { selection, first, pools, lines }
    }

    /// How many different commands there are to draw from.
    pub(super) fn commands(&self) -> usize {
        self.lines.len()
    }

    /// The lines of an episode's support, in a random order.
    pub(super) fn select(&self, count: usize, random: &mut Random) -> Vec<usize> {
        let mut chosen = Vec::with_capacity(count);
        let mut seen = HashSet::with_capacity(count);
        let mut take = |line: u32| {
            let command = self.first[line as usize];
            if seen.insert(command) {
                chosen.push(command as usize);
            }
            seen.len()
        };
        match self.selection {
            Selection::Uniform => {
                let mut lines = self.pools[0].clone();
                // One after the other, because how many lines it takes shows as they are drawn.
                for next in 0..lines.len() {
                    random.shuffle_first(&mut lines[next..], 1);
                    if count == 0 || take(lines[next]) == count {
                        break;
                    }
                }
            }
            Selection::Paper => {
                let mut counts = [0; LENGTHS.len()];
                (0..count).for_each(|_| counts[draw_length(random)] += 1);
                for (pool, count) in self.pools.iter().zip(counts) {
                    let mut lines = pool.clone();
                    random.shuffle_first(&mut lines, count);
                    lines.iter().take(count).for_each(|line| {
                        take(*line);
                    });
                }
                random.shuffle(&mut chosen);
            }
            // The rarest command has a chance of one in millions: it ends, whatever is asked for.
            Selection::Sampled => {
                let mut taken = 0;
                while taken < count {
                    if let Some(line) = self.lines.get(&draw_command(random)) {
                        taken = take(*line);
                    }
                }
            }
        }
        chosen
    }
}

/// A length, less one, by the weights.
fn draw_length(random: &mut Random) -> usize {
    let mut rest = random.below(LENGTHS.iter().sum());
    let reached = |weight: &usize| {
        let here = rest < *weight;
        rest = rest.wrapping_sub(*weight);
        here
    };
    LENGTHS.iter().position(reached).expect("the number is below the sum of the weights")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{ScanSplit, SplitName};

    #[test]
    fn the_weights_are_the_papers() {
        assert_eq!(LENGTHS.iter().sum::<usize>(), 1_200);
        let percent = LENGTHS.map(|weight| (weight as f64 / 1.2).round() / 10.0);
        assert_eq!(percent, [5.4, 14.4, 33.8, 12.1, 5.8, 8.3, 9.0, 3.0, 8.2]);
        let mut random = Random::new(4);
        let mut counts = [0usize; 9];
        (0..120_000).for_each(|_| counts[draw_length(&mut random)] += 1);
        for (count, weight) in counts.iter().zip(LENGTHS) {
            let (count, expected) = (*count as f64, weight as f64 * 100.0);
            assert!((count - expected).abs() < 4.0 * expected.sqrt(), "{counts:?}");
        }
    }

    #[test]
    fn a_uniform_selection_has_as_many_different_commands_as_asked_for() {
        let jump = ScanSplit::generate(SplitName::Jump).unwrap();
        let selector = Selector::new(Selection::Uniform, &jump.train);
        assert_eq!(selector.commands(), 13_204);
        let mut with_jump = 0;
        let mut long = 0;
        for seed in 0..200 {
            let lines = selector.select(100, &mut Random::new(seed));
            let commands: HashSet<_> = lines.iter().map(|line| &jump.train[*line].0).collect();
            assert_eq!((lines.len(), commands.len()), (100, 100));
            with_jump += usize::from(commands.contains(&"jump".to_owned()));
            long += commands.iter().filter(|command| command.contains(" and ")).count();
        }
        // Every tenth line is `jump`.
        assert!(with_jump >= 198, "{with_jump}");
        let share =
            jump.train.iter().filter(|(c, _)| c.contains(" and ")).count() as f64 / 13_204.0;
        assert!((long as f64 / 20_000.0 - share).abs() < 0.015, "{long} {share}");
        assert_eq!(selector.select(13_204, &mut Random::new(1)).len(), 13_204);
        assert_eq!(selector.select(0, &mut Random::new(1)).len(), 0);
    }

    #[test]
    fn sampled_commands_are_different_short_and_only_from_the_training_part() {
        let right = ScanSplit::generate(SplitName::Right).unwrap();
        let selector = Selector::new(Selection::Sampled, &right.train);
        let mut short = 0;
        for seed in 0..50 {
            let lines = selector.select(100, &mut Random::new(seed));
            let commands: HashSet<_> = lines.iter().map(|line| &right.train[*line].0).collect();
            assert_eq!((lines.len(), commands.len()), (100, 100));
            short += commands.iter().filter(|command| command.split(' ').count() <= 3).count();
        }
        // Of all lines, one in 350 is as short as that.
        assert!(short > 50 * 15, "{short}");
        assert_eq!(selector.select(0, &mut Random::new(1)).len(), 0);
    }

    #[test]
    fn the_papers_selection_is_short_privileged_and_has_fewer_examples() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/scan");
        let splits = [
            ScanSplit::read_simple(&folder).unwrap(),
            ScanSplit::generate(SplitName::Length).unwrap(),
            ScanSplit::generate(SplitName::Jump).unwrap(),
            ScanSplit::generate(SplitName::Right).unwrap(),
        ];
        for split in splits {
            let selector = Selector::new(Selection::Paper, &split.train);
            let (mut examples, mut three, mut privileged) = (0, 0, 0);
            for seed in 0..60 {
                let lines = selector.select(100, &mut Random::new(seed));
                let commands: Vec<&str> =
                    lines.iter().map(|l| split.train[*l].0.as_str()).collect();
                assert_eq!(commands.iter().collect::<HashSet<_>>().len(), lines.len());
                examples += lines.len();
                three += commands.iter().filter(|c| c.split(' ').count() == 3).count();
                let words = |c: &&&str| c.contains("opposite") || c.contains("around");
                privileged += commands.iter().filter(words).count();
            }
            let mean = |count: usize| count as f64 / 60.0;
            let expected = match split.name {
                SplitName::Jump => 77.0..79.0, // nearly all its commands of one word are `jump`
                _ => 81.5..85.5,
            };
            assert!(expected.contains(&mean(examples)), "{:?} {}", split.name, mean(examples));
            assert!(three as f64 > 0.23 * examples as f64, "{:?} {}", split.name, mean(three));
            assert!(privileged as f64 > 0.58 * examples as f64, "{:?}", split.name);
        }
    }
}
