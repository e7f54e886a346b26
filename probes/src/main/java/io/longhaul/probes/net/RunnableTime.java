package io.longhaul.probes.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * How long threads ran or waited for a processor, as Linux counts it for each ({@code /proc/PID/task/TID/schedstat}: first
 * figure ran, second waited, in nanoseconds). A thread that shares its core with others gets less of it than it could use, which
 * processor time alone does not tell. Only threads of a factory made here are known. Thread-safe.
 */
final class RunnableTime {
    private static final Path PROC = Path.of("/proc");
    private static final Map<Long, Path> FILES = new ConcurrentHashMap<>();

    private RunnableTime() {}

    /** A factory whose threads can be asked about while they live. */
    static ThreadFactory noting(ThreadFactory factory) {
        return task -> factory.newThread(() -> {
            long id = Thread.currentThread().getId();
            note(id);
            try {
                task.run();
            } finally {
                FILES.remove(id);
            }
        });
    }

    private static void note(long id) {
        try {
            Path self = PROC.resolve(Files.readSymbolicLink(PROC.resolve("thread-self")));
            FILES.put(id, self.resolve("schedstat"));
        } catch (IOException | UnsupportedOperationException notLinux) {
            FILES.remove(id);
        }
    }

    /** Of the thread of that Java id, since it began; empty where the platform does not tell. */
    static OptionalLong nanosOf(long id) {
        Path file = FILES.get(id);
        if (file == null) {
            return OptionalLong.empty();
        }
        try {
            String[] figures = Files.readString(file).strip().split(" ", -1);
            return OptionalLong.of(Long.parseLong(figures[0]) + Long.parseLong(figures[1]));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException unreadable) {
            return OptionalLong.empty();
        }
    }
}
