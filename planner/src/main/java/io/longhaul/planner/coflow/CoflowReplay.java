package io.longhaul.planner.coflow;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.CoflowRun;
import io.longhaul.core.coflow.Flow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Replays coflows on one big switch, event by event: every port sends and receives at one rate, and nothing between ports
 * binds. Whenever a coflow arrives or ends, rates are given anew: in the order of the policy each coflow gets the rates that
 * end its flows together as early as what is left of the ports allows (MADD; Varys, SIGCOMM 2014, section 5.1), none where a
 * port it needs has nothing left. With back-filling what is left after that goes to the flows in the same order, as much as
 * both their ports have; a flow that ends early leaves its rate unused until the next event, as Varys gives rates at events
 * of coflows only. Exact up to rounding; a flow of which less than a part in 10^9 is left is done. Stateless, safe for any
 * thread.
 */
public final class CoflowReplay {
    private CoflowReplay() {}

    /**
     * Replays a trace.
     *
     * @param portRate what each port sends, and what it receives, at once
     * @throws InvalidInputException when the rate is zero, or the trace lasts longer than can be counted
     */
    public static CoflowRun replay(List<Coflow> trace, Bandwidth portRate, CoflowPolicy policy, boolean backFilling) {
        if (portRate.isZero()) {
            throw new InvalidInputException("The rate of the ports is zero.", "Give a rate, as 1Gbit/s.");
        }
        var run = new Run(trace, portRate.bitsPerSecond(), policy, backFilling);
        run.run();
        var finishes = new ArrayList<CoflowRun.Finish>();
        for (int i = 0; i < trace.size(); i++) {
            Coflow coflow = trace.get(i);
            if (!(run.ends[i] < MOST_SECONDS)) {
                throw new InvalidInputException(
                        "The coflow " + coflow.name() + " takes more than 200 years at " + portRate + " a port.",
                        "Give a higher rate, or check the sizes in the trace.");
            }
            finishes.add(new CoflowRun.Finish(coflow.name(), coflow.arrival(), Durations.ofSeconds(run.ends[i])));
        }
        return new CoflowRun(policy.id(), backFilling, finishes);
    }

    /** What fits into nanoseconds, with room for sums of a few. */
    private static final double MOST_SECONDS = 200 * 365.25 * 86_400;

    /** One replay. Confined to one thread. */
    private static final class Run {
        private final CoflowPolicy policy;
        private final boolean backFilling;
        private final double[] capacities;
        private final double[] tolerances;
        private final List<ActiveCoflow> coming;
        private final List<ActiveCoflow> active = new ArrayList<>();
        private final double[] ends;

        Run(List<Coflow> trace, double portRate, CoflowPolicy policy, boolean backFilling) {
            this.policy = policy;
            this.backFilling = backFilling;
            var sites = new HashSet<SiteId>();
            for (Coflow coflow : trace) {
                for (Flow flow : coflow.flows()) {
                    sites.add(flow.from());
                    sites.add(flow.to());
                }
            }
            Map<SiteId, Integer> numbers = new HashMap<>();
            sites.stream().sorted().forEach(site -> numbers.put(site, numbers.size()));
            capacities = new double[2 * sites.size()];
            Arrays.fill(capacities, portRate);
            tolerances = new double[capacities.length];
            Arrays.fill(tolerances, portRate * ActiveCoflow.NOTHING);
            ends = new double[trace.size()];
            coming = IntStream.range(0, trace.size())
                    .mapToObj(i -> new ActiveCoflow(i, trace.get(i), numbers))
                    .sorted(Comparator.<ActiveCoflow>comparingDouble(coflow -> coflow.arrival)
                            .thenComparingInt(coflow -> coflow.index))
                    .toList();
        }

        void run() {
            double now = 0;
            int arrived = 0;
            while (arrived < coming.size() || !active.isEmpty()) {
                double arrival = arrived < coming.size() ? coming.get(arrived).arrival : Double.POSITIVE_INFINITY;
                double next = Math.max(now, Math.min(arrival, firstEnd()));
                for (ActiveCoflow coflow : active) {
                    coflow.advance(now, next);
                }
                now = next;
                for (; arrived < coming.size() && coming.get(arrived).arrival <= now; arrived++) {
                    active.add(coming.get(arrived));
                }
                leave(now);
                share(now);
            }
        }

        /** When the first of those that are carried ends. */
        private double firstEnd() {
            double first = Double.POSITIVE_INFINITY;
            for (ActiveCoflow coflow : active) {
                first = Math.min(first, coflow.due);
            }
            return first;
        }

        private void leave(double now) {
            for (ActiveCoflow coflow : active) {
                ends[coflow.index] = coflow.isDone() ? now : ends[coflow.index];
            }
            active.removeIf(ActiveCoflow::isDone);
        }

        private void share(double now) {
            for (ActiveCoflow coflow : active) {
                coflow.alone = coflow.time(capacities);
            }
            policy.sort(active, capacities);
            double[] residual = capacities.clone();
            for (ActiveCoflow coflow : active) {
                coflow.take(residual, tolerances, now);
            }
            if (backFilling) {
                for (ActiveCoflow coflow : active) {
                    coflow.takeMore(residual, tolerances);
                }
            }
        }
    }
}
