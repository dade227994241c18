//! Sentences of a language as derivations: their words, what they mean, and what a learner has to be shown for them.

use super::language::{Content, Language, Part, Piece};
use blicket::Random;
use std::collections::HashSet;

/// How a part of a sentence was made.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) section: usize,
    /// The rule of the section; none for names and numbers.
    rule: Option<usize>,
    /// Which words were taken, for every fixed part.
    choices: Vec<usize>,
    pub(super) children: Vec<Node>,
    /// The words of a name or a number.
    value: Vec<String>,
}

/// What may be said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// What examples may have.
    Taught,
    /// Names and numbers besides that no example has.
    Fresh,
    /// All of the language, with names that examples may have.
    All,
}

/// Something that examples show: a construction, a slot of it, an item, a choice of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Thing {
    Construction(usize, usize),
    Slot(usize, usize, usize),
    Item(usize, usize),
    Choice(usize, usize, usize, usize),
}

const DEEPEST: usize = 5;

impl Node {
    /// A sentence of a section at random, if it does not nest too deep.
    pub(super) fn say(
        language: &Language,
        section: usize,
        part: Said,
        depth: usize,
        random: &mut Random,
    ) -> Option<Node> {
        if depth > DEEPEST {
            return None;
        }
        let node =
            |rule, choices, children, value| Node { section, rule, choices, children, value };
        let rules = match &language.sections[section].content {
            Content::Rules(rules) => rules,
            Content::Names { shown, fresh } | Content::Digits { shown, fresh } => {
                let from = if part == Said::Fresh && random.chance(0.7) { fresh } else { shown };
                let value = random.choose(from).clone();
                return Some(node(None, Vec::new(), Vec::new(), value));
            }
        };
        let may_be_said = |at: &usize| rules[*at].taught || part == Said::All;
        let all: usize = (0..rules.len()).filter(may_be_said).map(|at| rules[at].weight).sum();
        let mut left = random.below(all);
        let chosen = (0..rules.len()).filter(may_be_said).find(|at| {
            let is_it = left < rules[*at].weight;
            left = left.saturating_sub(rules[*at].weight);
            is_it
        })?;
        let (mut choices, mut children) = (Vec::new(), Vec::new());
        for one in &rules[chosen].left {
            match one {
                Part::Fixed(ways) => choices.push(random.below(ways.len())),
                Part::Slot(section) => {
                    children.push(Node::say(language, *section, part, depth + 1, random)?);
                }
            }
        }
        Some(node(Some(chosen), choices, children, Vec::new()))
    }

    pub(super) fn words(&self, language: &Language) -> Vec<String> {
        let Some(rule) = self.rule else { return self.value.clone() };
        let (mut choices, mut children) = (self.choices.iter(), self.children.iter());
        let mut words = Vec::new();
        for part in &language.sections[self.section].rules()[rule].left {
            match part {
                Part::Fixed(ways) => {
                    words.extend_from_slice(&ways[*choices.next().expect("one for every part")]);
                }
                Part::Slot(_) => {
                    words.extend(children.next().expect("one for every slot").words(language));
                }
            }
        }
        words
    }

    pub(super) fn tokens(&self, language: &Language) -> Vec<String> {
        let Some(rule) = self.rule else { return self.value.clone() };
        let right = &language.sections[self.section].rules()[rule].right;
        let piece = |piece: &Piece| match piece {
            Piece::Token(token) => vec![token.clone()],
            Piece::Slot(slot) => self.children[*slot].tokens(language),
        };
        right.iter().flat_map(piece).collect()
    }

