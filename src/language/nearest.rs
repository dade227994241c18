//! The name that was probably meant.

/// The one of `names` that differs least from `text`, if it differs little: by one change in a short
/// text, and by one in three characters of a longer one.
pub(crate) fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let text: Vec<char> = text.chars().take(LONGEST).collect();
    let most = (text.len() / 3).max(1);
    let changes = |name: &str| distance(&text, &name.chars().take(LONGEST).collect::<Vec<_>>());
    let best = names.map(|name| (changes(name), name)).min_by_key(|(changes, _)| *changes)?;
    (best.0 <= most).then_some(best.1)
}

/// How many characters have to be changed, added or taken away (Levenshtein).
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, first) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, second) in other.iter().enumerate() {
            let changed = diagonal + usize::from(first != second);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let names = || ["lamp", "room", "command"].into_iter();
        assert_eq!(nearest("lmap", names()), None);
        assert_eq!(nearest("lamps", names()), Some("lamp"));
        assert_eq!(nearest("comand", names()), Some("command"));
        assert_eq!(nearest("kitchen", names()), None);
    }
}
