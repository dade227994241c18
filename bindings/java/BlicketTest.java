import blicket.Blicket.Engine;
import blicket.Blicket.Grammar;
import blicket.Blicket.Search;
import blicket.Blicket.Solution;
import blicket.Blicket.Task;
import blicket.BlicketException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The binding from Java: learning, teaching, refusing, freeing. `make test-java` runs it. */
public final class BlicketTest {
    public static void main(String[] arguments) throws Exception {
        learnsIsTaughtAndRefuses();
        asksWhatIsOpen();
        whatIsOpenIsRefusedWithAGuess();
        isCancelled();
        errorsTextAndClosing();
        threadsShareAGrammar();
        System.out.println("ok");
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) throw new AssertionError("expected " + expected + ", got " + actual);
    }

    private static <T extends Throwable> T fails(Class<T> kind, Runnable call) {
        try {
            call.run();
        } catch (Throwable problem) {
            return kind.cast(problem);
        }
        throw new AssertionError("nothing failed");
    }

    private static Task lessons() {
        return new Task().add("walk", "WALK").add("jump", "JUMP").add("walk twice", "WALK WALK").add("jump left", "LEFT JUMP")
                .add("walk left twice", "LEFT WALK LEFT WALK");
    }

    private static void learnsIsTaughtAndRefuses() throws InterruptedException {
        try (Engine engine = new Engine(1); Task task = lessons().query("jump left twice").query("hop left")) {
            Grammar grammar;
            try (Search search = engine.start(task)) {
                while (!search.poll().done()) Thread.sleep(1);
                same(5L, search.poll().satisfied());
                try (Solution solution = search.bestSoFar()) {
                    same(true, solution.solved());
                    same(Optional.of("LEFT JUMP LEFT JUMP"), solution.answers().get(0).text());
                    // A word that no example shows is not guessed at.
                    same(Optional.empty(), solution.answers().get(1).text());
                    same(true, solution.answers().get(1).stuck().contains("hop"));
                    grammar = solution.grammar().orElseThrow();
                }
            }
            // It is taught, and wrongly; then corrected.
            task.add("hop", "HPO").replace(5, "hop", "HOP");
            try (Solution taught = engine.solve(task)) {
                same(Optional.of("LEFT HOP"), taught.answers().get(1).text());
            }
            task.add("hop", "JUMP");
            try (Solution contradicted = engine.solve(task)) {
                same(false, contradicted.solved());
                same(false, contradicted.problems().isEmpty());
            }
            task.remove(6);
            // What was learnt is stored and read back.
            Grammar again = Grammar.parse(grammar.text());
            same(Optional.of("LEFT WALK"), again.apply("walk left").text());
            same(List.of("hop"), again.apply("hop").stuck());
            same(List.of("twcie"), again.advise("walk twcie", 3).unknown());
            same("walk twice", again.advise("walk twcie", 3).suggestions().get(0));
        }
    }

    private static void asksWhatIsOpen() {
        Task open = new Task().add("dax", "RED").add("lug", "BLUE").add("dax fep", "RED RED").add("dax kiki lug", "BLUE RED");
        try (Engine engine = new Engine(); Solution solution = engine.solve(open.set("questions", 2))) {
            same(true, solution.questions().get(0).answers().size() > 1);
            same(true, solution.json().contains("\"questions\""));
        }
    }

    private static void whatIsOpenIsRefusedWithAGuess() {
        Task few = new Task().add("dax", "RED").add("lug", "BLUE").add("dax fep", "RED RED RED").add("lug dax", "BLUE RED");
        try (Engine engine = new Engine(); Solution solution = engine.solve(few.query("lug dax fep"))) {
            var answer = solution.answers().get(0);
            same(Optional.empty(), answer.text());
            same(true, answer.guess().orElseThrow().startsWith("BLUE RED"));
            same(true, answer.confidence() > 0.25 && answer.confidence() < 0.75);
            Grammar stored = Grammar.parse(solution.grammar().orElseThrow().text());
            same(Optional.empty(), stored.apply("lug dax fep").text());
            same(answer.guess().get(), stored.apply("lug dax fep").guess());
            same(Optional.of("BLUE BLUE BLUE"), stored.apply("lug fep").text());
        }
    }

    private static void isCancelled() {
        Random random = new Random(1);
        Task hard = new Task().set("strategy", "deduce").set("timeout_ms", 600000);
        for (int i = 0; i < 40; i++) {
            hard.add(IntStream.range(0, 36).mapToObj(n -> "" + (char) ('a' + random.nextInt(16))).collect(Collectors.joining(" ")),
                    "X ".repeat(80 + random.nextInt(80)).trim());
        }
        try (Engine engine = new Engine(1); Search search = engine.start(hard)) {
            same(false, search.await(20));
            search.cancel();
            while (!search.await(1000)) { }
            same(true, search.bestSoFar().cancelled());
        }
    }

    private static void errorsTextAndClosing() {
        BlicketException problem = fails(BlicketException.class, () -> Grammar.parse("dax -> RED\nlug -> [u1]"));
        same(2, problem.line);
        same(true, problem.getMessage().startsWith("line 2"));
        same(true, fails(BlicketException.class, () -> new Task().set("colour", "red")).getMessage().contains("timeout_ms"));
        same(2, fails(BlicketException.class, () -> Grammar.parse("\ud800 -> A")).status);
        Grammar grammar = Grammar.parse("größer -> 🤖\nu1 二 -> [u1] [u1]");
        same(Optional.of("🤖 🤖"), grammar.apply("größer 二").text());
        grammar.close();
        grammar.close();
        same("this Grammar was closed", fails(IllegalStateException.class, () -> grammar.apply("größer")).getMessage());
        for (int i = 0; i < 200; i++) Grammar.parse("a -> B").apply("a");
        System.gc();
    }

    private static void threadsShareAGrammar() throws InterruptedException {
        Grammar grammar = Grammar.parse("a -> B\nu1 twice -> [u1] [u1]");
        AtomicInteger right = new AtomicInteger();
        List<Thread> threads = IntStream.range(0, 4).mapToObj(n -> new Thread(() -> {
            for (int i = 0; i < 200; i++) if (grammar.apply("a twice").text().equals(Optional.of("B B"))) right.incrementAndGet();
        })).toList();
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        same(800, right.get());
    }
}
