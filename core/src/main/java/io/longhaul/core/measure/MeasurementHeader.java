package io.longhaul.core.measure;

import io.longhaul.core.topology.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who measured what, where and when: the part every measurement has, also a failed one. Immutable.
 *
 * @param id unique within a log
 * @param link where data (or the echo request) went
 * @param fromVmType VM type at the source; empty when unknown
 * @param toVmType VM type at the destination; empty when unknown
 * @param started wall-clock start
 * @param duration how long the run took
 * @param prober what measured
 * @param campaign name of the campaign it belongs to; empty for a single run
 */
public record MeasurementHeader(
        String id,
        Link link,
        Optional<String> fromVmType,
        Optional<String> toVmType,
        Instant started,
        Duration duration,
        Prober prober,
        Optional<String> campaign) {

    /** When the run was over. */
    public Instant ended() {
        return started.plus(duration);
    }

    /**
     * What measured.
     *
     * @param name as {@code longhaul}, {@code iperf3}, {@code skyplane}
     * @param version as the program states it
     */
    public record Prober(String name, String version) {}
}
