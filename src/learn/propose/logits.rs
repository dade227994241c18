//! What a graph gives, as matrices.

use crate::budget::Ticker;
use crate::network::{Data, Graph, IsOver, NetworkError, Tensor};

/// Numbers in rows; a vector is one row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) columns: usize,
    pub(super) values: Vec<f32>,
}

impl Matrix {
    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.columns..][..self.columns]
    }

    pub(super) fn tensor(self) -> Tensor {
        let rows = self.values.len() / self.columns.max(1);
        Tensor::float([rows, self.columns], self.values)
    }
}

/// Integers of one row, or of several that are as long as each other.
pub(super) fn integers(rows: Option<usize>, values: Vec<i64>) -> Tensor {
    let shape = match rows {
        Some(rows) => vec![rows, values.len() / rows.max(1)],
        None => vec![values.len()],
    };
    Tensor::integer(shape, values)
}

/// Outputs of a graph, by their names.
pub(super) struct Outputs {
    /// The graph's name, for messages.
    graph: &'static str,
    tensors: Vec<(String, Tensor)>,
}

impl Outputs {
    /// Runs a graph; `None` if it was over before that was done.
    pub(super) fn of(
        name: &'static str,
        graph: &dyn Graph,
        inputs: &[(&str, Tensor)],
        over: IsOver<'_>,
        ticker: &Ticker,
    ) -> Result<Option<Self>, NetworkError> {
        if graph.is_shared() {
            ticker.rest();
        }
        let tensors = graph.run(inputs, over)?;
        Ok(tensors.map(|tensors| Self { graph: name, tensors }))
    }

    /// The output of this name, which must have so many rows and, if it is said, columns.
    pub(super) fn take(
        &mut self,
        name: &str,
        rows: usize,
        columns: Option<usize>,
    ) -> Result<Matrix, NetworkError> {
        let graph = self.graph;
        let wrong = |found: String| {
            let columns = columns.map_or("any number of".to_owned(), |columns| columns.to_string());
            let problem =
                format!("it gives `{name}` {found}, expected {rows} rows of {columns} numbers");
            NetworkError::Model { file: graph.to_owned(), problem }
        };
        let index = self.tensors.iter().position(|(other, _)| other == name);
        let index = index.ok_or_else(|| wrong("not at all".to_owned()))?;
        let (_, Tensor { shape, data }) = self.tensors.swap_remove(index);
        let Data::Float(values) = data else {
            return Err(wrong("in integers".to_owned()));
        };
        let last = shape.last().copied().unwrap_or(0);
        let fits = values.len() == rows * last && columns.is_none_or(|columns| columns == last);
        if !fits {
            return Err(wrong(format!("in the shape {shape:?}")));
        }
        if values.iter().any(|value| !value.is_finite()) {
            return Err(wrong("with a number that is not finite".to_owned()));
        }
        Ok(Matrix { columns: last, values })
    }
}

/// Logarithmic probabilities of the possibilities whose logits are given.
pub(super) fn log_softmax(logits: impl Iterator<Item = f32> + Clone) -> impl Iterator<Item = f64> {
    let highest = logits.clone().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = logits.clone().map(|logit| f64::from(logit - highest).exp()).sum();
    let log_sum = sum.ln() + f64::from(highest);
    logits.map(move |logit| f64::from(logit) - log_sum)
}
