//! Whether an answer is worth acting on. Weights come from languages other
//! than the one that is asked about (each language left out in turn).

/// What speaks for and against an answer, in bits unless said otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence {
    /// The query has words that no example shows (numbers aside).
    pub(crate) new_words: bool,
    /// No word of the query is in any example: nothing says what it is about.
    pub(crate) nothing_known: bool,
    /// Weight of the grammars that give the answer, beside all grammars.
    pub(crate) cover: f64,
    /// Weight of the grammars that give the answer, beside those that read the query.
    pub(crate) share: f64,
    /// Surprise of the reading, on average.
    pub(crate) tree: f64,
    /// Surprise of words beside each other.
    pub(crate) backward: f64,
    /// Surprise of tokens beside each other, and of argument counts.
    pub(crate) tokens: f64,
    pub(crate) arguments: f64,
    /// The last word was never last.
    pub(crate) cut_off: f64,
    /// Shares: a new word stands in a place inside a rule; in a slot that no
    /// listed word filled.
    pub(crate) inside: f64,
    pub(crate) no_filler: f64,
}

pub(crate) struct Judgement {
    pub(crate) refuse: bool,
    pub(crate) confidence: f64,
}

/// Features are capped: beyond this they say nothing more.
const CAP: f64 = 6.0;
/// Doubt above which an answer is refused: costs half a point of right ones.
const KNOWN_LIMIT: f64 = 0.9;
const NEW_LIMIT: f64 = 1.8;

impl Judgement {
    pub(crate) fn of(e: &Evidence) -> Judgement {
        let sum =
            |terms: &[(f64, f64)]| terms.iter().map(|(weight, x)| weight * x.min(CAP)).sum::<f64>();
        let (z, limit) = if e.new_words {
            (
                sum(&[
                    (1.84, e.cover),
                    (0.45, e.tokens),
                    (1.48, e.inside),
                    (1.48, e.no_filler),
                    (0.46, e.tree),
                ]) - 5.06,
                NEW_LIMIT,
            )
        } else {
            let terms = [
                (0.99, e.cover),
                (3.53, e.share),
                (0.48, e.tree),
                (0.11, e.backward),
                (0.50, e.tokens),
                (0.42, e.arguments),
                (1.0, e.cut_off),
            ];
            (sum(&terms) - 3.94, KNOWN_LIMIT)
        };
        Judgement { refuse: z > limit || e.nothing_known, confidence: 1.0 / (1.0 + z.exp()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_grows_with_what_speaks_against() {
        let calm = Judgement::of(&Evidence::default());
        let torn =
            Judgement::of(&Evidence { share: 1.0, cover: 3.0, tree: 3.0, ..Evidence::default() });
        assert!(!calm.refuse && calm.confidence > 0.95);
        assert!(torn.refuse && torn.confidence < 0.2);
        assert!(Judgement::of(&Evidence { nothing_known: true, ..Evidence::default() }).refuse);
    }
}
