//! The inputs of several searches as one run of a graph, by the contracts of `models/README.md`, and what comes of it
//! taken apart again.

use super::{Data, Outputs, Tensor};
use std::ops::Range;

/// How a graph takes what several searches ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// Whole tasks, padded to one shape. The input `tasks` says how many there are.
    Tasks,
    /// Questions about tasks, whose nodes are numbered on from task to task.
    Questions,
}

/// What goes into a run, by name.
pub(super) type GraphInputs = Vec<(String, Tensor)>;

/// The most runs that are joined.
const MOST: usize = 64;
/// The most elements of rows that tasks have together: as many as the largest task has alone, for which there has to
/// be room in any case.
const MOST_ELEMENTS: usize = 256 * 64;
/// Likewise of pairs of elements and nodes.
const MOST_PAIRS: usize = MOST_ELEMENTS * 400;
/// The most logits that one run gives, of which only those about a question's own task are wanted.
const MOST_LOGITS: usize = 1 << 20;
/// Logits of a question that are not about nodes.
const FIXED: usize = 3;

/// How large a run is, as far as it decides what it is joined with.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunSize {
    nodes: usize,
    /// Rows of a task, or questions.
    rows: usize,
    /// Elements of a row.
    length: usize,
}

impl Join {
    /// How large a run is; nothing if its inputs are not those of the contract, so that it is run alone.
    pub(super) fn size(self, inputs: &[(String, Tensor)]) -> Option<RunSize> {
        let length = |name: &str, axis: usize| {
            let (_, tensor) = inputs.iter().find(|(known, _)| known == name)?;
            tensor.shape.get(axis).copied().filter(|length| *length > 0)
        };
        let nodes = length("kind", 0).or_else(|| length("digit", 0))?;
        Some(match self {
            Self::Tasks => RunSize { nodes, rows: length("side", 0)?, length: length("side", 1)? },
            Self::Questions => RunSize { nodes, rows: length("word", 0)?, length: 1 },
        })
    }

    /// Whether runs of these sizes are worth joining, and not too much together.
    pub(super) fn fits(self, sizes: &[RunSize]) -> bool {
        let largest = |of: fn(&RunSize) -> usize| sizes.iter().map(of).max().unwrap_or(0);
        let sum = |of: fn(&RunSize) -> usize| sizes.iter().map(of).sum::<usize>();
        let fits = match self {
            Self::Tasks => {
                let elements =
                    sizes.len() * largest(|size| size.rows) * largest(|size| size.length);
                // Three quarters of it may be padding, which costs a card little.
                elements <= 4 * sum(|size| size.rows * size.length)
                    && elements <= MOST_ELEMENTS
                    && elements * largest(|size| size.nodes) <= MOST_PAIRS
            }
            Self::Questions => {
                sum(|size| size.rows) * (FIXED + sum(|size| size.nodes)) <= MOST_LOGITS
            }
        };
        sizes.len() <= MOST && fits
    }

    /// The inputs of all as those of one run; nothing if they do not go together.
    pub(super) fn joined(self, runs: &[&GraphInputs], sizes: &[RunSize]) -> Option<GraphInputs> {
        let of_name = |(name, _): &(String, Tensor)| {
            let of_run = |inputs: &&GraphInputs| {
                Some(inputs.iter().find(|(known, _)| known == name)?.1.clone())
            };
            let tensors: Vec<Tensor> = runs.iter().map(of_run).collect::<Option<_>>()?;
            let tensors = match self {
                Self::Tasks => padded(tensors, if names_nodes(name) { -1 } else { 0 }),
                Self::Questions => numbered_on(tensors, name, sizes),
            };
            Some((name.clone(), one_after_the_other(tensors)?))
        };
        let mut joined = runs.first()?.iter().map(of_name).collect::<Option<GraphInputs>>()?;
        if self == Self::Tasks {
            joined.push(("tasks".to_owned(), Tensor::integer([1], vec![runs.len() as i64])));
        }
        Some(joined)
    }

