//! Two pieces of a search at the same time, where the engine has a worker that nobody waits for.

use super::budget::Budget;
use crate::propose::Beside;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The engine's workers, for one search.
pub(super) struct Workers<'a>(pub(super) &'a Budget);

impl Beside for Workers<'_> {
    fn alone<A>(&mut self, work: impl FnOnce(&mut dyn FnMut() -> bool) -> A) -> A {
        work(&mut self.0.deadline())
    }

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&mut dyn FnMut() -> bool) -> A,
        second: impl FnOnce(&mut dyn FnMut() -> bool) -> B + Send,
    ) -> (A, B) {
        let until = self.0.until();
        // Whoever comes first takes it: a further thread or, if there is none, this one.
        let second = Mutex::new(Some(second));
        let take = || second.lock().unwrap_or_else(PoisonError::into_inner).take();
        thread::scope(|scope| {
            let helper = self.0.watch().helper().and_then(|turn| {
                let help = || {
                    let watch = turn.watch();
                    take().map(|second| second(&mut || watch.is_over(until)))
                };
                thread::Builder::new().spawn_scoped(scope, help).ok()
            });
            let first = first(&mut self.0.deadline());
            let rest = match helper {
                // It has its own turn; this thread only waits for it.
                Some(helper) => {
                    self.0.watch().rest();
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                None => None,
            };
            let rest = rest.or_else(|| take().map(|second| second(&mut self.0.deadline())));
            (first, rest.expect("somebody has taken it"))
        })
    }
}
