package io.longhaul.probes.study;

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

/** Cuts the time in which links were started and stopped in turn at every start and end, as they truly were. Stateless. */
final class ContentionPhases {
    /** The first part of a phase, in which the links make way for a new one or take what one left. */
    private static final double SETTLING = 0.4;

    private ContentionPhases() {}

    /** In the order of time; none without a link. */
    static List<Phase> of(List<Measurement> runs) {
        Instant origin = runs.stream()
                .map(run -> run.header().started())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        List<Duration> changes = runs.stream()
                .flatMap(run -> Stream.of(start(run, origin), end(run, origin)))
                .distinct()
                .sorted()
                .toList();
        var phases = new ArrayList<Phase>();
        for (int i = 0; i + 1 < changes.size(); i++) {
            Duration from = changes.get(i);
            Duration to = changes.get(i + 1);
            List<Integer> running = IntStream.range(0, runs.size())
                    .filter(link -> start(runs.get(link), origin).compareTo(from) <= 0
                            && end(runs.get(link), origin).compareTo(to) >= 0)
                    .boxed()
                    .toList();
            double sum = running.stream()
                    .mapToDouble(link -> rate(runs.get(link), origin, from, to))
                    .sum();
            phases.add(new Phase(from, to, running, Bandwidth.ofBitsPerSecond(sum)));
        }
        return phases;
    }

    /** What a link carried in a phase, once that had settled. */
    static Bandwidth rate(List<Measurement> runs, int link, Phase phase) {
        Instant origin = runs.stream()
                .map(run -> run.header().started())
                .min(Instant::compareTo)
                .orElseThrow();
        return Bandwidth.ofBitsPerSecond(rate(runs.get(link), origin, phase.start(), phase.end()));
    }

    private static double rate(Measurement run, Instant origin, Duration from, Duration to) {
        double length = Durations.seconds(to.minus(from));
        double begin = Durations.seconds(from.minus(start(run, origin)));
        return run instanceof ThroughputMeasurement whole
                ? RunRates.between(whole, begin + SETTLING * length, begin + length)
                : 0;
    }

    private static Duration start(Measurement run, Instant origin) {
        return Duration.between(origin, run.header().started());
    }

    private static Duration end(Measurement run, Instant origin) {
        return start(run, origin).plus(run.header().duration());
    }
}
