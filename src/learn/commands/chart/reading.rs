//! What a chart has read.

use super::{Chart, Cost, GIVEN, Reader};
use crate::length::symbol::Symbol;

impl Chart {
    /// The outputs of a section on a span, cheapest first.
    pub(crate) fn at(
        &self,
        section: usize,
        start: usize,
        end: usize,
    ) -> impl Iterator<Item = Reading<'_>> {
        let entry = if section < self.sections && start <= self.length {
            self.lookup(section, start, end)
        } else {
            None
        };
        let range = entry.map_or(0..0, |e| {
            e as usize * self.keep..e as usize * self.keep + self.entries[e as usize].found as usize
        });
        range.map(|id| Reading { chart: self, id })
    }

    /// All spans that a section reads: (section, start, end).
    pub(crate) fn spans(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.entries.iter().map(|e| (e.section as usize, e.start as usize, e.end as usize))
    }

    /// The only cheapest output of the whole sentence, if it is the only one.
    pub(crate) fn answer(&self) -> Option<Reading<'_>> {
        let mut all = self.at(0, 0, self.length);
        let first = all.next()?;
        if all.next().is_some_and(|second| second.cost() <= first.cost()) {
            None
        } else {
            Some(first)
        }
    }
}

/// One output of a section on a span, and how it comes about.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    chart: &'a Chart,
    id: usize,
}

impl<'a> Reading<'a> {
    pub(crate) fn cost(&self) -> Cost {
        self.chart.alternatives[self.id].cost
    }

    pub(crate) fn output(&self) -> &'a [Symbol] {
        let a = &self.chart.alternatives[self.id];
        &self.chart.outputs[a.from as usize..(a.from + a.len) as usize]
    }

    pub(crate) fn reader(&self) -> Reader {
        let reader = self.chart.alternatives[self.id].reader;
        if reader & GIVEN != 0 {
            Reader::Given((reader & !GIVEN) as usize)
        } else {
            Reader::Rule(reader as usize)
        }
    }

    pub(crate) fn section(&self) -> usize {
        self.chart.entries[self.id / self.chart.keep].section as usize
    }

    pub(crate) fn span(&self) -> (usize, usize) {
        let entry = &self.chart.entries[self.id / self.chart.keep];
        (entry.start as usize, entry.end as usize)
    }

    /// The readings of its parts, in the order of the slots.
    pub(crate) fn parts(
        &self,
        slots: usize,
    ) -> impl DoubleEndedIterator<Item = Reading<'a>> + ExactSizeIterator + use<'a> {
        let from = self.chart.alternatives[self.id].kids as usize;
        let chart = self.chart;
        chart.kids[from..from + slots].iter().map(move |&id| Reading { chart, id: id as usize })
    }
}
