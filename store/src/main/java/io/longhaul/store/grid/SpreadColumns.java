package io.longhaul.store.grid;

import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.GammaLaw;
import io.longhaul.store.csv.CsvRow;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the rate of a row spreads, from its columns stddev_bps (standard deviation; bits_per_second is the mean then),
 * spread_seconds (how long a draw lasts) and samples (runs behind both). Stateless.
 */
final class SpreadColumns {
    private static final String DEVIATION = "stddev_bps";
    private static final String LASTS = "spread_seconds";
    private static final String SAMPLES = "samples";
    private static final int MOST_SAMPLES = 100_000;
    private static final double WIDEST = 5;

    private SpreadColumns() {}

    /** Empty when the row tells no spread, or none above zero. */
    static Optional<RateVariation> variation(CsvRow row) {
        double deviation = row.findDecimal(DEVIATION).orElse(0.0);
        if (deviation == 0) {
            return Optional.empty();
        }
        double mean = row.decimal("bits_per_second");
        if (!(mean > 0) || deviation > WIDEST * mean) {
            throw row.invalid(
                    DEVIATION,
                    row.text(DEVIATION),
                    "is above " + (int) WIDEST + " times the mean of " + row.text("bits_per_second"),
                    "Write the standard deviation of the rate in bit/s.");
        }
        Optional<Duration> lasts = row.findDecimal(LASTS).map(seconds -> {
            if (!(seconds > 0 && seconds < Integer.MAX_VALUE)) {
                throw row.invalid(LASTS, row.text(LASTS), "is not above zero", "Write it like 60, or leave it empty.");
            }
            return Durations.ofSeconds(seconds);
        });
        OptionalInt samples = row.findText(SAMPLES).isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(Math.min(MOST_SAMPLES, row.integer(SAMPLES, 2)));
        return Optional.of(GammaLaw.variation(deviation / mean, lasts, samples));
    }
}
