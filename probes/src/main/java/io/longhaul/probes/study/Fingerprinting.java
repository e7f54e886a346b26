package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.stats.Interval;
import io.longhaul.stats.bucket.BucketEstimate;
import io.longhaul.stats.bucket.DrainDetector;
import io.longhaul.stats.bucket.DrainResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Takes a fingerprint: latency at rest, a burst at full speed until the rate falls for good or the volume is spent, latency
 * beside it, and, if the rate fell, bursts after rests of different lengths in random order. Blocks the calling thread, which
 * must not be an event loop. Ends early, with what it has, when that thread is interrupted, the prober is cancelled, the
 * first run fails or nobody can be reached any more. Thread-safe but for its source of chance.
 */
public final class Fingerprinting {
    private static final double LEVEL = 0.95;
    private static final double BURST_MARGIN = 1.5;
    private static final Duration BURST_TAIL = Duration.ofSeconds(5);
    private static final int ROUND_TRIPS_TO_SETTLE = 10;
    private static final Duration LEAST_SETTLING = Duration.ofMillis(200);

    private final Prober prober;
    private final Random random;
    private final Rest rest;

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
     */
    public Fingerprint take(ProbeTarget target, FingerprintSpec spec, Consumer<Measurement> done) {
        var study = new StudyRuns(prober, rest, done);
        Measurement quiet = study.latency(target, spec.latency());
        Optional<RttSummary> beside = Optional.empty();
        Optional<ThroughputMeasurement> first = Optional.empty();
        if (!study.isOver()) {
            StudyRuns.Underway burst =
                    study.start(target, spec.base().withStop(new StopRule(spec.drain(), spec.maxVolume())));
            study.await(burst);
            study.rest(settling(StudyRuns.rtt(quiet)));
            Measurement probes = study.latency(target, spec.latency());
            Measurement load = study.keep(burst);
            first = load instanceof ThroughputMeasurement whole ? Optional.of(whole) : Optional.empty();
            beside = StudyRuns.end(probes).isAfter(StudyRuns.end(load)) ? Optional.empty() : StudyRuns.rtt(probes);
        }
        return explain(study, target, spec, quiet, beside, first);
    }

    /** Ten round trips, in which a burst gets past slow start, and some time for short ones. */
    private static Duration settling(Optional<RttSummary> quiet) {
        return quiet.map(RttSummary::min)
                .orElse(Duration.ZERO)
                .multipliedBy(ROUND_TRIPS_TO_SETTLE)
                .plus(LEAST_SETTLING);
    }

    private Fingerprint explain(
            StudyRuns study,
            ProbeTarget target,
            FingerprintSpec spec,
            Measurement quiet,
            Optional<RttSummary> beside,
            Optional<ThroughputMeasurement> run) {
        Optional<DrainResult> drain = run.map(whole -> DrainDetector.STANDARD.find(RunRates.all(whole), seconds(spec)));
        Optional<DrainResult.Drained> drained =
                drain.flatMap(found -> found.fold(Optional::of, censored -> Optional.empty()));
        Optional<BucketEstimate> bucket = drained.flatMap(
                found -> refill(study, target, spec, found, BurstsAfterRests.emptied(run.orElseThrow())));
        return new Fingerprint(
                target.link(),
                quiet.header().started(),
                how(spec.base()),
                StudyRuns.rtt(quiet),
                beside,
                drained.map(found -> Bandwidth.ofBitsPerSecond(found.high())).or(() -> run.map(Sweep::rate)),
                run.map(whole -> spread(whole, drained)).orElse(OptionalDouble.empty()),
                bucket.map(Fingerprinting::finding),
                drained.isPresent() ? Optional.empty() : run.flatMap(Fingerprinting::moved),
                run.flatMap(Fingerprinting::mtu),
                study.all());
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

    /** What the sender's kernel knows of the path; an iperf3 server does not tell. */
    static Optional<Integer> mtu(ThroughputMeasurement run) {
        return run.actual().pathMtu().map(size -> (int) size.bytes());
    }

    /**
     * Bursts after rests. After a burst that failed, or did not spend all, nobody knows how much credit is left; the next one only
     * spends it.
     *
     * @param emptied when the first burst had spent the credit and ended
     * @return empty when no burst after a rest was made to its end
     */
    private Optional<BucketEstimate> refill(
            StudyRuns study, ProbeTarget target, FingerprintSpec spec, DrainResult.Drained drained, Instant emptied) {
        var shares = new ArrayList<>(spec.rests());
        Collections.shuffle(shares, random);
        var bursts = new BurstsAfterRests(drained, seconds(spec), emptied);
        for (double share : shares) {
            double planned = share * drained.secondsToEmpty();
            double expected = Math.min(drained.secondsToEmpty(), planned);
            Duration length = Durations.ofSeconds(BURST_MARGIN * expected).plus(BURST_TAIL);
            if (study.isSpent(spec.maxVolume())) {
                break;
            }
            study.rest(Durations.ofSeconds(planned));
            if (study.isOver()) {
                break;
            }
            var stop = new StopRule(length, study.left(spec.maxVolume()));
            bursts.add(study.throughput(target, spec.base().withStop(stop)));
        }
        return bursts.estimate(LEVEL);
    }

    private static double seconds(FingerprintSpec spec) {
        return Durations.seconds(spec.base().interval());
    }

    /** Of an estimate in bit/s and bits. */
    private static BucketFinding finding(BucketEstimate estimate) {
        return new BucketFinding(
                rate(estimate.high()),
                estimate.highInterval().findInterval().map(Fingerprinting::rates),
                rate(estimate.low()),
                estimate.lowInterval().findInterval().map(Fingerprinting::rates),
                rate(estimate.refill()),
                estimate.refillInterval().findInterval().map(Fingerprinting::rates),
                size(estimate.budget()),
                estimate.budgetInterval()
                        .findInterval()
                        .map(found ->
                                new BucketFinding.SizeInterval(size(found.low()), size(found.high()), found.level())));
    }

    private static RateInterval rates(Interval found) {
        return new RateInterval(rate(found.low()), rate(found.high()), found.level());
    }

    private static Bandwidth rate(double bitsPerSecond) {
        return Bandwidth.ofBitsPerSecond(Math.max(0, bitsPerSecond));
    }

    private static DataSize size(double bits) {
        return DataSize.ofBytes((long) (Math.max(0, bits) / 8));
    }
}
