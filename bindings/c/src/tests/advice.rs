//! What a grammar says about an input that it does not read, and about its words.

use super::*;

#[test]
fn a_player_is_told_what_was_wrong_and_what_was_probably_meant() {
    let rules =
        "@do\nturn (on|off) the x1:lamp -> [x1]\n@lamp\nkitchen lamp -> K\nx1:integer -> [x1]";
    let (mut grammar, mut advice) = (null_mut(), null_mut());
    // SAFETY: all pointers are good, and handles are freed once.
    unsafe {
        assert_eq!(blicket_grammar_parse(text(rules), &mut grammar, null_mut()), BLICKET_OK);
        let input = text("turn of the kitchen lamp");
        let status = blicket_grammar_advise(grammar, input, 3, &mut advice, null_mut());
        assert_eq!(status, BLICKET_OK);
        assert!(!blicket_advice_is_read(advice));
        assert_eq!((blicket_advice_word_count(advice), blicket_advice_reached(advice)), (5, 1));
        assert_eq!(blicket_advice_unknown_count(advice), 1);
        assert_eq!(read(blicket_advice_unknown_word(advice, 0)), "of");
        assert_eq!(blicket_advice_unknown_place(advice, 0), 1);
        assert_eq!(blicket_advice_unknown_place(advice, 1), usize::MAX);
        assert_eq!(blicket_advice_expected_count(advice), 2);
        assert_eq!(read(blicket_advice_expected_word(advice, 0)), "off");
        assert_eq!(read(blicket_advice_expected_word(advice, 2)), "");
        assert!(!blicket_advice_expects_any_word(advice));
        if cfg!(feature = "suggestions") {
            assert_eq!(blicket_advice_suggestion_count(advice), 2);
            assert_eq!(read(blicket_advice_suggestion(advice, 0)), "turn off the kitchen lamp");
            assert_eq!(blicket_advice_suggestion_cost(advice, 0), 1);
        }
        assert_eq!(blicket_advice_suggestion_cost(advice, 2), usize::MAX);
        assert!(read(blicket_advice_json(advice)).starts_with(r#"{"read":false,"words":5,"#));
        blicket_advice_free(advice);

        let beginning = text("turn off the");
        blicket_grammar_advise(grammar, beginning, 0, &mut advice, null_mut());
        assert_eq!(blicket_advice_reached(advice), blicket_advice_word_count(advice));
        assert_eq!(read(blicket_advice_expected_word(advice, 0)), "kitchen");
        assert_eq!(blicket_advice_expected_section_count(advice), 2);
        assert_eq!(read(blicket_advice_expected_section(advice, 0)), "integer");
        assert_eq!(read(blicket_advice_expected_section(advice, 1)), "lamp");
        assert_eq!(blicket_advice_suggestion_count(advice), 0);
        blicket_advice_free(advice);

        assert_eq!(blicket_grammar_section_count(grammar), 2);
        assert_eq!(read(blicket_grammar_section(grammar, 1)), "lamp");
        assert_eq!(read(blicket_grammar_section(grammar, 2)), "");
        let words = |section| {
            let count = blicket_grammar_word_count(grammar, section);
            let word = |index| read(blicket_grammar_word(grammar, section, index));
            (0..count).map(word).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(0), "kitchen lamp off on the turn");
        assert_eq!(words(1), "kitchen lamp");
        assert_eq!((words(2), read(blicket_grammar_word(grammar, 0, 6))), ("".into(), "".into()));
        blicket_grammar_free(grammar);
    }
}

#[test]
fn advice_about_nothing_is_empty() {
    let (grammar, mut advice) = (grammar(), null_mut());
    // SAFETY: NULL is what is tried; everything else is good.
    unsafe {
        let a = text("a");
        let status = blicket_grammar_advise(null(), a, 3, &mut advice, null_mut());
        assert_eq!(status, BLICKET_NULL_ARGUMENT);
        let status = blicket_grammar_advise(grammar, a, 3, null_mut(), null_mut());
        assert_eq!((status, advice.is_null()), (BLICKET_NULL_ARGUMENT, true));
        let none = null::<blicket_advice>();
        assert!(!blicket_advice_is_read(none) && !blicket_advice_expects_any_word(none));
        assert_eq!(blicket_advice_word_count(none) + blicket_advice_reached(none), 0);
        assert_eq!(blicket_advice_unknown_count(none) + blicket_advice_expected_count(none), 0);
        assert_eq!(blicket_advice_expected_section_count(none), 0);
        assert_eq!(blicket_advice_suggestion_count(none), 0);
        assert_eq!(read(blicket_advice_json(none)), "");
        assert_eq!(blicket_grammar_section_count(null()), 0);
        assert_eq!(blicket_grammar_word_count(null(), 0), 0);
        blicket_advice_free(null_mut());
        blicket_grammar_free(grammar);
    }
}
