//! Searches in the background: what comes of them is what solving gives, however many there are, how
//! many threads, and what was known before.

use blicket::{
    Engine, EngineOptions, Memo, Phase, Problem, Random, Search, Solution, StopReason, Strategy,
    Success, Task,
};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar, ScanSplit, SplitName};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

fn engine(threads: usize) -> Engine {
    let threads = NonZero::new(threads);
    Engine::new(&EngineOptions::default().with(|options| options.threads = threads)).unwrap()
}

/// Tasks that leave something open, so that there is something to weigh.
fn tasks(meta: MetaGrammar, settings: EpisodeSettings, count: u64) -> impl Iterator<Item = Task> {
    let mut sampler = EpisodeSampler::new(meta, settings).unwrap();
    (0..count).map(move |seed| {
        let episode = sampler.sample(seed).unwrap();
        let queries = episode.queries.into_iter().map(|(query, _)| query).collect();
        Task::new().with(|task| {
            task.support = episode.support;
            task.queries = queries;
            task.seed = seed;
        })
    })
}

fn miniscan(support: usize, count: u64) -> impl Iterator<Item = Task> {
    let settings = EpisodeSettings { support: support..=support, ..EpisodeSettings::miniscan() };
    tasks(MetaGrammar::miniscan(), settings, count)
}

fn scan(support: usize, count: u64) -> impl Iterator<Item = Task> {
    let settings = EpisodeSettings { support: support..=support, ..EpisodeSettings::scan() };
    tasks(MetaGrammar::scan(), settings, count)
}

/// Everything but times.
fn assert_same(a: &Solution, b: &Solution, task: &Task) {
    let support = &task.support;
    assert_eq!((a.success, a.stop), (b.success, b.stop), "{support:?}");
    assert_eq!(a.grammar, b.grammar, "{support:?}");
    assert_eq!(a.answers, b.answers, "{support:?}");
    assert_eq!(a.alternatives, b.alternatives, "{support:?}");
    assert_eq!((&a.unsatisfied, &a.problems), (&b.unsatisfied, &b.problems), "{support:?}");
    let counts = |s: &Solution| (s.statistics.steps, s.statistics.programs, s.statistics.leaves);
    assert_eq!(counts(a), counts(b), "{support:?}");
}

/// Examples that keep a search busy for seconds: all outputs are of one token, so that nearly every
/// grammar could be the one, and of random lengths, so that none is.
fn hard() -> Task {
    let mut random = blicket::Random::new(1);
    let mut task = Task::new();
    for _ in 0..12 {
        let words = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let input: Vec<&str> = (0..12).map(|_| *random.choose(&words)).collect();
        task.add_example(input.join(" "), "X ".repeat(20 + random.below(40)));
    }
    task.add_query("a b");
    task.timeout = Duration::from_secs(1000);
    task
}

fn easy() -> Task {
    let mut task = Task::new();
    for (input, output) in [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")] {
        task.add_example(input, output);
    }
    task.add_query("lug fep");
    task
}

fn solved(search: &Search) -> bool {
    search.wait() && search.result().answers[0].text.as_deref() == Some("BLUE BLUE BLUE")
}

#[test]
fn what_is_found_does_not_depend_on_threads() {
    let engines = [1, 2, 16].map(engine);
    for task in miniscan(8, 12).chain(scan(20, 6)) {
        let fresh = || task.clone().with(|task| task.memo = Memo::default());
        let [one, two, many] = engines.each_ref().map(|engine| engine.solve(&fresh()));
        assert_same(&one, &two, &task);
        assert_same(&one, &many, &task);
        let search = engines[1].start(fresh()).unwrap();
        assert!(search.wait());
        assert_same(&one, &search.result(), &task);
    }
}

