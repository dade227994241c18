//! Number words inside sentences, in languages that are not in the data: numbers that no example shows are read, by
//! ready-made rules or by rules that were learnt, and what is no number is refused.

use blicket::{Engine, EngineOptions, Grammar, Solution, Success, Task};

fn solve(lines: &[&str], queries: &[&str]) -> Solution {
    let mut task = Task::new();
    for line in lines {
        let (input, output) = line.split_once(" -> ").unwrap();
        task.add_example(input, output);
    }
    queries.iter().for_each(|query| task.add_query(*query));
    let options =
        EngineOptions::default().with(|options| options.threads = std::num::NonZero::new(1));
    let solution = Engine::new(&options).unwrap().solve(&task);
    assert_eq!(solution.success, Success::Solved, "{:?}", solution.problems);
    solution
}

/// Checks answers, and that the grammar's text gives the same.
fn check(lines: &[&str], wanted: &[(&str, Option<&str>)], has: &str) {
    let queries: Vec<&str> = wanted.iter().map(|(query, _)| *query).collect();
    let solution = solve(lines, &queries);
    let text = solution.grammar.as_ref().unwrap().to_string();
    assert!(text.contains(has), "{text}");
    let stored = Grammar::parse(&text).unwrap();
    for ((query, output), answer) in wanted.iter().zip(&solution.answers) {
        assert_eq!(answer.text.as_deref(), *output, "{query}\n{text}");
        if output.is_some() {
            assert_eq!(stored.apply(query).text(), *output, "{query}\n{text}");
        }
    }
    for line in lines {
        let (input, output) = line.split_once(" -> ").unwrap();
        assert_eq!(stored.apply(input).text(), Some(output), "{input}\n{text}");
    }
}

const COINS: &[&str] = &[
    "pay two coins -> PAY 2",
    "pay three coins -> PAY 3",
    "pay five coins -> PAY 5",
    "pay seven coins -> PAY 7",
    "pay twenty coins -> PAY 20",
    "pay twenty two coins -> PAY 22",
    "pay thirty coins -> PAY 30",
    "pay thirty five coins -> PAY 35",
    "pay two hundred coins -> PAY 200",
    "pay three hundred coins -> PAY 300",
    "pay five hundred and seven coins -> PAY 507",
    "pay two hundred and twenty coins -> PAY 220",
    "keep thirty two coins for five days -> KEEP 32 5",
    "keep seven coins for twenty days -> KEEP 7 20",
    "keep three hundred and five coins for thirty days -> KEEP 305 30",
    "pay all -> PAY ALL",
];

#[test]
fn ready_made_rules_that_fit_are_used() {
    let wanted = [
        ("pay seven hundred and thirty five coins", Some("PAY 735")),
        ("keep twenty seven coins for thirty three days", Some("KEEP 27 33")),
        ("pay all", Some("PAY ALL")),
        ("pay coins", None),
        ("pay seven five coins", None),
        ("pay two hundred and coins", None),
        ("pay 12 coins", None),
        ("seven", None),
    ];
    check(COINS, &wanted, "%use numbers.en");
}

#[test]
fn a_number_is_a_slot() {
    let solution = solve(COINS, &[]);
    let grammar = solution.grammar.unwrap();
    let evaluation = grammar.apply("keep twenty seven coins for five hundred days");
    let numbers: Vec<i64> = evaluation.slots().filter_map(|slot| slot.number()).collect();
    assert_eq!(numbers, [27, 500], "{grammar}");
}

