package io.longhaul.probes.study;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.stats.bucket.BucketEstimate;
import io.longhaul.core.stats.bucket.DrainDetector;
import io.longhaul.core.stats.bucket.DrainResult;
import io.longhaul.core.stats.bucket.RestedBurst;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Takes a fingerprint: latency at rest, a burst at full speed until the rate falls for good or the volume is spent, latency
 * beside it, and, if the rate fell, bursts after rests of different lengths in random order. Confined to one call on the
 * calling thread, which it blocks and which must not be an event loop.
 */
public final class Fingerprinting {
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
        Measurement quiet = keep(prober.latency(target, spec.latency()).join(), done);
        ProbeRun burst = start(target, spec, spec.drain());
        Measurement beside = keep(prober.latency(target, spec.latency()).join(), done);
        Measurement first = keep(burst.join(), done);
        Optional<ThroughputMeasurement> run =
                first instanceof ThroughputMeasurement whole ? Optional.of(whole) : Optional.empty();
        Optional<DrainResult> drain = run.map(whole -> DrainDetector.STANDARD.find(RunRates.all(whole), seconds(spec)));
        Optional<DrainResult.Drained> drained =
                drain.flatMap(found -> found.fold(Optional::of, censored -> Optional.empty()));
        Optional<BucketEstimate> bucket = drained.isPresent() && !prober.isCancelled()
                ? refill(target, spec, drained.get(), done)
                : Optional.empty();
        return new Fingerprint(
                target.link(),
                quiet.header().started(),
                how(spec.base()),
                rtt(quiet),
                rtt(beside),
                drained.map(found -> Bandwidth.ofBitsPerSecond(found.high())).or(() -> run.map(Sweep::rate)),
                run.map(whole -> spread(whole, drained)).orElse(OptionalDouble.empty()),
                bucket.map(BucketFinding::of),
                drained.isPresent() ? Optional.empty() : run.flatMap(Fingerprinting::moved),
                run.flatMap(Fingerprinting::mtu),
                measurements);
    }

    private static Fingerprint.How how(ThroughputSpec spec) {
        return new Fingerprint.How(
                spec.streams(),
                spec.window(),
                spec.congestion(),
                spec.direction() == Direction.REVERSE,
                spec.interval());
    }

    /** Of the part before the bucket ran dry. */
    private static OptionalDouble spread(ThroughputMeasurement run, Optional<DrainResult.Drained> drained) {
        double[] rates = RunRates.all(run);
        double seconds = drained.map(DrainResult.Drained::secondsToEmpty).orElse(Double.POSITIVE_INFINITY);
        int until = (int) run.intervals().stream()
                .filter(sample -> Durations.seconds(sample.end()) <= seconds)
                .count();
        return RelativeSpread.of(Arrays.copyOf(rates, Math.min(rates.length, until)));
    }

    private static Optional<DataSize> moved(ThroughputMeasurement run) {
        return run.received().or(run::sent).flatMap(Transferred::size);
    }

    /** Every segment carries time stamps, so the segment size is the packet's less 52 octets of IPv4 and TCP. */
    static Optional<Integer> mtu(ThroughputMeasurement run) {
        return run.actual().mss().map(size -> (int) size.bytes() + HEADERS_WITH_TIMESTAMPS);
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
            if (prober.isCancelled() || left(spec).filter(size -> size.isZero()).isPresent()) {
                break;
            }
            rest.sleep(Durations.ofSeconds(restSeconds));
            if (keep(start(target, spec, length).join(), done) instanceof ThroughputMeasurement run) {
                RestedBurst.read(restSeconds, RunRates.all(run), seconds(spec), drained.high(), drained.low())
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

    static Optional<RttSummary> rtt(Measurement measurement) {
        return measurement instanceof LatencyMeasurement latency ? latency.rtt() : Optional.empty();
    }

    private static double seconds(FingerprintSpec spec) {
        return Durations.seconds(spec.base().interval());
    }
}
