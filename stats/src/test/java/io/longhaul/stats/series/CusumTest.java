package io.longhaul.stats.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CusumTest {
    @Test
    void noticesADropSoonAndKnowsWhenItBegan() {
        var random = new Random(5);
        var cusum = new Cusum(10, 0.5, 5);
        for (int i = 0; i < 50; i++) {
            assertThat(cusum.add(10 + 0.3 * random.nextGaussian())).isEqualTo(Cusum.Signal.NONE);
        }
        int delay = 0;
        while (cusum.add(8 + 0.3 * random.nextGaussian()) == Cusum.Signal.NONE) {
            delay++;
        }
        assertThat(delay).isLessThan(6);
        assertThat(cusum.changedAt()).isEqualTo(50);
        assertThat(cusum.add(10)).isEqualTo(Cusum.Signal.DOWN);
    }

    @Test
    void learnsLevelAndNoise() {
        var random = new Random(7);
        double[] steady = new double[60];
        for (int i = 0; i < steady.length; i++) {
            steady[i] = 100 + 3 * random.nextGaussian();
        }
        var cusum = Cusum.learned(steady, 0.2);
        for (int i = 0; i < 1000; i++) {
            assertThat(cusum.add(100 + 3 * random.nextGaussian())).isEqualTo(Cusum.Signal.NONE);
        }
        Cusum.Signal last = Cusum.Signal.NONE;
        for (int i = 0; i < 10; i++) {
            last = cusum.add(125 + 3 * random.nextGaussian());
        }
        assertThat(last).isEqualTo(Cusum.Signal.UP);
        cusum.restart(125);
        assertThat(cusum.add(125)).isEqualTo(Cusum.Signal.NONE);
    }

    @Test
    void withoutAnAlarmThereIsNoChange() {
        assertThatThrownBy(() -> new Cusum(1, 0, 1).changedAt()).isInstanceOf(IllegalStateException.class);
    }

    /** Siegmund's approximation of the mean run to a false alarm on one side, k = sigma / 2, h = 4: about 336 (Montgomery, table 9.3: 168 on two sides). */
    @Test
    void falseAlarmsComeAsOftenAsTabled() {
        var random = new Random(11);
        long samples = 0;
        int alarms = 0;
        var cusum = new Cusum(0, 0.5, 4);
        while (alarms < 2000) {
            samples++;
            if (cusum.add(random.nextGaussian()) != Cusum.Signal.NONE) {
                alarms++;
                cusum.restart(0);
            }
        }
        assertThat((double) samples / alarms).isBetween(155.0, 181.0);
    }
}
