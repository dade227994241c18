//! What can be asked: the studio's messages, and the library's own calls.

use blicket::{Engine, EngineOptions, Evaluation, Grammar, ReadyMade, Task, check_grammar};
use blicket_studio::{Refusal, Studio};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::cell::RefCell;
use std::collections::HashMap;
use std::num::NonZero;
use std::time::Duration;

/// All that lives from one call to the next.
struct State {
    studio: Studio,
    grammars: HashMap<u32, Grammar>,
    last: u32,
    evaluation: Evaluation,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::new());
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Learn {
    examples: Vec<(String, String)>,
    #[serde(default)]
    negatives: Vec<(String, Option<String>)>,
    #[serde(default)]
    queries: Vec<String>,
    #[serde(default)]
    questions: usize,
    #[serde(default)]
    noise: bool,
    #[serde(default = "half_a_minute")]
    timeout_ms: f64,
    #[serde(default)]
    seed: u64,
}

fn half_a_minute() -> f64 {
    30_000.0
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Applied {
    grammar: u32,
    #[serde(default)]
    input: String,
    #[serde(default)]
    inputs: Vec<String>,
}

/// The answer to a message: a name, a line break and JSON.
pub fn answer(message: &[u8]) -> Result<String, Refusal> {
    let text =
        std::str::from_utf8(message).map_err(|_| Refusal::new(400, "a message has to be UTF-8"))?;
    let (what, json) = text.split_once('\n').unwrap_or((text, ""));
    STATE.with_borrow_mut(|state| state.answer(what, json))
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, Refusal> {
    serde_json::from_str(json)
        .map_err(|error| Refusal::new(400, format!("the message cannot be read: {error}")))
}

impl State {
    fn new() -> Self {
        // There are no further threads in a browser's module, and no card is asked for.
        let options = EngineOptions::default().with(|options| options.threads = NonZero::new(1));
        let engine = Engine::new(&options).expect("no device is asked for");
        Self {
            studio: Studio::new(engine),
            grammars: HashMap::new(),
            last: 0,
            evaluation: Evaluation::new(),
        }
    }

    fn answer(&mut self, what: &str, json: &str) -> Result<String, Refusal> {
        match what {
            // As the studio's page asks for it.
            "learn" => {
                let task = self.studio.task(json)?;
                let solution = self.studio.engine().solve(&task);
                Ok(self.studio.learnt(&task, &solution))
            }
            // As a program asks for it.
            "solve" => self.solve(read(json)?),
            "parse" => self.parse(&read::<Text>(json)?.text),
            "check" => {
                let findings = check_grammar(&read::<Text>(json)?.text, &ReadyMade::new());
                Ok(json!(findings).to_string())
            }
            "free" => {
                self.grammars.remove(&read::<Applied>(json)?.grammar);
                Ok("null".to_owned())
            }
            "apply" => self.apply(read(json)?),
            "apply_many" => self.apply_many(read(json)?),
            "explain" => {
                let Applied { grammar, input, .. } = read(json)?;
                Ok(self.grammar(grammar)?.explain(&input).to_json())
            }
            "advise" => {
                let Applied { grammar, input, .. } = read(json)?;
                Ok(self.grammar(grammar)?.advise(&input, 3).to_json())
            }
            "version" => Ok(json!(blicket::VERSION).to_string()),
            _ => self.studio.answer(what, json),
        }
    }

    fn solve(&self, learn: Learn) -> Result<String, Refusal> {
        let mut task = Task::new();
        task.support = learn.examples;
        task.negatives = learn.negatives;
        task.queries = learn.queries;
        task.questions = learn.questions;
        task.noise = learn.noise;
        task.seed = learn.seed;
        let wrong = |_| Refusal::new(400, "timeout_ms is no time that can be waited for");
        task.timeout = Duration::try_from_secs_f64(learn.timeout_ms / 1000.0).map_err(wrong)?;
        let solution = self.studio.engine().solve(&task);
        // The grammar has what the examples leave open in it; these are its rules alone, for a person to read.
        let rules = solution.grammar.as_ref().map(|grammar| grammar.rules_alone().to_string());
        Ok(format!("{{\"solution\":{},\"rules\":{}}}", solution.to_json(), json!(rules)))
    }

    fn parse(&mut self, text: &str) -> Result<String, Refusal> {
        let grammar = Grammar::parse_with(text, &ReadyMade::new())
            .map_err(|errors| Refusal::new(422, errors.to_string()))?;
        self.last = self.last.wrapping_add(1);
        let (number, text) = (self.last, grammar.to_string());
        self.grammars.insert(number, grammar);
        Ok(json!({ "grammar": number, "text": text }).to_string())
    }

    fn apply(&mut self, Applied { grammar, input, .. }: Applied) -> Result<String, Refusal> {
        let Some(grammar) = self.grammars.get(&grammar) else { return Err(gone()) };
        grammar.apply_into(&input, &mut self.evaluation);
        Ok(self.evaluation.to_json())
    }

    fn apply_many(&mut self, Applied { grammar, inputs, .. }: Applied) -> Result<String, Refusal> {
        let Some(grammar) = self.grammars.get(&grammar) else { return Err(gone()) };
        let answers = inputs.iter().map(|input| {
            grammar.apply_into(input, &mut self.evaluation);
            self.evaluation.text().map(str::to_owned)
        });
        Ok(json!(answers.collect::<Vec<_>>()).to_string())
    }

    fn grammar(&self, number: u32) -> Result<&Grammar, Refusal> {
        self.grammars.get(&number).ok_or_else(gone)
    }
}

fn gone() -> Refusal {
    Refusal::new(410, "this grammar was freed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn ask(what: &str, message: &Value) -> Result<Value, u16> {
        let text = format!("{what}\n{message}");
        let answer = answer(text.as_bytes()).map_err(|refusal| refusal.status)?;
        Ok(serde_json::from_str(&answer).unwrap())
    }

    #[test]
    fn a_program_learns_stores_and_applies() {
        let examples = json!([["walk", "WALK"], ["jump", "JUMP"], ["walk twice", "WALK WALK"]]);
        let learnt =
            ask("solve", &json!({ "examples": examples, "queries": ["jump twice"] })).unwrap();
        assert_eq!(learnt["solution"]["answers"][0], "JUMP JUMP");
        let parsed = ask("parse", &json!({ "text": learnt["solution"]["grammar"] })).unwrap();
        let grammar = &parsed["grammar"];
        let applied = ask("apply", &json!({ "grammar": grammar, "input": "jump twice" })).unwrap();
        assert_eq!(applied["output"], "JUMP JUMP");
        let many =
            ask("apply_many", &json!({ "grammar": grammar, "inputs": ["walk", "hop"] })).unwrap();
        assert_eq!(many, json!(["WALK", null]));
        let explained =
            ask("explain", &json!({ "grammar": grammar, "input": "jump twice" })).unwrap();
        assert_eq!(explained["steps"].as_array().unwrap().len(), 2);
        assert_eq!(ask("free", &json!({ "grammar": grammar })), Ok(Value::Null));
        assert_eq!(ask("apply", &json!({ "grammar": grammar, "input": "walk" })), Err(410));
    }

    #[test]
    fn what_is_wrong_has_a_status() {
        assert_eq!(ask("parse", &json!({ "text": "a -> [x1]" })), Err(422));
        assert_eq!(ask("solve", &json!({ "examples": [["a"]] })), Err(400));
        assert_eq!(ask("solve", &json!({ "examples": [], "timeout_ms": -1 })), Err(400));
        assert_eq!(ask("nothing", &json!({})), Err(404));
        assert_eq!(answer(&[0xff]).unwrap_err().status, 400);
        assert!(ask("lint", &json!({ "examples": [["a", "A"], ["a", "B"]] })).is_ok());
    }
}
