package io.longhaul.cli.fleet;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.YamlText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/**
 * What a VM's own {@code longhaul screen} says of how often it is kept waiting; the less the better. Nothing said is worse than anything
 * said. The order is that of Bobtail (NSDI 2013): long tails first. Immutable.
 *
 * @param late10 share of sleeps that lasted 10 ms too long
 * @param stolen share of the processors' time that the hypervisor gave to others; 0 when it does not say
 * @param late1 share of sleeps that lasted 1 ms too long
 */
record Screening(double late10, double stolen, double late1) implements Comparable<Screening> {
    private static final Screening NOTHING_SAID =
            new Screening(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    private static final Comparator<Screening> ORDER = Comparator.comparingDouble(Screening::late10)
            .thenComparingDouble(Screening::stolen)
            .thenComparingDouble(Screening::late1);

    /**
     * Of {@code longhaul-screen/1}.
     *
     * @param source where it comes from, for messages
     * @throws InvalidInputException when it is none
     */
    static Screening parse(String text, String source) {
        return YamlText.parse(text, source).decode(in -> {
            if (!in.text("format").equals("longhaul-screen/1")) {
                throw in.invalid("format", "is not longhaul-screen/1");
            }
            double stolen = in.findDecimal("stolen_share").orElse(0);
            return in.findObject(
                            "oversleep",
                            sleep -> new Screening(share(sleep, "over_10ms"), stolen, share(sleep, "over_1ms")))
                    .orElseThrow(() -> in.invalid("oversleep", "is missing"));
        });
    }

    private static double share(FieldReader sleep, String field) {
        long samples = sleep.integer("samples");
        long late = sleep.integer(field);
        if (samples < 1 || late < 0 || late > samples) {
            throw sleep.invalid(field, "is no part of its samples");
        }
        return (double) late / samples;
    }

    /** What was kept in a file; the worst when there is none. */
    static Screening read(Path file) {
        return Optional.of(file)
                .filter(Files::exists)
                .map(there -> parse(FileAccess.readText(there), there.toString()))
                .orElse(NOTHING_SAID);
    }

    @Override
    public int compareTo(Screening other) {
        return ORDER.compare(this, other);
    }
}
