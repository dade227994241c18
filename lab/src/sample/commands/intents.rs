//! What can be said in a language: intents in several phrasings, chains of them, what stands around them.

use super::language::{Content, Language, Part, Piece, Rule, Section};
use super::style::{Argument, Style};
use super::values::{self, Kind, Shape};
use super::words::Words;
use blicket::Random;

const COMMAND: usize = 0;
const STEP: usize = 1;

/// The weight of what carries a language, and is always taught.
const CARRYING: usize = 4;

/// A language, of which this share is taught.
pub(super) fn language(share: f64, random: &mut Random) -> Language {
    let words = &mut Words::new(random);
    let empty = |name: &str| Section { name: name.to_owned(), content: Content::Rules(Vec::new()) };
    let mut sections = vec![empty("command"), empty("step")];
    let kinds = values::draw(words, &mut sections, share, random);
    let style = Style::draw(random);
    let manner = Manner { style, kinds: &kinds, verb_last: random.chance(0.2), share };
    let mut steps = Vec::new();
    for index in 0..random.within(&(3..=8)) {
        steps.extend(manner.intent(index < 2, words, random));
    }
    sections[STEP].content = Content::Rules(steps);
    sections[COMMAND].content = Content::Rules(manner.commands(words, random));
    let strangers = (0..12).map(|_| words.content(random)).collect();
    Language { sections, strangers }
}

struct Manner<'a> {
    style: Style,
    kinds: &'a [Kind],
    verb_last: bool,
    share: f64,
}

/// A value that an intent takes, and the words around it.
struct Place {
    kind: usize,
    form: usize,
    before: Option<String>,
}

