//! Applying a grammar to text: the result of one evaluation, as a host reads it.

use super::slots::{Slot, SlotList};
use super::votes::{ClassMemory, VoterSet, Votes};
use super::word_list::{WordList, Writing};
use super::{Balance, Domain, Grammar};
use crate::language::Normalisation;
use crate::language::vocabulary::Word;
use crate::run::limits::{Limit, Limits};
use crate::run::program::sections::{NO_INTEGER, integer};
use crate::run::sections::{SectionEvaluator, Value, Watched};
use crate::run::{Evaluator, Halt, Job, Span, Tokens, Trace, Unwatched};

/// How an evaluation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// It has a value: tokens or a number.
    Value,
    /// No rule matches some words on the way, [`Evaluation::stuck`].
    Stuck,
    /// It would have cost more than its limits allow.
    Limit(Limit),
    /// It has a value that is not worth acting on, [`Evaluation::guess`]: what the grammar was learnt from leaves open
    /// what is meant.
    Refused,
}

impl Outcome {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Stuck => "stuck",
            Self::Limit(_) => "limit",
            Self::Refused => "refused",
        }
    }

    /// Its number in the C header, which has the limit apart.
    pub fn number(self) -> u32 {
        match self {
            Self::Value => 0,
            Self::Stuck => 1,
            Self::Limit(_) => 2,
            Self::Refused => 3,
        }
    }

    /// The limit that ended the evaluation, if one did.
    pub fn limit(self) -> Option<Limit> {
        match self {
            Self::Value | Self::Stuck | Self::Refused => None,
            Self::Limit(limit) => Some(limit),
        }
    }
}

