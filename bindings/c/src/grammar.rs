//! `blicket_grammar`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::evaluation::{self, Evaluation, blicket_evaluation};
use crate::explanation::{Explanation, blicket_explanation};
use crate::handle::{self, Handle};
use crate::limits::blicket_limits;
use crate::mirror;
use crate::status::blicket_status;
use crate::text::{array, blicket_str};
use core::Limits;
use std::ops::Range;
use std::sync::OnceLock;

/// What a grammar turns words into.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_domain {
    /// A sequence of tokens.
    Words = 0,
    /// A 64-bit integer.
    Numbers = 1,
    /// Only for blicket_task_set_domain: whichever the examples' outputs are. No grammar has it.
    Auto = 2,
}

mirror! { blicket_domain: Words, Numbers, Auto }

/// An interpretation grammar: an ordered list of rewrite rules.
///
/// Ownership: made by blicket_grammar_parse and blicket_grammar_copy, freed by blicket_grammar_free.
/// A const grammar that a blicket_result gives out belongs to that result, goes with it, and can be
/// used like any other meanwhile; only to change its limits, or to keep it, it has to be copied.
/// Threads: every function that takes a const grammar may be called from any number of threads at
/// once; blicket_grammar_set_limits and blicket_grammar_free need it for themselves.
#[allow(non_camel_case_types)]
pub struct blicket_grammar {
    _opaque: [u8; 0],
}

/// What a grammar handle holds: the grammar, what evaluations by it may cost, and the texts that it gives out. These are
/// made when they are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Grammar {
    grammar: core::Grammar,
    limits: Limits,
    text: OnceLock<String>,
    rules: OnceLock<Vec<String>>,
    /// The words of each section.
    words: OnceLock<Vec<Vec<String>>>,
    /// The grammars that vote, as text.
    alternatives: OnceLock<Vec<String>>,
}

impl From<core::Grammar> for Grammar {
    fn from(grammar: core::Grammar) -> Self {
        Self {
            grammar,
            limits: Limits::default(),
            text: OnceLock::new(),
            rules: OnceLock::new(),
            words: OnceLock::new(),
            alternatives: OnceLock::new(),
        }
    }
}

impl Grammar {
    pub(crate) fn grammar(&self) -> &core::Grammar {
        &self.grammar
    }

    /// What evaluations by it may cost.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The words of one section.
    fn words(&self, section: usize) -> &[String] {
        let all = self.words.get_or_init(|| {
            let owned = |section| self.grammar.words_of(section).into_iter().map(str::to_owned);
            (0..self.grammar.sections().len()).map(|section| owned(section).collect()).collect()
        });
        all.get(section).map_or(&[], Vec::as_slice)
    }

    /// The text that the handle gives out.
    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| self.grammar.to_string())
    }

    /// The text of one rule, if there are so many.
    fn rule(&self, index: usize) -> Option<&str> {
        let rules = self.rules.get_or_init(|| {
            let rule = |index| self.grammar.rule_text(index).unwrap_or_default();
            (0..self.grammar.rule_count()).map(rule).collect()
        });
        rules.get(index).map(String::as_str)
    }
}

impl Handle for Grammar {
    type Opaque = blicket_grammar;
    const KIND: usize = 6;
}

/// # Safety
/// `grammar` is NULL or a handle that nobody frees or changes meanwhile.
pub(crate) unsafe fn get<'a>(grammar: *const blicket_grammar) -> Result<&'a Grammar, Error> {
    // SAFETY: the caller's promise.
    unsafe { handle::get::<Grammar>(grammar) }.map_err(|status| Error::argument("grammar", status))
}

/// Reads a grammar from its text: a rule a line, such as "u1 fep -> [u1] [u1] [u1]". A line that
/// starts with # is a comment; the line %numbers before the first rule makes it a grammar of numbers.
///
/// Fails with BLICKET_GRAMMAR if the text cannot be read; the error has line and column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_parse(
    text: blicket_str,
    grammar: *mut *mut blicket_grammar,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for text that can be read during the call.
        let text = unsafe { text.read() }.map_err(|status| Error::argument("text", status))?;
        Ok(Grammar::from(core::Grammar::parse(text)?))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("grammar", grammar, make)) }
}

/// Makes another grammar with the same rules and limits, which you free: to keep a grammar longer
/// than the result that gave it out, or to have one with other limits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_copy(
    grammar: *const blicket_grammar,
    copy: *mut *mut blicket_grammar,
    error: *mut *mut blicket_error,
) -> blicket_status {
    // SAFETY: the header asks for a live handle.
    let make = || unsafe { get(grammar) }.cloned();
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("copy", copy, make)) }
}

/// The grammar's text, as blicket_grammar_parse reads it: store it, and read it back. It is written
/// anew from the rules, so comments and blank lines are gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_text(grammar: *const blicket_grammar) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Grammar>(grammar) }.map(|grammar| blicket_str::new(grammar.text()))
    })
}

