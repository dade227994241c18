//! From the tokens of a file to the modules that it declares and the paths that it names.

use crate::tokens::{Token, tokens};

/// What a file says of modules. Whatever is for tests only is left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct File {
    /// The modules that are files of their own, in order.
    pub(crate) modules: Vec<String>,
    /// Of those, the modules that are for tests only.
    pub(crate) tests: Vec<String>,
    /// Paths that begin with `crate`, `self` or `super`.
    pub(crate) paths: Vec<Path>,
    /// What `use` takes from modules of this file's own, so that others find it here: the path, and by which name.
    pub(crate) taken: Vec<(Vec<String>, String)>,
    /// The types and traits that it defines outside of any braces.
    pub(crate) types: Vec<String>,
}

/// A path in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) line: usize,
    /// In how many modules inside the file it stands.
    pub(crate) inside: usize,
    pub(crate) segments: Vec<String>,
}

impl File {
    pub(crate) fn read(text: &str) -> Self {
        let mut reader =
            Reader { tokens: tokens(text), at: 0, file: Self::default(), ends: Vec::new() };
        reader.read();
        reader.file
    }
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    file: File,
    /// For each open brace, whether it is that of a module.
    ends: Vec<bool>,
}

impl<'a> Reader<'a> {
    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// Whether the text at `at` could be a name.
    fn is_name(&self, at: usize) -> bool {
        self.text(at).starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn read(&mut self) {
        while self.at < self.tokens.len() {
            match self.text(self.at) {
                "#" if self.is_for_tests() => self.pass_over_item(),
                "{" => self.open(false),
                "}" => {
                    self.ends.pop();
                    self.at += 1;
                }
                "mod" if self.is_name(self.at + 1) && self.text(self.at + 2) == "{" => {
                    self.at += 2;
                    self.open(true);
                }
                "mod" if self.is_name(self.at + 1) && self.text(self.at + 2) == ";" => {
                    self.file.modules.push(self.text(self.at + 1).to_owned());
                    self.at += 3;
                }
                "struct" | "enum" | "union" | "trait" | "type"
                    if self.is_name(self.at + 1) && self.ends.is_empty() =>
                {
                    self.file.types.push(self.text(self.at + 1).to_owned());
                    self.at += 2;
                }
                "use" if self.is_name(self.at + 1) && !self.ends.contains(&true) => {
                    let is_own = !["crate", "super"].contains(&self.text(self.at + 1));
                    self.at += 1;
                    if is_own { self.take() } else { self.path() }
                }
                "crate" | "super" | "self" if self.is_path() => self.path(),
                _ => self.at += 1,
            }
        }
    }

    fn open(&mut self, is_module: bool) {
        self.ends.push(is_module);
        self.at += 1;
    }

    /// Whether a path begins here: not in the middle of one, and not to say who may see something.
    fn is_path(&self) -> bool {
        let before = self.at.checked_sub(1).map_or("", |before| self.text(before));
        self.text(self.at + 1) == "::" && before != "::" && before != "in"
    }

    /// Whether an attribute says that what follows is for tests only.
    fn is_for_tests(&self) -> bool {
        let attribute = self.tokens[self.at..].iter().map(|token| token.text);
        let attribute: Vec<&str> = attribute.take_while(|text| *text != "]").collect();
        attribute.starts_with(&["#", "[", "cfg"])
            && attribute.contains(&"test")
            && !attribute.windows(3).any(|part| part == ["not", "(", "test"])
    }

    /// Goes on behind the item that an attribute belongs to: behind its braces, or its semicolon.
    fn pass_over_item(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            let text = self.text(self.at);
            if text == "mod" && depth == 0 && self.text(self.at + 2) == ";" {
                let name = self.text(self.at + 1).to_owned();
                self.file.tests.push(name.clone());
                self.file.modules.push(name);
            }
            depth += i32::from(["{", "(", "["].contains(&text));
            depth -= i32::from(["}", ")", "]"].contains(&text));
            self.at += 1;
            if depth <= 0 && (text == "}" || text == ";") {
                return;
            }
        }
    }

    /// A `use` of what is this file's own, or of other crates.
    fn take(&mut self) {
        let mut paths = Vec::new();
        self.tree(&[], &mut paths);
        for (_, path, name) in paths {
            let path: Vec<String> =
                path.into_iter().skip_while(|segment| segment == "self").collect();
            self.file.taken.push((path, name));
        }
    }

    /// A path that begins here, or several with the same beginning.
    fn path(&mut self) {
        let inside = self.ends.iter().filter(|is_module| **is_module).count();
        let mut paths = Vec::new();
        let is_use = self.at.checked_sub(1).is_some_and(|before| self.text(before) == "use");
        self.tree(&[], &mut paths);
        for (line, segments, name) in paths {
            if is_use && inside == 0 {
                self.file.taken.push((segments.clone(), name));
            }
            self.file.paths.push(Path { line, inside, segments });
        }
    }

    /// All paths of a tree such as `a::{b, c::d as e}`: line, segments, and the name that the last has here.
    fn tree(&mut self, before: &[String], paths: &mut Vec<(usize, Vec<String>, String)>) {
        let mut segments = before.to_vec();
        let mut line = self.tokens.get(self.at).map_or(0, |token| token.line);
        loop {
            if self.text(self.at) == "{" {
                self.at += 1;
                while !["}", ""].contains(&self.text(self.at)) {
                    self.tree(&segments, paths);
                    self.at += usize::from(self.text(self.at) == ",");
                }
                self.at += 1;
                return;
            }
            if !self.is_name(self.at) {
                // `a::*`, or the generic arguments of `a::<b>`. A tree that is none is not gone through again.
                self.at += usize::from(self.text(self.at) == "*" || segments.len() == before.len());
                break;
            }
            line = self.tokens[self.at].line;
            segments.push(self.text(self.at).to_owned());
            self.at += 1;
            if self.text(self.at) != "::" {
                break;
            }
            self.at += 1;
        }
        // In a group, `self` is what the group is of.
        if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
            segments.pop();
        }
        let mut name = segments.last().cloned().unwrap_or_default();
        if self.text(self.at) == "as" {
            name = self.text(self.at + 1).to_owned();
            self.at += 2;
        }
        paths.push((line, segments, name));
    }
}
