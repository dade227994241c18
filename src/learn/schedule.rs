//! Which learners have a turn, in which order, and how much each may try: a strategy is a row of this table.

use super::commands::Commands;
use super::deduce::Deduction;
use super::numbers::NumberWords;
use super::propose::Proposals;
use super::{Effort, Learner};
use crate::task::Strategy;

/// The learners of a strategy, and their turns.
pub struct Schedule {
    pub(crate) learners: Vec<Box<dyn Learner>>,
    /// Which learner, and how much it may try.
    pub(crate) turns: Vec<(usize, Effort)>,
    /// Who has a turn though the task is solved.
    pub(crate) challengers: Vec<Challenger>,
    /// Whether it is that of the task's strategy: then what comes of a task follows from the task.
    pub(crate) is_of_strategy: bool,
}

/// A learner that has a turn though another one has solved the task, because that is no short account of the examples.
pub(crate) struct Challenger {
    pub(crate) who: usize,
    pub(crate) whom: usize,
    /// The account takes more than this share of the bits of all examples by heart.
    pub(crate) above: f64,
}

impl Schedule {
    /// Learners, and their turns: which one, and how much it may try.
    pub fn new(learners: Vec<Box<dyn Learner>>, turns: Vec<(usize, Effort)>) -> Self {
        assert!(turns.iter().all(|(learner, _)| *learner < learners.len()), "a turn of nobody");
        Self { learners, turns, challengers: Vec::new(), is_of_strategy: false }
    }

    /// One learner that may try all it can.
    pub fn only(learner: Box<dyn Learner>) -> Self {
        Self::new(vec![learner], vec![(0, Effort::All)])
    }

    /// What a strategy does. A learner that does not accept a task is passed over: deduction is for tokens,
    /// number words are for numbers.
    pub(crate) fn of(strategy: Strategy) -> Self {
        let deduction: Box<dyn Learner> = Box::<Deduction>::default();
        let numbers: Box<dyn Learner> = Box::<NumberWords>::default();
        let schedule = match strategy {
            Strategy::Deduce => {
                Self::new(vec![deduction, numbers], vec![(0, Effort::All), (1, Effort::All)])
            }
            // Deduction solves what is of its class in some hundred steps. What is not, is a language of commands;
            // where that is no short account either, there are networks, and deduction at length.
            Strategy::Hybrid => Self {
                learners: vec![
                    deduction,
                    numbers,
                    Box::new(Proposals { greedy: false }),
                    Box::<Commands>::default(),
                ],
                turns: vec![
                    (0, Effort::Some(2_000)),
                    (1, Effort::All),
                    (3, Effort::All),
                    (2, Effort::Some(100_000)),
                    (0, Effort::All),
                ],
                // On 180 sampled tasks of deduction's class it takes at most 0.7 of the bits. The languages of
                // `data/commands` take 0.2 to 0.7; above 0.45 a language of the class with a slip in it may be shorter.
                challengers: vec![
                    Challenger { who: 3, whom: 0, above: 0.8 },
                    Challenger { who: 0, whom: 3, above: 0.45 },
                    Challenger { who: 2, whom: 3, above: 0.7 },
                ],
                is_of_strategy: true,
            },
            Strategy::Neural => Self::only(Box::new(Proposals { greedy: false })),
            Strategy::Greedy => Self::only(Box::new(Proposals { greedy: true })),
        };
        Self { is_of_strategy: true, ..schedule }
    }
}
