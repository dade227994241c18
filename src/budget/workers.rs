//! The engine's workers: how many threads may work at once, and whose turn it is.
//!
//! A search has a thread of its own, but works only while it has one of the engine's turns. Turns are
//! given out in the order in which they were asked for, and handed over: whoever gives one back while
//! others wait gives it to the first of them. Any number of searches
//! share an engine that way, each a few milliseconds at a time.
//!
//! Newcomers have queues of their own, one for each of their first turns, because most tasks are solved in the first or
//! one of the next: who has had fewer turns comes first, and they are short. So a short task does not wait for many long
//! ones, whose turns are cut short for it, too. After a few newcomers, one of the others has a turn: so many short tasks
//! do not stop a long one.

use crate::clock::Instant;
use crate::sync::{AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, whole};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many newcomers have a turn before one of the others has.
const NEWCOMERS: usize = 4;

/// For how many turns one is a newcomer. On a machine that others use too, a turn may pass without much being done.
pub(crate) const FIRST_TURNS: usize = 8;

/// The turns of one engine.
#[derive(Debug)]
pub(crate) struct Workers {
    most: usize,
    queue: Mutex<Queue>,
    /// How many wait, for whoever works to look at without a lock; and how many of them are newcomers.
    waiting: AtomicUsize,
    newcomers: AtomicUsize,
}

#[derive(Debug)]
struct Queue {
    free: usize,
    next_number: u64,
    waiting: VecDeque<Waiting>,
    /// Newcomers, by the turns that they have had.
    newcomers: [VecDeque<Waiting>; FIRST_TURNS],
    /// How many newcomers have had a turn since one of the others had.
    newcomers_since: usize,
    /// The numbers of those that were handed a turn and have not woken yet.
    handed: Vec<u64>,
}

#[derive(Debug)]
struct Waiting {
    number: u64,
    signal: Arc<Condvar>,
}

impl Workers {
    /// As many turns, and one at least.
    pub(crate) fn new(most: usize) -> Self {
        let most = most.max(1);
        Self {
            most,
            queue: Mutex::new(Queue {
                free: most,
                next_number: 0,
                waiting: VecDeque::new(),
                newcomers: Default::default(),
                newcomers_since: 0,
                handed: Vec::new(),
            }),
            waiting: AtomicUsize::new(0),
            newcomers: AtomicUsize::new(0),
        }
    }

