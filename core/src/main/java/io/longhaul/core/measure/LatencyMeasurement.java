package io.longhaul.core.measure;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Round-trip times of one run. Immutable.
 *
 * @param header who, where, when
 * @param method how it was measured
 * @param sent probes sent
 * @param lost probes that were never answered; empty where the source does not count them
 * @param rtt summary of the answered ones; empty when all were lost
 * @param oneWay which way the lost ones were lost; empty where that cannot be known
 * @param kernel what the prober's kernel timed; empty where it does not tell
 */
public record LatencyMeasurement(
        MeasurementHeader header,
        LatencyMethod method,
        long sent,
        OptionalLong lost,
        Optional<RttSummary> rtt,
        Optional<OneWayLoss> oneWay,
        Optional<KernelRtt> kernel)
        implements Measurement {
    /**
     * Losses by direction, as a stateful STAMP reflector tells them (RFC 8762). Immutable.
     *
     * @param forward probes that never reached the reflector
     * @param backward replies that never came back
     */
    public record OneWayLoss(long forward, long backward) {}

    /** Of a prober that counts losses. */
    public LatencyMeasurement(
            MeasurementHeader header,
            LatencyMethod method,
            long sent,
            long lost,
            Optional<RttSummary> rtt,
            Optional<OneWayLoss> oneWay) {
        this(header, method, sent, OptionalLong.of(lost), rtt, oneWay, Optional.empty());
    }

    /** Of a method that cannot tell the directions apart. */
    public LatencyMeasurement(
            MeasurementHeader header, LatencyMethod method, long sent, long lost, Optional<RttSummary> rtt) {
        this(header, method, sent, lost, rtt, Optional.empty());
    }

    /** Of a source that does not count losses, such as a published table. */
    public static LatencyMeasurement withoutLosses(
            MeasurementHeader header, LatencyMethod method, long sent, RttSummary rtt) {
        return new LatencyMeasurement(
                header, method, sent, OptionalLong.empty(), Optional.of(rtt), Optional.empty(), Optional.empty());
    }

    /** This, with what the prober's kernel timed. */
    public LatencyMeasurement withKernel(Optional<KernelRtt> kernelRtt) {
        return new LatencyMeasurement(header, method, sent, lost, rtt, oneWay, kernelRtt);
    }

    @Override
    public LatencyMeasurement withHeader(MeasurementHeader other) {
        return new LatencyMeasurement(other, method, sent, lost, rtt, oneWay, kernel);
    }

    @Override
    public Kind kind() {
        return Kind.LATENCY;
    }
}
