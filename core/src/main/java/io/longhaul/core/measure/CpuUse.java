package io.longhaul.core.measure;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Processor time the probe took at both ends. Immutable.
 *
 * @param local core time of all threads at the end that ran the probe; empty when unknown
 * @param remote core time of all threads at the agent; empty when unknown
 * @param localBusiest largest share of one core that a thread moving data took at the probing end, from 0 to about 1
 * @param remoteBusiest the same at the agent
 */
public record CpuUse(
        Optional<Duration> local,
        Optional<Duration> remote,
        OptionalDouble localBusiest,
        OptionalDouble remoteBusiest) {
    public static final CpuUse UNKNOWN = new CpuUse(Optional.empty(), Optional.empty());

    /** From this share of a core on, the run measured an end and not the network. */
    public static final double FULL_CORE = 0.9;

    /** Of a source that does not tell the shares. */
    public CpuUse(Optional<Duration> local, Optional<Duration> remote) {
        this(local, remote, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Whether a thread filled its core at either end: then the rate is no result about the network. */
    public boolean endpointLimited() {
        return localBusiest.orElse(0) >= FULL_CORE || remoteBusiest.orElse(0) >= FULL_CORE;
    }
}
