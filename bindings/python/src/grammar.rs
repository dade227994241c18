//! `blicket.Grammar`.

use crate::errors;
use crate::many;
use crate::results;
use blicket::{Domain, Evaluation, Limits, ReadyMade};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};
use std::cell::Cell;

/// Rules that turn sentences into tokens or numbers. Made from its text, or by `learn`.
///
/// A grammar never changes. It can be used by any number of threads at once, pickled, compared, and be a key of a
/// dictionary: two grammars with the same text are the same.
///
/// >>> from blicket import Grammar
/// >>> grammar = Grammar("dax -> RED\nu1 fep -> [u1] [u1] [u1]")
/// >>> grammar.apply("dax fep")
/// 'RED RED RED'
/// >>> Grammar("u1 fep -> [u2]")
/// Traceback (most recent call last):
///     ...
/// blicket.GrammarError: line 1, column 11: found `[u2]`, expected a variable of the left side: [u1]
#[pyclass(frozen, module = "blicket", weakref)]
pub(crate) struct Grammar {
    pub(crate) grammar: blicket::Grammar,
    pub(crate) limits: Limits,
    text: PyOnceLock<Py<PyString>>,
}

thread_local! {
    /// The memory of one evaluation after another. It is taken out while it is used.
    static EVALUATION: Cell<Option<Box<Evaluation>>> = const { Cell::new(None) };
}

/// Inputs from this many bytes on are evaluated without Python's lock, which takes longer to give back than a short
/// evaluation does.
const LONG: usize = 1 << 10;

impl Grammar {
    fn new(grammar: blicket::Grammar, limits: Limits) -> Self {
        Self { grammar, limits, text: PyOnceLock::new() }
    }

    fn evaluate_with<R>(
        &self,
        py: Python<'_>,
        input: &str,
        read: impl FnOnce(&Evaluation) -> R,
    ) -> R {
        let mut evaluation = EVALUATION.take().unwrap_or_default();
        evaluation.set_limits(self.limits);
        if input.len() < LONG {
            self.grammar.apply_into(input, &mut evaluation);
        } else {
            py.detach(|| self.grammar.apply_into(input, &mut evaluation));
        }
        let result = read(&evaluation);
        // What a long text needed is given back.
        if input.len() < LONG {
            EVALUATION.set(Some(evaluation));
        }
        result
    }
}