/// A task that gets one example after the other, each time with what is known from the last time,
/// is solved as if nothing had been known.
#[test]
fn one_more_example_gives_what_starting_anew_gives() {
    let engine = engine(2);
    let mut known = 0;
    let all = miniscan(9, 60).chain(miniscan(15, 30)).chain(scan(20, 15));
    for mut task in all {
        let last = task.support.split_off(task.support.len() - 2);
        engine.solve(&task);
        for example in last {
            task.support.push(example);
            let fresh = task.clone().with(|task| task.memo = Memo::default());
            known += usize::from(task.memo.bytes() > 0);
            assert_same(&engine.solve(&task), &engine.solve(&fresh), &task);
        }
    }
    assert!(known > 200, "the test shows nothing if nothing is known");
}

/// There are too many examples here to solve from at once.
#[test]
fn one_more_of_many_examples_gives_what_starting_anew_gives() {
    let engine = engine(2);
    for mut task in scan(200, 2) {
        let last = task.support.pop().unwrap();
        engine.solve(&task);
        task.support.push(last);
        let fresh = task.clone().with(|task| task.memo = Memo::default());
        assert_same(&engine.solve(&task), &engine.solve(&fresh), &task);
        task.memo.forget();
        assert_eq!(task.memo.bytes(), 0);
    }
}

/// Examples come and go anywhere, and outputs are put right, each time with what is known from all times before. There are so many in
/// the larger task that what is known of runs of them matters.
#[test]
fn edits_anywhere_give_what_starting_anew_gives() {
    let engine = engine(2);
    let split = ScanSplit::generate(SplitName::Length).unwrap();
    let many = Task::new().with(|task| {
        task.support = split.train.into_iter().step_by(20).collect();
        task.queries.push(split.test[0].0.clone());
    });
    assert!(many.support.len() > 600, "fewer are not looked up in runs");
    for mut task in miniscan(12, 10).chain([many]) {
        // Whatever the machine does besides, what is compared is whole.
        task.timeout = Duration::from_secs(3_600);
        let mut random = Random::new(task.seed);
        let mut aside: Vec<(String, String)> = Vec::new();
        engine.solve(&task);
        for _ in 0..5 {
            let place = random.below(task.support.len());
            // A wrong output among many examples has other learners try for long.
            match random.below(if task.support.len() > 100 { 3 } else { 4 }) {
                0 => aside.extend(task.remove_example(place)),
                1 => {
                    let example = aside.pop().unwrap_or_else(|| task.support[place].clone());
                    task.support.insert(place, example);
                }
                2 => drop(task.enable_example(place, task.disabled.contains(&place))),
                _ => {
                    let other = random.below(task.support.len());
                    task.support[place].1 = task.support[other].1.clone();
                }
            }
            let fresh = task.clone().with(|task| task.memo = Memo::default());
            assert_same(&engine.solve(&task), &engine.solve(&fresh), &task);
        }
    }
}

/// With a single worker, searches still get on beside one that never ends, also one that waits is
/// cancelled, and a callback may solve a task itself.
#[test]
fn a_worker_is_shared_fairly() {
    let engine = engine(1);
    let endless: Vec<Search> = (0..3).map(|_| engine.start(hard()).unwrap()).collect();
    let searches: Vec<Search> = (0..8).map(|_| engine.start(easy()).unwrap()).collect();
    assert!(searches.iter().all(solved));
    assert_eq!(engine.solve(&easy()).stop, StopReason::Solved);
    endless[2].cancel();
    assert!(endless[2].wait());
    assert_eq!(endless[2].result().stop, StopReason::Cancelled);
    assert!(!endless[0].is_done() && !endless[1].wait_for(Duration::from_millis(1)));
    let inner = std::sync::Arc::new(engine);
    let (within, (send, receive)) = (inner.clone(), mpsc::channel());
    let calling = inner.start_with(hard(), move |_| {
        send.send(within.solve(&easy()).stop).unwrap();
        ControlFlow::Break(())
    });
    assert!(calling.unwrap().wait());
    assert_eq!(receive.recv().unwrap(), StopReason::Solved);
}

