package io.longhaul.core.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShowTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 bit/s",
        "999, 999 bit/s",
        "999500, 1.00 Mbit/s",
        "4980000000, 4.98 Gbit/s",
        "12345000, 12.3 Mbit/s",
        "123450000, 123 Mbit/s"
    })
    void rates(long bitsPerSecond, String text) {
        assertThat(Show.rate(new Bandwidth(bitsPerSecond))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0.0123S, 12.3 ms",
        "PT45S, 45.0 s",
        "PT13M20S, 13 min 20 s",
        "PT2H, 2 h",
        "PT5H33M20S, 5 h 33 min",
        "P3DT4H, 3 d 4 h"
    })
    void times(Duration time, String text) {
        assertThat(Show.time(time)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"12340000000, USD 12.34", "3100000, USD 0.0031", "0, USD 0.00", "-500000000, USD -0.50"})
    void amounts(long nanoDollars, String text) {
        assertThat(Show.money(new Money(nanoDollars))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.214, 21 %", "0.014, 1.4 %", "0, 0 %", "1, 100 %"})
    void shares(double share, String text) {
        assertThat(Show.percent(share)).isEqualTo(text);
    }
}
