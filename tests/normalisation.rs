//! What a grammar's text says about the words of inputs.

use blicket::{Grammar, Normalisation, ParseError, Punctuation};

fn parse(text: &str) -> Grammar {
    Grammar::parse(text).unwrap()
}

fn error(text: &str) -> ParseError {
    Grammar::parse(text).unwrap_err()
}

#[test]
fn folded_words_are_found_in_any_case_and_copied_as_they_were_typed() {
    let grammar = parse("%fold-case\nCall x1 -> CALL {x1}\nx1 Twice -> [x1] [x1]\nHop -> Hop");
    assert_eq!(grammar.apply("CALL Anna McKay").text(), Some("CALL Anna McKay"));
    assert_eq!(grammar.apply("hOP tWICE").text(), Some("Hop Hop"));
    let stuck = grammar.apply("Skip TWICE");
    assert_eq!(stuck.stuck().collect::<Vec<_>>(), ["Skip"]);
    assert_eq!(parse("hop -> HOP").apply("Hop").text(), None);
}

#[test]
fn punctuation_is_split_off_or_left_out() {
    let split =
        parse("%punctuation split\nx1 , x2 -> [x2] [x1]\nhop -> HOP\nskip -> SKIP\nx1 ! -> [x1]");
    assert_eq!(split.apply("hop, skip!").text(), Some("SKIP HOP"));
    let dropped = parse("%fold-case\n%punctuation drop\nturn on -> ON\nset x1:integer -> {x1}");
    assert_eq!(dropped.apply("“Turn on!”").text(), Some("ON"));
    assert_eq!(dropped.apply("Set (20).").text(), Some("20"));
    assert_eq!(dropped.apply("?!").text(), None);
    let derivation = dropped.explain("Turn on!");
    assert_eq!(derivation.words, ["Turn", "on"]);
}

#[cfg(feature = "unicode")]
#[test]
fn letters_with_marks_are_the_same_however_they_are_encoded() {
    let grammar = parse("%nfc\ncafe\u{301} -> CAFE");
    assert_eq!(grammar.apply("café").text(), Some("CAFE"));
    assert_eq!(grammar.apply("cafe\u{301}").text(), Some("CAFE"));
    assert_eq!(parse("café -> CAFE").apply("cafe\u{301}").text(), None);
}

#[test]
fn a_grammar_prints_its_normalisation_and_reads_it_back() {
    let text =
        "%fold-case\n%punctuation split\n\n@c\nturn on the? x1:l -> ON [x1]\n\n@l\nlamp -> L\n";
    let grammar = parse(text);
    assert_eq!(grammar.to_string(), text);
    assert!(grammar.normalisation().fold_case);
    assert_eq!(grammar.normalisation().punctuation, Punctuation::Split);
    assert_ne!(grammar, parse(&text.replace("%fold-case\n", "")));
    assert!(parse("a -> B").normalisation().is_none());
}

#[test]
fn ready_made_rules_are_folded_too() {
    let text = "%fold-case\n%punctuation drop\n@c\nSet it to x1:n -> [x1]\n@n\n%use numbers.de";
    let grammar = parse(text);
    assert_eq!(grammar.apply("set it to Eine MILLION.").text(), Some("1000000"));
    assert_eq!(grammar.apply("set it to Einundzwanzig").text(), Some("21"));
}

#[test]
fn directives_stand_at_the_top_and_are_spelled_right() {
    for (text, line, says) in [
        ("a -> B\n%fold-case", 2, "above all sections and rules"),
        ("@s\n%punctuation drop\na -> B", 2, "above all sections and rules"),
        ("%punctuation", 1, "split or drop"),
        ("%punctuation keep", 1, "split or drop"),
        ("%fold-case now", 1, "nothing more"),
        ("%foldcase", 1, "%fold-case"),
        ("%punctuation split\nhop, skip -> A", 2, "spaces around punctuation"),
        ("%punctuation drop\nhop , skip -> A", 2, "without punctuation"),
    ] {
        let error = error(text);
        assert_eq!(error.line, line, "{text}");
        assert!(error.expected.contains(says), "{text}: {error}");
    }
}

#[test]
fn a_learnt_grammar_is_given_the_normalisation_of_its_examples() {
    let mut normalisation = Normalisation::default();
    normalisation.fold_case = true;
    normalisation.punctuation = Punctuation::Drop;
    let learnt = parse("turn on -> ON\nx1 twice -> [x1] [x1]").with_normalisation(normalisation);
    assert_eq!(learnt.apply("Turn on, TWICE!").text(), Some("ON ON"));
    assert_eq!(parse(&learnt.to_string()), learnt);
}

#[test]
fn advice_is_about_words_in_their_normal_form() {
    let grammar = parse("%fold-case\n%punctuation drop\nTurn on -> ON\nturn off -> OFF");
    assert_eq!(grammar.continuations("TURN,").words, ["off", "on"]);
    assert!(grammar.advise("Turn ON!", 0).read);
    let advice = grammar.advise("Turn, up!", 1);
    assert_eq!((advice.unknown[0].place, advice.unknown[0].word.as_str()), (1, "up"));
    assert_eq!(advice.reached, 1);
    #[cfg(feature = "suggestions")]
    assert_eq!(advice.nearest[0].text, "Turn on");
}
