//! Searches that wait for a graph at the same time ask it together: for a card, one run of many questions takes hardly
//! longer than one of few.
//!
//! While a run is on, others gather. Whoever has waited longest then runs what it asks together with what the others
//! ask, as far as that fits, and each is given its own part. Nobody waits for others to come.

use super::join::{GraphInputs, Join, RunSize};
use super::{Graph, IsOver, NetworkError, Outputs, Tensor};
use crate::sync::{Condvar, Mutex, MutexGuard, whole};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// How often a thread that waits asks whether it still has to.
const LOOKS: Duration = Duration::from_millis(1);

/// A graph that is asked by several searches at once.
pub(super) struct AskedTogether {
    graph: Box<dyn Graph>,
    join: Join,
    queue: Mutex<Askers>,
    changed: Condvar,
}

#[derive(Default)]
struct Askers {
    /// In the order in which they came.
    waiting: VecDeque<Arc<Asked>>,
    /// Whether a run is on.
    at_work: bool,
}

/// What a search asks.
struct Asked {
    inputs: GraphInputs,
    /// Nothing where it is run alone.
    size: Option<RunSize>,
    answer: Mutex<Option<Result<Outputs, NetworkError>>>,
}

impl AskedTogether {
    pub(super) fn new(graph: Box<dyn Graph>, join: Join) -> Self {
        let queue = Mutex::new(Askers::default());
        Self { graph, join, queue, changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Askers> {
        whole(self.queue.lock())
    }

    /// The first that waits, and whoever fits.
    fn gather(&self, queue: &Askers) -> Vec<Arc<Asked>> {
        let mut waiting = queue.waiting.iter();
        let mut group: Vec<Arc<Asked>> = waiting.next().cloned().into_iter().collect();
        let Some(mut sizes) = group.first().and_then(|first| Some(vec![first.size?])) else {
            return group;
        };
        for asked in waiting {
            let Some(size) = asked.size else { continue };
            sizes.push(size);
            match self.join.fits(&sizes) {
                true => group.push(asked.clone()),
                false => drop(sizes.pop()),
            }
        }
        group
    }

    /// Runs all of them as one; nothing if it was over before that was done.
    fn run_all(
        &self,
        group: &[Arc<Asked>],
        over: IsOver<'_>,
    ) -> Option<Vec<Result<Outputs, NetworkError>>> {
        if let [_, _, ..] = group {
            let sizes: Vec<RunSize> = group.iter().filter_map(|asked| asked.size).collect();
            let runs: Vec<&GraphInputs> = group.iter().map(|asked| &asked.inputs).collect();
            if let Some(joined) = self.join.joined(&runs, &sizes)
                && let Ok(outputs) = run(&*self.graph, &joined, over)
                && let Some(parts) = self.join.apart(&outputs?, &sizes)
            {
                return Some(parts.into_iter().map(Ok).collect());
            }
        }
        // What fails together may be the fault of one: each for itself.
        let alone = |asked: &Arc<Asked>| run(&*self.graph, &asked.inputs, over).transpose();
        group.iter().map(alone).collect()
    }
}

fn run(
    graph: &dyn Graph,
    inputs: &GraphInputs,
    over: IsOver<'_>,
) -> Result<Option<Outputs>, NetworkError> {
    let inputs: Vec<(&str, Tensor)> =
        inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
    graph.run(&inputs, over)
}

impl AskedTogether {
    /// Waits until somebody has run what is asked, or runs it; nothing if it was over before.
    fn answer(&self, own: &Arc<Asked>, over: IsOver<'_>) -> Option<Result<Outputs, NetworkError>> {
        let mut queue = self.lock();
        loop {
            if let Some(answer) = whole(own.answer.lock()).take() {
                return Some(answer);
            }
            if over() {
                return None;
            }
            let is_next = queue.waiting.front().is_some_and(|first| Arc::ptr_eq(first, own));
            if queue.at_work || !is_next {
                queue = whole(self.changed.wait_timeout(queue, LOOKS)).0;
                continue;
            }
            let group = self.gather(&queue);
            queue.at_work = true;
            drop(queue);
            let working = Working(self);
            let answers = self.run_all(&group, over);
            // Without answers it is over for this search, and the others go on without it.
            if let Some(answers) = answers {
                for (asked, answer) in group.iter().zip(answers) {
                    *whole(asked.answer.lock()) = Some(answer);
                }
                let is_done = |asked: &Arc<Asked>| group.iter().any(|one| Arc::ptr_eq(one, asked));
                self.lock().waiting.retain(|asked| !is_done(asked));
            }
            drop(working);
            queue = self.lock();
        }
    }
}

impl Graph for AskedTogether {
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        over: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError> {
        let inputs: GraphInputs =
            inputs.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone())).collect();
        let size = self.join.size(&inputs);
        let own = Arc::new(Asked { inputs, size, answer: Mutex::new(None) });
        self.lock().waiting.push_back(own.clone());
        let _place = Asking { together: self, own: &own };
        self.answer(&own, over).transpose()
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// The place of a search among those that wait: whatever happens, it is given up.
struct Asking<'a> {
    together: &'a AskedTogether,
    own: &'a Arc<Asked>,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.together.lock().waiting.retain(|asked| !Arc::ptr_eq(asked, self.own));
        self.together.changed.notify_all();
    }
}

