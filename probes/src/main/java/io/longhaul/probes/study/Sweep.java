package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.study.CellRun;
import io.longhaul.core.study.SweepResult;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs a grid of streams, windows and write sizes in random order, one run at a time, and explains it. Blocks the calling
 * thread, which must not be an event loop. Ends early, with what it has, when that thread is interrupted, the prober is
 * cancelled, the first run fails or nobody can be reached any more. Thread-safe.
 */
public final class Sweep {
    /** A cell that the last of the volume cut short says nothing of its rate. */
    private static final Set<StopReason> WHOLE = Set.of(StopReason.TIME, StopReason.BUDGET, StopReason.CONVERGED);

    private final Prober prober;
    private final Random random;

    /**
     * @param prober that runs the cells
     * @param random of the order
     */
    public Sweep(Prober prober, Random random) {
        this.prober = prober;
        this.random = random;
    }

    /**
     * Runs the sweep.
     *
     * @param done hears of every run as it ends, also of a failed one
     */
    public SweepResult run(ProbeTarget target, SweepSpec spec, Consumer<Measurement> done) {
        List<ThroughputSpec> order = cells(spec);
        Collections.shuffle(order, random);
        var study = new StudyRuns(prober, Rest.SLEEP, done);
        var runs = new LinkedHashMap<ThroughputSpec, List<ThroughputMeasurement>>();
        for (ThroughputSpec cell : order) {
            if (study.isOver() || study.isSpent(spec.maxVolume())) {
                break;
            }
            ThroughputSpec within = cell.withStop(new StopRule(cell.stop().time(), study.left(spec.maxVolume())));
            if (study.throughput(target, within) instanceof ThroughputMeasurement run
                    && WHOLE.contains(run.stopped())) {
                runs.computeIfAbsent(cell, key -> new ArrayList<>()).add(run);
            }
        }
        return SweepModel.explain(grid(runs), spec.aggregate(), study.all(), random);
    }

    private static List<ThroughputSpec> cells(SweepSpec spec) {
        var cells = new ArrayList<ThroughputSpec>();
        for (int repetition = 0; repetition < spec.repetitions(); repetition++) {
            for (int streams : spec.streams()) {
                for (Optional<DataSize> window : spec.windows()) {
                    for (DataSize write : spec.writeSizes()) {
                        cells.add(spec.base().withShape(streams, window, write));
                    }
                }
            }
        }
        return cells;
    }

    private static List<CellRun> grid(Map<ThroughputSpec, List<ThroughputMeasurement>> runs) {
        var grid = new ArrayList<CellRun>();
        runs.forEach((cell, repetitions) -> {
            List<ThroughputMeasurement> sorted = repetitions.stream()
                    .sorted(Comparator.comparing(Sweep::rate))
                    .toList();
            ThroughputMeasurement middle = sorted.get(sorted.size() / 2);
            grid.add(new CellRun(
                    cell.streams(),
                    cell.window(),
                    cell.writeSize(),
                    rate(middle),
                    sorted.stream().map(Sweep::rate).toList(),
                    middle.steady().flatMap(SteadyRate::interval),
                    BucketFall.evidence(middle)));
        });
        return grid;
    }

    /** The steady rate where there is one, else what was received over the whole run. */
    static Bandwidth rate(ThroughputMeasurement run) {
        return run.steady()
                .map(SteadyRate::rate)
                .or(() -> run.received().map(Transferred::rate))
                .or(() -> run.sent().map(Transferred::rate))
                .orElse(Bandwidth.ZERO);
    }
}
