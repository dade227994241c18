//! From a task to its solution, on one page: read, set wrong examples aside, learn, vote, conclude.

use crate::arrange::Arrange;
use crate::ask::{self, UnreadInputs};
use crate::budget::{Budget, Control, Phase, Reserve, Ticker};
use crate::clock::Instant;
use crate::grammar::doubt::Jury;
use crate::grammar::{Domain, Evaluation, Grammar};
use crate::judge::{self, Account, Ballot, Candidate, Choice, FLATNESS, Found, Ledger, Room};
use crate::learn::noise;
use crate::learn::schedule::Schedule;
use crate::learn::{Effort, Ended};
use crate::pin::{PinnedTask, Pins};
use crate::prepare::{Prepared, is_about_numbers};
use crate::solution::{Problem, Question, Solution, Statistics, StopReason, Success, Unsatisfied};
use crate::task::{Normal, Pinned, Task};
use std::time::Duration;

/// What a search leaves behind. To let go of it takes a while where there are many examples, which nobody
/// has to wait for.
#[derive(Default)]
pub(crate) struct Remains<'t> {
    _prepared: Option<Prepared<'t>>,
    _ballots: Vec<Ballot>,
}

/// Solves a task on this thread, by the learners of a schedule.
pub(crate) fn run<'t>(
    task: &'t Task,
    schedule: Schedule,
    budget: &mut Budget,
) -> (Solution, Remains<'t>) {
    let mut solution = nothing(StopReason::Exhausted, task);
    let mut remains = Remains::default();
    let interrupted = budget.over();
    budget.control().set_phase(Phase::Solving);
    // First, because there is one for each query in any case; and that takes its time if there are many.
    solution.answers = judge::unanswered(task, usize::MAX);
    budget.control().keep(size_of_val(&*solution.answers));
    // Whether everything was read.
    let mut is_whole = false;
    if task.enabled().next().is_none() && task.pinned.is_none() {
        solution.problems.push(Problem::NoExamples);
    } else if interrupted.is_none() {
        let (problem, pinned) = usable_pins(task);
        solution.problems.extend(problem);
        match pinned {
            None => {
                (remains, is_whole) = read_and_solve(task, None, schedule, budget, &mut solution);
            }
            Some(pinned) => {
                let with = PinnedTask::new(task, pinned, Normal::of(task).of_inputs());
                let pins = Some((pinned, &with));
                (_, is_whole) = read_and_solve(&with.task, pins, schedule, budget, &mut solution);
            }
        }
    }
    if !is_whole {
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
    }
    // Where all was ruled out, there mostly is a problem that says more.
    let is_said = solution.stop == StopReason::Exhausted && !solution.problems.is_empty();
    let mut answers = solution.answers.iter();
    if solution.grammar.is_none() && !is_said && answers.any(|answer| answer.text.is_none()) {
        solution.problems.push(Problem::NoGrammar(solution.stop));
    }
    let message = budget.control().callback_panic();
    solution.problems.extend(message.map(Problem::CallbackFailed));
    solution.statistics.steps = budget.steps;
    solution.statistics.programs = budget.programs;
    budget.control().set_counts(budget.steps, budget.programs);
    (solution, remains)
}

/// The pinned rules of a task, if they give what its examples want; and that they do not.
fn usable_pins(task: &Task) -> (Option<Problem>, Option<&Pinned>) {
    let Some(pinned) = &task.pinned else { return (None, None) };
    let has_examples = task.enabled().next().is_some();
    let numbers = is_about_numbers(task);
    let fits = numbers == (pinned.grammar().domain() == Domain::Numbers);
    match fits || !has_examples {
        true => (None, Some(pinned)),
        false => (Some(Problem::PinnedUnusable { numbers }), None),
    }
}

/// Pinned rules, and a task with what they say as examples.
type WithPins<'t> = Option<(&'t Pinned, &'t PinnedTask)>;

