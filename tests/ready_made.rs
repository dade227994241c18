//! The sections that come with the library, on lines that `make sections` drew from what they were checked on.

use blicket::{Domain, Grammar, ReadyMade};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The most bytes that all sections together may add to the library.
const LARGEST: usize = 155_000;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn file_names(folder: PathBuf, ending: &str) -> BTreeSet<String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|file| file.strip_suffix(ending).expect("no other files are there").to_owned())
        .collect()
}

fn grammar(name: &str) -> Grammar {
    Grammar::parse(&ReadyMade::new().find(name).unwrap()).unwrap()
}

#[test]
fn every_section_is_right_on_its_stored_lines() {
    for name in file_names(folder("data/sections"), ".tsv") {
        let grammar = grammar(&name);
        assert_eq!(grammar.domain(), Domain::Numbers, "{name}");
        let lines =
            std::fs::read_to_string(folder("data/sections").join(format!("{name}.tsv"))).unwrap();
        assert!(lines.lines().count() >= 40, "{name} has too few lines to tell anything");
        for line in lines.lines() {
            let (words, number) = line.split_once('\t').unwrap();
            assert_eq!(grammar.apply(words).text(), Some(number), "{name}: {words}");
        }
    }
}

#[test]
fn every_file_has_lines_and_is_part_of_the_library() {
    let files = file_names(folder("sections/numbers"), ".txt");
    let mut names: BTreeSet<String> =
        files.iter().map(|locale| format!("numbers.{locale}")).collect();
    assert_eq!(file_names(folder("data/sections"), ".tsv"), names);
    // Another code for Norwegian Bokmål.
    names.insert("numbers.no".to_owned());
    assert!(ReadyMade::new().names().into_iter().eq(names));
}

#[test]
fn all_sections_together_are_small() {
    let ready_made = ReadyMade::new();
    let bytes: usize =
        ready_made.names().iter().map(|name| ready_made.find(name).unwrap().len()).sum();
    assert!(bytes <= LARGEST, "{bytes} bytes");
}

#[test]
fn a_region_without_a_section_has_that_of_its_language() {
    let ready_made = ReadyMade::new();
    assert_eq!(ready_made.find("numbers.en_GB"), ready_made.find("numbers.en"));
    assert_eq!(ready_made.find("numbers.zh_Hant_TW"), ready_made.find("numbers.zh_Hant"));
    assert_ne!(ready_made.find("numbers.zh_Hant"), ready_made.find("numbers.zh"));
    for unknown in
        ["", "_", "numbers", "numbers.", "numbers.xx", "numbers.xx_YY", "en", "numbers.en "]
    {
        assert_eq!(ready_made.find(unknown), None, "{unknown}");
    }
}

#[test]
fn english_reads_what_people_type() {
    let grammar = grammar("numbers.en");
    for (words, number) in [
        ("twenty one", "21"),
        ("twenty-one", "21"),
        ("a hundred", "100"),
        ("a hundred and five", "105"),
        ("one hundred five", "105"),
        ("two thousand and one", "2001"),
        ("one million two hundred thousand", "1200000"),
        ("zero", "0"),
    ] {
        assert_eq!(grammar.apply(words).text(), Some(number), "{words}");
    }
    for words in ["", "twenty lamps", "hundred lamps", "twentyone"] {
        assert_eq!(grammar.apply(words).text(), None, "{words}");
    }
}

#[test]
fn german_reads_numbers_in_one_word_and_in_several() {
    let grammar = grammar("numbers.de");
    for (words, number) in [
        ("einundzwanzig", "21"),
        ("ein und zwanzig", "21"),
        ("zweihundert einundzwanzig", "221"),
        ("dreitausend vierhundert", "3400"),
        ("hundert fünf", "105"),
        ("eine Million", "1000000"),
        ("eine million", "1000000"),
    ] {
        assert_eq!(grammar.apply(words).text(), Some(number), "{words}");
    }
}

#[test]
fn numbers_are_read_inside_sentences() {
    let text = "@command\nset the timer to x1:minutes minutes -> TIMER [x1]\n\n@minutes\n%use numbers.en\n";
    let grammar = Grammar::parse(text).unwrap();
    assert_eq!(grammar.apply("set the timer to twenty six minutes").text(), Some("TIMER 26"));
    assert_eq!(
        grammar.apply("set the timer to a hundred and five minutes").text(),
        Some("TIMER 105")
    );
    assert_eq!(grammar.apply("set the timer to red minutes").text(), None);
    let german = text.replace("numbers.en", "numbers.de_AT");
    let german = Grammar::parse(&german).unwrap();
    assert_eq!(german.apply("set the timer to fünfundvierzig minutes").text(), Some("TIMER 45"));
}

/// A smaller part is followed by one that is not smaller, in English, German and French.
#[test]
fn sums_that_nobody_would_write_are_refused() {
    for (name, good, bad) in [
        (
            "numbers.en",
            ["twenty seven", "one hundred and five", "two thousand two hundred"],
            ["twenty seven four", "seven twenty", "two thousand twelve hundred"],
        ),
        (
            "numbers.de",
            ["sieben und zwanzig", "hundert fünf", "zwei tausend drei hundert"],
            ["sieben vier", "zwanzig sieben vier", "drei hundert zwei hundert"],
        ),
        (
            "numbers.fr",
            ["vingt sept", "soixante dix sept", "quatre vingt dix sept"],
            ["sept quatre", "vingt sept quatre", "cent mille cent mille"],
        ),
    ] {
        let grammar = grammar(name);
        for words in good {
            assert!(grammar.apply(words).number().is_some(), "{name}: {words}");
        }
        for words in bad {
            assert_eq!(grammar.apply(words).text(), None, "{name}: {words}");
        }
    }
}

/// A number section within a sentence reads numbers only, so that other rules get what is none.
#[test]
fn what_is_no_number_is_left_to_other_rules() {
    let text = "@do\nset x1:n -> NUMBER [x1]\nset x1:words -> TEXT {x1}\nx1:n x2:n -> [x1] , [x2]\n@n\n%use numbers.en";
    let grammar = Grammar::parse(text).unwrap();
    assert_eq!(grammar.to_string().lines().last(), Some("%use numbers.en"));
    for (input, output) in [
        ("set twenty seven", "NUMBER 27"),
        ("set twenty foo", "TEXT twenty foo"),
        ("set twenty seven four", "TEXT twenty seven four"),
        ("twenty seven forty five", "27 , 45"),
    ] {
        assert_eq!(grammar.apply(input).text(), Some(output), "{input}");
    }
}

/// All but five say which sums are well formed, and all have their parts read by themselves.
#[test]
fn every_section_says_which_sums_it_reads() {
    let ready_made = ReadyMade::new();
    let any = |name: &&String| ready_made.find(name).unwrap().contains("\n%sums any\n");
    let names = ready_made.names();
    let loose: Vec<&str> = names.iter().filter(any).map(|name| &name[8..]).collect();
    assert_eq!(loose, ["fr_BE", "ga", "kl", "ko", "nl"]);
    assert!(names.iter().all(|name| ready_made.find(name).unwrap().contains("\n%sums ")));
}
