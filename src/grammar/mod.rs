//! Interpretation grammars: an ordered list of rewrite rules, as data and as text.

mod word_list;
mod slots;
mod votes;
mod brackets;
mod evaluation;
mod reading;
pub(crate) mod doubt;
mod batch;
mod report;
mod derivation;
mod nearest;
mod advice;
mod names;

pub use advice::{Advice, Continuation, UnknownWord};
pub use batch::Batch;
pub(crate) use brackets::Balance;
pub use derivation::{Derivation, Step};
pub use evaluation::{Evaluation, Outcome};
pub(crate) use names::NamesOfSections;
pub use nearest::Suggestion;
pub(crate) use reading::PartReading;
pub use report::{EvaluationReport, SlotReport};
pub use slots::Slot;

pub use crate::language::rule::{
    Domain, Mark, Pattern, Piece, Right, Rule, RuleProblem, SectionRef, Term, Variable,
    VariableKind,
};
pub use crate::language::section::{Section, Sums, Use};
pub use crate::language::{ParseError, ParseErrors, ReadyMade};

use crate::language::vocabulary::{Vocabulary, Word};
use crate::language::{self, Normalisation, Open, Parsed};
use crate::run::program::Program;
use doubt::Jury;
use std::fmt;
use std::sync::Arc;

/// An ordered list of rewrite rules that turns a sequence of words into tokens or into a number.
///
/// A grammar is immutable, and can be shared between threads; a clone of it is the same rules once more, not a copy of
/// them. What one evaluation needs, and what it may cost, is in an [`Evaluation`].
///
/// ```
/// use blicket::Grammar;
///
/// let grammar = Grammar::parse(
///     "dax -> RED
///      u1 fep -> [u1] [u1] [u1]",
/// )?;
/// assert_eq!(grammar.apply("dax fep").text(), Some("RED RED RED"));
/// # Ok::<(), blicket::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grammar {
    compiled: Arc<Compiled>,
    normalisation: Normalisation,
    /// What the rules leave open, if they do.
    jury: Option<Arc<Jury>>,
}

/// Rules, and what they were compiled to. Nothing copies it.
#[derive(Debug)]
struct Compiled {
    /// At least one. The first one reads whole inputs.
    sections: Vec<Section>,
    vocabulary: Arc<Vocabulary>,
    program: Program,
}

impl Grammar {
    /// A grammar of one section without a name, from rules whose words are in `vocabulary`.
    pub fn new(
        domain: Domain,
        rules: Vec<Rule>,
        vocabulary: Arc<Vocabulary>,
    ) -> Result<Self, InvalidRule> {
        Self::with_sections(vec![Section::unnamed(domain, rules)], vocabulary)
    }

    /// A grammar from sections whose rules' words are in `vocabulary`. The first section reads whole
    /// inputs; where there is none, the grammar reads nothing.
    pub fn with_sections(
        mut sections: Vec<Section>,
        vocabulary: Arc<Vocabulary>,
    ) -> Result<Self, InvalidRule> {
        if sections.is_empty() {
            sections.push(Section::unnamed(Domain::Words, Vec::new()));
        }
        let domains: Vec<Domain> = sections.iter().map(|section| section.domain).collect();
        let mut index = 0;
        for section in &sections {
            for rule in section.all_rules() {
                let checked = rule.check(section.domain, &vocabulary, &domains);
                checked.map_err(|problem| InvalidRule { index, problem })?;
                index += 1;
            }
        }
        Ok(Self::compiled(sections, vocabulary, Normalisation::NONE))
    }

    fn compiled(
        sections: Vec<Section>,
        vocabulary: Arc<Vocabulary>,
        normalisation: Normalisation,
    ) -> Self {
        let program = match &sections[..] {
            [Section { domain, rules, name: None, uses, sums: None }]
                if uses.is_empty() && rules.iter().all(Rule::is_plain) =>
            {
                Program::compile(*domain, rules, vocabulary.len())
            }
            sections => Program::compile_sections(sections, &vocabulary),
        };
        let compiled = Arc::new(Compiled { sections, vocabulary, program });
        Self { compiled, normalisation, jury: None }
    }

