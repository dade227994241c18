//! An API that can grow: what hosts in other languages know by numbers, names and JSON.

use blicket::{
    Domain, Engine, EngineOptions, Limit, Phase, Problem, ProblemKind, Solution, StopReason,
    Strategy, Success, Task, TaskOption,
};
use serde_json::{Value, json};

/// What every list has to keep to, whatever it lists.
macro_rules! check {
    ($($type:ident),+) => {
        $(for pair in $type::ALL.windows(2) {
            assert!(pair[0].number() < pair[1].number(), "{pair:?}");
        }
        for member in $type::ALL {
            assert_eq!($type::from_number(member.number()), Some(*member));
            assert_eq!($type::from_name(member.name()), Some(*member));
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(member.name().chars().all(is_plain), "{}", member.name());
        }
        assert_eq!($type::from_number(u32::MAX), None);
        assert_eq!($type::from_name(""), None);)+
    };
}

#[test]
fn numbers_go_up_and_lead_back_like_names() {
    check!(Domain, Limit, Phase, ProblemKind, StopReason, Strategy, Success, TaskOption);
}

fn engine() -> Engine {
    Engine::new(&EngineOptions::default()).unwrap()
}

fn task(examples: &[(&str, &str)], queries: &[&str]) -> Task {
    let mut task = Task::new().with(|task| task.strategy = Strategy::Deduce);
    for (input, output) in examples {
        task.add_example(*input, *output);
    }
    queries.iter().for_each(|query| task.add_query(*query));
    task
}

/// One of each kind, with its fields as JSON has them.
fn problems() -> Vec<(Problem, Value)> {
    let of = |text: &str| text.to_owned();
    vec![
        (Problem::NoExamples, json!({})),
        (
            Problem::Contradiction {
                examples: [0, 2],
                input: of("dax"),
                outputs: [of("RED"), of("PINK")],
            },
            json!({"examples": [0, 2], "input": "dax", "outputs": ["RED", "PINK"]}),
        ),
        (Problem::EmptyInput(3), json!({"examples": [3]})),
        (
            Problem::TooLong { example: 4, most_words: 50, most_tokens: 60 },
            json!({"examples": [4], "most_words": 50, "most_tokens": 60}),
        ),
        (
            Problem::UnexplainedToken { token: of("RED"), examples: vec![1, 2] },
            json!({"examples": [1, 2], "token": "RED"}),
        ),
        (Problem::TooManySymbols { found: 300, most: 254 }, json!({"found": 300, "most": 254})),
        (Problem::OutsideClass, json!({})),
        (Problem::CallbackFailed(of("why")), json!({"message": "why"})),
        (Problem::NoNetwork(of("why")), json!({"reason": "why"})),
        (Problem::TooMuchToRead, json!({})),
        (Problem::GivenUp(vec![1]), json!({"examples": [1]})),
        (Problem::ByHeart(vec![1, 5]), json!({"examples": [1, 5]})),
        (Problem::NoiseOfNumbers, json!({})),
        (
            Problem::NotANumber { example: 0, output: of("RED") },
            json!({"examples": [0], "output": "RED"}),
        ),
        (Problem::More { count: 7, of: "things" }, json!({"count": 7, "of": "things"})),
        (Problem::AnswersPastLimits(vec![0]), json!({"queries": [0]})),
        (Problem::NotAnswered(vec![2, 3]), json!({"queries": [2, 3]})),
        (Problem::NoGrammar(StopReason::Memory), json!({"stop": "memory"})),
        (
            Problem::ProbableSlip { example: 4, meant: of("RED") },
            json!({"examples": [4], "meant": "RED"}),
        ),
        (Problem::NotKept(vec![of("dax dax")]), json!({"inputs": ["dax dax"]})),
        (
            Problem::PinnedAgainst { rule: of("dax -> RED"), examples: vec![3] },
            json!({"examples": [3], "rule": "dax -> RED"}),
        ),
        (Problem::PinnedUnusable { numbers: true }, json!({"wanted": "numbers"})),
    ]
}

