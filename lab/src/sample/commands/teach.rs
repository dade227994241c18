//! Teaching a language: the examples that a person would show, and which further sentences they determine.

use super::language::Language;
use super::sentence::{Node, Said, Thing};
use blicket::{Evaluation, Grammar, Random};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A sentence, what it means, and how it was made.
pub(super) struct Sentence {
    pub(super) words: Vec<String>,
    pub(super) input: String,
    pub(super) output: String,
    pub(super) tree: Node,
}

/// Says sentences of a language that mean one thing in it.
pub(super) struct Speaker<'a> {
    pub(super) language: &'a Language,
    /// All of the language.
    pub(super) grammar: Grammar,
    /// What is taught of it.
    pub(super) taught: Grammar,
    evaluation: Evaluation,
}

const LONGEST: usize = 18;

impl<'a> Speaker<'a> {
    pub(super) fn new(language: &'a Language) -> Self {
        let read =
            |taught| Grammar::parse(&language.text(taught)).expect("what is written reads back");
        Self { language, grammar: read(false), taught: read(true), evaluation: Evaluation::new() }
    }

    /// What a grammar makes of an input.
    pub(super) fn meaning(&mut self, is_taught: bool, input: &str) -> Option<&str> {
        let grammar = if is_taught { &self.taught } else { &self.grammar };
        grammar.apply_into(input, &mut self.evaluation);
        self.evaluation.text()
    }

    /// Different sentences, at most so many, none of which has been said.
    pub(super) fn say(
        &mut self,
        part: Said,
        count: usize,
        said: &mut HashSet<String>,
        random: &mut Random,
    ) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        for _ in 0..count * 3 {
            if sentences.len() == count {
                break;
            }
            let Some(tree) = Node::say(self.language, 0, part, 0, random) else { continue };
            let (words, output) = (tree.words(self.language), tree.tokens(self.language).join(" "));
            let input = words.join(" ");
            let is_fit = words.len() <= LONGEST
                && !said.contains(&input)
                && !tree.repeats(self.language)
                && self.meaning(false, &input) == Some(&output);
            if is_fit {
                said.insert(input.clone());
                sentences.push(Sentence { words, input, output, tree });
            }
        }
        sentences
    }
}

/// What examples show.
#[derive(Default)]
pub(super) struct Shown {
    things: HashMap<Thing, HashSet<Vec<String>>>,
    pub(super) words: HashSet<String>,
    known: HashSet<Thing>,
}

impl Shown {
    fn add(&mut self, sentence: &Sentence, language: &Language) {
        for (thing, words) in sentence.tree.shows(language) {
            self.things.entry(thing).or_default().insert(words);
        }
        self.words.extend(sentence.words.iter().cloned());
    }

    /// What they do not show, or not often enough, of what a sentence needs.
    fn lacks<'a>(&'a self, tree: &Node) -> impl Iterator<Item = Thing> + use<'a> {
        let needs = tree.needs().into_iter();
        needs
            .filter(|(thing, count)| self.things.get(thing).map_or(0, HashSet::len) < *count)
            .map(|(thing, _)| thing)
    }

    /// Whether they determine what a sentence means, but for words that it copies.
    pub(super) fn determine(&self, tree: &Node, language: &Language) -> bool {
        self.lacks(tree).next().is_none()
            && tree.codes(language).iter().all(|code| self.known.contains(code))
    }
}

/// Examples as a person would choose them: most show something new, some do not; short ones mostly first.
pub(super) fn support(
    speaker: &mut Speaker<'_>,
    count: usize,
    said: &mut HashSet<String>,
    random: &mut Random,
) -> Option<(Vec<Sentence>, Shown)> {
    let mut candidates = speaker.say(Said::Taught, 10 * count, &mut HashSet::new(), random);
    let language = speaker.language;
    let (mut shown, mut chosen) = (Shown::default(), Vec::new());
    while chosen.len() < count {
        let offered = candidates.len().min(30);
        if offered == 0 {
            return None;
        }
        random.shuffle_first(&mut candidates, offered);
        let news = |sentence: &Sentence| {
            let lacking: HashSet<Thing> = shown.lacks(&sentence.tree).collect();
            lacking.len() as f64 / (1 + sentence.words.len()) as f64
        };
        let best = match random.chance(0.8) {
            true => {
                let worth: Vec<f64> = candidates[..offered].iter().map(news).collect();
                (0..offered).max_by(|a, b| worth[*a].total_cmp(&worth[*b]))?
            }
            false => 0,
        };
        let sentence = candidates.swap_remove(best);
        shown.add(&sentence, language);
        said.insert(sentence.input.clone());
        chosen.push(sentence);
    }
    let mut keyed: Vec<(f64, Sentence)> = chosen
        .into_iter()
        .map(|sentence| (sentence.words.len() as f64 + 4.0 * random.unit(), sentence))
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let chosen: Vec<Sentence> = keyed.into_iter().map(|(_, sentence)| sentence).collect();
    shown.known = worked_out(&chosen, language);
    Some((chosen, shown))
}

/// The codes whose meaning follows from examples alone: an example has no other unknown code, or differs from another in
/// this one; or the code stands in a construction that an example without unknown codes explains.
fn worked_out(support: &[Sentence], language: &Language) -> HashSet<Thing> {
    let bag = |sentence: &Sentence| {
        let mut bag: BTreeMap<Thing, usize> = BTreeMap::new();
        for code in sentence.tree.codes(language) {
            *bag.entry(code).or_default() += 1;
        }
        bag
    };
    let bags: Vec<_> = support.iter().map(bag).collect();
    let beyond = |a: &BTreeMap<Thing, usize>, b: &BTreeMap<Thing, usize>| -> Vec<Thing> {
        let more = |(thing, count): (&Thing, &usize)| *count > b.get(thing).copied().unwrap_or(0);
        a.iter().filter(|one| more(*one)).map(|(thing, _)| *thing).collect()
    };
    let mut known = HashSet::new();
    for (index, a) in bags.iter().enumerate() {
        for b in &bags[..index] {
            if let ([one], [other]) = (&beyond(a, b)[..], &beyond(b, a)[..]) {
                known.extend([*one, *other]);
            }
        }
    }
    loop {
        let before = known.len();
        let constructions = |sentence: &Sentence| -> Vec<Thing> {
            let needs = sentence.tree.needs().into_iter();
            needs
                .map(|(thing, _)| thing)
                .filter(|thing| matches!(thing, Thing::Construction(..)))
                .collect()
        };
        let explained: HashSet<Thing> = support
            .iter()
            .zip(&bags)
            .filter(|(_, bag)| bag.keys().all(|code| known.contains(code)))
            .flat_map(|(sentence, _)| constructions(sentence))
            .collect();
        for (sentence, bag) in support.iter().zip(&bags) {
            let unknown: Vec<Thing> =
                bag.keys().filter(|code| !known.contains(*code)).copied().collect();
            if let [only] = unknown[..] {
                known.insert(only);
            }
            known.extend(sentence.tree.codes_in(&explained, language));
        }
        if known.len() == before {
            return known;
        }
    }
}
