//! Figures as text of a fixed width.

use crate::statistics::{Accuracy, quantile};

/// A percentage with its standard error, 12 characters.
pub(crate) fn percent(accuracy: &Accuracy) -> String {
    let figure = |value: Option<f64>| match value {
        Some(value) => format!("{:.1}", value * 100.0),
        None => "-".to_owned(),
    };
    format!("{:>5} ± {:<4}", figure(accuracy.share()), figure(accuracy.standard_error()))
}

/// A published figure or a target, 6 characters.
pub(crate) fn figure(value: Option<f64>) -> String {
    value.map_or_else(|| format!("{:>6}", "-"), |value| format!("{value:>6.1}"))
}

/// A time in milliseconds, 8 characters.
pub(crate) fn milliseconds(seconds: &[f64], share: f64) -> String {
    match quantile(seconds, share) {
        Some(seconds) => format!("{:>8.2}", seconds * 1e3),
        None => format!("{:>8}", "-"),
    }
}