/// While a run is on.
struct Working<'a>(&'a AskedTogether);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.lock().at_work = false;
        self.0.changed.notify_all();
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::network::Data;
    use crate::sync::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    /// Gives back which words it is asked about, and how many in all; its first run takes until so many others wait.
    #[derive(Default)]
    struct Slow {
        runs: AtomicUsize,
        go_on: AtomicBool,
        /// Fails whenever it is asked about more than one task.
        alone: bool,
    }

    struct Shared(Arc<Slow>);

    impl Graph for Shared {
        fn run(
            &self,
            inputs: &[(&str, Tensor)],
            over: IsOver<'_>,
        ) -> Result<Option<Outputs>, NetworkError> {
            let Self(slow) = self;
            slow.runs.fetch_add(1, Ordering::Relaxed);
            while !slow.go_on.load(Ordering::Relaxed) {
                if over() {
                    return Ok(None);
                }
                thread::yield_now();
            }
            let Data::Integer(words) = &inputs[1].1.data else { panic!("words are integers") };
            let problem = || NetworkError::Resources { problem: "two".to_owned() };
            if slow.alone && words.len() > 1 {
                return Err(problem());
            }
            if words.contains(&99) {
                return Err(problem());
            }
            let words: Vec<f32> = words.iter().map(|word| *word as f32).collect();
            Ok(Some(vec![("next_state".to_owned(), Tensor::float([words.len(), 1], words))]))
        }
    }

    const TASKS: usize = 6;

    /// What is asked about one word of a task of three.
    fn ask(
        together: &AskedTogether,
        word: i64,
        over: IsOver<'_>,
    ) -> Option<Result<Tensor, String>> {
        let inputs = [
            ("kind", Tensor::integer([3], vec![0; 3])),
            ("word", Tensor::integer([1], vec![word])),
        ];
        let answer = together.run(&inputs, over).map_err(|error| error.to_string());
        answer.map(|outputs| Some(outputs?.swap_remove(0).1)).transpose()
    }

    /// Asks from so many threads, of which all but the first wait while that one runs.
    fn ask_at_once(slow: &Arc<Slow>, words: [i64; TASKS]) -> Vec<Option<Result<Tensor, String>>> {
        let together = &AskedTogether::new(Box::new(Shared(slow.clone())), Join::Questions);
        thread::scope(|scope| {
            let mut asked = Vec::new();
            for (index, word) in words.into_iter().enumerate() {
                asked.push(scope.spawn(move || ask(together, word, &|| false)));
                while together.lock().waiting.len() <= index {
                    thread::yield_now();
                }
            }
            while slow.runs.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            slow.go_on.store(true, Ordering::Relaxed);
            let answers = asked.into_iter().map(|asked| asked.join().unwrap()).collect();
            assert!(together.lock().waiting.is_empty());
            answers
        })
    }

    #[test]
    fn who_waits_while_others_ask_is_asked_for_together_and_gets_its_own() {
        let slow = Arc::default();
        let answers = ask_at_once(&slow, [0, 1, 2, 0, 1, 2]);
        // In the second run, the nodes of each task come after those of the tasks before it.
        let (first, others) = answers.split_first().unwrap();
        let word = |word: f32| Some(Ok(Tensor::float([1, 1], vec![word])));
        assert_eq!(*first, word(0.0));
        let expected: Vec<_> = [1.0, 5.0, 6.0, 10.0, 14.0].map(word).into();
        assert_eq!(others, expected);
        assert_eq!(slow.runs.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn what_fails_together_is_run_alone_and_only_who_is_wrong_is_told() {
        let slow = Arc::new(Slow { alone: true, ..Slow::default() });
        let answers = ask_at_once(&slow, [0, 1, 99, 0, 1, 2]);
        let right = |answer: &Option<Result<Tensor, String>>| matches!(answer, Some(Ok(_)));
        assert_eq!(answers.iter().filter(|answer| right(answer)).count(), TASKS - 1);
        assert!(matches!(&answers[2], Some(Err(_))));
        assert_eq!(slow.runs.load(Ordering::Relaxed), 2 + TASKS - 1);
    }

    #[test]
    fn who_gives_up_leaves_the_others_what_they_asked() {
        let slow: Arc<Slow> = Arc::default();
        let together = &AskedTogether::new(Box::new(Shared(slow.clone())), Join::Questions);
        let over = &AtomicBool::new(false);
        let is_over = &|| over.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let first = scope.spawn(move || ask(together, 1, is_over));
            while slow.runs.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            let second = scope.spawn(move || ask(together, 2, &|| false));
            let third = scope.spawn(move || ask(together, 0, is_over));
            while together.lock().waiting.len() < 3 {
                thread::yield_now();
            }
            over.store(true, Ordering::Relaxed);
            assert_eq!((first.join().unwrap(), third.join().unwrap()), (None, None));
            slow.go_on.store(true, Ordering::Relaxed);
            assert!(matches!(second.join().unwrap(), Some(Ok(_))));
        });
    }
}
