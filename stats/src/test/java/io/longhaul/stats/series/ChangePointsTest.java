package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.support.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangePointsTest {
    private static final int WORLDS = 1_000;
    private static final int SLACK = 3;
    private static final List<CloudNoise> CLOUDS = List.of(CloudNoise.values());

    @Test
    void levelsAndPlacesOfACleanDrop() {
        double[] series = new double[60];
        Arrays.fill(series, 0, 40, 10);
        Arrays.fill(series, 40, 60, 1);

        List<ChangePoint> changes = ChangePoints.find(series);

        assertThat(changes).containsExactly(new ChangePoint(40, 10, 1));
        assertThat(changes.get(0).isDrop()).isTrue();
        assertThat(changes.get(0).relativeSize()).isEqualTo(0.9);
    }

    @Test
    void aSingleDeepDipIsNoChange() {
        double[] series = new Random(1).doubles(200, 9.5, 10.5).toArray();
        series[100] = 1;
        series[150] = 0;

        assertThat(ChangePoints.find(series)).isEmpty();
    }

    @Test
    void shortSeriesHaveNoChange() {
        assertThat(ChangePoints.find(new double[] {1, 1, 1, 9, 9, 9})).isEmpty();
        assertThat(ChangePoints.find(new double[0])).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.7})
    void shiftsOfTwentyPercentAndMoreAreFoundInTheNoiseOfThreeClouds(double largestShift) {
        int planted = 0;
        int recalled = 0;
        int falseAlarms = 0;
        for (int seed = 0; seed < WORLDS; seed++) {
            var random = new Random(seed);
            var truth = new ArrayList<Integer>();
            double[] series = world(random, largestShift, truth);
            List<Integer> found =
                    ChangePoints.find(series).stream().map(ChangePoint::index).toList();
            planted += truth.size();
            recalled += near(truth, found);
            falseAlarms += found.size() - near(found, truth);
        }
        Figures.row(
                "change-points",
                String.format(
                        Locale.ROOT,
                        "shifts of 20 to %.0f %%: %d of %d found (%.1f %%), %d false alarms in %d series",
                        100 * largestShift,
                        recalled,
                        planted,
                        100.0 * recalled / planted,
                        falseAlarms,
                        WORLDS));
        assertThat((double) recalled / planted)
                .as("%d of %d found, %d false alarms", recalled, planted, falseAlarms)
                .isGreaterThanOrEqualTo(0.95);
        assertThat((double) falseAlarms / WORLDS).isLessThanOrEqualTo(0.01);
    }

    @Test
    void aLongSeriesIsRefinedToTheSample() {
        double[] series = CloudNoise.HPC_CLOUD.factors(1_000_000, new Random(9));
        for (int i = 654_321; i < series.length; i++) {
            series[i] *= 0.8;
        }
        List<ChangePoint> changes = ChangePoints.find(series);

        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).index()).isBetween(654_318, 654_324);
    }

    /** An hour or two of ten-second samples with up to three shifts of 20 % or more, up or down. */
    private static double[] world(Random random, double largestShift, List<Integer> truth) {
        CloudNoise noise = CLOUDS.get(random.nextInt(CLOUDS.size()));
        double[] series = noise.factors(360 + random.nextInt(361), random);
        int changes = random.nextInt(4);
        int gap = series.length / (changes + 1);
        double level = 1e9 * (1 + 14 * random.nextDouble());
        int next = gap;
        for (int i = 0; i < series.length; i++) {
            if (truth.size() < changes && i == next) {
                truth.add(i);
                double size = 0.2 + (largestShift - 0.2) * random.nextDouble();
                level *= random.nextBoolean() ? 1 - size : 1 + size;
                next = i + 30 + random.nextInt(gap - 30);
            }
            series[i] *= level;
        }
        return series;
    }

    private static int near(List<Integer> these, List<Integer> those) {
        int near = 0;
        for (int a : these) {
            if (those.stream().anyMatch(b -> Math.abs(a - b) <= SLACK)) {
                near++;
            }
        }
        return near;
    }
}
