//! Explaining an evaluation: which rule rewrote which words to what.
//!
//! A derivation is a flat list in the order of the evaluation, each step with its depth, and words
//! and tokens are named by their places. So it stays as small as the evaluation was, and neither
//! printing it nor reading its JSON recurses.

use super::{Domain, Grammar};
use crate::language::vocabulary::Word;
use crate::run::limits::{Limit, Limits};
use crate::run::program::Program;
use crate::run::program::sections::integer;
use crate::run::sections::{Token, Value, Watched};
use crate::run::{Evaluator, Halt, Job, Span, Tokens, Trace};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How an input was evaluated, step by step.
///
/// Displayed as indented text; [`to_json`](Self::to_json) gives the same as data.
///
/// ```
/// let grammar = blicket::Grammar::parse("walk -> WALK\nx1 twice -> [x1] [x1]").unwrap();
/// assert_eq!(
///     grammar.explain("walk twice").to_string(),
///     "walk twice => WALK WALK    by x1 twice -> [x1] [x1]\n\
///      \u{20}   x1 = walk => WALK    by walk -> WALK\n"
/// );
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Derivation {
    /// The words of the input.
    pub words: Vec<String>,
    /// The tokens of the output, as far as it came; none where the grammar is of numbers.
    pub tokens: Vec<String>,
    /// The number, where the grammar is of numbers and the evaluation has a value.
    pub number: Option<i64>,
    /// The words that no rule matches, as a range of `words`, if that ended the evaluation.
    pub stuck: Option<[u32; 2]>,
    /// The limit that ended the evaluation, if one did.
    #[serde(serialize_with = "limit_name")]
    pub reason: Option<Limit>,
    /// The sequences that were evaluated, each before its parts.
    pub steps: Vec<Step>,
    /// How many further steps were left out, because there were more than
    /// [`MOST_STEPS`](Self::MOST_STEPS).
    pub omitted: usize,
    /// The text of every rule that a step applies, by its index in the grammar.
    pub rules: BTreeMap<u32, String>,
}

/// One rule applied to one sequence of words.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// 0 for the whole input, one more for each variable within.
    pub depth: usize,
    /// The variable of the enclosing rule that matched these words.
    pub variable: Option<String>,
    /// The words, as a range of [`Derivation::words`].
    pub words: [u32; 2],
    /// The section whose rule it is, if that has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The rule, as an index into the grammar's rules, counted through all sections.
    pub rule: u32,
    /// What the words gave, as a range of [`Derivation::tokens`]; absent if it was never known.
    pub tokens: Option<[u32; 2]>,
    /// What the words gave in a grammar of numbers.
    pub number: Option<i64>,
}

impl Derivation {
    /// The most steps that a derivation lists.
    pub const MOST_STEPS: usize = 10_000;

    /// One object, with the fields of this type.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers always serialize")
    }

    fn value(&self, step: &Step) -> Option<String> {
        if let Some(number) = step.number {
            return Some(number.to_string());
        }
        let tokens = &self.tokens[step.tokens?[0] as usize..step.tokens?[1] as usize];
        Some(if tokens.is_empty() { "(nothing)".to_owned() } else { shorten(tokens) })
    }
}

impl Grammar {
    /// Evaluates `input` and tells how.
    pub fn explain(&self, input: &str) -> Derivation {
        self.explain_within(input, Limits::DEFAULT)
    }

