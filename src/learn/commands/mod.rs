//! Command languages: typed grammars by description length.
//!
//! A grammar in the making is a list of rules in sections (`grammar`), priced in bits (`cost`, `description`). It
//! begins as all examples by heart; `fold`, `merge` and `template` shorten it, `neighbourhood` leaves what no single
//! step improves, and `search` does that from several starts, unless `least` says that it cannot pay. The shortest ones are made complete (`model`, `open`),
//! put in an order in which the language reads them (`order`, judged by `ordered`) and written down (`written`, `names`) as
//! grammars of the library, which check, vote and are returned like those of any learner.

use crate::length::{align, cost, digits, example, hash, symbol};
use crate::random;

mod meter;
mod task;
mod least;
mod store;
mod grammar;
mod description;
mod chart;
mod derivation;
mod shared;
mod pattern;
mod learner;
mod fold;
mod merge;
mod template;
mod gaps;
mod seed;
mod neighbourhood;
mod search;
mod phrases;
mod number_section;
mod numbers;
mod spelling;
mod open;
mod model;
mod ordered;
mod order;
mod names;
mod written;
mod lesson;
mod slips;

pub(crate) use lesson::Commands;
