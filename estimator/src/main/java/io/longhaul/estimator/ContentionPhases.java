package io.longhaul.estimator;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.ContentionResult.Phase;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Cuts the time in which links were started and stopped in turn at every start and end, as they truly were. Immutable. */
final class ContentionPhases {
    /** The first part of a phase, in which the links make way for a new one or take what one left. */
    private static final double SETTLING = 0.4;

    private final List<Measurement> runs;
    private final Instant origin;

    /**
     * @param runs one of each link
     */
    ContentionPhases(List<Measurement> runs) {
        this.runs = List.copyOf(runs);
        this.origin = runs.stream()
                .map(run -> run.header().started())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    /** In the order of time. */
    List<Phase> all() {
        List<Duration> changes = runs.stream()
                .flatMap(run -> Stream.of(start(run), end(run)))
                .distinct()
                .sorted()
                .toList();
        var phases = new ArrayList<Phase>();
        for (int i = 0; i + 1 < changes.size(); i++) {
            Duration from = changes.get(i);
            Duration to = changes.get(i + 1);
            List<Integer> running = IntStream.range(0, runs.size())
                    .filter(link -> start(runs.get(link)).compareTo(from) <= 0
                            && end(runs.get(link)).compareTo(to) >= 0)
                    .boxed()
                    .toList();
            double sum =
                    running.stream().mapToDouble(link -> rate(link, from, to)).sum();
            phases.add(new Phase(from, to, running, Bandwidth.ofBitsPerSecond(sum)));
        }
        return phases;
    }

    /** What a link carried in a phase, once that had settled. */
    Bandwidth rate(int link, Phase phase) {
        return Bandwidth.ofBitsPerSecond(rate(link, phase.start(), phase.end()));
    }

    private double rate(int link, Duration from, Duration to) {
        double length = Durations.seconds(to.minus(from));
        double begin = Durations.seconds(from.minus(start(runs.get(link))));
        return runs.get(link) instanceof ThroughputMeasurement whole
                ? whole.bitsPerSecondBetween(begin + SETTLING * length, begin + length)
                : 0;
    }

    private Duration start(Measurement run) {
        return Duration.between(origin, run.header().started());
    }

    private Duration end(Measurement run) {
        return start(run).plus(run.header().duration());
    }
}
