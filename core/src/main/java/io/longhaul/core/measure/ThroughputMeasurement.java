package io.longhaul.core.measure;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
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

    /** A run over TCP in one direction of which only rates are known: no sockets, no processors, no round-trip times. */
    public static ThroughputMeasurement ofRates(
            MeasurementHeader header,
            ThroughputAsked asked,
            Optional<Transferred> sent,
            Optional<Transferred> received,
            Optional<SteadyRate> steady,
            List<IntervalSample> intervals,
            StopReason stopped) {
        return new ThroughputMeasurement(
                header,
                asked,
                ThroughputActual.UNKNOWN,
                sent,
                received,
                steady,
                OptionalLong.empty(),
                Optional.empty(),
                List.of(),
                intervals,
                CpuUse.UNKNOWN,
                stopped);
    }

    /** The rate of the run: the steady one, else what arrived, else what was sent; empty when none is known. */
    public Optional<Bandwidth> rate() {
        return steady.map(SteadyRate::rate)
                .or(() -> received.map(Transferred::rate))
                .or(() -> sent.map(Transferred::rate));
    }

    /** One rate an interval, by {@link IntervalSample#bitsPerSecond}. */
    public double[] series() {
        return intervals.stream().mapToDouble(IntervalSample::bitsPerSecond).toArray();
    }

    /** Mean rate of the part of the run between two moments of it, in bit/s; zero when it has none there. */
    public double bitsPerSecondBetween(double fromSeconds, double toSeconds) {
        double bits = 0;
        double seconds = 0;
        for (IntervalSample sample : intervals) {
            double start = Durations.seconds(sample.start());
            double length = sample.seconds();
            double part = Math.min(start + length, toSeconds) - Math.max(start, fromSeconds);
            if (part > 0 && length > 0) {
                bits += sample.bits() * part / length;
                seconds += part;
            }
        }
        return seconds == 0 ? 0 : bits / seconds;
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
    public ThroughputMeasurement withHeader(MeasurementHeader other) {
        return new ThroughputMeasurement(
                other,
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
                datagrams,
                opposite);
    }

    @Override
    public Kind kind() {
        return Kind.THROUGHPUT;
    }
}
