//! From a learnt grammar to one that is read by order: which rule stands
//! before which, so that every example comes out right.

use super::chart::{Chart, Index, Reader};
use super::derivation::RuleUses;
use super::digits::is_digits;
use super::hash::FastSet;
use super::model::Model;
use super::ordered::{Beyond, Line, Ordered, OrderedReader};
use super::store::Store;
use super::symbol::{Symbol, slots};
use super::task::{CommandTask, SymbolExample};
use crate::arrange::Arrange;

/// Steps of the reader on one example, and tokens of an output.
const STEPS: u64 = 200_000;
const TOKENS: usize = 4_000;
/// Orders that are tried to mend one grammar.
const REPAIRS: usize = 60;

/// A grammar in order, with the number of examples it needs by heart.
pub(crate) struct InOrder {
    pub(crate) ordered: Ordered,
    /// How often examples use each line, for names and for the eye.
    pub(crate) counts: Vec<Vec<u32>>,
    /// Examples that only a line of their own answers; they are the first
    /// lines of the first section.
    pub(crate) by_heart: usize,
    /// By section: lines with open places, for sentences that nothing else reads.
    pub(crate) places: Vec<Vec<Line>>,
    /// The first of the sections that such places have.
    pub(crate) first_place: usize,
}

fn key(line: &Line) -> (bool, std::cmp::Reverse<usize>, std::cmp::Reverse<usize>) {
    let open = slots(&line.left);
    (open > 0, std::cmp::Reverse(line.left.len() - open), std::cmp::Reverse(line.left.len()))
}

/// Constants first, then rules with more fixed words, then longer ones; what
/// the examples show to be wrong in that is mended.
pub(crate) fn put_in_order(model: &Model, store: &Store, task: &CommandTask) -> InOrder {
    let sections = model.opened.open.len().min(model.grammar.sections);
    let mut placed: Vec<Vec<(Line, u32, usize)>> = vec![vec![]; sections];
    for (i, rule) in model.grammar.rules[..model.base].iter().enumerate() {
        let body = store.get(rule.body);
        placed[rule.section].push((
            Line { left: body.left.to_vec(), right: body.right.to_vec() },
            rule.count,
            i,
        ));
    }
    for lines in &mut placed {
        lines.arrange_by(|a, b| key(&a.0).cmp(&key(&b.0)).then(b.1.cmp(&a.1)));
    }
    let beyond: Vec<Vec<Beyond>> = model.opened.open[..sections]
        .iter()
        .map(|open| {
            let mut kinds = vec![];
            if open.digits {
                kinds.push(Beyond::Integer);
            }
            if open.names {
                kinds.push(Beyond::Words);
            }
            kinds
        })
        .collect();
    let mut order: Vec<Vec<usize>> =
        placed.iter().map(|lines| lines.iter().map(|l| l.2).collect()).collect();
    let lines = |order: &[Vec<usize>]| Ordered {
        sections: order
            .iter()
            .map(|rules| {
                rules
                    .iter()
                    .map(|&r| {
                        let body = store.get(model.grammar.rules[r].body);
                        Line { left: body.left.to_vec(), right: body.right.to_vec() }
                    })
                    .collect()
            })
            .collect(),
        beyond: beyond.clone(),
    };
    let mut wrong = failing(&lines(&order), task);
    let index = Index::uniform(&model.grammar, store, task.texts.len());
    let mut tried: FastSet<(usize, usize)> = FastSet::default();
    let mut repairs = 0;
    'mend: while !wrong.is_empty() && repairs < REPAIRS {
        let ordered = lines(&order);
        for &w in &wrong {
            for (section, wanted, used) in
                swaps(model, store, &index, &ordered, &order, &task.examples[w])
            {
                if !tried.insert((wanted, used)) {
                    continue;
                }
                let mut other = order.clone();
                let list = &mut other[section];
                list.retain(|&r| r != wanted);
                let place = list.iter().position(|&r| r == used).unwrap_or(0);
                list.insert(place, wanted);
                let fails = failing(&lines(&other), task);
                repairs += 1;
                if fails.len() < wrong.len() {
                    (order, wrong) = (other, fails);
                    tried.clear();
                    continue 'mend;
                }
                if repairs >= REPAIRS {
                    break 'mend;
                }
            }
        }
        break;
    }
    let mut ordered = lines(&order);
    let mut counts: Vec<Vec<u32>> = order
        .iter()
        .map(|rules| rules.iter().map(|&r| model.grammar.rules[r].count).collect())
        .collect();
    let mut by_heart = 0;
    // a line by heart may stand inside others: look again until all is well
    while !wrong.is_empty() && by_heart < task.examples.len() {
        for &w in &wrong {
            let SymbolExample { input, output } = &task.examples[w];
            ordered.sections[0].insert(0, Line { left: input.clone(), right: output.clone() });
            counts[0].insert(0, 1);
            by_heart += 1;
        }
        wrong = failing(&ordered, task);
    }
    let mut places: Vec<Vec<Line>> = vec![vec![]; sections];
    for rule in &model.grammar.rules[model.base..] {
        let body = store.get(rule.body);
        let line = Line { left: body.left.to_vec(), right: body.right.to_vec() };
        if !places[rule.section].contains(&line) {
            places[rule.section].push(line);
        }
    }
    places.iter_mut().for_each(|lines| lines.arrange_by_key(key));
    InOrder { ordered, counts, by_heart, places, first_place: model.opened.first }
}

/// Examples that are not read as they should.
pub(crate) fn failing(ordered: &Ordered, task: &CommandTask) -> Vec<usize> {
    let integer = |t: Symbol| is_digits(task.texts.of(t));
    let new = |_: Symbol| false;
    (0..task.examples.len())
        .filter(|&i| {
            let example = &task.examples[i];
            OrderedReader::new(ordered, &example.input, &integer, &new, STEPS)
                .output(TOKENS)
                .as_ref()
                != Some(&example.output)
        })
        .collect()
}

/// Where the right reading uses another rule than the order gives.
fn swaps(
    model: &Model,
    store: &Store,
    index: &Index,
    ordered: &Ordered,
    order: &[Vec<usize>],
    example: &SymbolExample,
) -> Vec<(usize, usize, usize)> {
    let mut chart = Chart::default();
    chart.parse(index, store, &example.input, &[], 8, None);
    let Some(reading) =
        chart.at(0, 0, example.input.len()).find(|r| *r.output() == *example.output)
    else {
        return vec![];
    };
    let derivation = RuleUses::of(reading, &model.grammar, store);
    let no = |_: Symbol| false;
    let mut reader = OrderedReader::new(ordered, &example.input, &no, &no, STEPS);
    reader.output(TOKENS);
    let mut swaps = vec![];
    for step in &derivation.steps {
        let Reader::Rule(wanted) = step.reader else { continue };
        if let Some(line) = reader.line_of(step.section, step.start, step.end) {
            let used = order[step.section][line];
            if used != wanted {
                swaps.push((step.section, wanted, used));
            }
        }
    }
    swaps
}
