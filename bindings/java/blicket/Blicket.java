package blicket;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Learns the rules of a small command language from examples, and applies them exactly. Everything may be used from any
 * number of threads at once, except that one at a time may change a Task. What is not closed is freed by the collector.
 */
public final class Blicket {
    private Blicket() {}

    static {
        if (Native.number("blicket_abi_version") != 1) {
            throw new ExceptionInInitializerError("the blicket library is of another version than these classes");
        }
    }

    public static String version() { return Native.text("blicket_version"); }

    /** An answer to a query: a text, empty where the query is refused; the best guess, also where the examples leave it open;
     *  how sure that is; the words that no rule reads. */
    public record Answer(Optional<String> text, Optional<String> guess, double confidence, List<String> stuck) {}
    /** What an input may mean; an empty text where it may be no sentence. */
    public record Possible(Optional<String> text, double weight) {}
    /** An input whose meaning would decide what the examples leave open. */
    public record Question(String input, double worth, List<Possible> answers) {}
    /** What an input means: a text, empty where it means nothing or is refused; the best guess, empty without one; how sure
     *  that is; the words that no rule reads. */
    public record Evaluation(Optional<String> text, String guess, double confidence, List<String> stuck) {}
    /** Words of an input that no rule names, and near sentences. */
    public record Advice(boolean isRead, List<String> unknown, List<String> suggestions) {}
    /** How far a search is. */
    public record Progress(boolean done, long satisfied, long examples, double seconds) {}

    private static <T> List<T> list(long count, LongFunction<T> item) {
        List<T> all = new ArrayList<>();
        for (long i = 0; i < count; i++) all.add(item.apply(i));
        return List.copyOf(all);
    }

    /** Learns grammars: one for the whole program. */
    public static final class Engine extends Native.Owner {
        public Engine() { this(0); }

        /** @param threads 0 for as many as there are processors */
        public Engine(long threads) { super("engine", make(threads)); }

        private static MemorySegment make(long threads) {
            version();  // whether the library is the right one
            MemorySegment options = Native.make("blicket_options_new");
            try {
                Native.must("blicket_options_set_threads", options, threads);
                return Native.make("blicket_engine_new", options);
            } finally {
                Native.call(null, "blicket_options_free", options);
            }
        }

        /** Learns, and waits for it. */
        public Solution solve(Task task) {
            return use(engine -> task.use(from -> new Solution(Native.make("blicket_solve", engine, from))));
        }

        /** Begins to learn in the background. The task may be changed at once. */
        public Search start(Task task) {
            MemorySegment none = MemorySegment.NULL;
            return use(engine -> task.use(from -> new Search(Native.make("blicket_search_start", engine, from, none, none))));
        }
    }

    /** Examples to learn from and queries to answer. Examples are counted from 0. */
    public static final class Task extends Native.Owner {
        public Task() { super("task", Native.make("blicket_task_new")); }

        public Task add(String input, String output) { return say("blicket_task_add_example", input, output); }
        public Task query(String input) { return say("blicket_task_add_query", input); }
        public Task noSentence(String input) { return say("blicket_task_add_no_sentence", input); }
        public Task wrong(String input, String output) { return say("blicket_task_add_wrong_output", input, output); }
        /** Sets an option by its name: blicket_task_set in the header lists them. */
        public Task set(String name, Object value) { return say("blicket_task_set", name, value.toString()); }

        public Task remove(long index) {
            return use(task -> { Native.must("blicket_task_remove_example", task, index); return this; });
        }

        public Task replace(long index, String input, String output) {
            try (Arena arena = Arena.ofConfined()) {
                Native.Text from = new Native.Text(arena, input), to = new Native.Text(arena, output);
                return use(task -> { Native.must("blicket_task_replace_example", task, index, from, to); return this; });
            }
        }

        private Task say(String function, String... texts) {
            try (Arena arena = Arena.ofConfined()) {
                Object[] given = new Object[texts.length + 1];
                for (int i = 0; i < texts.length; i++) given[i + 1] = new Native.Text(arena, texts[i]);
                return use(task -> { given[0] = task; Native.must(function, given); return this; });
            }
        }
    }

    /** A task that is being solved in the background. */
    public static final class Search extends Native.Owner {
        Search(MemorySegment handle) { super("search", handle); }