    /// Evaluates `input` and tells how, with limits of one's own on what that may cost.
    pub fn explain_within(&self, input: &str, limits: Limits) -> Derivation {
        let (words, known): (Vec<String>, Vec<Word>) = self
            .typed_words(input, &mut String::new())
            .map(|(text, word)| (text.to_owned(), word))
            .unzip();
        let limits = &limits;
        let job = Job { program: self.program(), input: &known, limits };
        let mut output = Vec::new();
        let mut evaluator = Evaluator::new();
        if self.program().sections.is_some() {
            return self.explain_sections(words, job, &mut evaluator);
        }
        let (trace, result) = match self.domain() {
            Domain::Words => {
                let mut recorder = Recorder::new(self.program());
                let result = evaluator.tokens(job, &mut output, &mut recorder);
                let steps = recorder.finish(self, |step, (start, end): Tokens| {
                    step.tokens = Some([start, end]);
                });
                (steps, result.map(|_| None))
            }
            Domain::Numbers => {
                let mut recorder = Recorder::new(self.program());
                let result = evaluator.number(job, &mut recorder);
                let steps = recorder.finish(self, |step, number| step.number = Some(number));
                (steps, result.map(Some))
            }
        };
        let (steps, omitted) = trace;
        let rules = steps.iter().map(|step| step.rule).collect::<BTreeSet<u32>>();
        let rule_text = |rule: u32| self.rule_text(rule as usize).unwrap_or_default();
        let mut derivation = Derivation {
            words,
            tokens: Vec::new(),
            number: None,
            stuck: None,
            reason: None,
            steps,
            omitted,
            rules: rules.into_iter().map(|rule| (rule, rule_text(rule))).collect(),
        };
        let text = |word: &Word| self.vocabulary().text(*word);
        let bytes: usize = output.iter().map(|word| text(word).len() + 1).sum();
        let too_long = bytes > limits.text.saturating_add(1);
        if too_long {
            derivation.steps.iter_mut().for_each(|step| step.tokens = None);
        } else {
            derivation.tokens = output.iter().map(|word| text(word).to_owned()).collect();
        }
        match result {
            Ok(_) if too_long => derivation.reason = Some(Limit::Length),
            Ok(number) => derivation.number = number,
            Err(Halt::Stuck(span)) => derivation.stuck = Some([span.start, span.end]),
            Err(Halt::Limit(limit)) => derivation.reason = Some(limit),
            Err(Halt::Differs(_)) => unreachable!("nothing was compared"),
        }
        derivation
    }
}

impl Grammar {
    /// Explains an evaluation by a grammar with sections.
    fn explain_sections(
        &self,
        words: Vec<String>,
        job: Job<'_>,
        evaluator: &mut Evaluator,
    ) -> Derivation {
        let Some(code) = &job.program.sections else { unreachable!("the grammar has sections") };
        let integers: Vec<i64> = words.iter().map(|word| integer(word)).collect();
        let (mut found, mut all) = (Vec::new(), 0);
        let watched = Watched::Steps(&mut found, Derivation::MOST_STEPS, &mut all);
        let result = evaluator.by_sections(job, Some(&integers), watched);
        let output = evaluator.sections().map(|sections| sections.tokens()).unwrap_or_default();
        let text = |token: &Token| match token {
            Token::Word(word) => self.vocabulary().text(*word).to_owned(),
            Token::Input(place) => words[*place as usize].clone(),
            Token::Number(number) => number.to_string(),
        };
        let length = |token: &Token| match token {
            Token::Word(word) => self.vocabulary().text(*word).len() + 1,
            Token::Input(place) => words[*place as usize].len() + 1,
            Token::Number(number) => number.to_string().len() + 1,
        };
        let bytes: usize = output.iter().map(length).sum();
        let too_long = bytes > job.limits.text.saturating_add(1);
        let steps = found.iter().map(|step| {
            let rule = &code.rules[step.rule as usize];
            let name = |item: u32| code.items[item as usize].variable.to_string();
            let mut explained = Step {
                depth: step.depth as usize,
                variable: step.item.map(name),
                words: [step.span.start, step.span.end],
                section: self.sections()[rule.section as usize].name.as_deref().map(str::to_owned),
                rule: rule.source,
                tokens: None,
                number: None,
            };
            match step.value {
                Value::Tokens(start, end) if !too_long => explained.tokens = Some([start, end]),
                Value::Number(number) => explained.number = Some(number),
                Value::Tokens(..) | Value::Unknown => {}
            }
            explained
        });
        let steps: Vec<Step> = steps.collect();
        let rules: BTreeSet<u32> = steps.iter().map(|step| step.rule).collect();
        let rule_text = |rule: u32| self.rule_text(rule as usize).unwrap_or_default();
        let mut derivation = Derivation {
            tokens: if too_long { Vec::new() } else { output.iter().map(text).collect() },
            words: Vec::new(),
            number: None,
            stuck: None,
            reason: None,
            omitted: all - steps.len(),
            rules: rules.into_iter().map(|rule| (rule, rule_text(rule))).collect(),
            steps,
        };
        derivation.words = words;
        match result {
            Ok(_) if too_long => derivation.reason = Some(Limit::Length),
            Ok(Value::Number(number)) => derivation.number = Some(number),
            Ok(_) => {}
            Err(Halt::Stuck(span)) => derivation.stuck = Some([span.start, span.end]),
            Err(Halt::Limit(limit)) => derivation.reason = Some(limit),
            Err(Halt::Differs(_)) => unreachable!("nothing was compared"),
        }
        derivation
    }
}

