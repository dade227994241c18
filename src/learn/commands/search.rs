//! The search: several starts, then large neighbourhoods from the best ones.
//! Every grammar on the way may be kept as a voter.

use super::grammar::{Draft, DraftRule};
use super::learner::Drafting;
use super::meter::Meter;
use super::pattern::Patterns;
use super::store::Store;
use super::symbol::Symbol;
use super::task::CommandTask;
use crate::arrange::Arrange;
use crate::budget::{Budget, parallel};
use std::sync::Mutex;

/// The most work of the search after the starts that does not grow with that of the starts, as a multiple of it.
const FOR_A_HANDFUL: u64 = 8;

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
pub(crate) struct SearchEffort {
    pub(crate) seed: u64,
    /// Starts, and how many of them are searched further.
    pub(crate) starts: usize,
    pub(crate) searched: usize,
    /// Work of the search after the starts, and how often the work of the starts again.
    pub(crate) work: u64,
    pub(crate) again: u64,
    /// Grammars kept of each search.
    pub(crate) kept: usize,
    pub(crate) noise: f64,
}

impl Default for SearchEffort {
    fn default() -> SearchEffort {
        SearchEffort {
            seed: 1,
            starts: 8,
            searched: 6,
            work: 1_500_000,
            kept: 3,
            noise: 0.3,
            again: 2,
        }
    }
}

/// A grammar that was found, with its description length (failures included).
#[derive(Clone)]
pub(crate) struct FoundDraft {
    pub(crate) bits: f64,
    pub(crate) grammar: Draft,
    /// The start it comes from.
    pub(crate) start: usize,
}

/// Work that counts as one step of a search: about as long as a node of deduction.
const STEP: u64 = 100;

/// A search in two parts: several starts, then the best of them further. Starts and searches are
/// independent of each other, so the number of threads changes nothing.
pub(crate) struct CommandSearch<'a> {
    task: &'a CommandTask,
    effort: &'a SearchEffort,
    kitchens: Mutex<Vec<Kitchen>>,
    begun: Vec<Begun>,
    /// Work of the starts.
    begun_work: u64,
}

struct Begun {
    bits: f64,
    grammar: Portable,
    start: usize,
}

impl<'a> CommandSearch<'a> {
    pub(crate) fn new(task: &'a CommandTask, effort: &'a SearchEffort) -> CommandSearch<'a> {
        CommandSearch { task, effort, kitchens: Mutex::new(vec![]), begun: vec![], begun_work: 0 }
    }

    /// Does some of the starts, and counts their steps.
    pub(crate) fn begin(&mut self, starts: std::ops::Range<usize>, budget: &mut Budget) {
        let (task, effort) = (self.task, self.effort);
        let starts: Vec<usize> = starts.collect();
        let limit = budget.steps_left().saturating_mul(STEP) / (2 * starts.len().max(1) as u64);
        let begun = parallel::map(budget, &starts, |_, &number, ticker| {
            self.with_kitchen(|kitchen| {
                let seed = effort.seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 7919);
                let meter = Meter::new(limit, ticker).holding(kitchen.bytes());
                let mut learner =
                    Drafting::new(task, &mut kitchen.store, &mut kitchen.patterns, meter, seed);
                learner.begin(&STARTS[number % STARTS.len()], number >= STARTS.len(), effort);
                let (bits, spent, grammar) =
                    (learner.score(), learner.meter.spent(), learner.grammar);
                (
                    Begun { bits, grammar: Portable::of(&grammar, &kitchen.store), start: number },
                    spent,
                )
            })
        });
        for (begun, spent) in begun.into_iter().flatten() {
            self.begun.push(begun);
            self.begun_work += spent;
            budget.steps += spent / STEP;
        }
        self.begun.arrange_by(|a, b| a.bits.total_cmp(&b.bits).then(a.start.cmp(&b.start)));
    }

    /// Goes on from the best of the starts. All grammars that were found, shortest first; they
    /// refer to bodies in `store`.
    pub(crate) fn explore(&self, store: &mut Store, budget: &mut Budget) -> Vec<FoundDraft> {
        let (task, effort) = (self.task, self.effort);
        let searched = effort.searched.clamp(1, self.begun.len().max(1)).min(self.begun.len());
        let (further, rest) = self.begun.split_at(searched);
        // A handful of examples has few grammars: there, most of the search would go through the same ones again.
        let least = effort.work.min(FOR_A_HANDFUL * self.begun_work);
        let work = least + effort.again * self.begun_work;
        let work = work.min(budget.steps_left().saturating_mul(STEP));
        let share = work / searched.max(1) as u64;
        let explored = parallel::map(budget, further, |_, begun, ticker| {
            self.with_kitchen(|kitchen| {
                let start = begun.start;
                let seed = effort.seed.wrapping_mul(2_000_003).wrapping_add(start as u64 * 104_729);
                let grammar = begun.grammar.settle(task, &mut kitchen.store);
                let meter = Meter::new(share, ticker).holding(kitchen.bytes());
                let mut learner =
                    Drafting::new(task, &mut kitchen.store, &mut kitchen.patterns, meter, seed);
                learner.grammar = grammar;
                learner.noise = effort.noise;
                let elites = learner.explore();
                let spent = learner.meter.spent();
                let kept: Vec<(f64, Portable, usize)> = elites
                    .iter()
                    .take(effort.kept)
                    .map(|(bits, g)| (*bits, Portable::of(g, &kitchen.store), start))
                    .collect();
                (kept, spent)
            })
        });
        let mut found: Vec<FoundDraft> = vec![];
        for (place, explored) in explored.into_iter().enumerate() {
            let Some((kept, spent)) = explored else {
                found.push(further[place].found(task, store));
                continue;
            };
            budget.steps += spent / STEP;
            found.extend(kept.into_iter().map(|(bits, grammar, start)| FoundDraft {
                bits,
                grammar: grammar.settle(task, store),
                start,
            }));
        }
        found.extend(rest.iter().map(|begun| begun.found(task, store)));
        found.arrange_by(|a, b| a.bits.total_cmp(&b.bits).then(a.start.cmp(&b.start)));
        let kitchens = std::mem::take(&mut *crate::sync::whole(self.kitchens.lock()));
        budget.control().release(kitchens.iter().map(Kitchen::bytes).sum());
        found
    }

    /// The bits of the best so far.
    pub(crate) fn shortest(&self) -> f64 {
        self.begun.first().map_or(f64::INFINITY, |begun| begun.bits)
    }

    /// The best so far.
    pub(crate) fn best(&self, store: &mut Store) -> Option<FoundDraft> {
        self.begun.first().map(|begun| begun.found(self.task, store))
    }

    /// What each of the starts has come to, the shortest first.
    pub(crate) fn all(&self, store: &mut Store) -> Vec<FoundDraft> {
        self.begun.iter().map(|begun| begun.found(self.task, store)).collect()
    }

    /// Lends what was worked out before by whoever had it: that saves time and changes nothing.
    fn with_kitchen<T>(&self, work: impl FnOnce(&mut Kitchen) -> T) -> T {
        let mut kitchen = crate::sync::whole(self.kitchens.lock()).pop().unwrap_or_default();
        let result = work(&mut kitchen);
        crate::sync::whole(self.kitchens.lock()).push(kitchen);
        result
    }
}

