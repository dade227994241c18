//! Those who vote together say what all of them say one by one.

use super::Jury;
use crate::grammar::{Evaluation, Grammar};
use crate::{Engine, EngineOptions, Task};

/// A sentence and ones that are near to it: a word left out, twice, exchanged with its neighbour, or replaced by any other.
fn near(sentence: &str, words: &[&str], state: &mut usize) -> Vec<String> {
    let mut next = |below: usize| {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below.max(1)
    };
    let own: Vec<&str> = sentence.split_whitespace().collect();
    let mut all = vec![sentence.to_owned()];
    for _ in 0..4 {
        let (mut changed, place) = (own.clone(), next(own.len()));
        match next(4) {
            0 => drop(changed.remove(place)),
            1 => changed.insert(place, own[place]),
            2 => changed.swap(place, (place + 1) % own.len()),
            _ => changed[place] = words[next(words.len())],
        }
        all.push(changed.join(" "));
    }
    all
}

/// A grammar with its doubt from the first task of a file, and sentences of it and near to it.
fn learnt(name: &str, examples: usize) -> (Grammar, Vec<String>) {
    let path = format!("{}/data/commands/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let episode: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let column = |list: &str, column: usize| -> Vec<String> {
        let pairs = episode[list].as_array().unwrap().iter();
        pairs.map(|pair| pair[column].as_str().unwrap_or_default().to_owned()).collect()
    };
    let inputs = column("support", 0);
    let mut task = Task::new();
    task.support = inputs.iter().cloned().zip(column("support", 1)).take(examples).collect();
    task.step_limit = 3_000;
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
    let words: Vec<&str> =
        inputs.iter().flat_map(|input| input.split(' ')).chain(["blorf", "7"]).collect();
    let mut state = 1;
    let sentences = column("queries", 0).into_iter().chain(inputs.iter().cloned());
    let near = sentences.flat_map(|sentence| near(&sentence, &words, &mut state)).collect();
    (solution.grammar.unwrap(), near)
}

#[test]
fn voters_together_say_what_they_say_one_by_one() {
    let (mut evaluation, mut open) = (Evaluation::new(), 0);
    for (name, examples) in
        [("inform", 24), ("inform", 14), ("ha-en-open", 20), ("ha-en-open", 12), ("timer-out", 20)]
    {
        let (grammar, sentences) = learnt(name, examples);
        let jury = grammar.jury.as_deref().unwrap();
        let alone = Jury::one_by_one(jury);
        for sentence in &sentences {
            let together = jury.judge(&grammar, sentence, &mut evaluation);
            let said = (together.is_there).then(|| evaluation.guess().map(str::to_owned));
            let wanted = alone.judge(&grammar, sentence, &mut evaluation);
            assert_eq!(together.text, wanted.text, "{name}: {sentence}");
            assert_eq!(
                together.confidence.to_bits(),
                wanted.confidence.to_bits(),
                "{name}: {sentence}"
            );
            assert_eq!(together.sure, wanted.sure, "{name}: {sentence}");
            assert_eq!(together.place, wanted.place, "{name}: {sentence}");
            if let Some(said) = said {
                assert_eq!(said, together.text, "{name}: {sentence}");
            }
            open += usize::from(together.text.is_some() && together.confidence < 0.9);
        }
    }
    assert!(open > 50, "only {open} answers are open");
}