impl Manner<'_> {
    /// The rules of an intent.
    fn intent(&self, carries: bool, words: &mut Words, random: &mut Random) -> Vec<Rule> {
        let places = self.places(words, random);
        let verb = words.content(random);
        let head = match random.unit() {
            chance if chance < 0.6 => verb.to_uppercase(),
            chance if chance < 0.75 => verb.clone(),
            _ => words.content(random).to_uppercase(),
        };
        let mut verbs = vec![vec![verb]];
        while verbs.len() < 3 && random.chance(0.3) {
            let mut more = vec![words.content(random)];
            more.extend(random.chance(0.25).then(|| words.little(random)));
            verbs.push(more);
        }
        let behind = random.chance(0.1).then(|| words.little(random));
        let mut order: Vec<usize> = (0..places.len()).collect();
        let mut meant: Vec<usize> = (0..places.len()).collect();
        if random.chance(0.3) {
            random.shuffle(&mut meant);
        }
        let said = |order: &[usize], verbs: Vec<Vec<String>>, taught: bool| Rule {
            left: self.left(&places, order, verbs, behind.as_deref()),
            right: self.right(&head, &places, order, &meant),
            weight: if taught && carries { CARRYING } else { 2 },
            taught,
        };
        let taught = |random: &mut Random| carries || random.chance(self.share);
        let mut rules = vec![said(&order, verbs.clone(), taught(random))];
        // The last part may be missing.
        if order.len() >= 2 && random.chance(0.25) {
            let shorter = said(&order[..order.len() - 1], verbs.clone(), taught(random));
            rules.push(shorter);
        }
        // Another phrasing: the parts in another order, by another verb or by the same.
        let can_turn = places.len() >= 2 && places.iter().all(|place| place.before.is_some());
        if can_turn && random.chance(0.35) {
            order.rotate_left(1);
            let verbs = match random.chance(0.5) {
                true => verbs,
                false => vec![vec![words.content(random)]],
            };
            rules.push(said(&order, verbs, taught(random)));
        } else if random.chance(0.15) {
            let verbs = vec![vec![words.content(random), words.little(random)]];
            rules.push(said(&order, verbs, taught(random)));
        }
        rules
    }

    fn places(&self, words: &mut Words, random: &mut Random) -> Vec<Place> {
        let count = *random.choose(&[0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4]);
        let mut places: Vec<Place> = Vec::new();
        for _ in 0..count {
            let kind = random.below(self.kinds.len());
            let again = places.iter().any(|place| place.kind == kind);
            if again && (self.style == Style::Columns || random.chance(0.7)) {
                continue;
            }
            let is_open = |kind: usize| matches!(self.kinds[kind].shape, Shape::Names);
            // Names end where a word of the language stands.
            let behind_name = places.last().is_some_and(|last| is_open(last.kind));
            let chance = match places.is_empty() {
                true => 0.4,
                false if again || behind_name => 1.0,
                false => 0.9,
            };
            let before = random.chance(chance).then(|| words.little(random));
            places.push(Place { kind, form: random.below(self.kinds[kind].forms.len()), before });
        }
        places
    }

    fn left(
        &self,
        places: &[Place],
        order: &[usize],
        verbs: Vec<Vec<String>>,
        behind: Option<&str>,
    ) -> Vec<Part> {
        let word = |word: &str| Part::Fixed(vec![vec![word.to_owned()]]);
        let optional = |(text, may_be_missing): &(String, bool)| {
            let mut choices = vec![vec![text.clone()]];
            choices.extend(may_be_missing.then(Vec::new));
            Part::Fixed(choices)
        };
        let mut parts = Vec::new();
        for place in order.iter().map(|at| &places[*at]) {
            let kind = &self.kinds[place.kind];
            parts.extend(place.before.as_deref().map(word));
            parts.extend(kind.article.as_ref().map(optional));
            parts.push(Part::Slot(kind.forms[place.form]));
            parts.extend(kind.unit.as_ref().map(optional));
        }
        let verb = Part::Fixed(verbs);
        match self.verb_last {
            true => parts.push(verb),
            false => parts.insert(0, verb),
        }
        parts.extend(behind.map(word));
        parts
    }

    /// What is meant by the places that are said in this order; the others are left out.
    fn right(&self, head: &str, places: &[Place], order: &[usize], meant: &[usize]) -> Vec<Piece> {
        let arguments: Vec<Argument<'_>> = meant
            .iter()
            .map(|at| Argument {
                column: places[*at].kind,
                key: &self.kinds[places[*at].kind].key,
                value: order.iter().position(|said| said == at).map(Piece::Slot),
            })
            .collect();
        self.style.write(head, &arguments, self.kinds.len())
    }

    /// Rules for whole sentences: one step, several, and what stands around them.
    fn commands(&self, words: &mut Words, random: &mut Random) -> Vec<Rule> {
        let word = |word: String| Part::Fixed(vec![vec![word]]);
        let rule = |left, right, weight, taught| Rule { left, right, weight, taught };
        let (command, step) = (Part::Slot(COMMAND), Part::Slot(STEP));
        let mut rules = Vec::new();
        if random.chance(0.7) {
            let between = self.style.between(random);
            let joined = |first, second| {
                let mut right = vec![Piece::Slot(first)];
                right.extend(between.clone());
                right.push(Piece::Slot(second));
                right
            };
            let and = word(words.little(random));
            rules.push(rule(vec![step.clone(), and, command.clone()], joined(0, 1), 2, true));
            if random.chance(0.25) {
                let after = word(words.content(random));
                let taught = random.chance(self.share);
                rules.push(rule(
                    vec![step.clone(), after, command.clone()],
                    joined(1, 0),
                    1,
                    taught,
                ));
            }
        }
        if self.style != Style::Columns && random.chance(0.25) {
            let head = words.content(random).to_uppercase();
            let argument = Argument { column: 0, key: "what", value: Some(Piece::Slot(0)) };
            let right = self.style.write(&head, &[argument], 0);
            let left = vec![word(words.content(random)), step.clone()];
            rules.push(rule(left, right, 1, random.chance(self.share)));
        }
        if random.chance(0.4) {
            let please = word(words.content(random));
            let left = match random.chance(0.5) {
                true => vec![please, step.clone()],
                false => vec![step.clone(), please],
            };
            rules.push(rule(left, vec![Piece::Slot(0)], 1, random.chance(self.share)));
        }
        rules.push(rule(vec![step], vec![Piece::Slot(0)], CARRYING, true));
        rules
    }
}
