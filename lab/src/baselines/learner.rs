//! The paper's search baselines as learners: grammar after grammar is run on the examples, until one satisfies
//! them all.

use super::{Chain, Enumeration, Prior};
use crate::sample::MetaGrammar;
use blicket::laboratory::{Budget, Effort, Ended, Found, Learner, Prepared, Schedule};
use blicket::{
    Domain, Evaluator, Job, Limits, Problem, Program, Random, Rule, StopReason, Verdict, Word,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};

/// Which of the paper's baselines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// Grammars at random from the meta-grammar.
    Prior,
    /// Markov chain Monte Carlo over the meta-grammar's random choices.
    Mcmc,
    /// The meta-grammar's grammars by decreasing probability.
    Enumerate,
    /// The meta-grammar's grammars by decreasing probability, where a network has said which tokens the grammar has.
    DeepCoder,
}

impl Baseline {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Prior, Self::Mcmc, Self::Enumerate, Self::DeepCoder];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prior => "prior",
            Self::Mcmc => "mcmc",
            Self::Enumerate => "enumerate",
            Self::DeepCoder => "deepcoder",
        }
    }

    /// A schedule of this baseline alone. It never gives examples up, so that a task's `noise` must not be
    /// set; a step of it is a grammar that was run.
    pub fn schedule(self, settings: BaselineSettings) -> Schedule {
        Schedule::only(Box::new(BaselineLearner { baseline: self, settings }))
    }
}

/// What a baseline is told besides the task.
#[derive(Clone, Debug)]
pub struct BaselineSettings {
    /// Where grammars come from. Its words and tokens are not looked at: those of the task's examples
    /// take their place.
    pub meta: MetaGrammar,
    /// How probable a network finds it that the grammar has a token, by the token as the grammar's text
    /// has it: a word, an output token or a variable such as `u1`. Only [`Baseline::DeepCoder`] looks at
    /// it. Of a token that is missing nothing is known; and `[u1]` says nothing that `u1` has not said.
    pub odds: BTreeMap<String, f64>,
}

impl Default for BaselineSettings {
    /// The paper's grammars like SCAN's, and no odds.
    fn default() -> Self {
        Self { meta: MetaGrammar::scan(), odds: BTreeMap::new() }
    }
}

/// What an evaluation may cost.
const A_MOMENT: Limits = {
    let mut limits = Limits::DEFAULT;
    limits.steps = 200_000;
    limits.depth = 1 << 20;
    limits.output = 100_000;
    limits.text = 1 << 20;
    limits
};

/// Examples that an enumerated grammar is run on first, drawn anew for each. If it satisfies none of them,
/// it is not run on the others.
const FIRST: usize = 4;
/// What the likelihood of a grammar is that satisfies no example. The paper observes a distance of 0 from
/// the uniform distribution up to 1 / share^4, where share is that of the examples that are satisfied: so
/// the likelihood is share^4; and it takes 10^16 for the distance where the share is 0.
const HOPELESS: f64 = 1e-16;

/// Searches until a grammar satisfies every example or the budget is spent.
struct BaselineLearner {
    baseline: Baseline,
    settings: BaselineSettings,
}

impl Learner for BaselineLearner {
    fn accepts(&self, _: &Prepared<'_>) -> bool {
        true
    }

    fn learn(
        &mut self,
        task: &Prepared<'_>,
        _: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        let mut refuse = |why: &str| {
            let text = format!("the paper's baselines have no grammars for this task: {why}");
            found.report(Problem::Unsuited(text));
            Ended::Exhausted
        };
        if task.is_about_numbers() {
            return refuse("its outputs are numbers, and theirs are tokens");
        }
        let mut random = Random::new(task.task().seed);
        let (mut words, mut tokens) = (task.shown_words().to_vec(), task.shown_tokens().to_vec());
        // Grammars that are as probable as each other are enumerated in the order of their words.
        random.shuffle(&mut words);
        random.shuffle(&mut tokens);
        let Some(prior) = Prior::new(&self.settings.meta, words, tokens) else {
            return refuse("the meta-grammar needs more words or tokens than it has");
        };
        let examples: Vec<_> = task.examples().collect();
        let mut trial = Trial {
            task,
            order: (0..examples.len()).collect(),
            examples,
            found,
            budget,
            evaluator: Evaluator::new(),
            first: None,
            best: None,
        };
        let ended = match self.baseline {
            Baseline::Prior => sample(&prior, random, &mut trial),
            Baseline::Mcmc => walk(&prior, random, &mut trial),
            Baseline::DeepCoder => enumerate(&prior, &self.settings.odds, random, &mut trial),
            Baseline::Enumerate => enumerate(&prior, &BTreeMap::new(), random, &mut trial),
        };
        ended.break_value().unwrap_or(Ended::Exhausted)
    }
}

