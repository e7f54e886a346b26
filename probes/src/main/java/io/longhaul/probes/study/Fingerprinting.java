package io.longhaul.probes.study;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.stats.bucket.BucketEstimate;
import io.longhaul.core.stats.bucket.DrainDetector;
import io.longhaul.core.stats.bucket.DrainResult;
import io.longhaul.core.stats.bucket.RestedBurst;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Takes a fingerprint: latency at rest, a burst at full speed until the rate falls for good or the volume is spent, latency
 * beside it, and, if the rate fell, bursts after rests of different lengths in random order. Confined to one call on the
 * calling thread, which it blocks and which must not be an event loop.
 */
public final class Fingerprinting {
    /** Waits; a test does not. */
    @FunctionalInterface
    public interface Rest {
        void sleep(Duration time) throws InterruptedException;
    }

    private static final double LEVEL = 0.95;
    private static final double BURST_MARGIN = 1.5;
    private static final Duration BURST_TAIL = Duration.ofSeconds(5);
    private static final int HEADERS_WITH_TIMESTAMPS = 52;

    private final Prober prober;
    private final Random random;
    private final Rest rest;
    private final List<Measurement> measurements = new ArrayList<>();
    private long moved;

    /**
     * @param prober that runs the bursts
     * @param random of the order of the rests
     * @param rest that waits between them
     */
    public Fingerprinting(Prober prober, Random random, Rest rest) {
        this.prober = prober;
        this.random = random;
        this.rest = rest;
    }

    /**
     * Takes it.
     *
     * @param done hears of every run as it ends
     * @throws InterruptedException when the thread is interrupted between two runs
     */
    public Fingerprint take(ProbeTarget target, FingerprintSpec spec, Consumer<Measurement> done)
            throws InterruptedException {
        Optional<RttSummary> idle =
                rtt(keep(prober.latency(target, spec.latency()).join(), done));
        ProbeRun burst = start(target, spec, spec.drain());
        Optional<RttSummary> loaded =
                rtt(keep(prober.latency(target, spec.latency()).join(), done));
        Measurement first = keep(burst.join(), done);
        if (!(first instanceof ThroughputMeasurement run)) {
            return new Fingerprint(
                    idle, loaded, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), measurements);
        }
        DrainResult drain = DrainDetector.STANDARD.find(rates(run), seconds(spec));
        Optional<DrainResult.Drained> drained = drain.fold(Optional::of, censored -> Optional.empty());
        Optional<BucketEstimate> bucket = Optional.empty();
        if (drained.isPresent()) {
            bucket = refill(target, spec, drained.get(), done);
        }
        Optional<DataSize> censored = drain.fold(
                found -> Optional.empty(), none -> Optional.of(DataSize.ofBytes((long) (none.volume() / 8))));
        Bandwidth rate =
                drained.map(found -> Bandwidth.ofBitsPerSecond(found.high())).orElseGet(() -> Sweep.rate(run));
        Optional<Integer> mtu = run.actual().mss().map(size -> (int) size.bytes() + HEADERS_WITH_TIMESTAMPS);
        return new Fingerprint(idle, loaded, Optional.of(rate), bucket, censored, mtu, measurements);
    }

    private Optional<BucketEstimate> refill(
            ProbeTarget target, FingerprintSpec spec, DrainResult.Drained drained, Consumer<Measurement> done)
            throws InterruptedException {
        var shares = new ArrayList<>(spec.rests());
        Collections.shuffle(shares, random);
        var bursts = new ArrayList<RestedBurst>();
        for (double share : shares) {
            double restSeconds = share * drained.secondsToEmpty();
            double expected = Math.min(drained.secondsToEmpty(), restSeconds);
            Duration length = Durations.ofSeconds(BURST_MARGIN * expected).plus(BURST_TAIL);
            if (left(spec).filter(size -> size.isZero()).isPresent()) {
                break;
            }
            rest.sleep(Durations.ofSeconds(restSeconds));
            if (keep(start(target, spec, length).join(), done) instanceof ThroughputMeasurement run) {
                RestedBurst.read(restSeconds, rates(run), seconds(spec), drained.high(), drained.low())
                        .ifPresent(bursts::add);
            }
        }
        return bursts.isEmpty() ? Optional.empty() : Optional.of(BucketEstimate.of(drained, bursts, LEVEL));
    }

    private ProbeRun start(ProbeTarget target, FingerprintSpec spec, Duration time) {
        StopRule stop = new StopRule(time, left(spec));
        return prober.throughput(target, spec.base().withStop(stop), ProgressListener.NONE);
    }

    private Optional<DataSize> left(FingerprintSpec spec) {
        return spec.maxVolume().map(most -> DataSize.ofBytes(Math.max(0, most.bytes() - moved)));
    }

    private Measurement keep(Measurement measurement, Consumer<Measurement> done) {
        measurements.add(measurement);
        if (measurement instanceof ThroughputMeasurement run) {
            moved += run.sent().flatMap(Transferred::size).map(DataSize::bytes).orElse(0L);
        }
        done.accept(measurement);
        return measurement;
    }

    private static Optional<RttSummary> rtt(Measurement measurement) {
        return measurement instanceof LatencyMeasurement latency ? latency.rtt() : Optional.empty();
    }

    private static double seconds(FingerprintSpec spec) {
        return Durations.seconds(spec.base().interval());
    }

    private static double[] rates(ThroughputMeasurement run) {
        return run.intervals().stream().mapToDouble(Fingerprinting::rate).toArray();
    }

    private static double rate(IntervalSample sample) {
        double bits = sample.received().or(sample::sent).map(DataSize::bits).orElse(0L);
        return bits / Durations.seconds(sample.end().minus(sample.start()));
    }
}
