package io.longhaul.probes.study;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepCell;
import io.longhaul.core.study.SweepResult;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.stats.Quantiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Explains a grid of measured rates by T(n, W) = min(n min(W / RTT, flow cap, loss limit), VM cap, path cap). A pure
 * function of the grid. Stateless.
 */
public final class SweepModel {
    private static final double ENOUGH = 0.95;

    private SweepModel() {}

    /**
     * Explains a grid.
     *
     * @param grid all points measured
     * @param aggregate what a cap on all streams together is, as a contention study told; else
     *     {@link BindingLimit#NOT_IDENTIFIED}, for one destination cannot tell a VM's cap from a path's
     * @param measurements the runs behind the grid, passed on
     * @param random of the bootstrap
     */
    public static SweepResult explain(
            List<CellRun> grid, BindingLimit aggregate, List<Measurement> measurements, RandomGenerator random) {
        if (grid.isEmpty()) {
            return new SweepResult(
                    List.of(),
                    BindingLimit.NOT_IDENTIFIED,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of("Every run failed."),
                    measurements);
        }
        var classifier = new CellClassifier(grid, aggregate);
        List<SweepCell> cells = grid.stream().map(classifier::classify).toList();
        Optional<Bandwidth> vmCap =
                median(grid.stream().filter(classifier::isAtAggregateCap).toList(), CellRun::bitsPerSecond);
        Optional<Bandwidth> perFlow = median(
                cells.stream()
                        .filter(cell -> cell.limit() == BindingLimit.PER_FLOW_CAP)
                        .map(SweepCell::run)
                        .toList(),
                CellRun::bitsPerSecondOfOne);
        SweepCell top = cells.stream()
                .max(Comparator.comparingInt((SweepCell cell) -> cell.run().streams())
                        .thenComparingLong(cell -> cell.run().windowBytes()))
                .orElseThrow();
        CellRun recommended = recommended(grid);
        return new SweepResult(
                cells,
                top.limit(),
                perFlow,
                vmCap,
                rtt(grid),
                rtt(grid).flatMap(rtt -> new SweepFitter(cells, Durations.seconds(rtt)).fit(random)),
                Optional.of(recommended),
                explanation(top, perFlow, vmCap, aggregate, recommended),
                measurements);
    }

    private static CellRun recommended(List<CellRun> grid) {
        double best = grid.stream().mapToDouble(CellRun::bitsPerSecond).max().orElse(0);
        return grid.stream()
                .filter(cell -> cell.bitsPerSecond() >= ENOUGH * best)
                .min(Comparator.comparingInt(CellRun::streams)
                        .thenComparingLong(CellRun::windowBytes)
                        .thenComparing(CellRun::writeSize, Comparator.reverseOrder()))
                .orElseThrow();
    }

    private static Optional<Bandwidth> median(List<CellRun> cells, ToDoubleFunction<CellRun> figure) {
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of(Bandwidth.ofBitsPerSecond(
                        Quantiles.median(cells.stream().mapToDouble(figure).toArray())));
    }

    private static Optional<Duration> rtt(List<CellRun> grid) {
        return grid.stream()
                .flatMapToDouble(cell -> cell.evidence().minRttSeconds().stream())
                .boxed()
                .min(Double::compare)
                .map(Durations::ofSeconds);
    }

    private static List<String> explanation(
            SweepCell top,
            Optional<Bandwidth> perFlow,
            Optional<Bandwidth> vmCap,
            BindingLimit aggregate,
            CellRun recommended) {
        var sentences = new ArrayList<String>();
        sentences.add(
                "With " + streams(top.run()) + " the limit is " + top.limit().words() + ": " + top.why() + ".");
        perFlow.ifPresent(cap -> sentences.add("One stream carries " + Show.rate(cap) + " at most."));
        vmCap.ifPresent(cap -> sentences.add("All streams together carry " + Show.rate(cap) + " at most"
                + (aggregate == BindingLimit.NOT_IDENTIFIED
                        ? "; whether a VM or the path holds them there, a contention study tells."
                        : ".")));
        sentences.add("The cheapest way to 95 % of the best rate is " + streams(recommended) + " with "
                + recommended
                        .window()
                        .map(DataSize::toString)
                        .map("a window of "::concat)
                        .orElse("the kernel's window")
                + " and writes of " + recommended.writeSize() + ": " + Show.rate(recommended.rate()) + ".");
        return sentences;
    }

    private static String streams(CellRun run) {
        return run.streams() + (run.streams() == 1 ? " stream" : " streams");
    }
}
