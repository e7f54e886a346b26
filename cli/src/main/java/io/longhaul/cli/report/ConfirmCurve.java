package io.longhaul.cli.report;

import io.longhaul.core.topology.Link;
import io.longhaul.stats.repetition.Confirm;
import java.util.Comparator;
import java.util.List;

/**
 * How many repetitions of one kind of run make its median sure (CONFIRM, OSDI 2018). Immutable.
 *
 * @param link direction of the data
 * @param streams TCP connections
 * @param estimate the curve and the answer
 */
record ConfirmCurve(Link link, int streams, Confirm.Estimate estimate) {
    /** Within one hundredth of the median, as in the paper. */
    static final double TOLERANCE = 0.01;

    /** CONFIRM starts with ten samples; below that its bounds are unusable. */
    static final int LEAST_RUNS = 10;

    /** More samples would not change the picture, only the time it takes. */
    private static final int MOST_RUNS = 300;

    private static final int MOST_CURVES = 60;

    private static final Confirm CONFIRM = new Confirm(TOLERANCE, 0.95, 100, 1);

    /** Curves of the kinds of run repeated most, by link and streams. */
    static List<ConfirmCurve> of(List<RateShelf.Repeated> runs) {
        return runs.stream()
                .filter(run -> run.values().size() >= LEAST_RUNS)
                .sorted(Comparator.comparingInt(
                                (RateShelf.Repeated run) -> run.values().size())
                        .reversed())
                .limit(MOST_CURVES)
                .sorted(Comparator.comparing(RateShelf.Repeated::link).thenComparingInt(RateShelf.Repeated::streams))
                .map(ConfirmCurve::of)
                .toList();
    }

    private static ConfirmCurve of(RateShelf.Repeated run) {
        var rates = run.values();
        double[] newest = rates.subList(Math.max(0, rates.size() - MOST_RUNS), rates.size()).stream()
                .mapToDouble(Long::doubleValue)
                .toArray();
        return new ConfirmCurve(run.link(), run.streams(), CONFIRM.estimate(newest));
    }
}
