//! The seam: a learner of one's own is a file of its own and a line of a schedule, and gets everything that
//! the library's learners get: its grammars are checked, the best so far is kept, and they vote.

use blicket::grammar::{Domain, Grammar, Pattern, Piece, Right, Rule};
use blicket::laboratory::{Budget, Effort, Ended, Found, Learner, Prepared, Schedule};
use blicket::{Engine, EngineOptions, StopReason, Success, Task};

/// Learns every example by heart.
struct ByHeart;

impl Learner for ByHeart {
    fn accepts(&self, task: &Prepared<'_>) -> bool {
        !task.is_about_numbers()
    }

    fn learn(
        &mut self,
        task: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        let mut rules = Vec::new();
        for (input, output, _) in
            task.examples().take(effort.steps().try_into().unwrap_or(usize::MAX))
        {
            if let Some(reason) = budget.over() {
                return Ended::Stopped(reason);
            }
            let left = input.iter().map(|word| Pattern::Word(*word)).collect();
            let right = Right::Tokens(output.iter().map(|token| Piece::Token(*token)).collect());
            rules.push(Rule { left, right });
        }
        let grammar: Grammar = task.grammar_from(Domain::Words, rules);
        found.offer(grammar.clone(), budget);
        match found.is_solved(budget) {
            true => {
                found.vote_with(vec![(grammar, 1.0)]);
                Ended::Solved
            }
            false => Ended::OutOfPatience,
        }
    }
}

fn task() -> Task {
    let mut task = Task::new();
    for (input, output) in [("open the door", "OPEN door"), ("wait", "WAIT"), ("wait", "WAIT")] {
        task.add_example(input, output);
    }
    task.add_query("open the door");
    task.add_query("open the window");
    task
}

#[test]
fn a_learner_of_ones_own_is_a_line_of_a_schedule() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let solution = engine.solve_by(&task(), Schedule::only(Box::new(ByHeart)));
    assert_eq!((solution.success, solution.stop), (Success::Solved, StopReason::Solved));
    assert_eq!(solution.grammar.unwrap().to_string(), "open the door -> OPEN door\nwait -> WAIT\n");
    assert_eq!(solution.answers[0].text.as_deref(), Some("OPEN door"));
    assert_eq!(solution.answers[0].confidence, 1.0);
    assert_eq!(solution.answers[1].text, None);
    assert_eq!((solution.statistics.programs, solution.statistics.steps), (1, 1));
}

#[test]
fn turns_go_on_until_a_learner_has_solved_the_task_and_the_best_so_far_stays() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let turns = |turns: Vec<(usize, Effort)>| Schedule::new(vec![Box::new(ByHeart)], turns);
    let solution = engine.solve_by(&task(), turns(vec![(0, Effort::Some(1))]));
    assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Exhausted));
    let unsatisfied: Vec<usize> = solution.unsatisfied.iter().map(|one| one.example).collect();
    assert_eq!(unsatisfied, [1, 2]);
    let solution = engine.solve_by(&task(), turns(vec![(0, Effort::Some(1)), (0, Effort::All)]));
    assert_eq!(solution.success, Success::Solved);
    assert_eq!(solution.statistics.programs, 2);
}

#[test]
fn a_learner_that_does_not_accept_a_task_is_passed_over() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let mut task = Task::new();
    task.add_example("two", "2");
    let solution = engine.solve_by(&task, Schedule::only(Box::new(ByHeart)));
    assert_eq!((solution.success, solution.stop), (Success::None, StopReason::Exhausted));
}

#[test]
fn only_deduction_counts_the_words_of_a_task() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let mut task = Task::new();
    (0..1000).for_each(|word| task.add_example(format!("w{word}"), format!("T{word}")));
    task.add_query("w999");
    let solution = engine.solve_by(&task, Schedule::only(Box::new(ByHeart)));
    assert_eq!((solution.success, &solution.problems[..]), (Success::Solved, &[][..]));
    assert_eq!(solution.answers[0].text.as_deref(), Some("T999"));
    // Number words are learnt by a learner of the library's own.
    let mut task = Task::new();
    (0..300).for_each(|word| task.add_example(format!("w{word}"), word.to_string()));
    task.add_example("w20 w1", "21");
    task.add_query("w20 w7");
    let solution = engine.solve(&task);
    assert_eq!((solution.success, &solution.problems[..]), (Success::Solved, &[][..]));
    assert_eq!(solution.answers[0].integer, Some(27));
}
