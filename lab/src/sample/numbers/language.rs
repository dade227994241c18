//! How a language spells numbers, as a file says it: a number, a TAB and its words a line.

use crate::episode::LineError;
use std::collections::{BTreeMap, HashMap};

/// Numbers of one language with their words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberLanguage {
    name: String,
    words: BTreeMap<i64, String>,
}

const LINE: &str = "a number such as 21, a TAB and its words";

impl NumberLanguage {
    /// Reads a language from the text of its file; `name` is what episodes are called after. Blank
    /// lines are passed over. A number that is there twice is an error, and so are words that are:
    /// no grammar could give both.
    ///
    /// ```
    /// use blicket_lab::sample::NumberLanguage;
    ///
    /// let language = NumberLanguage::parse("en", "20\ttwenty\n21\ttwenty one\n")?;
    /// assert_eq!(language.words(21), Some("twenty one"));
    /// # Ok::<(), blicket_lab::episode::LineError>(())
    /// ```
    pub fn parse(name: impl Into<String>, text: &str) -> Result<Self, LineError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut words = BTreeMap::new();
        let mut lines: HashMap<String, usize> = HashMap::new();
        for (index, found) in text.lines().enumerate() {
            if found.trim().is_empty() {
                continue;
            }
            let line = index + 1;
            let error = |problem| LineError { line, problem, expected: LINE.to_owned() };
            let (number, said) = read_line(found).map_err(error)?;
            if words.contains_key(&number) {
                return Err(error(format!("found {number} a second time")));
            }
            if let Some(before) = lines.insert(said.clone(), line) {
                return Err(error(format!(
                    "found `{said:.60}`, the words of line {before}, again"
                )));
            }
            words.insert(number, said);
        }
        Ok(Self { name: name.into(), words })
    }

    /// What its episodes are called after.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The words of a number, if the file has it.
    pub fn words(&self, number: i64) -> Option<&str> {
        self.words.get(&number).map(String::as_str)
    }

    /// All numbers, in ascending order.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = i64> + '_ {
        self.words.keys().copied()
    }
}

/// A number that is not negative and its words, with one space between them.
fn read_line(line: &str) -> Result<(i64, String), String> {
    let Some((number, words)) = line.split_once('\t') else {
        return Err(format!("found `{:.60}` and no TAB", line.trim()));
    };
    let number = number.trim();
    // Digits only: a number's own parser would take a sign.
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| number.parse().ok()).flatten();
    let Some(value) = value else {
        return Err(format!("found `{number:.60}` where the number should be"));
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    match words[..] {
        [] => Err(format!("found {number} without words")),
        _ => Ok((value, words.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_any_order_and_with_any_spaces() {
        let text = "\u{feff}21\tvingt  et un \r\n\n3\ttrois\n0\tzéro";
        let language = NumberLanguage::parse("fr", text).unwrap();
        assert_eq!((language.name(), language.words(21)), ("fr", Some("vingt et un")));
        assert_eq!(language.numbers().collect::<Vec<_>>(), [0, 3, 21]);
        assert_eq!(language.words(1), None);
    }

    #[test]
    fn an_error_has_the_line_what_was_found_and_what_would_be_right() {
        for (text, message) in [
            ("1\tone\n\n2 two", "line 3: found `2 two` and no TAB; expected a number such as 21"),
            ("one\t1", "line 1: found `one` where the number should be; expected"),
            ("-1\tminus one", "line 1: found `-1` where the number should be"),
            ("\tone", "line 1: found `` where the number should be"),
            ("99999999999999999999\tmuch", "line 1: found `99999999999999999999` where"),
            ("7\t ", "line 1: found 7 without words"),
            ("7\tseven\n7\tsept", "line 2: found 7 a second time"),
            ("1\tone\n7\tseven\n8\tseven", "line 3: found `seven`, the words of line 2, again"),
        ] {
            let error = NumberLanguage::parse("?", text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let long = NumberLanguage::parse("?", &"é".repeat(1000)).unwrap_err().to_string();
        assert!(long.chars().count() < 200, "{long}");
    }
}
