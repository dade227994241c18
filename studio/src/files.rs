//! The files of the page, which are compiled in.

/// A file that the page consists of.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path below the page's folder; that of the page itself is empty.
    pub path: &'static str,
    /// What it is.
    pub media_type: &'static str,
    /// What it holds.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const EXAMPLES: &str = "text/tab-separated-values; charset=utf-8";

macro_rules! file {
    ($path:literal, $media_type:expr) => {
        File {
            path: $path,
            media_type: $media_type,
            text: include_str!(concat!("../page/", $path)),
        }
    };
}

/// All of them.
pub const FILES: &[File] = &[
    File { path: "", media_type: HTML, text: include_str!("../page/index.html") },
    file!("style.css", CSS),
    file!("panels.css", CSS),
    file!("icon.svg", SVG),
    file!("js/attempt.js", JAVASCRIPT),
    file!("js/dom.js", JAVASCRIPT),
    file!("js/editor.js", JAVASCRIPT),
    file!("js/exports.js", JAVASCRIPT),
    file!("js/gallery.js", JAVASCRIPT),
    file!("js/grammar.js", JAVASCRIPT),
    file!("js/host.js", JAVASCRIPT),
    file!("js/keys.js", JAVASCRIPT),
    file!("js/learner.js", JAVASCRIPT),
    file!("js/lesson.js", JAVASCRIPT),
    file!("js/main.js", JAVASCRIPT),
    file!("js/notation.js", JAVASCRIPT),
    file!("js/question.js", JAVASCRIPT),
    file!("js/snippets.js", JAVASCRIPT),
    file!("js/status.js", JAVASCRIPT),
    file!("js/svg.js", JAVASCRIPT),
    file!("js/theme.js", JAVASCRIPT),
    file!("js/tree.js", JAVASCRIPT),
    file!("js/tsv.js", JAVASCRIPT),
    file!("examples/game.tsv", EXAMPLES),
    file!("examples/home-de.tsv", EXAMPLES),
    file!("examples/numbers.tsv", EXAMPLES),
    file!("examples/robot.tsv", EXAMPLES),
    file!("examples/scan.tsv", EXAMPLES),
    // These two stand elsewhere in the repository already.
    File {
        path: "examples/home-en.tsv",
        media_type: EXAMPLES,
        text: include_str!("../../examples/home.tsv"),
    },
    File {
        path: "examples/miniscan.tsv",
        media_type: EXAMPLES,
        text: include_str!("../../data/miniscan/human-support.tsv"),
    },
];

/// The file of this path, if there is one. Paths are compared as they are: there is no folder to leave.
pub fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}
