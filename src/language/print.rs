//! From sections of rules to text.

use super::normalisation::Normalisation;
use super::notation::{
    NUMBERS, SUMS, USE, WordPosition, WordReading, needs_quotes, opens_group, reading,
};
use super::rule::{Domain, Mark, Pattern, Piece, Right, Rule, SectionRef, Term};
use super::section::Section;
use super::vocabulary::{Vocabulary, Word};
use std::fmt::{self, Write};

/// Writes the text of a whole grammar, a rule a line.
pub(crate) fn print(
    normalisation: Normalisation,
    sections: &[Section],
    vocabulary: &Vocabulary,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut directives = normalisation.directives();
    directives.try_for_each(|directive| writeln!(f, "{directive}"))?;
    for (index, section) in sections.iter().enumerate() {
        let Section { name, domain, sums, rules, uses } = section;
        if let Some(name) = name {
            writeln!(
                f,
                "{}@{name}",
                if index == 0 && normalisation.is_none() { "" } else { "\n" }
            )?;
        }
        // Ready-made rules at the front say by themselves that they are of numbers.
        if *domain == Domain::Numbers && uses.first().is_none_or(|one| one.before > 0) {
            writeln!(f, "{NUMBERS}")?;
        }
        if let Some(sums) = sums
            && !uses.iter().any(|one| one.sums == Some(*sums))
        {
            writeln!(f, "{SUMS} {}", sums.name())?;
        }
        let mut uses = uses.iter().peekable();
        for (index, rule) in rules.iter().enumerate() {
            while let Some(one) = uses.next_if(|one| one.before <= index) {
                writeln!(f, "{USE} {}", one.name)?;
            }
            writeln!(f, "{}", RuleText { rule, domain: *domain, vocabulary, sections })?;
        }
        uses.try_for_each(|one| writeln!(f, "{USE} {}", one.name))?;
    }
    Ok(())
}

/// A rule with what it takes to write it.
pub(crate) struct RuleText<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) domain: Domain,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) sections: &'a [Section],
}

impl RuleText<'_> {
    fn word(
        &self,
        word: Word,
        side: WordPosition,
        first: bool,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let text = self.vocabulary.text(word);
        match needs_quotes(text, self.domain, side, first) {
            true => quote(text, f),
            false => f.write_str(text),
        }
    }

    fn item(
        &self,
        pattern: Pattern,
        side: WordPosition,
        first: bool,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match pattern {
            Pattern::Word(word) => self.word(word, side, first, f),
            Pattern::Variable(variable) => write!(f, "{variable}"),
            Pattern::Typed(variable, section) => {
                write!(f, "{variable}:{}", section_name(section, self.sections))
            }
            Pattern::Group(_) => Ok(()),
        }
    }

    /// `the?`, where that reads as it should; otherwise with the word in quotes.
    fn optional(
        &self,
        pattern: Pattern,
        side: WordPosition,
        first: bool,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        if let Pattern::Word(word) = pattern {
            let text = self.vocabulary.text(word);
            let marked = format!("{text}?");
            let reads = reading(&marked, self.domain, side) == WordReading::Optional(text)
                && !(side == WordPosition::Left && opens_group(&marked));
            if !reads || needs_quotes(text, self.domain, side, first) {
                quote(text, f)?;
                return f.write_char('?');
            }
        }
        self.item(pattern, side, first, f)?;
        f.write_char('?')
    }

    /// The left side, with its groups as they are written: `the?`, `(take|get)`.
    fn left(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = &self.rule.left;
        let (mut index, mut depth) = (0, 0_usize);
        // Whether a space has to stand before the next item.
        let mut space = false;
        while let Some(pattern) = left.get(index) {
            let side = if depth > 0 { WordPosition::Group } else { WordPosition::Left };
            if space
                && !matches!(pattern, Pattern::Group(Mark::Or | Mark::Close | Mark::CloseOptional))
            {
                f.write_char(' ')?;
            }
            space = true;
            let single = matches!(pattern, Pattern::Group(Mark::Open))
                && matches!(left.get(index + 2), Some(Pattern::Group(Mark::CloseOptional)));
            match (pattern, left.get(index + 1)) {
                (_, Some(item)) if single && !matches!(item, Pattern::Group(_)) => {
                    self.optional(*item, side, index == 0, f)?;
                    index += 2;
                }
                (Pattern::Group(mark), _) => {
                    f.write_str(match mark {
                        Mark::Open => "(",
                        Mark::Or => "|",
                        Mark::Close => ")",
                        Mark::CloseOptional => ")?",
                    })?;
                    match mark {
                        Mark::Open => depth += 1,
                        Mark::Or => {}
                        Mark::Close | Mark::CloseOptional => depth = depth.saturating_sub(1),
                    }
                    space = matches!(mark, Mark::Close | Mark::CloseOptional);
                }
                (item, _) => self.item(*item, side, index == 0, f)?,
            }
            index += 1;
        }
        f.write_str(" ->")
    }
}

pub(super) fn quote(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    f.write_char('"')
}

/// What a typed variable calls its section.
pub(crate) fn section_name(section: SectionRef, sections: &[Section]) -> &str {
    match section {
        SectionRef::Named(index) => {
            sections.get(index as usize).and_then(|section| section.name.as_deref()).unwrap_or("")
        }
        built_in => SectionRef::BUILT_IN
            .iter()
            .find(|(_, section)| *section == built_in)
            .map_or("", |(name, _)| name),
    }
}

impl fmt::Display for RuleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.left(f)?;
        match &self.rule.right {
            Right::Tokens(pieces) => {
                for piece in pieces {
                    f.write_char(' ')?;
                    match piece {
                        Piece::Token(word) => self.word(*word, WordPosition::Right, false, f)?,
                        Piece::Variable(variable) => write!(f, "[{variable}]")?,
                        Piece::Copy(variable) => write!(f, "{{{variable}}}")?,
                    }
                }
            }
            Right::Sum(terms) => {
                for (index, term) in terms.iter().enumerate() {
                    f.write_str(if index == 0 { " " } else { " + " })?;
                    let factor = match term {
                        Term::Number(number, factor) => {
                            write!(f, "{number}")?;
                            factor
                        }
                        Term::Variable(variable, factor) => {
                            write!(f, "[{variable}]")?;
                            factor
                        }
                    };
                    if let Some(factor) = factor {
                        write!(f, "*{factor}")?;
                    }
                }
            }
        }
        Ok(())
    }
}
