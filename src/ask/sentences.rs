//! Inputs that could be asked about.

use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::grammar::{Domain, Evaluation, Grammar, Rule};
use crate::prepare::Prepared;
use crate::random::Random;
use std::collections::{HashMap, HashSet};

/// The most inputs of one kind that are looked at. Each is run by every grammar that votes.
const MOST_OF_A_KIND: usize = 600;
/// The most inputs in which one example stands in the place of another.
const MOST_EXPECTED: usize = 1_500;
/// The most inputs of a host's own that are looked at.
const MOST_OF_POOL: usize = 4_000;
/// The most examples that inputs are made of.
const MOST_EXAMPLES: usize = 300;
/// Up to so many words, any of them may stand beside any other.
const FEW_WORDS: usize = 20;
/// How many times as long as the longest example an input may be: what connects two parts is told by inputs with several of it.
const LONGER: usize = 2;

/// By how much an input that is said to be no sentence lowers the expectation of others: of those with an example beside the same word,
/// and of any.
const OF_A_SIDE: f64 = 2.0;
const OF_ANY: f64 = 0.25;

/// Inputs, each once, and how usual their words are side by side.
pub(super) struct Sentences {
    pub(super) list: Vec<String>,
    /// How much each of the first ones is expected to be a sentence, from 0 to 1: a whole example stands in them where another one
    /// stood. If that is possible there, so is this, whatever the grammars say.
    expected: Vec<f64>,
    /// Pairs of words that stand beside each other in examples; the empty word is the edge of a sentence.
    beside: HashSet<(String, String)>,
    /// By sentence that a host has given: the neighbours in it that no example has side by side, each with the share of the host's
    /// sentences that have them.
    news: Vec<Vec<NewNeighbours>>,
    /// Whether a host has given them.
    pub(super) is_pool: bool,
}

impl Sentences {
    /// The inputs that a host has given, without those that are examples already.
    pub(super) fn of_pool(prepared: &Prepared<'_>, pool: &[String], ticker: &Ticker) -> Self {
        let mut maker = Maker::new(prepared);
        let words = pool.iter().map(|input| input.split_whitespace().collect::<Vec<&str>>());
        maker.longest = usize::MAX;
        maker.add_some(words.take(10 * MOST_OF_POOL), MOST_OF_POOL, ticker);
        let (news, list) = (news(&maker.examples, &maker.made), maker.made);
        Self { list, expected: Vec::new(), beside: HashSet::new(), news, is_pool: true }
    }

    /// Inputs that are made of the words of examples: exchanged, cut and put together in another way.
    pub(super) fn of_examples(prepared: &Prepared<'_>, leading: &Grammar, ticker: &Ticker) -> Self {
        let mut maker = Maker::new(prepared);
        let examples = std::mem::take(&mut maker.examples);
        let examples: Vec<Vec<&str>> =
            examples.iter().map(|words| words.iter().map(|word| &**word).collect()).collect();
        let parts = parts_of(&examples, leading, ticker);
        maker.examples_in_examples(&examples, &parts, ticker);
        let denials = Denials::new(&examples, &maker.denied);
        let expected = maker.made.iter().map(|made| denials.leave(made)).collect();
        maker.words_alone(&examples, ticker);
        maker.other_fillers(&examples, leading, ticker);
        maker.other_words(&examples, ticker);
        maker.crossed(&examples, ticker);
        maker.few_words(&examples, ticker);
        let mut beside = HashSet::new();
        for words in &examples {
            beside.extend(pairs(words).map(|(a, b)| (a.to_owned(), b.to_owned())));
        }
        Self { list: maker.made, expected, beside, news: Vec::new(), is_pool: false }
    }

    /// How surprising it would be if one of the list were no sentence, from 0 to 1.
    pub(super) fn expected(&self, place: usize) -> f64 {
        if self.is_pool { 1.0 } else { self.expected.get(place).copied().unwrap_or(0.0) }
    }

    /// Has inputs that no grammar reads left out, unless a host has given them.
    pub(super) fn expect_nothing(&mut self) {
        self.expected.clear();
    }

    /// The neighbours in one of the list that no example has.
    pub(super) fn news(&mut self, place: usize) -> Vec<NewNeighbours> {
        self.news.get_mut(place).map(std::mem::take).unwrap_or_default()
    }

    /// How many of the neighbours in a sentence were seen side by side, from 0 to 1. A host's own inputs are sentences.
    pub(super) fn usual(&self, sentence: &str) -> f64 {
        if self.is_pool {
            return 1.0;
        }
        let words: Vec<&str> = sentence.split(' ').collect();
        let is_seen = |(a, b): &(&str, &str)| self.beside.contains(&(a.to_string(), b.to_string()));
        let seen = pairs(&words).filter(is_seen).count();
        seen as f64 / (words.len() + 1) as f64
    }
}

