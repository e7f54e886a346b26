package io.longhaul.probes.study;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.ThroughputSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a sweep shall try. Immutable.
 *
 * @param base all that is not varied: direction, duration, volume of a run, congestion control
 * @param streams numbers of connections
 * @param windows socket buffers; an empty one leaves them to the kernel
 * @param writeSizes octets a write
 * @param repetitions of the whole grid
 * @param maxVolume stops the sweep when so much has moved; empty is no limit
 */
public record SweepSpec(
        ThroughputSpec base,
        List<Integer> streams,
        List<Optional<DataSize>> windows,
        List<DataSize> writeSizes,
        int repetitions,
        Optional<DataSize> maxVolume) {
    /** Runs of a second each would take a day. */
    private static final int MOST_RUNS = 100_000;

    public SweepSpec {
        streams = List.copyOf(streams);
        windows = List.copyOf(windows);
        writeSizes = List.copyOf(writeSizes);
        double runs = (double) streams.size() * windows.size() * writeSizes.size() * repetitions;
        if (runs > MOST_RUNS) {
            throw new InvalidInputException(
                    String.format(Locale.ROOT, "The sweep has %.0f runs.", runs),
                    "Give at most " + MOST_RUNS + ": fewer values or fewer --repetitions.");
        }
        if (streams.isEmpty() || windows.isEmpty() || writeSizes.isEmpty() || repetitions < 1) {
            throw new InvalidInputException(
                    "The sweep has no cells.",
                    "Give at least one number of streams, window, write size and repetition.");
        }
    }
}
