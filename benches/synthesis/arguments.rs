//! Which tables, and how many episodes.

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Arguments {
    /// Sampled grammars a row, where there is a number; otherwise every table has its own.
    pub(crate) episodes: Option<usize>,
    /// Draws of examples a row of SCAN or of a language, likewise.
    pub(crate) draws: Option<usize>,
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
    Human,
    Scan,
    ScanWhole,
    Numbers,
}

const TABLES: [(&str, Table); 6] = [
    ("miniscan", Table::MiniScan),
    ("few", Table::Few),
    ("human", Table::Human),
    ("scan", Table::Scan),
    ("scan-whole", Table::ScanWhole),
    ("numbers", Table::Numbers),
];

const USAGE: &str = "expected [--episodes N] [--draws N] [--seed N] and tables of \
                     miniscan, few, human, scan, scan-whole, numbers (all, if none is named)";

impl Arguments {
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parsed = Self { episodes: None, draws: None, seed: 2020, tables: Vec::new() };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let value = arguments.next().unwrap_or_default();
                value.parse::<u64>().map_err(|_| format!("{argument} `{value}`; {USAGE}"))
            };
            match argument.as_str() {
                "--bench" => {} // cargo says that
                "--episodes" => parsed.episodes = Some(number()? as usize),
                "--draws" => parsed.draws = Some(number()? as usize),
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
