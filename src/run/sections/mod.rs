//! Reading words by sections, and what they mean.
//!
//! Reading comes first: a table of what each section makes of each part of the input, filled from
//! the top and only where it is asked for. Then the derivation that was found is given its value.

mod table;
mod reader;
mod tokens;
mod slots;
mod values;
mod aside;
mod evaluator;
mod chart;

pub(crate) use chart::{Column, EarleyChart, Follows};
pub(crate) use evaluator::{ReadPart, SectionEvaluator, Watched};
pub(crate) use tokens::{Token, Value};
