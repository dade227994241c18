//! The search: several starts, then large neighbourhoods from the best ones.
//! Every grammar on the way may be kept as a voter.

use crate::grammar::{Grammar, Rule};
use crate::learner::Learner;
use crate::meter::Meter;
use crate::pattern::Patterns;
use crate::store::Store;
use crate::symbol::Symbol;
use crate::task::Task;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a search begins. Starts differ in what they look at first.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// Long examples come in so many stages.
    stages: usize,
    /// Gaps of one word first.
    words_first: bool,
    noise: f64,
    /// A section of all words that are copied into outputs.
    copied: bool,
    /// A section of all numbers.
    numbers: bool,
    /// Sections for what stands between the same output tokens: how many
    /// before and how many after.
    between: Option<(usize, usize)>,
}

const STARTS: [Start; 8] = [
    Start { stages: 2, words_first: true, noise: 0.0, copied: false, numbers: true, between: None },
    Start {
        stages: 4,
        words_first: false,
        noise: 0.0,
        copied: true,
        numbers: false,
        between: Some((1, 1)),
    },
    Start {
        stages: 1,
        words_first: true,
        noise: 0.0,
        copied: false,
        numbers: true,
        between: Some((0, 1)),
    },
    Start {
        stages: 3,
        words_first: true,
        noise: 0.0,
        copied: false,
        numbers: false,
        between: Some((2, 0)),
    },
    Start {
        stages: 2,
        words_first: false,
        noise: 0.3,
        copied: false,
        numbers: true,
        between: None,
    },
    Start {
        stages: 1,
        words_first: true,
        noise: 0.3,
        copied: true,
        numbers: false,
        between: Some((1, 0)),
    },
    Start {
        stages: 6,
        words_first: true,
        noise: 0.3,
        copied: false,
        numbers: true,
        between: Some((2, 0)),
    },
    Start {
        stages: 4,
        words_first: false,
        noise: 0.3,
        copied: false,
        numbers: false,
        between: Some((1, 0)),
    },
];

#[derive(Clone, Debug)]
pub struct Effort {
    pub seed: u64,
    /// Starts, and how many of them are searched further.
    pub starts: usize,
    pub searched: usize,
    /// Work of the search after the starts, and how often the work of the starts again.
    pub work: u64,
    pub again: u64,
    /// Grammars kept of each search.
    pub kept: usize,
    pub noise: f64,
    pub threads: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            seed: 1,
            starts: 8,
            searched: 6,
            work: 1_500_000,
            again: 2,
            kept: 3,
            noise: 0.3,
            threads: 1,
        }
    }
}

/// A grammar that was found, with its description length (failures included).
#[derive(Clone)]
pub struct Found {
    pub bits: f64,
    pub grammar: Grammar,
    /// The start it comes from.
    pub start: usize,
}

/// Searches. All grammars refer to bodies in `store`. Starts and searches are
/// independent of each other, so the number of threads changes nothing.
pub fn search(
    task: &Task,
    store: &mut Store,
    effort: &Effort,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Found> {
    let begun_work = std::sync::atomic::AtomicU64::new(0);
    let mut begun = in_parallel(effort.threads, effort.starts.max(1), |kitchen, number| {
        let seed = effort.seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 7919);
        let meter = Meter::new(u64::MAX, stop);
        let mut learner =
            Learner::new(task, &mut kitchen.store, &mut kitchen.patterns, meter, seed);
        learner.begin(&STARTS[number % STARTS.len()], number >= STARTS.len(), effort);
        let (bits, spent, grammar) = (learner.score(), learner.meter.spent(), learner.grammar);
        begun_work.fetch_add(spent, Ordering::Relaxed);
        (bits, Portable::of(&grammar, &kitchen.store), number)
    });

    begun.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let searched = effort.searched.clamp(1, begun.len());
    let rest = begun.split_off(searched);
    let share = (effort.work + effort.again * begun_work.load(Ordering::Relaxed)) / searched as u64;
    let explored = in_parallel(effort.threads, searched, |kitchen, i| {
        let (_, grammar, start) = &begun[i];
        let seed = effort.seed.wrapping_mul(2_000_003).wrapping_add(*start as u64 * 104_729);
        let grammar = grammar.settle(task, &mut kitchen.store);
        let mut learner = Learner::new(
            task,
            &mut kitchen.store,
            &mut kitchen.patterns,
            Meter::new(share, stop),
            seed,
        );
        learner.grammar = grammar;
        learner.noise = effort.noise;
        let elites = learner.explore();
        elites
            .iter()
            .take(effort.kept)
            .map(|(bits, g)| (*bits, Portable::of(g, &kitchen.store), *start))
            .collect::<Vec<_>>()
    });
    let all = explored.into_iter().flatten().chain(rest);
    let mut found: Vec<Found> = all
        .map(|(bits, grammar, start)| Found { bits, grammar: grammar.settle(task, store), start })
        .collect();
    found.sort_by(|a, b| a.bits.total_cmp(&b.bits).then(a.start.cmp(&b.start)));
    found
}

