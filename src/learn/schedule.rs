//! Which learners have a turn, in which order, and how much each may try: a strategy is a row of this table.

use super::commands::Commands;
use super::deduce::Deduction;
use super::numbers::NumberWords;
use super::propose::Proposals;
use super::{Effort, Learner};
use crate::task::Strategy;

/// The library's learners, by their places in this list. Each is made when its first turn comes.
const LEARNERS: [fn() -> Box<dyn Learner>; 5] = [
    || Box::<Deduction>::default(),
    || Box::<NumberWords>::default(),
    || Box::<Commands>::default(),
    || Box::new(Proposals { greedy: false }),
    || Box::new(Proposals { greedy: true }),
];
const DEDUCTION: usize = 0;
const NUMBERS: usize = 1;
const COMMANDS: usize = 2;
const NETWORKS: usize = 3;
const GREEDY: usize = 4;

/// Who has a turn, one after the other.
pub struct Schedule {
    pub(crate) learners: Learners,
    /// Which learner, and how much it may try.
    pub(crate) turns: Vec<(usize, Effort)>,
    /// Who has a turn though the task is solved.
    pub(crate) challengers: Vec<Challenger>,
    /// Whether it is that of the task's strategy, which can be made again.
    pub(crate) is_of_strategy: bool,
}

/// The learners of a schedule by their number: somebody else's, or those of [`LEARNERS`] that have had a turn.
pub(crate) struct Learners(Vec<Option<Box<dyn Learner>>>);

impl Learners {
    pub(crate) fn get(&mut self, number: usize) -> &mut dyn Learner {
        &mut **self.0[number].get_or_insert_with(LEARNERS[number])
    }
}

/// A learner that has a turn though another one has solved the task, because that is no short account of the examples.
pub(crate) struct Challenger {
    pub(crate) who: usize,
    pub(crate) whom: usize,
    /// The account takes more than this share of the bits of all examples by heart.
    pub(crate) above: f64,
    /// That share where the account takes examples for wrong.
    pub(crate) above_with_slips: f64,
}

impl Schedule {
    /// Learners, and their turns: which one, and how much it may try.
    pub fn new(learners: Vec<Box<dyn Learner>>, turns: Vec<(usize, Effort)>) -> Self {
        assert!(turns.iter().all(|(learner, _)| *learner < learners.len()), "a turn of nobody");
        let learners = Learners(learners.into_iter().map(Some).collect());
        Self { learners, turns, challengers: Vec::new(), is_of_strategy: false }
    }

    /// One learner that may try all it can.
    pub fn only(learner: Box<dyn Learner>) -> Self {
        Self::new(vec![learner], vec![(0, Effort::All)])
    }

    /// What a strategy does. A learner that does not accept a task is passed over: deduction is for tokens,
    /// number words are for numbers.
    pub(crate) fn of(strategy: Strategy) -> Self {
        let (turns, challengers) = match strategy {
            Strategy::Deduce => (vec![(DEDUCTION, Effort::All), (NUMBERS, Effort::All)], vec![]),
            // Deduction solves what is of its class in some hundred steps. What is not, is a language of commands;
            // where that is no short account either, there are networks, and deduction at length.
            Strategy::Hybrid => (
                vec![
                    (DEDUCTION, Effort::Some(2_000)),
                    (NUMBERS, Effort::All),
                    (COMMANDS, Effort::All),
                    (NETWORKS, Effort::Some(100_000)),
                    (DEDUCTION, Effort::All),
                ],
                // On 180 sampled tasks of deduction's class it takes at most 0.7 of the bits. The languages of
                // `data/commands` take 0.2 to 0.7; above 0.45 a language of the class with a slip in it may be shorter.
                vec![
                    Challenger {
                        who: COMMANDS,
                        whom: DEDUCTION,
                        above: 0.8,
                        above_with_slips: 0.3,
                    },
                    Challenger {
                        who: DEDUCTION,
                        whom: COMMANDS,
                        above: 0.45,
                        above_with_slips: 0.45,
                    },
                    Challenger { who: NETWORKS, whom: COMMANDS, above: 0.7, above_with_slips: 0.7 },
                ],
            ),
            Strategy::Neural => (vec![(NETWORKS, Effort::All)], vec![]),
            Strategy::Greedy => (vec![(GREEDY, Effort::All)], vec![]),
        };
        let learners = Learners(LEARNERS.iter().map(|_| None).collect());
        Self { learners, turns, challengers, is_of_strategy: true }
    }
}
