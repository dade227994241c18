//! Which grammars do to an input what one of them does, without running them.
//!
//! Grammars that vote mostly differ in a few rules and in their order. While one of them runs, whoever has the rule that it
//! chooses, and before that one no other rule that these words could match, would choose the same: what follows for it is
//! true of all who agreed on every step. Whoever is left out may agree all the same, and votes by itself: so this is never
//! wrong, and at worst of no use.

use crate::grammar::Grammar;
use crate::grammar::votes::VoterSet;
use crate::language::rule::{Pattern, Piece, Right, Rule, Variable, VariableKind};
use crate::language::vocabulary::Word;
use crate::run::{Span, Trace};
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of grammars that vote.
#[derive(Debug)]
pub(super) struct Agreement {
    of: Vec<RunningVoter>,
}

/// What the others do while one of them runs.
#[derive(Debug)]
struct RunningVoter {
    /// By rule that it chooses for several words, and for one; in the end, where it has no rule.
    several: Vec<ChosenRule>,
    single: Vec<ChosenRule>,
}

/// Who chooses as it does.
#[derive(Clone, Debug, Default)]
struct ChosenRule {
    /// Those that have the same rule, and before it none that could match any words.
    same: VoterSet,
    /// Those that have a rule which does the same to parts of some lengths.
    similar: Vec<(VoterSet, Lengths)>,
    /// The word of the rule, for these.
    word: Option<Word>,
    /// Those that could choose another rule where this word stands.
    others: Vec<(Word, VoterSet)>,
}

/// A set of lengths of the parts before and after the word of a rule, each none, one or more: a bit each.
type Lengths = u16;

/// The bit of two lengths.
fn lengths(before: usize, after: usize) -> Lengths {
    1 << (before.min(2) * 3 + after.min(2))
}

/// The place of a rule in one grammar; this where it has no such rule.
const ABSENT: usize = usize::MAX;

impl Agreement {
    /// `None` if there is nothing to be said: grammars with sections, or of different vocabularies.
    pub(super) fn new(grammars: &[&Grammar]) -> Option<Agreement> {
        let first = grammars.first()?;
        let alike = |grammar: &&Grammar| {
            grammar.program().sections.is_none()
                && Arc::ptr_eq(grammar.vocabulary(), first.vocabulary())
                && grammar.normalisation() == first.normalisation()
                && grammar.domain() == first.domain()
        };
        if grammars.len() > VoterSet::BITS as usize || !grammars.iter().all(alike) {
            return None;
        }
        let rules = AllRules::new(grammars);
        let of = (0..grammars.len()).map(|voter| rules.running(voter)).collect();
        Some(Agreement { of })
    }

    /// Everybody.
    pub(super) fn all(&self) -> VoterSet {
        VoterSet::MAX >> (VoterSet::BITS as usize - self.of.len())
    }

    /// Watches a voter run on an input; of `among`, those stay who do the same.
    pub(super) fn watch<'a>(
        &'a self,
        voter: usize,
        input: &'a [Word],
        among: VoterSet,
    ) -> WatchedVoter<'a> {
        WatchedVoter { of: &self.of[voter], input, own: 1 << voter, agreeing: among }
    }
}

/// A voter that runs.
pub(super) struct WatchedVoter<'a> {
    of: &'a RunningVoter,
    input: &'a [Word],
    own: VoterSet,
    agreeing: VoterSet,
}

impl WatchedVoter<'_> {
    /// Those who come to the same, once it has ended: with a value, or stuck on these words.
    pub(super) fn agreeing(mut self, stuck: Option<Span>) -> VoterSet {
        if let Some(span) = stuck {
            self.choose(span, self.of.several.len() - 1);
        }
        self.agreeing
    }

    /// Those who come to a limit do so by themselves.
    pub(super) fn alone(self) -> VoterSet {
        self.own
    }

    fn choose(&mut self, span: Span, rule: usize) {
        if self.agreeing == self.own {
            return;
        }
        let words = &self.input[span.range()];
        let choice = match words.len() {
            1 => &self.of.single[rule],
            _ => &self.of.several[rule],
        };
        let mut agreeing = self.agreeing & choice.same;
        if agreeing != self.agreeing && !choice.similar.is_empty() {
            agreeing |= self.agreeing & choice.similar_on(words);
        }
        for (word, voters) in &choice.others {
            if agreeing & voters != 0 && words.contains(word) {
                agreeing &= !voters;
            }
        }
        self.agreeing = agreeing | self.own;
    }
}

impl<V> Trace<V> for WatchedVoter<'_> {
    #[inline(always)]
    fn enter(&mut self, _: usize, _: Option<u32>, span: Span, rule: u32) {
        self.choose(span, rule as usize);
    }

    #[inline(always)]
    fn leave(&mut self, _: V) {}
}

