package io.longhaul.stats.validity;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.Refused;
import io.longhaul.stats.Worlds;
import io.longhaul.stats.validity.Validity.Verdict;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValidityCheckTest {
    private static final ValidityCheck CHECK = ValidityCheck.standard();

    @Test
    void independentSamplesPass() {
        assertThat(shareOf(Verdict.INDEPENDENT, seed -> Worlds.normal(new Random(seed), 80, 9e9, 4e8)))
                .isGreaterThan(0.9);
    }

    @Test
    void dependentSamplesAreRecognised() {
        assertThat(shareOf(Verdict.DEPENDENT, seed -> Worlds.autoregression(new Random(seed), 200, 0.6, 9e9, 4e8)))
                .isGreaterThan(0.95);
    }

    @Test
    void aRandomWalkGetsNoInterval() {
        int given = 0;
        for (long seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            double[] walk = new double[300];
            double at = 1e9;
            for (int i = 0; i < walk.length; i++) {
                walk[i] = at;
                at += 2e7 * random.nextGaussian();
            }
            given += SoundInterval.standard().median(walk, 0.95).findInterval().isPresent() ? 1 : 0;
        }
        assertThat(given).isLessThanOrEqualTo(2);
    }

    @Test
    void aMaterialDriftIsRefusedAndSaysHowMuch() {
        var random = new Random(4);
        double[] series = new double[120];
        for (int i = 0; i < series.length; i++) {
            series[i] = 1000 * (1 - 0.09 * i / series.length) + 20 * random.nextGaussian();
        }
        Validity validity = CHECK.judge(series);

        assertThat(validity.verdict()).isEqualTo(Verdict.NOT_STATIONARY);
        assertThat(validity.reason()).contains("Mann-Kendall").containsPattern("-\\d\\.\\d %");
    }

    @Test
    void aTriflingDriftOfManySamplesIsNot() {
        var random = new Random(5);
        double[] series = new double[20_000];
        for (int i = 0; i < series.length; i++) {
            series[i] = 1000 * (1 + 0.01 * i / series.length) + 20 * random.nextGaussian();
        }
        assertThat(CHECK.judge(series).allowsInterval()).isTrue();
    }

    /** 20 transfers fit the credit, 20 do not: the interval must not be printed. */
    @Test
    void aDrainingTokenBucketIsRefused() {
        assertThat(shareOf(
                        Verdict.NOT_STATIONARY,
                        seed -> Worlds.drainingBucket(new Random(seed), 40, 250, 5_000 * 0.9, 10, 1, 0.03)))
                .isGreaterThan(0.99);
        double[] rates = Worlds.drainingBucket(new Random(1), 40, 250, 5_000 * 0.9, 10, 1, 0.03);
        IntervalResult result = SoundInterval.standard().median(rates, 0.95);

        assertThat(result).isInstanceOf(Refused.class);
        assertThat(((Refused) result).reason()).contains("the level changes").contains("of 40");
    }

    @Test
    void aConstantSeriesHasAnIntervalWithoutWidth() {
        double[] series = new double[50];
        Arrays.fill(series, 5e9);

        var interval = (Interval) SoundInterval.standard().median(series, 0.95);

        assertThat(interval.width()).isZero();
    }

    @Test
    void fewSamplesAreTakenOnTrustAndTooFewAreNot() {
        assertThat(CHECK.judge(new double[] {1, 2, 3, 2, 1, 2, 3}).verdict()).isEqualTo(Verdict.UNTESTED);
        assertThat(SoundInterval.standard().median(new double[] {1, 2, 3, 2, 1}, 0.95))
                .isEqualTo(new NotEnough(5, 6));
    }

    @Test
    void dependentSamplesWorthTooLittleAreNotEnough() {
        double[] series = Worlds.autoregression(new Random(8), 120, 0.8, 10, 0.2);

        assertThat(SoundInterval.ofDependent(series, 0.9, 0.95)).isInstanceOf(NotEnough.class);
    }

    private interface World {
        double[] series(long seed);
    }

    private static double shareOf(Verdict verdict, World world) {
        int count = 0;
        for (long seed = 0; seed < 200; seed++) {
            count += CHECK.judge(world.series(seed)).verdict() == verdict ? 1 : 0;
        }
        return count / 200.0;
    }
}
