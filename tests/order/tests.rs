//! The scanner itself, on small texts.

use crate::modules::Modules;
use crate::paths::File;
use crate::tokens::tokens;

fn texts(text: &str) -> Vec<&str> {
    tokens(text).into_iter().map(|token| token.text).collect()
}

/// The paths of a text, each with its line.
fn paths(text: &str) -> Vec<(usize, String)> {
    let paths = File::read(text).paths.into_iter();
    paths.map(|path| (path.line, path.segments.join("::"))).collect()
}

/// What is used too early in a crate: line, path, and the two modules.
fn violations(texts: &[(&str, &str)]) -> Vec<(usize, String, String, String)> {
    let all = Modules::of(texts).violations().into_iter();
    all.map(|found| (found.line, found.path, found.user, found.used)).collect()
}

/// One of them.
fn found(line: usize, path: &str, user: &str, used: &str) -> (usize, String, String, String) {
    (line, path.to_owned(), user.to_owned(), used.to_owned())
}

#[test]
fn comments_and_quotes_leave_no_tokens() {
    assert_eq!(texts("a // crate::b\n/* crate::c /* d */ e */ f"), ["a", "f"]);
    assert_eq!(texts(r##"a "crate::b \" c" r#"crate::d " e"# b"f" 'g' '\'' b'h' i"##), ["a", "i"]);
    assert_eq!(texts("/// See crate::b.\nfn c() {}"), ["fn", "c", "(", ")", "{", "}"]);
    assert_eq!(
        texts("fn a<'b>(c: &'b d) -> '_"),
        ["fn", "a", "<", ">", "(", "c", ":", "&", "d", ")", "-", ">"]
    );
}

#[test]
fn tokens_know_their_lines() {
    let lines: Vec<usize> =
        tokens("a\n/* \n */ b \"\n\" c\nd").into_iter().map(|token| token.line).collect();
    assert_eq!(lines, [1, 3, 4, 5]);
}

#[test]
fn groups_are_one_path_each_with_a_line_of_its_own() {
    let text = "use crate::{\n    a,\n    b::{c, self, d as e},\n    f::*,\n};\nuse super::g;";
    let expected = [
        (2, "crate::a"),
        (3, "crate::b::c"),
        (3, "crate::b"),
        (3, "crate::b::d"),
        (4, "crate::f"),
        (6, "super::g"),
    ];
    assert_eq!(paths(text), expected.map(|(line, path)| (line, path.to_owned())));
}

#[test]
fn paths_in_code_count_and_who_may_see_something_does_not() {
    let text = "pub(in crate::a) fn b(self) -> crate::c::D<super::e::F> { self::g::<crate::H>(); $crate::i!() }
        pub(crate) use super::j::K; pub(super) fn l() {} other::crate_name::m();";
    let found: Vec<String> = paths(text).into_iter().map(|(_, path)| path).collect();
    assert_eq!(
        found,
        ["crate::c::D", "super::e::F", "self::g", "crate::H", "crate::i", "super::j::K"]
    );
}

#[test]
fn what_is_for_tests_is_left_out() {
    let text = "mod a;
        #[cfg(test)]
        mod tests;
        #[cfg(all(test, feature = \"b\"))]
        #[allow(dead_code)]
        pub(crate) mod c { use crate::d; fn e() { crate::f(); } }
        #[cfg(test)]
        use crate::g::{H, I};
        #[cfg(test)]
        fn j(k: [u8; 3]) -> crate::L { { crate::m() } }
        #[cfg(not(test))]
        use crate::n;
        #[cfg(feature = \"o\")]
        mod p;
        use crate::q;";
    let file = File::read(text);
    assert_eq!(file.modules, ["a", "tests", "p"]);
    assert_eq!(file.tests, ["tests"]);
    let found: Vec<String> = file.paths.iter().map(|path| path.segments.join("::")).collect();
    assert_eq!(found, ["crate::n", "crate::q"]);
}

#[test]
fn modules_of_a_crate_keep_its_order() {
    let crate_of = |a: &str, b: &str| violations(&[("", "mod a;\npub mod b;"), ("a", a), ("b", b)]);
    assert_eq!(crate_of("", "use crate::a::C;"), []);
    assert_eq!(crate_of("// Here.\nuse crate::b::C;", ""), [found(2, "crate::b::C", "a", "b")]);
    assert_eq!(crate_of("fn c() { super::b::d() }", ""), [found(1, "super::b::d", "a", "b")]);
    assert_eq!(crate_of("use crate::a::C; use std::b; use other::b;", ""), []);
}

#[test]
fn modules_of_a_folder_keep_the_order_of_its_own_file() {
    let folder = |c: &str| {
        let files =
            [("", "mod a;\nmod z;"), ("a", "mod c; mod d; struct E;"), ("a::c", c), ("a::d", "")];
        violations(&files)
    };
    assert_eq!(folder("use super::E;"), [], "what the folder's file defines");
    assert_eq!(folder("use super::d::F;"), [found(1, "super::d::F", "c", "d")]);
    assert_eq!(folder("use crate::a::d;"), [found(1, "crate::a::d", "c", "d")]);
    assert_eq!(folder("use super::super::z;"), [found(1, "super::super::z", "a", "z")]);
    assert_eq!(
        folder("mod inside { use super::super::d; }"),
        [found(1, "super::super::d", "c", "d")]
    );
    assert_eq!(folder("mod inside { use super::d; }\nmod d { }"), [], "its own");
}

#[test]
fn a_folder_uses_what_is_in_it() {
    let files = [
        ("", "mod a;"),
        ("a", "mod c; use c::F; use self::c::G; use crate::a::c::H;"),
        ("a::c", ""),
    ];
    assert_eq!(violations(&files), []);
}

#[test]
fn what_is_passed_on_is_of_the_module_that_has_it() {
    let root = "mod a;\nmod b;\npub use b::{inner::C, D as E};";
    let with = |a: &str| violations(&[("", root), ("a", a), ("b", "mod inner;"), ("b::inner", "")]);
    assert_eq!(with("use crate::C;"), [found(1, "crate::C", "a", "b")]);
    assert_eq!(with("fn f(e: crate::E) {}"), [found(1, "crate::E", "a", "b")]);
    assert_eq!(with("use crate::D;"), [], "nothing is passed on by that name");
    let files = [
        ("", "mod a; mod b;"),
        ("a", "use super::b::C;"),
        ("b", "mod c; pub(crate) use self::c::C;"),
        ("b::c", "use super::C;"),
    ];
    assert_eq!(violations(&files), [found(1, "super::b::C", "a", "b")]);
}

#[test]
fn types_that_share_a_name_are_found_and_those_of_tests_and_of_traits_are_not_looked_at() {
    let a = "pub(crate) struct B<'a>(&'a u8); impl C for B<'_> { type Item = u8; } type D = u8;";
    let b = "trait B { type Item; } #[cfg(test)] mod tests { struct D; } #[cfg(test)] enum D {}";
    let modules = Modules::of(&[("", "mod a; mod b;"), ("a", a), ("b", b)]);
    let shared = modules.names_of_several_types();
    let names: Vec<(&str, usize)> = shared.iter().map(|(name, all)| (*name, all.len())).collect();
    assert_eq!(names, [("B", 2)]);
}
