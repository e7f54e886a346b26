package io.longhaul.probes.screen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the kernel says about the time of all processors. Stateless. */
final class ProcessorTimes {
    private static final int FIELDS = 8;

    private ProcessorTimes() {}

    /** The first eight numbers of the line "cpu": user, nice, system, idle, iowait, irq, softirq, steal. */
    static Optional<long[]> read(Path stat) {
        try {
            if (!Files.isReadable(stat)) {
                return Optional.empty();
            }
            String[] words = Files.readAllLines(stat).get(0).split("\\s+", -1);
            if (words.length <= FIELDS) {
                return Optional.empty();
            }
            long[] times = new long[FIELDS];
            for (int i = 0; i < FIELDS; i++) {
                times[i] = Long.parseLong(words[i + 1]);
            }
            return Optional.of(times);
        } catch (IOException hidden) {
            return Optional.empty();
        }
    }

    /** Share that went to others between two readings; empty when one is missing. */
    static OptionalDouble stolen(Optional<long[]> before, Optional<long[]> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return OptionalDouble.empty();
        }
        long all = 0;
        for (int i = 0; i < FIELDS; i++) {
            all += after.get()[i] - before.get()[i];
        }
        double steal = after.get()[FIELDS - 1] - before.get()[FIELDS - 1];
        return OptionalDouble.of(all <= 0 ? 0 : steal / all);
    }
}
