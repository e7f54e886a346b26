package io.longhaul.core.measure;

import java.time.Duration;

/**
 * Round-trip times by the clock of the prober's kernel (Linux TCP_INFO): from a segment to its acknowledgement, without the time
 * until the prober wakes up. A handshake is answered by the peer's kernel alone, so the smallest has no program in it. Immutable.
 *
 * @param min smallest of all connections of the probe, handshakes included
 * @param typical of handshakes, their median; of an echo, the smoothed RTT at its end, in which is the agent's time to answer
 */
public record KernelRtt(Duration min, Duration typical) {}