impl Begun {
    fn found(&self, task: &CommandTask, store: &mut Store) -> FoundDraft {
        FoundDraft { bits: self.bits, grammar: self.grammar.settle(task, store), start: self.start }
    }
}

/// What one thread works with.
#[derive(Default)]
struct Kitchen {
    store: Store,
    patterns: Patterns,
}

impl Kitchen {
    fn bytes(&self) -> usize {
        self.store.bytes() + self.patterns.bytes()
    }
}

/// Both sides of a rule.
type Sides = (Box<[Symbol]>, Box<[Symbol]>);

/// A grammar that does not refer to a store.
struct Portable {
    rules: Vec<(DraftRule, Sides)>,
    sections: usize,
}

impl Portable {
    fn of(grammar: &Draft, store: &Store) -> Portable {
        let rule =
            |r: &DraftRule| (*r, (store.get(r.body).left.clone(), store.get(r.body).right.clone()));
        Portable { rules: grammar.rules.iter().map(rule).collect(), sections: grammar.sections }
    }

    fn settle(&self, task: &CommandTask, store: &mut Store) -> Draft {
        let rules = self
            .rules
            .iter()
            .map(|(rule, (left, right))| DraftRule {
                body: store.intern(task, left, right),
                ..*rule
            })
            .collect();
        Draft { rules, sections: self.sections }
    }
}

/// Grammars that one search keeps while it runs.
const ELITES: usize = 12;

impl Drafting<'_> {
    /// From examples by heart to a first grammar.
    fn begin(&mut self, start: &Start, extra: bool, effort: &SearchEffort) {
        self.noise = if extra { effort.noise } else { start.noise };
        let mut lengths: Vec<usize> = self.task.examples.iter().map(|e| e.input.len()).collect();
        lengths.arrange();
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

    /// Leaves and improves as long as there is work to spend; the best
    /// grammars on the way, shortest first.
    fn explore(&mut self) -> Vec<(f64, Draft)> {
        self.refresh();
        let mut best = (self.score(), self.grammar.clone(), self.failed_bits, self.failed.clone());
        let mut elites = vec![(best.0, best.1.clone())];
        while self.meter.go_on() {
            if !self.tick(20) || !self.leave() {
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

fn remember(elites: &mut Vec<(f64, Draft)>, score: f64, grammar: &Draft) {
    if elites.iter().any(|e| (e.0 - score).abs() < 1e-6)
        || (elites.len() >= ELITES && score >= elites[ELITES - 1].0)
    {
        return;
    }
    let place = elites.iter().position(|e| e.0 > score).unwrap_or(elites.len());
    elites.insert(place, (score, grammar.clone()));
    elites.truncate(ELITES);
}
