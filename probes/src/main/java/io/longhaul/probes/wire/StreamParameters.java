package io.longhaul.probes.wire;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The part of a parameter document that says how each stream is to be made. Immutable.
 *
 * @param length octets a write, or of a datagram
 * @param window octets of both socket buffers
 * @param mss octets of a segment at most
 * @param noDelay whether small segments go out at once
 * @param congestion name of the congestion control
 * @param bandwidth bit/s of each stream; zero is as fast as possible
 * @param kernelPacing bit/s the kernel lets a stream send; zero is no limit
 * @param burst writes in a row when {@code bandwidth} is given
 * @param typeOfService octet of the IP header
 */
public record StreamParameters(
        int length,
        OptionalInt window,
        OptionalInt mss,
        boolean noDelay,
        Optional<String> congestion,
        long bandwidth,
        long kernelPacing,
        int burst,
        int typeOfService) {
    /** This, at another rate. */
    public StreamParameters withBandwidth(long bitsPerSecond) {
        return new StreamParameters(
                length, window, mss, noDelay, congestion, bitsPerSecond, kernelPacing, burst, typeOfService);
    }
}