#[test]
fn the_best_so_far_is_there_at_any_time() {
    let engine = engine(2);
    let search = engine.start(hard()).unwrap();
    while search.poll().satisfied.is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let (so_far, progress) = (search.result(), search.poll());
    assert_eq!(so_far.stop, StopReason::Running);
    let grammar = so_far.grammar.unwrap();
    let task = search.task();
    for unsatisfied in &so_far.unsatisfied {
        let (input, output) = &task.support[unsatisfied.example];
        assert_eq!(grammar.apply(input).text().map(str::to_owned), unsatisfied.instead);
        assert_ne!(unsatisfied.instead.as_deref(), Some(output.trim_end()));
    }
    let satisfied = task.support.len() - so_far.unsatisfied.len();
    assert!(satisfied > 0 && progress.satisfied >= Some(satisfied), "it does not get worse");
    search.cancel();
    assert!(search.wait());
    let end = search.result();
    assert!(end.unsatisfied.len() <= so_far.unsatisfied.len());
    assert_eq!((end.stop, search.poll().phase), (StopReason::Cancelled, Phase::Done));
}

#[test]
fn a_callback_that_panics_cancels_and_is_told_of() {
    let search = engine(2).start_with(hard(), |_| panic!("no more")).unwrap();
    assert!(search.wait());
    let solution = search.result();
    assert_eq!(solution.stop, StopReason::Cancelled);
    assert!(solution.problems.contains(&Problem::CallbackFailed("no more".to_owned())));
}

#[test]
fn who_waits_waits_for_the_last_call_and_is_told_what_it_panicked_with() {
    let search = engine(1).start_with(easy(), |progress| {
        if progress.phase == Phase::Done {
            thread::sleep(Duration::from_millis(20));
            panic!("at the end");
        }
        ControlFlow::Continue(())
    });
    let search = search.unwrap();
    assert!(search.wait());
    let solution = search.result();
    assert_eq!(solution.stop, StopReason::Solved);
    assert!(solution.problems.contains(&Problem::CallbackFailed("at the end".to_owned())));
}

#[test]
fn a_last_call_may_look_at_its_own_search() {
    let own: Arc<OnceLock<Search>> = Arc::default();
    let (seen, look) = mpsc::channel();
    let weak = Arc::downgrade(&own);
    let started = engine(1).start_with(easy(), move |progress| {
        while weak.upgrade().is_some_and(|own| own.get().is_none()) {
            thread::yield_now();
        }
        if let (Phase::Done, Some(own)) = (progress.phase, weak.upgrade()) {
            let search = own.get().unwrap();
            let waited = search.wait() && search.wait_for(Duration::from_secs(1000));
            seen.send((waited, search.is_done(), search.result().success)).unwrap();
        }
        ControlFlow::Continue(())
    });
    own.set(started.unwrap()).unwrap();
    assert_eq!(look.recv().unwrap(), (true, true, Success::Solved));
    assert!(own.get().unwrap().wait());
}

#[test]
fn a_search_ends_by_each_of_its_limits() {
    let limited = |change: fn(&mut Task), memory_limit| {
        let mut task = hard();
        change(&mut task);
        let options = EngineOptions::default().with(|options| options.memory_limit = memory_limit);
        Engine::new(&options).unwrap().solve(&task).stop
    };
    assert_eq!(limited(|task| task.step_limit = 50, None), StopReason::Steps);
    assert_eq!(limited(|task| task.timeout = Duration::ZERO, None), StopReason::Timeout);
    let short = |task: &mut Task| task.timeout = Duration::from_millis(30);
    assert_eq!(limited(short, None), StopReason::Timeout);
    assert_eq!(limited(|_| {}, Some(5_000)), StopReason::Memory);
}

