//! Text from bytes, and what is told about bytes that are no text.

/// Whatever would make text of a file: `iconv` from the encoding that it seems to have.
fn converted(name: &str, from: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+".contains(c);
    let (from_file, to_file) = match name.chars().all(is_plain) {
        true => (name, "NEW"),
        false => ("FILE", "NEW"),
    };
    format!("`iconv -f {from} -t UTF-8 {from_file} > {to_file}`")
}

/// Why a file that begins with these bytes is no text, where that shows at once.
pub(crate) fn why_no_text(name: &str, start: &[u8]) -> Option<String> {
    let from = match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16",
        [first, 0, third, 0, ..] if *first != 0 && *third != 0 => "UTF-16LE",
        [0, second, 0, fourth, ..] if *second != 0 && *fourth != 0 => "UTF-16BE",
        _ => return None,
    };
    let iconv = converted(name, from);
    Some(format!("{name}: UTF-16 text; expected UTF-8, which {iconv} makes of it"))
}

/// The text of a file.
pub(crate) fn text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    if let Some(problem) = why_no_text(name, &bytes) {
        return Err(problem);
    }
    let line = |at: usize| 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        let line = line(at);
        return Err(format!("{name}, line {line}: found a NUL byte; expected text, in UTF-8"));
    }
    if let Err(error) = std::str::from_utf8(&bytes) {
        return Err(no_utf8(name, Some(line(error.valid_up_to()))));
    }
    Ok(String::from_utf8(bytes).expect("it was looked at just now"))
}

/// That a file is not UTF-8, from some line on.
pub(crate) fn no_utf8(name: &str, line: Option<usize>) -> String {
    let place = line.map(|line| format!(", line {line}")).unwrap_or_default();
    let iconv = converted(name, "LATIN1");
    format!("{name}{place}: not UTF-8 text; {iconv} makes it that, if it is Latin 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_told_with_what_makes_it_one() {
        let told = |bytes: &[u8]| text("a.tsv", bytes.to_vec());
        assert_eq!(told("dax\tRÖD\n".as_bytes()).unwrap(), "dax\tRÖD\n");
        assert_eq!(told(b"").unwrap(), "");
        let utf16 = "a.tsv: UTF-16 text; expected UTF-8, which `iconv -f UTF-16";
        assert!(told(b"\xff\xfea\0").unwrap_err().starts_with(utf16));
        assert!(told(b"a\0\t\0").unwrap_err().contains("iconv -f UTF-16LE -t UTF-8 a.tsv > NEW"));
        assert!(told(b"\0a\0\t").unwrap_err().contains("iconv -f UTF-16BE"));
        assert!(told(b"ab\na\0b").unwrap_err().starts_with("a.tsv, line 2: found a NUL byte"));
        let latin = told(b"ab\n\xe9").unwrap_err();
        assert!(latin.starts_with("a.tsv, line 2: not UTF-8 text; `iconv -f LATIN1"), "{latin}");
        assert!(no_utf8("a file", None).contains("UTF-8 FILE > NEW"));
    }
}