impl ChosenRule {
    /// Those that have a rule which gives its variables the same of these words.
    fn similar_on(&self, words: &[Word]) -> VoterSet {
        let parts = match self.word {
            None if words.len() == 2 => Some((1, 1)),
            None => None,
            Some(word) => {
                let mut places = (0..words.len()).filter(|place| words[*place] == word);
                let only = places.next().filter(|_| places.next().is_none());
                only.map(|place| (place, words.len() - 1 - place))
            }
        };
        let Some((before, after)) = parts else { return 0 };
        let here = lengths(before, after);
        let fitting = self.similar.iter().filter(|(_, lengths)| lengths & here != 0);
        fitting.fold(0, |all, (voters, _)| all | voters)
    }
}

/// A rule with the numbers and kinds of its variables left out: rules that share it do the same to the same parts.
#[derive(PartialEq, Eq, Hash)]
struct RuleOutline {
    word: Option<Word>,
    /// Its place among the items of the left side, of which there are so many.
    place: usize,
    items: usize,
    right: Vec<OutlinedPiece>,
}

#[derive(PartialEq, Eq, Hash)]
enum OutlinedPiece {
    Token(Word),
    Variable(usize),
}

/// The kinds of a rule's variables, and what it has in common with others; `None` for rules of several words, and for those
/// whose variables have parts that depend on more than the place of the word.
fn outline(rule: &Rule) -> Option<(RuleOutline, Vec<VariableKind>)> {
    let mut variables: Vec<Variable> = Vec::new();
    let mut words = Vec::new();
    for (place, pattern) in rule.left.iter().enumerate() {
        match pattern {
            Pattern::Word(word) => words.push((*word, place)),
            Pattern::Variable(variable) => variables.push(*variable),
            Pattern::Typed(..) | Pattern::Group(_) => return None,
        }
    }
    let kinds: Vec<VariableKind> = variables.iter().map(|variable| variable.kind).collect();
    let at_least_one = !kinds.contains(&VariableKind::Any);
    let (word, place) = match (&words[..], variables.len()) {
        ([(word, place)], 0..=2) if *place <= 1 && rule.left.len() - place <= 2 => {
            (Some(*word), *place)
        }
        ([], 2) if at_least_one => (None, 0),
        _ => return None,
    };
    let Right::Tokens(pieces) = &rule.right else { return None };
    let place_of = |variable: &Variable| variables.iter().position(|known| known == variable);
    let piece = |piece: &Piece| match piece {
        Piece::Token(token) => Some(OutlinedPiece::Token(*token)),
        Piece::Variable(variable) => place_of(variable).map(OutlinedPiece::Variable),
        Piece::Copy(_) => None,
    };
    let right = pieces.iter().map(piece).collect::<Option<Vec<_>>>()?;
    Some((RuleOutline { word, place, items: rule.left.len(), right }, kinds))
}

/// The lengths of parts that the variables of a rule can take, which has a word at this place.
fn possible(place: usize, kinds: &[VariableKind]) -> Lengths {
    let takes = |kind: Option<&VariableKind>, length: usize| match kind {
        None => length == 0,
        Some(VariableKind::One) => length == 1,
        Some(VariableKind::Some) => length >= 1,
        Some(VariableKind::Any) => true,
    };
    let (before, after) = match (place, kinds) {
        (0, [after]) => (None, Some(after)),
        (_, [before, after]) => (Some(before), Some(after)),
        (_, kinds) => (kinds.first(), None),
    };
    let mut all = 0;
    for (left, right) in (0..3).flat_map(|left| (0..3).map(move |right| (left, right))) {
        if takes(before, left) && takes(after, right) {
            all |= lengths(left, right);
        }
    }
    all
}

/// One of the different rules that grammars have.
struct KnownRule {
    /// A word that it needs.
    word: Option<Word>,
    /// Whether it can match one word, and several.
    single: bool,
    several: bool,
    /// What it has in common with others, as a number, and the lengths of its parts.
    outline: Option<(usize, Lengths)>,
}

/// The rules of all grammars, each different one once.
struct AllRules {
    rules: Vec<KnownRule>,
    /// By outline: its word, if it has one.
    words: Vec<Option<Word>>,
    /// By grammar: its rules in their order.
    of: Vec<Vec<usize>>,
    /// By grammar and rule: its place.
    places: Vec<Vec<usize>>,
}

