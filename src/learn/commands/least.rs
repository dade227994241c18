//! The fewest bits in which rules in sections could say the examples. Where that is too many already, nobody has to look.

use super::digits::is_digits;
use super::hash::FastSet;
use super::symbol::Symbol;
use super::task::CommandTask;
use crate::arrange::Arrange;

/// No grammar of sections takes fewer bits, with those of the examples that it fails.
///
/// Each word has to stand in some rule, and each token, unless it is copied. A word that is a sentence has a rule of its
/// own, and so does each of the others of which no two stand in one sentence: with something beside it, or with a rule
/// above that puts the sentence together.
pub(crate) fn least_bits(task: &CommandTask) -> f64 {
    let CommandTask { texts, examples, links, prices, brackets, .. } = task;
    let words: FastSet<Symbol> = examples.iter().flat_map(|it| &it.input).copied().collect();
    let tokens: FastSet<Symbol> = examples.iter().flat_map(|it| &it.output).copied().collect();
    // Ready-made rules may say what number words mean.
    if tokens.iter().any(|token| is_digits(texts.of(*token))) {
        return 0.0;
    }
    let token_bits = |token: Symbol| {
        if brackets.opens(token) {
            return prices.open;
        }
        if brackets.closes(token) {
            return prices.close;
        }
        let link = words.iter().map(|word| links.between(*word, token)).fold(0.0, f32::max);
        let torn = f64::from((links.of_token(token) - link).max(0.0));
        0.5 + prices.token * f64::from(1.0 - link) + prices.torn * torn
    };
    let of_tokens: f64 = tokens.difference(&words).map(|token| token_bits(*token)).sum();
    let of_words = prices.word * words.difference(&tokens).count() as f64;

    let is_alone = |word: &Symbol| examples.iter().any(|it| it.input == [*word]);
    let mut others: Vec<Symbol> = words.difference(&tokens).copied().collect();
    others.arrange();
    let before = others.len();
    others.retain(|word| !is_alone(word));
    let alone = before - others.len();
    let mut apart: Vec<Symbol> = Vec::new();
    for word in &others {
        let mut with = examples.iter().filter(|it| it.input.contains(word));
        if !with.any(|it| apart.iter().any(|other| it.input.contains(other))) {
            apart.push(*word);
        }
    }
    let item = prices.slot.min(prices.word);
    // What stands beside these was not counted yet.
    let is_lonely = |word: &&Symbol| {
        let mut with = examples.iter().filter(|it| it.input.contains(word));
        with.all(|it| it.input.iter().all(|beside| beside == *word || !others.contains(beside)))
    };
    let lonely = apart.iter().filter(is_lonely).count();
    let beside = (item * lonely as f64).min(prices.rule + 2.0 * item);
    of_words + of_tokens + prices.rule * (alone + apart.len()) as f64 + beside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Watch};
    use crate::engine::Engine;
    use crate::learn::commands::search::{CommandSearch, SearchEffort};
    use crate::learn::commands::store::Store;
    use crate::learn::commands::task::tests::task;
    use crate::task::Task;

    /// The fewest bits that a search finds.
    fn found(task: &CommandTask) -> f64 {
        let control = Engine::new(&Default::default()).unwrap().control(&Task::new());
        let mut budget = Budget::new(Watch::new(control, None));
        let trying = SearchEffort::default();
        let mut search = CommandSearch::new(task, &trying);
        search.begin(0..trying.starts, &mut budget);
        search.explore(&mut Store::default(), &mut budget)[0].bits
    }

    #[test]
    fn no_search_finds_less_and_it_is_not_much_less() {
        let readme =
            ["walk -> WALK", "jump -> JUMP", "walk twice -> WALK WALK", "jump left -> LEFT JUMP"];
        let lamps = [
            "light the lamp -> LIGHT ( LAMP )",
            "light the torch -> LIGHT ( TORCH )",
            "light the stove -> LIGHT ( STOVE )",
            "drop the lamp -> DROP ( LAMP )",
            "drop the torch -> DROP ( TORCH )",
            "drop the stove -> DROP ( STOVE )",
        ];
        let together = ["a -> A", "b -> B", "a b -> A B", "b a -> B A", "a c b -> A B A"];
        for (lines, share) in [(&readme[..], 0.8), (&lamps[..], 0.3), (&together[..], 0.4)] {
            let task = task(lines);
            let (least, found) = (least_bits(&task), found(&task));
            assert!(least <= found, "{least} and {found}");
            assert!(least >= share * found, "{least} and {found}");
        }
    }

    #[test]
    fn words_that_may_be_copied_need_no_rule() {
        let copied = ["call bob -> CALL bob", "call ann -> CALL ann", "call -> CALL"];
        let named = ["call bob -> CALL BOB", "call ann -> CALL ANN", "call -> CALL"];
        assert!(least_bits(&task(&copied)) < least_bits(&task(&named)) - 14.0);
        assert_eq!(least_bits(&task(&["five -> 5", "six -> 6"])), 0.0);
    }
}
