//! Who votes on an input, and what is made of the votes: what a stored grammar carries besides its rules.

use super::agreement::Agreement;
use super::voters::{Doubt, Judged};
use crate::grammar::votes::{VoterSet, places};
use crate::grammar::{Balance, Evaluation, Grammar, Outcome};
use crate::language::{MOST_ALTERNATIVES, MOST_SHOWN, OpenText, SectionsWithWords};
use crate::run::limits::Limits;
use std::fmt;

/// An answer needs this share of all votes, where there are no examples to compare it with. On 8,000 queries of sampled
/// MiniSCAN, SCAN and number words, 3 of 1,000 answers are wrong then (`make bench-calibration`); with half of the votes 12.
pub(crate) const SURE: f64 = 0.75;

/// Grammars that vote on an input, and what refuses their answer.
pub(crate) struct Jury {
    /// Grammars with their weights. None of them has a jury.
    voters: Vec<(Grammar, f64)>,
    /// Those that vote where none of the others reads an input.
    last_resort: Vec<(Grammar, f64)>,
    /// Which voters do the same, where they are only counted.
    agreement: Option<Agreement>,
    /// Inputs and outputs of examples.
    shown: Vec<(String, String)>,
    /// What the examples say about answers, if there are examples.
    doubt: Option<Doubt>,
    /// Further examples: what they want is known, however the votes are.
    known: Vec<(String, String)>,
    /// What is said not to be so: inputs that are no sentences, and outputs that are not those of an input.
    denied: Vec<(String, Option<String>)>,
    /// Brackets that close in all examples, where what the grammars say could leave them open.
    balance: Balance,
}

/// What votes come to: an answer by its number, and its share of the weight.
struct Counted {
    answer: usize,
    confidence: f64,
}

