//! The files of one task: an example or a query a line.
//!
//! A line with a TAB is `input TAB output`; one that begins with the word `IN:` is in SCAN's own
//! form, `IN: … OUT: …`. The forms may be mixed. Blank lines are passed over; there are no
//! comments, because `#` may well begin a word.

use super::LineError;

/// Reads examples. An output may be empty, an input may not: an example with an empty input is far
/// more often a slip, and can still be had from an [`Episode`](super::Episode).
///
/// ```
/// let file = "dax\tRED\nIN: turn left OUT: I_TURN_LEFT\n";
/// let support = blicket_lab::episode::read_support(file)?;
/// assert_eq!(support[1], ("turn left".to_owned(), "I_TURN_LEFT".to_owned()));
/// # Ok::<(), blicket_lab::episode::LineError>(())
/// ```
pub fn read_support(text: &str) -> Result<Vec<(String, String)>, LineError> {
    let mut support = Vec::new();
    for (line, text) in lines(text) {
        let (input, output) = read_pair(line, text, EXAMPLE)?;
        let Some(output) = output else {
            let problem = format!("found `{}` and no TAB", excerpt(text));
            let expected = format!("{EXAMPLE}{}", instead_of_tab(text));
            return Err(LineError { line, problem, expected });
        };
        support.push((input, output));
    }
    Ok(support)
}

/// Reads queries: the same lines, or an input alone.
pub fn read_queries(text: &str) -> Result<Vec<(String, Option<String>)>, LineError> {
    lines(text).map(|(line, text)| read_pair(line, text, QUERY)).collect()
}

const EXAMPLE: &str = "an input, a TAB and an output";
/// Without a TAB, and without anything that could stand for one.
const SPACES: &str = ". Spaces stand between words, too, so only a TAB says where the output begins: where an editor types spaces for it, \
     type -> there, and `sed -E 's/ *-> */\\t/' FILE > NEW.tsv` makes TABs of that";
/// With more than one TAB.
const MORE_COLUMNS: &str =
    ". If the first two columns are these, `cut -f 1,2 FILE > NEW.tsv` leaves out the others";
const QUERY: &str = "an input, or an input, a TAB and its output";

/// The lines that are not blank, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.trim().is_empty())
}

fn read_pair(
    line: usize,
    text: &str,
    expected: &'static str,
) -> Result<(String, Option<String>), LineError> {
    let error = |problem: String| LineError { line, problem, expected: expected.to_owned() };
    let (input, output) = if let Some((input, output)) = text.split_once('\t') {
        if output.contains('\t') {
            let tabs = text.matches('\t').count();
            let problem = format!("found {tabs} TABs in `{}`", excerpt(text));
            return Err(LineError { line, problem, expected: format!("{expected}{MORE_COLUMNS}") });
        }
        (input, Some(output))
    } else if let Some(rest) = after_word(text, "IN:") {
        let outputs: Vec<_> = word_places(rest, "OUT:").collect();
        let &[place] = outputs.as_slice() else {
            let count = outputs.len();
            return Err(error(format!("found `IN:` with {count} `OUT:` in `{}`", excerpt(text))));
        };
        (&rest[..place], Some(&rest[place + "OUT:".len()..]))
    } else {
        (text, None)
    };
    let (input, output) = (input.trim(), output.map(str::trim));
    if input.is_empty() {
        let place = if text.contains('\t') { "before the TAB of" } else { "in" };
        return Err(error(format!("found no input {place} `{}`", excerpt(text))));
    }
    Ok((input.to_owned(), output.map(str::to_owned)))
}

/// Makes lines with TABs of CSV in which texts stand in quotes.
const WITHOUT_QUOTES: &str = "python3 -c 'import csv, sys; [print(*row, sep=chr(9)) for row in \
                              csv.reader(sys.stdin)]' < FILE > NEW.tsv";

/// What a line without a TAB probably has in its place, and what would make a TAB of it.
fn instead_of_tab(text: &str) -> String {
    let text = text.trim();
    if text.starts_with(['{', '[']) && text.contains('"') {
        return ". It looks like JSON: examples are plain lines, and `blicket bench` reads JSON"
            .into();
    }
    if text.starts_with(['%', '@']) {
        return ". It looks like a grammar, where examples are expected: `blicket apply GRAMMAR` and \
                `blicket check GRAMMAR EXAMPLES` read those"
            .into();
    }
    if text.starts_with('"') && text.contains("\",\"") {
        return format!(
            ". It looks like CSV with quotes: `{WITHOUT_QUOTES}` makes TABs of its commas"
        );
    }
    let kinds = [
        ("`\\t`, which is a TAB only where a program reads it", "\\t", r"\\t"),
        ("an arrow", " -> ", " *-> *"),
        ("an arrow", " => ", " *=> *"),
        ("an equals sign", " = ", " *= *"),
        ("spaces", "  ", "  +"),
        ("a semicolon", ";", ";"),
        ("a comma", ",", ","),
        ("a bar", "|", r" *\| *"),
    ];
    let found = kinds.into_iter().find_map(|(what, separator, pattern)| {
        let (input, output) = text.split_once(separator)?;
        let (input, output) = (input.trim(), output.trim());
        (!input.is_empty() && !output.is_empty()).then_some((what, pattern, input, output))
    });
    let Some((what, pattern, input, output)) = found else {
        return if text.contains(' ') { SPACES.to_owned() } else { String::new() };
    };
    let (input, output) = (excerpt(input), excerpt(output));
    format!(
        ". It has {what} instead: perhaps `{input}` is the input and `{output}` the output; \
         `sed -E 's/{pattern}/\\t/' FILE > NEW.tsv` makes a TAB of the first in each line"
    )
}

