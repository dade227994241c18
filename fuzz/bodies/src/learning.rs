//! Examples of any kind, learnt from with few steps: what is said of the grammar is true, and said
//! again by another engine.

use crate::choices::Choices;
use crate::seeds;
use blicket::{
    Domain, Engine, EngineOptions, Evaluation, Memo, Solution, StopReason, Strategy, Success, Task,
};
use std::num::NonZero;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

/// By deduction, without networks.
pub fn run(bytes: &[u8]) {
    learn(bytes, &[Strategy::Deduce, Strategy::Hybrid], &ENGINES);
}

/// The first bytes are settings; the rest is text: a line with a TAB is an example, others are queries.
pub(crate) fn learn(bytes: &[u8], strategies: &[Strategy], engines: &[Engine; 2]) {
    let mut choices = Choices::new(bytes);
    let mut task = Task::new();
    task.strategy = choices.pick(strategies);
    task.domain = choices.pick(&[None, None, Some(Domain::Words), Some(Domain::Numbers)]);
    task.step_limit = choices.pick(&[100, 0, 1, 10, 30, 1_000]);
    task.seed = choices.byte().into();
    task.noise = choices.below(4) == 1;
    task.use_query_inputs = !choices.flag();
    let forgets = choices.flag();
    // The steps end it, so that it ends at the same point each time.
    task.timeout = Duration::from_secs(3_600);
    for line in String::from_utf8_lossy(choices.rest()).lines().take(MOST_LINES) {
        match line.split_once('\t') {
            Some((input, output)) => task.add_example(input, output),
            None => task.add_query(line),
        }
    }
    let [alone, together] = engines;
    let solution = alone.solve(&task);
    holds(&task, &solution);
    // On two threads, with what is known by then or without.
    if forgets {
        task.memo = Memo::default();
    }
    same(&together.solve(&task), &solution);
}

const MOST_LINES: usize = 40;

/// Without networks, whatever the machine has.
static ENGINES: LazyLock<[Engine; 2]> =
    LazyLock::new(|| engines(Path::new("/nowhere/libonnxruntime.so.1")));

/// Engines of one thread and of two.
pub(crate) fn engines(runtime: &Path) -> [Engine; 2] {
    [1, 2].map(|threads| {
        let (runtime_path, threads) = (Some(runtime.to_owned()), NonZero::new(threads));
        Engine::new(&EngineOptions::default().with(|options| {
            options.threads = threads;
            options.runtime_path = runtime_path;
        }))
        .unwrap()
    })
}

/// What is called solved satisfies every example, and otherwise those are named that are left.
fn holds(task: &Task, solution: &Solution) {
    let mut evaluation = Evaluation::new();
    let mut fails = |grammar: &blicket::Grammar, (input, output): &(String, String)| {
        grammar.apply_into(input, &mut evaluation);
        evaluation.text().is_none() || !evaluation.tokens().eq(output.split_whitespace())
    };
    let named: Vec<usize> = solution.unsatisfied.iter().map(|left| left.example).collect();
    match &solution.grammar {
        Some(grammar) => {
            let examples = task.support.iter().enumerate();
            let left: Vec<usize> =
                examples.filter(|(_, pair)| fails(grammar, pair)).map(|(index, _)| index).collect();
            assert_eq!(named, left);
            let success = if left.is_empty() { Success::Solved } else { Success::Best };
            assert_eq!(solution.success, success);
        }
        None => assert_eq!(solution.success, Success::None),
    }
    if solution.success == Success::Solved {
        for (grammar, _) in &solution.alternatives {
            assert!(!task.support.iter().any(|pair| fails(grammar, pair)), "{grammar}");
        }
    }
    assert!(matches!(
        solution.stop,
        StopReason::Solved | StopReason::Exhausted | StopReason::Steps | StopReason::Memory
    ));
    assert_eq!(solution.answers.len(), task.queries.len());
    for answer in &solution.answers {
        assert!((0.0..=1.0 + 1e-9).contains(&answer.confidence), "{answer:?}");
    }
    for problem in &solution.problems {
        assert!(!problem.to_string().is_empty());
    }
}

/// Fails unless two solutions agree in everything but time.
fn same(again: &Solution, solution: &Solution) {
    assert_eq!((again.success, again.stop), (solution.success, solution.stop));
    assert_eq!(again.grammar, solution.grammar);
    assert_eq!(again.unsatisfied, solution.unsatisfied);
    assert_eq!(again.problems, solution.problems);
    assert_eq!(again.answers, solution.answers);
    assert_eq!(again.alternatives, solution.alternatives);
}

/// Tasks of the data and smaller ones, also with a wrong example.
pub fn seeds() -> Vec<Vec<u8>> {
    let human = seeds::read("miniscan/human-support.tsv");
    let lines = |file: &str, from: usize, to: usize| {
        let text = seeds::read(file);
        text.lines().skip(from).take(to - from).map(|line| format!("{line}\n")).collect::<String>()
    };
    // Files of numbers have the number first.
    let numbers = |file: &str, from, to| {
        let swapped =
            |line: &str| line.split_once('\t').map(|(n, words)| format!("{words}\t{n}\n"));
        lines(file, from, to).lines().filter_map(swapped).collect::<String>()
    };
    let cases = seeds::cases(4).into_iter().filter_map(|case| {
        let example = format!("{}\t{}\n", case.input, case.output?);
        Some(format!("{example}{}\n", case.input))
    });
    let cases: String = cases.collect();
    let texts = [
        format!("{human}zup fep\nzup kiki dax\n"),
        lines("miniscan/human-support.tsv", 0, 6) + "dax\tBLUE\ndax dax\n",
        "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug kiki dax\tRED BLUE\nlug fep\n".to_owned(),
        "walk\tWALK\nwalk twice\tWALK WALK\nturn\t\nwalk walk\n".to_owned(),
        "a b\tA\nc\tC D\nb a c\tC A\nc c\n".to_owned(),
        cases,
        numbers("numbers/en.tsv", 0, 12) + "twenty one\n",
        numbers("numbers/ja.tsv", 5, 18),
    ];
    let settings = [[0, 0, 0, 0, 0, 0, 1], [1, 0, 4, 0, 0, 1, 0], [0, 0, 3, 1, 1, 0, 1]];
    let settings = settings.iter().cycle();
    texts
        .iter()
        .zip(settings)
        .map(|(text, settings)| [settings, text.as_bytes()].concat())
        .collect()
}
