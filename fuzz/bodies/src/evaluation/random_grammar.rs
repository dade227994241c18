//! Grammars that can be read, and inputs that they may have a value for.

use crate::choices::Choices;

const WORDS: [&str; 6] = ["a", "b", "c", "d", "->", "x1"];
/// Some are also words, because words and tokens share their numbers.
const TOKENS: [&str; 4] = ["A", "B", "a", "b"];
const NUMBERS: [i64; 8] = [0, 1, 2, 10, 100, 3_037_000_500, i64::MAX - 1, i64::MAX];

/// The text of up to 8 rules, which is well formed.
pub(super) fn grammar(choices: &mut Choices<'_>) -> String {
    let numbers = choices.flag();
    let mut text = if numbers { "%numbers\n".to_owned() } else { String::new() };
    for _ in 0..=choices.below(8) {
        text += &rule(choices, numbers);
        text.push('\n');
    }
    text
}

/// Up to 23 words, of which a few are such as no rule names.
pub(super) fn input(choices: &mut Choices<'_>) -> String {
    let words = (0..choices.below(24)).map(|_| match choices.byte() {
        byte @ 0..240 => WORDS[usize::from(byte) % WORDS.len()],
        _ => "zup",
    });
    words.collect::<Vec<_>>().join(" ")
}

fn rule(choices: &mut Choices<'_>, numbers: bool) -> String {
    let mut left = Vec::new();
    let mut variables = Vec::new();
    for index in 0..=choices.below(6) {
        left.push(match choices.flag() {
            false => format!("{:?}", choices.pick(&WORDS)),
            true => {
                variables.push(format!("{}{index}", choices.pick(&['u', 'x', 'x', 'y'])));
                variables[variables.len() - 1].clone()
            }
        });
    }
    let items = choices.below(6).max(usize::from(numbers));
    let right: Vec<String> = (0..items)
        .map(|_| {
            let item = match choices.below(variables.len() + 1).checked_sub(1) {
                Some(variable) => format!("[{}]", variables[variable]),
                None if numbers => choices.pick(&NUMBERS).to_string(),
                None => choices.pick(&TOKENS).to_owned(),
            };
            match numbers && choices.flag() {
                true => format!("{item}*{}", choices.pick(&NUMBERS)),
                false => item,
            }
        })
        .collect();
    format!("{} -> {}", left.join(" "), right.join(if numbers { " + " } else { " " }))
}
