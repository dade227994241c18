//! What C++ sees. The comments of the inner module are the generated header's text: they are
//! written for someone who knows C++ and no Rust.

use crate::engine::{Engine, default_options};
use crate::evaluation::Evaluation;
use crate::explanation::Explanation;
use crate::grammar::Grammar;
use crate::limits::default_limits;
use crate::search::Search;
use crate::solution::Solution;
use crate::task::Task;
use crate::version::{abi_version, version};

#[allow(unsafe_code, reason = "the generated glue; nothing else here is unsafe")]
#[allow(unreachable_pub, reason = "the macro makes every shared type `pub`")]
#[allow(clippy::needless_lifetimes, reason = "cxx needs them where an opaque type is lent")]
#[cxx::bridge(namespace = "blicket::bridge")]
pub(crate) mod ffi {
    unsafe extern "C++" {
        // Hosts catch `rust::Error`, which only this header defines: so `blicket/bridge.h` is all
        // that they include.
        include!("rust/cxx.h");
        include!("blicket/watcher.h");

        /// What a host derives its own class from, to be called by a search: see watcher.h.
        type Watcher;

        /// Whether to go on.
        fn watch(self: Pin<&mut Watcher>, progress: &Progress) -> Result<bool>;
    }

    /// How an evaluation ended.
    #[derive(Debug)]
    enum Outcome {
        /// It has a value: tokens, or a number.
        Value,
        /// No rule matches some words on the way: see Evaluation::stuck_text.
        Stuck,
        /// It would have cost more than the grammar's limits allow: see Evaluation::limit.
        Limit,
        /// It has a value that is not worth acting on: see Evaluation::guess.
        Refused,
    }

    /// The limit that ended an evaluation.
    #[derive(Debug)]
    enum Limit {
        /// None did.
        None,
        /// Limits::steps.
        Steps,
        /// Limits::depth, also where a rule evaluates its own words again without end.
        Depth,
        /// Limits::output_tokens or Limits::output_bytes.
        Length,
        /// A number that does not fit in 64 bits.
        Overflow,
    }

    /// What a grammar turns words into.
    #[derive(Debug)]
    enum Domain {
        /// A sequence of tokens.
        Words,
        /// A 64-bit integer.
        Numbers,
        /// Only for Task::set_domain: whichever the examples' outputs are. No grammar has it.
        Auto,
    }

    /// How a grammar is looked for. Later versions may add some.
    #[derive(Debug)]
    enum Strategy {
        /// The best there is: deduction and, where that does not do, what a network proposes.
        Hybrid,
        /// Deduction alone.
        Deduce,
        /// A network proposes grammars, and what fails is repaired.
        Neural,
        /// The one grammar that the network finds most likely, and no search.
        Greedy,
    }

    /// How far a search for a grammar came.
    #[derive(Debug)]
    enum Success {
        /// The grammar satisfies every example: it was run on each of them.
        Solved,
        /// The grammar is the best that was found, and does not satisfy all of them.
        Best,
        /// There is no grammar.
        None,
    }

    /// Why a search ended. Later versions may add some.
    #[derive(Debug)]
    enum StopReason {
        /// It had what it looked for.
        Solved,
        /// Every grammar of the kind that it looks for has been ruled out.
        Exhausted,
        /// Time was up.
        Timeout,
        /// The step limit was reached.
        Steps,
        /// The engine's memory limit was reached.
        Memory,
        /// It was cancelled.
        Cancelled,
        /// It has not ended: this is the best so far of a search that still runs.
        Running,
    }

    /// What a search is at.
    #[derive(Debug)]
    enum Phase {
        /// It waits for one of the engine's workers.
        Waiting,
        /// It looks for grammars that satisfy the examples.
        Solving,
        /// It weighs those grammars, and they vote on the answers.
        Ranking,
        /// It is over.
        Done,
    }

    /// How far a search is.
    #[derive(Clone, Copy, Debug)]
    struct Progress {
        /// What it is at.
        phase: Phase,
        /// Whether there is a grammar yet.
        has_grammar: bool,
        /// How many examples the best grammar so far satisfies; 0 if there is none.
        satisfied: usize,
        /// How many examples the task has.
        examples: usize,
        /// Steps so far, as Task::set_step_limit counts them.
        steps: u64,
        /// Complete grammars that were run on the examples so far.
        programs: u64,
        /// Seconds since it was started, until it was over.
        seconds: f64,
    }