impl AllRules {
    fn new(grammars: &[&Grammar]) -> AllRules {
        let mut known: HashMap<&Rule, usize> = HashMap::new();
        let mut outlines: HashMap<RuleOutline, usize> = HashMap::new();
        let (mut rules, mut words) = (Vec::new(), Vec::new());
        let mut of = Vec::new();
        for grammar in grammars {
            let own = grammar.rules().iter().map(|rule| {
                *known.entry(rule).or_insert_with(|| {
                    let outline = outline(rule).map(|(outline, kinds)| {
                        let (lengths, word) = (possible(outline.place, &kinds), outline.word);
                        let next = outlines.len();
                        let outline = *outlines.entry(outline).or_insert(next);
                        words.resize(words.len().max(outline + 1), word);
                        (outline, lengths)
                    });
                    rules.push(KnownRule::new(rule, outline));
                    rules.len() - 1
                })
            });
            of.push(own.collect::<Vec<usize>>());
        }
        let places = of.iter().map(|own: &Vec<usize>| {
            let mut places = vec![ABSENT; rules.len()];
            // From the last one on, so that of equal ones the first stays.
            own.iter().enumerate().rev().for_each(|(place, rule)| places[*rule] = place);
            places
        });
        let places = places.collect();
        AllRules { rules, words, of, places }
    }

    fn running(&self, voter: usize) -> RunningVoter {
        let count = self.of[voter].len() + 1;
        let mut running = RunningVoter {
            several: vec![ChosenRule::default(); count],
            single: vec![ChosenRule::default(); count],
        };
        for (place, rule) in self.of[voter].iter().enumerate() {
            let outline = self.rules[*rule].outline;
            running.several[place].word = outline.and_then(|(outline, _)| self.words[outline]);
        }
        for other in 0..self.of.len() {
            self.compare(voter, other, &mut running);
        }
        running
    }

    /// Finds out where one does what another does.
    fn compare(&self, voter: usize, other: usize, running: &mut RunningVoter) {
        let (own, bit) = (&self.places[voter], 1 << other);
        // By place in the other grammar: how far the rules before it are ones that the first has tried by then.
        let mut furthest = 0;
        let before = self.of[other].iter().map(|rule| {
            let known = furthest;
            furthest = furthest.max(own[*rule].saturating_add(1));
            known
        });
        let tried: Vec<usize> = before.collect();
        for (place, rule) in self.of[voter].iter().enumerate() {
            let same = self.places[other][*rule];
            let (found, similar) = match same {
                ABSENT => match self.similar(*rule, other) {
                    Some((found, lengths)) => (found, Some(lengths)),
                    None => continue,
                },
                found => (found, None),
            };
            let several = &mut running.several[place];
            match similar {
                None => several.same |= bit,
                Some(lengths) => several.similar.push((bit, lengths)),
            }
            if similar.is_none() {
                running.single[place].same |= bit;
            }
            if tried[found] > place {
                for earlier in &self.of[other][..found] {
                    if own[*earlier] >= place {
                        running.leave_out(place, &self.rules[*earlier], bit);
                    }
                }
            }
        }
        let none = self.of[voter].len();
        running.several[none].same |= bit;
        running.single[none].same |= bit;
        for rule in self.of[other].iter().filter(|rule| own[**rule] == ABSENT) {
            running.leave_out(none, &self.rules[*rule], bit);
        }
    }

    /// Where another grammar has a rule that does the same to parts of some lengths.
    fn similar(&self, rule: usize, other: usize) -> Option<(usize, Lengths)> {
        let (outline, _) = self.rules[rule].outline?;
        let places = self.of[other].iter().enumerate();
        let mut similar = places.filter_map(|(place, rule)| {
            let (its, lengths) = self.rules[*rule].outline?;
            (its == outline).then_some((place, lengths))
        });
        similar.next()
    }
}

impl KnownRule {
    fn new(rule: &Rule, outline: Option<(usize, Lengths)>) -> KnownRule {
        let word = rule.left.iter().find_map(|pattern| match pattern {
            Pattern::Word(word) => Some(*word),
            _ => None,
        });
        let kind = |kind: VariableKind| {
            rule.left.iter().filter(move |item| item.variable().is_some_and(|it| it.kind == kind))
        };
        let any = kind(VariableKind::Any).count();
        let least = rule.left.len() - any;
        let is_elastic = any + kind(VariableKind::Some).count() > 0;
        KnownRule { word, single: least <= 1, several: least > 1 || is_elastic, outline }
    }
}

impl RunningVoter {
    /// Leaves somebody out wherever words could match a rule of its own before the one that is chosen.
    fn leave_out(&mut self, place: usize, rule: &KnownRule, bit: VoterSet) {
        for (choices, matters) in
            [(&mut self.several, rule.several), (&mut self.single, rule.single)]
        {
            let choice = &mut choices[place];
            match rule.word.filter(|_| matters) {
                _ if !matters => {}
                None => {
                    choice.same &= !bit;
                    choice.similar.retain(|(voters, _)| voters & bit == 0);
                }
                Some(word) => match choice.others.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, voters)) => *voters |= bit,
                    None => choice.others.push((word, bit)),
                },
            }
        }
    }
}
