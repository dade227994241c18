//! Tasks as files: episodes in JSON lines, and the examples or queries of one task a line.
//!
//! An episode is what a learner is given and tested on. As a line of JSON it is
//!
//! ```json
//! {"name": "toy", "domain": "words", "support": [["dax", "RED"]], "queries": [["dax dax", null]]}
//! ```
//!
//! `domain` may be absent, and fields that are not known are passed over. The output of a query is null
//! where what is right is to refuse it. `grammar` has the text of the true grammar, where the episode was sampled from one;
//! it is there for training and for tests, and is never read by synthesis.

mod pairs;
mod reader;

pub use pairs::{read_queries, read_support};
pub use reader::{EpisodeReader, ReadError};

use blicket::Domain;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};

/// One task with what it takes to score it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode {
    /// What reports call it.
    pub name: String,
    /// Tokens or numbers; where it is absent, the outputs decide.
    #[serde(default, with = "domain_name", skip_serializing_if = "Option::is_none")]
    pub domain: Option<Domain>,
    /// The examples to learn from: input and output.
    pub support: Vec<(String, String)>,
    /// The inputs to answer, each with the right output where there is one to score against.
    pub queries: Vec<(String, Option<String>)>,
    /// The true grammar, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grammar: Option<String>,
}

impl Episode {
    /// Reads an episode from its line of JSON. The error's line is 1.
    ///
    /// ```
    /// use blicket_lab::episode::Episode;
    ///
    /// let line = r#"{"name": "toy", "support": [["dax", "RED"]], "queries": [["dax", null]]}"#;
    /// let episode = Episode::from_json(line)?;
    /// assert_eq!(episode.support, [("dax".to_owned(), "RED".to_owned())]);
    /// assert_eq!(Episode::from_json(&episode.to_json())?, episode);
    /// # Ok::<(), blicket_lab::episode::LineError>(())
    /// ```
    pub fn from_json(line: &str) -> Result<Self, LineError> {
        serde_json::from_str(line).map_err(|error| reader::malformed(1, line, &error))
    }

    /// The episode as JSON, without line breaks.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings always serialize")
    }

    /// Writes the episode as one line. It is written in many small parts, so `output` should have a
    /// buffer.
    pub fn write_line(&self, mut output: impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut output, self)?;
        output.write_all(b"\n")
    }
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
    /// What would be right.
    pub expected: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, problem, expected } = self;
        write!(f, "line {line}: {problem}; expected {expected}")
    }
}

impl std::error::Error for LineError {}

/// A domain as the files name it.
mod domain_name {
    use blicket::Domain;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        domain: &Option<Domain>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        domain.map(Domain::name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Domain>, D::Error> {
        let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
        let unknown = || Error::unknown_variant(&name, &["words", "numbers"]);
        Domain::from_name(&name).map(Some).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Episode {
        Episode {
            name: "zwei \"Wörter\"".to_owned(),
            domain: Some(Domain::Words),
            support: vec![("dax".to_owned(), "RED".to_owned()), ("turn".to_owned(), String::new())],
            queries: vec![
                ("dax dax".to_owned(), Some("RED RED".to_owned())),
                ("x".to_owned(), None),
            ],
            grammar: Some("dax -> RED\nturn ->\n".to_owned()),
        }
    }

    #[test]
    fn an_episode_reads_back_as_it_was_written() {
        let mut plain = full();
        (plain.domain, plain.grammar) = (None, None);
        let numbers = Episode { domain: Some(Domain::Numbers), ..full() };
        for episode in [full(), plain, numbers] {
            let mut line = Vec::new();
            episode.write_line(&mut line).unwrap();
            let line = String::from_utf8(line).unwrap();
            assert_eq!(line, episode.to_json() + "\n");
            assert_eq!(line.matches('\n').count(), 1);
            assert_eq!(Episode::from_json(&line), Ok(episode));
        }
    }

    #[test]
    fn what_is_written_has_the_fields_of_the_format_and_no_others() {
        assert_eq!(
            full().to_json(),
            "{\"name\":\"zwei \\\"Wörter\\\"\",\"domain\":\"words\",\
             \"support\":[[\"dax\",\"RED\"],[\"turn\",\"\"]],\
             \"queries\":[[\"dax dax\",\"RED RED\"],[\"x\",null]],\
             \"grammar\":\"dax -> RED\\nturn ->\\n\"}"
        );
        let plain = Episode { domain: None, grammar: None, ..full() };
        assert!(!plain.to_json().contains("domain") && !plain.to_json().contains("grammar"));
    }

    #[test]
    fn fields_that_are_not_known_are_passed_over() {
        let line = r#"{"id": 7, "name": "a", "queries": [], "support": [], "domain": null}"#;
        let episode = Episode::from_json(line).unwrap();
        assert_eq!((episode.name.as_str(), episode.domain), ("a", None));
    }
}
