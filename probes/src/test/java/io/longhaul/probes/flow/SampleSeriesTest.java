package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A long series is short enough, and says the same. */
class SampleSeriesTest {
    @ParameterizedTest
    @CsvSource({"1, 4", "4, 4", "5, 4", "7, 3", "9, 3", "1000, 2", "36000, 2048", "36000, 2047"})
    void neighboursAreJoinedWhenThereAreTooMany(int count, int most) {
        var series = new SampleSeries(most);
        for (int i = 0; i < count; i++) {
            series.add(new EndSample(i, i + 1, 2L * i, 1, KernelSample.NONE));
        }
        List<EndSample> kept = series.toList();

        assertThat(kept).hasSizeBetween(Math.min(count, most / 2), most);
        assertThat(kept.stream().mapToLong(EndSample::sentBytes).sum()).isEqualTo((long) count * (count - 1));
        assertThat(kept.stream().mapToLong(EndSample::receivedBytes).sum()).isEqualTo(count);
        assertThat(kept.get(0).startNanos()).isZero();
        assertThat(kept.get(kept.size() - 1).endNanos()).isEqualTo(count);
        long each = kept.get(0).endNanos();
        for (int i = 1; i < kept.size(); i++) {
            assertThat(kept.get(i).startNanos()).isEqualTo(kept.get(i - 1).endNanos());
            assertThat(kept.get(i).endNanos() - kept.get(i).startNanos())
                    .isBetween(i + 1 < kept.size() ? each : 1, each);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "3, 3", "9, 3"})
    void aSliverIsPartOfTheLast(int count, int size) {
        var series = new SampleSeries(4);
        for (int i = 0; i < count; i++) {
            series.add(new EndSample(10L * i, 10L * i + 10, 1, 0, KernelSample.NONE));
        }
        series.addSliver(new EndSample(10L * count, 10L * count + 1, 1, 0, KernelSample.NONE));

        assertThat(series.toList()).hasSize(size);
        assertThat(series.toList().get(size - 1).endNanos()).isEqualTo(10L * count + 1);
    }
}
