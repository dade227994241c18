//! The options of the paper's baselines, in a build that has them (`--features baselines`).

use crate::failure::{Failure, unreadable};
use blicket_lab::baselines::{Baseline, BaselineSettings};
use blicket_lab::sample::MetaGrammar;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What the baselines are told besides the task.
#[derive(Args)]
pub(crate) struct BaselineArguments {
    /// Where the grammars of prior, mcmc, enumerate and deepcoder come from
    #[arg(long, value_name = "NAME", default_value = "scan")]
    meta_grammar: MetaGrammarName,
    /// What a network expects, for deepcoder: a JSON line for each episode, {"name", "odds": {token:
    /// probability, …}}, where tokens are those of a grammar's text (a word, an output token, `u1`)
    #[arg(long, value_name = "FILE", value_parser = read_hints)]
    hints: Option<Arc<Hints>>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MetaGrammarName {
    Miniscan,
    Scan,
}

type Odds = BTreeMap<String, f64>;

/// By the names of episodes.
#[derive(Debug)]
pub(crate) struct Hints(HashMap<String, Odds>);

#[derive(Deserialize)]
struct Line {
    name: String,
    odds: Odds,
}

impl BaselineArguments {
    /// Whether the options make sense with this strategy.
    pub(crate) fn check(&self, baseline: Option<Baseline>) -> Result<(), Failure> {
        let message = match (baseline, &self.hints) {
            (Some(Baseline::DeepCoder), None) => {
                "deepcoder goes by what a network expects: say with --hints FILE where that is"
            }
            (Some(Baseline::DeepCoder), Some(_)) | (_, None) => return Ok(()),
            (_, Some(_)) => "--hints is only for --strategy deepcoder",
        };
        Err(Failure::Input(message.to_owned()))
    }

    /// What is told with the episode of this name.
    pub(crate) fn settings(&self, name: &str) -> Result<BaselineSettings, Failure> {
        let meta = match self.meta_grammar {
            MetaGrammarName::Miniscan => MetaGrammar::miniscan(),
            MetaGrammarName::Scan => MetaGrammar::scan(),
        };
        let odds = match &self.hints {
            None => Odds::new(),
            Some(hints) => hints.0.get(name).cloned().ok_or_else(|| {
                Failure::Input(format!("the file of --hints has no line for the episode {name}"))
            })?,
        };
        Ok(BaselineSettings { meta, odds })
    }
}

fn read_hints(path: &str) -> Result<Arc<Hints>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    parse_hints(&text).map(|hints| Arc::new(Hints(hints)))
}

fn parse_hints(text: &str) -> Result<HashMap<String, Odds>, String> {
    let mut hints = HashMap::new();
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    for (line, number) in lines {
        let Line { name, odds } =
            serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
        if let Some((token, p)) = odds.iter().find(|(_, p)| !(0.0..=1.0).contains(*p)) {
            let problem = format!("line {number}: the odds of {token} are {p}");
            return Err(format!("{problem}; expected a probability from 0 to 1"));
        }
        hints.insert(name, odds);
    }
    Ok(hints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_found_by_name_and_mistakes_by_line() {
        let line = r#"{"name": "a", "odds": {"dax": 0.5, "u1": 1}}"#;
        let hints = parse_hints(&format!("{line}\n\n")).unwrap();
        assert_eq!(hints["a"]["u1"], 1.0);
        for (wrong, message) in [
            (r#"{"name": "b"}"#, "line 2: missing field `odds`"),
            (r#"{"name": "b", "odds": {"lug": 1.5}}"#, "line 2: the odds of lug are 1.5; expected"),
        ] {
            let error = parse_hints(&format!("{line}\n{wrong}\n")).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
