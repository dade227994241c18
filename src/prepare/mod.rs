//! A task made ready to be learnt from: words and tokens by number, examples without repetitions.

mod listed;
mod reading;
mod ids;
mod prepared;
mod of_class;
mod by_heart;

pub(crate) use ids::{Example, LONGEST_INPUT, LONGEST_OUTPUT, MOST_SYMBOLS};
pub(crate) use listed::{Kind, clipped};
pub use prepared::Prepared;
pub(crate) use prepared::{MOST_INPUTS, Pair, number};
pub(crate) use reading::OF_QUERY;
