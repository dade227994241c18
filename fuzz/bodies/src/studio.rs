//! What a browser, or somebody who pretends to be one, sends to the studio: a request, and messages in JSON.

use blicket::{Engine, EngineOptions};
use blicket_studio::Studio;
use blicket_studio::http::{MOST_HEAD, parse};
use std::sync::LazyLock;

static STUDIO: LazyLock<Studio> = LazyLock::new(|| {
    let engine = Engine::new(&EngineOptions::default()).expect("no card is asked for");
    Studio::new(engine)
});

/// The bytes are a request. What stands behind its head is also a message of each kind.
pub fn run(bytes: &[u8]) {
    let parsed = parse(bytes);
    assert_eq!(parsed, parse(bytes), "the same again");
    let body = match &parsed {
        Ok(Some(head)) => {
            assert!(head.length <= bytes.len() && head.length <= MOST_HEAD + 4);
            assert!(head.path.starts_with('/') && !head.path.contains('?'));
            assert!(bytes[..head.length].ends_with(b"\r\n\r\n"));
            // What comes later changes nothing, and before its end there is no head.
            assert_eq!(parse(&bytes[..head.length]), parsed);
            assert_eq!(parse(&bytes[..head.length - 1]), Ok(None));
            &bytes[head.length..]
        }
        Ok(None) => {
            assert!(bytes.len() < MOST_HEAD, "a head that never ends is refused");
            bytes
        }
        Err(bad) => {
            assert!((400..600).contains(&bad.status) && !bad.message.is_empty());
            bytes
        }
    };
    let Ok(text) = std::str::from_utf8(body) else { return };
    for what in ["lint", "try", "stored", "keep", "learn", ""] {
        match STUDIO.answer(what, text) {
            Ok(json) => {
                serde_json::from_str::<serde_json::Value>(&json).expect("an answer is JSON");
            }
            Err(refusal) => assert!((400..500).contains(&refusal.status), "{refusal}"),
        }
    }
    if let Ok(task) = STUDIO.task(text) {
        assert!(task.questions <= 5);
    }
}

/// What the page sends.
pub fn seeds() -> Vec<Vec<u8>> {
    let head = |path: &str, length: usize| {
        format!(
            "POST /0123456789abcdef0123456789abcdef/{path} HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\
             Origin: http://127.0.0.1:8080\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
    };
    let messages = [
        ("api/lint", r#"{"examples":[["walk","WALK"],["wlak twice","WALK WALK"],["walk","RUN"]]}"#),
        (
            "api/learn",
            r#"{"examples":[["a","A"]],"negatives":[["b",null],["a","B"]],"questions":3,"noise":false}"#,
        ),
        ("api/try", r#"{"solution":1,"input":"walk twice"}"#),
        ("api/keep", r#"{"grammar":"walk -> WALK\nx1 twice -> [x1] [x1]","stored":null}"#),
        ("api/save", r#"{"text":"a\tA\n","before":""}"#),
    ];
    let posts = messages.map(|(path, body)| head(path, body.len()) + body);
    let get =
        "GET /0123456789abcdef0123456789abcdef/js/main.js?x HTTP/1.1\r\nHost: localhost:80\r\n\r\n";
    posts.into_iter().map(String::into_bytes).chain([get.as_bytes().to_vec()]).collect()
}
