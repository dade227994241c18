//! Standard output and standard error. At a terminal, control characters of what is printed are escaped: examples and grammars may come from
//! anybody, and terminals obey them. Files and other programs get every byte as it is.

use std::io::{self, IsTerminal, Write};

/// Standard output, for texts that hold what others wrote.
pub(crate) fn stdout() -> Escaped<io::Stdout> {
    let output = io::stdout();
    let escapes = output.is_terminal();
    Escaped { output, escapes, lead: false }
}

/// Standard error, for messages that quote what others wrote.
pub(crate) fn stderr() -> Escaped<io::Stderr> {
    let output = io::stderr();
    let escapes = output.is_terminal();
    Escaped { output, escapes, lead: false }
}

/// A writer that escapes control characters, or does not.
pub(crate) struct Escaped<W> {
    output: W,
    escapes: bool,
    /// Whether the last byte was the first of a character between U+0080 and U+00BF, which is held back.
    lead: bool,
}

/// The first byte of U+0080 to U+00BF; the first half of them are control characters, too.
const LEAD: u8 = 0xc2;

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

    fn written(escapes: bool, parts: &[&[u8]]) -> String {
        let mut escaped = Escaped { output: Vec::new(), escapes, lead: false };
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
}
