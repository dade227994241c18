//! Libraries that are not ONNX Runtime, or not one that can be used. None is ever loaded in this
//! process, and none of them may harm it.

mod support;
#[path = "support/promise.rs"]
mod promise;

use blicket_runtime::{LoadError, load, loaded};
use promise::in_time;
use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Why it is refused, in time.
fn refused(path: impl AsRef<Path>) -> LoadError {
    let error = in_time(|| load(path.as_ref())).unwrap_err();
    assert!(loaded().is_none());
    error
}

fn unreadable(path: impl AsRef<Path>) -> String {
    match refused(path) {
        LoadError::Unreadable(reason) => reason,
        other => panic!("{other:?}"),
    }
}

/// A library of a few lines of C; none without a compiler.
fn compiled(name: &str, code: &str) -> Option<PathBuf> {
    let folder = support::folder(name);
    let (source, library) = (folder.join("stub.c"), folder.join("libonnxruntime.so.1"));
    std::fs::write(&source, code).unwrap();
    let compiler = std::env::var_os("CC").unwrap_or("cc".into());
    let options = [OsStr::new("-shared"), OsStr::new("-fPIC"), OsStr::new("-o")];
    match Command::new(compiler).args(options).arg(&library).arg(&source).status() {
        Ok(status) => {
            assert!(status.success(), "the compiler fails");
            Some(library)
        }
        Err(error) => {
            support::left_out(&format!("there is no C compiler: {error}"));
            None
        }
    }
}

#[test]
fn a_file_that_is_not_there() {
    assert_eq!(refused("/nowhere/libonnxruntime.so.1"), LoadError::Missing);
}

#[test]
fn a_name_that_the_loader_does_not_know() {
    assert_eq!(refused("libno-such-runtime.so.1"), LoadError::Missing);
}

#[test]
fn a_folder() {
    assert!(unreadable(support::folder("folder")).contains("not a file"));
}

#[test]
fn a_pipe_does_not_keep_anybody_waiting() {
    let pipe = support::folder("pipe").join("libonnxruntime.so.1");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(unreadable(pipe).contains("not a file"));
}

#[test]
fn a_text() {
    let text = support::folder("text").join("libonnxruntime.so.1");
    std::fs::write(
        &text,
        "not a library, but longer than the header of one would be, so that it is read",
    )
    .unwrap();
    let reason = unreadable(&text);
    assert!(reason.contains("invalid ELF header"), "{reason}");
    std::fs::write(&text, "").unwrap();
    let reason = unreadable(&text);
    assert!(reason.contains("too short"), "{reason}");
}

#[test]
fn a_disk_that_cannot_be_read() {
    // A file that gives EIO to whoever reads it.
    let reason = unreadable("/proc/self/mem");
    assert!(reason.contains("Input/output error"), "{reason}");
}

#[test]
fn a_folder_that_is_a_file() {
    let text = support::folder("no-folder").join("file");
    std::fs::write(&text, "").unwrap();
    // So it is where the program is called what the folder would be.
    assert_eq!(refused(text.join("libonnxruntime.so.1")), LoadError::Missing);
}

#[test]
fn half_a_library() {
    let Some(library) =
        compiled("half", "char half[1 << 20] = {1}; int answer(void) { return 42; }")
    else {
        return;
    };
    let bytes = std::fs::read(&library).unwrap();
    std::fs::write(&library, &bytes[..bytes.len() / 2]).unwrap();
    let reason = unreadable(&library);
    assert!(reason.contains("it ends after"), "{reason}");
}

#[test]
fn a_library_with_bad_blocks() {
    let Some(library) = compiled("damaged", "char data[1 << 20] = {1};") else { return };
    // A hash that is right, as `sha256sum` writes it: then something else is wrong.
    let sum = Command::new("sha256sum").arg(&library).output().unwrap();
    std::fs::write(library.with_extension("1.sha256"), sum.stdout).unwrap();
    assert_eq!(refused(&library), LoadError::Foreign);
    let mut bytes = std::fs::read(&library).unwrap();
    bytes[4096..].fill(0);
    std::fs::write(&library, bytes).unwrap();
    let reason = unreadable(&library);
    assert!(reason.contains("it is damaged, or another: its SHA-256 is "), "{reason}");
}

#[test]
fn a_hash_counts_whatever_the_library_is_called_by() {
    let Some(library) = compiled("linked", "int answer(void) { return 42; }") else { return };
    let hash = library.with_extension("1.sha256");
    std::fs::write(&hash, "00").unwrap();
    let links = support::folder("links");
    let (near, far) = (library.with_file_name("near.so"), links.join("far.so"));
    let through = links.join("through.so");
    symlink(&library, &near).unwrap();
    symlink(&near, &far).unwrap();
    symlink(&far, &through).unwrap();
    for path in [&library, &near, &far, &through] {
        let reason = unreadable(path);
        assert!(reason.contains("it is damaged, or another: its SHA-256 is "), "{reason}");
    }
    // Beside a link there may be one, too.
    std::fs::remove_file(&hash).unwrap();
    assert_eq!(refused(&through), LoadError::Foreign);
    std::fs::write(links.join("through.so.sha256"), "00").unwrap();
    assert!(unreadable(&through).contains("it is damaged, or another"));
}

