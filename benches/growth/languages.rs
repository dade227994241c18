//! Languages of any size, with sentences in them: what the rows of the tables are about.

use blicket::Random;
use blicket::{Evaluation, Grammar};

pub(crate) type Pairs = Vec<(String, String)>;

/// SCAN's grammar.
pub(crate) const SCAN: &str = include_str!("../../data/scan/grammar.txt");

/// The sentences with what they mean, those that mean something.
pub(crate) fn meanings(grammar: &Grammar, sentences: impl Iterator<Item = String>) -> Pairs {
    let mut evaluation = Evaluation::new();
    let pair = |sentence: String| {
        grammar.apply_into(&sentence, &mut evaluation);
        let output = evaluation.text()?.to_owned();
        Some((sentence, output))
    };
    sentences.filter_map(pair).collect()
}

/// A command of SCAN's own words: phrases joined by `and` and `after`, until it has `length` words, or a
/// few more. SCAN's own commands have two phrases at most; here are as many as it takes.
pub(crate) fn scan_command(length: usize, random: &mut Random) -> String {
    let mut words: Vec<&str> = Vec::new();
    loop {
        words.push(["walk", "look", "run", "jump"][random.below(4)]);
        let sides: [&[&str]; 6] = [
            &[],
            &["left"],
            &["right"],
            &["opposite", "left"],
            &["around", "left"],
            &["around", "right"],
        ];
        words.extend(sides[random.below(6)]);
        words.extend([None, Some("twice"), Some("thrice")][random.below(3)]);
        if words.len() >= length {
            return words.join(" ");
        }
        words.push(["and", "after"][random.below(2)]);
    }
}

/// A command language of deduction's class: `rules` rules, of which a third are operators, the last
/// one joins words, and all others are primitives. So it has one word less than rules.
pub(crate) struct Language {
    pub(crate) grammar: Grammar,
    primitives: usize,
    /// By operator: whether several words may stand before it; and behind it, if any may.
    operators: Vec<(bool, Option<bool>)>,
}

impl Language {
    pub(crate) fn new(rules: usize, random: &mut Random) -> Self {
        let count = (rules / 3).max(1);
        let primitives = rules - 1 - count;
        let mut text: String = (0..primitives).map(|i| format!("p{i} -> P{i}\n")).collect();
        let mut operators = Vec::new();
        for operator in 0..count {
            let before = random.below(2) == 1;
            let after = (random.below(5) > 1).then(|| random.below(2) == 1);
            let first = if before { "x1" } else { "u1" };
            let second = after.map(|some| if some { "x2" } else { "u2" });
            // Each variable once, and up to two items more.
            let mut right: Vec<&str> = std::iter::once(first).chain(second).collect();
            for _ in 0..random.below(3) {
                right.push(right[random.below(right.len())]);
            }
            if second.is_none() && right.len() == 1 {
                right.push(first);
            }
            random.shuffle(&mut right);
            let right: Vec<String> = right.iter().map(|item| format!("[{item}]")).collect();
            let left = [Some(first), Some(&*format!("op{operator}")), second]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ");
            text += &format!("{left} -> {}\n", right.join(" "));
            operators.push((before, after));
        }
        text += "u1 x1 -> [u1] [x1]\n";
        let grammar = Grammar::parse(&text).expect("it is a grammar");
        Self { grammar, primitives, operators }
    }

    /// Primitives, as many as are asked for.
    fn words(&self, count: usize, random: &mut Random) -> Vec<String> {
        (0..count).map(|_| format!("p{}", random.below(self.primitives))).collect()
    }

    /// An operator between primitives, up to three where there may be several.
    fn phrase(&self, operator: usize, random: &mut Random) -> String {
        let (before, after) = self.operators[operator];
        let mut some = |several: bool| {
            let count = if several { 1 + random.below(3) } else { 1 };
            self.words(count, random)
        };
        let mut words = some(before);
        words.push(format!("op{operator}"));
        words.extend(after.map(&mut some).unwrap_or_default());
        words.join(" ")
    }