    /// The node and all nodes in it.
    pub(super) fn nodes(&self) -> Vec<&Node> {
        let mut nodes = vec![self];
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at];
            nodes.extend(&node.children);
            at += 1;
        }
        nodes
    }

    /// Whether something is said twice where nobody would: "from rome to rome".
    pub(super) fn repeats(&self, language: &Language) -> bool {
        let same =
            |a: &Node, b: &Node| a.section == b.section && a.words(language) == b.words(language);
        self.nodes().iter().any(|node| {
            let children = &node.children;
            (1..children.len()).any(|at| children[..at].iter().any(|one| same(one, &children[at])))
        })
    }

    /// What a support has to show for it to be determined, and in how many different words.
    pub(super) fn needs(&self) -> Vec<(Thing, usize)> {
        let mut needs = Vec::new();
        for node in self.nodes() {
            let Some(rule) = node.rule else { continue };
            match node.children.len() {
                0 => needs.push((Thing::Item(node.section, rule), 1)),
                slots => {
                    needs.push((Thing::Construction(node.section, rule), 2));
                    needs.extend((0..slots).map(|slot| (Thing::Slot(node.section, rule, slot), 2)));
                }
            }
            needs.extend(node.chosen(rule).map(|thing| (thing, 1)));
        }
        needs
    }

    /// What it shows, and in which words.
    pub(super) fn shows(&self, language: &Language) -> Vec<(Thing, Vec<String>)> {
        let mut shows = Vec::new();
        for node in self.nodes() {
            let Some(rule) = node.rule else { continue };
            match node.children.is_empty() {
                true => shows.push((Thing::Item(node.section, rule), Vec::new())),
                false => {
                    shows.push((Thing::Construction(node.section, rule), node.words(language)));
                    for (slot, child) in node.children.iter().enumerate() {
                        shows.push((Thing::Slot(node.section, rule, slot), child.words(language)));
                    }
                }
            }
            shows.extend(node.chosen(rule).map(|thing| (thing, Vec::new())));
        }
        shows
    }

    fn chosen(&self, rule: usize) -> impl Iterator<Item = Thing> + '_ {
        let choices = self.choices.iter().enumerate();
        choices.map(move |(part, choice)| Thing::Choice(self.section, rule, part, *choice))
    }

    /// Its codes that stand directly in one of these constructions.
    pub(super) fn codes_in(
        &self,
        constructions: &HashSet<Thing>,
        language: &Language,
    ) -> Vec<Thing> {
        let of = |node: &&Node| match node.rule {
            Some(rule) => constructions.contains(&Thing::Construction(node.section, rule)),
            None => false,
        };
        let nodes = self.nodes();
        let children = nodes.iter().copied().filter(of).flat_map(|node| &node.children);
        children
            .filter(|child| child.children.is_empty())
            .flat_map(|child| child.codes(language))
            .collect()
    }

    /// The items of it whose output does not resemble their words: what they mean has to be worked out.
    pub(super) fn codes(&self, language: &Language) -> Vec<Thing> {
        let is_code = |node: &&Node| {
            let words = node.words(language);
            let resembles = |token: &String| {
                let start: String = token.to_lowercase().chars().take(3).collect();
                words.iter().any(|word| word.starts_with(&start))
            };
            node.children.is_empty()
                && node.rule.is_some()
                && !node.tokens(language).iter().all(resembles)
        };
        let nodes = self.nodes();
        let codes = nodes.iter().copied().filter(|node| is_code(node));
        codes.filter_map(|node| Some(Thing::Item(node.section, node.rule?))).collect()
    }

    /// Whether each of its words is one that the output copies.
    pub(super) fn copied(&self, language: &Language) -> Vec<bool> {
        if self.children.is_empty() && self.is_copy(language) {
            return vec![true; self.words(language).len()];
        }
        let Some(rule) = self.rule else { return vec![true; self.value.len()] };
        let (mut choices, mut children) = (self.choices.iter(), self.children.iter());
        let mut copied = Vec::new();
        for part in &language.sections[self.section].rules()[rule].left {
            match part {
                Part::Fixed(ways) => {
                    let words = &ways[*choices.next().expect("one for every part")];
                    copied.extend(words.iter().map(|_| false));
                }
                Part::Slot(_) => {
                    copied.extend(children.next().expect("one for every slot").copied(language));
                }
            }
        }
        copied
    }

    /// Whether its output has no other words than its input.
    fn is_copy(&self, language: &Language) -> bool {
        let (words, tokens) = (self.words(language), self.tokens(language));
        !tokens.is_empty() && tokens.iter().all(|token| words.contains(token))
    }

    /// The construction that says what kind of sentence it is: past rules that only pass a part on.
    pub(super) fn kind(&self) -> (usize, usize) {
        let mut top = self;
        while let ([only], 0) = (top.children.as_slice(), top.choices.len()) {
            top = only;
        }
        (top.section, top.rule.unwrap_or(0))
    }
}
