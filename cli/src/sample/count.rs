//! Numbers of things on the command line: one number, a range, or all.

use std::ops::RangeInclusive;

/// A number such as `4`, or a range such as `2-4`, both ends included.
pub(super) fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| {
        // Digits only: a number's own parser would take a sign.
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<usize>().ok()).flatten()
    };
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    match (number(start), number(end)) {
        (Some(start), Some(end)) if start <= end => Ok(start..=end),
        (Some(start), Some(end)) => {
            Err(format!("the range is the wrong way round; {end}-{start} would be right"))
        }
        _ => Err("expected a number such as 4, or a range such as 3-5".to_owned()),
    }
}

/// How many queries; all, if there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Queries(pub(super) Option<usize>);

/// A number, or `all`.
pub(super) fn parse_queries(text: &str) -> Result<Queries, String> {
    match text {
        "all" => Ok(Queries(None)),
        _ => match text.parse() {
            Ok(number) => Ok(Queries(Some(number))),
            Err(_) => Err("expected a number such as 500, or all".to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_number_or_two() {
        assert_eq!(parse_range("4"), Ok(4..=4));
        assert_eq!(parse_range("3-5"), Ok(3..=5));
        assert_eq!(parse_range("0-0"), Ok(0..=0));
        for wrong in ["", "-", "3-", "-3", "3-5-7", "a", "3 - 5", "+3", "99999999999999999999"] {
            assert!(parse_range(wrong).unwrap_err().contains("such as 3-5"), "{wrong}");
        }
        assert!(parse_range("5-3").unwrap_err().contains("3-5 would be right"));
    }

    #[test]
    fn queries_are_a_number_or_all() {
        assert_eq!(parse_queries("all"), Ok(Queries(None)));
        assert_eq!(parse_queries("7"), Ok(Queries(Some(7))));
        assert!(parse_queries("some").unwrap_err().contains("or all"));
    }
}