    /// What each run would have given alone; nothing if that is not in it.
    pub(super) fn apart(self, outputs: &Outputs, sizes: &[RunSize]) -> Option<Vec<Outputs>> {
        let most_nodes = sizes.iter().map(|size| size.nodes).max()?;
        let (mut rows, mut nodes) = (0, 0);
        let of_run = |(index, size): (usize, &RunSize)| {
            let own = |(name, tensor): &(String, Tensor)| {
                let (height, width) = (tensor.shape.first()?, tensor.shape.get(1).unwrap_or(&1));
                let own = match (self, name.as_str()) {
                    (Self::Tasks, name) => {
                        let each = height / sizes.len();
                        let is_whole = name == "last";
                        if height % sizes.len() > 0 || (!is_whole && each != most_nodes) {
                            return None;
                        }
                        let height = if is_whole { each } else { size.nodes };
                        let is_square = ["order", "pair"].contains(&name);
                        let width = if is_square { size.nodes } else { *width };
                        part(tensor, index * each..index * each + height, 0, 0..width)?
                    }
                    (Self::Questions, "logits") => {
                        let first = FIXED + nodes;
                        let own = first..first + size.nodes;
                        part(tensor, rows..rows + size.rows, FIXED, own)?
                    }
                    (Self::Questions, _) => part(tensor, rows..rows + size.rows, 0, 0..*width)?,
                };
                Some((name.clone(), own))
            };
            let own = outputs.iter().map(own).collect();
            rows += size.rows;
            nodes += size.nodes;
            own
        };
        sizes.iter().enumerate().map(of_run).collect()
    }
}

/// Whether an input has nodes in it, or says what they are: there, a number below zero stands for none.
fn names_nodes(name: &str) -> bool {
    ["kind", "digit", "node"].contains(&name)
}

/// Integers with more of the same in every dimension, so that all have one shape.
fn padded(tensors: Vec<Tensor>, fill: i64) -> Vec<Tensor> {
    let shape = |axis: usize| {
        tensors.iter().map(|tensor| tensor.shape.get(axis).copied().unwrap_or(1)).max()
    };
    let (Some(height), Some(width)) = (shape(0), shape(1)) else { return tensors };
    let one = |tensor: Tensor| {
        let Data::Integer(data) = &tensor.data else { return tensor };
        let own = tensor.shape.get(1).copied().unwrap_or(1);
        let mut values = Vec::with_capacity(height * width);
        for row in data.chunks(own.max(1)) {
            values.extend_from_slice(row);
            values.resize(values.len() + width - row.len(), fill);
        }
        values.resize(height * width, fill);
        let shape = if tensor.shape.len() > 1 { vec![height, width] } else { vec![height] };
        Tensor::integer(shape, values)
    };
    tensors.into_iter().map(one).collect()
}

/// Where an input has nodes in it, those of each task come after those of the tasks before it.
fn numbered_on(tensors: Vec<Tensor>, name: &str, sizes: &[RunSize]) -> Vec<Tensor> {
    let mut before = 0;
    let one = |(mut tensor, size): (Tensor, &RunSize)| {
        if let ("word" | "literal", Data::Integer(nodes)) = (name, &mut tensor.data) {
            nodes.iter_mut().for_each(|node| *node += before);
        }
        before += size.nodes as i64;
        tensor
    };
    tensors.into_iter().zip(sizes).map(one).collect()
}

/// Tensors along their first dimension; nothing if the others are not alike.
fn one_after_the_other(tensors: Vec<Tensor>) -> Option<Tensor> {
    let mut tensors = tensors.into_iter();
    let mut whole = tensors.next()?;
    for tensor in tensors {
        if tensor.shape.get(1..) != whole.shape.get(1..) {
            return None;
        }
        *whole.shape.first_mut()? += tensor.shape.first()?;
        match (&mut whole.data, tensor.data) {
            (Data::Float(all), Data::Float(more)) => all.extend(more),
            (Data::Integer(all), Data::Integer(more)) => all.extend(more),
            _ => return None,
        }
    }
    Some(whole)
}