#[pymethods]
impl Grammar {
    #[new]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        let parsed = py.detach(|| blicket::Grammar::parse_with(text, &ReadyMade::new()));
        let grammar = parsed.map_err(|problems| errors::grammar(py, &problems))?;
        Ok(Self::new(grammar, Limits::DEFAULT))
    }

    /// Its text, which `Grammar(text)` reads back.
    ///
    /// >>> from blicket import Grammar
    /// >>> Grammar("walk  ->  WALK").text
    /// 'walk -> WALK\n'
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        let text = || PyString::new(py, &self.grammar.to_string()).unbind();
        self.text.get_or_init(py, text).bind(py)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text(py).clone()
    }

    fn __repr__(&self) -> String {
        let (rules, sections) = (self.grammar.rule_count(), self.grammar.sections().len());
        let of = if sections == 1 { String::new() } else { format!(" in {sections} sections") };
        let noun = if rules == 1 { "rule" } else { "rules" };
        format!("<blicket.Grammar: {rules} {noun}{of}>")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("blicket._look")?.call_method1("grammar_html", (slf,))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.limits == other.limits && self.grammar == other.grammar
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text(py).hash()
    }

    fn __len__(&self) -> usize {
        self.grammar.rule_count()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let Limits { steps, depth, output, text, .. } = this.limits;
        let make = py.import("blicket._results")?.getattr("grammar_from")?;
        (make, (this.text(py), steps, depth, output, text)).into_pyobject(py)
    }

    /// `"words"` or `"numbers"`: what the first section gives.
    #[getter]
    fn domain(&self) -> &'static str {
        self.grammar.domain().name()
    }

    /// The text of each rule, in the order of the sections, ready-made ones included.
    ///
    /// >>> from blicket import Grammar
    /// >>> Grammar("walk -> WALK\nx1 twice -> [x1] [x1]").rules
    /// ['walk -> WALK', 'x1 twice -> [x1] [x1]']
    #[getter]
    fn rules(&self) -> Vec<String> {
        (0..self.grammar.rule_count()).filter_map(|rule| self.grammar.rule_text(rule)).collect()
    }

    /// The sections, each with its name, its rules, and whether it gives numbers. A grammar without sections has one
    /// whose name is `None`.
    ///
    /// >>> from blicket import Grammar
    /// >>> grammar = Grammar("@do\ntake x1:thing -> T ( [x1] )\n@thing\nlamp -> L")
    /// >>> [(section.name, len(section.rules)) for section in grammar.sections]
    /// [('do', 1), ('thing', 1)]
    #[getter]
    fn sections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut next = 0;
        let section = |section: &blicket::Section| {
            let rules: Vec<_> = (next..next + section.rule_count())
                .filter_map(|rule| self.grammar.rule_text(rule))
                .collect();
            next += section.rule_count();
            let numbers = section.domain == Domain::Numbers;
            serde_json::json!({ "name": section.name.as_deref(), "numbers": numbers, "rules": rules })
        };
        let sections: Vec<_> = self.grammar.sections().iter().map(section).collect();
        let json = serde_json::Value::from(sections).to_string();
        py.import("blicket._results")?.call_method1("sections_from_json", (json,))
    }

    /// The words of all left sides that whole inputs are read by, sorted.
    #[getter]
    fn words(&self) -> Vec<&str> {
        self.grammar.words()
    }

    /// A grammar with these rules and other limits on what one evaluation may cost. What is not said stays as it is.
    ///
    /// >>> from blicket import Grammar
    /// >>> grammar = Grammar("walk -> WALK\nx1 twice -> [x1] [x1]").with_limits(output=3)
    /// >>> grammar.evaluate("walk twice twice").reason
    /// 'length'
    #[pyo3(signature = (*, steps=None, depth=None, output=None, text=None))]
    fn with_limits(
        &self,
        steps: Option<u64>,
        depth: Option<u32>,
        output: Option<u32>,
        text: Option<usize>,
    ) -> Self {
        let limits = self.limits.with(|limits| {
            limits.steps = steps.unwrap_or(limits.steps);
            limits.depth = depth.unwrap_or(limits.depth);
            limits.output = output.unwrap_or(limits.output);
            limits.text = text.unwrap_or(limits.text);
        });
        Self::new(self.grammar.clone(), limits)
    }

    /// The rules alone, without what the examples that they were learnt from leave open: nothing is refused that they
    /// read.
    fn rules_alone(&self) -> Self {
        Self::new(self.grammar.rules_alone(), self.limits)
    }

    /// What is open in it: the grammars that vote on a sentence, each with its weight, because the examples do not tell
    /// them apart. None where nothing is open.
    ///
    /// >>> from blicket import Grammar
    /// >>> grammar = Grammar("""dax -> RED
    /// ... x1 fep -> [x1] [x1]
    /// ... u1 x1 -> [u1] [x1]
    /// ... %doubt
    /// ... %alternative 0.5
    /// ... %alternative 0.5
    /// ... u1 fep -> [u1] [u1]
    /// ... %rules 1
    /// ... %rules 3""")
    /// >>> [weight for alternative, weight in grammar.alternatives]
    /// [0.5, 0.5]
    /// >>> grammar.apply("dax dax fep"), grammar.evaluate("dax dax fep").guess
    /// (None, 'RED RED RED RED')
    /// >>> grammar.votes("dax dax fep")
    /// [('RED RED RED RED', 0.5), ('RED RED RED', 0.5)]
    #[getter]
    fn alternatives(&self) -> Vec<(Self, f64)> {
        let all = self.grammar.alternatives();
        all.map(|(grammar, weight)| (Self::new(grammar.clone(), self.limits), weight)).collect()
    }

    /// All that a sentence could mean, as far as the examples leave that open, each with its share of the weight, the
    /// weightiest first: what speaks against a guess. `None` is that an alternative does not read it. Nothing where
    /// nothing is open.
    #[pyo3(signature = (input, /))]
    fn votes(&self, py: Python<'_>, input: &str) -> Vec<(Option<String>, f64)> {
        py.detach(|| self.grammar.votes(input))
    }

    /// What a sentence gives, as text; `None` where the grammar has no value for it, or refuses it. `evaluate` says why.
    ///
    /// >>> from blicket import Grammar
    /// >>> grammar = Grammar("walk -> WALK\nx1 twice -> [x1] [x1]")
    /// >>> grammar.apply("walk twice"), grammar.apply("hop twice")
    /// ('WALK WALK', None)
    #[pyo3(signature = (input, /))]
    fn apply<'py>(&self, py: Python<'py>, input: &str) -> Option<Bound<'py, PyString>> {
        self.evaluate_with(py, input, |done| done.text().map(|text| PyString::new(py, text)))
    }

    /// What a sentence gives by a grammar of numbers; `None` where it has no value.
    ///
    /// >>> from blicket import Grammar
    /// >>> Grammar("%numbers\ntwenty -> 20\nsix -> 6\nu1 u2 -> [u1] + [u2]").number("twenty six")
    /// 26
    #[pyo3(signature = (input, /))]
    fn number(&self, py: Python<'_>, input: &str) -> Option<i64> {
        self.evaluate_with(py, input, Evaluation::number)
    }

    /// `apply` for many sentences at once: of a list a list, of a Series or an array one of the same kind. Where
    /// there is no sentence (`None`, `NaN`), there is no value.
    ///
    /// Other threads of Python go on meanwhile. With `threads`, so many share the work.
    ///
    /// >>> from blicket import Grammar
    /// >>> Grammar("walk -> WALK\nx1 twice -> [x1] [x1]").apply_many(["walk", "walk twice", "hop", None])
    /// ['WALK', 'WALK WALK', None, None]
    #[pyo3(signature = (inputs, /, *, threads=1))]
    fn apply_many<'py>(
        slf: &Bound<'py, Self>,
        inputs: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        match inputs.cast::<PyList>() {
            Ok(list) => many::apply(py, slf.get(), list, threads).map(Bound::into_any),
            // Series, arrays and whatever else can be gone through: a list of it, and then the same kind again.
            Err(_) => {
                py.import("blicket._data")?.call_method1("apply_many", (slf, inputs, threads))
            }
        }
    }

    /// What a sentence gives, with everything that there is to know of it: slots, what it was stuck on, which limit
    /// ended it.
    ///
    /// >>> from blicket import Grammar
    /// >>> grammar = Grammar("@do\ntake x1:thing -> T ( [x1] )\n@thing\nlamp -> L")
    /// >>> grammar.evaluate("take lamp").slots
    /// (Slot(section='thing', words='lamp', start=1, stop=2, value='L', number=None, parent=None),)
    /// >>> grammar.evaluate("take cup").stuck
    /// ('take', 'cup')
    #[pyo3(signature = (input, /))]
    fn evaluate<'py>(&self, py: Python<'py>, input: &str) -> PyResult<Bound<'py, PyAny>> {
        let (json, number) = self.evaluate_with(py, input, |done| (done.to_json(), done.number()));
        py.import("blicket._results")?
            .getattr("Evaluation")?
            .call_method1("from_json", (json, number))
    }

    /// Which section read which words of a sentence, and what they mean: the slots of `evaluate`.
    #[pyo3(signature = (input, /))]
    fn slots<'py>(&self, py: Python<'py>, input: &str) -> PyResult<Bound<'py, PyAny>> {
        self.evaluate(py, input)?.getattr("slots")
    }

    /// How a sentence is read, rule by rule. In a notebook it is a picture of the tree.
    ///
    /// >>> from blicket import Grammar
    /// >>> print(Grammar("walk -> WALK\nx1 twice -> [x1] [x1]").explain("walk twice"))
    /// walk twice => WALK WALK    by x1 twice -> [x1] [x1]
    ///     x1 = walk => WALK    by walk -> WALK
    #[pyo3(signature = (input, /))]
    fn explain<'py>(&self, py: Python<'py>, input: &str) -> PyResult<Bound<'py, PyAny>> {
        let derivation = py.detach(|| self.grammar.explain_within(input, self.limits));
        py.import("blicket._results")?
            .getattr("Derivation")?
            .call_method1("from_json", (derivation.to_json(), derivation.to_string()))
    }

    /// What there is to say about a sentence, for a person who typed it: unknown words, what may come where it stops
    /// being a sentence, and near sentences, so many at most.
    ///
    /// >>> from blicket import Grammar
    /// >>> grammar = Grammar("@do\ntake x1:thing -> T ( [x1] )\n@thing\nlamp -> L\ncup -> C")
    /// >>> advice = grammar.advise("take lmp")
    /// >>> advice.expected.words, advice.nearest[0].text
    /// (('cup', 'lamp'), 'take lamp')
    #[pyo3(signature = (input, /, most=3))]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        input: &str,
        most: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let advice = py.detach(|| self.grammar.advise_within(input, most, self.limits));
        results::from_json(py, "Advice", advice.to_json())
    }
}
