//! Reads what a grammar's rules leave open: the examples that were shown, and the alternatives to the rules.
//!
//! ```text
//! %doubt
//! %shown turn on the lamp -> ON ( lamp )
//! %alternative 0.75
//! %alternative 0.25
//! @room
//! %rules 1-2
//! den -> D
//! ```
//!
//! An alternative is a grammar of its own, written as what differs: sections that it does not name are as above, and in
//! those that it names `%rules 1-2` are rules of the section above.

use super::error::{ParseError, ParseErrors};
use super::line::TextLine;
use super::notation::ARROW;
use super::outline::Purpose;
use super::parse::{Parsed, parse};
use super::parts::parts;
use super::ready_made::ReadyMade;
use super::section_text::{SectionText, section_texts};

pub(super) const SHOWN: &str = "%shown";
pub(super) const KNOWN: &str = "%known";
pub(super) const NOT: &str = "%not";
pub(super) const BALANCED: &str = "%balanced";
pub(super) const BALANCED_TOKENS: &str = "%balanced-tokens";
pub(super) const ALTERNATIVE: &str = "%alternative";
pub(super) const LAST_RESORT: &str = "%last-resort";
pub(super) const RULES: &str = "%rules";
/// Behind `%rules`: the section has no rules.
pub(super) const NONE: &str = "none";

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The most alternatives: each is a grammar of its own, however few lines it has.
pub(crate) const MOST_ALTERNATIVES: usize = 64;
/// The most examples.
pub(crate) const MOST_SHOWN: usize = 1_000;

/// What the rules of a grammar leave open.
#[derive(Default)]
pub(crate) struct Open {
    /// Inputs and outputs of examples.
    pub(crate) shown: Vec<(String, String)>,
    /// Those that are only answered as they say.
    pub(crate) known: Vec<(String, String)>,
    /// Inputs that are no sentences, and outputs that are not those of an input.
    pub(crate) denied: Vec<(String, Option<String>)>,
    /// Pairs of brackets that close in every answer, such as `()[]`, and whether also those that are a part of a token.
    pub(crate) balanced: Vec<(bool, String)>,
    /// Grammars that vote, with their weights.
    pub(crate) voters: Vec<(Parsed, f64)>,
    /// Those that vote where none of the others reads an input.
    pub(crate) last_resort: Vec<(Parsed, f64)>,
}

/// An alternative as it is written.
struct AlternativeBlock<'a> {
    weight: f64,
    is_last_resort: bool,
    /// The alternative that it differs from, from 1; the grammar itself without one.
    base: Option<usize>,
    /// Its first line, and the lines below it.
    number: usize,
    lines: Vec<(usize, &'a str)>,
}

/// Reads what the text of a grammar, whose rules are `parsed`, leaves open.
pub(crate) fn read_open(
    text: &str,
    parsed: &Parsed,
    ready_made: &ReadyMade,
) -> Result<Option<Open>, ParseErrors> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (_, Some((first, text))) = parts(text) else { return Ok(None) };
    let mut errors = Vec::new();
    let mut open = Open::default();
    let mut blocks: Vec<AlternativeBlock<'_>> = Vec::new();
    for (index, text) in text.split('\n').enumerate() {
        let mut line = TextLine::new(first + index, text);
        let result = match (index, line.purpose()) {
            (0, _) => nothing_more(&mut line, 1),
            (_, Purpose::Nothing) => Ok(()),
            (_, purpose) => top_line(&mut line, text, purpose, &mut open, &mut blocks),
        };
        errors.extend(result.err());
    }
    let mut texts: Vec<Vec<SectionText>> =
        vec![section_texts(&parsed.sections, &parsed.vocabulary)];
    for block in &blocks {
        match block.parse(&texts, parsed, ready_made) {
            Ok(alternative) => {
                texts.push(section_texts(&alternative.sections, &alternative.vocabulary));
                let list =
                    if block.is_last_resort { &mut open.last_resort } else { &mut open.voters };
                list.push((alternative, block.weight));
            }
            Err(found) => {
                texts.push(texts[0].clone());
                errors.extend(found);
            }
        }
    }
    if let ([only], []) = (&blocks[..], &errors[..])
        && only.is_last_resort
    {
        let line = TextLine::new(only.number, "");
        errors.push(line.error(0, "an %alternative before what is a last resort"));
    }
    match ParseErrors::new(errors) {
        Some(errors) => Err(errors),
        None => Ok(Some(open)),
    }
}