    /// Where networks run.
    #[derive(Debug)]
    enum Device {
        /// The best that is there. The engine says which one it took, and why not another.
        Auto,
        /// The processor.
        Cpu,
        /// An NVIDIA card, by its index. Asked for explicitly, it is an error if it cannot be had.
        Cuda,
    }

    /// What one evaluation may cost. Whatever the grammar and the input, an evaluation takes time
    /// in proportion to steps and to the length of its input and output, and memory likewise. Start
    /// from default_limits().
    #[derive(Clone, Copy, Debug)]
    struct Limits {
        /// The most steps: rules tried, words compared, items of right sides run.
        steps: u64,
        /// How deep evaluations may nest.
        depth: u32,
        /// The most tokens that an output may have.
        output_tokens: u32,
        /// The most bytes that the text of an output may have.
        output_bytes: usize,
    }

    /// A slot of an evaluation: a section of the grammar, the words of the input that it read, and what
    /// they mean.
    #[derive(Debug)]
    struct Slot {
        /// The name of the section.
        section: String,
        /// The words that it read, with a space between them.
        words: String,
        /// What they mean: tokens with a space between them, or a number in decimal digits.
        value: String,
        /// The value as a number; 0 where has_number is false.
        number: i64,
        /// The place of the first word in the input, from 0.
        from: usize,
        /// The place behind the last word.
        to: usize,
        /// In how many other slots it lies.
        depth: usize,
        /// The slot in which it lies, by its index; SIZE_MAX where depth is 0.
        parent: usize,
        /// Whether there is a value. Only one that does not stand in the output can be missing, where it
        /// would have cost more than the grammar's limits allow.
        has_value: bool,
        /// Whether the value is a number.
        has_number: bool,
    }

    /// What a grammar can say about an input, for the person who typed it.
    #[derive(Debug)]
    struct Advice {
        /// Whether the grammar reads the input.
        is_read: bool,
        /// How many words the input has.
        word_count: usize,
        /// How many of them can be the beginning of a sentence. If the input is not read, the word at
        /// this place, from 0, cannot be there, or the input ends too early.
        reached: usize,
        /// The words that no rule of the grammar names.
        unknown: Vec<UnknownWord>,
        /// The words that could come where the input stops being a sentence, or behind it.
        expected: Vec<String>,
        /// The sections that could begin there; "integer" is one that is built in.
        expected_sections: Vec<String>,
        /// Whether any word at all could come there.
        expects_any_word: bool,
        /// The nearest sentences, the cheapest first. None if the input is read.
        suggestions: Vec<Suggestion>,
    }

    /// A word that no rule names.
    #[derive(Debug)]
    struct UnknownWord {
        /// As it was typed.
        word: String,
        /// Where in the input, from 0.
        place: usize,
    }

    /// A sentence that is near to an input that is not read.
    #[derive(Debug)]
    struct Suggestion {
        /// The sentence.
        text: String,
        /// What it costs, as blicket_advice_suggestion_cost in blicket.h says.
        cost: usize,
    }

    /// How an engine is to be set up. Start from default_options().
    #[derive(Debug)]
    struct Options {
        /// Where networks run.
        device: Device,
        /// Counts cards of CUDA from 0; for other devices it must be 0.
        device_index: u32,
        /// How many threads may work at once, for all searches together; 0 for as many as there are
        /// processors. What is found does not depend on it.
        threads: usize,
        /// About how many bytes each search may take before it stops with the best so far.
        memory_limit: usize,
        /// The file of ONNX Runtime, which runs networks. If it is empty: the environment variable
        /// BLICKET_ONNXRUNTIME if that is set, otherwise what is found beside the program, in the lib
        /// of its prefix, and where the system looks.
        runtime_path: String,
        /// A folder with models and their MANIFEST, which are used instead of those that are built in;
        /// empty for only these.
        model_path: String,
    }

