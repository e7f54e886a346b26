package io.longhaul.core.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    private static final long SEED = 20261121;

    /** Numbers of every magnitude, round ones and awkward ones. */
    static LongStream magnitudes() {
        var random = new SplittableRandom(SEED);
        LongStream corners = LongStream.of(0, 1, 999, 1000, 1023, 1024, 1_500_000, 7_340_032, Long.MAX_VALUE);
        return LongStream.concat(
                corners, random.longs(500).map(value -> (value & Long.MAX_VALUE) >> random.nextInt(63)));
    }

    @ParameterizedTest
    @MethodSource("magnitudes")
    void what_is_printed_reads_back_the_same(long value) {
        assertThat(Bandwidth.parse(new Bandwidth(value).toString())).isEqualTo(new Bandwidth(value));
        assertThat(DataSize.parse(new DataSize(value).toString())).isEqualTo(new DataSize(value));
        assertThat(Money.parse(new Money(value).toString())).isEqualTo(new Money(value));
        assertThat(Money.parse(new Money(-value).toString())).isEqualTo(new Money(-value));
        assertThat(Durations.parse(Durations.format(Duration.ofNanos(value)))).isEqualTo(Duration.ofNanos(value));
    }

    @ParameterizedTest
    @CsvSource({
        "200Mbit/s, 200000000",
        "1.5 Gbit/s, 1500000000",
        "5Gbps, 5000000000",
        "4.7058Gbit/s, 4705800000",
        "0bit/s, 0"
    })
    void rates_are_decimal_bits_per_second(String text, long bitsPerSecond) {
        assertThat(Bandwidth.parse(text).bitsPerSecond()).isEqualTo(bitsPerSecond);
    }

    @ParameterizedTest
    @CsvSource({"7MiB, 7340032", "1TB, 1000000000000", "1.5 GiB, 1610612736", "64KiB, 65536"})
    void sizes_are_decimal_or_binary_by_full_name(String text, long bytes) {
        assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"1200000000, 1.2Gbit/s", "200000000, 200Mbit/s", "1, 1bit/s", "4705800000, 4.7058Gbit/s"})
    void rates_print_short_and_exact(long bitsPerSecond, String text) {
        assertThat(new Bandwidth(bitsPerSecond)).hasToString(text);
    }

    @Test
    void sizes_print_in_the_family_that_fits() {
        assertThat(DataSize.ofMebibytes(7)).hasToString("7MiB");
        assertThat(DataSize.ofGigabytes(100)).hasToString("100GB");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"200", "200M", "200Mb", "200MB/s", "200Kbit/s", "fast", "", "-1Mbit/s", "1.0000000000001bit/s"})
    void rates_without_a_clear_unit_are_refused_with_advice(String text) {
        assertThatThrownBy(() -> Bandwidth.parse(text)).isInstanceOfSatisfying(InvalidInputException.class, error -> {
            assertThat(error).hasMessageContaining("bandwidth (" + text + ")");
            assertThat(error.advice()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"7M, MiB", "7KB, KiB", "7Gb, GiB", "7, 7MiB", "9000000000PB, smaller"})
    void sizes_without_a_clear_unit_are_refused_with_advice(String text, String advised) {
        assertThatThrownBy(() -> DataSize.parse(text))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        error -> assertThat(error.advice()).contains(advised));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5m", "5sec", "soon"})
    void durations_without_a_clear_unit_are_refused(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.50", "12,50USD", "EUR 3", "$1.0000000001"})
    void money_needs_its_currency_and_at_most_nine_decimals(String text) {
        assertThatThrownBy(() -> Money.parse(text)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void time_and_cost_round_up_and_capacity_rounds_down() {
        assertThat(DataSize.ofGigabytes(1_000).dividedBy(Bandwidth.ofGigabitsPerSecond(10)))
                .isEqualTo(Duration.ofSeconds(800));
        assertThat(DataSize.ofBytes(1).dividedBy(Bandwidth.ofBitsPerSecond(3)))
                .isEqualTo(Duration.ofNanos(2_666_666_667L));
        assertThat(Bandwidth.ofBitsPerSecond(15).times(Duration.ofSeconds(1))).isEqualTo(DataSize.ofBytes(1));
        assertThat(Bandwidth.of(DataSize.ofBytes(1), Duration.ofSeconds(3))).isEqualTo(Bandwidth.ofBitsPerSecond(2));
        assertThat(PricePerGigabyte.ofDollars(0.0875).times(DataSize.ofGigabytes(100)))
                .isEqualTo(Money.parse("8.75USD"));
        assertThat(PricePerGigabyte.ofDollars(0.02).times(DataSize.ofBytes(1))).isEqualTo(new Money(1));
        assertThat(PricePerHour.ofDollars(0.54).times(Duration.ofMinutes(30))).isEqualTo(Money.parse("0.27USD"));
    }

    @Test
    void large_products_do_not_lose_digits() {
        assertThat(DataSize.parse("5PB").dividedBy(Bandwidth.ofBitsPerSecond(1)).toSeconds())
                .isEqualTo(40_000_000_000_000_000L);
        assertThat(PricePerGigabyte.ofDollars(0.09).times(DataSize.parse("5PB")))
                .isEqualTo(Money.parse("450000USD"));
    }

    @Test
    void overflow_and_division_by_zero_throw() {
        assertThatThrownBy(() -> new Bandwidth(Long.MAX_VALUE).plus(new Bandwidth(1)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> DataSize.ofGigabytes(1).dividedBy(Bandwidth.ZERO))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new DataSize(Long.MAX_VALUE).bits()).isInstanceOf(ArithmeticException.class);
    }
}
