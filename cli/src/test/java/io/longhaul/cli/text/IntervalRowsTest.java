package io.longhaul.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalRowsTest {
    /** Intervals of a tenth of a second that end a little late, each with 10 octets sent, 9 received and a retransmit. */
    private static List<IntervalSample> tenths(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new IntervalSample(
                        i == 0 ? Duration.ZERO : Duration.ofMillis(100L * i + 3),
                        Duration.ofMillis(100L * (i + 1) + 3),
                        Optional.of(DataSize.ofBytes(10)),
                        Optional.of(DataSize.ofBytes(9)),
                        OptionalLong.of(1),
                        Optional.of(Duration.ofMillis(i)),
                        Optional.empty()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "12, 12", "13, 7", "20, 10", "30, 6", "100, 10", "1000, 10", "36000, 12"})
    void fewRowsOfARoundLength(int intervals, int rows) {
        assertThat(IntervalRows.of(tenths(intervals))).hasSize(rows);
    }

    @Test
    void nothingIsLostBetweenRows() {
        List<IntervalSample> rows = IntervalRows.of(tenths(100));

        assertThat(rows.get(3).start()).isEqualTo(rows.get(2).end());
        assertThat(rows.get(3).start()).isEqualTo(Duration.ofMillis(3003));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.sent()).hasValue(DataSize.ofBytes(100));
            assertThat(row.received()).hasValue(DataSize.ofBytes(90));
            assertThat(row.retransmits()).hasValue(10);
        });
        assertThat(rows.get(0).rtt()).hasValue(Duration.ofNanos(4_500_000));
    }
}
