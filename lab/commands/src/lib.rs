//! Learns typed grammars of command languages from examples, and answers
//! with them: right, or not at all.

pub mod align;
pub mod answer;
pub mod chart;
pub mod cost;
pub mod derivation;
pub mod doubt;
pub mod fold;
pub mod gaps;
pub mod grammar;
pub mod hash;
pub mod learner;
pub mod merge;
pub mod meter;
pub mod model;
pub mod neighbourhood;
pub mod numbers;
pub mod order;
pub mod ordered;
pub mod open;
pub mod pattern;
pub mod query;
pub mod readable;
pub mod search;
pub mod seed;
pub mod shape;
pub mod standin;
pub mod store;
pub mod surprise;
pub mod symbol;
pub mod task;
pub mod template;

use answer::Learnt;
use model::Model;
use numbers::NumberTools;
use query::Suffixes;
use search::Effort;
use shape::Shape;
use store::Store;
use symbol::Texts;
use task::{Example, Task};

/// Grammars that vote.
const VOTERS: usize = 12;

/// Learns from pairs of words and tokens. `stop` is asked every few
/// microseconds; what is returned then still satisfies every example.
pub fn learn(
    pairs: &[(Vec<&str>, Vec<&str>)],
    tools: &NumberTools,
    effort: &Effort,
    stop: &(dyn Fn() -> bool + Sync),
) -> Learnt {
    let mut texts = Texts::default();
    let mut side = |side: &[&str]| side.iter().map(|t| texts.intern(t)).collect::<Vec<_>>();
    let examples = pairs
        .iter()
        .map(|(a, b)| Example { input: side(a), output: side(b) })
        .filter(|e| !e.input.is_empty())
        .collect();
    let mut task = Task::new(texts, examples);
    let number_words = numbers::find_reader(&task, tools, effort.seed, stop);
    if let Some(reader) = &number_words {
        task = numbers::with_digits(&task, &**reader);
    }
    let mut store = Store::default();
    let found = search::search(&task, &mut store, effort, stop);
    let mut models: Vec<Model> = found
        .into_iter()
        .map(|f| Model::new(f.grammar, f.start, &mut store, &task, tools.ready))
        .collect();
    models.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    models.dedup_by(|a, b| (a.bits - b.bits).abs() < 1e-6);
    models.truncate(VOTERS);
    let shape = Shape::learn(&task, &|w| tools.ready.iter().any(|r| r.knows(w)));
    let suffixes = Suffixes::of(&task.texts);
    let usual = surprise::Usual::learn(&task);
    Learnt { task, store, models, shape, suffixes, usual, number_words }
}
