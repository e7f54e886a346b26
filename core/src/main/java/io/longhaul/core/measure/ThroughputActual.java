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
 * @param effectiveWindow octets that a stream could have under way at the end of the run: the smaller of the window the receiver
 *     offered and the send buffer
 * @param pathMtu largest packet that the sender's kernel knows the path to take
 */
public record ThroughputActual(
        Optional<DataSize> sendBuffer,
        Optional<DataSize> receiveBuffer,
        Optional<String> congestion,
        Optional<DataSize> mss,
        Optional<DataSize> effectiveWindow,
        Optional<DataSize> pathMtu) {
    /** Of a source that tells neither the window offered nor the path. */
    public ThroughputActual(
            Optional<DataSize> sendBuffer,
            Optional<DataSize> receiveBuffer,
            Optional<String> congestion,
            Optional<DataSize> mss) {
        this(sendBuffer, receiveBuffer, congestion, mss, Optional.empty(), Optional.empty());
    }

    public static final ThroughputActual UNKNOWN =
            new ThroughputActual(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
