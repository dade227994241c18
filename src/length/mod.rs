//! Description length: how many bits it takes to write a grammar down, and the examples that it does not give.
//!
//! One price for all learners: whoever explains the examples in fewer bits is right. `align` links words with the tokens
//! that they bring, `cost` prices a rule by them; `judge/account.rs` is about whole grammars.

pub(crate) mod hash;
pub(crate) mod symbol;
pub(crate) mod digits;
pub(crate) mod example;
pub(crate) mod align;
pub(crate) mod cost;
