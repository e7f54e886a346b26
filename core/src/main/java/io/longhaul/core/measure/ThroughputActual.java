package io.longhaul.core.measure;

import io.longhaul.core.units.DataSize;
import java.util.Optional;

/**
 * What was really in force, read back from the sockets; empty where the platform does not tell. Immutable.
 *
 * @param sendBuffer send buffer of the sender
 * @param receiveBuffer receive buffer of the receiver
 * @param congestion congestion control of the sender
 * @param mss maximum segment size
 */
public record ThroughputActual(
        Optional<DataSize> sendBuffer,
        Optional<DataSize> receiveBuffer,
        Optional<String> congestion,
        Optional<DataSize> mss) {
    public static final ThroughputActual UNKNOWN =
            new ThroughputActual(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