/// Makes a grammar of the rules of another one, without what they leave open: it answers whatever its rules read, and
/// refuses nothing. blicket_grammar_free frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_rules_alone(
    grammar: *const blicket_grammar,
    alone: *mut *mut blicket_grammar,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { get(grammar) }?;
        Ok(Grammar { limits: grammar.limits, ..Grammar::from(grammar.grammar.rules_alone()) })
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("alone", alone, make)) }
}

/// What is open in a grammar: how many grammars vote on an input, because the examples that it was learnt from do not
/// tell them apart. 0 where nothing is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_alternative_count(
    grammar: *const blicket_grammar,
) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Grammar>(grammar) }.map(|held| held.grammar.alternatives().len())
    })
}

/// The weight of one of the grammars that vote, from 0 to 1; 0 past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_alternative_weight(
    grammar: *const blicket_grammar,
    index: usize,
) -> f64 {
    boundary::read(0.0, || {
        // SAFETY: the header asks for a live handle.
        let held = unsafe { handle::get::<Grammar>(grammar) }?;
        Ok(held.grammar.alternatives().nth(index).map_or(0.0, |(_, weight)| weight))
    })
}

/// The rules of one of the grammars that vote, as text; empty past the last. It lives as long as the grammar.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_alternative_text(
    grammar: *const blicket_grammar,
    index: usize,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        let held = unsafe { handle::get::<Grammar>(grammar) }?;
        let alternatives = held.alternatives.get_or_init(|| {
            held.grammar.alternatives().map(|(grammar, _)| grammar.to_string()).collect()
        });
        Ok(alternatives.get(index).map_or(blicket_str::EMPTY, |text| blicket_str::new(text)))
    })
}

/// Whether it gives tokens or numbers; BLICKET_DOMAIN_WORDS if grammar is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_domain(grammar: *const blicket_grammar) -> blicket_domain {
    boundary::read(blicket_domain::Words, || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { handle::get::<Grammar>(grammar) }?;
        Ok(mirror::of(grammar.grammar.domain().number(), blicket_domain::Words))
    })
}

/// How many rules there are, in all sections together, ready-made ones included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_rule_count(grammar: *const blicket_grammar) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Grammar>(grammar) }.map(|g| g.grammar.rule_count()))
}

/// The text of one rule, from 0, in the order in which they are tried; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_rule(
    grammar: *const blicket_grammar,
    index: usize,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { handle::get::<Grammar>(grammar) }?;
        Ok(grammar.rule(index).map_or(blicket_str::EMPTY, blicket_str::new))
    })
}

/// How many sections there are: at least one, which reads whole inputs and may have no name. 0 if grammar is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_section_count(grammar: *const blicket_grammar) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { handle::get::<Grammar>(grammar) }?;
        Ok(grammar.grammar.sections().len())
    })
}

/// The name of one section, from 0; empty if it has none, and past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_section(
    grammar: *const blicket_grammar,
    section: usize,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { handle::get::<Grammar>(grammar) }?;
        let name = grammar.grammar.sections().get(section).and_then(|one| one.name.as_deref());
        Ok(name.map_or(blicket_str::EMPTY, blicket_str::new))
    })
}

/// How many different words a section has on the left sides of its rules, and of those of the sections that
/// it uses. Section 0 reads whole inputs: its words are all that a person may want to type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_word_count(
    grammar: *const blicket_grammar,
    section: usize,
) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { handle::get::<Grammar>(grammar) }?;
        Ok(grammar.words(section).len())
    })
}

/// One of these words, from 0, in alphabetical order; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_word(
    grammar: *const blicket_grammar,
    section: usize,
    index: usize,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { handle::get::<Grammar>(grammar) }?;
        let word = grammar.words(section).get(index);
        Ok(word.map_or(blicket_str::EMPTY, |word| blicket_str::new(word)))
    })
}

/// Applies the grammar to the words of input, which white space separates. They are never read as
/// notation: an input may well contain x1 or ->.
///
/// evaluation points to NULL, and is given a new evaluation, or to an evaluation from an earlier
/// call, which is used again; input may be a text that it gave out. That an input is stuck or reaches
/// a limit is no failure of the call: the evaluation says so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_apply(
    grammar: *const blicket_grammar,
    input: blicket_str,
    evaluation: *mut *mut blicket_evaluation,
    error: *mut *mut blicket_error,
) -> blicket_status {
    // SAFETY: the header's demands on one input are those on a list of one.
    unsafe {
        boundary::run(error, || apply(grammar, &[input], evaluation, ["input", "evaluation"]))
    }
}

/// Applies the grammar to count inputs. evaluations points to as many pointers, each as for
/// blicket_grammar_apply and none twice. blicket_grammar_apply_batch takes less where texts are all
/// that is wanted. If the call fails, none of them has changed, except with
/// BLICKET_PANIC, where some may have been written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_apply_many(
    grammar: *const blicket_grammar,
    inputs: *const blicket_str,
    count: usize,
    evaluations: *mut *mut blicket_evaluation,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let call = || {
        if count == 0 {
            return Ok(());
        }
        // SAFETY: the header asks for `count` texts.
        let inputs = unsafe { array(("inputs", inputs), ("count", count)) }?;
        // SAFETY: the header asks for as many evaluations.
        unsafe { apply(grammar, inputs, evaluations, ["inputs", "evaluations"]) }
    };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::run(error, call) }
}