/// The result of applying a grammar to an input. Used again for the next input, it keeps its
/// memory, so that a host's loop does not allocate; so it is where alternatives of the
/// grammar vote; only one that has examples to compare answers with does ([`Grammar::rules_alone`]).
///
/// ```
/// use blicket::{Evaluation, Grammar, Outcome};
///
/// let grammar = Grammar::parse("walk -> WALK\nx1 twice -> [x1] [x1]").unwrap();
/// let mut evaluation = Evaluation::new();
///
/// grammar.apply_into("walk twice", &mut evaluation);
/// assert_eq!(evaluation.text(), Some("WALK WALK"));
///
/// grammar.apply_into("hop twice", &mut evaluation);
/// assert_eq!(evaluation.outcome(), Outcome::Stuck);
/// assert_eq!(evaluation.stuck().collect::<Vec<_>>(), ["hop"]);
/// ```
#[derive(Debug)]
pub struct Evaluation {
    outcome: Outcome,
    number: Option<i64>,
    /// The words of the value, or those that the evaluation was stuck on.
    words: WordList,
    pub(super) evaluator: Evaluator,
    input: Vec<Word>,
    /// Those of a long output.
    tokens: Vec<Word>,
    /// For the form of a word that a grammar looks up.
    form: String,
    /// What it may cost.
    limits: Limits,
    /// The words of the input and their numbers, if the grammar has sections.
    texts: WordList,
    integers: Vec<i64>,
    slots: SlotList,
    leaves_slots_out: bool,
    /// How sure the value is, if the grammar says.
    confidence: Option<f64>,
    /// The answers of grammars that vote.
    pub(super) votes: Votes,
    /// Which of them read an input alike.
    pub(super) classes: ClassMemory,
    /// For those who vote while the result of another one is kept.
    pub(super) spare: Option<Box<Evaluation>>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluation {
    /// An evaluation of nothing yet: stuck, on no words.
    pub fn new() -> Self {
        Self {
            outcome: Outcome::Stuck,
            number: None,
            words: WordList::default(),
            evaluator: Evaluator::new(),
            input: Vec::new(),
            tokens: Vec::new(),
            form: String::new(),
            limits: Limits::DEFAULT,
            texts: WordList::default(),
            integers: Vec::new(),
            slots: SlotList::default(),
            leaves_slots_out: false,
            confidence: None,
            votes: Votes::default(),
            classes: ClassMemory::default(),
            spare: None,
        }
    }

    /// An evaluation of nothing yet, which may cost this much every time that it is used.
    pub fn within(limits: Limits) -> Self {
        Self { limits, ..Self::new() }
    }

    /// What it may cost every time that it is used.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets what it may cost from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// How it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The value as text: the tokens with a space between them, or the number in decimal digits.
    pub fn text(&self) -> Option<&str> {
        (self.outcome == Outcome::Value).then_some(self.words.text.as_str())
    }

    /// The value also where it was [`Outcome::Refused`].
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse(
    ///     "dax -> RED
    ///      x1 fep -> [x1] [x1]
    ///      u1 x1 -> [u1] [x1]
    ///      %doubt
    ///      %alternative 0.5
    ///      %alternative 0.5
    ///      u1 fep -> [u1] [u1]
    ///      %rules 1
    ///      %rules 3",
    /// )?;
    /// let evaluation = grammar.apply("dax dax fep");
    /// assert_eq!((evaluation.text(), evaluation.guess()), (None, Some("RED RED RED RED")));
    /// assert_eq!(evaluation.confidence(), Some(0.5));
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn guess(&self) -> Option<&str> {
        let has_value = matches!(self.outcome, Outcome::Value | Outcome::Refused);
        has_value.then_some(self.words.text.as_str())
    }

    /// The share of the weight of all that could be meant which stands behind the value, from 0 to 1. There is none
    /// without a value, and none by a grammar that leaves nothing open ([`Grammar::alternatives`]).
    pub fn confidence(&self) -> Option<f64> {
        self.confidence
    }

    /// Says how sure the value is, and takes it back if it is not worth acting on.
    pub(super) fn judged(&mut self, sure: bool, confidence: f64) {
        self.confidence = Some(confidence);
        if !sure {
            self.outcome = Outcome::Refused;
            self.number = None;
            self.slots.clear();
        }
    }

    /// Takes a value back whose brackets do not close as those of all examples do.
    pub(super) fn refuse_open_brackets(&mut self, balance: &Balance) {
        let has_value = self.outcome == Outcome::Value || self.outcome == Outcome::Refused;
        if has_value && !balance.holds(&self.words.text, &mut self.votes.open) {
            self.judged(false, 0.0);
        }
    }

    /// Becomes one of the answers that were voted for, which has no slots.
    pub(super) fn become_answer(&mut self, answer: usize) {
        (self.outcome, self.number) = (Outcome::Value, self.votes.number(answer));
        self.words.set_whole(self.votes.text(answer));
        self.slots.clear();
    }

    /// The tokens of the value one by one. A number is one token; without a value there are none.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter(self.outcome == Outcome::Value)
    }

    /// Token `index` of the value, without going through those before it.
    pub fn token(&self, index: usize) -> Option<&str> {
        self.words.get(index).filter(|_| self.outcome == Outcome::Value)
    }

    /// The value of a grammar of numbers.
    pub fn number(&self) -> Option<i64> {
        self.number
    }

    /// The words that no rule matches, where the evaluation was [`Outcome::Stuck`].
    pub fn stuck(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter(self.outcome == Outcome::Stuck)
    }

    /// The words of [`stuck`](Self::stuck) with a space between them; empty where it was not stuck.
    pub fn stuck_text(&self) -> &str {
        if self.outcome == Outcome::Stuck { &self.words.text } else { "" }
    }

    /// Word `index` of [`stuck`](Self::stuck), without going through those before it.
    pub fn stuck_word(&self, index: usize) -> Option<&str> {
        self.words.get(index).filter(|_| self.outcome == Outcome::Stuck)
    }

    /// The slots: which section read which words, and what they mean. They are in the order of the
    /// words, each before those that lie in it. There are none without a value, and none by a grammar
    /// without typed variables.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse(
    ///     "@command
    ///      turn the? x1:lamp to x2:integer -> LEVEL ( [x1] , [x2] )
    ///      @lamp
    ///      x1:room lamp -> [x1] _lamp
    ///      @room
    ///      kitchen -> K",
    /// )?;
    /// let evaluation = grammar.apply("turn the kitchen lamp to 20");
    /// let slots: Vec<_> = evaluation.slots().map(|slot| (slot.section(), slot.value())).collect();
    /// assert_eq!(slots, [("lamp", Some("K _lamp")), ("room", Some("K")), ("integer", Some("20"))]);
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn slots(&self) -> impl ExactSizeIterator<Item = Slot<'_>> {
        let (list, input, output) = (&self.slots, &self.texts, &self.words);
        (0..list.len()).map(move |index| Slot { list, input, output, index })
    }

