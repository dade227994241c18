//! Episodes of a file, one after the other, so that a file of any size can be read.

use super::pairs::excerpt;
use super::{Episode, LineError};
use std::fmt;
use std::io::{self, BufRead};

/// The episodes of a file in JSON lines. Lines with nothing but white space are passed over. After
/// a malformed line the next one can be read; after a failure to read there is nothing more.
///
/// ```
/// use blicket_lab::episode::EpisodeReader;
///
/// let file = br#"{"name": "one", "support": [], "queries": []}"#;
/// let names: Result<Vec<_>, _> =
///     EpisodeReader::new(&file[..]).map(|episode| episode.map(|episode| episode.name)).collect();
/// assert_eq!(names.unwrap(), ["one"]);
/// ```
#[derive(Debug)]
pub struct EpisodeReader<R> {
    input: R,
    buffer: String,
    line: usize,
    failed: bool,
}

impl<R: BufRead> EpisodeReader<R> {
    /// Reads from here on.
    pub fn new(input: R) -> Self {
        Self { input, buffer: String::new(), line: 0, failed: false }
    }
}

impl<R: BufRead> Iterator for EpisodeReader<R> {
    type Item = Result<Episode, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            self.buffer.clear();
            self.line += 1;
            match self.input.read_line(&mut self.buffer) {
                Ok(0) => self.failed = true,
                Ok(_) if self.buffer.trim().is_empty() => {}
                Ok(_) => return Some(self.parse()),
                Err(error) => {
                    self.failed = true;
                    return Some(Err(ReadError::Unreadable { line: self.line, error }));
                }
            }
        }
        None
    }
}

impl<R> EpisodeReader<R> {
    fn parse(&self) -> Result<Episode, ReadError> {
        let text = self.buffer.strip_prefix('\u{feff}').unwrap_or(&self.buffer);
        let episode = serde_json::from_str(text);
        episode.map_err(|error| ReadError::Malformed(malformed(self.line, text, &error)))
    }
}

/// What is wrong with a line of JSON. The parser counts lines from the start of this one.
pub(super) fn malformed(line: usize, text: &str, error: &serde_json::Error) -> LineError {
    if !text.trim_start().starts_with(['{', '[']) {
        let instead =
            if text.contains('\t') { ". `blicket learn` reads lines with TABs" } else { "" };
        return LineError {
            line,
            problem: format!("found `{}`, which is no JSON", excerpt(text)),
            expected: format!("{EPISODE}{instead}"),
        };
    }
    let (message, column) = (error.to_string(), error.column());
    let place = format!(" at line {} column {column}", error.line());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    LineError {
        line,
        problem: format!("{message} (column {column})"),
        expected: EPISODE.to_owned(),
    }
}

const EPISODE: &str = "{\"name\": text, \"domain\": \"words\" or \"numbers\" (may be absent), \
                       \"support\": [[input, output], …], \
                       \"queries\": [[input, output or null], …]}";

/// Why an episode cannot be had from a file.
#[derive(Debug)]
pub enum ReadError {
    /// Its line is not an episode.
    Malformed(LineError),
    /// The file cannot be read, or is not UTF-8.
    Unreadable {
        /// In which line, from 1.
        line: usize,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => error.fmt(f),
            Self::Unreadable { line, error } => write!(f, "line {line}: {error}"),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Malformed(error) => Some(error),
            Self::Unreadable { error, .. } => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &[u8]) -> Vec<Result<String, String>> {
        let episodes = EpisodeReader::new(file);
        episodes.map(|episode| episode.map(|e| e.name).map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn blank_lines_are_passed_over_and_malformed_ones_are_named() {
        let file = "\u{feff}{\"name\":\"a\",\"support\":[],\"queries\":[]}\r\n\n  \n\
                    {\"name\":\"b\",\"support\":[[\"dax\"]],\"queries\":[]}\n\
                    {\"name\":\"c\",\"support\":[],\"queries\":[[\"dax\",null]]}";
        let episodes = read(file.as_bytes());
        assert_eq!((&episodes[0], &episodes[2]), (&Ok("a".to_owned()), &Ok("c".to_owned())));
        let error = episodes[1].as_ref().unwrap_err();
        assert!(
            error.starts_with("line 4: invalid length 1, expected a tuple of size 2"),
            "{error}"
        );
        assert!(error.contains("(column 30); expected {\"name\": text"), "{error}");
        assert_eq!(episodes.len(), 3);
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        for (line, problem) in [
            (r#"{"name":"a","queries":[]}"#, "missing field `support`"),
            (r#"{"name":"a","support":[]}"#, "missing field `queries`"),
            (r#"{"name":"a","support":[["a",1]],"queries":[]}"#, "invalid type: integer `1`"),
            (r#"{"domain":"tokens"}"#, "unknown variant `tokens`, expected `words` or `numbers`"),
            ("[]", "invalid length 0"),
            ("{\"name\":", "EOF"),
            ("dax\tRED", "found `dax\tRED`, which is no JSON"),
        ] {
            let errors = read(line.as_bytes());
            let [Err(error)] = errors.as_slice() else { panic!("{line} was read") };
            assert!(error.starts_with("line 1: ") && error.contains(problem), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_not_text_ends_there() {
        let episodes = read(b"{\"name\":\"a\",\"support\":[],\"queries\":[]}\n\xff\n\n");
        assert_eq!(episodes[0], Ok("a".to_owned()));
        assert!(episodes[1].as_ref().unwrap_err().starts_with("line 2: "), "{episodes:?}");
        assert_eq!(episodes.len(), 2);
    }
}
