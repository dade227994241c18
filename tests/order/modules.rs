//! The modules of a crate in order, and who uses what stands after it.

use crate::paths::{File, Path};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path as FilePath, PathBuf};

/// How many times what a path names may be passed on by `use`, at most.
const MOST_TAKEN: usize = 8;

/// A crate: files by the path of their module.
pub(crate) struct Modules {
    files: BTreeMap<Vec<String>, (PathBuf, File)>,
}

/// A module that uses one that stands after it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    /// The path, as it is written there.
    pub(crate) path: String,
    /// The two modules of one folder, and the file that has their order.
    pub(crate) user: String,
    pub(crate) used: String,
    pub(crate) order: PathBuf,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, order) = (self.file.display(), self.order.display());
        let Self { line, path, user, used, .. } = self;
        write!(f, "{file}:{line}: `{path}` is of module `{used}`, which {order} has after `{user}`")
    }
}

impl Modules {
    /// Reads the crate whose first file is `root`.
    pub(crate) fn read(root: &FilePath) -> Self {
        let mut files = BTreeMap::new();
        let mut open: Vec<(Vec<String>, PathBuf)> = vec![(Vec::new(), root.to_owned())];
        while let Some((module, path)) = open.pop() {
            let text =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            let file = File::read(&text);
            let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| path.ends_with(name));
            let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
            for child in file.modules.iter().filter(|child| !file.tests.contains(child)) {
                let name = child.strip_prefix("r#").unwrap_or(child);
                let candidates =
                    [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
                let found = candidates.into_iter().find(|candidate| candidate.exists());
                let found =
                    found.unwrap_or_else(|| panic!("{path:?} has `mod {name};`, and no file"));
                open.push(([&module[..], std::slice::from_ref(child)].concat(), found));
            }
            files.insert(module, (path, file));
        }
        Self { files }
    }

    /// A crate from texts, by the path of their module with `::` in between.
    #[cfg(test)]
    pub(crate) fn of(texts: &[(&str, &str)]) -> Self {
        let segments = |path: &str| -> Vec<String> {
            path.split("::").filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
        };
        let one =
            |(path, text): &(&str, &str)| (segments(path), (PathBuf::from(path), File::read(text)));
        Self { files: texts.iter().map(one).collect() }
    }

    /// Everything that uses what stands after it.
    pub(crate) fn violations(&self) -> Vec<Violation> {
        let files = self.files.iter();
        let all = files.flat_map(|(module, (place, file))| {
            file.paths.iter().filter_map(|path| self.violation(module, place, path))
        });
        let mut all: Vec<Violation> = all.collect();
        all.sort_by(|a, b| (&a.file, a.line, &a.path).cmp(&(&b.file, b.line, &b.path)));
        all.dedup();
        all
    }

    /// Every name that more than one type has, and the files of those.
    pub(crate) fn names_of_several_types(&self) -> BTreeMap<&str, Vec<&FilePath>> {
        let mut places: BTreeMap<&str, Vec<&FilePath>> = BTreeMap::new();
        for (place, file) in self.files.values() {
            for name in &file.types {
                places.entry(name).or_default().push(place);
            }
        }
        places.retain(|_, places| places.len() > 1);
        places
    }

    fn violation(&self, module: &[String], place: &FilePath, path: &Path) -> Option<Violation> {
        let full = absolute(module, path)?;
        let target = self.target(full);
        let common = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
        // Otherwise one is inside the other: a folder uses what is in it, and what is in it its folder.
        let (user, used) = (module.get(common)?, target.get(common)?);
        let (order, parent) = &self.files[&module[..common]];
        let position = |name: &String| parent.modules.iter().position(|other| other == name);
        (position(used)? > position(user)?).then(|| Violation {
            file: place.to_owned(),
            line: path.line,
            path: path.segments.join("::"),
            user: user.clone(),
            used: used.clone(),
            order: order.clone(),
        })
    }

    /// The path of what a path names, where a module on the way only passes it on: `crate::Rule` is
    /// `crate::language::Rule` if the crate says `use language::Rule`.
    fn target(&self, mut path: Vec<String>) -> Vec<String> {
        for _ in 0..MOST_TAKEN {
            let known =
                (0..path.len()).rev().find(|length| self.files.contains_key(&path[..*length]));
            let Some(length) = known else { return path };
            let (module, rest) = path.split_at(length);
            let (_, file) = &self.files[module];
            if file.modules.contains(&rest[0]) {
                return path;
            }
            let taken = file.taken.iter().find(|(_, name)| *name == rest[0]);
            let Some((source, _)) = taken else { return path };
            let own = Path { line: 0, inside: 0, segments: source.clone() };
            let begins = source.first().is_some_and(|first| file.modules.contains(first));
            let next = if begins {
                [module, source].concat()
            } else {
                match absolute(module, &own) {
                    Some(next) => next,
                    None => return path,
                }
            };
            path = [&next[..], &rest[1..]].concat();
        }
        path
    }
}

/// The path from the crate's root on; `None` if it leads out of the crate.
fn absolute(module: &[String], path: &Path) -> Option<Vec<String>> {
    let mut segments = path.segments.iter().peekable();
    let mut base: Vec<String> = match segments.peek()?.as_str() {
        "crate" => Vec::new(),
        "self" | "super" => module.to_vec(),
        _ => return None,
    };
    let mut inside = path.inside;
    while let Some(segment) = segments.next_if(|s| ["crate", "self", "super"].contains(&s.as_str()))
    {
        if segment == "super" {
            // Out of a module inside the file, one is in the file.
            match inside.checked_sub(1) {
                Some(less) => inside = less,
                None => _ = base.pop()?,
            }
        }
    }
    // What a module inside the file has of its own is nobody else's.
    if inside > 0 && path.segments[0] != "crate" {
        return None;
    }
    base.extend(segments.cloned());
    Some(base)
}