    /// Slot `index`, without going through those before it.
    pub fn slot(&self, index: usize) -> Option<Slot<'_>> {
        let (list, input, output) = (&self.slots, &self.texts, &self.words);
        (index < list.len()).then_some(Slot { list, input, output, index })
    }

    /// The first slot that a section read, in the order of [`slots`](Self::slots).
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("@do\ngo x1:way -> GO [x1]\n@way\nnorth -> N")?;
    /// let evaluation = grammar.apply("go north");
    /// assert_eq!(evaluation.slot_of("way").and_then(|slot| slot.value()), Some("N"));
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn slot_of(&self, section: &str) -> Option<Slot<'_>> {
        self.slots().find(|slot| slot.section() == section)
    }

    /// All memory in which texts lie that this evaluation gives out. For bindings, whose hosts may pass
    /// such a text as the next input, which Rust would have refused.
    #[doc(hidden)]
    pub fn memory_of_texts(&self) -> [&str; 4] {
        let [names, values] = self.slots.texts();
        [&self.words.text, &self.texts.text, names, values]
    }

    /// How many steps it took, as [`Limits::steps`](crate::Limits::steps) counts them.
    pub fn steps(&self) -> u64 {
        self.evaluator.steps()
    }

    /// Runs the rules of a grammar, and nothing else of it.
    pub(super) fn run(&mut self, grammar: &Grammar, text: &str) {
        self.read(grammar, text);
        if let Some(span) = self.run_input(grammar, &mut Unwatched) {
            self.words.set_part(grammar.normalisation().words(text), span);
        }
    }

    /// Reads the words of an input, which a grammar is then run on.
    pub(super) fn read(&mut self, grammar: &Grammar, text: &str) {
        let normalisation = grammar.normalisation();
        self.input.clear();
        if grammar.program().sections.is_some() {
            self.texts.clear();
            self.integers.clear();
            for typed in normalisation.words(text) {
                let word = normalisation.form(typed, &mut self.form);
                self.input.push(grammar.vocabulary().find(word));
                self.integers.push(integer(typed));
                self.texts.push(typed);
            }
        } else if normalisation.is_none() {
            Normalisation::read_as_is(text, grammar.vocabulary(), &mut self.input);
        } else {
            self.input.extend(grammar.typed_words(text, &mut self.form).map(|(_, word)| word));
        }
    }

    /// Runs another grammar, of the same vocabulary and normal form, on the words that were read last. Where it is stuck, it
    /// does not say on which words.
    pub(super) fn run_again(&mut self, grammar: &Grammar) {
        self.run_input(grammar, &mut Unwatched);
    }

    /// Runs another grammar with sections like [`run_again`](Self::run_again), and notes what they are asked for; slots only
    /// if they are wanted.
    pub(super) fn run_noted(&mut self, grammar: &Grammar, wants_slots: bool) {
        self.evaluator.note_asked(true);
        self.leaves_slots_out = !wants_slots;
        self.run_again(grammar);
        self.leaves_slots_out = false;
        self.evaluator.note_asked(false);
    }

    /// Takes over the words that another one read, for grammars of the same vocabulary.
    pub(super) fn read_as(&mut self, other: &Evaluation) {
        self.limits = other.limits;
        self.input.clone_from(&other.input);
        self.integers.clone_from(&other.integers);
        self.texts.copy_from(&other.texts);
    }

    /// How many words were read, and which of them are numbers in digits: a bit each, as far as there are bits.
    pub(super) fn words_read(&self) -> (usize, u64) {
        let is_number = |number: &i64| u64::from(*number != NO_INTEGER);
        let bits = self.integers.iter().take(64).enumerate();
        (self.input.len(), bits.fold(0, |all, (place, number)| all | is_number(number) << place))
    }

    /// What it read by sections, if it did.
    pub(super) fn read_by_sections(&self) -> Option<&SectionEvaluator> {
        self.evaluator.sections()
    }

    /// The words that were read, to be looked at while a grammar runs, and then given back.
    pub(super) fn take_words_read(&mut self) -> Vec<Word> {
        let mut words = std::mem::take(&mut self.votes.words);
        words.clone_from(&self.input);
        words
    }

    /// The words of an input in the form of a grammar's words, a space between them; to be given back to
    /// [`votes`](Self::votes).
    pub(super) fn take_normal(&mut self, grammar: &Grammar, text: &str) -> String {
        let mut normal = std::mem::take(&mut self.votes.input);
        grammar.normalisation().apply_into(text, &mut normal, &mut self.form);
        normal
    }

    pub(super) fn give_back(&mut self, words: Vec<Word>) {
        self.votes.words = words;
    }

    /// Notes its answer, if it has one, as that of some voters.
    pub(super) fn vote(&mut self, voters: VoterSet) {
        if self.outcome == Outcome::Value {
            self.votes.add(&self.words.text, self.number, voters);
        }
    }

    /// Runs a grammar without sections on words of its vocabulary, and has somebody watch; where it is stuck, says on which
    /// part, whose words are not kept.
    pub(super) fn run_watched(
        &mut self,
        grammar: &Grammar,
        words: &[Word],
        trace: &mut (impl Trace<Tokens> + Trace<i64>),
    ) -> Option<Span> {
        self.input.clear();
        self.input.extend_from_slice(words);
        self.run_input(grammar, trace)
    }

    /// Runs the grammar on `input`; where it is stuck, says on which part.
    fn run_input(
        &mut self,
        grammar: &Grammar,
        trace: &mut (impl Trace<Tokens> + Trace<i64>),
    ) -> Option<Span> {
        self.number = None;
        self.confidence = None;
        self.words.clear();
        let vocabulary = grammar.vocabulary();
        let limits = &self.limits;
        let job = Job { program: grammar.program(), input: &self.input, limits };
        self.slots.clear();
        let result = match grammar.domain() {
            _ if grammar.program().sections.is_some() => self.run_sections(grammar),
            Domain::Words => {
                let writing = Writing::new(&mut self.words, vocabulary, limits);
                match self.evaluator.write(job, writing, trace) {
                    // Once more, to see whether it really is.
                    Err(Halt::Limit(Limit::Length)) => self.write_long(grammar, trace),
                    Ok(()) => {
                        self.words.written();
                        Ok(())
                    }
                    result => {
                        self.words.clear();
                        result
                    }
                }
            }
            Domain::Numbers => self.evaluator.number(job, trace).map(|number| {
                self.number = Some(number);
                self.words.set_number(number);
            }),
        };
        let (outcome, stuck) = match result {
            Ok(()) => (Outcome::Value, None),
            Err(Halt::Limit(limit)) => (Outcome::Limit(limit), None),
            Err(Halt::Stuck(span)) => (Outcome::Stuck, Some(span)),
            Err(Halt::Differs(_)) => unreachable!("nothing was compared"),
        };
        self.outcome = outcome;
        stuck
    }

    /// Runs a grammar of words on `input` whose output is long: its tokens first, and then their text.
    fn write_long(
        &mut self,
        grammar: &Grammar,
        trace: &mut impl Trace<Tokens>,
    ) -> Result<(), Halt> {
        self.words.clear();
        let job = Job { program: grammar.program(), input: &self.input, limits: &self.limits };
        self.evaluator.tokens(job, &mut self.tokens, trace)?;
        let text = |token: &Word| grammar.vocabulary().text(*token);
        let bytes = self.tokens.iter().fold(0, |bytes: usize, token| bytes + text(token).len() + 1);
        if bytes > self.limits.text.saturating_add(1) {
            return Err(Limit::Length.into());
        }
        self.tokens.iter().for_each(|token| self.words.push(text(token)));
        Ok(())
    }

    /// Runs a grammar with sections on `input`, whose words are in `texts`.
    fn run_sections(&mut self, grammar: &Grammar) -> Result<(), Halt> {
        let limits = &self.limits.clone();
        let job = Job { program: grammar.program(), input: &self.input, limits };
        let watched = if self.leaves_slots_out { Watched::Value } else { Watched::Slots };
        let value = self.evaluator.by_sections(job, Some(&self.integers), watched)?;
        let Some(found) = self.evaluator.sections() else { return Ok(()) };
        let mut output = 0;
        match value {
            Value::Number(number) => {
                self.number = Some(number);
                self.words.set_number(number);
            }
            Value::Tokens(start, end) => {
                output = end as usize;
                let tokens = &found.tokens()[start as usize..end as usize];
                self.words.add_section_tokens(
                    tokens,
                    grammar.vocabulary(),
                    &self.texts,
                    limits.text,
                )?;
            }
            Value::Unknown => {}
        }
        if !self.leaves_slots_out {
            self.slots.fill(grammar, found, &self.texts, output, limits.text);
        }
        Ok(())
    }
}

