//! The answers of a solution: those that were voted for, or the returned grammar's own, as far as there is
//! time and memory.

use super::check::A_MOMENT;
use super::stored::brackets_of;
use super::vote::Ballot;
use crate::budget::Control;
use crate::budget::Ticker;
use crate::grammar::{Domain, Evaluation, Outcome};
use crate::prepare::number;
use crate::solution::{Answer, Problem, Solution, StopReason, Success};
use crate::task::Task;
use std::cell::LazyCell;

/// What answers may take where there is nothing left: so that the best so far can answer something.
const A_LITTLE: usize = 64 << 10;

/// The bytes that answers may still take.
pub(crate) struct Room<'a> {
    left: usize,
    /// The bytes of the longest query that is answered: to read a long one takes its time, unasked.
    longest: usize,
    /// Who is told what is kept.
    control: Option<&'a Control>,
}

impl<'a> Room<'a> {
    /// In a search, whose memory it is.
    pub(crate) fn within(control: &'a Control) -> Self {
        Self { control: Some(control), longest: usize::MAX, ..Self::beside(control) }
    }

    /// Beside a search that goes on: as much again as it has left, so that it is not ended by this.
    pub(crate) fn beside(control: &Control) -> Self {
        let left = control.memory_left().max(A_LITTLE);
        Self { left, longest: A_LITTLE, control: None }
    }

    /// Whether so many bytes can be kept. If not, it is over: also for the search.
    fn take(&mut self, bytes: usize) -> bool {
        self.control.inspect(|control| control.keep(bytes));
        let fits = bytes <= self.left;
        self.left = if fits { self.left - bytes } else { 0 };
        fits
    }
}

/// The bytes of words in a list of their own.
fn size<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.map(|word| size_of::<String>() + word.len()).sum()
}

/// That the first `most` queries have no answers yet.
pub(crate) fn unanswered(task: &Task, most: usize) -> Vec<Answer> {
    task.queries.iter().take(most).map(|_| Answer::default()).collect()
}

