//! The slots of an evaluation.

use super::*;

const LAMPS: &str = "@command
turn the? x1:lamp to x2:level -> LEVEL ( [x1] , [x2] )
@lamp
kitchen lamp -> kitchen_lamp
x1:word lamp -> lamp_of ( {x1} )
@level
%numbers
x1:integer -> [x1]
";

fn lamps() -> *mut blicket_grammar {
    let mut grammar = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { blicket_grammar_parse(text(LAMPS), &mut grammar, null_mut()) };
    assert_eq!(status, BLICKET_OK);
    grammar
}

fn slot(evaluation: *const blicket_evaluation, index: usize) -> Option<blicket_slot> {
    let mut slot = std::mem::MaybeUninit::uninit();
    // SAFETY: all pointers are good, and a slot that is said to be written was written.
    unsafe {
        blicket_evaluation_slot(evaluation, index, slot.as_mut_ptr()).then(|| slot.assume_init())
    }
}

#[test]
fn slots_say_which_section_read_which_words_and_what_they_mean() {
    let (grammar, mut evaluation) = (lamps(), null_mut());
    // SAFETY: all pointers are good, and handles are freed once.
    unsafe {
        let input = text("turn the kitchen lamp to 20");
        blicket_grammar_apply(grammar, input, &mut evaluation, null_mut());
        assert_eq!(blicket_evaluation_slot_count(evaluation), 3);
        let lamp = slot(evaluation, 0).unwrap();
        assert_eq!((read(lamp.section), read(lamp.value)), ("lamp".into(), "kitchen_lamp".into()));
        assert_eq!(read(lamp.words), "kitchen lamp");
        assert_eq!((lamp.from, lamp.to, lamp.depth, lamp.parent), (2, 4, 0, usize::MAX));
        assert!(lamp.has_value && !lamp.has_number);
        let level = slot(evaluation, 1).unwrap();
        assert_eq!((read(level.section), read(level.value)), ("level".into(), "20".into()));
        assert_eq!((level.has_number, level.number), (true, 20));
        let inner = slot(evaluation, 2).unwrap();
        assert_eq!((read(inner.section), inner.parent, inner.depth), ("integer".into(), 1, 1));
        assert!(slot(evaluation, 3).is_none());
        assert!(!blicket_evaluation_slot(evaluation, 0, null_mut()));
        assert!(slot(null(), 0).is_none());

        let mut found = lamp;
        assert!(blicket_evaluation_find_slot(evaluation, text("level"), 0, &mut found));
        assert_eq!((found.index, read(found.value)), (1, "20".into()));
        assert!(!blicket_evaluation_find_slot(evaluation, text("level"), 2, &mut found));
        assert!(!blicket_evaluation_find_slot(evaluation, text("lamps"), 0, &mut found));
        assert_eq!(found.index, 1, "nothing was written");

        let json: serde_json::Value =
            serde_json::from_str(&read(blicket_evaluation_json(evaluation))).unwrap();
        let expected = serde_json::json!({"section": "level", "words": "20", "from": 5, "to": 6,
            "value": "20", "number": 20, "parent": null});
        assert_eq!(json["slots"][1], expected);
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn a_stuck_evaluation_has_no_slots_and_a_text_of_a_slot_can_be_the_next_input() {
    let (grammar, mut evaluation) = (lamps(), null_mut());
    // SAFETY: all pointers are good, and handles are freed once.
    unsafe {
        let input = text("turn the desk lamp to 20");
        blicket_grammar_apply(grammar, input, &mut evaluation, null_mut());
        let words = slot(evaluation, 0).unwrap().words;
        assert_eq!(read(words), "desk lamp");
        let status = blicket_grammar_apply(grammar, words, &mut evaluation, null_mut());
        assert_eq!(status, BLICKET_OK);
        assert_eq!(read(blicket_evaluation_stuck_text(evaluation)), "desk lamp");
        assert_eq!(blicket_evaluation_slot_count(evaluation), 0);
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn rules_of_all_sections_are_counted() {
    let grammar = lamps();
    // SAFETY: all pointers are good, and handles are freed once.
    unsafe {
        assert_eq!(blicket_grammar_rule_count(grammar), 4);
        assert_eq!(read(blicket_grammar_rule(grammar, 3)), "x1:integer -> [x1]");
        blicket_grammar_free(grammar);
    }
}
