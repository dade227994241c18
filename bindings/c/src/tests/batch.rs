//! Many inputs at once.

use super::*;

#[test]
fn a_batch_has_the_results_of_all_inputs() {
    let grammar = grammar();
    let mut batch = null_mut();
    // SAFETY: all pointers are good, and handles are freed once.
    unsafe {
        let inputs = [text("dax fep"), text("wug fep"), text(""), text("dax")];
        let apply = |inputs: &[blicket_str], batch: &mut _| {
            let (first, count) = (inputs.as_ptr(), inputs.len());
            blicket_grammar_apply_batch(grammar, first, count, batch, null_mut())
        };
        assert_eq!(apply(&inputs, &mut batch), BLICKET_OK);
        assert_eq!(blicket_batch_count(batch), 4);
        let texts: Vec<String> =
            (0..5).map(|index| read(blicket_batch_text(batch, index))).collect();
        assert_eq!(texts, ["RED RED", "", "", "RED", ""]);
        assert_eq!(blicket_batch_outcome(batch, 0), blicket_outcome::Value);
        assert_eq!(blicket_batch_outcome(batch, 1), blicket_outcome::Stuck);
        assert_eq!(read(blicket_batch_stuck_text(batch, 1)), "wug");
        assert_eq!(blicket_batch_stuck_text(batch, 0).len, 0);
        assert_eq!(blicket_batch_limit(batch, 0), blicket_limit::None);

        let mut limits = blicket_grammar_limits(grammar);
        limits.output_tokens = 1;
        assert_eq!(blicket_grammar_set_limits(grammar, limits, null_mut()), BLICKET_OK);
        let first = batch;
        assert_eq!(apply(&inputs, &mut batch), BLICKET_OK);
        assert_eq!(batch, first, "used again");
        assert_eq!(blicket_batch_limit(batch, 0), blicket_limit::Length);
        assert_eq!(blicket_batch_outcome(batch, 3), blicket_outcome::Value);

        let bad = blicket_str { data: [0xffu8].as_ptr().cast(), len: 1 };
        assert_eq!(apply(&[text("dax"), bad], &mut batch), BLICKET_INVALID_UTF8);
        assert_eq!(blicket_batch_count(batch), 4, "nothing has changed");
        assert_eq!(apply(&[], &mut batch), BLICKET_OK);
        assert_eq!(blicket_batch_count(batch), 0);
        blicket_batch_free(batch);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn a_batch_can_be_applied_to_its_own_texts() {
    let (mut grammar, mut batch) = (null_mut(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        let rules = text("a -> b a\nb -> a\nu1 x1 -> [u1] [x1]");
        blicket_grammar_parse(rules, &mut grammar, null_mut());
        let mut inputs = [text("a b"), text("b")];
        for _ in 0..3 {
            let first = inputs.as_ptr();
            let status = blicket_grammar_apply_batch(grammar, first, 2, &mut batch, null_mut());
            assert_eq!(status, BLICKET_OK);
            inputs = [blicket_batch_text(batch, 0), blicket_batch_text(batch, 1)];
        }
        assert_eq!(inputs.map(read), ["b a a b a a b a", "a b a"]);
        blicket_batch_free(batch);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn a_batch_of_numbers_has_them_as_integers() {
    let (mut grammar, mut batch, mut number) = (null_mut(), null_mut(), 7);
    // SAFETY: all pointers are good.
    unsafe {
        let rules = text("%numbers\nbig -> 9223372036854775807\nu1 x1 -> [u1] + [x1]");
        assert_eq!(blicket_grammar_parse(rules, &mut grammar, null_mut()), BLICKET_OK);
        let inputs = [text("big big"), text("big")];
        blicket_grammar_apply_batch(grammar, inputs.as_ptr(), 2, &mut batch, null_mut());
        assert_eq!(blicket_batch_limit(batch, 0), blicket_limit::Overflow);
        assert!(!blicket_batch_number(batch, 0, &mut number) && number == 7);
        assert!(blicket_batch_number(batch, 1, &mut number) && number == i64::MAX);
        assert_eq!(read(blicket_batch_text(batch, 1)), "9223372036854775807");
        assert!(!blicket_batch_number(batch, 1, null_mut()));
        blicket_batch_free(batch);
        blicket_grammar_free(grammar);
    }
}
