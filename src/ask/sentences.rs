//! Inputs that could be asked about.

use crate::budget::Ticker;
use crate::grammar::{Domain, Evaluation, Grammar, Rule};
use crate::prepare::Prepared;
use crate::random::Random;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

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

/// Inputs, each once, and how usual their words are side by side.
pub(super) struct Sentences {
    pub(super) list: Vec<String>,
    /// The places in the list of those in which a whole example stands where another one stood: if that is possible there, so is
    /// this, whatever the grammars say.
    expected: Range<usize>,
    /// Pairs of words that stand beside each other in examples; the empty word is the edge of a sentence.
    beside: HashSet<(String, String)>,
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
        Self { list: maker.made, expected: 0..0, beside: HashSet::new(), is_pool: true }
    }

    /// Inputs that are made of the words of examples: exchanged, cut and put together in another way.
    pub(super) fn of_examples(prepared: &Prepared<'_>, leading: &Grammar, ticker: &Ticker) -> Self {
        let mut maker = Maker::new(prepared);
        let examples = std::mem::take(&mut maker.examples);
        let examples: Vec<Vec<&str>> =
            examples.iter().map(|words| words.iter().map(|word| &**word).collect()).collect();
        let parts = parts_of(&examples, leading, ticker);
        maker.examples_in_examples(&examples, &parts, ticker);
        let expected = 0..maker.made.len();
        maker.words_alone(&examples, ticker);
        maker.other_fillers(&examples, leading, ticker);
        maker.other_words(&examples, ticker);
        maker.crossed(&examples, ticker);
        maker.few_words(&examples, ticker);
        let mut beside = HashSet::new();
        for words in &examples {
            beside.extend(pairs(words).map(|(a, b)| (a.to_owned(), b.to_owned())));
        }
        Self { list: maker.made, expected, beside, is_pool: false }
    }

    /// Whether it would be a surprise if one of the list were no sentence.
    pub(super) fn is_expected(&self, place: usize) -> bool {
        self.is_pool || self.expected.contains(&place)
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

/// Neighbours in a sentence, its edges included.
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
        short.sort_by_key(|words| words.len());
        let blamed = self.blamed_frames(examples, &whole);
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
                    let is_blamed = blamed.contains(&frame(words, start, end));
                    let fit = short.iter().filter(|other| !is_blamed || other.len() == 1);
                    for other in fit.take(40) {
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

    /// The words around a place where an example of several words was said to make no sentence, if nothing else in it can be to
    /// blame: others hardly make sentences there.
    fn blamed_frames(
        &self,
        examples: &[Vec<&str>],
        whole: &HashSet<&[&str]>,
    ) -> HashSet<(String, String)> {
        let frames = |words: &[&str]| -> HashSet<(String, String)> {
            let spans = (0..words.len())
                .flat_map(|start| (start + 2..=words.len()).map(move |end| (start, end)));
            let parts = spans.filter(|(start, end)| end - start < words.len());
            let examples = parts.filter(|(start, end)| whole.contains(&words[*start..*end]));
            examples.map(|(start, end)| frame(words, start, end)).collect()
        };
        let fine: HashSet<_> = examples.iter().flat_map(|words| frames(words)).collect();
        let mut blamed = HashSet::new();
        for denied in &self.denied {
            let words: Vec<&str> = denied.iter().map(|word| &**word).collect();
            let mut suspects: Vec<_> = frames(&words).into_iter().collect();
            suspects.retain(|frame| !fine.contains(frame));
            if suspects.len() == 1 {
                blamed.extend(suspects);
            }
        }
        blamed
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

/// The words beside a part of a sentence; the empty word is its edge.
fn frame(words: &[&str], start: usize, end: usize) -> (String, String) {
    let before = start.checked_sub(1).map_or("", |place| words[place]);
    (before.to_owned(), words.get(end).copied().unwrap_or("").to_owned())
}

fn push_new<'w>(list: &mut Vec<&'w str>, word: &'w str) {
    if !list.contains(&word) {
        list.push(word);
    }
}

/// The words of all examples, in the order in which they come.
fn vocabulary<'w>(examples: &[Vec<&'w str>]) -> Vec<&'w str> {
    let mut known = HashSet::new();
    examples.iter().flatten().copied().filter(|word| known.insert(*word)).collect()
}
