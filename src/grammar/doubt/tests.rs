//! Those who vote together say what all of them say one by one.

use super::Jury;
use crate::grammar::{Evaluation, Grammar};
use crate::random::Random;
use crate::{Engine, EngineOptions, Task};

/// A sentence and ones that are near to it: a word left out, twice, exchanged with its neighbour, or replaced by any other.
fn near(sentence: &str, words: &[&str], state: &mut usize) -> Vec<String> {
    let mut next = |below: usize| {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below.max(1)
    };
    let own: Vec<&str> = sentence.split_whitespace().collect();
    let mut all = vec![sentence.to_owned()];
    for _ in 0..4 {
        let (mut changed, place) = (own.clone(), next(own.len()));
        match next(4) {
            0 => drop(changed.remove(place)),
            1 => changed.insert(place, own[place]),
            2 => changed.swap(place, (place + 1) % own.len()),
            _ => changed[place] = words[next(words.len())],
        }
        all.push(changed.join(" "));
    }
    all
}

/// A grammar with its doubt from the first task of a file, and sentences of it and near to it.
fn learnt(name: &str, examples: usize) -> (Grammar, Vec<String>) {
    let path = format!("{}/data/commands/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let episode: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let column = |list: &str, column: usize| -> Vec<String> {
        let pairs = episode[list].as_array().unwrap().iter();
        pairs.map(|pair| pair[column].as_str().unwrap_or_default().to_owned()).collect()
    };
    let inputs = column("support", 0);
    let mut task = Task::new();
    task.support = inputs.iter().cloned().zip(column("support", 1)).take(examples).collect();
    task.step_limit = 3_000;
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
    let words: Vec<&str> =
        inputs.iter().flat_map(|input| input.split(' ')).chain(["blorf", "7"]).collect();
    let mut state = 1;
    let sentences = column("queries", 0).into_iter().chain(inputs.iter().cloned());
    let near = sentences.flat_map(|sentence| near(&sentence, &words, &mut state)).collect();
    (solution.grammar.unwrap(), near)
}

#[test]
fn voters_together_say_what_they_say_one_by_one() {
    let (mut evaluation, mut open) = (Evaluation::new(), 0);
    for (name, examples) in
        [("inform", 24), ("inform", 14), ("ha-en-open", 20), ("ha-en-open", 12), ("timer-out", 20)]
    {
        let (grammar, sentences) = learnt(name, examples);
        let jury = grammar.jury.as_deref().unwrap();
        let alone = Jury::one_by_one(jury);
        for sentence in &sentences {
            let together = jury.judge(&grammar, sentence, &mut evaluation);
            let said = (together.is_there).then(|| evaluation.guess().map(str::to_owned));
            let wanted = alone.judge(&grammar, sentence, &mut evaluation);
            assert_eq!(together.text, wanted.text, "{name}: {sentence}");
            assert_eq!(
                together.confidence.to_bits(),
                wanted.confidence.to_bits(),
                "{name}: {sentence}"
            );
            assert_eq!(together.sure, wanted.sure, "{name}: {sentence}");
            assert_eq!(together.place, wanted.place, "{name}: {sentence}");
            if let Some(said) = said {
                assert_eq!(said, together.text, "{name}: {sentence}");
            }
            open += usize::from(together.text.is_some() && together.confidence < 0.9);
        }
    }
    assert!(open > 50, "only {open} answers are open");
}

/// Random grammars with sections, of which each voter has some of the rules in nearly the same order.
struct RandomGrammars {
    random: Random,
    /// By section: rules that voters may have.
    pools: Vec<Vec<String>>,
}

const WORDS: [&str; 6] = ["a", "b", "c", "d", "blorf", "7"];
const SECTIONS: [&str; 4] = ["whole", "part", "other", "number"];

impl RandomGrammars {
    fn new(seed: u64) -> RandomGrammars {
        let mut random = Random::new(seed);
        let pools = (0..SECTIONS.len()).map(|section| {
            (0..3 + random.below(4)).map(|rule| Self::rule(&mut random, section, rule)).collect()
        });
        let pools = pools.collect();
        RandomGrammars { random, pools }
    }

    fn rule(random: &mut Random, section: usize, rule: usize) -> String {
        let (mut left, mut right) = (Vec::new(), vec![format!("T{section}{rule}")]);
        let is_number = SECTIONS[section] == "number";
        if is_number {
            right = vec![format!("{}", [1, 2, 20, 100][random.below(4)])];
        }
        for item in 0..1 + random.below(4).min(random.below(5)) {
            let kind = ["x", "u", "y"][random.below(3)];
            match random.below(10) {
                0..4 => left.push(WORDS[random.below(4)].to_owned()),
                4..7 => {
                    let section = SECTIONS[if is_number { 3 } else { random.below(4) }];
                    left.push(format!("{kind}{item}:{section}"));
                    right.push(format!("[{kind}{item}]"));
                }
                _ if is_number => left.push(WORDS[random.below(4)].to_owned()),
                _ => {
                    let section = ["words", "word", "unlisted", "integer"][random.below(4)];
                    left.push(format!("{kind}{item}:{section}"));
                    right.push(format!("{{{kind}{item}}}"));
                }
            }
        }
        format!("{} -> {}", left.join(" "), right.join(if is_number { " + " } else { " " }))
    }

