//! Whether an answer is worth acting on: what speaks against it, weighed.

use super::weights;

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
    /// Surprise of words beside new ones, and of the output's length: among all, and among those that begin alike.
    pub(crate) beside_new: f64,
    pub(crate) size: f64,
    pub(crate) size_by_head: f64,
    /// How rarely something new stood at the place of the output that a new word is copied to.
    pub(crate) copied_to: f64,
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

impl Evidence {
    /// What weights are for, in the order of [`weights::NAMES`].
    pub(crate) fn features(&self) -> [f64; weights::NAMES.len()] {
        let one = |is: bool| f64::from(u8::from(is));
        let all = [
            self.cover,
            self.share,
            self.tree,
            self.begins,
            self.ends,
            self.length,
            self.tokens,
            self.arguments,
            self.cut_off,
            self.beside_new,
            self.size,
            self.size_by_head,
            self.copied_to,
            self.new_words as f64,
            one(self.odd_shape),
            one(self.odd_copy),
            one(self.last_resort),
        ];
        all.map(|feature| feature.min(CAP))
    }
}

impl Judgement {
    pub(crate) fn of(e: &Evidence) -> Judgement {
        let side = if e.new_words > 0 { &weights::NEW } else { &weights::KNOWN };
        let terms = side.weights.iter().zip(e.features()).map(|(weight, x)| weight * x);
        let z = side.bias + terms.sum::<f64>();
        Judgement { refuse: z > side.limit || e.nothing_known, confidence: 1.0 / (1.0 + z.exp()) }
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
        assert!(torn.refuse && torn.confidence < 0.5);
        assert!(Judgement::of(&Evidence { nothing_known: true, ..Evidence::default() }).refuse);
    }

    /// What all grammars agree on may look unusual in one way, not in several.
    #[test]
    fn an_odd_answer_needs_agreement() {
        let odd = Evidence { odd_shape: true, ..Evidence::default() };
        assert!(!Judgement::of(&odd).refuse);
        assert!(Judgement::of(&Evidence { cover: 2.5, ..odd }).refuse);
        assert!(Judgement::of(&Evidence { cut_off: 4.0, ..odd }).refuse);
        let name = Evidence { new_words: 1, odd_copy: true, ..Evidence::default() };
        assert!(!Judgement::of(&name).refuse);
        assert!(Judgement::of(&Evidence { last_resort: true, beside_new: 2.0, ..name }).refuse);
        assert!(Judgement::of(&Evidence { copied_to: 4.0, beside_new: 2.0, ..name }).refuse);
    }
}