/// Two words side by side, by a number, and the share of a host's sentences that have them.
pub(super) type NewNeighbours = (usize, f64);

/// By sentence, the neighbours in it that no example has.
fn news(examples: &[Vec<String>], list: &[String]) -> Vec<Vec<NewNeighbours>> {
    let examples: Vec<Vec<&str>> =
        examples.iter().map(|words| words.iter().map(|word| &**word).collect()).collect();
    let shown: HashSet<(&str, &str)> = examples.iter().flat_map(|words| pairs(words)).collect();
    let mut numbers: HashMap<(&str, &str), usize> = HashMap::new();
    let mut counts: Vec<f64> = Vec::new();
    let mut news: Vec<Vec<usize>> = Vec::new();
    let split: Vec<Vec<&str>> = list.iter().map(|it| it.split(' ').collect()).collect();
    for words in &split {
        let mut unseen = Vec::new();
        for pair in pairs(words).filter(|pair| !shown.contains(pair)) {
            let number = *numbers.entry(pair).or_insert(counts.len());
            if number == counts.len() {
                counts.push(0.0);
            }
            push_new(&mut unseen, number);
        }
        unseen.iter().for_each(|number| counts[*number] += 1.0);
        news.push(unseen);
    }
    let share = |number: usize| (number, counts[number] / list.len() as f64);
    news.into_iter().map(|unseen| unseen.into_iter().map(share).collect()).collect()
}

/// NewNeighbours in a sentence, its edges included.
fn pairs<'a>(words: &'a [&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    let before = std::iter::once("").chain(words.iter().copied());
    before.zip(words.iter().copied().chain(std::iter::once("")))
}

struct Maker {
    examples: Vec<Vec<String>>,
    longest: usize,
    known: HashSet<String>,
    /// Inputs that are said to be no sentences.
    denied: Vec<Vec<String>>,
    made: Vec<String>,
    random: Random,
}

impl Maker {
    fn new(prepared: &Prepared<'_>) -> Self {
        let text = |words: &[_]| -> Vec<String> {
            words.iter().map(|word| prepared.vocabulary().text(*word).to_owned()).collect()
        };
        let inputs = prepared.examples().map(|(input, _, _)| input).filter(|it| !it.is_empty());
        let mut examples: Vec<Vec<String>> = inputs.map(text).collect();
        let mut known: HashSet<String> = examples.iter().map(|words| words.join(" ")).collect();
        let denied = prepared.task.negatives.iter().map(|(input, _)| input.split_whitespace());
        known.extend(denied.map(|words| words.collect::<Vec<_>>().join(" ")));
        let mut random = Random::new(prepared.task.seed);
        if examples.len() > MOST_EXAMPLES {
            random.shuffle_first(&mut examples, MOST_EXAMPLES);
            examples.truncate(MOST_EXAMPLES);
        }
        let denied = prepared.task.negatives.iter().filter(|(_, output)| output.is_none());
        let denied = denied.map(|(input, _)| input.split_whitespace().map(str::to_owned).collect());
        let denied = denied.collect();
        let longest = examples.iter().map(Vec::len).max().unwrap_or(0) * LONGER;
        Self { examples, longest, known, denied, made: Vec::new(), random }
    }

    fn add(&mut self, words: &[&str]) -> bool {
        if words.is_empty() || words.len() > self.longest {
            return false;
        }
        let sentence = words.join(" ");
        let is_new = self.known.insert(sentence.clone());
        if is_new {
            self.made.push(sentence);
        }
        is_new
    }

