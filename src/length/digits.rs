//! Numbers in digits.

pub(crate) fn is_digits(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Digits with letters or a sign behind them: `12th`, `20%`.
pub(crate) fn with_suffix(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, suffix) = text.split_at(digits);
    let fine = !number.is_empty()
        && !suffix.is_empty()
        && suffix.chars().all(|c| c.is_alphabetic() || c == '%');
    fine.then_some((number, suffix))
}
