package blicket;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/** The C functions by their names, texts, errors, and an owner of handles. */
final class Native {
    /** Numbers of the C header by their names there; a test compares them. */
    static final int BLICKET_SUCCESS_SOLVED = 0;
    static final int BLICKET_OUTCOME_VALUE = 0;
    static final int BLICKET_STOP_REASON_CANCELLED = 5;

    static final AddressLayout POINTER = ValueLayout.ADDRESS;
    static final StructLayout STR = MemoryLayout.structLayout(POINTER.withName("data"), ValueLayout.JAVA_LONG.withName("len"));
    /** blicket_progress: phase, has_grammar, satisfied, examples, steps, programs, seconds. */
    static final long PROGRESS_BYTES = 48, SATISFIED = 8, EXAMPLES = 16, SECONDS = 40;
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = SymbolLookup.libraryLookup(
            System.getProperty("blicket.library", "libblicket.so.1"), Arena.global());
    private static final Map<String, MethodHandle> FUNCTIONS = new ConcurrentHashMap<>();
    private static final Cleaner CLEANER = Cleaner.create();

    private Native() {}

    /** Calls a function that gives a value of this layout (null for none). Arguments are pointers, longs, or structs. */
    static Object call(MemoryLayout gives, String name, Object... arguments) {
        MethodHandle function = FUNCTIONS.computeIfAbsent(name, wanted -> {
            MemoryLayout[] takes = new MemoryLayout[arguments.length];
            for (int i = 0; i < takes.length; i++) {
                takes[i] = arguments[i] instanceof Text ? STR : arguments[i] instanceof Long ? ValueLayout.JAVA_LONG : POINTER;
            }
            MemorySegment address = LIBRARY.find(wanted).orElseThrow(() -> new UnsatisfiedLinkError(wanted));
            return LINKER.downcallHandle(address, gives == null ? FunctionDescriptor.ofVoid(takes) : FunctionDescriptor.of(gives, takes));
        });
        Object[] given = new Object[arguments.length + (gives == STR ? 1 : 0)];
        if (gives == STR) given[0] = (SegmentAllocator) Arena.ofAuto();
        for (int i = 0; i < arguments.length; i++) {
            given[given.length - arguments.length + i] = arguments[i] instanceof Text text ? text.segment : arguments[i];
        }
        try {
            return function.invokeWithArguments(given);
        } catch (RuntimeException | Error problem) {
            throw problem;
        } catch (Throwable problem) {
            throw new AssertionError(problem);
        }
    }

    static long count(String name, Object... arguments) { return (long) call(ValueLayout.JAVA_LONG, name, arguments); }
    static int number(String name, Object... arguments) { return (int) call(ValueLayout.JAVA_INT, name, arguments); }
    static boolean truth(String name, Object... arguments) { return (boolean) call(ValueLayout.JAVA_BOOLEAN, name, arguments); }
    static double real(String name, Object... arguments) { return (double) call(ValueLayout.JAVA_DOUBLE, name, arguments); }
    static MemorySegment pointer(String name, Object... arguments) { return (MemorySegment) call(POINTER, name, arguments); }

    /** A copy of a text that belongs to one of the arguments. */
    static String text(String name, Object... arguments) {
        MemorySegment str = (MemorySegment) call(STR, name, arguments);
        long length = str.get(ValueLayout.JAVA_LONG, 8);
        byte[] bytes = str.get(POINTER, 0).reinterpret(length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A call that may fail; where makes is true, what it writes to its last argument but one is given. */
    private static MemorySegment attempt(boolean makes, String name, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = arena.allocate(POINTER), error = arena.allocate(POINTER);
            Object[] all = java.util.Arrays.copyOf(arguments, arguments.length + (makes ? 2 : 1));
            if (makes) all[all.length - 2] = made;
            all[all.length - 1] = error;
            int status = number(name, all);
            if (status == 0) return made.get(POINTER, 0);
            MemorySegment problem = error.get(POINTER, 0);
            try {
                throw new BlicketException(status, text("blicket_error_message", problem),
                        (int) count("blicket_error_line", problem), (int) count("blicket_error_column", problem));
            } finally {
                call(null, "blicket_error_free", problem);
            }
        }
    }

    static void must(String name, Object... arguments) { attempt(false, name, arguments); }
    static MemorySegment make(String name, Object... arguments) { return attempt(true, name, arguments); }

    /** A string as UTF-8, for the time of a call. */
    static final class Text {
        final MemorySegment segment;

        Text(Arena arena, String string) {
            try {
                // Half of a surrogate pair is no text, and is not replaced in silence.
                ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(string));
                MemorySegment bytes = arena.allocate(Math.max(1, utf8.remaining()));
                MemorySegment.copy(MemorySegment.ofBuffer(utf8), 0, bytes, 0, utf8.remaining());
                segment = arena.allocate(STR);
                segment.set(POINTER, 0, bytes);
                segment.set(ValueLayout.JAVA_LONG, 8, utf8.remaining());
            } catch (CharacterCodingException problem) {
                throw new BlicketException(2, "the text has half of a surrogate pair, which is no character", 0, 0);
            }
        }
    }

    /** Has a handle that is freed once: by close, a second of which does nothing, or when it is collected. */
    abstract static class Owner implements AutoCloseable {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Cleaner.Cleanable cleanable;
        private MemorySegment handle;

        Owner(String kind, MemorySegment handle) {
            this.handle = handle;
            cleanable = CLEANER.register(this, () -> call(null, "blicket_" + kind + "_free", handle));
        }

        /** Calls with the handle, which no other thread closes meanwhile. */
        <R> R use(Function<MemorySegment, R> call) {
            lock.readLock().lock();
            try {
                if (handle == null) throw new IllegalStateException("this " + getClass().getSimpleName() + " was closed");
                return call.apply(handle);
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public void close() {
            lock.writeLock().lock();
            try {
                handle = null;
                cleanable.clean();
            } finally {
                lock.writeLock().unlock();
            }
        }
    }
}
