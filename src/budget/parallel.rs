//! Work that several of the engine's workers share, with results that do not depend on how many.

use super::{Budget, Ticker, Watch};
use crate::clock::Instant;
#[cfg(feature = "neural")]
use crate::sync::whole;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Work that takes less than this is not worth a thread.
const SHORT: Duration = Duration::from_millis(1);

/// What `work` makes of each of `items`, in their order, on as many threads as are free; `None` for
/// those that were left out because the search was over. `work` is given a ticker.
pub(crate) fn map<T: Sync, R: Send>(
    budget: &Budget,
    items: &[T],
    work: impl Fn(usize, &T, &Ticker) -> R + Sync,
) -> Vec<Option<R>> {
    let until = budget.control().quarters(4);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let one = |watch: &Rc<Watch>| {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let (Some(item), false) = (items.get(index), watch.is_over(until)) else { return false };
        let result = work(index, item, &Ticker::new(watch.clone(), until));
        *results[index].lock().expect("nobody else has this one") = Some(result);
        true
    };
    thread::scope(|scope| {
        let (start, mut helpers) = (Instant::now(), Vec::new());
        while one(budget.watch()) {
            // A further thread for each item that is left, as far as there are workers.
            let left = items.len().saturating_sub(next.load(Ordering::Relaxed));
            while helpers.len() < left && start.elapsed() > SHORT {
                let Some(turn) = budget.watch().helper() else { break };
                let help = || {
                    let watch = Rc::new(turn.watch());
                    while one(&watch) {}
                };
                let Ok(helper) = thread::Builder::new().spawn_scoped(scope, help) else { break };
                helpers.push(helper);
            }
        }
        // Those that still work have their own turns; this thread only waits for them.
        if !helpers.is_empty() {
            budget.watch().rest();
        }
        // The scope would wait for their work only: joined, they have ended, and all that was theirs is free.
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    results.into_iter().map(|result| result.into_inner().expect("no thread is left")).collect()
}

/// Who does a piece of work: one alone, or two at the same time if there is a thread for it. Each is given the
/// ticker of its thread.
#[cfg(feature = "neural")]
pub(crate) trait Beside {
    fn alone<A>(&mut self, work: impl FnOnce(&Ticker) -> A) -> A;

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&Ticker) -> A,
        second: impl FnOnce(&Ticker) -> B + Send,
    ) -> (A, B);
}

/// The engine's workers, for one search.
#[cfg(feature = "neural")]
pub(crate) struct OfEngine<'a>(pub(crate) &'a Budget);

#[cfg(feature = "neural")]
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