    /// How many turns there are.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Takes a turn, or waits for one until `give_up` says not to, or until a point in time. Gives
    /// whether it has one. `turns` is how many it has had. `give_up` is asked again after every [`wake`](Self::wake) with this signal.
    pub(crate) fn take(
        &self,
        signal: &Arc<Condvar>,
        turns: usize,
        until: Option<Instant>,
        give_up: impl Fn() -> bool,
    ) -> bool {
        let mut queue = self.lock();
        if queue.take_free() {
            return true;
        }
        let number = queue.next_number;
        queue.next_number += 1;
        queue.of(turns).push_back(Waiting { number, signal: signal.clone() });
        self.count(&queue);
        loop {
            if let Some(index) = queue.handed.iter().position(|handed| *handed == number) {
                queue.handed.swap_remove(index);
                return true;
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if give_up() || left.is_some_and(|left| left.is_zero()) {
                queue.of(turns).retain(|waiting| waiting.number != number);
                self.count(&queue);
                return false;
            }
            queue = match left {
                Some(left) => whole(signal.wait_timeout(queue, left)).0,
                None => whole(signal.wait(queue)),
            };
        }
    }

    /// Takes a turn that nobody waits for, if there is one.
    pub(crate) fn take_free(&self) -> bool {
        self.lock().take_free()
    }

    /// Gives a turn back, to a newcomer, or to the one that has waited longest.
    pub(crate) fn give_back(&self) {
        let mut queue = self.lock();
        match queue.next() {
            Some(Waiting { number, signal }) => {
                self.count(&queue);
                queue.handed.push(number);
                signal.notify_all();
            }
            None => queue.free += 1,
        }
    }

    /// Whether somebody waits for a turn.
    pub(crate) fn others_wait(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether somebody waits who is new.
    pub(crate) fn newcomers_wait(&self) -> bool {
        self.newcomers.load(Ordering::Relaxed) > 0
    }

    /// Notes how many wait now.
    fn count(&self, queue: &Queue) {
        let newcomers = queue.newcomers.iter().map(VecDeque::len).sum();
        self.newcomers.store(newcomers, Ordering::Relaxed);
        self.waiting.store(newcomers + queue.waiting.len(), Ordering::Relaxed);
    }

    /// Makes those that wait with this signal ask again whether to give up.
    pub(crate) fn wake(&self, signal: &Condvar) {
        // With the lock, so that none of them is between asking and waiting.
        let _queue = self.lock();
        signal.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        whole(self.queue.lock())
    }
}

impl Queue {
    fn of(&mut self, turns: usize) -> &mut VecDeque<Waiting> {
        self.newcomers.get_mut(turns).unwrap_or(&mut self.waiting)
    }

    fn next(&mut self) -> Option<Waiting> {
        let others_first = self.newcomers_since >= NEWCOMERS;
        if let Some(other) = others_first.then(|| self.waiting.pop_front()).flatten() {
            self.newcomers_since = 0;
            return Some(other);
        }
        match self.newcomers.iter_mut().find_map(VecDeque::pop_front) {
            Some(newcomer) => {
                self.newcomers_since += 1;
                Some(newcomer)
            }
            None => {
                self.newcomers_since = 0;
                self.waiting.pop_front()
            }
        }
    }

    fn take_free(&mut self) -> bool {
        let free = self.free > 0;
        self.free -= usize::from(free);
        free
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    /// In turns instead of time, so that it is the same on every machine: how many of the others have one before each
    /// of a newcomer's own. However many they are.
    #[test]
    fn a_newcomer_waits_for_one_turn_of_others_in_its_first_eight() {
        let somebody = |number| Waiting { number, signal: Arc::new(Condvar::new()) };
        for long in [1, 50, 200, 10_000] {
            let workers = Workers::new(1);
            let mut queue = workers.lock();
            (0..long).for_each(|number| queue.of(FIRST_TURNS).push_back(somebody(number)));
            let newcomer = long;
            let mut waits = Vec::new();
            for turns in 0..=FIRST_TURNS {
                queue.of(turns).push_back(somebody(newcomer));
                let mut before = 0;
                while let Some(next) = queue.next().filter(|next| next.number != newcomer) {
                    before += 1;
                    queue.of(FIRST_TURNS).push_back(next);
                }
                waits.push(before);
            }
            // From then on it is one of them.
            assert_eq!(waits, [0, 0, 0, 0, 1, 0, 0, 0, long]);
        }
    }

    #[test]
    fn newcomers_come_first_but_others_have_turns_too() {
        let workers = Arc::new(Workers::new(1));
        assert!(workers.take_free());
        let (sender, order) = channel();
        let mut threads = Vec::new();
        const NAMES: [&str; 9] = [
            "long 1",
            "long 2",
            "second turn",
            "new 1",
            "new 2",
            "new 3",
            "new 4",
            "new 5",
            "new 6",
        ];
        for (count, name) in NAMES.iter().enumerate() {
            let (workers_of, sender) = (workers.clone(), sender.clone());
            threads.push(thread::spawn(move || {
                let signal = Arc::new(Condvar::new());
                let turns = match name.split(' ').next() {
                    Some("new") => 0,
                    Some("second") => 1,
                    _ => FIRST_TURNS,
                };
                assert!(workers_of.take(&signal, turns, None, || false));
                sender.send(*name).unwrap();
                workers_of.give_back();
            }));
            // So that they come in this order.
            while workers.waiting.load(Ordering::Relaxed) <= count {
                thread::yield_now();
            }
        }
        workers.give_back();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        drop(sender);
        let order: Vec<&str> = order.iter().collect();
        let expected = [
            "new 1",
            "new 2",
            "new 3",
            "new 4",
            "long 1",
            "new 5",
            "new 6",
            "second turn",
            "long 2",
        ];
        assert_eq!(order, expected);
    }
}

/// All the ways in which a few threads can get in each other's way, gone through by loom:
/// `make test-models`.
#[cfg(all(test, loom))]
mod models {
    use super::*;
    use crate::sync::AtomicBool;
    use loom::thread;

    fn is_free(workers: &Workers) -> bool {
        let queue = workers.lock();
        let is_empty = queue.waiting.is_empty() && queue.newcomers.iter().all(VecDeque::is_empty);
        queue.free == workers.most && is_empty && queue.handed.is_empty()
    }

    /// Nobody works without a turn, nobody waits for ever, and no turn is lost.
    #[test]
    fn turns_are_handed_over() {
        loom::model(|| {
            let workers = Arc::new(Workers::new(1));
            let working = Arc::new(AtomicBool::new(false));
            let work = |workers: Arc<Workers>, working: Arc<AtomicBool>, turns: usize| {
                move || {
                    assert!(workers.take(&Arc::new(Condvar::new()), turns, None, || false));
                    assert!(!working.swap(true, Ordering::AcqRel), "two work by one turn");
                    working.store(false, Ordering::Release);
                    workers.give_back();
                }
            };
            let threads = [FIRST_TURNS, 0]
                .map(|turns| thread::spawn(work(workers.clone(), working.clone(), turns)));
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            assert!(is_free(&workers));
            assert!(!workers.others_wait());
        });
    }

    /// One that waits gives up when it is told to, at whatever moment, also while it is being handed
    /// a turn: then it has it, and gives it back.
    #[test]
    fn giving_up_loses_no_turn() {
        loom::model(|| {
            let workers = Arc::new(Workers::new(1));
            let (signal, cancelled) = (Arc::new(Condvar::new()), Arc::new(AtomicBool::new(false)));
            assert!(workers.take_free());
            let waiting = {
                let (workers, signal, cancelled) =
                    (workers.clone(), signal.clone(), cancelled.clone());
                thread::spawn(move || {
                    if workers
                        .take(&signal, FIRST_TURNS, None, || cancelled.load(Ordering::Acquire))
                    {
                        workers.give_back();
                    }
                })
            };
            let cancelling = {
                let workers = workers.clone();
                thread::spawn(move || {
                    cancelled.store(true, Ordering::Release);
                    workers.wake(&signal);
                })
            };
            workers.give_back();
            waiting.join().unwrap();
            cancelling.join().unwrap();
            assert!(is_free(&workers));
        });
    }
}