/// A language that nobody speaks: `zul` is ten, `gorn` a hundred. Words that no example shows are refused.
#[test]
fn number_words_of_no_known_language_are_learnt() {
    let lines = [
        "brel pa dom -> BUY 1",
        "brel tiru dom -> BUY 2",
        "brel kuma dom -> BUY 3",
        "brel resk dom -> BUY 5",
        "brel fan dom -> BUY 7",
        "hulo tiru -> SHOW 2",
        "hulo resk -> SHOW 5",
        "brel zul dom -> BUY 10",
        "brel zul kuma dom -> BUY 13",
        "brel tiru zul dom -> BUY 20",
        "brel kuma zul resk dom -> BUY 35",
        "hulo resk zul tiru -> SHOW 52",
        "hulo fan zul -> SHOW 70",
        "hulo tiru zul fan -> SHOW 27",
        "brel gorn dom -> BUY 100",
        "brel tiru gorn dom -> BUY 200",
        "hulo kuma gorn fan -> SHOW 307",
        "brel resk gorn zul dom -> BUY 510",
        "hulo fan gorn tiru zul kuma -> SHOW 723",
        "brel tiru gorn resk zul fan dom -> BUY 257",
        "hulo ost -> SHOW ALL",
    ];
    let wanted = [
        ("brel fan zul kuma dom", Some("BUY 73")),
        ("hulo resk gorn kuma zul fan", Some("SHOW 537")),
        ("brel kuma gorn dom", Some("BUY 300")),
        ("hulo ost", Some("SHOW ALL")),
        ("brel mek zul kuma dom", None),
        ("brel dom", None),
        ("hulo kuma fan", None),
    ];
    check(&lines, &wanted, "%numbers");
}

/// Articles that are number words too stay articles, and one slot takes digits where examples show some.
#[test]
fn articles_and_digits() {
    let german = [
        "stelle einen timer auf zwei minuten -> TIMER 2",
        "stelle einen timer auf zehn minuten -> TIMER 10",
        "stelle einen timer auf zwölf minuten -> TIMER 12",
        "stelle einen timer auf fünf und vierzig minuten -> TIMER 45",
        "stelle einen timer auf dreißig minuten -> TIMER 30",
        "stelle einen timer auf 90 minuten -> TIMER 90",
        "stelle einen timer auf 15 minuten -> TIMER 15",
        "warte zwanzig sekunden -> WAIT 20",
        "warte ein und zwanzig sekunden -> WAIT 21",
        "warte 40 sekunden -> WAIT 40",
        "warte vier sekunden -> WAIT 4",
        "warte zwei und dreißig sekunden -> WAIT 32",
        "stelle den wecker auf sieben uhr zwei und vierzig -> ALARM 7 42",
        "stelle den wecker auf acht uhr fünf und zwanzig -> ALARM 8 25",
        "stelle den wecker auf 6 uhr dreißig -> ALARM 6 30",
        "spiele ein lied -> PLAY",
        "stoppe -> STOP",
    ];
    let wanted = [
        ("stelle einen timer auf vier und dreißig minuten", Some("TIMER 34")),
        ("warte dreißig sekunden", Some("WAIT 30")),
        ("warte 35 sekunden", Some("WAIT 35")),
        ("stelle den wecker auf zehn uhr vier und vierzig", Some("ALARM 10 44")),
        ("stelle den wecker auf zehn uhr vier und", None),
        ("spiele ein lied", Some("PLAY")),
        ("warte sekunden", None),
    ];
    check(&german, &wanted, "%use numbers.de");
}

/// Names of months and days with numbers are no language of numbers: nothing adds up.
#[test]
fn what_does_not_add_up_is_learnt_word_by_word() {
    let lines = [
        "on monday -> DAY 1",
        "on tuesday -> DAY 2",
        "on friday -> DAY 5",
        "in march -> MONTH 3",
        "in april -> MONTH 4",
        "in may -> MONTH 5",
        "on monday in march -> DAY 1 MONTH 3",
        "on friday in april -> DAY 5 MONTH 4",
        "on tuesday in may -> DAY 2 MONTH 5",
    ];
    let solution = solve(&lines, &["on monday in april"]);
    assert_eq!(solution.answers[0].text.as_deref(), Some("DAY 1 MONTH 4"));
    let text = solution.grammar.unwrap().to_string();
    assert!(!text.contains("%numbers") && !text.contains("%use"), "{text}");
}
