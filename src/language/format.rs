//! The text of a grammar, written the way in which all grammars are written, with its comments.

use super::error::ParseErrors;
use super::layout::{Content, lines};
use super::open_read::read_open;
use super::parse::{Parsed, parse};
use super::print::RuleText;
use super::ready_made::ReadyMade;

/// Writes a grammar's text anew: one space between words, no quotes that are not needed, two spaces before the comment
/// behind a rule, one empty line before each section and at most one elsewhere. What the grammar means stays the same,
/// and a text that was formatted stays as it is.
///
/// ```
/// use blicket::{ReadyMade, format_grammar};
///
/// let text = "dax   ->  RED # a colour\n\n\n\"lug\" -> BLUE";
/// let formatted = format_grammar(text, &ReadyMade::new())?;
/// assert_eq!(formatted, "dax -> RED  # a colour\n\nlug -> BLUE\n");
/// # Ok::<(), blicket::ParseErrors>(())
/// ```
pub fn format_grammar(text: &str, ready_made: &ReadyMade) -> Result<String, ParseErrors> {
    let parsed = parse(text, ready_made)?;
    read_open(text, &parsed, ready_made)?;
    let Parsed { sections, vocabulary, .. } = parsed;
    let rules = sections.iter().flat_map(|section| {
        section.rules.iter().map(|rule| RuleText {
            rule,
            domain: section.domain,
            vocabulary: &vocabulary,
            sections: &sections,
        })
    });
    let mut rules = rules.map(|rule| rule.to_string());
    let mut formatted: Vec<String> = Vec::new();
    for line in lines(text) {
        let content = match line.content {
            Content::Nothing => String::new(),
            Content::Rule => rules.next().unwrap_or_else(|| line.text.to_owned()),
            _ => line.text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        if line.content == Content::Section {
            begin_section(&mut formatted);
        }
        formatted.push(match (content.is_empty(), line.comment) {
            (_, None) => content,
            (true, Some(comment)) => comment.to_owned(),
            (false, Some(comment)) => format!("{content}  {comment}"),
        });
    }
    // At most one empty line, and none at the ends.
    formatted.dedup_by(|second, first| first.is_empty() && second.is_empty());
    let text = formatted.join("\n");
    let text = text.trim_matches('\n');
    Ok(if text.is_empty() { String::new() } else { format!("{text}\n") })
}

/// Puts an empty line before the comment that stands above a section, or before the section.
fn begin_section(formatted: &mut Vec<String>) {
    let comment = formatted.iter().rev().take_while(|line| line.starts_with('#')).count();
    let at = formatted.len() - comment;
    if at > 0 && !formatted[at - 1].is_empty() {
        formatted.insert(at, String::new());
    }
}
