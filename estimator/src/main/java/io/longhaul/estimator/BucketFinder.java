package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.estimate.TokenBucketEstimate;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.bucket.BucketEstimate;
import io.longhaul.stats.bucket.DrainResult.Drained;
import io.longhaul.stats.bucket.RestedBurst;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The token bucket of each sending VM, from the series of its runs. A run whose rate fell for good gives high, low and the
 * volume until the fall. The rests between it and the runs after it give the refill: what a later run carried above the low
 * rate was earned while nothing was sent. Without such a run the refill is not known; then it is taken to be the low rate,
 * as in a pure bucket, and that is said. A VM that never fell has a bucket of more than it sent in one run, or none.
 * Immutable.
 */
final class BucketFinder {
    private static final double LEVEL = 0.95;

    private final Map<SiteId, TokenBucketEstimate> bySite = new HashMap<>();
    private final Map<SiteId, CapEstimate> caps = new HashMap<>();

    private record Sent(Run run, double bits) {
        Instant end() {
            return run.started().plus(run.duration());
        }
    }

    BucketFinder(List<LinkHistory> histories) {
        Map<SiteId, List<Sent>> sent = new HashMap<>();
        Map<SiteId, Integer> links = new HashMap<>();
        for (LinkHistory history : histories) {
            if (history.runs().values().stream()
                    .flatMap(List::stream)
                    .anyMatch(run -> run.drain().isPresent())) {
                links.merge(history.link().from(), 1, Integer::sum);
            }
            history.runs().values().stream()
                    .flatMap(List::stream)
                    .forEach(run -> sent.computeIfAbsent(history.link().from(), site -> new ArrayList<>())
                            .add(new Sent(run, bits(run))));
        }
        sent.forEach((site, runs) -> {
            runs.sort(Comparator.comparing((Sent one) -> one.run().started())
                    .thenComparing(one -> one.run().id()));
            find(runs).ifPresent(bucket -> {
                bySite.put(site, bucket);
                caps.put(site, cap(runs, links.getOrDefault(site, 0)));
            });
        });
    }

    /** What the runs that fell carried before. */
    private static CapEstimate cap(List<Sent> runs, int links) {
        List<Run> fell = runs.stream()
                .map(Sent::run)
                .filter(run -> run.drain().isPresent())
                .toList();
        double[] highs = fell.stream()
                .mapToDouble(run -> run.drain().orElseThrow().high())
                .toArray();
        IntervalResult interval = QuantileInterval.medianBetweenRanks(highs, LEVEL);
        return new CapEstimate(
                Bandwidth.ofBitsPerSecond(Medians.of(highs)),
                interval.findInterval().map(Intervals::ofRates),
                Source.MEASURED,
                Optional.of(fell.get(fell.size() - 1).started()),
                links,
                interval.fold(
                        known -> Optional.empty(), few -> Optional.of(few.reason()), no -> Optional.of(no.reason())));
    }

    private static double bits(Run run) {
        return run.arrived().bitsPerSecond() * Durations.seconds(run.duration());
    }

    /** The cap of a VM while it has credit, by the links on which its rate fell; empty where it never did. */
    Optional<CapEstimate> cap(SiteId site) {
        return Optional.ofNullable(caps.get(site));
    }

    Optional<TokenBucketEstimate> of(SiteId site) {
        return Optional.ofNullable(bySite.get(site));
    }

    private static Optional<TokenBucketEstimate> find(List<Sent> runs) {
        for (int i = 0; i < runs.size(); i++) {
            Optional<Drained> drain = runs.get(i).run().drain();
            if (drain.isPresent()) {
                return Optional.of(describe(drain.get(), rests(runs, i, drain.get()), runs.get(i)));
            }
        }
        return Optional.empty();
    }

    /** Bursts of the runs that came after, each until the bucket was empty again. */
    private static List<RestedBurst> rests(List<Sent> runs, int drained, Drained drain) {
        List<RestedBurst> bursts = new ArrayList<>();
        Sent before = runs.get(drained);
        for (Sent next : runs.subList(drained + 1, runs.size())) {
            double seconds = Durations.seconds(next.run().duration());
            double rest =
                    Durations.seconds(Duration.between(before.end(), next.run().started()));
            boolean emptied = next.run()
                    .steady()
                    .filter(rate -> rate.bitsPerSecond() <= (drain.high() + drain.low()) / 2)
                    .isPresent();
            if (!emptied || rest <= 0) {
                break; // from here on the level of the bucket is not known
            }
            double above = Math.max(0, next.bits() - drain.low() * seconds);
            bursts.add(new RestedBurst(rest, above / (drain.high() - drain.low())));
            before = next;
        }
        return bursts;
    }

    private static TokenBucketEstimate describe(Drained drain, List<RestedBurst> bursts, Sent run) {
        boolean rested = !bursts.isEmpty();
        Optional<BucketEstimate> full =
                rested ? Optional.of(BucketEstimate.of(drain, bursts, LEVEL)) : Optional.empty();
        double refill = full.map(BucketEstimate::refill).orElse(drain.low());
        double budget = Math.max(0, drain.budget(refill));
        var bucket = new TokenBucket(
                Bandwidth.ofBitsPerSecond(drain.high()),
                Bandwidth.ofBitsPerSecond(drain.low()),
                DataSize.ofBytes(Math.round(budget / 8)),
                Bandwidth.ofBitsPerSecond(Math.min(refill, Math.nextDown(drain.high()) - 1)));
        String fall =
                "run " + run.run().id() + " fell from " + Show.rate(bucket.high()) + " to " + Show.rate(bucket.low())
                        + " after " + Show.time(Durations.ofSeconds(drain.secondsToEmpty())) + " and "
                        + Show.size(DataSize.ofBytes(Math.round(drain.volumeToEmpty() / 8)));
        String source = rested
                ? "; refill from " + bursts.size() + (bursts.size() == 1 ? " rest" : " rests")
                : "; no burst after a rest was seen, so the refill is taken to be the low rate";
        return new TokenBucketEstimate(
                bucket,
                drain.highInterval().findInterval().map(Intervals::ofRates),
                drain.lowInterval().findInterval().map(Intervals::ofRates),
                full.flatMap(known -> known.refillInterval().findInterval()).map(Intervals::ofRates),
                full.flatMap(known -> known.budgetInterval().findInterval())
                        .map(interval -> new TokenBucketEstimate.SizeInterval(
                                size(interval.low()), size(interval.high()), LEVEL)),
                rested,
                Source.MEASURED,
                fall + source);
    }

    private static DataSize size(double bits) {
        return DataSize.ofBytes(Math.round(Math.max(0, bits) / 8));
    }
}