/// Where a few steps are all that there is, nothing is ruled out.
#[test]
fn a_search_without_a_grammar_says_that_it_has_no_steps_left() {
    let engine = engine(1);
    let many_words = |count: usize| {
        let mut task = Task::new();
        (0..count).for_each(|n| task.add_example(format!("w{n} x"), format!("T{n} X T{n}")));
        task
    };
    let numbers = || {
        let mut task = Task::new();
        (1..30)
            .for_each(|n| task.add_example(format!("n{n} k{}", n % 3), (n * 7 % 31).to_string()));
        task
    };
    let mut none = 0;
    for task in scan(200, 1).chain([hard(), numbers(), many_words(20)]) {
        for noise in [false, true] {
            for step_limit in [1, 2, 3, 5, 8, 13, 21, 34, 55] {
                let task = task.clone().with(|task| {
                    task.step_limit = step_limit;
                    task.noise = noise;
                    task.timeout = Duration::MAX;
                });
                let solution = engine.solve(&task);
                if solution.grammar.is_none()
                    && !solution.problems.contains(&Problem::NoiseOfNumbers)
                {
                    assert_eq!(
                        solution.stop,
                        StopReason::Steps,
                        "{step_limit} {noise} {solution:?}"
                    );
                    none += 1;
                }
            }
        }
    }
    assert!(none > 10, "{none}");
}

/// Number words that mean nothing, so that only learning by heart satisfies them.
fn meaningless(count: usize, words: usize) -> Task {
    let mut random = blicket::Random::new(3);
    let mut task = Task::new().with(|task| task.strategy = Strategy::Deduce);
    for _ in 0..count {
        let input: Vec<String> = (0..words).map(|_| format!("w{}", random.below(40))).collect();
        task.add_example(input.join(" "), random.below(1_000_000).to_string());
    }
    task
}

/// A search may take all but a quarter of its steps; then it was those that ended it.
#[test]
fn numbers_that_run_out_of_steps_have_not_ruled_everything_out() {
    let engine = engine(1);
    let mut ended = 0;
    for step_limit in [4, 8, 40, 100] {
        let solution = engine.solve(&meaningless(60, 6).with(|task| task.step_limit = step_limit));
        let spent = solution.statistics.steps >= step_limit - step_limit / 4;
        if solution.success != Success::Solved && spent {
            assert_eq!(solution.stop, StopReason::Steps, "{step_limit}");
            ended += 1;
        }
    }
    // By heart all are satisfied: then something contradicts itself.
    let mut task = meaningless(60, 6);
    let (input, _) = task.support[0].clone();
    task.add_example(input, "7");
    for step_limit in [4, 8, 40, 100] {
        let solution = engine.solve(&task.clone().with(|task| task.step_limit = step_limit));
        assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Steps));
        ended += 1;
    }
    assert!(ended > 3);
}

/// What is kept back of the time of number words is what comes after the search, which is short: a quarter is not lost, and
/// called a timeout. A slow machine can only make it later.
#[test]
fn numbers_are_looked_for_until_nearly_all_their_time_is_over() {
    let timeout = Duration::from_millis(100);
    let mut task = meaningless(60, 6).with(|task| task.timeout = timeout);
    let (input, _) = task.support[0].clone();
    task.add_example(input, "7");
    let solution = engine(1).solve(&task);
    assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Timeout));
    let searched = solution.statistics.solving;
    assert!(searched >= timeout * 7 / 8, "{searched:?}");
}

