//! A command language: sections of rules, names and numbers.

use std::fmt::{self, Display, Write};

/// A command language. Its first section reads whole sentences.
pub(super) struct Language {
    pub(super) sections: Vec<Section>,
    /// Words that have no place in it.
    pub(super) strangers: Vec<String>,
}

pub(super) struct Section {
    pub(super) name: String,
    pub(super) content: Content,
}

pub(super) enum Content {
    Rules(Vec<Rule>),
    /// Words that are copied: those that examples may show, and others.
    Names {
        shown: Vec<Vec<String>>,
        fresh: Vec<Vec<String>>,
    },
    /// Integers in digits, likewise.
    Digits {
        shown: Vec<Vec<String>>,
        fresh: Vec<Vec<String>>,
    },
}

/// A rule without slots is an item, one with slots a construction.
#[derive(Clone)]
pub(super) struct Rule {
    pub(super) left: Vec<Part>,
    pub(super) right: Vec<Piece>,
    /// How often it is said, compared with others of its section.
    pub(super) weight: usize,
    /// Whether the examples of an episode teach it.
    pub(super) taught: bool,
}

#[derive(Clone)]
pub(super) enum Part {
    /// One of these, which may be no words at all.
    Fixed(Vec<Vec<String>>),
    /// What a section reads.
    Slot(usize),
}

#[derive(Clone)]
pub(super) enum Piece {
    Token(String),
    /// What the slot of this number means, counted from the left.
    Slot(usize),
}

impl Rule {
    /// The sections of its slots, from left to right.
    pub(super) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.left.iter().filter_map(|part| match part {
            Part::Slot(section) => Some(*section),
            Part::Fixed(_) => None,
        })
    }
}

impl Section {
    pub(super) fn rules(&self) -> &[Rule] {
        match &self.content {
            Content::Rules(rules) => rules,
            Content::Names { .. } | Content::Digits { .. } => &[],
        }
    }

    fn is_open(&self) -> bool {
        !matches!(self.content, Content::Rules(_))
    }
}

impl Language {
    /// The grammar of it, or of what is taught, as text. Names are any words, as they are for who does not know them.
    pub(super) fn text(&self, taught_only: bool) -> String {
        let mut text = String::new();
        for section in self.sections.iter().filter(|section| !section.is_open()) {
            writeln!(text, "@{}", section.name).expect("a string takes it");
            for rule in section.rules().iter().filter(|rule| rule.taught || !taught_only) {
                writeln!(text, "{}", Written(rule, self)).expect("a string takes it");
            }
        }
        text
    }
}

/// A rule of a language as text.
struct Written<'a>(&'a Rule, &'a Language);

impl Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(rule, language) = *self;
        let sections: Vec<usize> = rule.slots().collect();
        let mut slot = 0;
        for part in &rule.left {
            match part {
                Part::Fixed(choices) => write_choices(f, choices)?,
                Part::Slot(section) => {
                    slot += 1;
                    let section = &language.sections[*section];
                    let name = match section.content {
                        Content::Rules(_) => &section.name,
                        Content::Names { .. } => "words",
                        Content::Digits { .. } => "integer",
                    };
                    write!(f, "x{slot}:{name} ")?;
                }
            }
        }
        f.write_str("->")?;
        for piece in &rule.right {
            match piece {
                Piece::Token(token) => write!(f, " {token}")?,
                Piece::Slot(slot) => match language.sections[sections[*slot]].content {
                    Content::Names { .. } => write!(f, " {{x{}}}", slot + 1)?,
                    _ => write!(f, " [x{}]", slot + 1)?,
                },
            }
        }
        Ok(())
    }
}

/// Fixed words, with a space behind them.
fn write_choices(f: &mut fmt::Formatter<'_>, choices: &[Vec<String>]) -> fmt::Result {
    if let [words] = choices {
        return match words.is_empty() {
            true => Ok(()),
            false => write!(f, "{} ", words.join(" ")),
        };
    }
    let said: Vec<String> =
        choices.iter().filter(|words| !words.is_empty()).map(|words| words.join(" ")).collect();
    let may_be_missing = said.len() < choices.len();
    write!(f, "({}){} ", said.join("|"), if may_be_missing { "?" } else { "" })
}
