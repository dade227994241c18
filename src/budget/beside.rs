//! Two pieces of a search at the same time, where the engine has a worker that nobody waits for.

use super::{Budget, Ticker};
use crate::sync::whole;
use std::rc::Rc;
use std::sync::Mutex;
use std::thread;

/// Who does the work: one piece alone, or two at the same time if there is a thread for it. Each is given the
/// ticker of its thread.
pub(crate) trait Beside {
    fn alone<A>(&mut self, work: impl FnOnce(&Ticker) -> A) -> A;

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&Ticker) -> A,
        second: impl FnOnce(&Ticker) -> B + Send,
    ) -> (A, B);
}

/// The engine's workers, for one search.
pub(crate) struct OfEngine<'a>(pub(crate) &'a Budget);

impl Beside for OfEngine<'_> {
    fn alone<A>(&mut self, work: impl FnOnce(&Ticker) -> A) -> A {
        work(&self.0.ticker())
    }

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&Ticker) -> A,
        second: impl FnOnce(&Ticker) -> B + Send,
    ) -> (A, B) {
        let until = self.0.until();
        // Whoever comes first takes it: a further thread or, if there is none, this one.
        let second = Mutex::new(Some(second));
        let take = || whole(second.lock()).take();
        thread::scope(|scope| {
            let helper = self.0.watch().helper().and_then(|turn| {
                let help = || {
                    let watch = Rc::new(turn.watch());
                    take().map(|second| second(&Ticker::new(watch, until)))
                };
                thread::Builder::new().spawn_scoped(scope, help).ok()
            });
            let first = first(&self.0.ticker());
            let rest = match helper {
                // It has its own turn; this thread only waits for it.
                Some(helper) => {
                    self.0.watch().rest();
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                None => None,
            };
            let rest = rest.or_else(|| take().map(|second| second(&self.0.ticker())));
            (first, rest.expect("somebody has taken it"))
        })
    }
}