        /** Does not wait: ask in every frame. */
        public Progress poll() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment progress = arena.allocate(Native.PROGRESS_BYTES, 8);
                boolean done = use(search -> Native.truth("blicket_search_poll", search, progress));
                return new Progress(done, progress.get(ValueLayout.JAVA_LONG, Native.SATISFIED),
                        progress.get(ValueLayout.JAVA_LONG, Native.EXAMPLES), progress.get(ValueLayout.JAVA_DOUBLE, Native.SECONDS));
            }
        }

        /** Waits for so long at most; whether it is over. */
        public boolean await(long milliseconds) { return use(search -> Native.truth("blicket_search_wait", search, milliseconds)); }
        /** Ends it with the best so far, soon. */
        public void cancel() { use(search -> Native.call(null, "blicket_search_cancel", search)); }
        /** What came of it, or what there is now. */
        public Solution bestSoFar() { return use(search -> new Solution(Native.make("blicket_search_result", search))); }
    }

    /** What came of a task. */
    public static final class Solution extends Native.Owner {
        Solution(MemorySegment handle) { super("result", handle); }

        public boolean solved() { return use(result -> Native.number("blicket_result_outcome", result) == Native.BLICKET_SUCCESS_SOLVED); }
        public boolean cancelled() { return use(result -> Native.number("blicket_result_stop_reason", result) == Native.BLICKET_STOP_REASON_CANCELLED); }
        /** All of it; blicket_result_json in the header has the fields. */
        public String json() { return use(result -> Native.text("blicket_result_json", result)); }

        public List<Answer> answers() {
            return use(result -> list(Native.count("blicket_result_answer_count", result), i -> new Answer(
                    Native.truth("blicket_result_answer_has_text", result, i)
                            ? Optional.of(Native.text("blicket_result_answer_text", result, i)) : Optional.empty(),
                    Native.truth("blicket_result_answer_has_guess", result, i)
                            ? Optional.of(Native.text("blicket_result_answer_guess", result, i)) : Optional.empty(),
                    Native.real("blicket_result_answer_confidence", result, i),
                    list(Native.count("blicket_result_answer_stuck_count", result, i),
                            n -> Native.text("blicket_result_answer_stuck_word", result, i, n)))));
        }

        /** What a person should be told about the examples. */
        public List<String> problems() {
            return use(result -> list(Native.count("blicket_result_problem_count", result),
                    i -> Native.text("blicket_result_problem", result, i)));
        }

        /** What to ask a person, the most decisive first; the task's option "questions" says how many. */
        public List<Question> questions() {
            return use(result -> list(Native.count("blicket_result_question_count", result), i -> new Question(
                    Native.text("blicket_result_question", result, i), Native.real("blicket_result_question_worth", result, i),
                    list(Native.count("blicket_result_question_answer_count", result, i), n -> new Possible(
                            Native.truth("blicket_result_question_answer_has_text", result, i, n)
                                    ? Optional.of(Native.text("blicket_result_question_answer", result, i, n)) : Optional.empty(),
                            Native.real("blicket_result_question_answer_weight", result, i, n))))));
        }

        /** A grammar to keep. */
        public Optional<Grammar> grammar() {
            return use(result -> {
                MemorySegment own = Native.pointer("blicket_result_grammar", result);
                return own.address() == 0 ? Optional.empty() : Optional.of(new Grammar(Native.make("blicket_grammar_copy", own)));
            });
        }
    }

    /** Rules, to apply. Store their text, and parse it. */
    public static final class Grammar extends Native.Owner {
        Grammar(MemorySegment handle) { super("grammar", handle); }

        public static Grammar parse(String rules) {
            try (Arena arena = Arena.ofConfined()) {
                return new Grammar(Native.make("blicket_grammar_parse", new Native.Text(arena, rules)));
            }
        }

        public String text() { return use(grammar -> Native.text("blicket_grammar_text", grammar)); }

        public Evaluation apply(String input) {
            try (Arena arena = Arena.ofConfined()) {
                Native.Text text = new Native.Text(arena, input);
                return use(grammar -> {
                    MemorySegment made = Native.make("blicket_grammar_apply", grammar, text);
                    try {
                        boolean value = Native.number("blicket_evaluation_outcome", made) == Native.BLICKET_OUTCOME_VALUE;
                        return new Evaluation(value ? Optional.of(Native.text("blicket_evaluation_text", made)) : Optional.empty(),
                                Native.text("blicket_evaluation_guess", made), Native.real("blicket_evaluation_confidence", made),
                                list(Native.count("blicket_evaluation_stuck_count", made),
                                        i -> Native.text("blicket_evaluation_stuck_word", made, i)));
                    } finally {
                        Native.call(null, "blicket_evaluation_free", made);
                    }
                });
            }
        }

        public Advice advise(String input, long suggestions) {
            try (Arena arena = Arena.ofConfined()) {
                Native.Text text = new Native.Text(arena, input);
                return use(grammar -> {
                    MemorySegment made = Native.make("blicket_grammar_advise", grammar, text, suggestions);
                    try {
                        return new Advice(Native.truth("blicket_advice_is_read", made),
                                list(Native.count("blicket_advice_unknown_count", made), i -> Native.text("blicket_advice_unknown_word", made, i)),
                                list(Native.count("blicket_advice_suggestion_count", made), i -> Native.text("blicket_advice_suggestion", made, i)));
                    } finally {
                        Native.call(null, "blicket_advice_free", made);
                    }
                });
            }
        }
    }
}
