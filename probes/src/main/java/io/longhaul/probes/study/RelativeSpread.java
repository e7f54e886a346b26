package io.longhaul.probes.study;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.series.EffectiveSampleSize;
import io.longhaul.stats.series.Mser5;
import io.longhaul.stats.series.NoiseScale;
import java.util.Arrays;
import java.util.OptionalDouble;

/** How far one interval's rate lies from the level, as a share of it. Stateless. */
final class RelativeSpread {
    private static final int FEWEST = 10;

    private RelativeSpread() {}

    /**
     * Without the warm-up; widened by how many neighbouring samples make one independent one, so that a test which takes
     * samples for independent errs on the safe side. Empty when there are too few.
     */
    static OptionalDouble of(double[] rates) {
        int warmUp = Mser5.of(rates).map(Mser5.Truncation::samplesDropped).orElse(0);
        if (rates.length - warmUp < FEWEST) {
            return OptionalDouble.empty();
        }
        double[] steady = Arrays.copyOfRange(rates, warmUp, rates.length);
        double level = Quantiles.median(steady);
        if (!(level > 0)) {
            return OptionalDouble.empty();
        }
        double dependence = Math.sqrt(steady.length / EffectiveSampleSize.ofMean(steady));
        return OptionalDouble.of(NoiseScale.of(steady).marginal() / level * Math.max(1, dependence));
    }
}
