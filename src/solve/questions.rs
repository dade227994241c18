//! What to ask a person next.

use crate::arrange::Arrange;
use crate::ask::{self, UnreadInputs};
use crate::budget::Budget;
use crate::grammar::doubt::Jury;
use crate::grammar::{Evaluation, Grammar};
use crate::judge::{Candidate, FLATNESS};
use crate::prepare::Prepared;
use crate::solution::Question;

/// The grammars that are asked what they make of inputs that could be asked about. Those that weigh less hardly count.
const MOST_ASKED: usize = 100;

/// What to ask a person next, from what the grammars that vote leave open. Where there are examples to compare answers with, it
/// is the jury that says which would be refused. Where they leave nothing open, there may be grammars that only weigh less.
pub(super) fn ask(
    prepared: &Prepared<'_>,
    weighed: &[(Candidate, f64)],
    unlikely: &[(Candidate, f64)],
    judges: Option<(&Grammar, &Jury)>,
    budget: &Budget,
) -> Vec<Question> {
    let most = prepared.task.questions;
    if let Some((returned, jury)) = judges.filter(|(_, jury)| jury.has_examples()) {
        let verdict =
            |input: &str, evaluation: &mut Evaluation| jury.judge(returned, input, evaluation);
        return ask::questions(
            prepared,
            jury.voters(),
            Some(&verdict),
            (most, UnreadInputs::Asked),
            budget,
        );
    }
    let stored = |(candidate, weight): &(Candidate, f64)| {
        (prepared.normal.stored_in(candidate.voter(prepared)), *weight)
    };
    let heaviest = |weighed: &[(Candidate, f64)]| -> Vec<(Grammar, f64)> {
        let mut weighed: Vec<_> = weighed.iter().collect();
        weighed.arrange_by(|a, b| b.1.total_cmp(&a.1));
        weighed.into_iter().take(MOST_ASKED).map(stored).collect()
    };
    if unlikely.is_empty() {
        return ask::questions(
            prepared,
            &heaviest(weighed),
            None,
            (most, UnreadInputs::Asked),
            budget,
        );
    }
    let wanted = (most, UnreadInputs::LeftOut);
    let mut questions = ask::questions(prepared, &heaviest(weighed), None, wanted, budget);
    // What unlikely grammars read is likelier to be a sentence than what none does.
    for unread in [UnreadInputs::LeftOut, UnreadInputs::Asked] {
        if questions.len() == most {
            break;
        }
        let wanted = (most, unread);
        let others =
            ask::unlikely_questions(prepared, &heaviest(unlikely), FLATNESS, wanted, budget);
        for other in others {
            let is_new = questions.iter().all(|known| known.input != other.input);
            questions.extend((is_new && questions.len() < most).then_some(other));
        }
    }
    questions
}
