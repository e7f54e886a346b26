package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Convex egress costs of all links, per transfer: a first price of each arc, and steps at which the price of a link
 * rises. Arrays are shared and not changed.
 */
final class LinkPrices {
    /** Dollars per Gbit of each arc before any step. */
    final double[] first;
    /** The first step of each arc's link; steps of one link are neighbours. */
    final int[] firstStep;
    /** How many steps each arc's link has. */
    final int[] steps;
    /** Gbit on the link at which each step begins. */
    final double[] stepVolume;
    /** Dollars per Gbit more from each step on. */
    final double[] stepRise;

    private LinkPrices(double[] first, int[] firstStep, int[] steps, List<PriceCurve.Corner> corners) {
        this.first = first;
        this.firstStep = firstStep;
        this.steps = steps;
        stepVolume = corners.stream().mapToDouble(PriceCurve.Corner::volume).toArray();
        stepRise = corners.stream().mapToDouble(PriceCurve.Corner::rise).toArray();
    }

    /**
     * Prices without tiers, but for some links.
     *
     * @param flat dollars per Gbit of each arc
     * @param curves convex curves by the first arc of their link; their fees are not looked at
     */
    static LinkPrices of(FlowNetwork network, double[] flat, Map<Integer, PriceCurve> curves) {
        if (curves.isEmpty()) {
            return new LinkPrices(flat, new int[flat.length], new int[flat.length], List.of());
        }
        double[] first = flat.clone();
        int[] firstStep = new int[network.arcs];
        int[] steps = new int[network.arcs];
        var corners = new ArrayList<PriceCurve.Corner>();
        for (int arc = 0; arc < network.arcs; arc++) {
            PriceCurve curve = curves.get(network.firstArcOfLink[arc]);
            if (curve != null) {
                boolean again = network.firstArcOfLink[arc] != arc;
                firstStep[arc] = again ? firstStep[network.firstArcOfLink[arc]] : corners.size();
                first[arc] = curve.price();
                steps[arc] = curve.corners().size();
                if (!again) {
                    corners.addAll(curve.corners());
                }
            }
        }
        return new LinkPrices(first, firstStep, steps, corners);
    }

    int stepCount() {
        return stepVolume.length;
    }

    /** Dollars for so many Gbit over these paths. */
    double dollars(Path[] paths, double[] shares, double volume) {
        double dollars = 0;
        double[] over = new double[stepVolume.length];
        for (int p = 0; p < paths.length; p++) {
            for (int arc : paths[p].arcs) {
                dollars += shares[p] * volume * first[arc];
                for (int step = firstStep[arc]; step < firstStep[arc] + steps[arc]; step++) {
                    over[step] += shares[p] * volume;
                }
            }
        }
        for (int step = 0; step < over.length; step++) {
            dollars += stepRise[step] * Math.max(0, over[step] - stepVolume[step]);
        }
        return dollars;
    }

    @Override
    public String toString() {
        return "LinkPrices" + Arrays.toString(first);
    }
}
