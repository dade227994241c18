//! Standard output and standard error. At a terminal, control characters of what is printed are escaped: examples and grammars may come from
//! anybody, and terminals obey them. Files and other programs get every byte as it is. Colours are for terminals, too,
//! or for whom asks for them.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::OnceLock;

/// Standard output, for texts that hold what others wrote.
pub(crate) fn stdout() -> Escaped<io::Stdout> {
    let output = io::stdout();
    let is_terminal = output.is_terminal();
    Escaped::new(output, is_terminal)
}

/// Standard output in blocks, which whoever writes it flushes.
pub(crate) fn buffered_stdout() -> Escaped<BufWriter<io::Stdout>> {
    let output = io::stdout();
    let is_terminal = output.is_terminal();
    Escaped::new(BufWriter::new(output), is_terminal)
}

/// Standard error, for messages that quote what others wrote.
pub(crate) fn stderr() -> Escaped<io::Stderr> {
    let output = io::stderr();
    let is_terminal = output.is_terminal();
    Escaped::new(output, is_terminal)
}

/// When there are colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Colors {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    Always,
    Never,
}

static COLORS: OnceLock<Colors> = OnceLock::new();

impl Colors {
    /// Takes this for all that is printed from now on.
    pub(crate) fn choose(self) {
        let _ = COLORS.set(self);
    }

    /// Whether there are colours where this is printed.
    fn are_shown(self, is_terminal: bool) -> bool {
        let said = |name: &str| std::env::var_os(name).unwrap_or_default();
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && said("NO_COLOR").is_empty() && said("TERM") != "dumb",
        }
    }
}

/// What a part of a text is, for the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// What is wrong.
    Bad,
    /// What may be wrong, or is not sure.
    Doubtful,
    /// What is right.
    Good,
    /// Names that are looked for.
    Name,
    /// What can be passed over.
    Faint,
}

impl Style {
    fn begin(self) -> &'static str {
        match self {
            Self::Bad => "\x1b[1;31m",
            Self::Doubtful => "\x1b[33m",
            Self::Good => "\x1b[32m",
            Self::Name => "\x1b[36m",
            Self::Faint => "\x1b[2m",
        }
    }
}

const END: &str = "\x1b[0m";

/// A text, parts of which have a style. Without colours it is the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Painted {
    text: String,
    /// Where a style begins and where it ends.
    spans: Vec<(usize, usize, Style)>,
}

impl Painted {
    pub(crate) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn paint(&mut self, style: Style, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        if !text.is_empty() {
            self.spans.push((start, self.text.len(), style));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl From<String> for Painted {
    fn from(text: String) -> Self {
        Self { text, spans: Vec::new() }
    }
}

/// A writer that escapes control characters, or does not, and has colours or has none.
pub(crate) struct Escaped<W> {
    output: W,
    escapes: bool,
    colors: bool,
    /// Whether the last byte was the first of a character between U+0080 and U+00BF, which is held back.
    lead: bool,
}

/// The first byte of U+0080 to U+00BF; the first half of them are control characters, too.
const LEAD: u8 = 0xc2;

impl<W: Write> Escaped<W> {
    fn new(output: W, is_terminal: bool) -> Self {
        let colors = COLORS.get().copied().unwrap_or_default().are_shown(is_terminal);
        // Where colours are asked for, a terminal is where they go in the end.
        Self { output, escapes: is_terminal || colors, colors, lead: false }
    }

    /// Whether a person looks at it: then columns may be aligned.
    pub(crate) fn is_looked_at(&self) -> bool {
        self.escapes
    }

    /// Writes a text with its colours.
    pub(crate) fn write_painted(&mut self, painted: &Painted) -> io::Result<()> {
        let Painted { text, spans } = painted;
        let mut done = 0;
        let shown = if self.colors { &**spans } else { &[] };
        for (start, end, style) in shown {
            self.write_all(&text.as_bytes()[done..*start])?;
            self.output.write_all(style.begin().as_bytes())?;
            self.write_all(&text.as_bytes()[*start..*end])?;
            self.output.write_all(END.as_bytes())?;
            done = *end;
        }
        self.write_all(&text.as_bytes()[done..])
    }
}

impl<W: Write> Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.escapes {
            return self.output.write(bytes);
        }
        let mut text = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            match (std::mem::take(&mut self.lead), byte) {
                (true, 0x80..=0x9f) => write!(text, "\\u{{{byte:x}}}")?,
                (true, _) => text.extend([LEAD, byte]),
                (false, LEAD) => self.lead = true,
                (false, b'\n' | b'\t') => text.push(byte),
                (false, 0..=0x1f | 0x7f) => write!(text, "\\u{{{byte:x}}}")?,
                (false, _) => text.push(byte),
            }
        }
        self.output.write_all(&text)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(escapes: bool, colors: bool) -> Escaped<Vec<u8>> {
        Escaped { output: Vec::new(), escapes, colors, lead: false }
    }

    fn written(escapes: bool, parts: &[&[u8]]) -> String {
        let mut escaped = writer(escapes, false);
        parts.iter().for_each(|part| escaped.write_all(part).unwrap());
        String::from_utf8(escaped.output).unwrap()
    }

    #[test]
    fn a_terminal_gets_no_control_characters_and_all_else() {
        let text = "a \u{1b}[31mb\tü\u{a0}\u{9b}2J\r\u{7f}\n".as_bytes();
        let shown = "a \\u{1b}[31mb\tü\u{a0}\\u{9b}2J\\u{d}\\u{7f}\n";
        assert_eq!(written(true, &[text]), shown);
        // Wherever a buffer ends.
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(written(true, &bytes), shown);
        assert_eq!(written(false, &[text]).as_bytes(), text);
    }

    #[test]
    fn colours_are_ours_alone() {
        let mut painted = Painted::from("a\x1b[31m ".to_owned());
        painted.paint(Style::Bad, "b\x1b[0m");
        painted.push_str(" c\n");
        let shown = |colors| {
            let mut escaped = writer(colors, colors);
            escaped.write_painted(&painted).unwrap();
            String::from_utf8(escaped.output).unwrap()
        };
        assert_eq!(shown(false), painted.text());
        assert_eq!(shown(true), "a\\u{1b}[31m \x1b[1;31mb\\u{1b}[0m\x1b[0m c\n");
    }

    #[test]
    fn colours_are_for_terminals_and_for_whom_asks() {
        assert!(!Colors::Auto.are_shown(false) && !Colors::Never.are_shown(true));
        assert!(Colors::Always.are_shown(false));
    }
}
