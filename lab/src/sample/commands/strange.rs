//! Sentences that are to be refused: nobody was taught them, or nobody would say them.

use super::sentence::Said;
use super::teach::{Sentence, Shown, Speaker};
use blicket::Random;
use std::collections::HashSet;

/// So many sentences that are not of what was taught, of all sorts in turn.
pub(super) fn strange(
    speaker: &mut Speaker<'_>,
    (support, shown): (&[Sentence], &Shown),
    count: usize,
    said: &mut HashSet<String>,
    random: &mut Random,
) -> Option<Vec<String>> {
    let whole = speaker.say(Said::All, 8 * count, &mut said.clone(), random);
    let mut found = Vec::new();
    let mut tries = 0;
    while found.len() < count {
        tries += 1;
        if tries > 60 * count {
            return None;
        }
        let strange = match tries % 5 {
            0 => replaced(speaker, support, random),
            1 => cut(support, random),
            2 => salad(support, random),
            3 => untaught(speaker, &whole, shown, random),
            _ if tries % 25 == 4 => chat(speaker, random),
            _ => None,
        };
        let Some(strange) = strange else { continue };
        let input = strange.join(" ");
        let is_untaught = strange.iter().any(|word| !shown.words.contains(word));
        let is_read = match tries % 5 {
            3 => !is_untaught || speaker.meaning(true, &input).is_some(),
            _ => speaker.meaning(false, &input).is_some(),
        };
        if !is_read && said.insert(input.clone()) {
            found.push(input);
        }
    }
    Some(found)
}

/// One word by another that has no place in the language; not one that the output copies.
fn replaced(
    speaker: &Speaker<'_>,
    support: &[Sentence],
    random: &mut Random,
) -> Option<Vec<String>> {
    let sentence = random.choose(support);
    let copied = sentence.tree.copied(speaker.language);
    let mut words = sentence.words.clone();
    let places: Vec<usize> = (0..words.len()).filter(|at| !copied[*at]).collect();
    if places.is_empty() {
        return None;
    }
    words[*random.choose(&places)] = random.choose(&speaker.language.strangers).clone();
    Some(words)
}

/// Without its last words.
fn cut(support: &[Sentence], random: &mut Random) -> Option<Vec<String>> {
    let words = &random.choose(support).words;
    let left = words.len().checked_sub(random.within(&(1..=3)))?;
    (left >= 2).then(|| words[..left].to_vec())
}

/// In another order.
fn salad(support: &[Sentence], random: &mut Random) -> Option<Vec<String>> {
    let mut words = random.choose(support).words.clone();
    random.shuffle(&mut words);
    (words.len() >= 4).then_some(words)
}

/// What can be said in the language, and was not taught.
fn untaught(
    speaker: &Speaker<'_>,
    whole: &[Sentence],
    shown: &Shown,
    random: &mut Random,
) -> Option<Vec<String>> {
    if whole.is_empty() {
        return None;
    }
    let sentence = random.choose(whole);
    // A word that was never shown, and is not one that the output copies.
    let copied = sentence.tree.copied(speaker.language);
    let mut words = sentence.words.iter().zip(copied);
    let has_new = words.any(|(word, copied)| !copied && !shown.words.contains(word));
    has_new.then(|| sentence.words.clone())
}

/// Something else altogether.
fn chat(speaker: &Speaker<'_>, random: &mut Random) -> Option<Vec<String>> {
    let mut words = speaker.language.strangers.clone();
    random.shuffle(&mut words);
    words.truncate(random.within(&(3..=6)));
    Some(words)
}
