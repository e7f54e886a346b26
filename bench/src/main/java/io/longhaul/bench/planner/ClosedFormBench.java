package io.longhaul.bench.planner;

import io.longhaul.core.job.Job;
import io.longhaul.core.plan.NetworkModel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What 63 x 63 flows take together by their busiest port or path. Asked of the planner's own model, by handles: it is not public. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class ClosedFormBench {
    private static final int SITES = 63;

    private final Object model;
    private final MethodHandle transfer;
    private final double[][] flows = new double[SITES][SITES];

    /** Draws the flows. */
    public ClosedFormBench() {
        var random = new Random(1);
        NetworkModel network = Grids.published();
        Job job = JobBench.job(network, SITES, 1, random);
        try {
            Class<?> type = Class.forName("io.longhaul.planner.job.JobModel");
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            model = lookup.findConstructor(type, MethodType.methodType(void.class, Job.class, NetworkModel.class))
                    .invoke(job, network);
            transfer = lookup.findVirtual(type, "transfer", MethodType.methodType(double.class, double[][].class))
                    .asType(MethodType.methodType(double.class, Object.class, double[][].class));
        } catch (Throwable e) {
            throw new IllegalStateException("the model of a job has changed", e);
        }
        for (int i = 0; i < SITES; i++) {
            for (int j = 0; j < SITES; j++) {
                flows[i][j] = i == j ? 0 : 1e9 * random.nextDouble();
            }
        }
    }

    /** Seconds. */
    @Benchmark
    public double seconds() throws Throwable {
        return (double) transfer.invokeExact(model, flows);
    }
}