/// Reads a task and solves it. Whether all of it was read.
fn read_and_solve<'t>(
    task: &'t Task,
    pinned: WithPins<'t>,
    schedule: Schedule,
    budget: &mut Budget,
    solution: &mut Solution,
) -> (Remains<'t>, bool) {
    let mut prepared = Prepared::new(task, budget);
    budget.control().set_normal(prepared.normal);
    solution.problems.append(&mut prepared.problems);
    let mut ballots = Vec::new();
    if !prepared.stopped {
        ballots = solve(&mut prepared, pinned, schedule, budget, solution);
    }
    let is_whole = !prepared.stopped;
    (Remains { _prepared: Some(prepared), _ballots: ballots }, is_whole)
}

/// Solves a task that was read; gives the votes that it is done with.
fn solve(
    prepared: &mut Prepared<'_>,
    pinned: WithPins<'_>,
    schedule: Schedule,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    if let Some((_, with)) = pinned {
        prepared.own = with.own;
    }
    if prepared.task.noise {
        if prepared.is_about_numbers() {
            solution.problems.push(Problem::NoiseOfNumbers);
            return conclude(prepared, (Vec::new(), None), StopReason::Exhausted, budget, solution);
        }
        if prepared.too_many_symbols().is_none() {
            solution.problems.extend(noise::set_aside(prepared, budget));
        }
    }
    let normal = prepared.normal.of_inputs();
    let pins = pinned.map(|(pinned, _)| {
        let shown = prepared.own_words();
        Pins::new(pinned, &prepared.vocabulary, normal, |word| shown.contains(&word))
    });
    if let (Some(pins), Some((_, with))) = (&pins, pinned) {
        let (stop, choice, reports) = learn_beside(prepared, with, pins, schedule, budget);
        let mut found = Found::new(prepared, Some(pins), budget);
        reports.to(&mut found);
        return settle(prepared, (found, choice, stop), pinned, budget, solution);
    }
    let prepared = &*prepared;
    let mut found = Found::new(prepared, None, budget);
    let stop = learn(prepared, schedule, budget, &mut found);
    let choice = std::mem::take(&mut found.choice);
    settle(prepared, (found, choice, stop), None, budget, solution)
}