    /// Reads a grammar from its text form; [`Display`](fmt::Display) writes it back.
    ///
    /// ```
    /// let error = blicket::Grammar::parse("u1 fep -> [u2]").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 11: found `[u2]`, expected a variable of the left side: [u1]"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_with(text, &ReadyMade::new()).map_err(ParseError::from)
    }

    /// Reads a grammar that may use ready-made rules, and says everything that is wrong with it.
    ///
    /// ```
    /// use blicket::{Grammar, ReadyMade};
    ///
    /// let errors = Grammar::parse_with("a => b\nx1:rom -> [x1]", &ReadyMade::new()).unwrap_err();
    /// assert_eq!(errors.all().len(), 2);
    /// ```
    pub fn parse_with(text: &str, ready_made: &ReadyMade) -> Result<Self, ParseErrors> {
        let parsed = language::parse(text, ready_made)?;
        let open = language::read_open(text, &parsed, ready_made)?;
        let compiled = |Parsed { sections, vocabulary, normalisation }| {
            Self::compiled(sections, Arc::new(vocabulary), normalisation)
        };
        let weighed = |list: Vec<(Parsed, f64)>| -> Vec<(Self, f64)> {
            list.into_iter().map(|(parsed, weight)| (compiled(parsed), weight)).collect()
        };
        let grammar = compiled(parsed);
        let jury = open.and_then(|open| {
            let Open { shown, known, denied, balanced, voters, last_resort } = open;
            let mut balance = Balance::default();
            balanced.iter().for_each(|(inside, pairs)| balance.add(*inside, pairs));
            let mut voters = weighed(voters);
            // What is denied is refused even where nothing else is open.
            if voters.is_empty() && !denied.is_empty() {
                voters.push((grammar.clone(), 1.0));
            }
            if voters.is_empty() {
                return Jury::of_brackets(balance);
            }
            let jury = Jury::new(voters, weighed(last_resort), shown, || false)?;
            Some(jury.knowing(known).denying(denied).balancing(balance))
        });
        Ok(Self { jury: jury.map(Arc::new), ..grammar })
    }

    /// Adds what the rules leave open.
    pub(crate) fn with_jury(self, jury: Jury) -> Self {
        Self { jury: Some(Arc::new(jury)), ..self }
    }

    /// The rules alone: what they leave open is answered as they say it, and nothing is refused.
    pub fn rules_alone(&self) -> Self {
        Self { jury: None, ..self.clone() }
    }

    /// What the examples that the grammar was learnt from leave open: all grammars that vote on an input, each with its
    /// weight. There are none where nothing is open.
    pub fn alternatives(&self) -> impl ExactSizeIterator<Item = (&Grammar, f64)> {
        let voters = self.jury.as_ref().map_or(&[][..], |jury| jury.voters());
        voters.iter().map(|(grammar, weight)| (grammar, *weight))
    }

    /// All that an input could mean, as far as the examples leave that open: answers with their shares of the weight, the
    /// weightiest first. `None` is that an alternative does not read the input. Nothing where the grammar leaves nothing
    /// open.
    pub fn votes(&self, input: &str) -> Vec<(Option<String>, f64)> {
        let limits = crate::run::limits::Limits::DEFAULT;
        self.jury.as_ref().map(|jury| jury.votes(input, limits)).unwrap_or_default()
    }

    /// Tokens or numbers: what the first section gives.
    pub fn domain(&self) -> Domain {
        self.compiled.sections[0].domain
    }

    /// The sections, of which the first reads whole inputs. A grammar without sections has one that
    /// has no name.
    pub fn sections(&self) -> &[Section] {
        &self.compiled.sections
    }

    /// What typed variables call a section.
    pub fn section_name(&self, section: SectionRef) -> &str {
        language::section_name(section, &self.compiled.sections)
    }

    /// The rules of the first section, in the order in which they are tried. A grammar without
    /// sections has no others.
    pub fn rules(&self) -> &[Rule] {
        &self.compiled.sections[0].rules
    }

    /// How many rules all sections have together, ready-made ones included.
    pub fn rule_count(&self) -> usize {
        self.compiled.sections.iter().map(Section::rule_count).sum()
    }

    /// The words and tokens that the rules name.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.compiled.vocabulary
    }

    /// The text of one rule, as it stands on its line; `None` past the last. Rules are counted through
    /// all sections, ready-made ones included.
    pub fn rule_text(&self, index: usize) -> Option<String> {
        let (section, rule) = self.rule_at(index)?;
        let (domain, sections) = (section.domain, &self.compiled.sections[..]);
        let text =
            language::RuleText { rule, domain, vocabulary: &self.compiled.vocabulary, sections };
        Some(text.to_string())
    }

    /// The rule of this index, counted through all sections, and the section in which it stands.
    pub fn rule_at(&self, mut index: usize) -> Option<(&Section, &Rule)> {
        for section in &self.compiled.sections {
            let count = section.rule_count();
            if index < count && section.uses.is_empty() {
                return section.rules.get(index).map(|rule| (section, rule));
            }
            if index < count {
                return section.all_rules().nth(index).map(|rule| (section, rule));
            }
            index -= count;
        }
        None
    }

    /// What is done to the words of an input before the rules see them.
    pub fn normalisation(&self) -> Normalisation {
        self.normalisation
    }

    /// This grammar, with something else done to the words of an input. The words of left sides are
    /// brought into the same form, so that they can still be found.
    ///
    /// What was learnt from examples in normal form becomes a grammar for inputs in any form:
    ///
    /// ```
    /// use blicket::{Grammar, Normalisation};
    ///
    /// let mut normalisation = Normalisation::default();
    /// normalisation.fold_case = true;
    /// let grammar = Grammar::parse("Turn on -> ON")?.with_normalisation(normalisation);
    /// assert_eq!(grammar.to_string(), "%fold-case\nturn on -> ON\n");
    /// assert_eq!(grammar.apply("TURN On").text(), Some("ON"));
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn with_normalisation(self, normalisation: Normalisation) -> Self {
        let (mut sections, vocabulary) = match Arc::try_unwrap(self.compiled) {
            Ok(Compiled { sections, vocabulary, .. }) => (sections, vocabulary),
            Err(shared) => (shared.sections.clone(), shared.vocabulary.clone()),
        };
        let mut vocabulary = Arc::unwrap_or_clone(vocabulary);
        let mut buffer = String::new();
        for section in &mut sections {
            let used = section.uses.iter_mut().flat_map(|one| &mut one.rules);
            for item in section.rules.iter_mut().chain(used).flat_map(|rule| &mut rule.left) {
                if let Pattern::Word(word) = item {
                    let text = vocabulary.text(*word).to_owned();
                    *word =
                        vocabulary.intern(normalisation.form(&text, &mut buffer)).unwrap_or(*word);
                }
            }
        }
        Self::compiled(sections, Arc::new(vocabulary), normalisation)
    }

    /// Its sections in the words of another vocabulary, to which those are added that it does not have.
    fn in_vocabulary(&self, vocabulary: &mut Vocabulary) -> Vec<Section> {
        let own = self.vocabulary();
        let mut word = |word: Word| vocabulary.intern(own.text(word)).unwrap_or(word);
        let mut sections = self.compiled.sections.clone();
        let rules = sections.iter_mut().flat_map(|section| {
            section.rules.iter_mut().chain(section.uses.iter_mut().flat_map(|one| &mut one.rules))
        });
        for rule in rules {
            for item in &mut rule.left {
                if let Pattern::Word(known) = item {
                    *known = word(*known);
                }
            }
            if let Right::Tokens(pieces) = &mut rule.right {
                for piece in pieces {
                    if let Piece::Token(known) = piece {
                        *known = word(*known);
                    }
                }
            }
        }
        sections
    }

    /// Grammars in words of one vocabulary, so that an input is read once for all of them.
    fn sharing_words(grammars: Vec<(Self, f64)>) -> Vec<(Self, f64)> {
        let shared = grammars.first().map(|(first, _)| first.vocabulary().clone());
        let is_shared = |grammar: &Self| {
            shared.as_ref().is_some_and(|shared| Arc::ptr_eq(shared, grammar.vocabulary()))
        };
        if grammars.iter().all(|(grammar, _)| is_shared(grammar)) {
            return grammars;
        }
        let mut vocabulary = Vocabulary::new();
        let sections: Vec<Vec<Section>> =
            grammars.iter().map(|(grammar, _)| grammar.in_vocabulary(&mut vocabulary)).collect();
        let vocabulary = Arc::new(vocabulary);
        let compiled = |((grammar, weight), sections): ((Self, f64), Vec<Section>)| {
            (Self::compiled(sections, vocabulary.clone(), grammar.normalisation), weight)
        };
        grammars.into_iter().zip(sections).map(compiled).collect()
    }

    /// The words of an input as they were typed, each with its number in the vocabulary.
    pub(crate) fn typed_words<'a>(
        &'a self,
        input: &'a str,
        buffer: &'a mut String,
    ) -> impl Iterator<Item = (&'a str, Word)> + 'a {
        let normalisation = self.normalisation;
        normalisation.words(input).map(move |word| {
            (word, self.compiled.vocabulary.find(normalisation.form(word, buffer)))
        })
    }

    /// The rules in the form that the [`Evaluator`](crate::Evaluator) runs.
    pub fn program(&self) -> &Program {
        &self.compiled.program
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        language::print(self.normalisation, &self.compiled.sections, &self.compiled.vocabulary, f)?;
        self.jury.as_ref().map_or(Ok(()), |jury| jury.print(self, f))
    }
}

impl std::str::FromStr for Grammar {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Two grammars are equal when they have the same text, whatever numbers their words have.
impl PartialEq for Grammar {
    fn eq(&self, other: &Self) -> bool {
        // Of a task's grammars many are compared, and all have the task's vocabulary.
        let are_closed = self.jury.is_none() && other.jury.is_none();
        if are_closed && Arc::ptr_eq(&self.compiled.vocabulary, &other.compiled.vocabulary) {
            return self.normalisation == other.normalisation
                && self.compiled.sections == other.compiled.sections;
        }
        self.to_string() == other.to_string()
    }
}

impl Eq for Grammar {}

/// A rule that cannot stand in a grammar, and where it was in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidRule {
    /// Its index, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub problem: RuleProblem,
}

impl fmt::Display for InvalidRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}: {}", self.index + 1, self.problem)
    }
}

impl std::error::Error for InvalidRule {}
