//! Which tables, and how many episodes.

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Arguments {
    /// Sampled grammars a row.
    pub(crate) episodes: usize,
    /// Draws of examples a row of SCAN or of a language.
    pub(crate) draws: usize,
    /// What all episodes and draws follow from.
    pub(crate) seed: u64,
    /// In the order in which they are printed.
    pub(crate) tables: Vec<Table>,
}

/// A table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Table {
    MiniScan,
    Few,
    Scan,
    ScanUniform,
    Numbers,
    Outside,
    Noise,
}

const TABLES: [(&str, Table); 7] = [
    ("miniscan", Table::MiniScan),
    ("few", Table::Few),
    ("scan", Table::Scan),
    ("scan-uniform", Table::ScanUniform),
    ("numbers", Table::Numbers),
    ("outside", Table::Outside),
    ("noise", Table::Noise),
];

const USAGE: &str = "expected [--episodes N] [--draws N] [--seed N] and tables of miniscan, few, \
                     scan, scan-uniform, numbers, outside, noise (all, if none is named)";

impl Arguments {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parsed = Self { episodes: 200, draws: 20, seed: 700_000, tables: Vec::new() };
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let value = arguments.next().unwrap_or_default();
                value.parse::<u64>().map_err(|_| format!("{argument} `{value}`; {USAGE}"))
            };
            match argument.as_str() {
                "--bench" => {} // cargo says that
                "--episodes" => parsed.episodes = number()? as usize,
                "--draws" => parsed.draws = number()? as usize,
                "--seed" => parsed.seed = number()?,
                name => match TABLES.iter().find(|table| table.0 == name) {
                    Some((_, table)) => parsed.tables.push(*table),
                    None => return Err(format!("found `{name}`; {USAGE}")),
                },
            }
        }
        if parsed.tables.is_empty() {
            parsed.tables = TABLES.map(|(_, table)| table).to_vec();
        }
        Ok(parsed)
    }
}
