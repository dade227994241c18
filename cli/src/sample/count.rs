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

/// Numbers in a list such as `1-20,30,100`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(pub(super) Vec<i64>);

/// The most numbers that a list may have: more are a slip.
const MOST_NUMBERS: usize = 100_000;
const TOO_LARGE: &str = "numbers go up to 9223372036854775807";

/// Numbers and ranges with commas between them.
pub(super) fn parse_numbers(text: &str) -> Result<Numbers, String> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let range = parse_range(part.trim())?;
        if numbers.len().saturating_add(range.end() - range.start()) >= MOST_NUMBERS {
            return Err(format!("a list can have {MOST_NUMBERS} numbers"));
        }
        let number = |number| i64::try_from(number).map_err(|_| TOO_LARGE.to_owned());
        let part: Result<Vec<i64>, String> = range.map(number).collect();
        numbers.extend(part?);
    }
    Ok(Numbers(numbers))
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
    fn a_list_is_of_numbers_and_ranges() {
        assert_eq!(parse_numbers("1-3, 30,7"), Ok(Numbers(vec![1, 2, 3, 30, 7])));
        assert!(parse_numbers("").unwrap_err().contains("such as 3-5"));
        assert!(parse_numbers("1,,2").unwrap_err().contains("such as 3-5"));
        for many in ["0-18446744073709551615", "1,0-18446744073709551615", "0-99999,7"] {
            assert!(parse_numbers(many).unwrap_err().contains("100000 numbers"), "{many}");
        }
        assert_eq!(parse_numbers("9223372036854775807"), Ok(Numbers(vec![i64::MAX])));
        for large in [
            "9223372036854775808",
            "18446744073709551615",
            "9223372036854775807-9223372036854775808",
        ] {
            assert!(parse_numbers(large).unwrap_err().contains("go up to"), "{large}");
        }
    }

    #[test]
    fn queries_are_a_number_or_all() {
        assert_eq!(parse_queries("all"), Ok(Queries(None)));
        assert_eq!(parse_queries("7"), Ok(Queries(Some(7))));
        assert!(parse_queries("some").unwrap_err().contains("or all"));
    }
}
