//! What answers look like, from the examples alone. An answer of another shape
//! is not believed, whatever grammar gives it.

use super::query::Query;
use super::seen::Seen;
use crate::length::digits::is_digits;
use crate::length::example::Brackets;
use crate::length::hash::{FastMap, FastSet};
use crate::length::symbol::Symbol;

/// A token as a shape sees it: what is copied is all the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Class {
    Edge,
    Copy,
    Number,
    Token(Symbol),
}

/// How an answer looks beside the outputs of the examples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fit {
    /// It cannot be: brackets that do not close, or a token that is only ever copied and stands nowhere in the query.
    pub(crate) is_impossible: bool,
    /// Something about it is unusual: a word that does not show, a number or a bracket where none was.
    pub(crate) odd_shape: bool,
    /// A new word is copied to where the examples hardly copy any.
    pub(crate) odd_copy: bool,
}

impl Fit {
    pub(crate) fn is_usual(self) -> bool {
        !self.odd_shape && !self.odd_copy
    }
}

/// A word that carries at least this much must show in the output.
const CARRIES: f32 = 0.7;

/// What stood at one place of outputs.
#[derive(Default)]
struct Place {
    /// Different runs of copied words.
    copies: Vec<Vec<Symbol>>,
    /// Different tokens that are no copies.
    tokens: Vec<Symbol>,
    /// What followed the copies.
    after: Vec<Class>,
}

#[derive(Default)]
pub(crate) struct Shape {
    pairs: FastSet<(Class, Class)>,
    siblings: FastSet<(Symbol, Symbol)>,
    always_copied: FastSet<Symbol>,
    places: FastMap<(Option<Class>, Class), Place>,
    /// How often a bracket opened behind a token, and how often not.
    opens_behind: FastMap<Class, (u32, u32)>,
    /// How often a number at a place was copied, and how often it came from nowhere.
    numbers: FastMap<(Class, Class), (u32, u32)>,
    /// Seen, fewest and most groups in brackets behind a token.
    groups: FastMap<Symbol, (u32, u32, u32)>,
}

/// A sentence and its output, as the shape looks at them.
struct ShapedPair<'a> {
    brackets: &'a Brackets,
    words: &'a [Symbol],
    output: &'a [Symbol],
    number: &'a dyn Fn(Symbol) -> bool,
    new: &'a dyn Fn(Symbol) -> bool,
}

impl ShapedPair<'_> {
    fn copied(&self, t: Symbol) -> bool {
        !self.brackets.is_bracket(t)
            && !(self.number)(t)
            && ((self.new)(t) || self.words.contains(&t))
    }

    /// The class at a place of the output; edges outside.
    fn class(&self, i: isize) -> Class {
        match usize::try_from(i).ok().and_then(|i| self.output.get(i)) {
            None => Class::Edge,
            Some(&t) if self.copied(t) => Class::Copy,
            Some(&t) if (self.number)(t) => Class::Number,
            Some(&t) => Class::Token(t),
        }
    }

    /// Classes from edge to edge; numbers count as copies, runs as one.
    fn classes(&self) -> Vec<Class> {
        let mut classes: Vec<Class> =
            (-1..=self.output.len() as isize).map(|i| self.class(i)).collect();
        classes.iter_mut().filter(|c| **c == Class::Number).for_each(|c| *c = Class::Copy);
        classes.dedup_by(|a, b| *a == Class::Copy && *b == Class::Copy);
        classes
    }

    /// Runs of copies and other tokens: (what stood before, from, to).
    fn runs(&self) -> Vec<((Class, Class), usize, usize, bool)> {
        let (mut runs, mut i) = (vec![], 0);
        while i < self.output.len() {
            let t = self.output[i];
            if self.brackets.is_bracket(t) || (self.number)(t) {
                i += 1;
                continue;
            }
            let length = self.output[i..].iter().take_while(|t| self.copied(**t)).count();
            let before = (self.class(i as isize - 2), self.class(i as isize - 1));
            runs.push((before, i, i + length.max(1), length > 0));
            i += length.max(1);
        }
        runs
    }

    /// Heads of neighbouring groups in brackets.
    fn siblings(&self) -> Vec<(Symbol, Symbol)> {
        let (mut found, mut last, mut heads) = (vec![], vec![None], vec![]);
        let fixed = |t: Symbol| !self.brackets.is_bracket(t) && !self.words.contains(&t);
        for (i, &t) in self.output.iter().enumerate() {
            if self.brackets.opens(t) {
                let head = self.output.get(i + 1).copied();
                if let (Some(Some(a)), Some(b)) = (last.last().copied(), head)
                    && fixed(a)
                    && fixed(b)
                {
                    found.push((a, b));
                }
                heads.push(head);
                last.push(None);
            } else if self.brackets.closes(t) {
                last.pop();
                let head = heads.pop().flatten();
                if let Some(top) = last.last_mut() {
                    *top = head;
                }
            } else if let Some(top) = last.last_mut() {
                *top = None;
            }
        }
        found
    }

    /// How many groups in brackets stand behind a token.
    fn groups(&self) -> Vec<(Symbol, u32)> {
        let mut found = vec![];
        for (i, &head) in self.output.iter().enumerate() {
            let opens = |j: usize| self.output.get(j).is_some_and(|&t| self.brackets.opens(t));
            if self.brackets.is_bracket(head) || !opens(i + 1) {
                continue;
            }
            let (mut groups, mut depth) = (0, 0);
            for &t in &self.output[i + 1..] {
                if self.brackets.opens(t) {
                    depth += 1;
                } else if self.brackets.closes(t) {
                    depth -= 1;
                    groups += u32::from(depth == 0);
                    if depth < 0 {
                        break;
                    }
                } else if depth == 0 {
                    break;
                }
            }
            found.push((head, groups));
        }
        found
    }

    fn number_places(&self) -> impl Iterator<Item = (usize, (Class, Class))> {
        let raw = |i: isize| match usize::try_from(i).ok().map(|i| self.output[i]) {
            None => Class::Edge,
            Some(t) if (self.number)(t) => Class::Number,
            Some(t) => Class::Token(t),
        };
        (0..self.output.len())
            .filter(|&i| (self.number)(self.output[i]))
            .map(move |i| (i, (raw(i as isize - 2), raw(i as isize - 1))))
    }
}

