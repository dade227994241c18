//! Documents name files that exist, and comments can be read alone.

use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// What stands between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a folder has a module, or a folder or script, of this name: at its top, in `src`, or one folder further in.
fn has(folder: &Path, name: &str) -> bool {
    let one = |folder: &Path| {
        let names = [name.to_owned(), format!("{name}.rs"), format!("{name}.py")];
        names.iter().any(|name| folder.join(name).exists())
    };
    let inside = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    one(folder)
        || one(&folder.join("src"))
        || inside.filter(|path| path.is_dir()).any(|path| one(&path))
}

/// The table of ARCHITECTURE.md names folders and files first, then modules of theirs.
#[test]
fn what_the_table_of_the_architecture_names_exists() {
    let text = read(&workspace().join("ARCHITECTURE.md"));
    let table = text.split("## Where things are").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut missing = Vec::new();
    let mut rows = 0;
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        rows += 1;
        let (places, what) = row[2..].split_once(" | ").unwrap();
        let places: Vec<PathBuf> = quoted(places).map(|place| workspace().join(place)).collect();
        missing.extend(
            places.iter().filter(|place| !place.exists()).map(|place| format!("{place:?}")),
        );
        let is_module = |name: &&str| {
            name.bytes().all(|byte| byte.is_ascii_lowercase() || b"_/".contains(&byte))
        };
        for name in quoted(what).filter(is_module).map(|name| name.trim_end_matches('/')) {
            let is_known = places.iter().any(|place| has(place, name));
            if !is_known && !has(workspace(), name) && name != "ort" {
                missing.push(format!("{name}, in {places:?}"));
            }
        }
    }
    assert!(rows > 20, "{rows} rows");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Paths with a folder in them, such as `src/solve/mod.rs`; some stand from `src` or `src/learn` on.
#[test]
fn the_files_that_documents_name_exist() {
    let mut missing = Vec::new();
    let mut count = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"] {
        let text = read(&workspace().join(document));
        for path in quoted(&text) {
            let is_path = path.contains('/')
                && [".rs", ".py", ".md", ".txt", ".hpp"].iter().any(|end| path.ends_with(end));
            if !is_path || path.contains(['*', ' ', '<']) {
                continue;
            }
            count += 1;
            let places = ["", "src", "src/learn"].map(|start| workspace().join(start).join(path));
            if !places.iter().any(|place| place.exists()) {
                missing.push(format!("{document}: {path}"));
            }
        }
    }
    assert!(count > 20, "{count} paths");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// An editor shows a comment without what stands before it.
#[test]
fn no_comment_of_an_item_begins_with_what_another_one_says() {
    let mut open: Vec<PathBuf> = ["src", "lab/src", "cli/src", "runtime/src", "bindings"]
        .map(|folder| workspace().join(folder))
        .into();
    let mut found = Vec::new();
    let mut files = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files += 1;
            let text = read(&path);
            let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
            for (number, line) in lines.iter().enumerate() {
                let comment = ["///", "//!"].iter().find_map(|mark| line.strip_prefix(mark));
                let goes_on = number > 0
                    && ["///", "//!"].iter().any(|mark| lines[number - 1].starts_with(mark));
                if !goes_on && comment.is_some_and(|comment| comment.starts_with(" The same")) {
                    found.push(format!("{}:{}: {line}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(files > 200, "{files} files");
    assert!(found.is_empty(), "{found:#?}");
}