    /// Every primitive alone, and each operator six times.
    pub(crate) fn lesson(&self, random: &mut Random) -> Pairs {
        let alone = (0..self.primitives).map(|i| format!("p{i}"));
        let mut sentences: Vec<String> = alone.collect();
        for operator in 0..self.operators.len() {
            sentences.extend((0..6).map(|_| self.phrase(operator, random)));
        }
        meanings(&self.grammar, sentences.into_iter())
    }

    /// Sentences with up to three operators.
    pub(crate) fn sentence(&self, random: &mut Random) -> String {
        let phrases = 1 + random.below(3);
        let mut phrase = |_| self.phrase(random.below(self.operators.len()), random);
        (0..phrases).map(&mut phrase).collect::<Vec<_>>().join(" ")
    }

    /// Sentences with one operator, which is all that a lesson shows: which of two operators comes
    /// first it does not say.
    pub(crate) fn questions(&self, count: usize, random: &mut Random) -> Pairs {
        let mut one = |_| self.phrase(random.below(self.operators.len()), random);
        let sentences: Vec<String> = (0..count).map(&mut one).collect();
        meanings(&self.grammar, sentences.into_iter())
    }
}

/// A language of numbers with a word of its own for each number below `base`, and one for `base` itself:
/// its grammar has a rule for each of those words, and one or two besides.
pub(crate) fn numeral(number: usize, base: usize) -> String {
    match (number / base, number % base) {
        (0, low) => format!("n{low}"),
        (high, 0) => format!("{} big", numeral(high, base)),
        (high, low) => format!("{} big n{low}", numeral(high, base)),
    }
}

/// Operators whose order the examples leave open: each stands alone, between several words, and swaps
/// them. So a thousand grammars vote, and on a long sentence with all of them hardly two agree.
pub(crate) fn undecided(operators: usize, random: &mut Random) -> (Grammar, Pairs) {
    let mut text: String = (0..4).map(|i| format!("p{i} -> P{i}\n")).collect();
    for i in 0..operators {
        text += &format!("x1 op{i} x2 -> [x2] [x1]{}\n", if i % 2 == 0 { "" } else { " [x2]" });
    }
    let grammar = Grammar::parse(&(text + "u1 x1 -> [u1] [x1]\n")).expect("it is a grammar");
    let mut sentences: Vec<String> = (0..4).map(|i| format!("p{i}")).collect();
    let mut word = || format!("p{}", random.below(4));
    for i in 0..2 * operators {
        let operator = i / 2;
        sentences.push(format!(
            "{} {} op{operator} {} {} {}",
            word(),
            word(),
            word(),
            word(),
            word()
        ));
    }
    let lesson = meanings(&grammar, sentences.into_iter());
    (grammar, lesson)
}

/// A sentence of `length` primitives of [`undecided`], with every operator somewhere between them.
pub(crate) fn with_all(operators: usize, length: usize, random: &mut Random) -> String {
    let mut words: Vec<String> = (0..length).map(|_| format!("p{}", random.below(4))).collect();
    for i in 0..operators {
        words.insert(1 + random.below(words.len() - 1), format!("op{i}"));
    }
    words.join(" ")
}

/// English, up to a million.
pub(crate) fn english(number: u64) -> String {
    const ONES: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let rest = |rest: u64| match rest {
        0 => String::new(),
        rest => " ".to_owned() + &english(rest),
    };
    match number {
        0..20 => ONES[number as usize].to_owned(),
        20..100 => TENS[(number / 10) as usize].to_owned() + &rest(number % 10),
        100..1000 => format!("{} hundred", ONES[(number / 100) as usize]) + &rest(number % 100),
        _ => english(number / 1000) + " thousand" + &rest(number % 1000),
    }
}