/// A line below `%doubt`, which begins something or belongs to the alternative that was begun last.
fn top_line<'a>(
    line: &mut TextLine<'a>,
    text: &'a str,
    purpose: Purpose,
    open: &mut Open,
    blocks: &mut Vec<AlternativeBlock<'a>>,
) -> Result<(), ParseError> {
    let word = line.rest().split_whitespace().next().unwrap_or("");
    match word {
        SHOWN | KNOWN | NOT => {
            if open.shown.len() + open.known.len() + open.denied.len() >= MOST_SHOWN {
                let expected = format!("at most {MOST_SHOWN} examples");
                return Err(line.error(line.at, expected));
            }
            line.at += word.len();
            let (input, output) = example(line)?;
            match (word, output) {
                (NOT, output) => open.denied.push((input, output)),
                (KNOWN, Some(output)) => open.known.push((input, output)),
                (_, Some(output)) => open.shown.push((input, output)),
                (_, None) => {
                    let expected = "`->` and an output after the input";
                    return Err(line.error(line.text.len(), expected));
                }
            }
            return Ok(());
        }
        BALANCED | BALANCED_TOKENS => {
            line.at += word.len();
            let pairs = brackets(line)?;
            open.balanced.push((word == BALANCED, pairs));
            return Ok(());
        }
        ALTERNATIVE | LAST_RESORT => {
            if blocks.len() == MOST_ALTERNATIVES {
                let expected = format!("at most {MOST_ALTERNATIVES} alternatives");
                return Err(line.error(line.at, expected));
            }
            line.at += word.len();
            let block = block(line, word == LAST_RESORT, blocks.len())?;
            blocks.push(block);
            return Ok(());
        }
        _ => {}
    }
    match (blocks.last_mut(), purpose) {
        (Some(block), _) => {
            block.lines.push((line.number, text));
            Ok(())
        }
        (None, _) => {
            let expected = format!(
                "{SHOWN}, {KNOWN}, {NOT}, {BALANCED}, {ALTERNATIVE} or {LAST_RESORT} below %doubt"
            );
            Err(line.error(line.at, expected))
        }
    }
}

/// Pairs of brackets, a space between them.
fn brackets(line: &mut TextLine<'_>) -> Result<String, ParseError> {
    let mut pairs = String::new();
    while let Some(lexeme) = line.lexeme()? {
        if !["()", "[]", "{}"].contains(&&*lexeme.text) {
            return Err(line.error(lexeme.at, "a pair of brackets: (), [] or {}"));
        }
        pairs.push_str(&lexeme.text);
    }
    match pairs.is_empty() {
        true => Err(line.error(line.text.len(), "pairs of brackets, such as () []")),
        false => Ok(pairs),
    }
}

/// An example: its input, and perhaps an arrow and its output.
fn example(line: &mut TextLine<'_>) -> Result<(String, Option<String>), ParseError> {
    let mut sides = [String::new(), String::new()];
    let mut side = 0;
    while let Some(lexeme) = line.lexeme()? {
        if lexeme.text == ARROW && !lexeme.quoted && side == 0 {
            side = 1;
            continue;
        }
        if !sides[side].is_empty() {
            sides[side].push(' ');
        }
        sides[side].push_str(&lexeme.text);
    }
    let [input, output] = sides;
    Ok((input, (side == 1).then_some(output)))
}

/// The first line of an alternative: its weight, and perhaps which alternative it differs from.
fn block<'a>(
    line: &mut TextLine<'_>,
    is_last_resort: bool,
    before: usize,
) -> Result<AlternativeBlock<'a>, ParseError> {
    let mut word = || line.lexeme().map(|lexeme| lexeme.map(|it| (it.at, it.text.into_owned())));
    let (weight, base) = (word()?, word()?);
    let value = weight.as_ref().and_then(|(_, text)| text.parse().ok());
    let Some(value) = value.filter(|value: &f64| (0.0..=1.0).contains(value)) else {
        let at = weight.map_or(line.text.len(), |(at, _)| at);
        return Err(line.error(at, "a weight from 0 to 1, such as 0.25"));
    };
    let number = match base {
        None => None,
        Some((at, text)) => match text.parse() {
            Ok(number) if (1..=before).contains(&number) => Some(number),
            _ => {
                let expected = "the number of an alternative above that this one differs from";
                return Err(line.error(at, expected));
            }
        },
    };
    nothing_more(line, 0)?;
    let number_of_line = line.number;
    Ok(AlternativeBlock {
        weight: value,
        is_last_resort,
        base: number,
        number: number_of_line,
        lines: Vec::new(),
    })
}

