//! Sections, typed variables, copies, numbers inside sentences, groups: what they mean.

use blicket::{Grammar, Limit, Outcome};

fn apply(grammar: &str, input: &str) -> Option<String> {
    let grammar = Grammar::parse(grammar).unwrap_or_else(|error| panic!("{error}"));
    grammar.apply(input).text().map(str::to_owned)
}

const HOME: &str = "\
@command # the section that reads a whole input
turn on the? x1:lamp -> ON ( [x1] )
set x1:lamp to x2:level percent? -> LEVEL ( [x1] , [x2] )
remind me to x1:words in x2:level (minutes|minute) -> REMIND ( {x1} , [x2] )
x1:command and then x2:command -> [x1] ; [x2]

@lamp
(bedside|night) lamp -> lamp_17
x1:room lamp -> lamp_of ( [x1] )

@room
kitchen -> K
living room -> L

@level
%numbers
x1:integer -> [x1]
twenty -> 20
six -> 6
u1 u2 -> [u1] + [u2]
";

#[test]
fn a_home_is_understood() {
    let says = |input| apply(HOME, input);
    assert_eq!(says("turn on the kitchen lamp").as_deref(), Some("ON ( lamp_of ( K ) )"));
    assert_eq!(says("turn on night lamp").as_deref(), Some("ON ( lamp_17 )"));
    assert_eq!(says("turn on living lamp"), None);
    assert_eq!(
        says("set living room lamp to twenty six percent").as_deref(),
        Some("LEVEL ( lamp_of ( L ) , 26 )")
    );
    assert_eq!(
        says("remind me to feed Bella in 08 minutes").as_deref(),
        Some("REMIND ( feed Bella , 8 )")
    );
    assert_eq!(
        says("turn on kitchen lamp and then set bedside lamp to 5").as_deref(),
        Some("ON ( lamp_of ( K ) ) ; LEVEL ( lamp_17 , 5 )")
    );
}

#[test]
fn what_is_printed_reads_back() {
    let grammar = Grammar::parse(HOME).unwrap();
    let printed = grammar.to_string();
    assert_eq!(Grammar::parse(&printed).unwrap().to_string(), printed);
    assert_eq!(printed, HOME.replace(" # the section that reads a whole input", ""));
}

#[test]
fn slots_are_in_the_order_of_the_words() {
    let grammar = Grammar::parse(HOME).unwrap();
    let evaluation = grammar.apply("set living room lamp to twenty six percent");
    let slots: Vec<_> = evaluation
        .slots()
        .map(|slot| (slot.section(), slot.text(), slot.value(), slot.depth(), slot.parent()))
        .collect();
    assert_eq!(
        slots,
        [
            ("lamp", "living room lamp", Some("lamp_of ( L )"), 0, None),
            ("room", "living room", Some("L"), 1, Some(0)),
            ("level", "twenty six", Some("26"), 0, None),
        ]
    );
    assert_eq!(evaluation.slot(2).unwrap().number(), Some(26));
}

#[test]
fn a_slot_has_a_value_even_if_no_right_side_asks_for_it() {
    let text = "@go\nx1:a to x2:b -> {x1}\n@a\nx1:b done -> A [x1]\n@b\none -> 1\ntwo words -> 2 w";
    let grammar = Grammar::parse(text).unwrap();
    let evaluation = grammar.apply("two words done to one");
    assert_eq!(evaluation.text(), Some("two words done"));
    let slots: Vec<_> = evaluation.slots().map(|slot| (slot.text(), slot.value())).collect();
    assert_eq!(
        slots,
        [("two words done", Some("A 2 w")), ("two words", Some("2 w")), ("one", Some("1"))]
    );
}

/// Either may stand inside the other.
#[test]
fn sequences_and_loops_nest_in_any_order() {
    let robot = "\
@do
x1:do then x2:do -> [x1] ; [x2]
while x1:seen do x2:do end -> WHILE ( [x1] ) { [x2] }
go -> GO
turn -> TURN
@seen
clear -> CLEAR
";
    let says = |input| apply(robot, input);
    assert_eq!(
        says("while clear do go then turn end then go").as_deref(),
        Some("WHILE ( CLEAR ) { GO ; TURN } ; GO")
    );
    assert_eq!(
        says("go then while clear do while clear do go end then go end").as_deref(),
        Some("GO ; WHILE ( CLEAR ) { WHILE ( CLEAR ) { GO } ; GO }")
    );
    assert_eq!(says("while clear do go then turn"), None);
}

