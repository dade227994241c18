//! The secret in the address of the page.

use std::hash::{BuildHasher, RandomState};

/// 128 bits in hexadecimal, which nobody can guess: the values of a keyed hash, whose keys the standard library takes from
/// the random numbers of the operating system, on every system alike.
pub(super) fn new() -> String {
    let keys = RandomState::new();
    format!("{:016x}{:016x}", keys.hash_one(1_u64), keys.hash_one(2_u64))
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub(super) fn is_same(given: &str, wanted: &str) -> bool {
    let differing = given.bytes().zip(wanted.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == wanted.len() && std::hint::black_box(differing) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_never_the_same() {
        let (one, other) = (new(), new());
        assert_eq!(one.len(), 32);
        assert!(one.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_ne!(one, other);
        assert!(is_same(&one, &one.clone()));
        assert!(!is_same(&one, &other) && !is_same("", &one) && !is_same(&one[..31], &one));
    }
}
