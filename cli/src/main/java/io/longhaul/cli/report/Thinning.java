package io.longhaul.cli.report;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Merges neighbouring intervals of a series so that a long run still fits a picture. No octet is lost. */
final class Thinning {
    private Thinning() {}

    /** How many neighbours to merge so that {@code size} points become at most {@code max}. */
    static int factor(int size, int max) {
        return Math.max(1, (size + max - 1) / max);
    }

    /** Sums octets and retransmits of each group; its RTT is the mean over the intervals that have one. */
    static List<IntervalSample> merge(List<IntervalSample> samples, int factor) {
        if (factor == 1) {
            return samples;
        }
        var merged = new ArrayList<IntervalSample>();
        for (int i = 0; i < samples.size(); i += factor) {
            merged.add(mergeOne(samples.subList(i, Math.min(samples.size(), i + factor))));
        }
        return merged;
    }

    private static IntervalSample mergeOne(List<IntervalSample> group) {
        return new IntervalSample(
                group.get(0).start(),
                group.get(group.size() - 1).end(),
                sum(group, IntervalSample::sent),
                sum(group, IntervalSample::received),
                retransmits(group),
                meanRtt(group),
                Optional.empty());
    }

    private static Optional<DataSize> sum(
            List<IntervalSample> group, Function<IntervalSample, Optional<DataSize>> octets) {
        if (group.stream().anyMatch(sample -> octets.apply(sample).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(DataSize.ofBytes(group.stream()
                .mapToLong(sample -> octets.apply(sample).orElseThrow().bytes())
                .sum()));
    }

    private static OptionalLong retransmits(List<IntervalSample> group) {
        return group.stream().anyMatch(sample -> sample.retransmits().isEmpty())
                ? OptionalLong.empty()
                : OptionalLong.of(group.stream()
                        .mapToLong(sample -> sample.retransmits().getAsLong())
                        .sum());
    }

    private static Optional<Duration> meanRtt(List<IntervalSample> group) {
        var mean = group.stream()
                .flatMap(sample -> sample.rtt().stream())
                .mapToLong(Duration::toNanos)
                .average();
        return mean.isEmpty() ? Optional.empty() : Optional.of(Duration.ofNanos(Math.round(mean.getAsDouble())));
    }
}
