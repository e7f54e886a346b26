package io.longhaul.core.study;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the kernel and the processors said during a run, from the second half of its intervals, past the warm-up. An empty
 * figure is unknown, never zero. Immutable.
 *
 * @param receiveWindowShare share of the time with data in flight that the receiver's window held the senders back
 * @param sendBufferShare share of that time that their own buffers held them back; the kernel does not see all of it
 * @param sendBufferBytes of one stream, as read back at the end of the run
 * @param minRttSeconds smallest RTT
 * @param meanRttSeconds mean of the smoothed RTTs
 * @param medianRttSeconds median of the smoothed RTTs over the intervals: a queue that stands raises it, a moment of trouble does
 *     not
 * @param sendBufferDryShare share of the time that a socket took no more although all it held was under way
 * @param retransmitShare segments sent again over segments sent
 * @param retransmits segments sent again
 * @param congestionWindowBytes of all streams together
 * @param mssBytes of a segment
 * @param congestion name of the congestion control in force
 * @param fallenTo rate in bit/s after a fall within the run that lasted to its end, with a queue behind it: a token bucket that
 *     ran dry; empty when there was none
 * @param endpointCpu whether a processor at either end held the run back
 */
public record CellEvidence(
        OptionalDouble receiveWindowShare,
        OptionalDouble sendBufferShare,
        OptionalDouble sendBufferBytes,
        OptionalDouble minRttSeconds,
        OptionalDouble meanRttSeconds,
        OptionalDouble medianRttSeconds,
        OptionalDouble sendBufferDryShare,
        OptionalDouble retransmitShare,
        OptionalDouble retransmits,
        OptionalDouble congestionWindowBytes,
        OptionalDouble mssBytes,
        Optional<String> congestion,
        OptionalDouble fallenTo,
        boolean endpointCpu) {}