/// That nothing but so many words stands on a line.
fn nothing_more(line: &mut TextLine<'_>, words: usize) -> Result<(), ParseError> {
    for _ in 0..words {
        line.lexeme()?;
    }
    match line.lexeme()? {
        None => Ok(()),
        Some(lexeme) => Err(line.error(lexeme.at, "nothing more on this line")),
    }
}

impl AlternativeBlock<'_> {
    /// The whole grammar that an alternative is.
    fn parse(
        &self,
        texts: &[Vec<SectionText>],
        parsed: &Parsed,
        ready_made: &ReadyMade,
    ) -> Result<Parsed, Vec<ParseError>> {
        let base = &texts[self.base.unwrap_or(0)];
        // A mark of the byte order stands before a whole text only. One of an alternative's own is a part of its first word.
        let text = BYTE_ORDER_MARK.to_string();
        let mut written = WrittenAlternative { text, numbers: Vec::new() };
        for directive in parsed.normalisation.directives() {
            written.line(self.number, directive);
        }
        let named = self.sections(base).map_err(|error| vec![error])?;
        let own = |name: &Option<String>| named.iter().find(|(known, _)| known == name);
        for section in base {
            match own(&section.name) {
                Some((name, lines)) => written.section(self.number, name.as_deref(), lines),
                None => {
                    let lines: Vec<_> =
                        section.lines().map(|line| (self.number, line.to_owned())).collect();
                    written.section(self.number, section.name.as_deref(), &lines);
                }
            }
        }
        for (name, lines) in &named {
            if !base.iter().any(|section| section.name == *name) {
                written.section(self.number, name.as_deref(), lines);
            }
        }
        let parsed = parse(&written.text, ready_made);
        parsed.map_err(|errors| {
            let there = |error: &ParseError| ParseError {
                line: written.numbers.get(error.line - 1).copied().unwrap_or(self.number),
                ..error.clone()
            };
            errors.all().iter().map(there).collect()
        })
    }

    /// The sections that it names, with their lines, each with the number of the line that it comes from.
    #[expect(clippy::type_complexity, reason = "a list of names with lines")]
    fn sections(
        &self,
        base: &[SectionText],
    ) -> Result<Vec<(Option<String>, Vec<(usize, String)>)>, ParseError> {
        let mut named: Vec<(Option<String>, Vec<(usize, String)>)> = Vec::new();
        for &(number, text) in &self.lines {
            let mut line = TextLine::new(number, text);
            if matches!(line.purpose(), Purpose::Section) {
                let name = line.rest().split_whitespace().next().map(|word| word[1..].to_owned());
                if named.iter().any(|(known, _)| *known == name) {
                    return Err(line.error(line.at, "each section once in an alternative"));
                }
                named.push((name, Vec::new()));
                continue;
            }
            if named.is_empty() {
                named.push((None, Vec::new()));
            }
            let (name, lines) = named.last_mut().expect("one was added");
            let words: Vec<&str> = line.rest().split_whitespace().collect();
            if words.first() != Some(&RULES) {
                lines.push((number, text.to_owned()));
                continue;
            }
            if words[1..] == [NONE] {
                continue;
            }
            let rules = base.iter().find(|section| section.name == *name);
            let rules = rules.map_or(&[][..], |section| &section.rules[..]);
            let range = words.get(1).and_then(|word| range(word));
            match range.and_then(|(from, to)| rules.get(from.checked_sub(1)?..to)) {
                Some(rules) if words.len() == 2 => {
                    lines.extend(rules.iter().map(|rule| (number, rule.clone())));
                }
                _ => {
                    line.at += RULES.len();
                    line.skip_space();
                    let expected = match rules.len() {
                        0 => "no %rules: the section above has none, or uses ready-made rules"
                            .to_owned(),
                        count => format!("rules of the section above, which has 1-{count}"),
                    };
                    return Err(line.error(line.at, expected));
                }
            }
        }
        Ok(named)
    }
}

/// `3` or `3-7`.
fn range(word: &str) -> Option<(usize, usize)> {
    let (from, to) = word.split_once('-').unwrap_or((word, word));
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (1 <= from && from <= to).then_some((from, to))
}

/// The text of an alternative, and from which line of the whole text each line comes.
struct WrittenAlternative {
    text: String,
    numbers: Vec<usize>,
}

impl WrittenAlternative {
    fn line(&mut self, number: usize, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.numbers.push(number);
    }

    fn section(&mut self, number: usize, name: Option<&str>, lines: &[(usize, String)]) {
        if let Some(name) = name {
            self.line(number, &format!("@{name}"));
        }
        lines.iter().for_each(|(number, line)| self.line(*number, line));
    }
}