/// Applies a grammar to each of `inputs`; everything is looked at before anything is changed.
///
/// # Safety
/// `grammar` and the texts are as the header asks, and `evaluations` is NULL or points to as many
/// pointers as there are inputs, each NULL or a live handle of its own.
unsafe fn apply(
    grammar: *const blicket_grammar,
    inputs: &[blicket_str],
    evaluations: *mut *mut blicket_evaluation,
    [input_name, evaluation_name]: [&str; 2],
) -> Result<(), Error> {
    // SAFETY: the caller's promise.
    let &Grammar { ref grammar, limits, .. } = unsafe { get(grammar) }?;
    if evaluations.is_null() {
        return Err(Error::argument(evaluation_name, blicket_status::BLICKET_NULL_ARGUMENT));
    }
    for (index, input) in inputs.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { input.read() }.map_err(|status| Error::argument(input_name, status))?;
        // SAFETY: there are as many as inputs; the reference is not kept.
        unsafe { evaluation::reuse(evaluations.add(index)) }
            .map_err(|status| Error::argument(evaluation_name, status))?;
    }
    let mut copies = Vec::new();
    // SAFETY: as above, where all of it was looked at.
    if unsafe { any_changes(inputs, evaluations) } {
        // SAFETY: the caller's promise.
        copies.extend(inputs.iter().map(|input| unsafe { input.read() }.unwrap_or("").to_owned()));
    }
    for (index, input) in inputs.iter().enumerate() {
        let input = match copies.get(index) {
            Some(copy) => Ok(copy.as_str()),
            // SAFETY: the caller's promise, and no evaluation has changed this text.
            None => unsafe { input.read() },
        };
        // SAFETY: as above, where all of it was looked at.
        let reused = unsafe { evaluation::reuse(evaluations.add(index)) };
        match (input, reused) {
            (Ok(input), Ok(Some(evaluation))) => evaluation.apply(grammar, limits, input),
            // SAFETY: the pointer is one of the caller's, and NULL so far.
            (Ok(input), Ok(None)) => unsafe {
                let mut evaluation = Evaluation::default();
                evaluation.apply(grammar, limits, input);
                *evaluations.add(index) = handle::new(evaluation);
            },
            _ => unreachable!("all of it was looked at"),
        }
    }
    Ok(())
}

/// Whether an input lies in text that one of the evaluations gave out, and that would change under
/// the hands of whoever reads it.
///
/// # Safety
/// As for [`apply`], and all handles are live.
unsafe fn any_changes(inputs: &[blicket_str], evaluations: *mut *mut blicket_evaluation) -> bool {
    let given_out = |index: usize| {
        // SAFETY: the caller's promise; the reference is not kept.
        let reused = unsafe { evaluation::reuse(evaluations.add(index)) }.ok().flatten();
        reused.map(|evaluation| evaluation::given_out(evaluation)).into_iter().flatten()
    };
    if let [input] = inputs {
        // The usual case, which must not allocate.
        return given_out(0).any(|range| range.contains(&input.data.cast()));
    }
    let mut ranges: Vec<Range<*const u8>> = (0..inputs.len()).flat_map(given_out).collect();
    ranges.sort_unstable_by_key(|range| range.start);
    inputs.iter().any(|input| {
        let start = input.data.cast::<u8>();
        let before = ranges.partition_point(|range| range.start <= start);
        before > 0 && ranges[before - 1].contains(&start)
    })
}

/// Evaluates input and tells how, as text and as JSON. The explanation of an evaluation of more than
/// 10,000 steps leaves out the rest, and says so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_explain(
    grammar: *const blicket_grammar,
    input: blicket_str,
    explanation: *mut *mut blicket_explanation,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { get(grammar) }?;
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        Ok(Explanation::from(&grammar.grammar.explain_within(input, grammar.limits)))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("explanation", explanation, make)) }
}

/// The limits of every evaluation by this grammar; the default ones if grammar is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_limits(grammar: *const blicket_grammar) -> blicket_limits {
    boundary::read(Limits::default().into(), || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Grammar>(grammar) }.map(|grammar| grammar.limits.into())
    })
}

/// Sets the limits of every further evaluation by this grammar.
///
/// Fails with BLICKET_INVALID_HANDLE if it belongs to a result: then copy it first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_set_limits(
    grammar: *mut blicket_grammar,
    limits: blicket_limits,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = || {
        // SAFETY: the header asks for a live handle that no other thread uses.
        let grammar = unsafe { handle::get_mut::<Grammar>(grammar) }
            .map_err(|status| Error::argument("grammar", status))?;
        grammar.limits = limits.into();
        Ok(())
    };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::run(error, set) }
}

/// Frees a grammar. NULL is fine. Evaluations and explanations that it made live on. A grammar that
/// belongs to a result is left as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_free(grammar: *mut blicket_grammar) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Grammar>(grammar) });
}

// A grammar and an evaluation go from thread to thread, and a grammar is shared: the header says so.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Grammar>();
    shared::<Evaluation>();
};