#[test]
fn chains_without_a_separator_are_cut() {
    let text = "@chain\nx1:one x2:chain -> [x1] [x2]\nx1:one -> [x1]\n\
                @one\ncopy that -> COPY\nundo that -> UNDO\nlaunch u1:word -> LAUNCH [u1]";
    assert_eq!(
        apply(text, "copy that launch firefox undo that").as_deref(),
        Some("COPY LAUNCH firefox UNDO")
    );
}

#[test]
fn untyped_variables_are_those_of_the_paper() {
    // The first match is final: what it cannot evaluate is stuck.
    let text = "@s\nx1 twice -> [x1] [x1]\njump twice -> NEVER\nwalk -> WALK\nrun x1:s -> RUN [x1]";
    assert_eq!(apply(text, "walk twice twice").as_deref(), Some("WALK WALK WALK WALK"));
    let grammar = Grammar::parse(text).unwrap();
    let evaluation = grammar.apply("jump twice");
    assert_eq!(evaluation.outcome(), Outcome::Stuck);
    assert_eq!(evaluation.stuck_text(), "jump");
    let endless = Grammar::parse("@s\nx1 -> [x1]").unwrap();
    assert_eq!(endless.apply("a").outcome(), Outcome::Limit(Limit::Depth));
}

#[test]
fn a_section_that_would_read_its_own_words_again_does_not() {
    let text = "@s\nx1:t -> S [x1]\n@t\nx1:s -> T [x1]\na -> A";
    assert_eq!(apply(text, "a").as_deref(), Some("S A"));
    // Who asks first does not matter: s is asked for `a` within t, and then on its own.
    let text = "@top\nx1:t x2:s -> [x1] [x2]\nx1:s -> [x1]\n@s\nx1:t -> S [x1]\n@t\nx1:s -> T [x1]\na -> A";
    assert_eq!(apply(text, "a a").as_deref(), Some("A S A"));
    let left = "@list\nx1:list x2:item -> [x1] [x2]\nx1:item -> [x1]\n@item\na -> A\nb -> B";
    assert_eq!(apply(left, "a b a").as_deref(), Some("A B A"));
}

#[test]
fn empty_parts_give_nothing() {
    let text = "@s\ngo y1:often -> GO [y1] {y1}\n@often\ntwice -> 2";
    assert_eq!(apply(text, "go").as_deref(), Some("GO"));
    assert_eq!(apply(text, "go twice").as_deref(), Some("GO 2 twice"));
    assert_eq!(apply(text, "go thrice"), None);
    assert_eq!(apply(text, ""), None);
    let numbers = "%numbers\nten y1:ones -> 10 + [y1]*2\n@ones\n%numbers\none -> 1";
    assert_eq!(apply(numbers, "ten one").as_deref(), Some("12"));
    assert_eq!(apply(numbers, "ten").as_deref(), Some("10"));
}

#[test]
fn comments_stand_behind_rules_and_marks_in_quotes() {
    let text = "a -> A # not output\nb -> \"#\" #ff0000 ## more\n";
    assert_eq!(apply(text, "a").as_deref(), Some("A"));
    assert_eq!(apply(text, "b").as_deref(), Some("# #ff0000"));
    assert_eq!(Grammar::parse(text).unwrap().to_string(), "a -> A\nb -> \"#\" #ff0000\n");
}

#[test]
fn a_hostile_grammar_ends_within_its_limits() {
    let text = "@x\nx1:x x2:x x3:x -> A\nx1:x x2:x -> A\na -> A";
    let grammar = Grammar::parse(text).unwrap();
    let input = "a ".repeat(200) + "b";
    let evaluation = grammar.apply(&input);
    println!("{} steps", evaluation.steps());
    assert_eq!(evaluation.outcome(), Outcome::Stuck);
    assert_eq!(grammar.apply(&"a ".repeat(200)).text(), Some("A"));
}

