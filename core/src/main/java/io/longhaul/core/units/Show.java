package io.longhaul.core.units;

import java.time.Duration;
import java.util.Locale;

/**
 * Quantities for sentences and tables: three significant digits, the unit that keeps the number between 1 and 1000.
 * For people only; what is to be read back is printed by the {@code toString} of each quantity.
 */
public final class Show {
    private Show() {}

    /** {@code 4.98 Gbit/s}. */
    public static String rate(Bandwidth rate) {
        return scaled(rate.bitsPerSecond(), 1000, "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s");
    }

    /** Decimal units: {@code 1.05 MB}. */
    public static String size(DataSize size) {
        return scaled(size.bytes(), 1000, "B", "kB", "MB", "GB", "TB", "PB");
    }

    /** {@code 12.3 ms}, {@code 45.0 s}, {@code 13 min 20 s}, {@code 5 h 33 min}, {@code 3 d 4 h}. */
    public static String time(Duration time) {
        double seconds = Durations.seconds(time);
        if (seconds < 60) {
            return scaled(time.toNanos(), 1000, "ns", "us", "ms", "s");
        }
        long whole = Math.round(seconds);
        if (whole < 3600) {
            return pair(whole, 60, "min", 1, "s");
        }
        return whole < 86_400 ? pair(whole, 3600, "h", 60, "min") : pair(whole, 86_400, "d", 3600, "h");
    }

    /** {@code USD 12.34}; small amounts keep two significant digits: {@code USD 0.0031}. */
    public static String money(Money money) {
        double dollars = money.dollars();
        double magnitude = Math.abs(dollars);
        if (magnitude == 0 || magnitude >= 0.1) {
            return String.format(Locale.ROOT, "USD %,.2f", dollars);
        }
        int decimals = (int) Math.ceil(-Math.log10(magnitude)) + 1;
        return String.format(Locale.ROOT, "USD %." + Math.min(9, decimals) + "f", dollars);
    }

    /** {@code 12 %} or {@code 1.4 %}: at most one decimal. */
    public static String percent(double share) {
        double percent = share * 100;
        boolean whole = Math.abs(percent) >= 10 || percent == Math.rint(percent);
        return String.format(Locale.ROOT, whole ? "%.0f %%" : "%.1f %%", percent);
    }

    private static String pair(long seconds, long large, String largeUnit, long small, String smallUnit) {
        long units = seconds / large;
        long rest = seconds % large / small;
        return rest == 0 ? units + " " + largeUnit : units + " " + largeUnit + " " + rest + " " + smallUnit;
    }

    private static String scaled(long value, double base, String... units) {
        double scaled = value;
        int unit = 0;
        while (unit < units.length - 1 && Math.abs(scaled) >= base * 0.9995) {
            scaled /= base;
            unit++;
        }
        if (unit == 0) {
            return value + " " + units[0];
        }
        int decimals = Math.abs(scaled) >= 99.95 ? 0 : Math.abs(scaled) >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", scaled, units[unit]);
    }
}
