//! The native side of `make bench-wasm`: the same messages, on one thread, timed. A line of JSON: seconds and answer by lesson.

use serde_json::{Value, json};
use std::time::Instant;

fn ask(what: &str, message: &Value) -> Value {
    let answer = blicket_wasm::answer(format!("{what}\n{message}").as_bytes());
    serde_json::from_str(&answer.expect("a message that is right")).expect("an answer is JSON")
}

fn main() {
    // The messages as bench.mjs sends them: [[name, call, message, times], …].
    let text = std::io::read_to_string(std::io::stdin()).expect("messages");
    let lessons: Vec<(String, String, Value, usize)> =
        serde_json::from_str(&text).expect("messages");
    let mut lines = serde_json::Map::new();
    for (name, what, mut message, times) in lessons {
        if let Some(text) = message.as_object_mut().and_then(|fields| fields.remove("parse")) {
            message["grammar"] = ask("parse", &json!({ "text": text }))["grammar"].clone();
        }
        let mut took: Vec<f64> = Vec::new();
        let mut answer = Value::Null;
        for _ in 0..times {
            let start = Instant::now();
            answer = ask(&what, &message);
            took.push(start.elapsed().as_secs_f64());
        }
        took.sort_by(f64::total_cmp);
        lines.insert(name, json!([took[times / 2], answer]));
    }
    println!("{}", Value::Object(lines));
}