/// Twelve sections that all ask each other for the same words: there are a hundred million ways through them.
#[test]
fn circles_of_many_sections_take_few_steps() {
    let all = |rule: &str, words: &str| {
        let rules = |one: usize| {
            (0..12)
                .map(|other| {
                    rule.replace(":S", &format!(":s{other}"))
                        .replace(":T", &format!(":s{}", (other + one) % 12))
                })
                .collect::<String>()
        };
        let section = |one: usize| format!("@s{one}\n{}{words}", rules(one));
        Grammar::parse(&(0..12).map(section).collect::<String>()).unwrap()
    };
    let units = all("x1:S -> [x1]\n", "a b -> AB\na x1:s3 b -> A [x1] B\n");
    let empty = all("y1:S y2:T -> [y1] [y2]\n", "w -> W\n");
    for (grammar, input, output) in [
        (&units, "a a b b", Some("A AB B")),
        (&units, "a c b", None),
        (&units, "a a a c b b b", None),
        (&empty, "w w w", Some("W W W")),
        (&empty, "w w v w w", None),
    ] {
        let evaluation = grammar.apply(input);
        assert_eq!(evaluation.text(), output, "{input}: {:?}", evaluation.outcome());
        assert!(evaluation.steps() < 200_000, "{input}: {} steps", evaluation.steps());
    }
}

/// Seven parts of a sum, and words of which one is none: the ways to cut them are not all tried.
#[test]
fn sums_of_many_parts_take_few_steps() {
    let rule = "x1 x2 x3 x4 x5 x6 x7 -> [x1] + [x2] + [x3] + [x4] + [x5] + [x6] + [x7]";
    for sums in ["any", "descending"] {
        let text =
            format!("%numbers\n%sums {sums}\n{rule}\nx1 x2 -> [x1] + [x2]\na -> 1\nb -> 20\n");
        let evaluation = Grammar::parse(&text).unwrap().apply(&("a ".repeat(60) + "c b a"));
        assert_eq!(evaluation.outcome(), Outcome::Stuck);
        assert!(evaluation.steps() < 1_000_000, "{sums}: {} steps", evaluation.steps());
    }
}

#[test]
fn sums_can_be_asked_to_be_well_formed() {
    let rules = "ten -> 10\ntwenty -> 20\none -> 1\nsix -> 6\nx1:integer -> [x1]\n\
                 x1 hundred y1 -> [x1]*100 + [y1]\nu1 x1 -> [u1] + [x1]\n";
    let with = |sums: &str| Grammar::parse(&format!("%numbers\n{sums}\n{rules}")).unwrap();
    let number = |grammar: &Grammar, input: &str| grammar.apply(input).number();
    let (loose, descending) = (with(""), with("%sums descending"));
    let (either, twenties) = (with("%sums either"), with("%sums descending twenties"));
    for (input, values) in [
        ("twenty six", [Some(26), Some(26), Some(26), Some(26)]),
        ("six one", [Some(7), None, None, None]),
        ("six twenty", [Some(26), None, Some(26), None]),
        ("twenty ten six", [Some(36), None, None, Some(36)]),
        ("6 hundred twenty", [Some(620), Some(620), Some(620), Some(620)]),
        ("one hundred six hundred", [Some(10600), None, None, None]),
        ("twenty foo", [None; 4]),
    ] {
        let found = [&loose, &descending, &either, &twenties].map(|one| number(one, input));
        assert_eq!(found, values, "{input}");
    }
    let text = twenties.to_string();
    assert!(text.starts_with("%numbers\n%sums descending twenties\nten -> 10\n"), "{text}");
    assert_eq!(Grammar::parse(&text).unwrap(), twenties);
    for wrong in [
        "%sums either",
        "%numbers\n%sums up",
        "%numbers\na -> 1\n%sums any",
        "%numbers\n%sums any\n%sums any",
    ] {
        let error = Grammar::parse(wrong).unwrap_err();
        assert!(error.expected.contains("%sums"), "{error}");
    }
}
