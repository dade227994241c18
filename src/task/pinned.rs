//! Rules that a person wrote or edited, and that every learnt grammar keeps.

use crate::grammar::Grammar;
use crate::language::layout::{Content, lines};
use crate::language::{ParseErrors, ReadyMade};
use std::fmt;

/// What the comment behind a pinned rule begins with.
const MARK: &str = "pinned";

/// Rules that every learnt grammar keeps, in the text of a grammar. A rule is pinned if the comment behind it begins with
/// `pinned`; where no rule has such a comment, all of them are.
///
/// ```
/// use blicket::{Engine, EngineOptions, Pinned, Task};
///
/// let mut task = Task::new();
/// task.add_example("dax", "RED");
/// task.add_example("lug", "BLUE");
/// task.add_query("lug fep");
/// task.pinned = Some(Pinned::parse("u1 fep -> [u1] [u1] STOP")?);
/// let solution = Engine::new(&EngineOptions::default())?.solve(&task);
/// assert_eq!(solution.answers[0].text.as_deref(), Some("BLUE BLUE STOP"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    grammar: Grammar,
    /// By section and rule: whether it is pinned. The others say where the pinned ones stand.
    marks: Vec<Vec<bool>>,
    text: String,
}

impl Pinned {
    /// Reads the text of a grammar, and says everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ParseErrors> {
        Self::parse_with(text, &ReadyMade::new())
    }

    /// [`parse`](Self::parse) for a text that may use ready-made rules.
    pub fn parse_with(text: &str, ready_made: &ReadyMade) -> Result<Self, ParseErrors> {
        let grammar = Grammar::parse_with(text, ready_made)?.rules_alone();
        let mut marks: Vec<Vec<bool>> = Vec::new();
        if grammar.sections()[0].name.is_none() {
            marks.push(Vec::new());
        }
        for line in lines(text) {
            match (line.content, marks.last_mut()) {
                (Content::Section, _) => marks.push(Vec::new()),
                (Content::Rule, Some(section)) => section.push(is_mark(line.comment)),
                _ => {}
            }
        }
        if !marks.iter().flatten().any(|mark| *mark) {
            marks.iter_mut().flatten().for_each(|mark| *mark = true);
        }
        Ok(Self { grammar, marks, text: text.to_owned() })
    }

    /// Reads the text of a grammar in which only marked rules are pinned: `None` if there are none.
    pub fn parse_marked(text: &str) -> Result<Option<Self>, ParseErrors> {
        let has_mark = lines(text).any(|it| it.content == Content::Rule && is_mark(it.comment));
        let pinned = Self::parse(text)?;
        Ok(has_mark.then_some(pinned))
    }

    /// All rules of the text.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The text with one more rule, marked as pinned; with the mark behind it where the text has it already.
    pub fn text_with(text: &str, rule: &str) -> String {
        let pinned = format!("{}    # {MARK}", rule.trim());
        let is_it = |known: &str| Self::is_same(known, rule);
        let has_it = lines(text).any(|it| it.content == Content::Rule && is_it(it.text));
        let (mut written, mut is_there) = (String::new(), false);
        for (line, whole) in lines(text).zip(text.split('\n')) {
            let is_rule = line.content == Content::Rule;
            if is_rule && has_it && is_it(line.text) && !is_there {
                written.push_str(&pinned);
                is_there = true;
            } else {
                if is_rule && !has_it && !is_there {
                    written.push_str(&pinned);
                    written.push('\n');
                    is_there = true;
                }
                written.push_str(whole);
            }
            written.push('\n');
        }
        if !is_there {
            written.push_str(&pinned);
            written.push('\n');
        }
        written
    }

    /// The text without the mark behind a rule, which is then learnt like others; `None` if it has no such mark.
    pub fn text_without(text: &str, rule: &str) -> Option<String> {
        let mut written: Vec<&str> = Vec::new();
        let mut was_there = false;
        for (line, whole) in lines(text).zip(text.split('\n')) {
            let is_it = line.content == Content::Rule && is_mark(line.comment);
            match is_it && Self::is_same(line.text, rule) {
                true => was_there = true,
                false => written.push(whole),
            }
        }
        was_there.then(|| written.join("\n"))
    }

    /// Whether a rule of a section of the text is pinned; both are counted from 0.
    pub fn is_pinned(&self, section: usize, rule: usize) -> bool {
        self.marks.get(section).and_then(|marks| marks.get(rule)).is_some_and(|mark| *mark)
    }

    /// The text of a learnt grammar with the comment `# pinned` behind its pinned rules: what [`parse`](Self::parse) pins again.
    pub fn marked(&self, learnt: &Grammar) -> String {
        let text = learnt.to_string();
        let pinned = self.rule_texts();
        let mut marked = String::with_capacity(text.len() + 16 * pinned.len());
        for (line, whole) in lines(&text).zip(text.split('\n')) {
            marked.push_str(whole);
            if line.content == Content::Rule
                && pinned.iter().any(|rule| Self::is_same(rule, line.text))
            {
                marked.push_str(&format!("    # {MARK}"));
            }
            marked.push('\n');
        }
        marked.truncate(marked.trim_end_matches('\n').len());
        marked.push('\n');
        marked
    }

    /// The pinned rules, as texts.
    pub(crate) fn rule_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let mut index = 0;
        for (place, section) in self.grammar.sections().iter().enumerate() {
            if section.uses.is_empty() {
                let pinned = (0..section.rules.len()).filter(|rule| self.is_pinned(place, *rule));
                texts.extend(pinned.filter_map(|rule| self.grammar.rule_text(index + rule)));
            }
            index += section.rule_count();
        }
        texts
    }

    /// Whether two rules are the same, but for what sections are called.
    pub(crate) fn is_same(one: &str, other: &str) -> bool {
        let words = |text: &str| -> Vec<String> {
            let word = |word: &str| match word.split_once(':') {
                Some((variable, _)) if variable.starts_with(['x', 'u', 'y']) => variable.to_owned(),
                _ => word.to_owned(),
            };
            text.split_whitespace().map(word).collect()
        };
        words(one) == words(other)
    }
}