/// A weight as it is written: what is stored and read again is the same.
pub(crate) fn written_weight(weight: f64) -> f64 {
    (weight.clamp(0.0, 1.0) * 1e4).round() / 1e4
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// What is learnt of examples, and of grammars that vote and those that are a last resort.
fn doubt_of(
    lists: [&[(Grammar, f64)]; 2],
    shown: &[(String, String)],
    learn: impl FnOnce(&[(Vec<&str>, Vec<&str>)], &[Vec<&Grammar>; 2]) -> Option<Doubt>,
) -> Option<Doubt> {
    // As inputs are read: how grammars read them is said by places of such words.
    let normalisation = lists[0][0].0.normalisation();
    let inputs: Vec<String> = shown.iter().map(|(input, _)| normalisation.apply(input)).collect();
    let examples: Vec<(Vec<&str>, Vec<&str>)> = inputs
        .iter()
        .zip(shown)
        .map(|(input, (_, output))| (words(input), words(output)))
        .collect();
    learn(&examples, &lists.map(|list| list.iter().map(|(grammar, _)| grammar).collect()))
}

impl Jury {
    /// A jury like another one that asks everybody, also those of whom it is known what they say.
    #[cfg(test)]
    pub(super) fn one_by_one(of: &Jury) -> Jury {
        let lists = [&of.voters[..], &of.last_resort];
        let doubt = doubt_of(lists, &of.shown, |examples, grammars| {
            Doubt::learn_of(examples, grammars, |_| super::alike::Alike::default(), || false)
        });
        Jury {
            voters: of.voters.clone(),
            last_resort: of.last_resort.clone(),
            agreement: None,
            shown: of.shown.clone(),
            doubt,
            known: of.known.clone(),
            denied: of.denied.clone(),
            balance: Balance::of(of.shown.iter().map(|(_, output)| output.as_str())),
        }
    }

    /// From grammars without juries, and examples. `None` if it was told to stop, or if there is nobody to vote.
    pub(crate) fn new(
        mut voters: Vec<(Grammar, f64)>,
        mut last_resort: Vec<(Grammar, f64)>,
        mut shown: Vec<(String, String)>,
        is_over: impl FnMut() -> bool,
    ) -> Option<Jury> {
        if voters.is_empty() {
            return None;
        }
        voters.truncate(MOST_ALTERNATIVES);
        last_resort.truncate(MOST_ALTERNATIVES);
        let first = voters.len();
        voters.append(&mut last_resort);
        let mut voters = Grammar::sharing_words(voters);
        let last_resort = voters.split_off(first);
        shown.truncate(MOST_SHOWN);
        let doubt = match shown.is_empty() {
            true => None,
            false => Some(doubt_of([&voters, &last_resort], &shown, |examples, grammars| {
                Doubt::learn(examples, grammars, is_over)
            })?),
        };
        let grammars: Vec<&Grammar> = voters.iter().map(|(grammar, _)| grammar).collect();
        let agreement = if doubt.is_none() { Agreement::new(&grammars) } else { None };
        // What is shown says it by itself, and need not be written.
        let outputs = shown.iter().map(|(_, output)| output.as_str());
        let balance = if doubt.is_some() { Balance::of(outputs) } else { Balance::default() };
        let (known, denied) = (Vec::new(), Vec::new());
        Some(Jury { voters, last_resort, agreement, shown, doubt, known, denied, balance })
    }

    /// Adds examples that are answered as they say, however the votes are.
    pub(crate) fn knowing(self, known: Vec<(String, String)>) -> Jury {
        Jury { known, ..self }
    }

    /// Adds what is refused, however the votes are.
    pub(crate) fn denying(self, denied: Vec<(String, Option<String>)>) -> Jury {
        Jury { denied, ..self }
    }

    /// Adds brackets that close in every answer, where examples are not shown.
    pub(crate) fn balancing(mut self, balance: Balance) -> Jury {
        if self.doubt.is_none() {
            let voters = self.voters.iter().chain(&self.last_resort);
            self.balance = balance.not_kept_by(voters.map(|(grammar, _)| grammar));
        }
        self
    }

    /// Nobody who votes, but brackets that have to close in what the rules say. `None` if there are none.
    pub(crate) fn of_brackets(balance: Balance) -> Option<Jury> {
        let nobody = Jury {
            voters: Vec::new(),
            last_resort: Vec::new(),
            agreement: None,
            shown: Vec::new(),
            doubt: None,
            known: Vec::new(),
            denied: Vec::new(),
            balance,
        };
        (!nobody.balance.is_empty()).then_some(nobody)
    }

    /// Grammars that vote, with their weights.
    pub(crate) fn voters(&self) -> &[(Grammar, f64)] {
        &self.voters
    }

    /// What a mistyped name may stand for, if there are examples.
    pub(crate) fn names_like(&self, word: &str) -> Vec<&str> {
        self.doubt.as_ref().map_or_else(Vec::new, |doubt| doubt.names_like(word))
    }

    /// Whether it has examples to compare answers with.
    pub(crate) fn has_examples(&self) -> bool {
        self.doubt.is_some()
    }

    /// Whether it can say anything else than the rules of a grammar do.
    pub(crate) fn leaves_open(&self, grammar: &Grammar) -> bool {
        let says_more = self.doubt.is_some() || !self.denied.is_empty() || !self.balance.is_empty();
        says_more || self.voters.iter().any(|(voter, _)| voter != grammar)
    }

    /// What is to be said to an input of `grammar`, whose jury it is.
    pub(crate) fn judge(
        &self,
        grammar: &Grammar,
        input: &str,
        evaluation: &mut Evaluation,
    ) -> Judged {
        let judged = self.voted(grammar, input, evaluation);
        let is_open = |text: &str| !self.balance.holds(text, &mut evaluation.votes.open);
        match judged.text.as_deref().is_some_and(is_open)
            || self.is_denied(grammar, input, judged.text.as_deref())
        {
            true => Judged { sure: false, confidence: 0.0, ..judged },
            false => judged,
        }
    }

    /// Whether an answer to an input is one that is said not to be so.
    fn is_denied(&self, grammar: &Grammar, input: &str, answer: Option<&str>) -> bool {
        let Some(answer) = answer.filter(|_| !self.denied.is_empty()) else { return false };
        let words = grammar.normalisation().apply(input);
        self.denied.iter().any(|(denied, output)| {
            let is_it = |output: &String| output.split_whitespace().eq(answer.split_whitespace());
            *denied == words && output.as_ref().is_none_or(is_it)
        })
    }

    /// What the examples and the votes say.
    fn voted(&self, grammar: &Grammar, input: &str, evaluation: &mut Evaluation) -> Judged {
        let normal = evaluation.take_normal(grammar, input);
        let judged = match (self.known(grammar, (input, &normal), evaluation), &self.doubt) {
            (true, _) => Judged {
                text: evaluation.text().map(str::to_owned),
                sure: true,
                confidence: 1.0,
                fits: true,
                is_there: true,
                ..Judged::default()
            },
            (false, Some(doubt)) => {
                doubt.judge([&self.voters, &self.last_resort], (input, &normal), evaluation)
            }
            (false, None) => self.count(input, evaluation),
        };
        evaluation.votes.input = normal;
        judged
    }

    /// Whether the grammar satisfies an example of this input, which comes also in normal form: that is no question any more.
    /// Then the evaluation has what it gives.
    fn known(
        &self,
        grammar: &Grammar,
        (input, normal): (&str, &str),
        evaluation: &mut Evaluation,
    ) -> bool {
        let mut examples = self.known.iter().chain(&self.shown);
        let Some((_, wanted)) = examples.find(|(example, _)| *example == normal) else {
            return false;
        };
        let normalisation = grammar.normalisation();
        evaluation.run(grammar, input);
        let is_same = |text| normalisation.apply(text) == normalisation.apply(wanted);
        evaluation.text().is_some_and(is_same)
    }

    /// The answer with the most weight, and its share of all; of equal ones the first.
    fn count(&self, input: &str, evaluation: &mut Evaluation) -> Judged {
        let Some(Counted { answer, confidence }) = self.counted(input, evaluation) else {
            return Judged::default();
        };
        Judged {
            text: Some(evaluation.votes.text(answer).to_owned()),
            sure: confidence >= SURE,
            confidence,
            fits: true,
            place: places(evaluation.votes.voters(answer)).next(),
            is_there: false,
            #[cfg(feature = "evidence")]
            evidence: None,
        }
    }

    /// Has everybody vote; the answers are kept with the evaluation.
    fn counted(&self, input: &str, evaluation: &mut Evaluation) -> Option<Counted> {
        evaluation.votes.clear();
        match &self.agreement {
            Some(agreement) => self.vote_together(agreement, input, evaluation),
            None => {
                for (place, (grammar, _)) in self.voters.iter().enumerate() {
                    evaluation.run(grammar, input);
                    evaluation.vote(1 << place);
                }
            }
        }
        let weight =
            |voters: VoterSet| -> f64 { places(voters).map(|place| self.voters[place].1).sum() };
        let weights = |answer| weight(evaluation.votes.voters(answer));
        let answers = 0..evaluation.votes.len();
        let most = answers.clone().map(weights).fold(0.0, f64::max);
        let answer = answers.into_iter().find(|answer| weights(*answer) >= most)?;
        let all: f64 = self.voters.iter().map(|(_, weight)| weight).sum();
        Some(Counted { answer, confidence: if all > 0.0 { most / all } else { 0.0 } })
    }

    /// Has those run who are the first of all that do the same.
    fn vote_together(&self, agreement: &Agreement, input: &str, evaluation: &mut Evaluation) {
        evaluation.read(&self.voters[0].0, input);
        let words = evaluation.take_words_read();
        let mut left = agreement.all();
        while let Some(voter) = places(left).next() {
            let mut watched = agreement.watch(voter, &words, left);
            let stuck = evaluation.run_watched(&self.voters[voter].0, &words, &mut watched);
            let agreeing = match evaluation.outcome() {
                Outcome::Limit(_) => watched.alone(),
                _ => watched.agreeing(stuck),
            };
            evaluation.vote(agreeing);
            left &= !agreeing;
        }
        evaluation.give_back(words);
    }

    /// Applies the jury of `grammar`: the evaluation becomes that of the first grammar that gives the answer.
    pub(in crate::grammar) fn apply(
        &self,
        grammar: &Grammar,
        input: &str,
        evaluation: &mut Evaluation,
    ) {
        if self.voters.is_empty() {
            evaluation.run(grammar, input);
            return evaluation.refuse_open_brackets(&self.balance);
        }
        let is_counted = self.doubt.is_none() && self.denied.is_empty();
        if is_counted {
            return self.apply_counted(grammar, input, evaluation);
        }
        let Judged { sure, confidence, place, is_there, .. } =
            self.judge(grammar, input, evaluation);
        let all = || self.voters.iter().chain(&self.last_resort);
        let winner = place.and_then(|place| all().nth(place)).map(|(voter, _)| voter);
        if !is_there {
            evaluation.run(winner.unwrap_or(grammar), input);
        }
        if evaluation.outcome() == Outcome::Value {
            evaluation.judged(sure, confidence);
        }
    }

    /// Applies a jury whose votes are counted, where nothing else matters.
    fn apply_counted(&self, grammar: &Grammar, input: &str, evaluation: &mut Evaluation) {
        if !self.known.is_empty() {
            let normal = evaluation.take_normal(grammar, input);
            let is_known = self.known(grammar, (input, &normal), evaluation);
            evaluation.votes.input = normal;
            if is_known {
                return evaluation.judged(true, 1.0);
            }
        }
        let Some(Counted { answer, confidence }) = self.counted(input, evaluation) else {
            return evaluation.run(grammar, input);
        };
        match &self.agreement {
            Some(_) => evaluation.become_answer(answer),
            None => {
                let first = places(evaluation.votes.voters(answer)).next().unwrap_or(0);
                evaluation.run(&self.voters[first].0, input);
            }
        }
        evaluation.judged(confidence >= SURE, confidence);
        evaluation.refuse_open_brackets(&self.balance);
    }

    /// All that the grammars make of an input, with the share of the weight of each answer, the weightiest first.
    /// `None` is that a grammar has no answer.
    pub(in crate::grammar) fn votes(
        &self,
        input: &str,
        limits: Limits,
    ) -> Vec<(Option<String>, f64)> {
        let mut evaluation = Evaluation::within(limits);
        let mut votes: Vec<(Option<String>, f64)> = Vec::new();
        for (grammar, weight) in &self.voters {
            evaluation.run(grammar, input);
            let text = evaluation.text();
            match votes.iter_mut().find(|(known, _)| known.as_deref() == text) {
                Some(vote) => vote.1 += weight,
                None => votes.push((text.map(str::to_owned), *weight)),
            }
        }
        let all: f64 = votes.iter().map(|vote| vote.1).sum();
        votes.iter_mut().for_each(|vote| vote.1 /= all.max(f64::MIN_POSITIVE));
        votes.sort_by(|a, b| b.1.total_cmp(&a.1));
        votes
    }

    /// Writes it below the rules of its grammar.
    pub(in crate::grammar) fn print(
        &self,
        grammar: &Grammar,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        fn list(list: &[(Grammar, f64)]) -> Vec<(SectionsWithWords<'_>, f64)> {
            list.iter().map(|(it, weight)| ((it.sections(), &**it.vocabulary()), *weight)).collect()
        }
        let text = OpenText {
            rules: (grammar.sections(), grammar.vocabulary()),
            shown: &self.shown,
            known: &self.known,
            denied: &self.denied,
            balanced: match self.doubt {
                Some(_) => Vec::new(),
                None => self.balance.lines().collect(),
            },
            voters: list(&self.voters),
            last_resort: list(&self.last_resort),
        };
        text.print(f)
    }
}

impl fmt::Debug for Jury {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (voters, shown) = (self.voters.len(), self.shown.len());
        write!(f, "Jury({voters} voters, {shown} examples)")
    }
}
