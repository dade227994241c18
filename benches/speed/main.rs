//! `make bench-speed`: how long learning takes, the first time, the same task again, and with one more example.
//!
//! All times are processor time of one thread, in milliseconds, and medians. Machines differ and are shared: so they are
//! printed beside how often SCAN's 20,910 commands could have been interpreted meanwhile by a program that was written
//! by hand for SCAN (`benches/beside`), which is measured before, between and after the rows.

#[path = "../beside/src/by_hand.rs"]
#[allow(dead_code, reason = "its other half is measured by make bench-beside")]
mod by_hand;
#[path = "../../tests/counting/mod.rs"]
mod counting;
#[path = "../shared/languages.rs"]
mod languages;
#[cfg(feature = "neural")]
mod networks;
mod tasks;

use blicket::{Engine, EngineOptions, Memo, Strategy, Success, Task};
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZero;

fn cpu_milliseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// SCAN, by hand, for comparison.
struct ByHand {
    commands: Vec<(Vec<u8>, Vec<u8>)>,
    times: Vec<f64>,
}

impl ByHand {
    fn new() -> Self {
        let symbols = |text: &String| by_hand::symbols(text).expect("a command of SCAN");
        let commands = tasks::commands();
        let commands =
            commands.iter().map(|(input, output)| (symbols(input), symbols(output))).collect();
        Self { commands, times: Vec::new() }
    }

    fn run(&mut self) {
        let mut made = Vec::new();
        let start = cpu_milliseconds();
        for (input, wanted) in &self.commands {
            assert!(by_hand::check(std::hint::black_box(input), wanted, &mut made));
        }
        self.times.push(cpu_milliseconds() - start);
    }
}

/// What a row of tasks takes.
struct Row {
    name: String,
    tasks: usize,
    solved: usize,
    first: f64,
    again: f64,
    more: f64,
    allocations: u64,
}

/// Solves every task without its last example, the same again, and then with the last one.
fn measured(name: String, tasks: Vec<Task>, engine: &Engine, by_hand: &mut ByHand) -> Row {
    let (mut first, mut again, mut more) = (Vec::new(), Vec::new(), Vec::new());
    let (mut solved, mut allocations) = (0, Vec::new());
    for mut whole in tasks {
        by_hand.run();
        let last = whole.support.pop().expect("there are examples");
        let time = |task: &Task, times: &mut Vec<f64>| {
            let start = cpu_milliseconds();
            let solution = engine.solve(task);
            times.push(cpu_milliseconds() - start);
            solution
        };
        // As whoever asks would have it: nothing is known.
        let mut unknown = whole.clone().with(|task| task.memo = Memo::default());
        unknown.support.push(last.clone());
        let mut solution = None;
        let count = counting::allocations(|| solution = Some(time(&unknown, &mut first)));
        let solution = solution.expect("it was solved");
        allocations.push(count as f64);
        solved += usize::from(solution.success == Success::Solved);
        let same = time(&unknown, &mut again);
        assert_eq!((&same.grammar, &same.answers), (&solution.grammar, &solution.answers));
        // What is known of the task without its last example.
        engine.solve(&whole);
        whole.support.push(last);
        let with_more = time(&whole, &mut more);
        assert_eq!(
            (&with_more.grammar, &with_more.answers),
            (&solution.grammar, &solution.answers)
        );
    }
    let sum = |times: &[f64]| times.iter().sum::<f64>();
    let (all, same, another) = (sum(&first), sum(&again), sum(&more));
    Row {
        name,
        tasks: first.len(),
        solved,
        first: median(&mut first),
        again: same / all,
        more: another / all,
        allocations: median(&mut allocations) as u64,
    }
}

fn main() {
    let options = EngineOptions::default().with(|options| options.threads = NonZero::new(1));
    let engine = Engine::new(&options).expect("a processor can be had");
    let mut by_hand = ByHand::new();
    let chosen: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with("--")).collect();
    println!(
        "\nLearning: milliseconds of processor time (median), how many times SCAN by hand that is, the same task again\n\
         and one more example as a share of the first time, and allocations (median)\n"
    );
    println!(
        "{:<44} {:>5} {:>6} {:>9} {:>8} {:>7} {:>7} {:>9}",
        "", "tasks", "solved", "ms", "x", "again", "more", "allocs"
    );
    let mut languages = Vec::new();
    for (name, make) in tasks::rows() {
        if !chosen.is_empty() && !chosen.iter().any(|text| name.contains(text.as_str())) {
            continue;
        }
        for strategy in [Strategy::Hybrid, Strategy::Deduce] {
            // As a host asks without saying how, and beside it what deduction alone takes.
            if strategy == Strategy::Deduce && !tasks::is_shown_twice(&name) {
                continue;
            }
            let with = |task: Task| task.with(|task| task.strategy = strategy);
            let tasks: Vec<Task> = make().into_iter().map(with).collect();
            let title = match strategy {
                Strategy::Deduce => format!("{name}, deduction alone"),
                _ => name.clone(),
            };
            let row = measured(title, tasks, &engine, &mut by_hand);
            let unit = median(&mut by_hand.times);
            println!(
                "{:<44} {:>5} {:>6} {:>9.3} {:>8.2} {:>7.3} {:>7.2} {:>9}",
                row.name,
                row.tasks,
                row.solved,
                row.first,
                row.first / unit,
                row.again,
                row.more,
                row.allocations
            );
            if name.starts_with("number words") {
                languages.push(row.first);
            }
        }
    }
    if !languages.is_empty() {
        println!(
            "{:<44} {:>22.3}",
            "number words, median of these languages",
            median(&mut languages)
        );
    }
    println!("{:<44} {:>22.3}", "SCAN's 20,910 commands by hand", median(&mut by_hand.times));
    #[cfg(feature = "neural")]
    if chosen.is_empty() || chosen.iter().any(|text| "networks".contains(text.as_str())) {
        networks::print();
    }
}
