package io.longhaul.probes.net;

import java.time.Duration;
import java.util.Optional;

/**
 * Processor time of a test at one end. Immutable.
 *
 * @param process core time of the whole process, all threads; empty where the platform does not tell
 * @param busiestThread largest share of one core that any thread moving data took; zero when unknown
 * @param runnableThread largest share of the time that such a thread ran or waited for a core; zero when unknown
 * @param wall time it was measured over
 */
public record CpuReading(Optional<Duration> process, double busiestThread, double runnableThread, Duration wall) {
    public static final CpuReading UNKNOWN = new CpuReading(Optional.empty(), 0, 0, Duration.ofNanos(1));

    /** In percent of one core. */
    public double percent() {
        return process.map(time -> 100.0 * time.toNanos() / wall.toNanos()).orElse(0.0);
    }
}
