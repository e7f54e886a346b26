package io.longhaul.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TwoModesTest {
    private static double[] samples(long seed, int n, ToDoubleFunction<Random> draw) {
        var random = new Random(1_000_003L * seed);
        return IntStream.range(0, n)
                .mapToDouble(i -> draw.applyAsDouble(random))
                .toArray();
    }

    private static int found(int n, ToDoubleFunction<Random> draw) {
        return (int) IntStream.range(0, 200)
                .filter(seed -> TwoModes.find(samples(seed, n, draw)).isPresent())
                .count();
    }

    @Test
    void aBucketWithAndWithoutCreditHasTwoModes() {
        TwoModes modes = TwoModes.find(samples(
                        1, 100, random -> (random.nextDouble() < 0.6 ? 10 : 1) * (1 + 0.03 * random.nextGaussian())))
                .orElseThrow();
        assertThat(modes.low()).isCloseTo(1, within(0.05));
        assertThat(modes.high()).isCloseTo(10, within(0.1));
        assertThat(modes.shareLow()).isCloseTo(0.4, within(0.1));
    }

    @Test
    void twoLevelsAThirdApartAreSeenInOrdinaryNoise() {
        assertThat(found(60, random -> (random.nextBoolean() ? 5 : 7) * (1 + 0.05 * random.nextGaussian())))
                .isGreaterThan(190);
    }

    @Test
    void oneModeIsHardlyEverTakenForTwo() {
        assertThat(found(60, Random::nextGaussian)).isLessThanOrEqualTo(4);
        assertThat(found(60, Random::nextDouble)).isLessThanOrEqualTo(10);
        assertThat(found(200, random -> Math.exp(0.5 * random.nextGaussian()))).isLessThanOrEqualTo(4);
    }

    @Test
    void fewOrEqualSamplesHaveNoModesToTellApart() {
        assertThat(TwoModes.find(new double[] {1, 1, 9, 9})).isEmpty();
        assertThat(TwoModes.find(new double[50])).isEmpty();
    }
}
