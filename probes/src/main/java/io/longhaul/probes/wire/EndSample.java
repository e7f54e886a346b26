package io.longhaul.probes.wire;

/**
 * What one end saw in one interval, all of its streams together. Times are on the end's own clock, from the start of
 * its count. Immutable.
 *
 * @param startNanos beginning of the interval
 * @param endNanos its true end
 * @param sentBytes octets its senders handed to the kernel
 * @param receivedBytes octets its receivers read
 * @param tcp the kernel's account of the senders; {@link KernelSample#NONE} when there is none
 */
public record EndSample(long startNanos, long endNanos, long sentBytes, long receivedBytes, KernelSample tcp) {}
