//! The basic words of a language, which every episode of it shows.

use std::ops::RangeInclusive;

/// The numbers whose words a learner of this language is always shown: for the nine languages of
/// the paper (`el`, `en`, `es`, `fr`, `it`, `ja`, `ko`, `vi`, `zh`) those that the paper shows. For
/// all others, of which nothing is known, a teacher's first lesson: 0 to 20, the tens, the hundreds,
/// and the powers of ten up to ten million.
pub fn necessary_numbers(language: &str) -> Vec<i64> {
    let (first, tens, hundreds): (RangeInclusive<i64>, _, _) = match language {
        "ja" | "ko" => (1..=10, false, false),
        "vi" => (0..=10, false, false),
        "zh" => (0..=19, false, false),
        "en" | "fr" => (1..=19, true, false),
        "it" => (1..=19, true, true),
        "el" | "es" => (1..=29, true, true),
        _ => (0..=20, true, true),
    };
    let is_of_the_paper =
        ["el", "en", "es", "fr", "it", "ja", "ko", "vi", "zh"].contains(&language);
    let powers: &[u32] = if is_of_the_paper { &[2, 3, 4, 6] } else { &[2, 3, 4, 5, 6, 7] };
    let multiples = |are_there: bool, base: i64| {
        (2..=9).filter(move |_| are_there).map(move |many| many * base)
    };
    let mut numbers: Vec<i64> = first.collect();
    numbers.extend(multiples(tens, 10));
    numbers.extend(multiples(hundreds, 100));
    numbers.extend(powers.iter().map(|power| 10i64.pow(*power)));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_languages_of_the_paper_have_its_necessary_numbers() {
        let counts = [("ja", 14), ("ko", 14), ("vi", 15), ("zh", 24), ("en", 31), ("fr", 31)];
        let more = [("it", 39), ("es", 48), ("el", 48)];
        for (language, count) in counts.into_iter().chain(more) {
            let numbers = necessary_numbers(language);
            assert_eq!(numbers.len(), count, "{language}");
            assert!([100, 1_000, 10_000, 1_000_000].iter().all(|n| numbers.contains(n)));
        }
        assert_eq!(necessary_numbers("ja")[..3], [1, 2, 3]);
        assert_eq!(necessary_numbers("es")[27..32], [28, 29, 30, 40, 50]);
    }

    #[test]
    fn other_languages_have_the_first_numbers_and_the_powers_of_ten() {
        let numbers = necessary_numbers("xx");
        assert_eq!(numbers[..22], [(0..=20).collect::<Vec<i64>>(), vec![30]].concat());
        assert_eq!(
            numbers[28..],
            [
                100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 10_000, 100_000, 1_000_000,
                10_000_000
            ]
        );
    }
}
