//! Whether an answer is worth acting on. The weights are those of a logistic regression over answers to all queries of
//! the command languages of the data, right or not; with each language left out in turn they say nearly the same.

/// What speaks for and against an answer, in bits unless said otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Evidence {
    /// How many words of the query no example shows (numbers aside).
    pub(crate) new_words: usize,
    /// No word of the query is in any example: nothing says what it is about.
    pub(crate) nothing_known: bool,
    /// Weight of the grammars that give the answer, beside all grammars.
    pub(crate) cover: f64,
    /// Weight of the grammars that give the answer, beside those that read the query.
    pub(crate) share: f64,
    /// Surprise of the reading, on average: which rule fills which slot, first and last words of parts, length of names.
    pub(crate) tree: f64,
    pub(crate) begins: f64,
    pub(crate) ends: f64,
    pub(crate) length: f64,
    /// Surprise of tokens beside each other, and of argument counts.
    pub(crate) tokens: f64,
    pub(crate) arguments: f64,
    /// The last word was never last.
    pub(crate) cut_off: f64,
    /// The answer has another shape than those of the examples.
    pub(crate) odd_shape: bool,
    /// A new word is copied to where the examples hardly copy any.
    pub(crate) odd_copy: bool,
    /// Only grammars with names and numbers where a single one was shown read the query.
    pub(crate) last_resort: bool,
}

pub(crate) struct Judgement {
    pub(crate) refuse: bool,
    /// How likely the answer is to be right.
    pub(crate) confidence: f64,
}

/// Features are capped: beyond this they say nothing more.
const CAP: f64 = 6.0;
/// Doubt above which an answer is refused, as the logarithm of the odds that it is wrong.
const KNOWN_LIMIT: f64 = -0.75;
const NEW_LIMIT: f64 = -0.5;

impl Judgement {
    pub(crate) fn of(e: &Evidence) -> Judgement {
        let sum =
            |terms: &[(f64, f64)]| terms.iter().map(|(weight, x)| weight * x.min(CAP)).sum::<f64>();
        let one = |is: bool| f64::from(u8::from(is));
        let (z, limit) = if e.new_words > 0 {
            let terms = [
                (0.62, e.cover),
                (4.80, e.share),
                (0.08, e.tree),
                (0.43, e.begins),
                (0.30, e.ends),
                (0.28, e.length),
                (0.67, e.arguments),
                (0.29, e.new_words as f64),
                (1.85, one(e.odd_shape)),
                (2.22, one(e.odd_copy)),
                (2.34, one(e.last_resort)),
            ];
            (sum(&terms) - 4.67, NEW_LIMIT)
        } else {
            let terms = [
                (1.11, e.cover),
                (3.56, e.share),
                (0.32, e.tree),
                (0.19, e.begins),
                (0.38, e.ends),
                (0.23, e.tokens),
                (0.96, e.arguments),
                (0.82, e.cut_off),
                (2.11, one(e.odd_shape)),
                (3.88, one(e.last_resort)),
            ];
            (sum(&terms) - 5.08, KNOWN_LIMIT)
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

    /// What all grammars agree on may look unusual in one way, not in several.
    #[test]
    fn an_odd_answer_needs_agreement() {
        let odd = Evidence { odd_shape: true, ..Evidence::default() };
        assert!(!Judgement::of(&odd).refuse);
        assert!(Judgement::of(&Evidence { cover: 2.5, ..odd }).refuse);
        assert!(Judgement::of(&Evidence { cut_off: 3.0, ..odd }).refuse);
        let name = Evidence { new_words: 1, odd_copy: true, ..Evidence::default() };
        assert!(!Judgement::of(&name).refuse);
        assert!(Judgement::of(&Evidence { last_resort: true, ..name }).refuse);
    }
}
