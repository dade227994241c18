//! What authors and players are told: the words of a grammar, what may follow, where a
//! sentence stops being one.

use blicket::Grammar;
use std::fs;
use std::path::Path;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A grammar of the examples, and the pairs of its language.
fn example(name: &str, pairs: &str) -> (Grammar, String) {
    let grammar = grammar(&file(&format!("examples/{name}.grammar")));
    (grammar, file(&format!("data/commands/{pairs}.tsv")))
}

fn grammar(text: &str) -> Grammar {
    Grammar::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

const HOME: &str = "@do\nturn (on|off) the? x1:lamp -> T\nset x1:lamp to x2:integer -> S\n\
                    call it x1:words -> {x1}\n@lamp\n(desk|floor) lamp -> L\nfan -> F";

#[test]
fn the_words_of_a_grammar_and_of_a_section_are_listed() {
    let grammar = grammar(HOME);
    assert_eq!(grammar.section_words("lamp").unwrap(), ["desk", "fan", "floor", "lamp"]);
    assert_eq!(grammar.section_words("room"), None);
    let all = "call desk fan floor it lamp off on set the to turn".split(' ');
    assert!(grammar.words().into_iter().eq(all));
}

#[test]
fn what_may_follow_is_listed() {
    let grammar = grammar(HOME);
    let next = grammar.continuations("");
    assert_eq!(
        (next.words, next.complete),
        (vec!["call".into(), "set".into(), "turn".into()], false)
    );
    let next = grammar.continuations("turn off");
    assert_eq!(next.words, ["desk", "fan", "floor", "the"]);
    assert_eq!(next.sections, ["lamp"]);
    assert_eq!(grammar.continuations("set fan to").sections, ["integer"]);
    let next = grammar.continuations("set fan to 20");
    assert!(next.complete && next.words.is_empty() && !next.any);
    let next = grammar.continuations("call it sleepy");
    assert!(next.complete && next.any);
    assert_eq!(grammar.continuations("turn up"), Default::default());
}

#[test]
fn where_a_sentence_stops_being_one_is_told() {
    let grammar = grammar(HOME);
    assert!(grammar.advise("turn on the desk lamp", 3).read);
    let advice = grammar.advise("turn on the dekk lamp now", 0);
    let unknown: Vec<_> = advice.unknown.iter().map(|u| (u.place, u.word.as_str())).collect();
    assert_eq!((unknown, advice.reached), (vec![(3, "dekk"), (5, "now")], 3));
    assert_eq!((advice.read, advice.words), (false, 6));
    assert_eq!(advice.expected.words, ["desk", "fan", "floor"]);
    let advice = grammar.advise("set the fan to 3", 0);
    assert_eq!((advice.unknown, advice.reached), (vec![], 1));
    let advice = grammar.advise("turn on the desk", 0);
    assert_eq!((advice.reached, advice.expected.words), (4, vec!["lamp".to_owned()]));
}

#[cfg(feature = "suggestions")]
fn nearest(grammar: &Grammar, input: &str) -> Vec<(String, usize)> {
    let advice = grammar.advise(input, 3);
    advice.nearest.into_iter().map(|one| (one.text, one.cost)).collect()
}

#[test]
#[cfg(feature = "suggestions")]
fn the_nearest_sentences_are_told_cheapest_first() {
    let grammar = grammar(HOME);
    let first = |input: &str| nearest(&grammar, input).into_iter().next().unwrap_or_default();
    let is = |input: &str, text: &str, letters: usize| {
        assert_eq!(first(input), (text.to_owned(), letters), "{input}");
    };
    // A typo, in a word that the grammar has as well, at the end, and two at once.
    is("turn of the desk lamp", "turn off the desk lamp", 1);
    is("trun on the desk lamp", "turn on the desk lamp", 1);
    is("turn on the deks lmap", "turn on the desk lamp", 2);
    // A missing word, an extra one, a wrong one, two words in one.
    is("turn the fan", "turn on the fan", 3);
    is("turn on the desk", "turn on the desk lamp", 5);
    is("please turn on the fan", "turn on the fan", 7);
    is("set the fan to 20", "set fan to 20", 4);
    is("turn up the fan", "turn on the fan", 4);
    is("turnoff the fan", "turn off the fan", 1);
    // What is copied stays as it was typed.
    is("call ti sleepy Joe", "call it sleepy Joe", 1);
    let both = ["turn off the fan".to_owned(), "turn on the fan".to_owned()];
    assert!(nearest(&grammar, "turn of the fan").into_iter().map(|(text, _)| text).eq(both));
    assert_eq!(nearest(&grammar, "turn on the fan"), []);
    assert_eq!(nearest(&grammar, "open the pod bay doors"), []);
    assert_eq!(nearest(&grammar, ""), []);
}

/// A grammar without `%fold-case`, and a player who types as people do.
#[test]
#[cfg(feature = "suggestions")]
fn capital_letters_and_punctuation_do_not_hide_what_was_meant() {
    let grammar = grammar(HOME);
    for (input, text, cost) in [
        ("Turn on the fan", "turn on the fan", 1),
        ("TURN ON THE DESK LAMP!", "turn on the desk lamp", 5),
        ("Set fan to 20.", "set fan to 20", 2),
        ("Turn of the fan", "turn off the fan", 2),
        ("Call it Joe", "call it Joe", 1),
    ] {
        assert_eq!(nearest(&grammar, input).first(), Some(&(text.to_owned(), cost)), "{input}");
    }
    assert_eq!(grammar.advise("Turn on the fan", 3).unknown[0].word, "Turn");
}

/// A sum that is not well formed looks like a number until it is read.
#[test]
#[cfg(feature = "suggestions")]
fn an_extra_word_in_a_number_is_found() {
    let grammar = grammar("@c\nwait x1:n minutes -> WAIT [x1]\n@n\n%use numbers.en");
    let near = grammar.advise("wait twenty seven four minutes", 3).nearest;
    assert!(near.iter().any(|one| one.text == "wait twenty seven minutes"), "{near:?}");
}

/// `u1:room` takes one word, so `living room` does not begin a sentence there.
#[test]
fn a_variable_for_one_word_is_completed_with_one_word() {
    let text = "@c\ntake u1:room key -> K\ngo x1:room -> G\n@room\nliving room -> L\nx1:place hall? -> H\n\
                x1:room y1:words lost -> L\n@place\nhall -> H\nupper hall -> U\n@nest\nnest x1:nest -> N\n";
    let grammar = grammar(text);
    assert_eq!(grammar.continuations("take").words, ["hall"]);
    let next = grammar.continuations("take hall");
    assert_eq!((next.words, next.any), (vec!["key".to_owned()], false));
    assert_eq!(grammar.continuations("go").words, ["hall", "living", "upper"]);
    let advice = grammar.advise("take living room key", 0);
    assert_eq!((advice.reached, advice.expected.words), (1, vec!["hall".to_owned()]));
    assert!(grammar.advise("take hall key", 0).read);
}

/// Every suggestion is read, and no other sentence that one edit makes is nearer.
#[test]
#[cfg(feature = "suggestions")]
fn no_nearer_sentence_is_missed() {
    for (name, pairs) in [("robot", "robot"), ("timer", "timer"), ("text-adventure", "inform")] {
        let (grammar, text) = example(name, pairs);
        let vocabulary = grammar.words();
        for (index, line) in text.lines().step_by(1 + text.lines().count() / 8).enumerate() {
            let words: Vec<&str> = line.split('\t').next().unwrap().split(' ').collect();
            let known = |place: &usize| vocabulary.binary_search(&words[*place]).is_ok();
            let Some(place) = (index..index + words.len()).map(|at| at % words.len()).find(known)
            else {
                continue;
            };
            let wrong = format!("{}q", words[place]);
            let mut typed = words.clone();
            typed[place] = &wrong;
            let typed = typed.join(" ");
            let advice = grammar.advise(&typed, 5);
            if advice.read {
                continue; // the word is copied
            }
            assert!(advice.nearest.iter().all(|one| grammar.apply(&one.text).text().is_some()));
            let least = advice.nearest.first().map_or(usize::MAX, |one| one.cost);
            assert!(least <= 1, "{typed}: {:?}", advice.nearest);
            let mut replaced = words.clone();
            for word in vocabulary.iter().filter(|word| wrong.starts_with(*word)) {
                replaced[place] = word;
                let sentence = replaced.join(" ");
                let letters = wrong.len() - word.len();
                let known = advice.nearest.iter().any(|one| one.text == sentence);
                let read = grammar.apply(&sentence).text().is_some();
                assert!(!read || known || letters > least || advice.nearest.len() == 5);
            }
        }
    }
}

/// Thousands of names and a long sentence: what cannot be found in bounds is given up.
#[test]
#[cfg(feature = "suggestions")]
fn suggestions_are_looked_for_within_bounds() {
    let names: String = (0..3_000).map(|n| format!("name{n} -> N{n}\n")).collect();
    let text = format!("@do\ngive x1:name to x2:name -> G\nx1:do then x2:do -> T\n@name\n{names}");
    let grammar = grammar(&text);
    assert_eq!(nearest(&grammar, "give name17 to nane99")[0].0, "give name17 to name99");
    let long = "give name17 to name99 then ".repeat(50);
    grammar.advise(&long, 3);
    let circular = Grammar::parse("@x\nx1:x x2:x x3:x -> A\nx1:x x2:x -> B\na -> C").unwrap();
    grammar.advise(&"a ".repeat(300), 3);
    assert!(!circular.advise(&format!("{}b", "a ".repeat(40)), 3).read);
}

/// Everything that is read can be typed word by word.
#[test]
fn each_word_of_a_sentence_is_among_those_that_may_follow() {
    for (name, pairs) in [("robot", "robot"), ("timer", "timer"), ("home-assistant", "ha_en5")] {
        let (grammar, text) = example(name, pairs);
        for line in text.lines().step_by(1 + text.lines().count() / 40) {
            let sentence = line.split('\t').next().unwrap();
            let words: Vec<&str> = sentence.split(' ').collect();
            for place in 0..words.len() {
                let next = grammar.continuations(&words[..place].join(" "));
                let known = next.words.iter().any(|word| word == words[place]);
                let integer = next.sections.iter().any(|section| section == "integer");
                assert!(known || next.any || integer, "{sentence}: {}", words[place]);
            }
            let advice = grammar.advise(sentence, 0);
            assert!(advice.read && advice.reached == advice.words, "{sentence}");
        }
    }
}

#[test]
fn a_grammar_of_the_paper_is_completed_too() {
    let grammar = grammar("walk -> W\nrun -> R\nx1 twice -> [x1] [x1]\nx1 and x2 -> [x1] [x2]");
    let next = grammar.continuations("walk twice");
    assert!(next.complete && !next.any);
    assert_eq!(next.words, ["and", "twice"]);
    assert_eq!(grammar.advise("walk and", 0).expected.words, ["run", "walk"]);
}