/// Gives queries their answers: those that were voted for, with what the returned grammar has to say; or
/// its own, where there was no vote. If it is told to stop, or if there is no room, those that are left have
/// what was voted for, or none.
pub(crate) fn answer(
    task: &Task,
    solution: &mut Solution,
    ballots: &mut [Ballot],
    mut room: Room<'_>,
    ticker: &Ticker,
) {
    let grammar = solution.grammar.as_ref();
    let is_best_only = solution.success == Success::Best;
    // Whoever was ended early has not heard what else the examples could mean.
    let was_ended =
        matches!(solution.stop, StopReason::Timeout | StopReason::Cancelled | StopReason::Memory);
    let is_number = grammar.is_some_and(|grammar| grammar.domain() == Domain::Numbers);
    let (mut past_limits, mut left_out) = (Vec::new(), Vec::new());
    // Most languages have none, and whoever looks at a search again and again is not to wait.
    let brackets = LazyCell::new(|| brackets_of(task));
    let is_bracket = |letter: char| "()[]{}".contains(letter);
    let mut open = Vec::new();
    let mut evaluation = Evaluation::within(A_MOMENT);
    let voted = ballots.len();
    let mut ballots = ballots.iter_mut();
    let mut is_over = false;
    // Those after this have no grammar to answer them in time.
    let mut rest = solution.answers.len();
    for (index, (query, answer)) in task.queries.iter().zip(&mut solution.answers).enumerate() {
        is_over = is_over || ticker.is_over();
        if index >= voted && (is_over || grammar.is_none()) {
            rest = index;
            break;
        }
        if query.len() > room.longest {
            left_out.extend(grammar.map(|_| index));
            continue;
        }
        // Where nobody votes, a grammar that fails examples has nothing to say that is worth acting on.
        let (mut is_refused, mut guess) = (is_best_only || was_ended, None);
        if let Some(ballot) = ballots.next() {
            is_refused = ballot.is_refused() || (was_ended && !ballot.has_votes());
            answer.confidence = ballot.share();
            guess = ballot.take_winner();
        } else if let Some(grammar) = grammar.filter(|it| !is_over && it.alternatives().len() > 0) {
            // Nobody has voted on it yet.
            grammar.apply_into(query, &mut evaluation);
            is_refused = is_best_only || evaluation.outcome() == Outcome::Refused;
            answer.confidence = evaluation.confidence().unwrap_or_default();
            is_over = !room.take(evaluation.guess().map_or(0, str::len));
            guess = evaluation.guess().filter(|_| !is_over).map(str::to_owned);
        }
        if let Some(grammar) = grammar.filter(|_| !is_over) {
            grammar.apply_rules_into(query, &mut evaluation);
            let own = evaluation.text();
            if let (Some(own), None) = (own, &guess) {
                is_over = !room.take(own.len());
                guess = (!is_over).then(|| own.to_owned());
            }
            answer.agrees = own.is_some() && own == guess.as_deref();
            match evaluation.outcome() {
                Outcome::Stuck => {
                    is_over = !room.take(size(evaluation.stuck()));
                    let words = || evaluation.stuck().map(str::to_owned).collect();
                    answer.stuck = (!is_over).then(words);
                }
                Outcome::Limit(_) if guess.is_none() => past_limits.push(index),
                _ => {}
            }
        }
        let mut is_broken =
            |guess: &str| guess.contains(is_bracket) && !brackets.holds(guess, &mut open);
        if guess.as_deref().is_some_and(&mut is_broken) {
            (is_refused, answer.confidence) = (true, 0.0);
        }
        match is_refused {
            true => answer.refused = guess,
            false => answer.text = guess,
        }
        let is_missing = answer.text.is_none() && answer.stuck.is_none() && !is_refused;
        if is_over && grammar.is_some() && is_missing {
            left_out.push(index);
        }
        answer.integer = answer.text.as_deref().filter(|_| is_number).and_then(number);
    }
    left_out.extend(grammar.iter().flat_map(|_| rest..task.queries.len()));
    if !past_limits.is_empty() {
        solution.problems.push(Problem::AnswersPastLimits(past_limits));
    }
    if !left_out.is_empty() {
        solution.problems.push(Problem::NotAnswered(left_out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Best;
    use crate::engine::{Engine, EngineOptions};
    use crate::grammar::Grammar;
    use crate::solve::{MOST_LOOKED_AT, best_so_far};

    /// The best so far of a search with little memory, whose grammar doubles a token of 30 bytes.
    fn so_far(queries: Vec<String>) -> Solution {
        let options = EngineOptions { memory_limit: Some(2 << 20), ..EngineOptions::default() };
        let task = Task { queries, ..Task::new() };
        let control = Engine::new(&options).unwrap().control(&task);
        let text = format!("a -> {}\nx1 c -> [x1] [x1]", "A".repeat(30));
        let grammar = Grammar::parse(&text).unwrap();
        control.offer(Best { grammar, unsatisfied: Vec::new() });
        best_so_far(&task, &control)
    }

    fn doubled(times: usize) -> String {
        format!("a{}", " c".repeat(times))
    }

    /// Whoever looks at a search that runs takes no more than the search may, nor waits for all queries.
    #[test]
    fn a_look_at_the_best_so_far_has_limits() {
        let solution = so_far(vec![doubled(15); 100]);
        let answered = solution.answers.iter().filter(|answer| answer.text.is_some()).count();
        assert!(answered <= 2 && solution.answers.len() == 100, "{answered}");
        assert_eq!(solution.problems, [Problem::NotAnswered((answered..100).collect())]);
    }

    /// A host may look in every frame that it draws, however many queries there are, and however long.
    #[test]
    fn a_look_at_the_best_so_far_goes_through_some_queries_only() {
        let solution = so_far(vec!["a".to_owned(); 50_000]);
        assert_eq!(solution.answers.len(), MOST_LOOKED_AT);
        let [Problem::NotAnswered(left)] = &solution.problems[..] else { panic!("{solution:?}") };
        assert!(left.iter().copied().eq(50_000 - left.len()..50_000) && left.len() >= 40_000);
        let solution = so_far(vec!["a ".repeat(100_000), "a".to_owned()]);
        assert_eq!(solution.problems, [Problem::NotAnswered(vec![0])]);
        assert!(solution.answers[0].text.is_none() && solution.answers[1].text.is_some());
    }

    #[test]
    fn an_answer_that_is_too_long_has_a_problem_and_agrees_with_nothing() {
        let solution = so_far(vec![doubled(1), doubled(17)]);
        let [short, long] = &solution.answers[..] else { panic!("{solution:?}") };
        assert!(short.agrees && short.text.is_some());
        assert!(!long.agrees && long.text.is_none() && long.stuck.is_none());
        assert_eq!(solution.problems, [Problem::AnswersPastLimits(vec![1])]);
        let text = solution.problems[0].to_string();
        assert!(text.starts_with("query 2: ") && text.contains("apply the grammar"), "{text}");
    }
}