/// Records what the machine does.
struct Recorder<'a, V> {
    program: &'a Program,
    entries: Vec<StepEntry<V>>,
    /// Entered and not left: indices into `entries`, also past its end where those were omitted.
    open: Vec<usize>,
    entered: usize,
}

struct StepEntry<V> {
    depth: usize,
    parent_rule: Option<u32>,
    operation: Option<u32>,
    span: Span,
    rule: u32,
    value: Option<V>,
}

impl<'a, V> Recorder<'a, V> {
    fn new(program: &'a Program) -> Self {
        Self { program, entries: Vec::new(), open: Vec::new(), entered: 0 }
    }

    fn finish(self, grammar: &Grammar, set_value: impl Fn(&mut Step, V)) -> (Vec<Step>, usize) {
        let omitted = self.entered - self.entries.len();
        let name = |entry: &StepEntry<V>| {
            let rule = entry.parent_rule?;
            let first = self.program.rules[rule as usize].operations.0;
            let item = (entry.operation? - first) as usize;
            Some(grammar.rules()[rule as usize].right_variable(item)?.to_string())
        };
        let steps = self.entries.into_iter().map(|entry| {
            let mut step = Step {
                depth: entry.depth,
                variable: name(&entry),
                words: [entry.span.start, entry.span.end],
                section: None,
                rule: entry.rule,
                tokens: None,
                number: None,
            };
            if let Some(value) = entry.value {
                set_value(&mut step, value);
            }
            step
        });
        (steps.collect(), omitted)
    }
}

impl<V> Trace<V> for Recorder<'_, V> {
    fn enter(&mut self, depth: usize, operation: Option<u32>, span: Span, rule: u32) {
        let parent = self.open.last().and_then(|index| self.entries.get(*index));
        let parent_rule = parent.map(|entry| entry.rule);
        self.open.push(self.entered);
        self.entered += 1;
        if self.entries.len() < Derivation::MOST_STEPS {
            let value = None;
            self.entries.push(StepEntry { depth, parent_rule, operation, span, rule, value });
        }
    }

    fn leave(&mut self, value: V) {
        let index = self.open.pop().expect("what is left was entered");
        if let Some(entry) = self.entries.get_mut(index) {
            entry.value = Some(value);
        }
    }
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Deeper steps are not indented further: a derivation can be as deep as its input is long.
        const DEEPEST_INDENT: usize = 20;
        let words = |[start, end]: [u32; 2]| shorten(&self.words[start as usize..end as usize]);
        for step in &self.steps {
            write!(f, "{:1$}", "", 4 * step.depth.min(DEEPEST_INDENT))?;
            if let Some(variable) = &step.variable {
                write!(f, "{variable} = ")?;
            }
            let value = self.value(step).unwrap_or_else(|| "?".to_owned());
            let rule = self.rules.get(&step.rule).map_or("", String::as_str);
            write!(f, "{} => {value}    by ", words(step.words))?;
            if let Some(section) = &step.section {
                write!(f, "@{} ", clip(section, 60))?;
            }
            writeln!(f, "{}", clip(rule, 200))?;
        }
        if self.omitted > 0 {
            writeln!(f, "… and {} more steps", self.omitted)?;
        }
        if let Some(stuck) = self.stuck {
            let stuck = if stuck[0] == stuck[1] { "(no words)".to_owned() } else { words(stuck) };
            writeln!(f, "stuck: no rule matches {stuck}")?;
        }
        if let Some(reason) = self.reason {
            writeln!(f, "stopped: {reason}")?;
        }
        Ok(())
    }
}

/// The words with spaces between them; of many, the first and the last.
fn shorten(words: &[String]) -> String {
    const SHOWN: usize = 24;
    let clipped =
        |words: &[String]| words.iter().map(|word| clip(word, 60)).collect::<Vec<_>>().join(" ");
    if words.len() <= SHOWN {
        return clipped(words);
    }
    let (head, tail) = (&words[..SHOWN / 2], &words[words.len() - SHOWN / 2..]);
    format!("{} … ({} more) … {}", clipped(head), words.len() - SHOWN, clipped(tail))
}

/// At most `most` characters of `text`. What a line shows is bounded, or a derivation of a few long
/// words could fill a disk.
fn clip(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

fn limit_name<S: serde::Serializer>(limit: &Option<Limit>, s: S) -> Result<S::Ok, S::Error> {
    limit.map(Limit::name).serialize(s)
}
