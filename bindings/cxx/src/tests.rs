//! What the bridge adds to the core: no panic gets out, and what C++ can do and Rust cannot is an
//! error. That the values arrive on the other side is shown by `cpp-examples/bridge.cpp`.

use crate::boundary::Error;
use crate::bridge::ffi::{
    Device, Domain, Example, Limit, Limits, Options, Outcome, ProblemKind, StopReason, Strategy,
    Success,
};
use crate::engine::{Engine, default_options};
use crate::evaluation::Evaluation;
use crate::grammar::Grammar;
use crate::limits::default_limits;
use crate::solution::Solution;
use crate::task::Task;
use crate::version::{abi_version, version};
use cxx::UniquePtr;
use std::cell::Cell;

thread_local! {
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// The guard calls this where a defect of the library would panic.
pub(crate) fn panic_if_asked() {
    if ASKED.get() {
        panic!("asked to");
    }
}

const WALK: &str = "walk -> WALK\nx1 twice -> [x1] [x1]\n";

fn message<T>(result: Result<T, Error>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn a_panic_is_an_error_in_every_function() {
    let mut grammar = Grammar::parse(WALK).unwrap();
    let mut evaluation = grammar.apply("walk twice").unwrap();
    let explanation = grammar.explain("walk twice").unwrap();
    let options = default_options().unwrap();
    let engine = Engine::create(&options).unwrap();
    let limits = default_limits().unwrap();
    let mut task = Task::create().unwrap();
    let solution = learnt();
    let search = engine.start(&task).unwrap();

    ASKED.set(true);
    let messages = [
        message(abi_version()),
        message(version()),
        message(default_limits()),
        message(default_options()),
        message(Grammar::parse(WALK)),
        message(grammar.copy()),
        message(grammar.text()),
        message(grammar.domain()),
        message(grammar.rule_count()),
        message(grammar.rule(0)),
        message(grammar.apply("walk")),
        message(grammar.apply_into("walk", &mut evaluation)),
        message(grammar.apply_many(&["walk"])),
        message(grammar.rules_alone()),
        message(grammar.alternative_count()),
        message(grammar.alternative_text(0)),
        message(grammar.alternative_weight(0)),
        message(grammar.explain("walk")),
        message(grammar.advise("walk", 1)),
        message(grammar.sections()),
        message(grammar.words(0)),
        message(grammar.limits()),
        message(grammar.set_limits(limits)),
        message(Evaluation::create()),
        message(evaluation.outcome()),
        message(evaluation.limit()),
        message(evaluation.text()),
        message(evaluation.guess()),
        message(evaluation.confidence()),
        message(evaluation.tokens()),
        message(evaluation.token_count()),
        message(evaluation.token(0)),
        message(evaluation.has_number()),
        message(evaluation.number()),
        message(evaluation.stuck_text()),
        message(evaluation.stuck_words()),
        message(evaluation.stuck_count()),
        message(evaluation.stuck_word(0)),
        message(evaluation.steps()),
        message(evaluation.slots()),
        message(evaluation.slot_count()),
        message(evaluation.slot(0)),
        message(evaluation.json()),
        message(explanation.text()),
        message(explanation.json()),
        message(Task::create()),
        message(task.add_example("dax", "RED")),
        message(task.add_query("dax")),
        message(task.add_no_sentence("fep")),
        message(task.add_wrong_output("dax", "BLUE")),
        message(task.add_question_input("dax dax")),
        message(task.remove_example(0)),
        message(task.replace_example(0, "dax", "RED")),
        message(task.enable_example(0, true)),
        message(task.lint()),
        message(task.set_domain(Domain::Words)),
        message(task.set_strategy(Strategy::Deduce)),
        message(task.set_seed(1)),
        message(task.set_timeout_ms(1)),
        message(task.set_step_limit(1)),
        message(task.set_use_query_inputs(false)),
        message(task.set_noise(true)),
        message(task.set("noise", "true")),
        message(task.get("noise")),
        message(task.forget()),
        message(task.example_count()),
        message(task.query_count()),
        message(solution.outcome()),
        message(solution.stop_reason()),
        message(solution.has_grammar()),
        message(solution.grammar()),
        message(solution.example_count()),
        message(solution.satisfied_count()),
        message(solution.unsatisfied()),
        message(solution.problems()),
        message(solution.problem_details()),
        message(solution.questions()),
        message(solution.json()),
        message(solution.answers()),
        message(solution.alternative_count()),
        message(solution.alternative(0)),
        message(solution.alternative_weight(0)),
        message(solution.statistics()),
        message(Engine::create(&options)),
        message(engine.solve(&task)),
        message(engine.synthesize(&[], &[], 1)),
        message(engine.start(&task)),
        message(engine.start_with(&task, UniquePtr::null())),
        message(search.poll()),
        message(search.is_done()),
        message(search.wait()),
        message(search.wait_ms(1)),
        message(search.cancel()),
        message(search.result()),
        message(engine.threads()),
        message(engine.warm_up()),
        message(engine.lint(&task)),
        message(engine.runtime_version()),
        message(engine.runtime_path()),
        message(engine.network_problem()),
        message(engine.models()),
        message(engine.device()),
        message(engine.device_reason()),
        message(engine.info()),
    ];
    ASKED.set(false);

    for message in &messages {
        assert_eq!(message, "a defect in blicket, please report it: asked to");
    }
    let bridge = include_str!("bridge.rs").split("extern \"Rust\"").nth(1).unwrap();
    let lines = bridge.split("const _").next().unwrap().lines();
    let is_function =
        |line: &&str| line.trim_start().trim_start_matches("unsafe ").starts_with("fn ");
    let in_the_bridge = lines.filter(is_function).count();
    assert_eq!(messages.len(), in_the_bridge, "a function of the bridge is not in this list");
    // The objects are as they were.
    assert_eq!(evaluation.text().unwrap(), "WALK WALK");
    assert_eq!((task.example_count().unwrap(), task.query_count().unwrap()), (0, 0));
}

/// What comes of three examples.
fn learnt() -> Box<Solution> {
    let support = [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")];
    let support = support.map(|(input, output)| Example { input, output });
    let engine = Engine::create(&default_options().unwrap()).unwrap();
    engine.synthesize(&support, &["lug fep"], 60_000).unwrap()
}

#[test]
fn a_solution_has_the_cores_fields() {
    let solution = learnt();
    assert_eq!(solution.outcome().unwrap(), Success::Solved);
    assert_eq!(solution.stop_reason().unwrap(), StopReason::Solved);
    assert_eq!(solution.answers().unwrap()[0].text, "BLUE BLUE BLUE");
    let counts = (solution.example_count().unwrap(), solution.satisfied_count().unwrap());
    assert_eq!(counts, (3, 3));
    let copy = solution.grammar().unwrap().copy().unwrap();
    let rules = solution.grammar().unwrap().text().unwrap();
    let statistics = solution.statistics().unwrap();
    assert!(statistics.programs > 0 && statistics.solving_seconds > 0.0);
    drop(solution);
    assert_eq!(copy.text().unwrap(), rules);
}

#[test]
fn a_tasks_settings_arrive() {
    let mut task = Task::create().unwrap();
    task.add_example("dax", "RED").unwrap();
    task.add_query("lug").unwrap();
    task.set_domain(Domain::Numbers).unwrap();
    task.set_strategy(Strategy::Deduce).unwrap();
    task.set_seed(7).unwrap();
    task.set_timeout_ms(1500).unwrap();
    task.set_step_limit(99).unwrap();
    task.set_use_query_inputs(false).unwrap();
    task.set_noise(true).unwrap();
    assert_eq!((task.example_count().unwrap(), task.query_count().unwrap()), (1, 1));
    let set = &task.0;
    assert_eq!(set.domain, Some(blicket::Domain::Numbers));
    assert_eq!(set.strategy, blicket::Strategy::Deduce);
    assert_eq!((set.seed, set.timeout.as_millis(), set.step_limit), (7, 1500, 99));
    assert!(!set.use_query_inputs && set.noise);
}

#[test]
fn an_error_is_the_cores_whole_message() {
    let parsed = Grammar::parse("walk -> WALK\nu1 fep -> [u2]");
    let core = blicket::Grammar::parse("walk -> WALK\nu1 fep -> [u2]").unwrap_err();
    assert_eq!(message(parsed), core.to_string());

    let cuda = Options { device: Device::Cuda, device_index: 1, ..default_options().unwrap() };
    assert!(message(Engine::create(&cuda)).contains("cuda:1"));
}

#[test]
fn text_of_an_evaluation_is_not_an_input_for_it() {
    let grammar = Grammar::parse(WALK).unwrap();
    for input in ["walk twice", "hop twice"] {
        let mut evaluation = Evaluation::create().unwrap();
        grammar.apply_into(input, &mut evaluation).unwrap();
        let texts = [evaluation.text().unwrap(), evaluation.stuck_text().unwrap()];
        let given = texts.into_iter().find(|text| !text.is_empty()).unwrap();
        assert!(evaluation.gave_out(given) && evaluation.gave_out(&given[1..2]));
        let copy = String::from(given);
        assert!(!evaluation.gave_out(&copy) && !evaluation.gave_out(""));
    }
}

#[test]
fn an_engine_without_a_runtime_says_so() {
    let runtime_path = "/nowhere/libonnxruntime.so.1".to_owned();
    let options = Options { runtime_path, ..default_options().unwrap() };
    let engine = Engine::create(&options).unwrap();
    assert_eq!(engine.network_problem().unwrap(), "");
    let message = message(engine.warm_up());
    if cfg!(not(feature = "neural")) {
        return assert_eq!(message, "this build of blicket has no networks");
    }
    assert!(message.contains("/nowhere/libonnxruntime.so.1"), "{message}");
    assert_eq!(engine.network_problem().unwrap(), message);
    assert_eq!(
        (engine.runtime_version().unwrap(), engine.runtime_path().unwrap().as_str()),
        ("", "")
    );
    let models = engine.models().unwrap();
    assert_eq!((models.len(), models[0].file.as_str()), (3, "words-encode.onnx"));
}

#[test]
fn an_enum_of_cpp_may_hold_any_number() {
    let unknown =
        Options { device: Device { repr: 9 }, device_index: 0, ..default_options().unwrap() };
    assert_eq!(
        message(Engine::create(&unknown)),
        "`device` is out of range: expected Auto, Cpu or Cuda"
    );
    let mut task = Task::create().unwrap();
    let domain = message(task.set_domain(Domain { repr: 9 }));
    assert_eq!(domain, "`domain` is out of range: expected Auto, Words or Numbers");
    let strategy = message(task.set_strategy(Strategy { repr: 9 }));
    assert_eq!(strategy, "`strategy` is out of range: expected Hybrid, Deduce, Neural or Greedy");
    let no_card = Options { device: Device::Cpu, device_index: 1, ..default_options().unwrap() };
    assert!(message(Engine::create(&no_card)).contains("`device_index`"));
}

#[test]
fn what_is_not_there_is_an_error() {
    let grammar = Grammar::parse(WALK).unwrap();
    let evaluation = grammar.apply("walk twice").unwrap();
    assert_eq!(message(grammar.rule(2)), "there are 2 rules, and none has the index 2");
    assert_eq!(message(evaluation.token(7)), "there are 2 tokens, and none has the index 7");
    assert_eq!(
        message(evaluation.stuck_word(0)),
        "there are 0 stuck words, and none has the index 0"
    );
    assert_eq!(
        message(evaluation.number()),
        "the evaluation has no number: has_number() says whether there is one"
    );
    let solution = learnt();
    assert!(message(solution.alternative(99)).contains("none has the index 99"));
    assert!(message(solution.alternative_weight(99)).contains("none has the index 99"));
    let engine = Engine::create(&default_options().unwrap()).unwrap();
    let nothing = engine.synthesize(&[], &["dax"], 1).unwrap();
    assert!(!nothing.has_grammar().unwrap());
    assert_eq!(
        message(nothing.grammar()),
        "the solution has no grammar: none was found, and problems() say why"
    );
    assert!(nothing.problems().unwrap()[0].contains("no examples"));
    assert!(!nothing.answers().unwrap()[0].has_text, "every query has an answer");
    assert!(!evaluation.has_number().unwrap());
}

#[test]
fn each_limit_has_its_name() {
    let numbers = "%numbers\nbig -> 9223372036854775807\nx1 big -> [x1] + 1";
    let tokens = "big -> BIG BIG\nx1 big -> [x1] [x1]";
    let default = default_limits().unwrap();
    let cases = [
        (numbers, default, Limit::Overflow),
        (tokens, Limits { steps: 1, ..default }, Limit::Steps),
        (tokens, Limits { depth: 0, ..default }, Limit::Depth),
        (tokens, Limits { output_tokens: 3, ..default }, Limit::Length),
        (tokens, Limits { output_bytes: 7, ..default }, Limit::Length),
    ];
    for (text, limits, limit) in cases {
        let mut grammar = Grammar::parse(text).unwrap();
        grammar.set_limits(limits).unwrap();
        assert_eq!(grammar.limits().unwrap().output_bytes, limits.output_bytes);
        let evaluation = grammar.apply("big big").unwrap();
        assert_eq!(evaluation.outcome().unwrap(), Outcome::Limit);
        assert_eq!(evaluation.limit().unwrap(), limit, "{limits:?}");
    }
}

/// Also where a look at a search has answered the first queries only.
#[test]
fn there_is_an_answer_for_every_query() {
    let engine = blicket::Engine::new(&blicket::EngineOptions::default()).unwrap();
    let mut task = blicket::Task::new();
    task.add_example("dax", "RED");
    task.add_query("dax");
    let mut solution = engine.solve(&task);
    solution.queries = 3;
    let answers = Solution::new(solution).answers().unwrap();
    let texts: Vec<(bool, &str)> = answers.iter().map(|a| (a.has_text, a.text.as_str())).collect();
    assert_eq!(texts, [(true, "RED"), (false, ""), (false, "")]);
}

#[test]
fn a_problem_has_a_kind_and_data_and_json_has_them_too() {
    let engine = Engine::create(&default_options().unwrap()).unwrap();
    let mut task = Task::create().unwrap();
    for output in ["RED", "BLUE"] {
        task.add_example("dax", output).unwrap();
    }
    let solution = engine.solve(&task).unwrap();
    let problems = solution.problem_details().unwrap();
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!((problem.kind, &problem.examples[..]), (ProblemKind::Contradiction, &[0, 1][..]));
    assert_eq!(problem.strings, ["dax", "RED", "BLUE"]);
    assert!(problem.queries.is_empty() && problem.numbers.is_empty());
    assert_eq!(solution.problems().unwrap(), [problem.text.as_str()]);

    let json = solution.json().unwrap();
    let grammar = solution.grammar().unwrap().text().unwrap();
    assert!(json.contains(&format!("\"grammar\":{grammar:?}")), "{json}");
    assert!(json.contains(r#"{"kind":"contradiction","text":"examples 1 and 2"#), "{json}");
    let json = Grammar::parse(WALK).unwrap().apply("walk").unwrap().json().unwrap();
    assert_eq!(json, r#"{"output":"WALK","stuck":null,"reason":null,"slots":[]}"#);
}

#[test]
fn an_option_is_set_by_its_name_and_a_wrong_one_says_what_would_be_right() {
    let mut task = Task::create().unwrap();
    task.set("step_limit", "5").unwrap();
    assert_eq!(task.get("step_limit").unwrap(), "5");
    let wrong = message(task.set("strategy", "best"));
    assert!(wrong.contains("hybrid, deduce"), "{wrong}");
    assert!(message(task.set("stepts", "5")).contains("step_limit"));
    assert!(message(task.get("stepts")).contains("`stepts`"));
}

#[test]
fn slots_say_which_section_read_which_words_and_what_they_mean() {
    let text = "@do\nturn the? x1:lamp to x2:level -> [x1] [x2]\n@lamp\nkitchen lamp -> kitchen_lamp\n\
                @level\n%numbers\nx1:integer -> [x1]";
    let grammar = Grammar::parse(text).unwrap();
    let evaluation = grammar.apply("turn the kitchen lamp to 20").unwrap();
    let slots = evaluation.slots().unwrap();
    let shown: Vec<_> = slots.iter().map(|slot| (&slot.section[..], &slot.value[..])).collect();
    assert_eq!(shown, [("lamp", "kitchen_lamp"), ("level", "20"), ("integer", "20")]);
    assert_eq!((slots[0].words.as_str(), slots[0].from, slots[0].to), ("kitchen lamp", 2, 4));
    assert_eq!((slots[0].parent, slots[2].parent), (usize::MAX, 1));
    assert_eq!((slots[1].has_number, slots[1].number), (true, 20));
    assert_eq!(evaluation.slot_count().unwrap(), 3);
    let error = evaluation.slot(3).err().unwrap().to_string();
    assert_eq!(error, "there are 3 slots, and none has the index 3");
}

#[test]
fn a_player_is_told_what_was_probably_meant() {
    let text = "@do\nturn (on|off) the x1:lamp -> [x1]\n@lamp\nkitchen lamp -> K";
    let grammar = Grammar::parse(text).unwrap();
    let advice = grammar.advise("turn of the kitchen lamp", 3).unwrap();
    assert_eq!((advice.is_read, advice.word_count, advice.reached), (false, 5, 1));
    assert_eq!((advice.unknown[0].word.as_str(), advice.unknown[0].place), ("of", 1));
    assert_eq!(advice.expected, ["off", "on"]);
    if cfg!(feature = "suggestions") {
        assert_eq!(advice.suggestions[0].text, "turn off the kitchen lamp");
        assert_eq!(advice.suggestions[0].cost, 1);
    }
    assert_eq!(grammar.sections().unwrap(), ["do", "lamp"]);
    assert_eq!(grammar.words(1).unwrap(), ["kitchen", "lamp"]);
    let error = grammar.words(2).err().unwrap().to_string();
    assert_eq!(error, "there are 2 sections, and none has the index 2");
}

#[test]
fn a_task_is_corrected_looked_through_and_asked_about() {
    let mut task = Task::create().unwrap();
    for (input, output) in [
        ("dax", "RED"),
        ("lug", "BLUE"),
        ("dax fep", "RED RED RED"),
        ("dax lug", "RED BLUE"),
        ("x", "Y"),
    ] {
        task.add_example(input, output).unwrap();
    }
    task.remove_example(4).unwrap();
    let error = task.remove_example(4).unwrap_err().to_string();
    assert_eq!(error, "there are 4 examples, and none has the index 4");
    task.replace_example(1, "lug", "BLUE").unwrap();
    task.enable_example(3, false).unwrap();
    task.enable_example(3, true).unwrap();
    assert!(task.enable_example(4, false).is_err());
    task.set("pinned", "u1 fep -> [u2]").unwrap_err();
    task.add_no_sentence("fep").unwrap();
    task.add_wrong_output("lug fep", "RED").unwrap();
    task.add_question_input("dax lug fep").unwrap();
    task.set("questions", "2").unwrap();
    let engine = Engine::create(&default_options().unwrap()).unwrap();
    let questions = engine.solve(&task).unwrap().questions().unwrap();
    let [question] = &questions[..] else { panic!("{questions:?}") };
    assert_eq!(question.input, "dax lug fep");
    assert!(question.worth > 0.0 && question.answers.len() >= 2, "{question:?}");
    task.replace_example(1, "lug", "BULE").unwrap();
    let remarks = task.lint().unwrap();
    assert!(remarks.iter().all(|remark| remark.example < 4), "{remarks:?}");
}
