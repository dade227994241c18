//! The interface that a search uses: programs checked on words that are numbers already.

use blicket::{Evaluator, Grammar, Job, Limit, Limits, Verdict, Vocabulary, Word};

#[test]
fn a_check_keeps_the_limits_as_well() {
    let grammar = Grammar::parse("a -> A\nu1 x1 -> [u1] [x1]").unwrap();
    let [a, token] = ["a", "A"].map(|text| grammar.vocabulary().find(text));
    let (input, wanted) = ([a; 50], [token; 50]);
    let mut evaluator = Evaluator::new();
    let mut verdict = |limits: Limits| {
        let job = Job { program: grammar.program(), input: &input, limits: &limits };
        (evaluator.check(job, &wanted), evaluator.steps())
    };
    let (right, steps) = verdict(Limits::default());
    assert_eq!(right, Verdict::Right);
    let exact = Limits::default().with(|limits| limits.steps = steps);
    assert_eq!(verdict(exact), (Verdict::Right, steps));
    let fewer = exact.with(|limits| limits.steps = steps - 1);
    assert_eq!(verdict(fewer), (Verdict::Limit(Limit::Steps), steps - 1));
    let shallow = exact.with(|limits| limits.depth = 10);
    assert_eq!(verdict(shallow).0, Verdict::Limit(Limit::Depth));
}

/// An evaluator takes numbers for words, from whatever vocabulary they come.
#[test]
fn words_of_a_foreign_vocabulary_are_unknown_words() {
    let grammar = Grammar::parse("a -> A\nu1 b -> B\nx1 a u1 -> [x1] [u1]").unwrap();
    let mut foreign = Vocabulary::new();
    let words = (0..1_000).map(|number| foreign.intern(&format!("w{number}")).unwrap());
    let far: Vec<Word> = words.skip(grammar.vocabulary().len()).chain([Word::UNKNOWN]).collect();
    let find = |text| grammar.vocabulary().find(text);
    let limits = Limits::default();
    let mut evaluator = Evaluator::new();
    for word in [far[0], far[900], Word::UNKNOWN] {
        // On both sides of the length up to which the places of a word are a set.
        for length in [2, 64, 65, 200] {
            let mut input = vec![word; length];
            *input.last_mut().unwrap() = find("b");
            let job = Job { program: grammar.program(), input: &input, limits: &limits };
            let expected = if length == 2 { Verdict::Right } else { Verdict::Stuck };
            assert_eq!(evaluator.check(job, &[find("B")]), expected);
        }
    }
}

#[test]
fn a_check_in_the_wrong_domain_is_not_right_and_does_not_panic() {
    let numbers = Grammar::parse("%numbers\na -> 1\nu1 u2 -> [u1] + [u2]").unwrap();
    let tokens = Grammar::parse("a -> A\nu1 u2 -> [u1] [u2]").unwrap();
    let (limits, mut evaluator) = (Limits::default(), Evaluator::new());
    let input = [numbers.vocabulary().find("a"); 2];
    assert_eq!(input[0], tokens.vocabulary().find("a"));
    let job = Job { program: numbers.program(), input: &input, limits: &limits };
    assert_ne!(evaluator.check(job, &input), Verdict::Right);
    let job = Job { program: tokens.program(), input: &input, limits: &limits };
    assert_ne!(evaluator.check_number(job, 2), Verdict::Right);
}

/// On both sides of the length up to which the places of a word are a set, and wherever the word
/// stands that decides.
#[test]
fn what_one_evaluation_leaves_behind_does_not_show_in_the_next() {
    let small = Grammar::parse("a -> A\nx1 b x2 -> [x2]\nu1 x1 -> [x1]").unwrap();
    let large =
        Grammar::parse("c -> C\nd -> D\ne -> E\na -> A\nx1 b x2 -> B\nu1 x1 -> [x1]").unwrap();
    let limits = Limits::default();
    let mut reused = Evaluator::new();
    let mut right = 0;
    for grammar in [&small, &large, &small] {
        let find = |text| grammar.vocabulary().find(text);
        let lengths = [70, 3, 200, 64, 65, 2, 63, 66, 1];
        for (length, place) in lengths.iter().flat_map(|l| (0..*l).step_by(3).map(move |p| (*l, p)))
        {
            let mut input = vec![find("a"); length];
            input[length - 1 - place] = find("b");
            let job = Job { program: grammar.program(), input: &input, limits: &limits };
            let fresh = Evaluator::new().check(job, &[find("A")]);
            assert_eq!(reused.check(job, &[find("A")]), fresh, "{length} words, {place} after it");
            right += usize::from(fresh == Verdict::Right);
        }
    }
    assert!(right > 100, "{right}");
}
