//! The enums of this crate and of the header against those of the core, by number and by name. The C++
//! wrapper's are compared with the header's by `ci/hosts.py`.

use super::*;
use crate::mirror::Mirror;
use core::{Device, Domain, Limit, Outcome, Phase, ProblemKind, StopReason, Strategy, Success};

const HEADER: &str = include_str!("../../../../include/blicket/blicket.h");

/// The members of an enum of the header, such as ("BLICKET_PHASE_DONE", 3).
fn header_enum(name: &str) -> Vec<(String, u32)> {
    let start = HEADER.find(&format!("enum {name}\n")).unwrap_or_else(|| panic!("{name}"));
    let body = HEADER[start..].split("};").next().unwrap();
    let members = body.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "));
    members.map(|(name, number)| (name.to_owned(), number.parse().unwrap())).collect()
}

/// Compares an enum here and in the header with the core's members, given by name, number and name in
/// Rust. The first of them may be ones that only the header has.
fn compare<T: Mirror>(name: &str, members: &[(&str, u32, String)]) {
    let here: Vec<(u32, String)> = T::ALL.iter().map(|m| (m.number(), format!("{m:?}"))).collect();
    let mut expected: Vec<_> =
        members.iter().map(|(_, number, rust)| (*number, rust.clone())).collect();
    expected.sort_unstable();
    assert_eq!(here, expected, "{name} in bindings/c/src");
    let capitals = |text: &str| format!("{name}_{text}").to_uppercase();
    let mut expected: Vec<(String, u32)> =
        members.iter().map(|(name, number, _)| (capitals(name), *number)).collect();
    expected.sort_unstable_by_key(|(_, number)| *number);
    assert_eq!(header_enum(name), expected, "{name} in the header");
}

/// The members of an enum of the core. Numbers from 1000 are the laboratory's, and not in the header.
macro_rules! members {
    ($all:expr) => {
        $all.iter()
            .filter(|member| member.number() < 1000)
            .map(|member| {
                let rust = format!("{member:?}").split('(').next().unwrap().to_owned();
                (member.name(), member.number(), rust)
            })
            .collect::<Vec<_>>()
    };
}

#[test]
fn enums_have_the_numbers_and_names_of_the_core_here_and_in_the_header() {
    let with = |mut members: Vec<_>, name, number, rust: &str| {
        members.push((name, number, rust.to_owned()));
        members
    };
    let devices = [Device::Auto, Device::Cpu, Device::Cuda(0)];
    let outcomes = [Outcome::Value, Outcome::Stuck, Outcome::Limit(Limit::Steps), Outcome::Refused];
    compare::<blicket_device>("blicket_device", &members!(devices));
    compare::<blicket_domain>("blicket_domain", &with(members!(Domain::ALL), "auto", 2, "Auto"));
    compare::<blicket_limit>("blicket_limit", &with(members!(Limit::ALL), "none", 0, "None"));
    compare::<blicket_outcome>("blicket_outcome", &members!(outcomes));
    compare::<blicket_phase>("blicket_phase", &members!(Phase::ALL));
    let kinds = with(members!(ProblemKind::ALL), "none", 0, "None");
    compare::<blicket_problem_kind>("blicket_problem_kind", &kinds);
    compare::<blicket_stop_reason>("blicket_stop_reason", &members!(StopReason::ALL));
    compare::<blicket_strategy>("blicket_strategy", &members!(Strategy::ALL));
    compare::<blicket_success>("blicket_success", &members!(Success::ALL));
}

/// So that a new enum is compared as well.
#[test]
fn every_enum_of_the_header_is_known_to_this_test() {
    let names = HEADER.lines().filter_map(|line| line.strip_prefix("enum blicket_"));
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let known = [
        "device",
        "domain",
        "flow",
        "limit",
        "outcome",
        "phase",
        "problem_kind",
        "status",
        "stop_reason",
        "strategy",
        "success",
    ];
    assert_eq!(names, known);
}

#[test]
fn the_header_lists_every_option_of_a_task() {
    let before = HEADER.split("blicket_status blicket_task_set(").next().unwrap();
    let text = &before[before.rfind("/**").unwrap()..];
    for option in core::TaskOption::ALL {
        let line = text.lines().find(|line| line.starts_with(&format!(" *   {} ", option.name())));
        assert!(line.is_some(), "{} is missing at blicket_task_set", option.name());
    }
}

#[test]
fn the_abi_has_one_number() {
    let macros = HEADER.lines().filter(|line| line.starts_with("#define BLICKET_ABI_VERSION "));
    let expected = format!("#define BLICKET_ABI_VERSION {}", core::ABI_VERSION);
    assert_eq!(macros.collect::<Vec<_>>(), [expected.as_str()]);
    assert_eq!(crate::version::blicket_abi_version(), core::ABI_VERSION);
}

/// What the header says about the language of grammars.
#[test]
fn the_rules_of_the_headers_section_on_the_language_are_rules() {
    let section = HEADER.split("THE LANGUAGE OF GRAMMARS").nth(1).unwrap();
    let section = section.split("OWNERSHIP").next().unwrap();
    let rules = section.lines().filter_map(|line| line.strip_prefix(" *     "));
    // What a rule means stands behind it, after some spaces.
    let rules: Vec<&str> = rules.map(|line| line.split("   ").next().unwrap().trim()).collect();
    let grammar = core::Grammar::parse(&rules.join("\n")).unwrap();
    assert_eq!((rules.len(), grammar.apply("dax fep kiki dax").text()), (4, Some("RED RED RED")));
    let sum = section.lines().find_map(|line| line.strip_prefix(" *   as  ")).unwrap();
    let numbers = core::Grammar::parse(&format!("%numbers\n{sum}\ntwo -> 2\none -> 1\n")).unwrap();
    assert_eq!(numbers.apply("two thousand one").number(), Some(2001));
}
