//! A process has one ONNX Runtime, which writes nothing and tells nobody.

mod support;

use blicket_runtime::{LoadError, Processor, Session, load, loaded};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The library that `make runtime` fetches. Without it, the test says so and is left out, or fails where
/// nothing may be left out.
fn library() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let path = root.join("build/runtime/libonnxruntime.so.1");
    if path.exists() {
        return Some(path);
    }
    let message = format!("{} is not there; `make runtime` fetches it", path.display());
    assert!(std::env::var_os("BLICKET_NOTHING_LEFT_OUT").is_none(), "{message}");
    support::left_out(&message);
    None
}

/// Set for the test's own program when it runs as the process to look at.
const CHILD: &str = "BLICKET_TEST_CHILD";

#[test]
fn a_second_one_is_refused_and_nothing_is_left_behind() {
    let Some(library) = library() else { return };
    if std::env::var_os(CHILD).is_some() {
        return child(&library);
    }
    let home = support::folder("home");
    let test = "a_second_one_is_refused_and_nothing_is_left_behind";
    // Its makers leave out telemetry on machines that look like build servers.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env_clear()
        .envs([("PATH", path.as_os_str()), (CHILD, "1".as_ref()), ("HOME", home.as_os_str())])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let left: Vec<_> =
        std::fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

fn child(library: &Path) {
    assert_eq!(load(Path::new("/nowhere/libonnxruntime.so.1")).unwrap_err(), LoadError::Missing);
    assert!(loaded().is_none());
    let runtime = load(library).unwrap();
    assert!(runtime.version().starts_with("1."), "{}", runtime.version());
    // The same, by another path; and another, which there is too.
    let same = library.canonicalize().unwrap();
    assert!(std::ptr::eq(runtime, load(&same).unwrap()));
    let copy = support::folder("copy").join("libonnxruntime.so.1");
    std::fs::copy(library, &copy).unwrap();
    assert_eq!(load(&copy).unwrap_err(), LoadError::Another { path: library.to_owned() });
    std::fs::remove_file(copy).unwrap();

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let model = std::fs::read(root.join("models/words-decode.onnx")).unwrap();
    let mut session = Session::new(runtime, &model, Processor::Cpu).unwrap();
    session.warm_up().unwrap();
    let providers = session.providers().unwrap();
    assert!(
        matches!(providers.as_slice(), [(name, parts)] if name == "CPUExecutionProvider" && *parts > 10)
    );
    assert_eq!(std::env::var_os("ORT_DISABLE_TELEMETRY"), Some("1".into()));
}