#[test]
fn every_kind_of_problem_has_its_name_its_text_and_its_data_in_json() {
    let all = problems();
    let kinds: Vec<ProblemKind> = all.iter().map(|(problem, _)| problem.kind()).collect();
    let known = ProblemKind::ALL.iter().copied().filter(|kind| kind.number() < 1000);
    assert_eq!(kinds, known.collect::<Vec<_>>(), "one of each");
    for (problem, mut fields) in all {
        fields["kind"] = problem.kind().name().into();
        fields["text"] = problem.to_string().into();
        assert_eq!(serde_json::to_value(&problem).unwrap(), fields);
        let count = |value: &Value| value.as_array().map_or(0, Vec::len);
        assert_eq!(problem.examples().len(), count(&fields["examples"]), "{problem:?}");
        assert_eq!(problem.queries().len(), count(&fields["queries"]), "{problem:?}");
    }
}

#[test]
fn the_strings_and_numbers_of_a_problem_come_in_the_order_of_its_fields() {
    let [contradiction, too_long] = [1, 3].map(|index| problems().swap_remove(index).0);
    assert_eq!(contradiction.strings(), ["dax", "RED", "PINK"]);
    assert_eq!(contradiction.numbers(), [0; 0]);
    assert_eq!((too_long.strings().len(), too_long.numbers()), (0, vec![50, 60]));
}

#[test]
fn a_solution_as_json_says_what_its_fields_say() {
    let solution = engine()
        .solve(&task(&[("dax", "RED"), ("lug", "BLUE"), ("dax", "PINK")], &["lug", "", "dax lug"]));
    let value: Value = serde_json::from_str(&solution.to_json()).unwrap();
    assert_eq!((&value["outcome"], &value["stop"]), (&json!("best"), &json!("exhausted")));
    let counts = ["satisfied", "support", "queries"].map(|field| value[field].as_u64().unwrap());
    assert_eq!(counts, [2, 3, 3]);
    for (index, answer) in solution.answers.iter().enumerate() {
        assert_eq!(value["answers"][index], json!(answer.text));
        let confidence = answer.guess().map(|_| answer.confidence);
        assert_eq!(value["guess"][index], json!(answer.guess()));
        assert_eq!(value["confidence"][index].is_number(), confidence.is_some());
        assert_eq!(value["stuck"][index], json!(answer.stuck));
        assert_eq!(value["agrees"][index], json!(answer.agrees));
    }
    assert_eq!(value["answers"][1], Value::Null, "there is a query that is refused");
    assert_eq!(value["steps"], json!(solution.statistics.steps));
    assert_eq!(value["grammar"], solution.grammar.as_ref().unwrap().to_string());
    assert_eq!(value["alternatives"].as_array().unwrap().len(), solution.alternatives.len());
    assert_eq!(value["unsatisfied"], json!([{"example": 2, "instead": "RED"}]));
    assert_eq!(value["problems"][0]["kind"], "contradiction");
}

#[test]
fn json_has_an_answer_for_every_query_also_where_only_the_first_were_looked_at() {
    let mut solution = Solution::nothing(StopReason::Running, 1, 3);
    solution.answers.push(Default::default());
    let value: Value = serde_json::from_str(&solution.to_json()).unwrap();
    for list in ["answers", "confidence", "stuck"] {
        assert_eq!(value[list], json!([null, null, null]), "{list}");
    }
    assert_eq!(value["agrees"], json!([false, false, false]));
    assert_eq!((&value["grammar"], &value["satisfied"]), (&Value::Null, &json!(0)));
}

/// The documentation says so of [`blicket::Answer::confidence`].
#[test]
fn an_answer_that_is_refused_has_confidence_0_though_every_grammar_refuses() {
    let mut task =
        task(&[("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED")], &["wug", "lug"]);
    task.use_query_inputs = false;
    let solution = engine().solve(&task);
    assert_eq!((&solution.answers[0].text, solution.answers[0].confidence), (&None, 0.0));
    assert!(solution.answers[1].confidence > 0.0);
}

/// The documentation says so of [`blicket::Statistics::steps`].
#[test]
fn steps_count_programs_where_outputs_are_tokens_and_do_not_where_they_are_numbers() {
    let words = [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED"), ("lug fep", "BLUE BLUE")];
    let statistics = engine().solve(&task(&words, &["dax"])).statistics;
    assert!(statistics.programs > 0 && statistics.steps >= statistics.programs, "{statistics:?}");
    let numbers = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("ten", "10"),
        ("two ten", "20"),
        ("two ten three", "23"),
        ("three ten one", "31"),
    ];
    let statistics = engine().solve(&task(&numbers, &["three ten two"])).statistics;
    assert!(statistics.programs > statistics.steps, "{statistics:?}");
}
