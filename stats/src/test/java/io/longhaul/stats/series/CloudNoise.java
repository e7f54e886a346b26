package io.longhaul.stats.series;

import java.util.Random;

/**
 * Noise like the three clouds of Uta et al., "Is Big Data Performance Reproducible in Modern Cloud Networks?" (NSDI
 * 2020), as a share of the level: ranges and sample-to-sample jumps as the paper prints them for 10-second samples.
 */
public enum CloudNoise {
    /** 7.7 to 10.4 Gbit/s, neighbours up to 33 % apart; mildly dependent. */
    HPC_CLOUD(0.3, 0.055, 0.846, 1.143, 0, 1),
    /** 13 to 15.8 Gbit/s, neighbours up to 114 % apart: a narrow band with single deep dips. */
    GOOGLE(0.2, 0.04, 0.88, 1.07, 0.02, 0.5),
    /** A shaped EC2 virtual machine: a tight level with slow wander and rare dips. */
    AMAZON(0.6, 0.03, 0.9, 1.05, 0.005, 0.6);

    private final double correlation;
    private final double spread;
    private final double lowest;
    private final double highest;
    private final double dipShare;
    private final double deepestDip;

    CloudNoise(double correlation, double spread, double lowest, double highest, double dipShare, double deepestDip) {
        this.correlation = correlation;
        this.spread = spread;
        this.lowest = lowest;
        this.highest = highest;
        this.dipShare = dipShare;
        this.deepestDip = deepestDip;
    }

    /** Factors around one, to be multiplied with the level. */
    public double[] factors(int n, Random random) {
        double[] factors = new double[n];
        double state = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            factors[i] = Math.max(lowest, Math.min(highest, 1 + spread * state));
            if (random.nextDouble() < dipShare) {
                factors[i] = deepestDip + (lowest - deepestDip) * random.nextDouble();
            }
        }
        return factors;
    }
}
