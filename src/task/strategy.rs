//! How a grammar is looked for.

/// How a grammar is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Deduction first. If no grammar of its class satisfies the examples, or if it takes too many
    /// steps, a network proposes grammars.
    #[default]
    Hybrid,
    /// Deduction alone: a constraint solver for the paper's class of grammars.
    Deduce,
    /// The paper's system: a network proposes grammars, and those that fail are repaired.
    Neural,
    /// The one grammar that the network finds most likely, without a search.
    Greedy,
}

named! { Strategy:
    Hybrid = 0 "hybrid",
    Deduce = 1 "deduce",
    Neural = 2 "neural",
    Greedy = 3 "greedy",
}
