package io.longhaul.probes.flow;

import io.longhaul.probes.net.TcpInfo;

/**
 * Octets of one stream that have arrived, never fewer than were told before. The kernel's figures can fall: a receiver may take a
 * selective acknowledgement back (RFC 2018, section 8), a time-out forgets those there were, and a segment behind a hole counts as a
 * whole one of the present size although it may have been shorter. Confined to one thread.
 */
final class DeliveredOctets {
    private long most;

    /** With what the kernel says now. */
    long upTo(TcpInfo now) {
        most = Math.max(most, now.bytesDelivered());
        return most;
    }
}
