//! Number grammars at random: the choices that make one.

use crate::sample::meta_grammar::MetaGrammar;
use blicket::{Random, Vocabulary, Word};
use std::sync::Arc;

/// With MiniSCAN's seventeen, the 51 words that there are to draw from.
const MORE_WORDS: [&str; 34] = [
    "wug", "toma", "modi", "koba", "pilk", "nerp", "sepa", "teeb", "vash", "yoll", "fendle", "zib",
    "rint", "gorp", "plok", "smee", "tiv", "huda", "jeft", "quib", "lorn", "biff", "cheem", "dreg",
    "flane", "grob", "hux", "ilm", "jasp", "krad", "murt", "oska", "prell", "stib",
];

const TEN_THOUSAND: f64 = 0.3;
const IRREGULAR: f64 = 0.5;
const TEENS: f64 = 0.5;
const EXCEPTION: f64 = 0.3;
const OWN_WORD: f64 = 0.3;
const CONNECTIVE: f64 = 0.2;
const ZERO: f64 = 0.2;

/// Draws number grammars, all over the same vocabulary.
///
/// As in the paper: words for 1 to 9; a regular word for 10,000 (with probability 0.3) or for
/// 1,000,000, and for 1,000; 100 and 10 regular or not, half each, but if 100 is irregular, so is 10;
/// perhaps a connective and a word for zero (0.2 each).
#[derive(Clone, Debug)]
pub struct NumberGrammars {
    vocabulary: Arc<Vocabulary>,
    words: Vec<Word>,
}

/// What one grammar is made of. Its [rules](Self::rules) read words as a number, and
/// [`spell`](Self::spell) is their inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberGrammar {
    /// 1 to 9.
    pub(super) digits: [Word; 9],
    /// From the highest to the lowest.
    pub(super) places: [Place; 4],
    pub(super) connective: Option<Word>,
    pub(super) zero: Option<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) base: i64,
    pub(super) form: Form,
}

/// How the multiples of a place's base are said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// By how many there are and a word, but for exceptions.
    Regular {
        word: Word,
        /// What stands for one of it, if not `one word`: the word alone, or one of its own.
        one: Option<Word>,
        /// Another number of it, with a word that stands for that number only here.
        other: Option<(i64, Word)>,
    },
    /// By a word each.
    Irregular {
        words: [Word; 9],
        /// 11 to 19, if this is the place of ten.
        teens: Option<[Word; 9]>,
    },
}

impl Default for NumberGrammars {
    fn default() -> Self {
        Self::new()
    }
}

impl NumberGrammars {
    /// A sampler over 51 words, of which a grammar has 44 at most.
    pub fn new() -> Self {
        let mut vocabulary = Vocabulary::new();
        let texts = MetaGrammar::miniscan().lexicon.iter().chain(&MORE_WORDS);
        let word = |text: &&str| vocabulary.intern(text).expect("these are words");
        let words = texts.map(word).collect();
        Self { vocabulary: Arc::new(vocabulary), words }
    }

    /// The words of all grammars.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// A grammar.
    pub fn draw(&self, random: &mut Random) -> NumberGrammar {
        let mut words = self.words.clone();
        random.shuffle(&mut words);
        let words = &mut Words(words.into_iter());
        let digits = words.nine();
        let large = if random.chance(TEN_THOUSAND) { 10_000 } else { 1_000_000 };
        let irregular_hundreds = random.chance(IRREGULAR);
        let irregular_tens = irregular_hundreds || random.chance(IRREGULAR);
        let places =
            [(large, false), (1_000, false), (100, irregular_hundreds), (10, irregular_tens)];
        let places = places.map(|(base, irregular)| {
            let form = if irregular {
                let teens = base == 10 && random.chance(TEENS);
                Form::Irregular { words: words.nine(), teens: teens.then(|| words.nine()) }
            } else {
                regular(words, random)
            };
            Place { base, form }
        });
        let connective = random.chance(CONNECTIVE).then(|| words.next());
        let zero = random.chance(ZERO).then(|| words.next());
        NumberGrammar { digits, places, connective, zero }
    }
}

/// Words that no rule has yet.
struct Words(std::vec::IntoIter<Word>);

