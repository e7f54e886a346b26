package io.longhaul.core.measure;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What the senders' kernels say about an interval (Linux TCP_INFO), all streams together. Immutable.
 *
 * @param congestionWindow sum over the streams, at the end of the interval
 * @param minRtt smallest RTT the kernel saw on any stream; empty where the kernel does not tell
 * @param busy stream-time with data in flight
 * @param receiveWindowLimited stream-time stalled by the receiver's window
 * @param sendBufferLimited stream-time stalled by the sender's buffer
 * @param deliveryRate sum of the kernel's latest delivery rates; empty where the kernel does not tell
 * @param senderBehind stream-time in which all that a socket held was under way and it would have taken more: it waited for
 *     its sender, as seen by looks at even distances; empty where nobody looked
 * @param sendBufferDry stream-time in which a socket took no more although all it held was under way: its buffer is too small to
 *     go on; seen and empty likewise
 * @param acknowledged octets the receivers' kernels acknowledged, also behind a hole: what arrived, whenever a program read it;
 *     empty where the kernel does not tell
 */
public record TcpState(
        DataSize congestionWindow,
        Optional<Duration> minRtt,
        Duration busy,
        Duration receiveWindowLimited,
        Duration sendBufferLimited,
        Optional<Bandwidth> deliveryRate,
        Optional<Duration> senderBehind,
        Optional<Duration> sendBufferDry,
        Optional<DataSize> acknowledged) {
    /** Of a source that does not look at the sockets. */
    public TcpState(
            DataSize congestionWindow,
            Optional<Duration> minRtt,
            Duration busy,
            Duration receiveWindowLimited,
            Duration sendBufferLimited,
            Optional<Bandwidth> deliveryRate) {
        this(
                congestionWindow,
                minRtt,
                busy,
                receiveWindowLimited,
                sendBufferLimited,
                deliveryRate,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Of a source that does not tell the delivery rate. */
    public TcpState(
            DataSize congestionWindow,
            Optional<Duration> minRtt,
            Duration busy,
            Duration receiveWindowLimited,
            Duration sendBufferLimited) {
        this(congestionWindow, minRtt, busy, receiveWindowLimited, sendBufferLimited, Optional.empty());
    }
}
