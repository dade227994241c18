//! The pages of the guide: every command of a `console` block is run, and prints what stands below it.
//!
//! A line `$ …` is a command, what follows it is what it prints, on standard output and standard error. A line with
//! nothing but `…` stands for any lines. `BLICKET_WRITE_DOCS=1` writes what is printed today into the pages.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// What a command prints, in a folder with the examples, where `blicket` is the command that was just built.
fn printed(command: &str, folder: &Path) -> Vec<String> {
    let built = Path::new(env!("CARGO_BIN_EXE_blicket")).parent().unwrap().display().to_string();
    let path = format!("{built}:{}", std::env::var("PATH").unwrap());
    let script = format!("exec 2>&1\n{command}");
    let mut shell = Command::new("sh");
    let output =
        shell.args(["-c", &script]).env("PATH", path).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim_end().lines().map(str::to_owned).collect()
}

/// Whether lines are as a page shows them.
fn is_as_shown(printed: &[String], shown: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=printed.len()).any(|skipped| is_as_shown(&printed[skipped..], rest))
        }
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, left)| line == first && is_as_shown(left, rest)),
    }
}

/// The page with what its commands print today, and how many commands there are.
fn run(page: &str, folder: &Path) -> (String, usize) {
    let (mut text, mut count) = (String::new(), 0);
    let mut lines = page.lines().peekable();
    let mut is_console = false;
    while let Some(line) = lines.next() {
        text.push_str(&format!("{line}\n"));
        if line.starts_with("```") {
            is_console = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) else { continue };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            shown.push(line.to_owned());
        }
        count += 1;
        let printed = printed(command, folder);
        let is_right = is_as_shown(&printed, &shown);
        for line in if is_right { shown } else { printed } {
            text.push_str(&format!("{line}\n"));
        }
    }
    (text, count)
}

#[test]
fn every_command_of_the_guide_prints_what_the_guide_shows() {
    let root = repository();
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = pages.chain([root.join("README.md")]).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut commands = 0;
    for page in pages {
        let name = page.file_stem().unwrap().to_str().unwrap().to_owned();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        symlink(root.join("examples"), folder.join("examples")).unwrap();
        let text = fs::read_to_string(&page).unwrap();
        let (today, count) = run(&text, &folder);
        commands += count;
        if std::env::var_os("BLICKET_WRITE_DOCS").is_some() {
            fs::write(&page, &today).unwrap();
        } else {
            assert_eq!(text, today, "{}: BLICKET_WRITE_DOCS=1 writes it anew", page.display());
        }
    }
    assert!(commands > 20, "{commands} commands");
}

/// Pages outside of the guide that people are led to.
fn others(root: &Path) -> Vec<PathBuf> {
    let files = |folder: PathBuf| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let readme = |path: PathBuf| path.join("README.md");
    let inside = ["", "bindings"].into_iter().flat_map(|folder| files(root.join(folder)));
    let pages = files(root.to_owned()).filter(|path| path.extension().is_some_and(|it| it == "md"));
    let readmes = inside.filter(|path| path.is_dir()).map(readme).filter(|path| path.exists());
    pages.chain(readmes).collect()
}

/// A page without its blocks of code, in which brackets mean something else.
fn shown(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// Whether a page has the heading that a link names, in small letters and with `-` between its words.
fn has_heading(page: &Path, place: &str) -> bool {
    let name = |heading: &str| -> String {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let text = shown(&fs::read_to_string(page).unwrap());
    text.lines().any(|line| line.starts_with('#') && name(line) == place)
}

/// The index has every page, and no page links to a file or a heading that is not there.
#[test]
fn every_page_is_in_the_index_and_every_link_leads_somewhere() {
    let root = repository();
    let index = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
    let pages = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let pages: Vec<PathBuf> = pages.filter(is_page).collect();
    for page in pages.iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(index.contains(&format!("({name})")), "{name} is not in docs/SUMMARY.md");
    }
    let mut missing = Vec::new();
    let mut count = 0;
    for page in pages.into_iter().chain(others(&root)) {
        let text = shown(&fs::read_to_string(&page).unwrap());
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http") && !link.contains(['`', ' '])) {
            count += 1;
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            if !file.exists() || !place.is_empty() && !has_heading(&file, place) {
                missing.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > 100, "{count} links");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn three_dots_stand_for_any_lines() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(is_as_shown(&lines("a\nb\nc"), &lines("a\n…\nc")));
    assert!(is_as_shown(&lines("a\nc"), &lines("a\n…\nc")));
    assert!(!is_as_shown(&lines("a\nb"), &lines("a\n…\nc")));
    assert!(!is_as_shown(&lines("a\nb"), &lines("a")));
}