impl Words {
    fn next(&mut self) -> Word {
        self.0.next().expect("there are more words than a grammar can have")
    }

    fn nine(&mut self) -> [Word; 9] {
        std::array::from_fn(|_| self.next())
    }
}

fn regular(words: &mut Words, random: &mut Random) -> Form {
    let word = words.next();
    let one = random.chance(EXCEPTION).then(|| match random.chance(OWN_WORD) {
        true => words.next(),
        false => word,
    });
    let other = random.chance(EXCEPTION).then(|| (2 + random.below(8) as i64, words.next()));
    Form::Regular { word, one, other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::meta_grammar::tests::assert_share;
    use std::collections::{HashMap, HashSet};

    fn drawn(count: usize) -> Vec<NumberGrammar> {
        let (grammars, random) = (NumberGrammars::new(), &mut Random::new(3));
        (0..count).map(|_| grammars.draw(random)).collect()
    }

    #[test]
    fn everything_has_the_probability_of_the_paper() {
        let drawn = drawn(10_000);
        let count = |is_so: fn(&NumberGrammar) -> bool| drawn.iter().filter(|g| is_so(g)).count();
        let irregular = |place: &Place| matches!(place.form, Form::Irregular { .. });
        assert_share(count(|grammar| grammar.places[0].base == 10_000), 10_000, 0.3);
        assert_share(count(|grammar| grammar.connective.is_some()), 10_000, 0.2);
        assert_share(count(|grammar| grammar.zero.is_some()), 10_000, 0.2);
        let hundreds = drawn.iter().filter(|g| irregular(&g.places[2])).count();
        let tens = drawn.iter().filter(|g| irregular(&g.places[3])).count();
        assert_share(hundreds, 10_000, 0.5);
        assert_share(tens, 10_000, 0.75);
        assert!(!drawn.iter().any(|g| irregular(&g.places[2]) && !irregular(&g.places[3])));
        assert!(!drawn.iter().any(|g| irregular(&g.places[0]) || irregular(&g.places[1])));
        let places = || drawn.iter().flat_map(|grammar| &grammar.places);
        let teens = |p: &&Place| matches!(p.form, Form::Irregular { teens: Some(_), .. });
        assert_share(places().filter(teens).count(), tens, 0.5);
        assert!(places().filter(teens).all(|place| place.base == 10));
    }

    #[test]
    fn exceptions_have_the_probability_of_the_paper() {
        let (mut regular, mut ones, mut own, mut others) = (0, 0, 0, [0; 10]);
        for place in drawn(10_000).iter().flat_map(|grammar| &grammar.places) {
            if let Form::Regular { word, one, other } = &place.form {
                regular += 1;
                ones += usize::from(one.is_some());
                own += usize::from(one.is_some_and(|one| one != *word));
                others[other.map_or(0, |(many, _)| many as usize)] += 1;
            }
        }
        assert_share(ones, regular, 0.3);
        assert_share(own, ones, 0.3);
        assert_share(regular - others[0], regular, 0.3);
        assert_eq!(others[1], 0);
        others[2..].iter().for_each(|count| assert_share(*count, regular - others[0], 1.0 / 8.0));
    }

    #[test]
    fn every_word_is_as_probable_as_every_other_and_has_one_meaning() {
        let (mut by_word, mut most) = (HashMap::new(), 0);
        for grammar in drawn(5_000) {
            let mut words = grammar.digits.to_vec();
            for place in &grammar.places {
                match &place.form {
                    Form::Regular { word, one, other } => {
                        words.push(*word);
                        words.extend(one.filter(|one| one != word));
                        words.extend(other.map(|(_, word)| word));
                    }
                    Form::Irregular { words: multiples, teens } => {
                        words.extend(multiples);
                        words.extend(teens.iter().flatten());
                    }
                }
            }
            words.extend(grammar.connective.iter().chain(&grammar.zero));
            assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len());
            most = most.max(words.len());
            *by_word.entry(grammar.digits[0]).or_insert(0) += 1;
        }
        assert!(most <= 44, "{most}");
        assert_eq!(by_word.len(), 51);
        by_word.values().for_each(|count| assert_share(*count, 5_000, 1.0 / 51.0));
    }
}