/// Lets what was found vote, and makes the solution of it.
fn settle(
    prepared: &Prepared<'_>,
    (mut found, mut choice, stop): (Found<'_>, Choice, StopReason),
    pinned: WithPins<'_>,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    budget.control().set_phase(Phase::Ranking);
    let has_negatives = !prepared.task.negatives.is_empty();
    if has_negatives {
        judge::obey(&mut choice, prepared, &budget.ticker());
    }
    let (ballots, jury) = vote(prepared, choice, budget, &mut found, solution);
    solution.problems.append(&mut found.problems);
    solution.statistics = found.statistics;
    let ballots = conclude(prepared, (ballots, jury), stop, budget, solution);
    let is_about_numbers = prepared.is_about_numbers();
    // Nor could anybody else satisfy examples that contradict others.
    let mut left = solution.unsatisfied.iter();
    let is_open = |one: &Unsatisfied| prepared.is_open(one.example, is_about_numbers);
    if solution.grammar.is_none() || left.any(is_open) {
        solution.problems.append(&mut found.excuses);
    }
    if let (true, Some(grammar)) = (has_negatives, &solution.grammar) {
        let inputs = judge::denied_inputs(prepared, grammar);
        solution.problems.extend((!inputs.is_empty()).then_some(Problem::NotKept(inputs)));
    }
    if let (Some((pinned, _)), Some(grammar)) = (pinned, &solution.grammar) {
        let support = &prepared.task.support;
        let problems = judge::against(pinned, grammar, support, &solution.unsatisfied);
        solution.problems.extend(problems);
    }
    let by_heart = solution.grammar.as_ref().map(|it| prepared.by_heart(it)).unwrap_or_default();
    if !by_heart.is_empty() {
        solution.problems.push(Problem::ByHeart(by_heart));
    }
    if let Some(best) = budget.control().best() {
        let slips = judge::slips(prepared, &best.grammar, &solution.unsatisfied, budget);
        solution.problems.extend(slips);
    }
    ballots
}

/// What learners have said, beside what they have found.
struct Reports {
    problems: Vec<Problem>,
    excuses: Vec<Problem>,
    statistics: Statistics,
}

impl Reports {
    fn of(found: Found<'_>) -> Self {
        let Found { problems, excuses, statistics, .. } = found;
        Self { problems, excuses, statistics }
    }

    fn to(self, found: &mut Found<'_>) {
        (found.problems, found.excuses) = (self.problems, self.excuses);
        found.statistics = self.statistics;
    }
}

/// Learns beside pinned rules, which are put into all that is found. If that fails examples, once more from what the pinned
/// rules leave of them.
fn learn_beside(
    prepared: &mut Prepared<'_>,
    with: &PinnedTask,
    pins: &Pins,
    schedule: Schedule,
    budget: &mut Budget,
) -> (StopReason, Choice, Reports) {
    let again = schedule.is_of_strategy.then(|| Schedule::of(prepared.task.strategy));
    prepared.leave_out(&with.phrases);
    prepared.leave_out(&with.contradicted);
    let first = learn_once_beside(prepared, pins, schedule, budget);
    let Some(schedule) = again.filter(|_| first.0 > 0) else { return first.1 };
    prepared.leave_out(&with.explained);
    let then = learn_once_beside(prepared, pins, schedule, budget);
    if then.0 < first.0 { then.1 } else { first.1 }
}

/// One try, with how many pairs it fails.
fn learn_once_beside(
    prepared: &Prepared<'_>,
    pins: &Pins,
    schedule: Schedule,
    budget: &mut Budget,
) -> (usize, (StopReason, Choice, Reports)) {
    let mut found = Found::new(prepared, Some(pins), budget);
    // They may be all that there is to say.
    found.offer(prepared.grammar_from(pins.domain(), Vec::new()), budget);
    let stop = match prepared.solvable().next() {
        Some(_) => learn(prepared, schedule, budget, &mut found),
        None => StopReason::Solved,
    };
    let mut choice = std::mem::take(&mut found.choice);
    let failing = judge::keep_pins(&mut choice, prepared, &mut found, budget);
    let failing = failing.unwrap_or_else(|| budget.control().least_unsatisfied());
    (failing, (stop, choice, Reports::of(found)))
}

/// Gives learners their turns, until one has solved the task. Why it ended. A solution that is no short account of the
/// examples is kept while others are tried: the shortest account wins, whose turn ever it was.
fn learn(
    prepared: &Prepared<'_>,
    Schedule { mut learners, turns, challengers, .. }: Schedule,
    budget: &mut Budget,
    found: &mut Found<'_>,
) -> StopReason {
    let mut stop = StopReason::Exhausted;
    let mut ledger = None;
    // The shortest account so far, and whose it is. Boxed, so that nothing is read ahead of whether there is one: that
    // would be harmless, but tools that look for uninitialised memory tell.
    let mut kept: Option<Box<(Account, usize)>> = None;
    for (index, effort) in turns {
        let is_asked = |kept: &(Account, usize)| {
            let (account, solver) = kept;
            let mut asked =
                challengers.iter().filter(|one| (one.who, one.whom) == (index, *solver));
            asked.any(|one| {
                let above = if account.fails() { one.above_with_slips } else { one.above };
                account.share() > above
            })
        };
        if !kept.as_deref().is_none_or(is_asked) {
            continue;
        }
        let learner = learners.get(index);
        if !learner.accepts(prepared) {
            continue;
        }
        let (problems, excuses) = (found.problems.len(), found.excuses.len());
        let (failing, before) =
            (budget.control().least_unsatisfied(), std::mem::take(&mut found.choice));
        found.to_beat = kept.as_deref().map(|(account, _)| account.to_beat());
        let ended = learner.learn(prepared, effort, budget, found);
        let is_better = budget.control().least_unsatisfied() < failing;
        if found.choice.is_empty() || (ended != Ended::Solved && !is_better && !before.is_empty()) {
            // Who satisfies no more examples than those before has nothing to say.
            found.choice = before;
        }
        let is_challenged = challengers.iter().any(|one| one.whom == index);
        match ended {
            Ended::Solved if kept.is_none() => {
                if !is_challenged || found.says_little(prepared, budget) {
                    return StopReason::Solved;
                }
            }
            Ended::Stopped(reason) => stop = reason,
            // Whoever had all that is left has the last word.
            Ended::Exhausted if effort == Effort::All => stop = StopReason::Exhausted,
            Ended::Solved | Ended::Exhausted | Ended::OutOfPatience => {}
        }
        let is_account = ended == Ended::Solved
            || found.choice.insists
            || (kept.is_some() && effort == Effort::All);
        if is_account && !found.choice.is_empty() {
            let ledger = ledger.get_or_insert_with(|| Ledger::new(prepared));
            let stop = match ended {
                Ended::Solved => StopReason::Solved,
                Ended::Stopped(reason) => reason,
                Ended::Exhausted | Ended::OutOfPatience => StopReason::Exhausted,
            };
            let account = found.account(ledger, stop, budget);
            if kept.as_ref().is_none_or(|kept| account.is_shorter_than(&kept.0)) {
                kept = Some(Box::new((account, index)));
            } else {
                // What it could not do is no problem of the solution that is kept.
                found.problems.truncate(problems);
                found.excuses.truncate(excuses);
            }
        }
        if (!found.choice.is_empty() || kept.is_some()) && budget.over().is_some() {
            break;
        }
    }
    budget.keep_reserve(Reserve::Nothing);
    match kept {
        Some(kept) => match found.choose(kept.0) {
            StopReason::Exhausted => stop,
            of_account => of_account,
        },
        None => stop,
    }
}

/// Offers the grammar that is to be returned, and lets the weighed ones vote on the queries: by the jury that is stored
/// with it, or all of them where the task says that they are weighed by the queries, too.
fn vote(
    prepared: &Prepared<'_>,
    Choice { mut weighed, doubts, unlikely, chosen, variants, last_resort, shown, insists }: Choice,
    budget: &mut Budget,
    found: &mut Found<'_>,
    solution: &mut Solution,
) -> (Vec<Ballot>, Option<Jury>) {
    let listed = weighed.len();
    weighed.extend(doubts);
    // What is said not to be so is refused by the jury.
    let all_vote =
        prepared.task.use_query_inputs && shown.is_empty() && prepared.task.negatives.is_empty();
    let mut ballots = match all_vote {
        true => judge::ballots(prepared, &weighed, budget),
        false => Vec::new(),
    };
    if let Some(chosen) = chosen {
        let mut grammar = chosen.returned(prepared);
        if let Some(mut variants) = variants {
            grammar = judge::agreeing(prepared, grammar, &mut variants, &ballots, budget);
        }
        match insists {
            true => found.insist_on(grammar, budget),
            false => found.offer_last(grammar, budget),
        }
    }
    let best = budget.control().best();
    // Nobody could satisfy examples that contradict others.
    let is_about_numbers = prepared.is_about_numbers();
    let is_open = |one: &&Unsatisfied| prepared.is_open(one.example, is_about_numbers);
    let failed = best.as_ref().map_or(0, |it| it.unsatisfied.iter().filter(is_open).count());
    let unsatisfied = failed as f64 / prepared.task.enabled().count().max(1) as f64;
    let returned = best.as_ref().map(|it| prepared.normal.stored_in(it.grammar.clone()));
    let jury = returned.as_ref().and_then(|returned| {
        judge::jury(prepared, returned, &weighed, &last_resort, shown, unsatisfied, budget)
    });
    if !all_vote {
        ballots = match (&returned, &jury) {
            (Some(returned), Some(jury)) => judge::judged(prepared, returned, jury, budget),
            _ => judge::ballots(prepared, &weighed, budget),
        };
    }
    if prepared.task.questions > 0 {
        let judges = returned.as_ref().zip(jury.as_ref());
        solution.questions = ask(prepared, &weighed, &unlikely, judges, budget);
    }
    weighed.truncate(listed);
    if let Some(best) = best {
        let others = judge::alternatives(weighed, &best.grammar, prepared, budget).into_iter();
        let stored = |(other, weight)| (prepared.normal.stored_in(other), weight);
        solution.alternatives = others.map(stored).collect();
    }
    (ballots, jury)
}

/// The grammars that are asked what they make of inputs that could be asked about. Those that weigh less hardly count.
const MOST_ASKED: usize = 100;

/// What to ask a person next, from what the grammars that vote leave open. Where there are examples to compare answers with, it
/// is the jury that says which would be refused. Where they leave nothing open, there may be grammars that only weigh less.
fn ask(
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

/// The best so far and what was voted for become the solution. Gives the votes, now without texts.
fn conclude(
    prepared: &Prepared<'_>,
    (mut ballots, jury): (Vec<Ballot>, Option<Jury>),
    stop: StopReason,
    budget: &Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    let control = budget.control();
    solution.stop = stop;
    take_best(control, solution);
    // A jury that says what the grammar says is nothing to store.
    let jury = jury.or_else(|| {
        // Whatever is stored without votes keeps to the brackets of the examples all the same.
        let grammar = solution.grammar.as_ref()?;
        Jury::of_brackets(judge::brackets_of(prepared.task).not_kept_by(std::iter::once(grammar)))
    });
    if let Some(jury) = jury {
        solution.grammar =
            solution.grammar.take().map(|grammar| match jury.leaves_open(&grammar) {
                true => grammar.with_jury(jury),
                false => grammar,
            });
    }
    if solution.success == Success::Best && solution.stop == StopReason::Solved {
        // Those that could be solved from are satisfied; others contradict them, or are too long.
        solution.stop = StopReason::Exhausted;
    }
    solution.stop = budget.interruption().unwrap_or(solution.stop);
    let ticker = &budget.ticker_with_grace();
    judge::answer(prepared.task, solution, &mut ballots, Room::within(control), ticker);
    // Last, so that whatever is missing has its reason.
    if let Some(reason) = budget.interruption() {
        solution.stop = reason;
    }
    if solution.grammar.is_none() && solution.stop == StopReason::Exhausted {
        // Even if no grammar satisfies all examples, there is one that satisfies the most.
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
    }
    let solving = &mut solution.statistics.solving;
    if solving.is_zero() {
        *solving = budget.elapsed();
    }
    solution.statistics.ranking = budget.elapsed() - *solving;
    ballots
}

/// What every solution of a task starts as.
fn nothing(stop: StopReason, task: &Task) -> Solution {
    Solution::nothing(stop, task.enabled().count(), task.queries.len())
}

/// The best so far becomes the solution's grammar.
fn take_best(control: &Control, solution: &mut Solution) {
    let Some(best) = control.best() else { return };
    solution.success = if best.unsatisfied.is_empty() { Success::Solved } else { Success::Best };
    solution.grammar = Some(control.normal().stored_in(best.grammar.clone()));
    solution.unsatisfied.clone_from(&best.unsatisfied);
}

/// For how long the best so far of a search that still runs answers queries: a host may ask for it in
/// every frame that it draws.
const A_LOOK: Duration = Duration::from_millis(5);
/// For how many queries it has answers then: to write down that a million have none would take longer.
pub(crate) const MOST_LOOKED_AT: usize = 10_000;

/// The best so far of a search that still runs. The grammar answers queries alone: nobody has voted.
pub(crate) fn best_so_far(task: &Task, control: &Control) -> Solution {
    let mut solution = nothing(StopReason::Running, task);
    take_best(control, &mut solution);
    let ticker = &Ticker::until(Some(Instant::now() + A_LOOK));
    solution.answers = judge::unanswered(task, MOST_LOOKED_AT);
    judge::answer(task, &mut solution, &mut [], Room::beside(control), ticker);
    if solution.grammar.is_none() && !task.queries.is_empty() {
        solution.problems.push(Problem::NoGrammar(StopReason::Running));
    }
    let progress = control.progress();
    solution.statistics.steps = progress.steps;
    solution.statistics.programs = progress.programs;
    solution.statistics.solving = progress.elapsed;
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Watch;
    use crate::engine::Engine;
    use crate::task::Strategy;

    /// What a search says of itself right before it is done.
    fn last_phase(support: &[(&str, &str)]) -> Phase {
        let mut task = Task::new();
        support.iter().for_each(|(input, output)| task.add_example(*input, *output));
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let mut budget = Budget::new(Watch::new(control.clone(), None));
        let (solution, _) = run(&task, Schedule::of(Strategy::Deduce), &mut budget);
        assert_eq!(solution.success, Success::Solved);
        control.progress().phase
    }

    #[test]
    fn every_search_ranks_what_it_found_before_it_is_done() {
        assert_eq!(last_phase(&[("dax", "RED"), ("dax fep", "RED RED")]), Phase::Ranking);
        assert_eq!(last_phase(&[("one", "1"), ("ten", "10"), ("ten one", "11")]), Phase::Ranking);
    }
}
