//! Right or refused: whether the answer that grammars vote for is worth acting on.
//!
//! A doubt is made from the examples and the grammars that were learnt from them, and knows no learner. It looks at what
//! is usual in the examples: which tokens stand beside each other (`shape`, `surprise`), which rule fills which slot
//! (`habits`), how many of the grammars read a query, and how many of those agree (`evidence`).

mod seen;
mod query;
mod shape;
mod surprise;
mod alike;
mod followers;
mod habits;
mod weights;
mod evidence;
mod voters;
mod agreement;
mod jury;
#[cfg(test)]
mod tests;

pub(crate) use jury::{Jury, SURE, written_weight};
pub(crate) use voters::Judged;