#[test]
fn the_library_that_is_hashed_is_the_one_that_is_loaded() {
    const CODE: &str = r#"
        #include <stdlib.h>
        __attribute__((constructor)) static void run(void) { setenv("BLICKET_TEST_STRANGER", "ran", 1); }
    "#;
    let Some(library) = compiled("hashed", "int answer(void) { return 42; }") else { return };
    let Some(stranger) = compiled("stranger", CODE) else { return };
    let sum = Command::new("sha256sum").arg(&library).output().unwrap();
    std::fs::write(library.with_extension("1.sha256"), sum.stdout).unwrap();
    // Somebody puts a library of his own there, and the right one again, while it is looked at.
    let folder = support::folder("replaced");
    let (right, wrong) = (folder.join("right"), folder.join("wrong"));
    std::fs::copy(&library, &right).unwrap();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                for (from, copy) in [(&stranger, &wrong), (&right, &folder.join("again"))] {
                    let _ = std::fs::hard_link(from, copy);
                    std::fs::rename(copy, &library).unwrap();
                }
            }
        });
        for _ in 0..500 {
            match load(&library) {
                Err(LoadError::Foreign | LoadError::Unreadable(_)) => {}
                other => panic!("{other:?}"),
            }
        }
        over.store(true, Ordering::Relaxed);
    });
    assert_eq!(std::env::var_os("BLICKET_TEST_STRANGER"), None);
}

#[test]
fn a_hash_that_cannot_be_read() {
    let Some(library) = compiled("no-hash", "int answer(void) { return 42; }") else { return };
    let hash = library.with_extension("1.sha256");
    symlink("/nowhere/at/all", &hash).unwrap();
    let dangling = unreadable(&library);
    std::fs::remove_file(&hash).unwrap();
    std::fs::create_dir(&hash).unwrap();
    let folder = unreadable(&library);
    std::fs::remove_dir(&hash).unwrap();
    assert!(Command::new("mkfifo").arg(&hash).status().unwrap().success());
    let pipe = unreadable(&library);
    for reason in [dangling, folder, pipe] {
        assert!(reason.ends_with(".sha256 beside it is not a file that can be read"), "{reason}");
    }
}

#[test]
fn a_library_for_another_machine() {
    let Some(library) = compiled("machine", "int answer(void) { return 42; }") else { return };
    let bytes = std::fs::read(&library).unwrap();
    let changed = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        std::fs::write(&library, bytes).unwrap();
        unreadable(&library)
    };
    for (at, byte) in [(4, 1), (5, 2), (18, 20), (19, 7)] {
        let reason = changed(at, byte);
        assert!(reason.starts_with("it is for another machine: "), "{reason}");
    }
}

#[test]
fn a_file_of_holes_is_not_read() {
    let holes = support::folder("holes").join("libonnxruntime.so.1");
    std::fs::File::create(&holes).unwrap().set_len(1 << 40).unwrap();
    std::fs::write(holes.with_extension("1.sha256"), "00").unwrap();
    let reason = unreadable(&holes);
    assert!(reason.contains("1099511627776 bytes"), "{reason}");
}

/// Set for this test's own program when it runs as the process to look at, to what it has to load.
const CHILD: &str = "BLICKET_TEST_CHILD";

/// What is wrong with a library that is only named, and that the loader would find in a folder. The loader
/// takes its folders from the environment, so that is a process of its own.
fn refused_by_name(library: &Path) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["what_the_loader_would_find_is_looked_at_first", "--exact", "--nocapture"])
        .env("LD_LIBRARY_PATH", library.parent().unwrap())
        .env(CHILD, library.file_name().unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_the_loader_would_find_is_looked_at_first() {
    if let Some(name) = std::env::var_os(CHILD) {
        return println!("{}", refused(Path::new(&name)));
    }
    // No other library of this name is anywhere on the machine.
    let name = "libonnxruntime.so.1.of-blickets-tests";
    let pipe = support::folder("named-pipe").join(name);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let said = refused_by_name(&pipe);
    assert!(
        said.contains(&format!("{}: cannot be loaded: it is not a file", pipe.display())),
        "{said}"
    );

    let Some(library) = compiled("named-half", "char half[1 << 20] = {1};") else { return };
    let bytes = std::fs::read(&library).unwrap();
    let half = library.with_file_name(name);
    std::fs::write(&half, &bytes[..bytes.len() / 2]).unwrap();
    let said = refused_by_name(&half);
    assert!(
        said.contains(&format!("{}: cannot be loaded: it ends after", half.display())),
        "{said}"
    );
    std::fs::write(&half, &bytes).unwrap();
    let said = refused_by_name(&half);
    assert!(said.contains(&format!("{}: not ONNX Runtime", half.display())), "{said}");
}

#[test]
fn another_library() {
    let Some(library) = compiled("foreign", "int answer(void) { return 42; }") else { return };
    assert_eq!(refused(library), LoadError::Foreign);
}

#[test]
fn a_library_that_only_has_the_name_of_the_function() {
    let Some(library) = compiled("null", "void *OrtGetApiBase(void) { return 0; }") else { return };
    assert_eq!(refused(library), LoadError::Foreign);
}

#[test]
fn a_library_that_has_data_of_that_name() {
    let Some(library) = compiled("data", "char OrtGetApiBase[64] = {1};") else { return };
    assert_eq!(refused(library), LoadError::Foreign);
}

#[test]
fn an_older_version() {
    let code = r#"
        static const void *api(unsigned version) { return version <= 20 ? &api : 0; }
        static const char *version(void) { return "1.20.1"; }
        static struct { const void *(*api)(unsigned); const char *(*version)(void); } base = {api, version};
        const void *OrtGetApiBase(void) { return &base; }
    "#;
    let Some(library) = compiled("old", code) else { return };
    let error = refused(library);
    assert_eq!(error, LoadError::TooOld { version: "1.20.1".into() });
    assert_eq!(error.to_string(), "too old: version 1.20.1, needed is 1.24 or later");
}
