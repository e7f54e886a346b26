package io.longhaul.core.measure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One throughput run. Immutable. {@code link} of the header is the direction of the data: a reverse run from A against
 * an agent at B measures the link B to A.
 *
 * @param header who, where, when
 * @param asked parameters asked for
 * @param actual parameters in force
 * @param sent what the senders counted; empty when unknown
 * @param received what the receivers counted; empty when unknown
 * @param steady rate without the warm-up; empty when no steady part was found
 * @param retransmits over the whole run; empty when unknown
 * @param rtt kernel or application RTT during the run; empty when unknown
 * @param streams each stream
 * @param intervals the series
 * @param cpu both ends
 * @param stopped why it ended
 * @param datagrams what became of the datagrams; empty for TCP
 * @param opposite the other direction of a bidirectional run, as a measurement of the link back; empty otherwise
 */
public record ThroughputMeasurement(
        MeasurementHeader header,
        ThroughputAsked asked,
        ThroughputActual actual,
        Optional<Transferred> sent,
        Optional<Transferred> received,
        Optional<SteadyRate> steady,
        OptionalLong retransmits,
        Optional<RttSummary> rtt,
        List<StreamTotal> streams,
        List<IntervalSample> intervals,
        CpuUse cpu,
        StopReason stopped,
        Optional<DatagramQuality> datagrams,
        Optional<ThroughputMeasurement> opposite)
        implements Measurement {
    /** A run over TCP in one direction. */
    public ThroughputMeasurement(
            MeasurementHeader header,
            ThroughputAsked asked,
            ThroughputActual actual,
            Optional<Transferred> sent,
            Optional<Transferred> received,
            Optional<SteadyRate> steady,
            OptionalLong retransmits,
            Optional<RttSummary> rtt,
            List<StreamTotal> streams,
            List<IntervalSample> intervals,
            CpuUse cpu,
            StopReason stopped) {
        this(
                header,
                asked,
                actual,
                sent,
                received,
                steady,
                retransmits,
                rtt,
                streams,
                intervals,
                cpu,
                stopped,
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Whether a processor held the run back, so that its rate is no result about the network: a thread that moved data filled a
     * core at either end, or the sending one always ran or waited for a core, and the sockets mostly waited for it.
     */
    public boolean endpointLimited() {
        return cpu.fullCore() || senderWaitedForCore();
    }

    private boolean senderWaitedForCore() {
        OptionalDouble runnable = asked.reverse() ? cpu.remoteRunnable() : cpu.localRunnable();
        return runnable.orElse(0) >= CpuUse.FULL_CORE
                && SenderLooks.of(intervals, streams.size()).behind().orElse(0) >= SenderLooks.MOSTLY;
    }

    public ThroughputMeasurement {
        streams = List.copyOf(streams);
        intervals = List.copyOf(intervals);
    }

    @Override
    public Kind kind() {
        return Kind.THROUGHPUT;
    }
}
