package io.longhaul.estimator;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintRuns;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.bucket.BucketEstimate;
import io.longhaul.stats.bucket.DrainDetector;
import io.longhaul.stats.bucket.DrainResult;
import io.longhaul.stats.series.EffectiveSampleSize;
import io.longhaul.stats.series.Mser5;
import io.longhaul.stats.series.NoiseScale;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the runs of a fingerprint say of a link; pure functions. Stateless. */
public final class Fingerprints {
    private static final int FEWEST = 10;

    private Fingerprints() {}

    /** Base bandwidth, spread, bucket and latency of a link. */
    public static Fingerprint of(FingerprintRuns runs) {
        Optional<ThroughputMeasurement> run = runs.first();
        double interval = Durations.seconds(runs.how().interval());
        Optional<DrainResult.Drained> drained = run.flatMap(whole ->
                DrainDetector.STANDARD.find(whole.series(), interval).fold(Optional::of, censored -> Optional.empty()));
        Optional<BucketEstimate> bucket = drained.flatMap(dry -> {
            var bursts = new BurstsAfterRests(dry, interval, BurstsAfterRests.emptied(run.orElseThrow()));
            for (Measurement burst : runs.afterRests()) {
                bursts.add(burst);
            }
            return bursts.estimate(Intervals.LEVEL);
        });
        return new Fingerprint(
                runs.quiet().link(),
                runs.quiet().header().started(),
                runs.how(),
                runs.atRest(),
                runs.beside(),
                drained.map(dry -> Bandwidth.ofBitsPerSecond(dry.high()))
                        .or(() -> run.flatMap(ThroughputMeasurement::rate)),
                run.map(whole -> spread(whole, drained)).orElse(OptionalDouble.empty()),
                bucket.map(Fingerprints::finding),
                drained.isPresent() ? Optional.empty() : run.flatMap(Fingerprints::moved),
                run.flatMap(Fingerprint::mtu),
                runs.all());
    }

    /** Of the part before the bucket ran dry. */
    private static OptionalDouble spread(ThroughputMeasurement run, Optional<DrainResult.Drained> drained) {
        double[] rates = run.series();
        double seconds = drained.map(DrainResult.Drained::secondsToEmpty).orElse(Double.POSITIVE_INFINITY);
        int until = (int) run.intervals().stream()
                .filter(sample -> Durations.seconds(sample.end()) <= seconds)
                .count();
        return relative(Arrays.copyOf(rates, Math.min(rates.length, until)));
    }

    /**
     * How far one interval's rate lies from the level, as a share of it, without the warm-up; widened by how many neighbouring samples make one independent one, so that a test which takes
     * samples for independent errs on the safe side. Empty when there are too few.
     */
    private static OptionalDouble relative(double[] rates) {
        int warmUp = Mser5.of(rates).map(Mser5.Truncation::samplesDropped).orElse(0);
        if (rates.length - warmUp < FEWEST) {
            return OptionalDouble.empty();
        }
        double[] steady = Arrays.copyOfRange(rates, warmUp, rates.length);
        double level = Quantiles.median(steady);
        if (!(level > 0)) {
            return OptionalDouble.empty();
        }
        double dependence = Math.sqrt(steady.length / EffectiveSampleSize.ofMean(steady));
        return OptionalDouble.of(NoiseScale.of(steady).marginal() / level * Math.max(1, dependence));
    }

    private static Optional<DataSize> moved(ThroughputMeasurement run) {
        return run.received().or(run::sent).flatMap(Transferred::size);
    }

    /** Of an estimate in bit/s and bits. */
    private static BucketFinding finding(BucketEstimate estimate) {
        return new BucketFinding(
                rate(estimate.high()),
                estimate.highInterval().findInterval().map(Intervals::ofRates),
                rate(estimate.low()),
                estimate.lowInterval().findInterval().map(Intervals::ofRates),
                rate(estimate.refill()),
                estimate.refillInterval().findInterval().map(Intervals::ofRates),
                size(estimate.budget()),
                estimate.budgetInterval()
                        .findInterval()
                        .map(found ->
                                new BucketFinding.SizeInterval(size(found.low()), size(found.high()), found.level())));
    }

    private static Bandwidth rate(double bitsPerSecond) {
        return Bandwidth.ofBitsPerSecond(Math.max(0, bitsPerSecond));
    }

    private static DataSize size(double bits) {
        return DataSize.ofBytes((long) (Math.max(0, bits) / 8));
    }
}
