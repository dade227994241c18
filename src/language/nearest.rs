//! The name that was probably meant.

/// The one of `names` that differs least from `text`, if it differs little: by one change in a short
/// text, and by one in three characters of a longer one. None without the feature `suggestions`.
pub(crate) fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    all_nearest(text, names).into_iter().next()
}

/// All of `names` that differ as little as the one that differs least does, in their order, if that is little.
pub(crate) fn all_nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    const LONGEST: usize = 64;
    let length = text.chars().count();
    let mut least = (length / 3).max(1);
    let mut best = Vec::new();
    for name in names.filter(|name| length.max(name.chars().count()) <= LONGEST) {
        let Some(changes) = letters_changed(text, name).filter(|changes| *changes <= least) else {
            continue;
        };
        if changes < least {
            best.clear();
        }
        least = changes;
        best.push(name);
    }
    best
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
        let names = ["de", "en", "es", "e"];
        assert_eq!(all_nearest("ex", names.into_iter()), ["en", "es", "e"]);
        assert_eq!(all_nearest("e", names.into_iter()), ["e"]);
    }
}
