package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlateauTest {
    @Test
    void rates_at_a_cap_and_slower_ones_below_it_show_the_cap() {
        double[] rates = {100, 99, 101, 100, 62, 40, 20};
        assertThat(Plateau.find(rates)).hasValueSatisfying(plateau -> {
            assertThat(plateau.level()).isBetween(99.0, 101.0);
            assertThat(plateau.members()).isEqualTo(4);
        });
    }

    @Test
    void a_pile_in_the_middle_is_no_cap() {
        double[] rates = {50, 50, 51, 49, 50, 80, 95, 110, 130, 70, 60, 55};
        assertThat(Plateau.find(rates)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_smooth_spread_of_many_rates_has_no_plateau(long seed) {
        var random = new SplittableRandom(seed);
        double[] rates = DoubleStream.generate(() -> 20 + 80 * random.nextDouble())
                .limit(400)
                .toArray();
        assertThat(Plateau.find(rates)).as("seed %d", seed).isEmpty();
    }

    @Test
    void one_rate_or_none_has_no_plateau() {
        assertThat(Plateau.find(new double[0])).isEmpty();
        assertThat(Plateau.find(new double[] {5})).isEmpty();
    }
}
