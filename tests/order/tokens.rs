//! From the text of a Rust file to its tokens, without comments and without what stands in quotes.

/// A word, `::`, or a single character that is neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    /// From 1.
    pub(crate) line: usize,
}

/// All tokens of a file. Comments, texts in quotes, single characters in quotes and lifetimes leave nothing behind.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = length_of_first(rest, first);
        let (token, after) = rest.split_at(length);
        let is_word = first.is_alphanumeric() || first == '_';
        let is_raw_name = token.starts_with("r#") && !token.contains('"');
        let is_quoted = token.len() > 1 && !is_raw_name && token.contains(['"', '\'']);
        let is_comment = token.starts_with("//") || token.starts_with("/*");
        let is_sign = !is_word && !first.is_whitespace();
        if !is_comment && !is_quoted && (is_word || is_sign) {
            tokens.push(Token { text: token, line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    tokens
}

/// How many bytes belong to what `rest` begins with.
fn length_of_first(rest: &str, first: char) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return length_of_block_comment(rest);
    }
    if rest.starts_with("::") {
        return 2;
    }
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        let Some(quoted) = rest.strip_prefix(prefix) else { return false };
        let quoted = if prefix.ends_with('r') { quoted.trim_start_matches('#') } else { quoted };
        quoted.starts_with('"')
    });
    if let Some(prefix) = prefix {
        return length_of_text(rest, prefix);
    }
    if first == '\'' || rest.starts_with("b'") {
        return length_of_character(rest);
    }
    if first.is_alphanumeric() || first == '_' {
        return rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    }
    first.len_utf8()
}

/// Comments of this kind may have others inside.
fn length_of_block_comment(rest: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if rest[at..].starts_with("*/") {
            (at, depth) = (at + 2, depth - 1);
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// A text in quotes, from its prefix on.
fn length_of_text(rest: &str, prefix: &str) -> usize {
    let marks = rest[prefix.len()..].bytes().take_while(|byte| *byte == b'#').count();
    let start = prefix.len() + marks + 1;
    if prefix.ends_with('r') {
        let end = format!("\"{}", "#".repeat(marks));
        return rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len());
    }
    end_of_quote(rest, start, '"')
}

/// A character in quotes; or of a lifetime, the mark and its name.
fn length_of_character(rest: &str) -> usize {
    let start = rest.find('\'').unwrap_or(0) + 1;
    let mut inside = rest[start..].chars();
    match (inside.next(), inside.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => end_of_quote(rest, start, '\''),
        _ => {
            let name = |c: char| c.is_alphanumeric() || c == '_';
            rest[start..].find(|c| !name(c)).map_or(rest.len(), |at| start + at).max(start)
        }
    }
}

/// Behind the quote that ends what begins at `start`.
fn end_of_quote(rest: &str, start: usize, quote: char) -> usize {
    let mut characters = rest[start..].char_indices();
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if character == quote {
            return start + at + 1;
        }
    }
    rest.len()
}