    /// A model that networks are loaded from.
    #[derive(Debug)]
    struct Model {
        /// The name of one that is built in, or the path of another.
        file: String,
        /// The version of its format.
        format: String,
        /// The name of the contract by which it is asked.
        contract: String,
        /// The SHA-256 of its bytes, in hexadecimal.
        sha256: String,
    }

    /// An example: the words of output are what the words of input mean. It points to texts that
    /// somebody else keeps.
    #[derive(Clone, Copy, Debug)]
    struct Example<'a> {
        /// Words, which white space separates.
        input: &'a str,
        /// Tokens, which white space separates.
        output: &'a str,
    }

    /// The answer to a query.
    #[derive(Debug)]
    struct Answer {
        /// Whether there is one that is worth acting on. It may well be no tokens at all.
        has_text: bool,
        /// The tokens with a space between them. All grammars that satisfy the examples vote on it,
        /// each by its probability.
        text: String,
        /// Whether there is a guess: the answer, or one that is not worth acting on.
        has_guess: bool,
        /// The guess; empty where there is none.
        guess: String,
        /// Whether it is a number: the answer of a task of numbers.
        has_number: bool,
        /// That number; 0 where there is none.
        number: i64,
        /// The share of the votes that are for the guess, from 0 to 1; 0 where there is none, and where a
        /// search ended before grammars had voted.
        confidence: f64,
        /// Whether the rules of the solution's grammar give this guess too. It may not, being one of the
        /// voters.
        agrees: bool,
        /// Whether the solution's grammar is stuck on the query.
        is_stuck: bool,
        /// The words of the query on which it is: none if the query is empty. A text besides is a
        /// guess at words that no example shows.
        stuck: Vec<String>,
    }

    /// An example that a solution's grammar does not satisfy.
    #[derive(Debug)]
    struct Unsatisfied {
        /// By its index in the task.
        example: usize,
        /// Whether the grammar gives anything instead.
        has_text: bool,
        /// What the grammar gives instead.
        text: String,
    }

    /// What kind of problem a solution has: what a program tells problems apart by. Later versions may add
    /// some. The data that each kind comes with are listed at blicket_problem_kind in blicket.h.
    #[derive(Debug)]
    enum ProblemKind {
        /// No problem has this kind.
        None,
        /// The task has no examples.
        NoExamples,
        /// Two examples have the same input and different outputs.
        Contradiction,
        /// An example has an input without words.
        EmptyInput,
        /// An example is too long to be learnt from.
        TooLong,
        /// No one word is in the inputs of all the examples whose outputs have some token.
        UnexplainedToken,
        /// There are more different words or tokens than the learner for such examples takes; others take more.
        TooManySymbols,
        /// Every grammar of the class that deduction searches has been ruled out.
        OutsideClass,
        /// The host's watcher failed, which has cancelled the search.
        CallbackFailed,
        /// There is no network to propose grammars.
        NoNetwork,
        /// There are more different words and tokens than a network reads.
        TooMuchToRead,
        /// Some examples are taken to be wrong, and were not learnt from.
        GivenUp,
        /// Some examples of number words have a rule of their own, which serves nothing else.
        ByHeart,
        /// Wrong examples were to be found in a task of numbers, which cannot be done.
        NoiseOfNumbers,
        /// An example of a task of numbers wants something that is no number.
        NotANumber,
        /// There are more problems like those before it.
        More,
        /// The grammar's values for some queries are past the limits of a search.
        AnswersPastLimits,
        /// Time or memory was up before some queries were answered.
        NotAnswered,
        /// There is no grammar that could answer the queries.
        NoGrammar,
        /// An example is probably wrong in one token.
        ProbableSlip,
        /// The grammar gives what some negative examples deny.
        NotKept = 30,
        /// A pinned rule has a part in what the grammar gives for examples that want something else.
        PinnedAgainst,
        /// The pinned rules give tokens and the examples want numbers, or the other way round.
        PinnedUnusable,
    }

    /// Something that is probably not meant in an example.
    #[derive(Debug)]
    struct Remark {
        /// For a person.
        text: String,
        /// What it is about, such as "one_letter": blicket_remarks_kind in blicket.h lists them.
        kind: String,
        /// "note", "warning" or "error".
        severity: String,
        /// The example, by its index in the task.
        example: usize,
        /// What stands there.
        found: String,
        /// What is probably meant; empty if nothing is suggested.
        suggestion: String,
    }

    /// An input whose answer would decide what the examples leave open.
    #[derive(Debug)]
    struct Question {
        /// What to ask about.
        input: String,
        /// How much its answer would decide, in bits.
        worth: f64,
        /// What it may mean, the most probable first.
        answers: Vec<PossibleAnswer>,
    }

    /// One of the meanings that the input of a question may have.
    #[derive(Debug)]
    struct PossibleAnswer {
        /// Whether it is a meaning. If not, the input may be no sentence of the language.
        has_text: bool,
        /// The meaning.
        text: String,
        /// The share of the weight of all grammars that stands behind it, from 0 to 1.
        weight: f64,
        /// Examples that speak for it, by their index in the task.
        examples: Vec<usize>,
    }

    /// A problem of a task or its solution. Which examples, queries, strings and numbers it comes with is
    /// said at blicket_problem_kind in blicket.h.
    #[derive(Debug)]
    struct Problem {
        /// What kind of problem it is.
        kind: ProblemKind,
        /// In English, for a person. It counts examples and queries from 1.
        text: String,
        /// Examples by their indices in the task, from 0.
        examples: Vec<usize>,
        /// Queries by their indices in the task, from 0.
        queries: Vec<usize>,
        /// Texts: an input, a token, a reason.
        strings: Vec<String>,
        /// How many there are, or may be.
        numbers: Vec<usize>,
    }

    /// What a search took.
    #[derive(Clone, Copy, Debug)]
    struct Statistics {
        /// What Task::set_step_limit counts. For number words there may be more programs than steps.
        steps: u64,
        /// Complete grammars that were run on the examples.
        programs: u64,
        /// Leaves of the search: sets of grammars that satisfy the examples.
        leaves: u64,
        /// The seconds until there was a grammar that satisfies every example.
        solving_seconds: f64,
        /// The seconds after that, for weighing grammars and voting on answers.
        ranking_seconds: f64,
    }

    extern "Rust" {
        /// The version of the ABI that the library speaks, the same number as in blicket.h.
        fn abi_version() -> Result<u32>;

        /// The version of the library, such as "0.1.0". The text lives as long as the process.
        fn version() -> Result<&'static str>;

        /// The limits that a grammar has before Grammar::set_limits: ten million steps (a fraction
        /// of a second), a million levels, a million tokens, 16 MiB.
        fn default_limits() -> Result<Limits>;

        /// Device::Auto, as many threads as there are processors, 1 GiB a search.
        fn default_options() -> Result<Options>;

        /// An interpretation grammar: an ordered list of rewrite rules.
        ///
        /// Threads, for all types here: const functions may be called from any number of threads at
        /// once; what changes an object needs it for itself, and apply_into its evaluation.
        ///
        /// Errors: every function throws rust::Error, whose what() says what was wrong, where, and
        /// what would be right. If it starts with "a defect in blicket", the call was abandoned:
        /// the host and all other objects are unharmed, and one that the call would have changed
        /// should be destroyed. Text that is not UTF-8 is refused by rust::Str, with
        /// std::invalid_argument.
        type Grammar;

        /// Reads a grammar from its text: a rule a line, such as "u1 fep -> [u1] [u1] [u1]". A line
        /// that starts with # is a comment; the line %numbers before the first rule makes it a
        /// grammar of numbers. The error of a text that cannot be read starts with line and column.
        #[Self = "Grammar"]
        fn parse(text: &str) -> Result<Box<Grammar>>;

        /// Another grammar with the same rules and limits: to keep one that a solution gave out.
        fn copy(self: &Grammar) -> Result<Box<Grammar>>;

        /// The grammar's text, as parse reads it: store it, and read it back.
        fn text(self: &Grammar) -> Result<String>;

        /// A grammar of the same rules without what they leave open: it refuses nothing that they read.
        fn rules_alone(self: &Grammar) -> Result<Box<Grammar>>;

        /// What is open in it: how many grammars vote on an input, because the examples that it was learnt
        /// from do not tell them apart. 0 where nothing is open.
        fn alternative_count(self: &Grammar) -> Result<usize>;

        /// The rules of one of the grammars that vote, from 0. Throws past the last.
        fn alternative_text(self: &Grammar, index: usize) -> Result<String>;

        /// Its weight, from 0 to 1. Throws past the last.
        fn alternative_weight(self: &Grammar, index: usize) -> Result<f64>;

        /// Whether it gives tokens or numbers.
        fn domain(self: &Grammar) -> Result<Domain>;

        /// How many rules there are, in all sections together, ready-made ones included.
        fn rule_count(self: &Grammar) -> Result<usize>;

        /// The text of one rule, from 0, in the order in which they are tried. Throws past the
        /// last.
        fn rule(self: &Grammar, index: usize) -> Result<String>;

        /// Applies the grammar to the words of input, which white space separates. They are never
        /// read as notation: an input may well contain x1 or ->. That an input is stuck or reaches
        /// a limit is no error: the evaluation says so.
        fn apply(self: &Grammar, input: &str) -> Result<Box<Evaluation>>;

        /// Applies the grammar to an input, and puts the result into an evaluation that is used again.
        /// Throws if input is text of that very evaluation: copy it first.
        fn apply_into(self: &Grammar, input: &str, evaluation: &mut Evaluation) -> Result<()>;

        /// Applies the grammar to each of the inputs, and gives as many evaluations.
        fn apply_many(self: &Grammar, inputs: &[&str]) -> Result<Vec<Evaluation>>;

        /// Evaluates input and tells how. The explanation of an evaluation of more than 10,000
        /// steps leaves out the rest, and says so.
        fn explain(self: &Grammar, input: &str) -> Result<Box<Explanation>>;

        /// Says what there is to say about an input, with at most so many near sentences; 0 looks for
        /// none. To complete what is being typed: if reached is word_count, what is expected may come
        /// next.
        fn advise(self: &Grammar, input: &str, max_suggestions: usize) -> Result<Advice>;

        /// The names of the sections; that of the first may be empty.
        fn sections(self: &Grammar) -> Result<Vec<String>>;

        /// The words of a section, by its index, and of those that it uses, in alphabetical order.
        /// Section 0 reads whole inputs: its words are all that a person may want to type.
        fn words(self: &Grammar, section: usize) -> Result<Vec<String>>;

        /// The limits of every evaluation by this grammar.
        fn limits(self: &Grammar) -> Result<Limits>;

        /// Sets the limits of every further evaluation by this grammar.
        fn set_limits(self: &mut Grammar, limits: Limits) -> Result<()>;

        /// What a grammar makes of one input. It does not need its grammar any more. Texts that it
        /// gives out as rust::Str live until it is destroyed or used for another input. Used again,
        /// it keeps its memory, so that a host's loop does not allocate.
        type Evaluation;

        /// An evaluation of nothing yet (stuck, on no words), for Grammar::apply_into.
        #[Self = "Evaluation"]
        fn create() -> Result<Box<Evaluation>>;

        /// How it ended.
        fn outcome(self: &Evaluation) -> Result<Outcome>;

        /// The limit that ended it; Limit::None if none did.
        fn limit(self: &Evaluation) -> Result<Limit>;

        /// The value as text: the tokens with a space between them, or the number in decimal
        /// digits. Empty where there is no value; but a value may be empty too, so look at the
        /// outcome.
        fn text(self: &Evaluation) -> Result<&str>;

        /// The value also where it was refused: the best guess. Empty where there is none.
        fn guess(self: &Evaluation) -> Result<&str>;

        /// How sure the value or the guess is, from 0 to 1; 1 by a grammar that leaves nothing open, 0
        /// where there is neither.
        fn confidence(self: &Evaluation) -> Result<f64>;

        /// The tokens of the value, copied: one for a number, none where there is no value.
        fn tokens(self: &Evaluation) -> Result<Vec<String>>;

        /// How many tokens the value has.
        fn token_count(self: &Evaluation) -> Result<usize>;

        /// One token of the value, from 0, without a copy. Throws past the last.
        fn token(self: &Evaluation, index: usize) -> Result<&str>;

        /// Whether there is a number: the value of a grammar of numbers.
        fn has_number(self: &Evaluation) -> Result<bool>;

        /// That number. Throws where there is none.
        fn number(self: &Evaluation) -> Result<i64>;

        /// The words that no rule matches, with a space between them; empty where it was not stuck,
        /// and where it was stuck on an empty input.
        fn stuck_text(self: &Evaluation) -> Result<&str>;

        /// The words that it was stuck on, copied.
        fn stuck_words(self: &Evaluation) -> Result<Vec<String>>;

        /// How many words it was stuck on.
        fn stuck_count(self: &Evaluation) -> Result<usize>;

        /// One of the words that it was stuck on, from 0, without a copy. Throws past the last.
        fn stuck_word(self: &Evaluation, index: usize) -> Result<&str>;

        /// How many steps it took.
        fn steps(self: &Evaluation) -> Result<u64>;

        /// The slots: which section read which words, and what they mean. They are in the order of
        /// their words, each before those that lie in it. None without a value, and none by a grammar
        /// without sections.
        fn slots(self: &Evaluation) -> Result<Vec<Slot>>;

        /// How many slots there are.
        fn slot_count(self: &Evaluation) -> Result<usize>;

        /// One slot, from 0. Throws past the last.
        fn slot(self: &Evaluation, index: usize) -> Result<Slot>;

        /// The evaluation as one JSON object, with the fields that blicket_evaluation_json in blicket.h
        /// lists.
        fn json(self: &Evaluation) -> Result<String>;

        /// How a grammar evaluates one input: which rule rewrote which words to what.
        type Explanation;

        /// For a person: a line a step, indented by depth, such as
        ///     walk twice => WALK WALK    by x1 twice -> [x1] [x1]
        ///         x1 = walk => WALK    by walk -> WALK
        fn text(self: &Explanation) -> Result<String>;

        /// For a program: one JSON object, with the fields that blicket_explanation_json in
        /// blicket.h lists.
        fn json(self: &Explanation) -> Result<String>;

        /// One problem: examples to learn a grammar from, queries to be answered by it, and what
        /// that may cost. Examples and queries are counted from 0.
        type Task;

        /// A task without examples and queries: Strategy::Hybrid, Domain::Auto, seed 0, 30 seconds,
        /// no limit on steps, the queries' inputs are used, and no example is taken to be wrong.
        #[Self = "Task"]
        fn create() -> Result<Box<Task>>;

        /// Adds an example: the words of output, which white space separates, are what the words of
        /// input mean.
        fn add_example(self: &mut Task, input: &str, output: &str) -> Result<()>;

        /// Adds a query: what do the words of input mean?
        fn add_query(self: &mut Task, input: &str) -> Result<()>;

        /// Adds an input that is no sentence of the language: a grammar that reads it is not returned, and does
        /// not vote, as long as others satisfy the examples.
        fn add_no_sentence(self: &mut Task, input: &str) -> Result<()>;

        /// Adds an output that is not the one of an input, likewise.
        fn add_wrong_output(self: &mut Task, input: &str, output: &str) -> Result<()>;

        /// Adds an input that questions may be about, such as what a player has typed. The option "questions"
        /// says how many questions a solution has.
        fn add_question_input(self: &mut Task, input: &str) -> Result<()>;

        /// Takes an example back; those after it then have an index that is one less. Throws past the last.
        fn remove_example(self: &mut Task, index: usize) -> Result<()>;

        /// Has an example learnt from and checked, or not, in its place. Throws past the last.
        fn enable_example(self: &mut Task, index: usize, enabled: bool) -> Result<()>;

        /// Puts another example in the place of one. Throws past the last.
        fn replace_example(self: &mut Task, index: usize, input: &str, output: &str) -> Result<()>;

        /// Sets what the outputs are. With `Auto`, which is what a task begins with, they are numbers
        /// if all of them are whole numbers, and tokens otherwise.
        fn set_domain(self: &mut Task, domain: Domain) -> Result<()>;

        /// Sets how a grammar is looked for.
        fn set_strategy(self: &mut Task, strategy: Strategy) -> Result<()>;

        /// Sets what random choices follow from. The same task with the same seed gives the same
        /// solution, unless time ends the search.
        fn set_seed(self: &mut Task, seed: u64) -> Result<()>;

        /// Sets after how many milliseconds to stop and give the best so far. 0 leaves no time at
        /// all; UINT64_MAX sets no limit.
        fn set_timeout_ms(self: &mut Task, timeout_ms: u64) -> Result<()>;

        /// Sets after how many steps to stop and give the best so far. What a step is is said at
        /// blicket_task_set_step_limit in blicket.h. UINT64_MAX sets no limit.
        fn set_step_limit(self: &mut Task, step_limit: u64) -> Result<()>;

        /// Sets whether the queries' inputs help to tell grammars apart that the examples leave
        /// open. A task begins with false: the grammar depends on the examples alone.
        fn set_use_query_inputs(self: &mut Task, use_query_inputs: bool) -> Result<()>;

        /// Sets whether examples may be wrong. Then those are given up whose outputs take less to write
        /// down than it takes a grammar to satisfy them too; a solution's problems name them.
        fn set_noise(self: &mut Task, noise: bool) -> Result<()>;

        /// Sets an option by its name, such as "noise" to "true". Options and their values are listed at
        /// blicket_task_set in blicket.h. Throws if there is no such option, or if it cannot have this
        /// value, and says what would be right.
        fn set(self: &mut Task, name: &str, value: &str) -> Result<()>;

        /// The value of an option by its name. Throws if there is no such option.
        fn get(self: &Task, name: &str) -> Result<String>;

        /// What is probably not meant in the examples: contradictions, slips of the keyboard.
        fn lint(self: &Task) -> Result<Vec<Remark>>;

        /// Forgets what was worked out when the task was solved before: up to 32 MiB, by which a task
        /// that is solved once more takes a few hundredths of the time, and is not solved differently.
        fn forget(self: &mut Task) -> Result<()>;

        /// How many examples have been added.
        fn example_count(self: &Task) -> Result<usize>;

        /// How many queries have been added.
        fn query_count(self: &Task) -> Result<usize>;

        /// What came of a task. It needs neither its task nor its engine any more. Grammars that it
        /// gives out as references live as long as it does; Grammar::copy makes one to keep.
        type Solution;

        /// How far it came.
        fn outcome(self: &Solution) -> Result<Success>;

        /// Why it stopped there.
        fn stop_reason(self: &Solution) -> Result<StopReason>;

        /// Whether there is a grammar.
        fn has_grammar(self: &Solution) -> Result<bool>;

        /// That grammar. Throws where there is none.
        // cxx asks for `unsafe` beside a lifetime, because C++ has to keep to it.
        unsafe fn grammar<'a>(self: &'a Solution) -> Result<&'a Grammar>;

        /// How many examples the task had.
        fn example_count(self: &Solution) -> Result<usize>;

        /// How many of them the grammar satisfies; 0 if there is no grammar.
        fn satisfied_count(self: &Solution) -> Result<usize>;

        /// The examples that the grammar does not satisfy; none if there is no grammar.
        fn unsatisfied(self: &Solution) -> Result<Vec<Unsatisfied>>;

        /// What there is to tell a person about, in English: contradicting examples, for instance.
        /// Examples are counted from 1 here.
        fn problems(self: &Solution) -> Result<Vec<String>>;

        /// The problems with their kinds and data, for a program.
        fn problem_details(self: &Solution) -> Result<Vec<Problem>>;

        /// What to ask a person next, the most decisive question first.
        fn questions(self: &Solution) -> Result<Vec<Question>>;

        /// The whole solution as one JSON object, with the fields that blicket_result_json in blicket.h
        /// lists.
        fn json(self: &Solution) -> Result<String>;

        /// An answer for each query of the task, in the same order.
        fn answers(self: &Solution) -> Result<Vec<Answer>>;

        /// How many further grammars there are that satisfy every example, the most probable first.
        fn alternative_count(self: &Solution) -> Result<usize>;

        /// One of these grammars, from 0. Throws past the last.
        unsafe fn alternative<'a>(self: &'a Solution, index: usize) -> Result<&'a Grammar>;

        /// How probable it is, from 0 to 1. Throws past the last.
        fn alternative_weight(self: &Solution, index: usize) -> Result<f64>;

        /// What it took.
        fn statistics(self: &Solution) -> Result<Statistics>;

        /// A task that is being solved in the background, on a thread of its own. Any number of them
        /// share an engine's workers fairly. It needs neither its task nor its engine any more.
        /// Destroying it cancels it and waits for its thread, which takes a few milliseconds.
        type Search;

        /// How far it is. That takes no time to speak of.
        fn poll(self: &Search) -> Result<Progress>;

        /// Whether it is over.
        fn is_done(self: &Search) -> Result<bool>;

        /// Waits until it is over and its watcher has returned from the last call, and gives whether it
        /// is over: in that watcher, where it would take for ever, it does not wait.
        fn wait(self: &Search) -> Result<bool>;

        /// Waits like wait, for so many milliseconds at most, and gives whether the search is over.
        fn wait_ms(self: &Search, timeout_ms: u64) -> Result<bool>;

        /// Ends it with the best so far, within a few milliseconds, and does not wait for that.
        fn cancel(self: &Search) -> Result<()>;

        /// What came of it; or the best so far, if it is not over: then the stop reason is
        /// StopReason::Running, and the best grammar alone answers the queries, with confidence 0: the
        /// first 10,000 at most.
        fn result(self: &Search) -> Result<Box<Solution>>;

        /// What a host sets up once and shares: it learns grammars from examples, and has the
        /// device that networks run on. Running a stored grammar does not need one.
        type Engine;

        /// Sets up an engine. Networks are loaded when they are first needed, or by warm_up; but if a
        /// card is asked for, they are loaded at once. Throws if a card cannot be had.
        #[Self = "Engine"]
        fn create(options: &Options) -> Result<Box<Engine>>;

        /// Learns a grammar from a task's examples, and answers its queries. That no grammar
        /// satisfies the examples, or that time was up, is no error: the solution says so, and why.
        fn solve(self: &Engine, task: &Task) -> Result<Box<Solution>>;

        /// Learns from examples and answers queries in one call, with a task's default settings.
        fn synthesize(
            self: &Engine,
            support: &[Example],
            queries: &[&str],
            timeout_ms: u64,
        ) -> Result<Box<Solution>>;

        /// Starts to solve a task in the background; what comes of it is what solve gives. Throws if
        /// the operating system has no thread to spare.
        fn start(self: &Engine, task: &Task) -> Result<Box<Search>>;

        /// Starts to solve a task in the background, with a watcher, which belongs to the search from now
        /// on and is destroyed by the search's thread. It may be called before this function has returned.
        fn start_with(
            self: &Engine,
            task: &Task,
            watcher: UniquePtr<Watcher>,
        ) -> Result<Box<Search>>;

        /// How many threads may work at once, for all searches together.
        fn threads(self: &Engine) -> Result<usize>;

        /// What is probably not meant in the examples of a task; by learning from them, also those that cost the
        /// grammar a rule of their own ("own_rule"). It takes as long as learning.
        fn lint(self: &Engine, task: &Task) -> Result<Vec<Remark>>;

        /// Loads the networks now, so that the first search that needs them does not wait for that.
        /// Throws if they cannot be loaded, and says why; the engine works on without them, by
        /// deduction.
        fn warm_up(self: &Engine) -> Result<()>;

        /// The version of ONNX Runtime; empty as long as no networks are loaded.
        fn runtime_version(self: &Engine) -> Result<&str>;

        /// What ONNX Runtime was loaded from; empty as long as no networks are loaded.
        fn runtime_path(self: &Engine) -> Result<String>;

        /// Why there are no networks, in English, if they were needed and could not be loaded;
        /// otherwise empty.
        fn network_problem(self: &Engine) -> Result<String>;

        /// The models that networks are loaded from. To know them, nothing need be loaded. Throws if
        /// one of them is invalid.
        fn models(self: &Engine) -> Result<Vec<Model>>;

        /// The device that networks really run on, never Device::Auto; the processor as long as none
        /// is loaded.
        fn device(self: &Engine) -> Result<Device>;

        /// Why it is this device, in English.
        fn device_reason(self: &Engine) -> Result<&str>;

        /// All of this in one line, for a log.
        fn info(self: &Engine) -> Result<String>;
    }
}

// The header says that const functions may be called from any number of threads at once.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Grammar>();
    shared::<Evaluation>();
    shared::<Explanation>();
    shared::<Engine>();
    shared::<Task>();
    shared::<Solution>();
    shared::<Search>();
};
