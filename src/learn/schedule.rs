//! Which learners have a turn, in which order, and how much each may try: a strategy is a row of this table.

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
}

impl Schedule {
    /// Learners, and their turns: which one, and how much it may try.
    pub fn new(learners: Vec<Box<dyn Learner>>, turns: Vec<(usize, Effort)>) -> Self {
        assert!(turns.iter().all(|(learner, _)| *learner < learners.len()), "a turn of nobody");
        Self { learners, turns }
    }

    /// One learner that may try all it can.
    pub fn only(learner: Box<dyn Learner>) -> Self {
        Self { learners: vec![learner], turns: vec![(0, Effort::All)] }
    }

    /// What a strategy does. A learner that does not accept a task is passed over: deduction is for tokens,
    /// number words are for numbers.
    pub(crate) fn of(strategy: Strategy) -> Self {
        let deduction: Box<dyn Learner> = Box::<Deduction>::default();
        let numbers: Box<dyn Learner> = Box::<NumberWords>::default();
        match strategy {
            Strategy::Deduce => Self {
                learners: vec![deduction, numbers],
                turns: vec![(0, Effort::All), (1, Effort::All)],
            },
            // Where no grammar of deduction's class fits, or after 50,000 steps, networks are asked.
            Strategy::Hybrid => Self {
                learners: vec![deduction, numbers, Box::new(Proposals { greedy: false })],
                turns: vec![
                    (0, Effort::Some(50_000)),
                    (1, Effort::All),
                    (2, Effort::Some(100_000)),
                    (0, Effort::All),
                ],
            },
            Strategy::Neural => Self::only(Box::new(Proposals { greedy: false })),
            Strategy::Greedy => Self::only(Box::new(Proposals { greedy: true })),
        }
    }
}
