package io.longhaul.core.measure;

import java.time.Duration;
import java.util.Optional;

/**
 * Processor time the probe took at both ends, all threads. Immutable.
 *
 * @param local core time at the end that ran the probe; empty when unknown
 * @param remote core time at the agent; empty when unknown
 */
public record CpuUse(Optional<Duration> local, Optional<Duration> remote) {
    public static final CpuUse UNKNOWN = new CpuUse(Optional.empty(), Optional.empty());
}
