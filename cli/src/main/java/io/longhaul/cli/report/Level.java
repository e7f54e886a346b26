package io.longhaul.cli.report;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.stats.series.ChangePoint;
import io.longhaul.stats.series.ChangePoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stretch of a series at one level, between two change points. Immutable.
 *
 * @param from its start, from the start of the run
 * @param to its end
 * @param rate the median over the stretch, as the receivers counted, else the senders
 * @param phase for a VM with a token bucket, which of its two rates this is; empty for neither
 */
record Level(Duration from, Duration to, Bandwidth rate, Optional<Phase> phase) {
    /** What a token bucket does meanwhile. */
    enum Phase {
        SPENDING("spends its credit"),
        EMPTY("out of credit");

        private final String words;

        Phase(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** A level within this share of a bucket's rate is taken for it. */
    private static final double ALIKE = 0.2;

    /** The levels of a run after its warm-up; empty when there was no change. */
    static List<Level> of(RunSeries run, Optional<TokenBucket> bucket) {
        List<IntervalSample> points = run.points().stream()
                .filter(point -> run.steadyFrom().isEmpty()
                        || point.start().compareTo(run.steadyFrom().get()) >= 0)
                .filter(point -> point.received().or(point::sent).isPresent()
                        && point.end().compareTo(point.start()) > 0)
                .toList();
        double[] rates = points.stream()
                .mapToDouble(point -> Bandwidth.of(
                                point.received().or(point::sent).orElseThrow(),
                                point.end().minus(point.start()))
                        .bitsPerSecond())
                .toArray();
        List<ChangePoint> changes = ChangePoints.find(rates);
        var levels = new ArrayList<Level>();
        for (int i = 0; i <= changes.size() && !changes.isEmpty(); i++) {
            int first = i == 0 ? 0 : changes.get(i - 1).index();
            int last = (i == changes.size() ? points.size() : changes.get(i).index()) - 1;
            double median =
                    i == 0 ? changes.get(0).before() : changes.get(i - 1).after();
            levels.add(new Level(
                    points.get(first).start(),
                    points.get(last).end(),
                    Bandwidth.ofBitsPerSecond(median),
                    bucket.flatMap(known -> phase(median, known))));
        }
        return List.copyOf(levels);
    }

    private static Optional<Phase> phase(double rate, TokenBucket bucket) {
        if (alike(rate, bucket.high())) {
            return Optional.of(Phase.SPENDING);
        }
        return alike(rate, bucket.low()) ? Optional.of(Phase.EMPTY) : Optional.empty();
    }

    private static boolean alike(double rate, Bandwidth known) {
        return Math.abs(rate - known.bitsPerSecond()) <= ALIKE * known.bitsPerSecond();
    }
}
