package io.longhaul.planner.odds;

import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Carries out a plan again and again while its links vary as they were measured to. Links vary independently of each
 * other; all VM pairs of one link vary together, as they share its path. Safe for any thread.
 */
public final class TransferSimulation {
    /** Changes of rate after which a transfer counts as never ending. */
    private static final int MOST_CHANGES = 5_000_000;

    /** Rates are averaged over at least this part of a transfer, so that long ones take no longer to simulate. */
    private static final double FINEST = 1000;

    private final PlanSpeed speed;
    private final List<RateTrace> traces;
    private final double wireBits;
    private final double fixedSeconds;
    private final double stretches;

    /** A plan of a problem that the plan check accepts. */
    public TransferSimulation(PlanningProblem problem, TransferPlan plan) {
        speed = new PlanSpeed(problem, plan);
        wireBits = problem.request().wireSize().bytes() * 8.0;
        fixedSeconds =
                Durations.seconds(plan.time().expected().minus(plan.time().transfer()));
        double seconds = Durations.seconds(plan.time().transfer());
        List<RateTrace> measured = speed.varying.stream()
                .map(link -> problem.network().getLink(link).variation().orElseThrow())
                .map(RateTrace::of)
                .toList();
        stretches = measured.stream()
                .mapToDouble(trace -> trace.stretches(seconds))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        traces = measured.stream()
                .map(trace -> trace.inStretches(seconds).coarserThan(seconds / FINEST))
                .toList();
    }

    private TransferSimulation(TransferSimulation other, List<RateTrace> traces) {
        this.traces = traces;
        speed = other.speed;
        wireBits = other.wireBits;
        fixedSeconds = other.fixedSeconds;
        stretches = other.stretches;
    }

    /** Whether any rate the plan depends on varies. */
    public boolean varies() {
        return !traces.isEmpty();
    }

    /** How many independent transfers the shortest of the traces is worth; infinite where only laws are known. */
    double stretches() {
        return stretches;
    }

    /** The same plan on traces that another campaign might have measured. */
    TransferSimulation onOtherTraces(SplittableRandom random) {
        return new TransferSimulation(
                this, traces.stream().map(trace -> trace.resampled(random)).toList());
    }

    /** Seconds from asking for the VMs to the last octet, of so many transfers, shortest first. */
    public double[] seconds(int transfers, long seed) {
        var random = new SplittableRandom(seed);
        double[] seconds = new double[transfers];
        for (int i = 0; i < transfers; i++) {
            seconds[i] = fixedSeconds + flowSeconds(random.split(), Double.POSITIVE_INFINITY);
        }
        Arrays.sort(seconds);
        return seconds;
    }

    /** How many of some transfers end within a time. */
    int within(double limitSeconds, int transfers, SplittableRandom random) {
        int met = 0;
        for (int i = 0; i < transfers; i++) {
            double flow = flowSeconds(random.split(), limitSeconds - fixedSeconds);
            met += fixedSeconds + flow <= limitSeconds * (1 + 1e-9) ? 1 : 0;
        }
        return met;
    }

    /** Seconds until all bits have passed; infinite as soon as that is beyond the limit. */
    private double flowSeconds(SplittableRandom random, double limit) {
        int links = traces.size();
        var walks = new RateTrace.Walk[links];
        double[] factors = new double[links];
        double[] changeAt = new double[links];
        for (int i = 0; i < links; i++) {
            walks[i] = new RateTrace.Walk(traces.get(i), random.split());
            factors[i] = walks[i].next();
            changeAt[i] = traces.get(i).stepSeconds();
        }
        double now = 0;
        double left = wireBits;
        for (int change = 0; change < MOST_CHANGES && now <= limit * (1 + 1e-9); change++) {
            double next = Double.POSITIVE_INFINITY;
            for (double at : changeAt) {
                next = Math.min(next, at);
            }
            double rate = speed.bitsPerSecond(factors);
            if (rate * (next - now) >= left) {
                return now + left / rate;
            }
            left -= rate * (next - now);
            now = next;
            for (int i = 0; i < links; i++) {
                if (changeAt[i] <= now) {
                    factors[i] = walks[i].next();
                    changeAt[i] += traces.get(i).stepSeconds();
                }
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
