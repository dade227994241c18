//! `blicket studio`: what it shows, what it saves, and whom it answers.

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use blicket::{Engine, EngineOptions};
use blicket_studio::Studio;
use blicket_studio::server::{Document, MOST_CONNECTIONS, Server};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::Duration;
use support::{blicket, file, start};

/// The command, which runs as long as this is there.
struct Running {
    child: Child,
    port: String,
    token: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What an address says.
fn parts(address: &str) -> (String, String) {
    let rest = address.trim().strip_prefix("http://127.0.0.1:").unwrap();
    let (port, token) = rest.split_once('/').unwrap();
    (port.to_owned(), token.trim_end_matches('/').to_owned())
}

fn studio(examples: Option<&Path>) -> Running {
    let mut command = blicket("studio");
    command.args(["--no-open", "--threads", "1"]).args(examples);
    let mut child = start(&mut command);
    let mut address = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
    let (port, token) = parts(&address);
    Running { child, port, token }
}

/// Sends bytes, and gives the status and the body of what is answered.
fn exchange(port: &str, bytes: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    // A server that refuses early may have closed by now.
    let _ = stream.write_all(bytes);
    answer(stream)
}

fn answer(mut stream: TcpStream) -> (u16, String) {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    let text = String::from_utf8(text).unwrap();
    let status = text.split(' ').nth(1).unwrap_or("0").parse().unwrap();
    (status, text.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}

impl Running {
    fn get(&self, path: &str) -> (u16, String) {
        let Self { port, token, .. } = self;
        let host = format!("127.0.0.1:{port}");
        exchange(port, format!("GET /{token}/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn request(&self, path: &str, message: &Value) -> String {
        let (Self { port, token, .. }, body) = (self, message.to_string());
        let length = body.len();
        format!(
            "POST /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    fn post(&self, path: &str, message: &Value) -> (u16, String) {
        exchange(&self.port, self.request(path, message).as_bytes())
    }

    /// The last line of what learning says.
    fn learn(&self, message: &Value) -> Value {
        let (status, body) = self.post("api/learn", message);
        assert_eq!(status, 200, "{body}");
        let last: Value = serde_json::from_str(body.lines().last().unwrap()).unwrap();
        last["learnt"].clone()
    }
}

fn robot() -> Value {
    json!([
        ["walk", "WALK"],
        ["jump", "JUMP"],
        ["walk twice", "WALK WALK"],
        ["jump twice", "JUMP JUMP"],
        ["walk and jump", "WALK JUMP"],
        ["jump and walk twice", "JUMP WALK WALK"]
    ])
}

#[test]
fn the_page_and_all_that_it_names_are_shown_and_nothing_else() {
    let studio = studio(None);
    let (status, page) = studio.get("");
    assert_eq!(status, 200);
    let names = |text: &str, before: &str| -> Vec<String> {
        let parts = text.split(before).skip(1);
        parts.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let mut files = names(&page, "src=\"");
    files.extend(names(&page, "href=\"").into_iter().filter(|name| !name.starts_with('#')));
    let mut seen = 0;
    while let Some(name) = files.get(seen).cloned() {
        seen += 1;
        assert!(!name.contains("//"), "the page loads nothing from elsewhere: {name}");
        let (status, text) = studio.get(&name);
        assert_eq!(status, 200, "{name}");
        for module in names(&text, "from \"./") {
            let module = format!("js/{module}");
            if name.ends_with(".js") && !files.contains(&module) {
                files.push(module);
            }
        }
        for lesson in names(&text, "file: \"") {
            files.push(format!("examples/{lesson}"));
        }
    }
    assert!(seen > 20, "{files:?}");
    for path in [
        "index.html",
        "js",
        "js/",
        "../Cargo.toml",
        "js/../../Cargo.toml",
        "..%2f..%2fetc/passwd",
        "/etc/passwd",
        "%2e%2e/Cargo.toml",
        "api/learn",
        "api",
        "style.css/",
        "./style.css",
        "style.css%00",
    ] {
        assert_eq!(studio.get(path).0, 404, "{path}");
    }
}

#[test]
fn it_learns_lints_answers_explains_and_asks() {
    let studio = studio(None);
    let learnt = studio.learn(&json!({ "examples": robot(), "negatives": [], "questions": 1 }));
    assert_eq!((&learnt["outcome"], &learnt["satisfied"]), (&json!("solved"), &json!(6)));
    assert!(learnt["view"]["sections"][0]["rules"].as_array().unwrap().len() >= 4);
    let tried = studio.post(
        "api/try",
        &json!({ "solution": learnt["solution"], "input": "walk and walk twice" }),
    );
    let tried: Value = serde_json::from_str(&tried.1).unwrap();
    assert_eq!(tried["output"], "WALK WALK WALK", "{tried}");
    assert!(tried["derivation"]["steps"].as_array().unwrap().len() > 3);
    let wrong =
        studio.post("api/try", &json!({ "solution": learnt["solution"], "input": "wlak twice" }));
    let wrong: Value = serde_json::from_str(&wrong.1).unwrap();
    assert_eq!(
        (&wrong["output"], &wrong["advice"]["unknown"][0]["word"]),
        (&Value::Null, &json!("wlak"))
    );
    let lint = studio.post("api/lint", &json!({ "examples": [["a", "A"], ["a", "B"]] })).1;
    assert!(lint.contains("contradiction"), "{lint}");
    assert!(
        studio.post("api/stored", &json!({ "solution": learnt["solution"] })).1.contains("WALK")
    );
    assert_eq!(studio.post("api/try", &json!({ "solution": 99, "input": "walk" })).0, 410);
    assert_eq!(studio.post("api/nothing", &json!({})).0, 404);
    assert_eq!(studio.post("api/try", &json!({ "solution": "one" })).0, 400);
    assert_eq!(studio.post("api/learn", &json!({ "examples": [["a"]] })).0, 400);
}

#[test]
fn nothing_is_written_but_the_file_that_it_was_opened_with_and_only_when_saved() {
    let path = file("studio-save.tsv", "walk\tWALK\n");
    let studio = studio(Some(&path));
    let document: Value = serde_json::from_str(&studio.get("api/document").1).unwrap();
    assert_eq!(document, json!({ "name": "studio-save.tsv", "text": "walk\tWALK\n" }));
    studio.learn(&json!({ "examples": robot() }));
    assert_eq!(fs::read_to_string(&path).unwrap(), "walk\tWALK\n");
    let save = |text: &str, before: &str| {
        studio.post("api/save", &json!({ "text": text, "before": before })).0
    };
    assert_eq!(save("run\tRUN\n", "walk\tWALK\n"), 200);
    assert_eq!(fs::read_to_string(&path).unwrap(), "run\tRUN\n");
    // Somebody else has written it meanwhile.
    fs::write(&path, "jump\tJUMP\n").unwrap();
    assert_eq!(save("swim\tSWIM\n", "run\tRUN\n"), 409);
    assert_eq!(fs::read_to_string(&path).unwrap(), "jump\tJUMP\n");
    let named = json!({ "text": "", "before": "", "path": "/tmp/elsewhere" });
    let left = fs::read_dir(path.parent().unwrap()).unwrap().filter_map(Result::ok);
    let left =
        left.filter(|entry| entry.file_name().to_string_lossy().starts_with("studio-save.tsv."));
    assert_eq!(left.count(), 0, "nothing is left beside it");
    assert_eq!(studio.post("api/save", &named).0, 400);
    let without = self::studio(None);
    assert_eq!(without.post("api/save", &json!({ "text": "a", "before": "" })).0, 409);
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let path = file("studio-linked.tsv", "walk\tWALK\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = path.with_file_name("studio-link.tsv");
    let _ = fs::remove_file(&link);
    symlink(&path, &link).unwrap();
    let studio = studio(Some(&link));
    let save = json!({ "text": "run\tRUN\n", "before": "walk\tWALK\n" });
    assert_eq!(studio.post("api/save", &save).0, 200);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap(), "run\tRUN\n");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn only_its_own_page_is_answered() {
    let studio = studio(None);
    let Running { port, token, .. } = &studio;
    let own = format!("Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}");
    let json = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    let send = |head: String| exchange(port, head.as_bytes()).0;
    assert_eq!(send(format!("POST /{token}/api/lint HTTP/1.1\r\n{own}\r\n{json}")), 400);
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\n{own}\r\n\r\n"), 403),
        (format!("GET /{}/ HTTP/1.1\r\n{own}\r\n\r\n", "0".repeat(32)), 403),
        (format!("POST /{}/api/lint HTTP/1.1\r\n{own}\r\n{json}", "0".repeat(32)), 403),
        (format!("GET /{token}/ HTTP/1.1\r\nHost: rebound.example:{port}\r\n\r\n"), 421),
        (format!("GET /{token}/ HTTP/1.1\r\n\r\n"), 421),
        (format!("POST /{token}/api/lint HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{json}"), 403),
        (
            format!(
                "POST /{token}/api/lint HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n{json}"
            ),
            403,
        ),
        (format!("POST /{token}/api/lint HTTP/1.1\r\n{own}\r\nContent-Length: 2\r\n\r\n{{}}"), 415),
        (format!("DELETE /{token}/ HTTP/1.1\r\n{own}\r\n\r\n"), 405),
        (
            format!(
                "POST /{token}/api/lint HTTP/1.1\r\n{own}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            ),
            501,
        ),
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("\r\n\r\n".to_owned(), 400),
    ] {
        assert_eq!(send(request.clone()), status, "{request}");
    }
}

#[test]
fn too_much_is_refused_before_it_is_read() {
    let studio = studio(None);
    let Running { port, token, .. } = &studio;
    let own = format!(
        "Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json"
    );
    let large =
        format!("POST /{token}/api/lint HTTP/1.1\r\n{own}\r\nContent-Length: 999999999999\r\n\r\n");
    assert_eq!(exchange(port, large.as_bytes()).0, 413);
    let head = format!("GET /{token}/ HTTP/1.1\r\n{own}\r\nA: {}\r\n\r\n", "a".repeat(20_000));
    assert_eq!(exchange(port, head.as_bytes()).0, 431);
    let deep = format!("{{\"examples\":{}", "[".repeat(100_000));
    let (status, message) = studio.post("api/lint", &Value::String(deep));
    assert_eq!(status, 400, "{message}");
    assert_eq!(studio.get("").0, 200);
}

/// The library's own server, with less patience than the command's, so that nobody waits for a test.
fn impatient() -> (String, String) {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let patience = Duration::from_millis(300);
    let server = Server::bind_with(0, Studio::new(engine), Document::default(), patience).unwrap();
    let parts = parts(&server.address());
    thread::spawn(|| server.run());
    parts
}

#[test]
fn who_sends_slowly_is_sent_away_and_holds_nobody_up() {
    let (port, token) = impatient();
    let mut slow = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    slow.write_all(b"GET / HT").unwrap();
    let mut body = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    let head = format!(
        "POST /{token}/api/lint HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    );
    body.write_all(head.as_bytes()).unwrap();
    let page = format!("GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    assert_eq!(exchange(&port, page.as_bytes()).0, 200);
    assert_eq!(answer(slow).0, 408);
    assert_eq!(answer(body).0, 408);
}

#[test]
fn too_many_connections_are_told_so_and_the_page_comes_back() {
    let studio = studio(None);
    let connect = || TcpStream::connect(format!("127.0.0.1:{}", studio.port)).unwrap();
    let held: Vec<TcpStream> = (0..MOST_CONNECTIONS).map(|_| connect()).collect();
    assert_eq!(answer(connect()).0, 503);
    drop(held);
    // They are noticed to be gone a moment later.
    while studio.get("").0 != 200 {
        thread::sleep(Duration::from_millis(5));
    }
}

/// How many searches the command runs, by the names of its threads.
fn searches(studio: &Running) -> usize {
    let threads = fs::read_dir(format!("/proc/{}/task", studio.child.id())).unwrap();
    // A thread may end while it is looked at.
    let names = threads.flatten().map(|thread| fs::read_to_string(thread.path().join("comm")));
    names.flatten().filter(|name| name.trim() == "blicket-search").count()
}

#[test]
fn a_tab_that_goes_away_ends_its_search() {
    let studio = studio(None);
    // Outputs of one token and random lengths keep a search busy for as long as it may.
    let mut state = 1_u64;
    let mut below = |n: u64| {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        (state >> 16) % n
    };
    let hard: Vec<(String, String)> = (0..12)
        .map(|_| {
            let words: Vec<String> = (0..12).map(|_| format!("w{}", below(8))).collect();
            (words.join(" "), vec!["X"; 20 + below(40) as usize].join(" "))
        })
        .collect();
    let mut tab = TcpStream::connect(format!("127.0.0.1:{}", studio.port)).unwrap();
    tab.write_all(studio.request("api/learn", &json!({ "examples": hard })).as_bytes()).unwrap();
    let mut lines = BufReader::new(tab.try_clone().unwrap()).lines();
    let is_progress = |line: &str| line.contains("\"progress\"");
    assert!(lines.any(|line| is_progress(&line.unwrap())), "it ended too early to be watched");
    assert_eq!(searches(&studio), 1);
    tab.shutdown(Shutdown::Both).unwrap();
    drop((tab, lines));
    while searches(&studio) > 0 {
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(studio.get("").0, 200);
}