impl Grammar {
    /// Applies the grammar to the words of `input`, which white space separates. They are never
    /// read as notation: an input may well contain `x1` or `->`.
    pub fn apply(&self, input: &str) -> Evaluation {
        self.apply_within(input, Limits::DEFAULT)
    }

    /// Applies the grammar like [`apply`](Self::apply), with limits of one's own on what that may cost.
    pub fn apply_within(&self, input: &str, limits: Limits) -> Evaluation {
        let mut evaluation = Evaluation::within(limits);
        self.apply_into(input, &mut evaluation);
        evaluation
    }

    /// Applies the grammar to words of its own vocabulary. Where it is stuck, words that the
    /// vocabulary does not have are left empty.
    pub(crate) fn apply_words(&self, input: &[Word], evaluation: &mut Evaluation) {
        evaluation.input.clear();
        evaluation.input.extend_from_slice(input);
        if self.program().sections.is_some() {
            evaluation.texts.clear();
            evaluation.integers.clear();
            for word in input {
                let text = self.vocabulary().text(*word);
                evaluation.texts.push(text);
                evaluation.integers.push(integer(text));
            }
        }
        if let Some(span) = evaluation.run_input(self, &mut Unwatched) {
            for word in &evaluation.input[span.range()] {
                evaluation.words.push(self.vocabulary().text(*word));
            }
        }
    }

    /// Applies the grammar to the words of `input`, with the memory and the limits of an earlier evaluation.
    pub fn apply_into(&self, input: &str, evaluation: &mut Evaluation) {
        match &self.jury {
            Some(jury) => jury.apply(self, input, evaluation),
            None => evaluation.run(self, input),
        }
    }

    /// Applies the rules alone, whatever they leave open.
    pub(crate) fn apply_rules_into(&self, input: &str, evaluation: &mut Evaluation) {
        evaluation.run(self, input);
    }
}
