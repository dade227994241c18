//! What `check_grammar` finds, and what it leaves alone.

use blicket::{FindingKind, ReadyMade, Severity, check_grammar};

fn found(text: &str) -> Vec<(usize, FindingKind)> {
    check_grammar(text, &ReadyMade::new())
        .into_iter()
        .map(|finding| (finding.line, finding.kind))
        .collect()
}

#[test]
fn a_grammar_with_nothing_wrong_gives_no_findings() {
    let home = "@command\nturn on the? x1:lamp -> ON [x1]\nturn x1:lamp off -> OFF [x1]\n\n@lamp\n(red|blue) lamp -> L\nx1:word lamp -> {x1}\n";
    assert_eq!(found(home), []);
    let scan = std::fs::read_to_string("data/scan/grammar.txt").unwrap();
    assert_eq!(found(&scan), []);
    assert_eq!(found(""), [(1, FindingKind::EmptySection)]);
}

#[test]
fn all_parse_errors_are_found_at_once() {
    let findings = check_grammar("a => B\nok -> OK\nx1 -> [x2]\n", &ReadyMade::new());
    let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
    assert_eq!(lines, [1, 3]);
    assert!(findings.iter().all(|finding| finding.severity == Severity::Error));
}

#[test]
fn a_rule_with_the_left_side_of_an_earlier_one_is_a_duplicate() {
    assert_eq!(found("dax -> RED\nlug -> BLUE\ndax -> GREEN"), [(3, FindingKind::DuplicateRule)]);
    assert_eq!(
        found("x1 and x2 -> [x1] [x2]\nx3 and x9 -> [x9] [x3]"),
        [(2, FindingKind::DuplicateRule)]
    );
    assert_eq!(found("x1 and u2 -> [x1]\nu1 and x2 -> [x2]"), []);
}

#[test]
fn a_rule_whose_words_earlier_rules_all_match_is_unreachable() {
    for (text, line) in [
        ("x1 twice -> [x1] [x1]\njump twice -> JUMP", 2),
        ("y1 -> A\ndax -> RED", 2),
        ("x1 -> A\nu1 x1 fep -> [x1]", 2),
        ("u1 -> A\ndax -> RED", 2),
        ("(take|get) x1 -> T [x1]\nget lamp -> L\na -> A", 2),
        ("take x1 -> T\nget x1 -> G\n(take|get) lamp -> L", 3),
        ("@c\nput x1:obj -> [x1]\nput u1:obj -> [u1]\n@obj\nbox -> B", 3),
    ] {
        assert_eq!(found(text), [(line, FindingKind::UnreachableRule)], "{text}");
    }
}

#[test]
fn a_rule_that_matches_something_of_its_own_is_left_alone() {
    for text in [
        "jump twice -> JUMP\nx1 twice -> [x1]",
        "u1 twice -> A\nx1 twice -> [x1]",
        "x1 -> A\ny1 -> B",
        "take x1 -> T\n(take|get) lamp -> L",
        "@c\nput x1:obj -> [x1]\nput x1:any -> [x1]\n@obj\nbox -> B\n@any\nx1:words -> {x1}",
        "@c\nset x1:integer -> [x1]\nset x1:word -> {x1}\nset x1:words -> {x1}",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn a_section_that_the_first_one_does_not_need_is_unused() {
    let text = "@c\ngo -> GO\n\n@room\nx1:hall -> [x1]\n\n@hall\nhall -> H\n";
    assert_eq!(found(text), [(4, FindingKind::UnusedSection), (7, FindingKind::UnusedSection)]);
}

#[test]
fn a_section_that_needs_itself_for_everything_reads_nothing() {
    let text = "@c\ngo -> GO\nput x1:nest -> [x1]\n@nest\nin x1:nest -> [x1]\n";
    assert_eq!(found(text), [(3, FindingKind::ImpossibleRule), (4, FindingKind::EmptySection)]);
}

#[test]
fn left_recursion_is_noted_and_endless_rules_are_warned_about() {
    let text = "@c\nx1:c then x2:c -> [x1] [x2]\ngo -> GO\n";
    let findings = check_grammar(text, &ReadyMade::new());
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (findings[0].kind, findings[0].severity),
        (FindingKind::LeftRecursion, Severity::Note)
    );
    let text = "@c\ngo -> GO\nx1:d -> [x1]\n@d\nstop -> STOP\nx1:c -> [x1]\n";
    assert_eq!(found(text), [(3, FindingKind::EndlessRule), (6, FindingKind::EndlessRule)]);
}

#[test]
fn ready_made_rules_are_found_at_the_line_that_uses_them() {
    let mut ready_made = ReadyMade::new();
    ready_made.register("digits", "%numbers\none -> 1\ntwo -> 2");
    let text = "@c\nstep x1:n -> [x1]\n@n\n%use digits\ntwo -> 3\nthree -> 3\n";
    let findings = check_grammar(text, &ready_made);
    assert_eq!(findings.len(), 1);
    assert_eq!(
        findings[0].to_string(),
        "5:1: warning: never used: line 4 has the same left side; remove one of them"
    );
}