    /// Adds at most so many that are new.
    fn add_some<'w>(
        &mut self,
        sentences: impl Iterator<Item = Vec<&'w str>>,
        most: usize,
        ticker: &Ticker,
    ) {
        let mut added = 0;
        for words in sentences {
            if added == most || ticker.is_over() {
                break;
            }
            added += usize::from(self.add(&words));
        }
    }

    /// A random selection of them: what comes first would otherwise be about the first examples only.
    fn add_any(&mut self, sentences: Vec<Vec<&str>>, ticker: &Ticker) {
        self.add_most(sentences, MOST_OF_A_KIND, ticker);
    }

    fn add_most(&mut self, mut sentences: Vec<Vec<&str>>, most: usize, ticker: &Ticker) {
        self.random.shuffle(&mut sentences);
        self.add_some(sentences.into_iter(), most, ticker);
    }

    fn words_alone(&mut self, examples: &[Vec<&str>], ticker: &Ticker) {
        let words = vocabulary(examples);
        self.add_any(words.into_iter().map(|word| vec![word]).collect(), ticker);
    }

    /// Words of a typed variable exchanged for others that the same section reads.
    fn other_fillers(&mut self, examples: &[Vec<&str>], leading: &Grammar, ticker: &Ticker) {
        let mut evaluation = Evaluation::new();
        let mut places = Vec::new();
        let mut fillers: HashMap<String, Vec<Vec<&str>>> = HashMap::new();
        for (index, words) in examples.iter().enumerate() {
            if ticker.is_over() {
                return;
            }
            leading.apply_into(&words.join(" "), &mut evaluation);
            for slot in evaluation.slots().filter(|slot| slot.words().end <= words.len()) {
                let of_section = fillers.entry(slot.section().to_owned()).or_default();
                let filler = words[slot.words()].to_vec();
                if !of_section.contains(&filler) {
                    of_section.push(filler);
                }
                places.push((index, slot.words(), slot.section().to_owned()));
            }
        }
        self.random.shuffle(&mut places);
        let mut all = Vec::new();
        for (index, place, section) in places.into_iter().take(MOST_OF_A_KIND) {
            let words = &examples[index];
            for filler in &fillers[&section] {
                all.push([&words[..place.start], filler, &words[place.end..]].concat());
            }
            if all.len() > 20 * MOST_OF_A_KIND || ticker.is_over() {
                break;
            }
        }
        self.add_any(all, ticker);
    }

    /// A word exchanged for another one that was seen after, or before, the same word.
    fn other_words(&mut self, examples: &[Vec<&str>], ticker: &Ticker) {
        let (mut after, mut before) = (HashMap::new(), HashMap::new());
        for words in examples {
            for (a, b) in pairs(words) {
                push_new(after.entry(a).or_insert_with(Vec::new), b);
                push_new(before.entry(b).or_insert_with(Vec::new), a);
            }
        }
        let mut all = Vec::new();
        for words in examples {
            if ticker.is_over() || all.len() > 40 * MOST_OF_A_KIND {
                break;
            }
            for place in 0..words.len() {
                let left = if place > 0 { words[place - 1] } else { "" };
                let right = words.get(place + 1).copied().unwrap_or("");
                let others = after[left].iter().chain(&before[right]);
                for other in others.filter(|word| !word.is_empty() && **word != words[place]) {
                    all.push([&words[..place], &[*other], &words[place + 1..]].concat());
                }
            }
        }
        self.add_any(all, ticker);
    }

    /// An example that lies in another one exchanged for a third; and a part that a variable takes exchanged for an example.
    fn examples_in_examples(
        &mut self,
        examples: &[Vec<&str>],
        parts: &[HashSet<(usize, usize)>],
        ticker: &Ticker,
    ) {
        let whole: HashSet<&[&str]> = examples.iter().map(|words| &words[..]).collect();
        let mut short: Vec<&Vec<&str>> = examples.iter().collect();
        short.arrange_by_key(|words| words.len());
        let mut all = Vec::new();
        for (index, words) in examples.iter().enumerate() {
            for start in 0..words.len() {
                for end in start + 1..=words.len() {
                    let is_part = end - start < words.len();
                    let is_taken = || parts.get(index).is_some_and(|it| it.contains(&(start, end)));
                    let is_whole = || whole.contains(&words[start..end]) || is_taken();
                    if !is_part || !is_whole() || self.is_denied(&words[..start], &words[end..]) {
                        continue;
                    }
                    for other in short.iter().take(40) {
                        all.push([&words[..start], &other[..], &words[end..]].concat());
                    }
                }
            }
            if ticker.is_over() || all.len() > 40 * MOST_OF_A_KIND {
                break;
            }
        }
        self.add_most(all, MOST_EXPECTED, ticker);
    }

    /// Whether some input between these words was said to be no sentence: then others there are hardly sentences either.
    fn is_denied(&self, before: &[&str], after: &[&str]) -> bool {
        self.denied.iter().any(|denied| {
            let inside = denied.len().saturating_sub(before.len() + after.len());
            inside > 1
                && denied[..before.len()].iter().eq(before)
                && denied[before.len() + inside..].iter().eq(after)
        })
    }

    /// The beginning of one example and the end of another, which meet at a word that both have.
    fn crossed(&mut self, examples: &[Vec<&str>], ticker: &Ticker) {
        let mut places: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (index, words) in examples.iter().enumerate() {
            for (place, word) in words.iter().enumerate() {
                places.entry(word).or_default().push((index, place));
            }
        }
        let mut all = Vec::new();
        for _ in 0..10 * MOST_OF_A_KIND {
            if ticker.is_over() || examples.is_empty() {
                break;
            }
            let one = self.random.below(examples.len());
            let place = self.random.below(examples[one].len());
            let (other, meets) = *self.random.choose(&places[examples[one][place]]);
            all.push([&examples[one][..=place], &examples[other][meets + 1..]].concat());
        }
        self.add_any(all, ticker);
    }

    /// Two or three words side by side, where there are few of them in all.
    fn few_words(&mut self, examples: &[Vec<&str>], ticker: &Ticker) {
        let words = vocabulary(examples);
        if words.len() > FEW_WORDS {
            return;
        }
        let mut all = Vec::new();
        for a in &words {
            for b in &words {
                all.push(vec![*a, b]);
                all.extend(words.iter().map(|c| vec![*a, b, c]));
            }
        }
        self.add_any(all, ticker);
    }
}

