package io.longhaul.bench.planner;

import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.planner.OverlayPlanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One plan after the other over a set of problems, warm; the percentiles are over plans. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 6)
@Fork(1)
public class PlanningBench {
    /** Which problems, see {@link Grids}; explained is all links with offers, sentences and sensitivity. */
    @Param({"all-links", "hard", "500-sites", "explained"})
    private String set = "all-links";

    private final OverlayPlanner planner = new OverlayPlanner();
    private List<PlanningProblem> problems = new ArrayList<>();
    private PlannerOptions options = PlannerOptions.DEFAULT.withExplain(false);
    private int next;

    @Setup
    public void problems() {
        NetworkModel network = set.equals("500-sites") ? Grids.synthetic(500, 1) : Grids.published();
        problems = new ArrayList<>(
                switch (set) {
                    case "hard" -> Grids.hard(network, 1);
                    case "500-sites" -> Grids.drawn(network, 200, 3);
                    default -> Grids.everyLink(network, 0.8);
                });
        Collections.shuffle(problems, new Random(2));
        options = options.withExplain(set.equals("explained"));
    }

    /** The plan of the next problem. */
    @Benchmark
    public PlanOutcome plan() {
        next = next + 1 == problems.size() ? 0 : next + 1;
        return planner.plan(problems.get(next), options);
    }
}
