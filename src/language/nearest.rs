//! The name that was probably meant.

/// The one of `names` that differs least from `text`, if it differs little: by one change in a short
/// text, and by one in three characters of a longer one. None without the feature `suggestions`.
pub(crate) fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let length = text.chars().count();
    let short = |name: &&str| name.chars().count() <= LONGEST;
    let changes = |name: &'a str| Some((letters_changed(text, name)?, name));
    let best = names.filter(short).filter_map(changes).min_by_key(|(changes, _)| *changes)?;
    (length <= LONGEST && best.0 <= (length / 3).max(1)).then_some(best.1)
}

/// How many characters have to be changed, added, taken away or swapped with the one beside them.
/// Nobody knows without the feature `suggestions`.
pub(crate) fn letters_changed(one: &str, other: &str) -> Option<usize> {
    #[cfg(feature = "suggestions")]
    return Some(strsim::osa_distance(one, other));
    #[cfg(not(feature = "suggestions"))]
    return None.filter(|_: &usize| one == other);
}

#[cfg(all(test, feature = "suggestions"))]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let names = || ["lamp", "room", "command"].into_iter();
        assert_eq!(nearest("lmap", names()), Some("lamp"));
        assert_eq!(nearest("lamps", names()), Some("lamp"));
        assert_eq!(nearest("comand", names()), Some("command"));
        assert_eq!(nearest("kitchen", names()), None);
    }
}
