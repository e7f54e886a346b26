package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs a grid of streams, windows and write sizes in random order, one run at a time. Blocks the calling
 * thread, which must not be an event loop. Ends early, with what it has, when that thread is interrupted, the prober is
 * cancelled, the first run fails or nobody can be reached any more. Thread-safe.
 */
public final class Sweep {
    private final Probing prober;
    private final Random random;

    /**
     * @param prober that runs the cells
     * @param random of the order
     */
    public Sweep(Probing prober, Random random) {
        this.prober = prober;
        this.random = random;
    }

    /**
     * Runs the sweep.
     *
     * @param done hears of every run as it ends, also of a failed one
     * @return the runs in the order they ended
     */
    public List<Measurement> run(ProbeTarget target, SweepSpec spec, Consumer<Measurement> done) {
        List<ThroughputSpec> order = cells(spec);
        Collections.shuffle(order, random);
        var study = new StudyRuns(prober, Rest.SLEEP, done);
        for (ThroughputSpec cell : order) {
            if (study.isOver() || study.isSpent(spec.maxVolume())) {
                break;
            }
            Optional<DataSize> most = Stream.concat(
                            cell.stop().volume().stream(), study.left(spec.maxVolume()).stream())
                    .min(Comparator.naturalOrder());
            study.throughput(target, cell.withStop(new StopRule(cell.stop().time(), most)));
        }
        return study.all();
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
}
