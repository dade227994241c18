//! Sessions that threads share: each runs for one at a time, so there may be several of a graph.

use super::{Graph, IsOver, NetworkError, Outputs, Tensor};
use crate::sync::{Condvar, Mutex, MutexGuard, whole};
use blicket_runtime::Session;
use std::time::Duration;

/// How often a thread that waits for a session asks whether it still has to.
const LOOKS: Duration = Duration::from_millis(1);

/// Makes another session like the first.
type Make = Box<dyn Fn() -> Result<Session, String> + Send + Sync>;

/// The sessions of a graph. The first is there from the beginning; others are made when all are at
/// work, up to a number, after which threads wait.
pub(crate) struct Pool {
    /// The model's file.
    file: String,
    most: usize,
    make: Make,
    state: Mutex<PoolState>,
    returned: Condvar,
}

struct PoolState {
    idle: Vec<Session>,
    /// How many there are, with those at work and one that is being made.
    count: usize,
}

impl Pool {
    pub(crate) fn new(file: String, first: Session, most: usize, make: Make) -> Self {
        let state = PoolState { idle: vec![first], count: 1 };
        Self { file, most, make, state: Mutex::new(state), returned: Condvar::new() }
    }

    /// A session of one's own for a while; `None` if it was over before there was one.
    fn take(&self, over: IsOver<'_>) -> Result<Option<Taken<'_>>, String> {
        let mut state = self.lock();
        loop {
            if let Some(session) = state.idle.pop() {
                return Ok(Some(Taken { pool: self, session: Some(session) }));
            }
            if over() {
                return Ok(None);
            }
            if state.count < self.most {
                state.count += 1;
                break;
            }
            let waited = self.returned.wait_timeout(state, LOOKS);
            state = whole(waited).0;
        }
        drop(state);
        // If it fails, the place that was kept for it is given back.
        let mut taken = Taken { pool: self, session: None };
        taken.session = Some((self.make)()?);
        Ok(Some(taken))
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // Nothing panics while it holds the lock, so there is nothing half-done behind it.
        whole(self.state.lock())
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.lock().count
    }
}

impl Graph for Pool {
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        over: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError> {
        let run = || {
            let Some(mut taken) = self.take(over)? else { return Ok(None) };
            taken.session.as_mut().expect("it is there until the end").run_unless(inputs, over)
        };
        run().map_err(|problem| NetworkError::Run { file: self.file.clone(), problem })
    }
}

/// A session that somebody has; whatever happens, it or its place goes back.
struct Taken<'a> {
    pool: &'a Pool,
    session: Option<Session>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        match self.session.take() {
            Some(session) => state.idle.push(session),
            None => state.count -= 1,
        }
        drop(state);
        self.pool.returned.notify_one();
    }
}
