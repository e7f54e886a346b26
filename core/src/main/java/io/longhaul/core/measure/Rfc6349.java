package io.longhaul.core.measure;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of RFC 6349, "Framework for TCP Throughput Testing", section 4. Immutable.
 *
 * @param transferTimeRatio actual over ideal time of the transfer; 1 is ideal; empty without a bottleneck bandwidth
 * @param efficiency share of the octets sent that were not sent again, 0 to 1; empty when retransmits are unknown
 * @param bufferDelay mean RTT during the transfer over the baseline, less one; empty when either is unknown
 * @param bandwidthDelayProduct bottleneck bandwidth times baseline RTT; empty when either is unknown
 */
public record Rfc6349(
        OptionalDouble transferTimeRatio,
        OptionalDouble efficiency,
        OptionalDouble bufferDelay,
        Optional<DataSize> bandwidthDelayProduct) {
    private static final int HEADERS = 40;
    private static final int ETHERNET = 38;

    /**
     * Computes the figures of a run.
     *
     * @param run the transfer
     * @param bottleneck what the path can carry, of layer 4; empty when unknown
     * @param baseline smallest RTT of the idle path; empty takes the smallest the kernel saw during the run
     */
    public static Rfc6349 of(ThroughputMeasurement run, Optional<Bandwidth> bottleneck, Optional<Duration> baseline) {
        Optional<Duration> base = baseline.or(() -> run.rtt().map(rtt -> rtt.min()));
        return new Rfc6349(
                transferTimeRatio(run, bottleneck),
                efficiency(run),
                bufferDelay(run.intervals(), base),
                bottleneck.flatMap(rate -> base.map(rate::times)));
    }

    /**
     * What TCP can carry at most over Ethernet of a rate: section 4.1 gives 94.9 Mbit/s for 100 Mbit/s and an MTU of 1500.
     *
     * @param rate of the line, layer 1
     * @param mtu octets of an IP packet at most
     */
    public static Bandwidth maximumAchievable(Bandwidth rate, int mtu) {
        return rate.times((double) (mtu - HEADERS) / (mtu + ETHERNET));
    }

    private static OptionalDouble transferTimeRatio(ThroughputMeasurement run, Optional<Bandwidth> bottleneck) {
        if (bottleneck.isEmpty()
                || run.received().isEmpty()
                || run.received().get().rate().isZero()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(bottleneck.get().dividedBy(run.received().get().rate()));
    }

    private static OptionalDouble efficiency(ThroughputMeasurement run) {
        Optional<DataSize> sent = run.sent().flatMap(total -> total.size());
        Optional<DataSize> mss = run.actual().mss();
        if (run.retransmits().isEmpty()
                || sent.isEmpty()
                || mss.isEmpty()
                || sent.get().isZero()) {
            return OptionalDouble.empty();
        }
        double again = (double) run.retransmits().getAsLong() * mss.get().bytes();
        return OptionalDouble.of(sent.get().bytes() / (sent.get().bytes() + again));
    }

    private static OptionalDouble bufferDelay(List<IntervalSample> intervals, Optional<Duration> baseline) {
        OptionalDouble mean = intervals.stream()
                .flatMap(sample -> sample.rtt().stream())
                .mapToDouble(Durations::seconds)
                .average();
        if (mean.isEmpty() || baseline.isEmpty() || baseline.get().isZero()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(mean.getAsDouble() / Durations.seconds(baseline.get()) - 1);
    }
}