fn is_mark(comment: Option<&str>) -> bool {
    let said = comment.unwrap_or_default().trim_start_matches('#').trim_start();
    let rest = said.strip_prefix(MARK);
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
}

/// The text that it was read from.
impl fmt::Display for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_rules_are_pinned_or_else_all_of_them() {
        let pins = |text: &str| Pinned::parse(text).unwrap().rule_texts();
        assert_eq!(pins("a -> A # pinned\nb -> B # pinnedly\n"), ["a -> A"]);
        assert_eq!(pins("a -> A\nb -> B # why\n"), ["a -> A", "b -> B"]);
        assert_eq!(pins("@s\nx1:t -> [x1]\n@t\nb -> B # pinned: by me"), ["b -> B"]);
    }

    #[test]
    fn what_is_marked_reads_back_as_the_same_pins() {
        let pinned = Pinned::parse("b -> B # pinned\nc -> C").unwrap();
        let learnt = Grammar::parse("a -> A\nb -> B\nu1 x1 -> [u1] [x1]").unwrap();
        let text = pinned.marked(&learnt);
        assert_eq!(text, "a -> A\nb -> B    # pinned\nu1 x1 -> [u1] [x1]\n");
        assert_eq!(Pinned::parse(&text).unwrap().rule_texts(), pinned.rule_texts());
    }

    #[test]
    fn a_rule_is_pinned_and_let_go_of_in_a_text() {
        let text = "%numbers\na -> 1\nu1 b -> [u1]\n";
        let with = Pinned::text_with(text, " c -> 3");
        assert_eq!(with, "%numbers\nc -> 3    # pinned\na -> 1\nu1 b -> [u1]\n\n");
        assert_eq!(Pinned::parse_marked(&with).unwrap().unwrap().rule_texts(), ["c -> 3"]);
        let marked = Pinned::text_with(text, "a  -> 1");
        assert!(marked.contains("a  -> 1    # pinned\nu1"), "{marked}");
        assert_eq!(Pinned::text_without(&with, "a -> 1"), None);
        let without = Pinned::text_without(&with, "c -> 3").unwrap();
        assert_eq!(Pinned::parse_marked(&without), Ok(None));
        assert_eq!(Pinned::text_with("", "a -> A"), "\na -> A    # pinned\n");
    }

    #[test]
    fn an_error_says_where_it_is() {
        let errors = Pinned::parse("a -> A\nu1 b -> [u2]").unwrap_err();
        assert!(errors.to_string().contains("line 2"), "{errors}");
    }
}