impl Shape {
    pub(crate) fn learn(task: &Seen) -> Shape {
        let mut shape = Shape::default();
        let mut not_copied: FastSet<Symbol> = FastSet::default();
        for example in &task.examples {
            let (words, output) = (&example.input[..], &example.output[..]);
            let pair = ShapedPair {
                brackets: &task.brackets,
                words,
                output,
                number: &|t| is_digits(task.texts.of(t)),
                new: &|_| false,
            };
            let classes = pair.classes();
            for two in classes.windows(2) {
                shape.pairs.insert((two[0], two[1]));
                let seen = shape.opens_behind.entry(two[0]).or_default();
                let opens = matches!(two[1], Class::Token(t) if task.brackets.opens(t));
                (seen.0, seen.1) = (seen.0 + u32::from(opens), seen.1 + u32::from(!opens));
            }
            shape.siblings.extend(pair.siblings());
            for ((two, one), from, to, copied) in pair.runs() {
                for key in [(Some(two), one), (None, one)] {
                    let place = shape.places.entry(key).or_default();
                    if copied {
                        let run = output[from..to].to_vec();
                        if !place.copies.contains(&run) {
                            place.copies.push(run);
                        }
                        let after = pair.class(to as isize);
                        if !place.after.contains(&after) {
                            place.after.push(after);
                        }
                    } else if !inflected(task, words, output[from])
                        && !place.tokens.contains(&output[from])
                    {
                        place.tokens.push(output[from]);
                    }
                }
            }
            let may_come_from_words = words
                .iter()
                .any(|&w| crate::length::digits::with_suffix(task.texts.of(w)).is_some());
            for (i, place) in pair.number_places() {
                let seen = shape.numbers.entry(place).or_default();
                if words.contains(&output[i]) {
                    seen.0 += 1;
                } else if !may_come_from_words {
                    seen.1 += 1;
                }
            }
            for (head, groups) in pair.groups() {
                let seen = shape.groups.entry(head).or_insert((0, groups, groups));
                *seen = (seen.0 + 1, seen.1.min(groups), seen.2.max(groups));
            }
            for &t in output {
                if words.contains(&t) {
                    shape.always_copied.insert(t)
                } else {
                    not_copied.insert(t)
                };
            }
        }
        for place in shape.places.values_mut() {
            let firsts: Vec<Symbol> = place.copies.iter().map(|c| c[0]).collect();
            place.tokens.retain(|t| !firsts.contains(t));
        }
        shape.always_copied.retain(|t| !not_copied.contains(t));
        shape
    }

