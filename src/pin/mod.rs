//! Pinned rules: those that a person wrote or edited, and that every learnt grammar keeps.
//!
//! Learners know nothing of them. Before they learn, `examples` adds what the pinned rules say to the examples, as further
//! examples, and names those that need not be learnt from; whatever they find is put together with the pinned rules
//! (`compose`) before it is checked on the examples, votes or is returned.

mod shape;
mod compose;
mod split;
mod examples;

pub(crate) use compose::Pins;
pub(crate) use examples::PinnedTask;