fn sample(prior: &Prior, mut random: Random, trial: &mut Trial<'_, '_>) -> ControlFlow<Ended> {
    loop {
        trial.run(&prior.sample(&mut random))?;
    }
}

fn walk(prior: &Prior, random: Random, trial: &mut Trial<'_, '_>) -> ControlFlow<Ended> {
    let mut chain = Chain::new(prior, random);
    loop {
        chain.step(|rules| match trial.run(rules)? {
            0.0 => Continue(HOPELESS),
            share => Continue(share.powi(4)),
        })?;
    }
}

fn enumerate(
    prior: &Prior,
    odds: &BTreeMap<String, f64>,
    random: Random,
    trial: &mut Trial<'_, '_>,
) -> ControlFlow<Ended> {
    trial.first = Some(random);
    let mut all = Enumeration::new(prior, odds, trial.task.vocabulary());
    let mut kept = 0;
    while let Some((rules, _)) = all.next() {
        trial.run(&rules)?;
        let bytes = all.bytes();
        trial.budget.keep_bytes(bytes.saturating_sub(kept));
        kept = kept.max(bytes);
    }
    Continue(())
}

/// Runs grammars on a task's examples, and keeps the best.
struct Trial<'a, 'f> {
    task: &'a Prepared<'a>,
    /// The distinct ones: input, wanted output, and how many examples it stands for.
    examples: Vec<(&'a [Word], &'a [Word], usize)>,
    found: &'a mut Found<'f>,
    budget: &'a mut Budget,
    evaluator: Evaluator,
    /// The pairs, those to be run first in front.
    order: Vec<usize>,
    /// What draws these, if some are run first.
    first: Option<Random>,
    /// How many examples the best grammar so far satisfies.
    best: Option<usize>,
}

impl Trial<'_, '_> {
    /// The share of the examples that a grammar satisfies; or why the search is over.
    fn run(&mut self, rules: &[Rule]) -> ControlFlow<Ended, f64> {
        if let Some(reason) = self.budget.over() {
            return Break(Ended::Stopped(reason));
        }
        self.budget.count_program();
        let Some(satisfied) = self.satisfied(rules) else {
            let reason = self.budget.interruption().unwrap_or(StopReason::Timeout);
            return Break(Ended::Stopped(reason));
        };
        if self.best.is_none_or(|best| satisfied > best) {
            self.best = Some(satisfied);
            let grammar = self.task.grammar_from(Domain::Words, rules.to_vec());
            self.found.keep_last(grammar, self.budget);
            if self.found.is_solved(self.budget) {
                return Break(Ended::Solved);
            }
        }
        let examples: usize = self.examples.iter().map(|(_, _, count)| count).sum();
        Continue(satisfied as f64 / examples as f64)
    }

    /// How many examples a grammar satisfies; `None` if the search is over before that is known.
    fn satisfied(&mut self, rules: &[Rule]) -> Option<usize> {
        let words = self.task.vocabulary().len();
        let program = Program::compile(Domain::Words, rules, words);
        let first = self.first.as_mut().map_or(0, |random| {
            random.shuffle_first(&mut self.order, FIRST);
            FIRST.min(self.examples.len())
        });
        let mut satisfied = 0;
        for (place, index) in self.order.iter().enumerate() {
            if place == first && place > 0 && satisfied == 0 {
                break;
            }
            if place % 8 == 7 && self.budget.interrupted() {
                return None;
            }
            let (input, output, count) = self.examples[*index];
            let job = Job { program: &program, input, limits: &A_MOMENT };
            if self.evaluator.check(job, output) == Verdict::Right {
                satisfied += count;
            }
        }
        Some(satisfied)
    }
}
