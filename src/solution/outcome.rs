//! How far a search for a grammar came, and why it went no further.

/// How far a search for a grammar came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Success {
    /// The grammar satisfies every example. It was run on each of them.
    Solved,
    /// The grammar satisfies some of the examples, and is the best that was found.
    Best,
    /// There is no grammar.
    None,
}

named! { Success:
    Solved = 0 "solved",
    Best = 1 "best",
    None = 2 "none",
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// Every example is satisfied.
    Solved,
    /// No grammar of the class satisfies all examples: all were ruled out, or some examples contradict
    /// others or are too long to be learnt from.
    Exhausted,
    /// Time was up.
    Timeout,
    /// The step limit was reached.
    Steps,
    /// The memory limit was reached.
    Memory,
    /// The search was cancelled, by its host or by its host's callback.
    Cancelled,
    /// The search has not ended: this is the best so far of a search that still runs.
    Running,
}

named! { StopReason:
    Solved = 0 "solved",
    Exhausted = 1 "exhausted",
    Timeout = 2 "timeout",
    Steps = 3 "steps",
    Memory = 4 "memory",
    Cancelled = 5 "cancelled",
    Running = 6 "running",
}
