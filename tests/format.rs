//! The text of grammars, formatted.

use blicket::{Grammar, ReadyMade, format_grammar};

fn formatted(text: &str) -> String {
    format_grammar(text, &ReadyMade::new()).unwrap()
}

#[test]
fn white_space_and_quotes_are_put_right_and_comments_stay() {
    let text = "\n\n#  Home\n@c   # what is said\n  turn \"on\"   (red|  blue) ->   ON\t#  on\n\n\n\n\"x1\" ->  X\n# lamps\n@lamp\n%numbers\nx1:lamp one->2 -> [x1]*10+1\n";
    let expected = "#  Home\n@c  # what is said\nturn on (red|blue) -> ON  #  on\n\n\"x1\" -> X\n\n# lamps\n@lamp\n%numbers\nx1:lamp one->2 -> [x1]*10 + 1\n";
    assert_eq!(formatted(text), expected);
}

#[test]
fn a_formatted_text_means_the_same_and_stays_as_it_is() {
    let mut texts: Vec<String> = vec![
        String::new(),
        "# only a comment".to_owned(),
        "\u{feff}a -> B\r\nb -> C\r\n".to_owned(),
        "@a\n@b\nc -> D".to_owned(),
    ];
    for file in
        ["data/scan/grammar.txt", "data/numbers/gold/fr.txt", "data/commands/gold/babyai.txt"]
    {
        texts.extend(std::fs::read_to_string(file));
    }
    assert!(texts.len() > 5);
    for text in texts {
        let once = formatted(&text);
        assert_eq!(Grammar::parse(&once).unwrap(), Grammar::parse(&text).unwrap(), "{text}");
        assert_eq!(formatted(&once), once);
    }
}

#[test]
fn a_text_that_is_no_grammar_is_not_formatted() {
    assert_eq!(format_grammar("a => b\nc -> D", &ReadyMade::new()).unwrap_err().first().line, 1);
}