/// By example, the parts that variables take, where a grammar without sections reads it: what may stand there is evaluated like a
/// whole input.
fn parts_of(
    examples: &[Vec<&str>],
    leading: &Grammar,
    ticker: &Ticker,
) -> Vec<HashSet<(usize, usize)>> {
    let mut parts = Vec::new();
    let is_plain = leading.domain() == Domain::Words && leading.rules().iter().all(Rule::is_plain);
    if !is_plain || leading.sections().len() > 1 {
        return parts;
    }
    for words in examples {
        if ticker.is_over() {
            break;
        }
        let steps = leading.explain(&words.join(" ")).steps;
        let within = steps.iter().filter(|step| step.depth > 0);
        let spans = within.map(|step| (step.words[0] as usize, step.words[1] as usize));
        parts.push(spans.collect());
    }
    parts
}

/// A word beside which an example of several words stands in a sentence, and on which side; the empty word is the edge.
type WordSide = (bool, String);

/// What was said to be no sentence, and beside which words that puts examples of several words in doubt.
struct Denials<'e> {
    examples: HashSet<Vec<&'e str>>,
    /// Sides on which an example of several words stands in another example.
    fine: HashSet<WordSide>,
    /// How often a side may be to blame.
    blamed: HashMap<WordSide, f64>,
    /// How often nothing of several words stands in what was denied.
    others: f64,
    /// How much was denied.
    count: f64,
}

impl<'e> Denials<'e> {
    fn new(examples: &[Vec<&'e str>], denied: &[Vec<String>]) -> Self {
        let mut denials = Self {
            examples: examples.iter().filter(|words| words.len() > 1).cloned().collect(),
            fine: HashSet::new(),
            blamed: HashMap::new(),
            others: 0.0,
            count: denied.len() as f64,
        };
        if denied.is_empty() {
            return denials;
        }
        let fine = examples.iter().flat_map(|words| denials.sides(words).concat()).collect();
        denials.fine = fine;
        for words in denied {
            let words: Vec<&str> = words.iter().map(|word| &**word).collect();
            let mut parts = denials.sides(&words);
            parts.iter_mut().for_each(|sides| sides.retain(|side| !denials.fine.contains(side)));
            parts.retain(|sides| !sides.is_empty());
            match parts.len() {
                0 => denials.others += 1.0,
                many => parts.concat().into_iter().for_each(|side| {
                    *denials.blamed.entry(side).or_default() += 1.0 / many as f64;
                }),
            }
        }
        denials
    }

    /// The sides of the parts of a sentence that are examples of several words.
    fn sides(&self, words: &[&'_ str]) -> Vec<Vec<WordSide>> {
        let spans = (0..words.len())
            .flat_map(|start| (start + 2..=words.len()).map(move |end| (start, end)));
        let spans = spans.filter(|(start, end)| end - start < words.len());
        let parts = spans.filter(|(start, end)| self.examples.contains(&words[*start..*end]));
        let sides = |(start, end): (usize, usize)| {
            let before = start.checked_sub(1).map_or("", |place| words[place]);
            let after = words.get(end).copied().unwrap_or("");
            vec![(false, before.to_owned()), (true, after.to_owned())]
        };
        parts.map(sides).collect()
    }

    /// What they leave of the expectation that this is a sentence: as much as of the way to read it that was denied the least, and
    /// less the more was denied in all.
    fn leave(&self, sentence: &str) -> f64 {
        let words: Vec<&str> = sentence.split(' ').collect();
        let left = |blame: f64| 1.0 / (1.0 + OF_A_SIDE * blame);
        let of_side = |side: &WordSide| match self.fine.contains(side) {
            true => 1.0,
            false => left(self.blamed.get(side).copied().unwrap_or(0.0)),
        };
        let parts = self.sides(&words);
        let best = parts.iter().map(|sides| sides.iter().map(of_side).product()).reduce(f64::max);
        best.unwrap_or_else(|| left(self.others)) / (1.0 + OF_ANY * self.count)
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The words of all examples, in the order in which they come.
fn vocabulary<'w>(examples: &[Vec<&'w str>]) -> Vec<&'w str> {
    let mut known = HashSet::new();
    examples.iter().flatten().copied().filter(|word| known.insert(*word)).collect()
}