/// What follows if the first word of `text` is `word`.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.trim_start().strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
}

/// Where `word` stands in `text` as a word of its own.
fn word_places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(word).map(|(place, _)| place).filter(move |&place| {
        let (before, after) = (&text[..place], &text[place + word.len()..]);
        let apart = |c: Option<char>| c.is_none_or(char::is_whitespace);
        apart(before.chars().next_back()) && apart(after.chars().next())
    })
}

/// Enough of a line to recognise it.
pub(super) fn excerpt(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use blicket::Grammar;

    fn pair(input: &str, output: &str) -> (String, String) {
        (input.to_owned(), output.to_owned())
    }

    #[test]
    fn both_forms_are_read_line_by_line() {
        let file = "\u{feff}dax\tRED\r\n\n  wif lug \t GREEN  BLUE \n\
                    IN: turn OUT:\nIN: OUTER OUT: A OUT:B\n#dax\t#RED\nturn\t\n \t \n";
        let expected = [
            pair("dax", "RED"),
            pair("wif lug", "GREEN  BLUE"),
            pair("turn", ""),
            pair("OUTER", "A OUT:B"),
            pair("#dax", "#RED"),
            pair("turn", ""),
        ];
        assert_eq!(read_support(file).unwrap(), expected);
        let queries = read_queries(&format!("{file}# dax\nINNER")).unwrap();
        assert_eq!(queries[3], ("OUTER".to_owned(), Some("A OUT:B".to_owned())));
        assert_eq!(queries[6..], [("# dax".to_owned(), None), ("INNER".to_owned(), None)]);
    }

    #[test]
    fn an_error_has_the_line_what_was_found_and_what_would_be_right() {
        for (text, message) in [
            ("a\tA\n\ndax RED", "line 3: found `dax RED` and no TAB; expected an input, a TAB"),
            ("a\tb\tc", "line 1: found 2 TABs in `a\tb\tc`; expected"),
            ("\tRED", "line 1: found no input before the TAB of `RED`; expected"),
            ("IN: OUT: A", "line 1: found no input in `IN: OUT: A`; expected"),
            ("IN: walk", "line 1: found `IN:` with 0 `OUT:` in `IN: walk`; expected"),
            ("IN: a OUT: A OUT: B", "line 1: found `IN:` with 2 `OUT:`"),
        ] {
            let error = read_support(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let error = read_queries("IN: walk").unwrap_err().to_string();
        assert!(error.ends_with("expected an input, or an input, a TAB and its output"));
        let long = read_support(&"é".repeat(1000)).unwrap_err().to_string();
        assert!(long.chars().count() < 200, "{long}");
        let long = read_support(&"é,".repeat(1000)).unwrap_err().to_string();
        assert!(long.chars().count() < 450, "{long}");
    }

    #[test]
    fn what_stands_in_the_place_of_a_tab_is_named() {
        for (text, what, pattern) in [
            ("turn on   ON ( lamp )", "spaces", "  +"),
            ("turn on,ON ( lamp )", "a comma", ","),
            ("turn on;ON ( lamp )", "a semicolon", ";"),
            ("turn on | ON ( lamp )", "a bar", r" *\| *"),
            ("turn on -> ON ( lamp )", "an arrow", " *-> *"),
            ("turn on = ON ( lamp )", "an equals sign", " *= *"),
            (
                r"turn on\tON ( lamp )",
                r"`\t`, which is a TAB only where a program reads it",
                r"\\t",
            ),
        ] {
            let error = read_support(text).unwrap_err().to_string();
            let wanted = format!(
                ". It has {what} instead: perhaps `turn on` is the input and `ON ( lamp )` the output; \
                 `sed -E 's/{pattern}/\\t/' FILE > NEW.tsv` makes a TAB of the first in each line"
            );
            assert!(error.ends_with(&wanted), "{error}");
        }
        for (text, wanted) in [
            (r#"{"input": "a", "output": "A"}"#, "It looks like JSON"),
            ("%fold-case", "It looks like a grammar"),
            ("@command", "It looks like a grammar"),
            (r#""turn on","ON ( lamp , hall )""#, "It looks like CSV with quotes: `python3 -c"),
        ] {
            let error = read_support(text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn the_task_that_people_were_given_is_what_its_grammar_says() {
        let support =
            read_support(include_str!("../../../data/miniscan/human-support.tsv")).unwrap();
        let queries =
            read_queries(include_str!("../../../data/miniscan/human-queries.tsv")).unwrap();
        assert_eq!((support.len(), queries.len()), (14, 10));
        let grammar = Grammar::parse(
            "dax -> RED\nwif -> GREEN\nlug -> BLUE\nzup -> YELLOW\n\
             x1 kiki x2 -> [x2] [x1]\nu1 fep -> [u1] [u1] [u1]\nu1 blicket u2 -> [u1] [u2] [u1]",
        );
        let grammar = grammar.unwrap();
        let queries = queries.into_iter().map(|(input, output)| (input, output.unwrap()));
        for (input, output) in support.into_iter().chain(queries) {
            assert_eq!(grammar.apply(&input).text(), Some(output.as_str()), "{input}");
        }
    }
}