/// What one thread works with.
#[derive(Default)]
struct Kitchen {
    store: Store,
    patterns: Patterns,
}

/// A grammar that does not refer to a store.
struct Portable {
    rules: Vec<(Rule, Box<[Symbol]>, Box<[Symbol]>)>,
    sections: usize,
}

impl Portable {
    fn of(grammar: &Grammar, store: &Store) -> Portable {
        let rule = |r: &Rule| (*r, store.get(r.body).left.clone(), store.get(r.body).right.clone());
        Portable { rules: grammar.rules.iter().map(rule).collect(), sections: grammar.sections }
    }

    fn settle(&self, task: &Task, store: &mut Store) -> Grammar {
        let rules = self
            .rules
            .iter()
            .map(|(rule, left, right)| Rule { body: store.intern(task, left, right), ..*rule })
            .collect();
        Grammar { rules, sections: self.sections }
    }
}

/// Does jobs `0..n` on some threads; results in the order of the jobs.
fn in_parallel<T: Send>(
    threads: usize,
    n: usize,
    job: impl Fn(&mut Kitchen, usize) -> T + Sync,
) -> Vec<T> {
    if threads <= 1 {
        let mut kitchen = Kitchen::default();
        return (0..n).map(|i| job(&mut kitchen, i)).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(n) {
            scope.spawn(|| {
                let mut kitchen = Kitchen::default();
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= n {
                        return;
                    }
                    let result = job(&mut kitchen, i);
                    done.lock().unwrap_or_else(|e| e.into_inner()).push((i, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
    done.sort_by_key(|d| d.0);
    done.into_iter().map(|d| d.1).collect()
}

/// Grammars that one search keeps while it runs.
const ELITES: usize = 12;

impl Learner<'_> {
    /// From examples by heart to a first grammar.
    fn begin(&mut self, start: &Start, extra: bool, effort: &Effort) {
        self.noise = if extra { effort.noise } else { start.noise };
        let mut lengths: Vec<usize> = self.task.examples.iter().map(|e| e.input.len()).collect();
        lengths.sort();
        if let Some((before, after)) = start.between {
            self.seed_between(before, after);
        }
        if start.copied {
            self.seed_copied();
        }
        if start.numbers {
            self.seed_numbers();
        }
        self.refresh();
        for stage in 0..start.stages {
            let last = stage + 1 == start.stages || lengths.is_empty();
            let longest = if last {
                usize::MAX
            } else {
                lengths[(lengths.len() - 1) * (stage + 1) / start.stages]
            };
            for rule in &mut self.grammar.rules {
                if stage == 0 || rule.late {
                    rule.late = self.store.get(rule.body).left.len() > longest;
                }
            }
            if start.words_first {
                self.improve(1, true);
            }
            self.improve(usize::MAX, true);
        }
        self.grammar.rules.iter_mut().for_each(|r| r.late = false);
        self.tidy();
        self.improve(usize::MAX, true);
    }

    /// One of the starts without any blur, for a first look.
    pub fn begin_plainly(&mut self, start: usize) {
        self.begin(&STARTS[start % STARTS.len()], false, &Effort::default());
    }

    /// Leaves and improves as long as there is work to spend; the best
    /// grammars on the way, shortest first.
    fn explore(&mut self) -> Vec<(f64, Grammar)> {
        self.refresh();
        let mut best = (self.score(), self.grammar.clone(), self.failed_bits, self.failed.clone());
        let mut elites = vec![(best.0, best.1.clone())];
        while self.meter.go_on() {
            if !self.meter.tick(20) || !self.leave() {
                continue;
            }
            self.grammar.compact(self.task, self.store);
            self.refresh();
            self.refused.clear();
            let fold_first = self.random.unit() < 0.5;
            self.improve(usize::MAX, fold_first);
            if !self.meter.go_on() {
                break;
            }
            let score = self.score();
            remember(&mut elites, score, &self.grammar);
            if score <= best.0 {
                best = (score, self.grammar.clone(), self.failed_bits, self.failed.clone());
            } else {
                (self.grammar, self.failed_bits, self.failed) =
                    (best.1.clone(), best.2, best.3.clone());
            }
        }
        elites
    }
}

fn remember(elites: &mut Vec<(f64, Grammar)>, score: f64, grammar: &Grammar) {
    if elites.iter().any(|e| (e.0 - score).abs() < 1e-6)
        || (elites.len() >= ELITES && score >= elites[ELITES - 1].0)
    {
        return;
    }
    let place = elites.iter().position(|e| e.0 > score).unwrap_or(elites.len());
    elites.insert(place, (score, grammar.clone()));
    elites.truncate(ELITES);
}
