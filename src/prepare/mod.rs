//! A task made ready to be learnt from: words and tokens by number, examples without repetitions.

mod reading;
mod prepared;

#[cfg(feature = "neural")]
pub(crate) use prepared::Pair;
pub use prepared::Prepared;
pub(crate) use prepared::{MOST_INPUTS, is_about_numbers, number};
pub(crate) use reading::{
    CountedProblems, LONGEST_INPUT, LONGEST_OUTPUT, MOST_SYMBOLS, NumberedExample, OF_QUERY,
    clipped,
};
