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
 * @param localRunnable largest share of the time that such a thread ran or waited for a core, at the probing end; empty where
 *     the kernel does not tell
 * @param remoteRunnable the same at the agent
 */
public record CpuUse(
        Optional<Duration> local,
        Optional<Duration> remote,
        OptionalDouble localBusiest,
        OptionalDouble remoteBusiest,
        OptionalDouble localRunnable,
        OptionalDouble remoteRunnable) {
    public static final CpuUse UNKNOWN = new CpuUse(Optional.empty(), Optional.empty());

    /** From this share of a core on, the run measured an end and not the network. */
    public static final double FULL_CORE = 0.9;

    /** Of a source that does not tell the shares. */
    public CpuUse(Optional<Duration> local, Optional<Duration> remote) {
        this(local, remote, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Of a source that does not tell how long threads waited for a core. */
    public CpuUse(
            Optional<Duration> local,
            Optional<Duration> remote,
            OptionalDouble localBusiest,
            OptionalDouble remoteBusiest) {
        this(local, remote, localBusiest, remoteBusiest, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Whether a thread filled its core at either end. */
    public boolean fullCore() {
        return localBusiest.orElse(0) >= FULL_CORE || remoteBusiest.orElse(0) >= FULL_CORE;
    }
}
