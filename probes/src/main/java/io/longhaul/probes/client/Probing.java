package io.longhaul.probes.client;

import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;

/** What studies make their runs with: sockets ({@link Prober}), or a lab in virtual time. */
public interface Probing {
    /** Starts a throughput run. */
    ProbeRun throughput(ProbeTarget target, ThroughputSpec spec, ProgressListener progress);

    /** Starts a latency run. */
    ProbeRun latency(ProbeTarget target, LatencySpec spec);

    /** Whether no more runs are wanted: a study then ends with what it has. */
    boolean isCancelled();
}
