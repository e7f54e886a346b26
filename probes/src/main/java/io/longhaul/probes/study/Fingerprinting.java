package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintRuns;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.stats.bucket.DrainDetector;
import io.longhaul.stats.bucket.DrainResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Makes the runs of a fingerprint: latency at rest, a burst at full speed until the rate falls for good or the volume is spent, latency
 * beside it, and, if the rate fell, bursts after rests of different lengths in random order. Blocks the calling thread, which
 * must not be an event loop. Ends early, with what it has, when that thread is interrupted, the prober is cancelled, the
 * first run fails or nobody can be reached any more. Thread-safe but for its source of chance.
 */
public final class Fingerprinting {
    private static final double BURST_MARGIN = 1.5;
    private static final Duration BURST_TAIL = Duration.ofSeconds(5);
    private static final int ROUND_TRIPS_TO_SETTLE = 10;
    private static final Duration LEAST_SETTLING = Duration.ofMillis(200);

    private final Probing prober;
    private final Random random;
    private final Rest rest;

    /**
     * @param prober that runs the bursts
     * @param random of the order of the rests
     * @param rest that waits between them
     */
    public Fingerprinting(Probing prober, Random random, Rest rest) {
        this.prober = prober;
        this.random = random;
        this.rest = rest;
    }

    /**
     * Takes it.
     *
     * @param done hears of every run as it ends
     */
    public FingerprintRuns take(ProbeTarget target, FingerprintSpec spec, Consumer<Measurement> done) {
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
            beside = probes.header().ended().isAfter(load.header().ended()) ? Optional.empty() : StudyRuns.rtt(probes);
        }
        List<Measurement> bursts =
                first.map(run -> afterRests(study, target, spec, run)).orElse(List.of());
        return new FingerprintRuns(how(spec.base()), quiet, beside, first, bursts, study.all());
    }

    /** Ten round trips, in which a burst gets past slow start, and some time for short ones. */
    private static Duration settling(Optional<RttSummary> quiet) {
        return quiet.map(RttSummary::min)
                .orElse(Duration.ZERO)
                .multipliedBy(ROUND_TRIPS_TO_SETTLE)
                .plus(LEAST_SETTLING);
    }

    private static Fingerprint.How how(ThroughputSpec spec) {
        return new Fingerprint.How(
                spec.streams(),
                spec.window(),
                spec.congestion(),
                spec.direction() == Direction.REVERSE,
                spec.interval());
    }

    /** Bursts after rests of shares of the time the first took to run dry; none when it did not. */
    private List<Measurement> afterRests(
            StudyRuns study, ProbeTarget target, FingerprintSpec spec, ThroughputMeasurement first) {
        Optional<DrainResult.Drained> dry = DrainDetector.STANDARD
                .find(first.series(), Durations.seconds(spec.base().interval()))
                .fold(Optional::of, censored -> Optional.empty());
        if (dry.isEmpty()) {
            return List.of();
        }
        double toEmpty = dry.get().secondsToEmpty();
        var shares = new ArrayList<>(spec.rests());
        Collections.shuffle(shares, random);
        var bursts = new ArrayList<Measurement>();
        for (double share : shares) {
            double planned = share * toEmpty;
            Duration length = Durations.ofSeconds(BURST_MARGIN * Math.min(toEmpty, planned))
                    .plus(BURST_TAIL);
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
        return bursts;
    }
}