/// An answer without a text that is not stuck has a problem that says why, whatever ended the search.
#[test]
fn that_there_is_no_grammar_is_said() {
    let engine = engine(1);
    let nothing = |change: fn(&mut Task)| {
        let mut task = hard();
        change(&mut task);
        let solution = engine.solve(&task);
        assert!(solution.grammar.is_none() && solution.answers[0].text.is_none());
        let stop = solution.stop;
        assert!(solution.problems.contains(&Problem::NoGrammar(stop)), "{:?}", solution.problems);
        stop
    };
    assert_eq!(nothing(|task| task.timeout = Duration::ZERO), StopReason::Timeout);
    assert_eq!(nothing(|task| task.step_limit = 1), StopReason::Steps);
    // What says more is said instead.
    let solution = engine.solve(&hard().with(|task| task.support = Vec::new()));
    assert_eq!(solution.problems, [Problem::NoExamples]);
    let small = EngineOptions::default().with(|options| options.memory_limit = Some(100));
    let solution = Engine::new(&small).unwrap().solve(&hard());
    assert_eq!(solution.stop, StopReason::Memory);
    assert!(solution.problems.contains(&Problem::NoGrammar(StopReason::Memory)));
}

/// Where a network is wanted, that it cannot be had is said. Where the task is solved without, it is nobody's concern.
#[test]
fn a_network_that_is_wanted_and_missing_is_a_problem() {
    let runtime_path = Some("/nowhere/libonnxruntime.so.1".into());
    let engine =
        Engine::new(&EngineOptions::default().with(|options| options.runtime_path = runtime_path))
            .unwrap();
    let says = |task: &Task| {
        let problems = engine.solve(task).problems;
        problems.iter().any(|problem| matches!(problem, Problem::NoNetwork(_)))
    };
    let mut outside = Task::new();
    for (input, output) in [("a", "A"), ("b", "B"), ("a b", "C C C"), ("b a", "D D")] {
        outside.add_example(input, output);
    }
    assert!(says(&outside.clone().with(|task| task.strategy = Strategy::Neural)));
    assert!(!says(&outside));
    assert!(!says(&outside.clone().with(|task| task.strategy = Strategy::Deduce)));
    assert!(!says(&easy()));
}

/// To say which tokens no word explains, an example of many words is gone through once.
#[test]
fn long_examples_without_a_common_word_are_no_work() {
    let mut task = Task::new().with(|task| task.strategy = Strategy::Deduce);
    for (input, output) in [("a", "A"), ("b", "B"), ("a b", "C C C"), ("b a", "D D")] {
        task.add_example(input, output);
    }
    // Compared word by word, these would take an hour.
    task.add_example("c ".repeat(1_000_000), "Z");
    task.add_example("d ".repeat(1_000_000), "Z");
    task.timeout = Duration::MAX;
    let problems = engine(1).solve(&task).problems;
    let unexplained = Problem::UnexplainedToken { token: "Z".to_owned(), examples: vec![4, 5] };
    assert!(problems.contains(&unexplained), "{problems:?}");
}

/// What is kept of a task is for that task only: whatever is changed of it, it is solved like one that nobody knows.
#[test]
fn the_same_task_again_gives_the_same_and_another_one_what_starting_anew_gives() {
    let engine = engine(1);
    let first = engine.solve(&easy());
    let task = easy();
    for _ in 0..2 {
        let again = engine.solve(&task);
        assert_eq!((&again.grammar, &again.answers), (&first.grammar, &first.answers));
        let counts =
            |solution: &Solution| (solution.statistics.steps, solution.statistics.programs);
        assert_eq!(counts(&again), counts(&first));
    }
    let changes: [fn(&mut Task); 7] = [
        |task| task.add_query("dax lug"),
        |task| task.queries.clear(),
        |task| task.add_example("wif", "GREEN"),
        |task| task.support.swap(0, 1),
        |task| task.questions = 1,
        |task| task.negatives.push(("lug fep".into(), Some("BLUE BLUE BLUE".into()))),
        |task| task.support[0].1 = "WHITE".into(),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let changed = engine.solve(&task.clone().with(change));
        let anew = engine.solve(&easy().with(change));
        assert_eq!((&changed.grammar, &changed.answers), (&anew.grammar, &anew.answers), "{index}");
        assert_eq!(changed.questions, anew.questions, "{index}");
    }
}