    /// How far the examples bear out an answer of this form.
    pub(crate) fn fit(&self, task: &Seen, query: &Query, output: &[Symbol]) -> Fit {
        let number = |t: Symbol| query.is_number(t);
        let new = |t: Symbol| query.is_new(t);
        let pair = ShapedPair {
            brackets: &task.brackets,
            words: &query.words,
            output,
            number: &number,
            new: &new,
        };
        let has_new = query.words.iter().any(|&w| query.is_new(w));
        let uncopied = |t: &Symbol| self.always_copied.contains(t) && !query.words.contains(t);
        Fit {
            is_impossible: output.iter().any(uncopied) || !task.brackets.balanced(output),
            odd_shape: !self.accounts_for_words(task, query, output)
                || (query.digits.contains(&true) && !self.numbers_may_be_copied(&pair))
                || (!task.brackets.is_empty() && !self.brackets_fit(&pair, has_new)),
            odd_copy: has_new && !self.names_may_be_copied(query, &pair),
        }
    }

    fn accounts_for_words(&self, task: &Seen, query: &Query, output: &[Symbol]) -> bool {
        query.words.iter().enumerate().all(|(i, &w)| {
            // What was read as a number is in the answer, and so is what is copied.
            if query.numeric[i] || query.is_new(w) {
                return output.contains(&w);
            }
            let carries = task.links.of_word(w);
            carries < CARRIES || task.links.best_for_word(w, output) >= 0.5 * carries
        })
    }

    fn numbers_may_be_copied(&self, pair: &ShapedPair) -> bool {
        pair.number_places().all(|(i, place)| {
            let copied = pair.words.contains(&pair.output[i]);
            !copied || self.numbers.get(&place).is_none_or(|seen| seen.0 > 0 || seen.1 <= 1)
        })
    }

    /// An unknown word is copied only where copies stood, several different
    /// ones, and where other tokens were rare.
    fn names_may_be_copied(&self, query: &Query, pair: &ShapedPair) -> bool {
        pair.runs().into_iter().filter(|r| r.3).all(|((two, one), from, to, _)| {
            let unknown = |t: &Symbol| {
                query.is_new(*t)
                    && query.words.iter().position(|w| w == t).is_some_and(|i| !query.numeric[i])
            };
            if !pair.output[from..to].iter().any(unknown) {
                return true;
            }
            let Some(near) = self.places.get(&(None, one)) else { return false };
            if !near.after.contains(&pair.class(to as isize)) {
                return false;
            }
            match self.places.get(&(Some(two), one)) {
                Some(place) => {
                    !place.copies.is_empty() && place.tokens.len() * 2 <= place.copies.len()
                }
                None => near.copies.len() >= 2 && near.tokens.len() * 5 <= near.copies.len(),
            }
        })
    }

    fn brackets_fit(&self, pair: &ShapedPair, has_new: bool) -> bool {
        let opens = |c: Class| matches!(c, Class::Token(t) if pair.brackets.opens(t));
        let closes = |c: Class| matches!(c, Class::Token(t) if pair.brackets.closes(t));
        let classes = pair.classes();
        let pairs_fit = classes.windows(2).all(|two| {
            let (a, b) = (two[0], two[1]);
            let copy = a == Class::Copy || b == Class::Copy;
            let edge = a == Class::Edge || b == Class::Edge;
            let looked_at =
                opens(a) || (closes(a) && b == Class::Copy) || (copy && (has_new || edge));
            !looked_at || self.pairs.contains(&(a, b))
        });
        let heads_fit = classes.windows(2).all(|two| {
            if opens(two[0]) || closes(two[0]) || two[0] == Class::Copy {
                return true;
            }
            self.opens_behind.get(&two[0]).is_none_or(|&(yes, no)| {
                if opens(two[1]) { yes > 0 || no < 2 } else { no > 0 || yes < 2 }
            })
        });
        let groups_fit = pair.groups().iter().all(|(head, n)| {
            self.groups.get(head).is_none_or(|s| s.0 < 2 || (s.1..=s.2).contains(n))
        });
        let order_fits = pair
            .siblings()
            .iter()
            .all(|&(a, b)| self.siblings.contains(&(a, b)) || !self.siblings.contains(&(b, a)));
        pairs_fit && heads_fit && groups_fit && order_fits
    }
}

/// A token that begins like a longer word of the sentence: `reminder` for
/// `reminders`. As good as a copy.
fn inflected(task: &Seen, words: &[Symbol], token: Symbol) -> bool {
    let text = task.texts.of(token);
    text.chars().count() >= 3
        && words.iter().any(|&w| task.texts.of(w) != text && task.texts.of(w).starts_with(text))
}
