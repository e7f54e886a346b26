package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Datagrams that arrive, in the order they do. */
class DatagramAccountTest {
    private static DatagramCounts counts(String arrivals) {
        var account = new DatagramAccount();
        LongStream.of(java.util.Arrays.stream(arrivals.split(" ", -1))
                        .mapToLong(Long::parseLong)
                        .toArray())
                .forEach(number -> account.add(number, number, number));
        return account.counts();
    }

    @ParameterizedTest
    @CsvSource({
        // arrivals, packets, lost, out of order
        "1 2 3 4, 4, 0, 0",
        "1 2 5, 5, 2, 0",
        "3 4, 4, 2, 0",
        "1 3 2 4, 4, 0, 1",
        "1 4 2 3 5, 5, 0, 2",
        "1 4 3, 4, 1, 1",
        "1 2 2 3, 3, 0, 1"
    })
    void lossAndOrderAreCountedAsIperf3Does(String arrivals, long packets, long lost, long outOfOrder) {
        DatagramCounts counts = counts(arrivals);

        assertThat(counts.packets()).isEqualTo(packets);
        assertThat(counts.lost()).isEqualTo(lost);
        assertThat(counts.outOfOrder()).isEqualTo(outOfOrder);
    }

    /** RFC 1889 section 6.3.1: J += (|D| - J) / 16, with D the change of the transit time. */
    @Test
    void jitterFollowsTheChangesOfTheTransitTime() {
        var account = new DatagramAccount();
        account.add(1, 0, 1_000_000);
        account.add(2, 1_000_000, 2_160_000);
        account.add(3, 2_000_000, 3_000_000);

        double first = 160_000 / 16.0;
        double second = first + (160_000 - first) / 16;
        assertThat(account.counts().jitterSeconds()).isCloseTo(second / 1e9, within(1e-15));
    }

    @Test
    void clocksThatAreApartDoNotCount() {
        var account = new DatagramAccount();
        for (int i = 1; i <= 100; i++) {
            account.add(i, i * 1_000L, 5_000_000_000L + i * 1_000L);
        }

        assertThat(account.counts().jitterSeconds()).isZero();
    }
}
