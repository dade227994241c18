//! What the reader says to a person whose grammar is wrong: the place, what stands there, and what
//! would be right.

use blicket::{Grammar, ParseError, ReadyMade};

/// A wrong text, the line and column of what is wrong, what stands there, and a part of what is said
/// to be expected. `END` stands for the end of the line.
type Slip<'a> = (&'a str, usize, usize, &'a str, &'a str);

const END: &str = "";

fn assert_slips(slips: &[Slip<'_>]) {
    let mut wrong = Vec::new();
    for (text, line, column, found, expected) in slips {
        let found = match *found {
            END => "the end of the line".to_owned(),
            word => format!("`{word}`"),
        };
        match Grammar::parse(text) {
            Ok(_) => wrong.push(format!("{text:?} was read")),
            Err(error) => {
                let place = (error.line, error.column, error.found.as_str());
                if place != (*line, *column, found.as_str()) || !error.expected.contains(expected) {
                    wrong.push(format!("{text:?}: {error} (wanted {expected:?})"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn slips_of_the_arrow_and_the_left_side_are_named() {
    assert_slips(&[
        ("a b", 1, 4, END, "`->` between the two sides"),
        ("a => b", 1, 3, "=>", "`->`, which is how the arrow"),
        ("a → b", 1, 3, "→", "`->`, which is how the arrow"),
        ("\n\n  dax", 3, 6, END, "`->` between the two sides"),
        ("a -> b -> c", 1, 8, "->", "one `->` in a rule"),
        ("a -> ->", 1, 6, "->", "the token is written in quotes"),
        ("-> b", 1, 1, "->", "a word or a variable before `->`"),
        ("   ->", 1, 4, "->", "a word or a variable before `->`"),
        ("[x1] a -> b", 1, 1, "[x1]", "x1 without brackets on a left side"),
        ("x1 a x1 -> b", 1, 6, "x1", "x1 stands on this left side already"),
        ("y y2 a y -> b", 1, 8, "y", "y stands on this left side already"),
        ("@a\ngo x1:a->G", 2, 4, "x1:a->G", "spaces around `->`"),
    ]);
}

#[test]
fn slips_of_variables_on_the_right_are_named() {
    assert_slips(&[
        ("u1 a -> [x2]", 1, 9, "[x2]", "a variable of the left side: [u1]"),
        ("x1 a y -> B [x1] [y1]", 1, 18, "[y1]", "[x1], [y]"),
        ("a -> [x1]", 1, 6, "[x1]", "tokens only, or a variable on the left side too"),
        ("x1 a -> x1", 1, 9, "x1", "[x1] for the variable, or the token in quotes"),
        ("a -> u", 1, 6, "u", "[u] for the variable, or the token in quotes"),
        ("a -> [a]", 1, 6, "[a]", "one variable in brackets such as [x1], or the word in quotes"),
        ("x1 a -> [x1][x1]", 1, 9, "[x1][x1]", "one variable in brackets"),
        ("x1 a -> [x1", 1, 9, "[x1", "one variable in brackets"),
        ("x1 a -> x1]", 1, 9, "x1]", "a variable in brackets such as [x1]"),
        ("x1 a -> []", 1, 9, "[]", "one variable in brackets"),
        ("x01 -> a", 1, 1, "x01", "no leading zero"),
        ("x4294967296 -> a", 1, 1, "x4294967296", "below 2^32"),
    ]);
}

#[test]
fn every_reserved_form_is_refused_and_says_what_it_is_for() {
    assert_slips(&[
        ("x1 a -> {a}", 1, 9, "{a}", "one variable in braces such as {x1}"),
        ("{x1} -> a", 1, 1, "{x1}", "x1 without braces on a left side"),
        ("<take> x1 -> [x1]", 1, 1, "<take>", "reserved for classes of words"),
        ("<take> = take | get", 1, 1, "<take>", "reserved for classes of words"),
        ("put x1 -> the?", 1, 11, "the?", "a word with ? is optional, and stands on a left side"),
        ("put @obj -> a", 1, 5, "@obj", "@name begins a section, on a line of its own"),
        ("put x1:obj -> [x1]", 1, 5, "x1:obj", "a section that there is (:integer, :word, :words"),
        ("o1 a -> b", 1, 1, "o1", "reserved for open names"),
        ("a -> o", 1, 6, "o", "reserved for open names"),
        ("a n12 -> b", 1, 3, "n12", "reserved for numbers in words"),
        ("a -> n", 1, 6, "n", "the word in quotes"),
    ]);
}

#[test]
fn slips_of_the_directive_are_named() {
    assert_slips(&[
        ("%foo", 1, 1, "%foo", "%numbers, %sums"),
        ("% -> percent", 1, 1, "%", "has it in quotes"),
        ("%numbersx", 1, 1, "%numbersx", "%numbers, %sums"),
        ("%numbers\n\n %numbers", 3, 2, "%numbers", "at most once"),
        ("# c\na -> b\n%numbers", 3, 1, "%numbers", "before its first rule"),
        ("%numbers on", 1, 10, "on", "nothing after %numbers"),
    ]);
}

#[test]
fn slips_of_sections_are_named() {
    let near = if cfg!(feature = "suggestions") {
        "perhaps :lamp"
    } else {
        "a section that there is (:lamp,"
    };
    assert_slips(&[
        ("@a b -> c", 1, 4, "b", "nothing after the name of a section"),
        ("@1", 1, 1, "@1", "begins with a letter"),
        ("@word", 1, 1, "@word", "every grammar has the section word"),
        ("@a\n@b\n@a", 3, 1, "@a", "each section once"),
        ("x1:lamps -> a\n@lamp", 1, 1, "x1:lamps", near),
        ("x1: -> a", 1, 1, "x1:", "the name of a section after the colon"),
        ("@a\n%numbers\nx1:b -> [x1]\n@b\nc -> d", 3, 9, "[x1]", "the section of x1 gives tokens"),
        ("%numbers\nx1:word -> [x1]", 2, 12, "[x1]", "the section of x1 gives tokens"),
        ("%numbers\nx1 a -> {x1}", 2, 9, "{x1}", "{x1} copies words"),
        ("  %numbers\n@a\nb -> 1", 1, 3, "%numbers", "below the name of the section"),
        ("@a\n%use nothing", 2, 6, "nothing", "the name of ready-made rules"),
        ("@a\n%use", 2, 5, END, "the name of ready-made rules"),
    ]);
}

#[test]
fn slips_of_groups_are_named() {
    assert_slips(&[
        ("(a b -> c", 1, 6, "->", "the group is still open"),
        ("(a b", 1, 1, "(a", "the parenthesis opens a group of words"),
        ("(a|) b -> c", 1, 4, ")", "in each alternative"),
        ("(|a) b -> c", 1, 2, "|a)", "in each alternative"),
        ("(a|b)c -> d", 1, 6, "c", "a space after a group"),
        ("(a -> b) -> c", 1, 4, "->", "the group is still open"),
        ("(a f(x)) -> c", 1, 4, "f(x))", "a space between the words of a group"),
        ("the? -> c", 1, 1, "the?", "that is not optional"),
        ("(a|x1) b -> [x1]", 1, 13, "[x1]", "one of them has no x1"),
        ("(x1|x2) x1 -> a", 1, 9, "x1", "x1 stands on this left side already"),
        ("((((((((((((((((((a)))))))))))))))))) b -> c", 1, 17, "((a))))))))))))))))))", "16 deep"),
        ("a (b # c) -> d", 1, 6, "#", "before a comment"),
        ("\"a\"b -> c", 1, 4, "b", "a space after the closing quote"),
    ]);
    let many = "(a|b|c|d|e|f|g|h|i|j) ".repeat(5) + "-> z";
    let error = Grammar::parse(&many).unwrap_err();
    assert!(error.expected.contains("more than 10000 rules"), "{error}");
}

#[test]
fn all_errors_of_a_text_are_said_at_once() {
    let text = "a => b\n@s\nc -> d\nx1:t -> [x2]\n%foo\n%numbers";
    let errors = Grammar::parse_with(text, &ReadyMade::new()).unwrap_err();
    let places: Vec<_> = errors.all().iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(1, 3), (4, 1), (5, 1), (6, 1)]);
    assert!(errors.to_string().ends_with("(and 3 more errors)"), "{errors}");
    assert_eq!(Grammar::parse(text).unwrap_err(), *errors.first());
}

#[test]
fn slips_of_number_rules_are_named() {
    assert_slips(&[
        ("%numbers\na ->", 2, 5, END, "no right side is empty"),
        ("%numbers\na ->   ", 2, 5, END, "no right side is empty"),
        ("%numbers\nten -> TEN", 2, 8, "TEN", "a term: a number such as 7"),
        ("%numbers\na -> \"7\"", 2, 6, "\"7\"", "a term"),
        ("%numbers\na -> 7 8", 2, 8, "8", "`+` and another term, or the end of the line"),
        ("%numbers\na -> 7 +", 2, 9, END, "a term"),
        ("%numbers\na -> 7*", 2, 8, END, "a number after `*`"),
        ("%numbers\nx1 a -> x1", 2, 9, "x1", "[x1]"),
        ("%numbers\nx1 a -> [x2]*2", 2, 9, "[x2]*2", "a variable of the left side: [x1]"),
        ("%numbers\nx1 a -> 3 + [x1 + 2", 2, 13, "[x1", "a variable in brackets"),
        ("%numbers\nx1 k -> 1000*[x1]", 2, 14, "[x1]", "the variable comes first, as in [x1]*1000"),
        ("%numbers\na -> 9223372036854775808", 2, 6, "9223372036854775808", "9223372036854775807"),
        ("%numbers\na -> 2*9223372036854775808", 2, 8, "9223372036854775808", "at most"),
        ("%numbers\na + b -> 7", 2, 3, "+", "\"+\" in quotes"),
    ]);
}

#[test]
fn slips_of_quotes_are_named() {
    assert_slips(&[
        ("\"a", 1, 3, END, "a closing quote"),
        ("a -> \"b\\", 1, 9, END, "a closing quote"),
        ("a -> \"b\\n\"", 1, 8, "\\n\"", "a backslash stands only before"),
        ("a -> \"b\"c", 1, 9, "c", "a space after the closing quote"),
        ("a -> \"b\"\"c\"", 1, 9, "\"c\"", "a space after the closing quote"),
        ("\"a b\" -> c", 1, 1, "\"a", "a word has no spaces in it"),
        ("a -> \"b\u{a0}c\"", 1, 6, "\"b", "a word has no spaces in it"),
        ("\"\" -> c", 1, 1, "\"\"", "a word between the quotes"),
    ]);
}

/// Editors count characters, not bytes, and show neither a carriage return nor a byte order mark.
#[test]
fn lines_and_columns_are_those_that_an_editor_shows() {
    assert_slips(&[
        ("a -> b\r\nx1 -> x1\r\n", 2, 7, "x1", "[x1]"),
        ("a -> b\r\na b\r\n", 2, 4, END, "`->`"),
        ("\u{feff}a b", 1, 4, END, "`->`"),
        ("\u{feff}%foo", 1, 1, "%foo", "%numbers"),
        ("é ü x1 -> [x2]", 1, 11, "[x2]", "[x1]"),
        ("\u{3000}零 -> y", 1, 7, "y", "[y]"),
        ("\"é\\\"\" \"\\\\\" -> y", 1, 15, "y", "[y]"),
        ("𝄞 𝄞", 1, 4, END, "`->`"),
    ]);
}

#[test]
fn what_is_found_is_cut_where_it_is_long() {
    let error = Grammar::parse(&format!("a -> [{}", "é".repeat(1_000_000))).unwrap_err();
    assert_eq!(error.found, format!("`[{}…`", "é".repeat(39)));
    assert_eq!((error.line, error.column), (1, 6));
    let error = Grammar::parse(&"a ".repeat(1_000_000)).unwrap_err();
    assert_eq!((error.column, error.to_string().len() < 200), (2_000_000, true));
}

#[test]
fn an_error_is_one_sentence_with_all_its_parts() {
    let error = ParseError {
        line: 3,
        column: 14,
        found: "`[x2]`".to_owned(),
        expected: "a variable of the left side: [x1]".to_owned(),
    };
    let text = "line 3, column 14: found `[x2]`, expected a variable of the left side: [x1]";
    assert_eq!(error.to_string(), text);
    assert_eq!("x1 b -> [x2]".parse::<Grammar>().unwrap_err().column, 9);
}

#[test]
fn an_arrow_that_sticks_to_a_word_is_pointed_at() {
    assert_slips(&[
        ("a->b", 1, 1, "a->b", "spaces around"),
        ("x1 a ->[x1]", 1, 6, "->[x1]", "spaces around"),
        ("x-> [x]", 1, 1, "x->", "spaces around"),
    ]);
}

#[test]
fn a_message_does_not_send_its_reader_into_the_next_error() {
    let many = "x1 x2 x3 x4 x5 x6 x7 x8 x9 -> [y]";
    // What the message for each of these texts has to have, or (false) must not have.
    let wanted = [
        // There are no tokens in a grammar of numbers.
        ("%numbers\na -> [x1]", false, "token"),
        // The arrow is missing; without its brackets the variable would be no better.
        ("x1 a → [x1]", true, "->"),
        // Brackets have no place on a left side at all.
        ("[a] -> b", false, "such as [x1]"),
        ("x1] a -> b", false, "such as [x1]"),
        // Who writes this forgot the directive.
        ("x1 hundred -> [x1]*100", true, "%numbers"),
        // A list of names that leaves some out has to say so.
        (many, true, "…"),
    ];
    let mut wrong = Vec::new();
    for (text, has, part) in wanted {
        let error = Grammar::parse(text).unwrap_err();
        if error.expected.contains(part) != has {
            wrong.push(format!("{text:?}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
