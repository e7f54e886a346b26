package io.longhaul.stats.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.support.Figures;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures C1, C2 and C4 of "Performance Variation in the Cloud"; the counts are machines for 100,000 I/O operations a second. */
class ProvisioningTest {
    private static final double TARGET = 100_000;
    /** Over 16 K to about 6 K, evenly. */
    private static final EmpiricalDistribution AMAZON = shaped(0, 6_000, 1, 16_500);
    /** 97 % between just under 6,000 and a bit more than 4,000. */
    private static final EmpiricalDistribution RACKSPACE =
            shaped(0, 1_000, 0.015, 4_100, 0.7, 4_700, 0.985, 5_950, 1, 7_200);
    /** 70 % between 13.5 K and 12 K, then a steep fall. */
    private static final EmpiricalDistribution HOST_VIRTUAL = shaped(0, 5_000, 0.3, 12_000, 1, 13_500);

    @Test
    void c1TheBestCasesAreThoseOfTheBlog() {
        assertThat(Provisioning.bestCase(AMAZON, TARGET)).isEqualTo(7);
        assertThat(Provisioning.bestCase(RACKSPACE, TARGET)).isEqualTo(14);
        assertThat(Provisioning.bestCase(HOST_VIRTUAL, TARGET)).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({"7, 13, 1.857", "14, 28, 2.000", "8, 11, 1.375", "88, 110, 1.25"})
    void c1AndC2TheRatiosOfThePrintedCounts(int best, int sure, double ratio) {
        assertThat(new Provisioning(sure, sure, sure, 0.99, best).factor()).isCloseTo(ratio, within(0.0005));
    }

    /** The raw samples are not published, so the shapes must give the order of the ratios, not their digits. */
    @Test
    void c1TheShapesGiveTheOrderOfTheRatios() {
        double host = Provisioning.of(HOST_VIRTUAL, TARGET, 0.99).factor();
        double amazon = Provisioning.of(AMAZON, TARGET, 0.99).factor();
        double rackspace = Provisioning.of(RACKSPACE, TARGET, 0.99).factor();

        assertThat(host).isBetween(1.1, 1.5).isLessThan(amazon);
        assertThat(amazon).isBetween(1.5, 1.9).isLessThan(rackspace);
        assertThat(rackspace).isBetween(1.6, 2.0);
    }

    /** A tight bulk a fifth below the best sample makes 88 machines 110. */
    @Test
    void c2AQuarterMoreMachinesForATightDistribution() {
        EmpiricalDistribution google = shaped(0, 850, 0.02, 895, 0.97, 935, 0.99, 950, 1, 1_140);

        Provisioning needed = Provisioning.of(google, TARGET, 0.99);

        assertThat(needed.bestCase()).isEqualTo(88);
        assertThat(needed.count()).isBetween(109, 111);
        assertThat(needed.factor()).isCloseTo(1.25, within(0.015));
    }

    @Test
    void c4BucketingAgreesWithMonteCarloWithinOneMachine() {
        for (EmpiricalDistribution cloud : new EmpiricalDistribution[] {AMAZON, RACKSPACE, HOST_VIRTUAL}) {
            Provisioning exact = Provisioning.of(cloud, TARGET, 0.99);
            int drawn = byChance(cloud, 100_000);

            Figures.row(
                    "provisioning",
                    String.format(
                            Locale.ROOT,
                            "samples from %.0f to %.0f: best case %d, 99 %% sure %d (%d to %d), Monte Carlo %d, factor %.2f",
                            cloud.min(),
                            cloud.max(),
                            exact.bestCase(),
                            exact.count(),
                            exact.notBelow(),
                            exact.notAbove(),
                            drawn,
                            exact.factor()));
            assertThat(Math.abs(exact.count() - drawn)).isLessThanOrEqualTo(1);
            assertThat(exact.count()).isBetween(exact.notBelow(), exact.notAbove());
            assertThat(exact.notAbove() - exact.notBelow()).isLessThanOrEqualTo(1);
            assertThat(exact.probability()).isGreaterThanOrEqualTo(0.99);
        }
    }

    /** So many machines reached the target in 99 of 100 drawings, each machine drawn by itself until their sum did. */
    private static int byChance(EmpiricalDistribution cloud, int drawings) {
        var random = new SplittableRandom(5);
        int[] counts = new int[drawings];
        for (int i = 0; i < drawings; i++) {
            for (double sum = 0; sum < TARGET; counts[i]++) {
                sum += cloud.draw(random);
            }
        }
        Arrays.sort(counts);
        return counts[(int) Math.ceil(0.99 * drawings) - 1];
    }

    @Test
    void sumsOfDiceAreExact() {
        var die = LatticeDistribution.of(
                EmpiricalDistribution.of(new double[] {1, 2, 3, 4, 5, 6}), 1, LatticeDistribution.Rounding.DOWN);

        assertThat(die.times(3).shareOrBetter(18)).isCloseTo(1 / 216.0, within(1e-15));
        assertThat(die.times(2).shareOrBetter(7)).isCloseTo(21 / 36.0, within(1e-15));
        assertThat(die.times(10).mean()).isCloseTo(35, within(1e-12));
        assertThat(die.times(1).shareOrBetter(0)).isCloseTo(1, within(1e-15));
    }

    @Test
    void theOrBetterCurveReadsBothWays() {
        var samples = EmpiricalDistribution.of(new double[] {4, 1, 3, 2});

        assertThat(samples.shareOrBetter(3)).isEqualTo(0.5);
        assertThat(samples.shareOrBetter(3.5)).isEqualTo(0.25);
        assertThat(samples.reachedBy(0.75)).isEqualTo(2);
        assertThat(samples.reachedBy(1)).isEqualTo(1);
    }

    @Test
    void negativeSamplesNeverAddUp() {
        assertThatThrownBy(() -> Provisioning.of(EmpiricalDistribution.of(new double[] {-1, 5}), 10, 0.9))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Provisioning.of(EmpiricalDistribution.of(new double[] {0}), 10, 0.9))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A thousand samples whose quantile function runs straight through the points (share, value). */
    private static EmpiricalDistribution shaped(double... points) {
        double[] samples = new double[1_001];
        for (int i = 0; i < samples.length; i++) {
            double share = i / 1_000.0;
            int next = 2;
            while (next < points.length - 2 && points[next] < share) {
                next += 2;
            }
            double part = (share - points[next - 2]) / (points[next] - points[next - 2]);
            samples[i] = points[next - 1] + part * (points[next + 1] - points[next - 1]);
        }
        return EmpiricalDistribution.of(samples);
    }
}