/// Some rows of floats: of each so many of its first numbers, and then some columns; nothing if it does not have them.
fn part(
    tensor: &Tensor,
    rows: Range<usize>,
    first: usize,
    columns: Range<usize>,
) -> Option<Tensor> {
    let Data::Float(data) = &tensor.data else { return None };
    let width = tensor.shape.get(1).copied().unwrap_or(1);
    let mut values = Vec::with_capacity(rows.len() * (first + columns.len()));
    for row in rows.clone() {
        let row = data.get(row * width..(row + 1) * width)?;
        values.extend_from_slice(row.get(..first)?);
        values.extend_from_slice(row.get(columns.clone())?);
    }
    let width = first + columns.len();
    let shape = if tensor.shape.len() > 1 { vec![rows.len(), width] } else { vec![rows.len()] };
    Some(Tensor::float(shape, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers(shape: &[usize], data: &[i64]) -> Tensor {
        Tensor::integer(shape, data.to_vec())
    }

    fn sizes(join: Join, runs: &[&GraphInputs]) -> Vec<RunSize> {
        runs.iter().map(|inputs| join.size(inputs).unwrap()).collect()
    }

    #[test]
    fn tasks_are_padded_and_what_is_padding_is_left_out_again() {
        let task = |nodes: &[i64], rows: usize, elements: &[i64]| -> GraphInputs {
            let grid = integers(&[rows, elements.len() / rows], elements);
            let kind = integers(&[nodes.len()], nodes);
            vec![("kind".into(), kind), ("side".into(), grid.clone()), ("node".into(), grid)]
        };
        let (one, two) = (task(&[0, 1, 2], 1, &[1, 2]), task(&[0], 2, &[1, 2, 0, 1, 1, 2]));
        let (runs, join) = ([&one, &two], Join::Tasks);
        let sizes = sizes(join, &runs);
        let joined = join.joined(&runs, &sizes).unwrap();
        let expected = [
            ("kind", integers(&[6], &[0, 1, 2, 0, -1, -1])),
            ("side", integers(&[4, 3], &[1, 2, 0, 0, 0, 0, 1, 2, 0, 1, 1, 2])),
            ("node", integers(&[4, 3], &[1, 2, -1, -1, -1, -1, 1, 2, 0, 1, 1, 2])),
            ("tasks", integers(&[1], &[2])),
        ];
        assert_eq!(joined, expected.map(|(name, tensor)| (name.to_owned(), tensor)));

        let order = Tensor::float([6, 3], (0..18_u8).map(f32::from).collect());
        let last = Tensor::float([4], vec![0.1, 0.2, 0.3, 0.4]);
        let outputs = vec![("order".to_owned(), order), ("last".to_owned(), last)];
        let parts = join.apart(&outputs, &sizes).unwrap();
        assert_eq!(parts[0][0].1, Tensor::float([3, 3], (0..9_u8).map(f32::from).collect()));
        assert_eq!(parts[1][0].1, Tensor::float([1, 1], vec![9.0]));
        assert_eq!(parts[0][1].1, Tensor::float([2], vec![0.1, 0.2]));
        assert_eq!(parts[1][1].1, Tensor::float([2], vec![0.3, 0.4]));
        // A graph that did not join them has fewer rows, and nobody takes another's.
        let short = vec![("order".to_owned(), Tensor::float([3, 3], vec![0.0; 9]))];
        assert_eq!(join.apart(&short, &sizes), None);
    }

    #[test]
    fn questions_name_the_nodes_of_their_own_task() {
        let ask = |nodes: usize, words: &[i64]| -> GraphInputs {
            let kind = integers(&[nodes], &vec![0; nodes]);
            let state = Tensor::float([words.len(), 1], vec![0.5; words.len()]);
            vec![
                ("kind".into(), kind),
                ("word".into(), integers(&[words.len()], words)),
                ("previous".into(), integers(&[words.len()], words)),
                ("state".into(), state),
            ]
        };
        let (one, two) = (ask(2, &[0, 1]), ask(1, &[0]));
        let (runs, join) = ([&one, &two], Join::Questions);
        let sizes = sizes(join, &runs);
        let joined = join.joined(&runs, &sizes).unwrap();
        assert_eq!(joined[1].1, integers(&[3], &[0, 1, 2]));
        assert_eq!(joined[2].1, integers(&[3], &[0, 1, 0]));
        assert_eq!(joined[3].1.shape, [3, 1]);

        let logits = Tensor::float([3, 6], (0..18_u8).map(f32::from).collect());
        let parts = join.apart(&vec![("logits".to_owned(), logits)], &sizes).unwrap();
        let expected = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 9.0, 10.0];
        assert_eq!(parts[0][0].1, Tensor::float([2, 5], expected.to_vec()));
        assert_eq!(parts[1][0].1, Tensor::float([1, 4], vec![12.0, 13.0, 14.0, 17.0]));
    }

    #[test]
    fn what_would_be_mostly_padding_or_too_much_is_not_joined() {
        let size = |nodes, rows, length| RunSize { nodes, rows, length };
        let tasks = |sizes: &[RunSize]| Join::Tasks.fits(sizes);
        assert!(tasks(&[size(10, 20, 10); 64]));
        assert!(!tasks(&[size(10, 20, 10); 65]));
        assert!(!tasks(&[&[size(10, 200, 10)][..], &[size(10, 2, 10); 5]].concat()));
        assert!(tasks(&[size(400, 256, 64)]));
        assert!(!tasks(&[size(400, 256, 64); 2]));
        let questions = |sizes: &[RunSize]| Join::Questions.fits(sizes);
        assert!(questions(&[size(20, 128, 1); 16]));
        assert!(!questions(&[size(20, 128, 1); 64]));
    }
}
