//! Work that several of the engine's workers share, with results that do not depend on how many.

use super::{Budget, Ticker, Watch};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

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
        let (start, mut helpers) = (Instant::now(), 0);
        while one(budget.watch()) {
            // A further thread for each item that is left, as far as there are workers.
            let left = items.len().saturating_sub(next.load(Ordering::Relaxed));
            while helpers < left && start.elapsed() > SHORT {
                let Some(turn) = budget.watch().helper() else { break };
                let help = || {
                    let watch = Rc::new(turn.watch());
                    while one(&watch) {}
                };
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
                helpers += 1;
            }
        }
        // Those that still work have their own turns; this thread only waits for them.
        if helpers > 0 {
            budget.watch().rest();
        }
    });
    results.into_iter().map(|result| result.into_inner().expect("no thread is left")).collect()
}
