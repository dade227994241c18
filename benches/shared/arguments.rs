//! Which tables of a benchmark, and how many episodes.

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Arguments<Table> {
    /// Sampled grammars a row, where there is a number; otherwise every table has its own.
    pub(crate) episodes: Option<usize>,
    /// Draws of examples a row of SCAN or of a language, likewise.
    pub(crate) draws: Option<usize>,
    /// What all episodes and draws follow from.
    pub(crate) seed: u64,
    /// In the order in which they are printed.
    pub(crate) tables: Vec<Table>,
}

impl<Table: Copy> Arguments<Table> {
    /// Reads the program's own arguments, by the tables that there are and the seed if none is named.
    pub(crate) fn parse(known: &[(&str, Table)], seed: u64) -> Result<Self, String> {
        let usage = || {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            format!(
                "expected [--episodes N] [--draws N] [--seed N] and tables of {} (all, if none is \
                 named)",
                names.join(", ")
            )
        };
        let mut parsed = Self { episodes: None, draws: None, seed, tables: Vec::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let value = arguments.next().unwrap_or_default();
                value.parse::<u64>().map_err(|_| format!("{argument} `{value}`; {}", usage()))
            };
            match argument.as_str() {
                "--bench" => {} // cargo says that
                "--episodes" => parsed.episodes = Some(number()? as usize),
                "--draws" => parsed.draws = Some(number()? as usize),
                "--seed" => parsed.seed = number()?,
                name => match known.iter().find(|table| table.0 == name) {
                    Some((_, table)) => parsed.tables.push(*table),
                    None => return Err(format!("found `{name}`; {}", usage())),
                },
            }
        }
        if parsed.tables.is_empty() {
            parsed.tables = known.iter().map(|(_, table)| *table).collect();
        }
        Ok(parsed)
    }
}