    fn grammar(&mut self) -> Option<Grammar> {
        let mut text = String::new();
        for (name, pool) in SECTIONS.iter().zip(&self.pools) {
            text += &format!("@{name}\n");
            if *name == "number" {
                text += "%numbers\n%sums descending\n";
            }
            let mut rules: Vec<&String> = Vec::new();
            for rule in pool {
                match self.random.below(8) {
                    0 => {}
                    1 => rules.insert(0, rule),
                    _ => rules.push(rule),
                }
            }
            for rule in rules {
                text += rule;
                text += "\n";
            }
        }
        Grammar::parse(&text).ok()
    }

    fn sentences(&mut self) -> Vec<String> {
        let mut sentence = |_| {
            let words = (0..self.random.below(7)).map(|_| WORDS[self.random.below(WORDS.len())]);
            words.collect::<Vec<&str>>().join(" ")
        };
        (0..60).map(&mut sentence).collect()
    }
}

#[test]
fn voters_of_random_grammars_say_what_they_say_one_by_one() {
    let (mut evaluation, mut answered) = (Evaluation::new(), 0);
    for seed in 0..400 {
        let mut source = RandomGrammars::new(seed);
        let voters: Vec<(Grammar, f64)> =
            (0..6).filter_map(|_| Some((source.grammar()?, 0.1))).collect();
        let Some((grammar, _)) = voters.first().cloned() else { continue };
        let mut shown = Vec::new();
        for sentence in source.sentences() {
            grammar.apply_into(&sentence, &mut evaluation);
            if let Some(text) = evaluation.text().filter(|_| shown.len() < 6) {
                shown.push((sentence, text.to_owned()));
            }
        }
        let last_resort = voters[voters.len() / 2..].to_vec();
        let jury = Jury::new(voters, last_resort, shown, || false).unwrap();
        if !jury.has_examples() {
            continue;
        }
        let alone = Jury::one_by_one(&jury);
        for sentence in source.sentences() {
            let mut said = |jury: &Jury| {
                let judged = jury.judge(&grammar, &sentence, &mut evaluation);
                (judged.text, judged.confidence.to_bits(), judged.sure, judged.place)
            };
            let (together, wanted) = (said(&jury), said(&alone));
            assert_eq!(together, wanted, "seed {seed}: {sentence}");
            answered += usize::from(wanted.0.is_some());
        }
    }
    assert!(answered > 1000, "only {answered} sentences have an answer");
}

/// A file may have very many sections and words: it is answered without the memory that it takes to leave voters out.
#[test]
fn nobody_follows_where_too_much_would_have_to_be_known() {
    let grammar = |sections: usize| {
        let section = |it: usize| {
            format!("@s{it}\nw{it} x1:s{} -> [x1]\nv{it} -> V{it}\n", (it + 1) % sections)
        };
        Grammar::parse(&(0..sections).map(section).collect::<String>()).unwrap()
    };
    for (sections, follows) in [(50, true), (5000, false)] {
        let (one, other) = (grammar(sections), grammar(sections));
        let grammars = [&one, &other];
        let alike = super::alike::Alike::new(&grammars);
        let followers = super::followers::Followers::new(&alike, &grammars);
        assert_eq!(followers.knows_something(), follows, "{sections} sections");
    }
}

/// `:word` and `:words` are both copied, and only one of them takes two words.
#[test]
fn a_copied_word_is_not_taken_for_copied_words() {
    let grammar =
        |rule: &str| Grammar::parse(&format!("@whole\ngo -> GO\n{rule} -> SAY {{x1}}\n")).unwrap();
    let (one, many) = (grammar("say x1:word"), grammar("say x1:words"));
    let shown = vec![("go".to_owned(), "GO".to_owned())];
    let jury = Jury::new(vec![(one.clone(), 0.5), (many, 0.5)], vec![], shown, || false).unwrap();
    let mut evaluation = Evaluation::new();
    let mut said = |jury: &Jury, sentence| {
        let judged = jury.judge(&one, sentence, &mut evaluation);
        (judged.text, judged.confidence.to_bits())
    };
    for sentence in ["say hello", "say hello there"] {
        assert_eq!(said(&jury, sentence), said(&Jury::one_by_one(&jury), sentence), "{sentence}");
    }
    assert!(said(&jury, "say hello there").0.is_some(), "the second one reads it");
}
