package io.longhaul.planner.odds;

import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.SplittableRandom;

/**
 * The rate every link keeps, on average over a whole transfer, with a probability: quantiles of block-bootstrapped means.
 * A long transfer averages lulls out, a short one may fall into one. Confined to one thread.
 */
final class HorizonRates {
    private static final int DRAWS = 400;
    /** With more blocks the mean is drawn from the normal law of the same variance. */
    private static final int MOST_BLOCKS = 40;

    private final NetworkModel network;
    private final IdentityHashMap<RateVariation, double[]> means = new IdentityHashMap<>();

    HorizonRates(NetworkModel network, double horizonSeconds, long seed) {
        this.network = network;
        var random = new SplittableRandom(seed);
        for (LinkModel link : network.links()) {
            link.variation()
                    .ifPresent(variation -> means.computeIfAbsent(
                            variation, key -> means(RateTrace.of(key), horizonSeconds, random.split())));
        }
    }

    boolean isEmpty() {
        return means.isEmpty();
    }

    private static double[] means(RateTrace trace, double seconds, SplittableRandom random) {
        int steps = (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2.0, Math.rint(seconds / trace.stepSeconds())));
        int block = Math.min(trace.inStretches(seconds).block(), steps);
        double[] windows = windows(trace.factors(), block);
        int blocks = (steps + block - 1) / block;
        int drawn = Math.min(blocks, MOST_BLOCKS);
        double shrink = Math.sqrt((double) drawn / blocks);
        double mean = Arrays.stream(windows).average().orElse(1);
        double[] sorted = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            double sum = 0;
            for (int k = 0; k < drawn; k++) {
                sum += windows[random.nextInt(windows.length)];
            }
            sorted[i] = Math.max(0, mean + (sum / drawn - mean) * shrink);
        }
        Arrays.sort(sorted);
        return sorted;
    }

    /** The mean of every stretch of the trace, round its end. */
    private static double[] windows(double[] factors, int length) {
        double[] windows = new double[factors.length];
        for (int start = 0; start < factors.length; start++) {
            double sum = 0;
            for (int i = 0; i < length; i++) {
                sum += factors[(start + i) % factors.length];
            }
            windows[start] = sum / length;
        }
        return windows;
    }

    /**
     * The network with every varying link at a low quantile of its mean rate over the transfer.
     *
     * @param depth zero for the median, 1 for the least that was drawn; above 1 lower still, towards no rate at 2
     */
    NetworkModel network(double depth) {
        var links = new ArrayList<LinkModel>();
        for (LinkModel link : network.links()) {
            links.add(link.variation()
                    .map(variation -> link.withRates(link.rates()
                            .times(factor(means.getOrDefault(variation, new double[] {1}), depth))))
                    .orElse(link));
        }
        return new NetworkModel(network.sites(), links);
    }

    private static double factor(double[] sorted, double depth) {
        double least = sorted[0];
        if (depth >= 1) {
            return least * (2 - depth);
        }
        double at = 0.5 * (1 - depth) * (sorted.length - 1);
        int below = (int) at;
        return sorted[below] + (at - below) * (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]);
    }
}
