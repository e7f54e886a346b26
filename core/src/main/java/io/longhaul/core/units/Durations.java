package io.longhaul.core.units;

import java.time.Duration;
import java.util.LinkedHashMap;

/** Durations as people write them on a command line: {@code 250ms}, {@code 10s}, {@code 5min}, {@code 2h}, {@code 1d}. */
public final class Durations {
    private static final UnitTable UNITS = units();

    private Durations() {}

    /**
     * Reads a number with a unit.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the number, or the unit, is missing, unknown or ambiguous
     */
    public static Duration parse(String text) {
        return Duration.ofNanos(UNITS.parse(text));
    }

    /** The shortest exact text, which {@link #parse} reads back. */
    public static String format(Duration duration) {
        return UNITS.format(duration.toNanos());
    }

    /** Seconds as a double, for formulas. */
    public static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }

    /** Milliseconds as a double, for formulas and reports. */
    public static double millis(Duration duration) {
        return seconds(duration) * 1e3;
    }

    /** Rounds to whole nanoseconds. */
    public static Duration ofSeconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    /** Rounds to whole nanoseconds. */
    public static Duration ofMillis(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    private static UnitTable units() {
        var factors = new LinkedHashMap<String, Long>();
        factors.put("d", 86_400_000_000_000L);
        factors.put("h", 3_600_000_000_000L);
        factors.put("min", 60_000_000_000L);
        factors.put("s", 1_000_000_000L);
        factors.put("ms", 1_000_000L);
        factors.put("us", 1_000L);
        factors.put("ns", 1L);
        var ambiguous = new LinkedHashMap<String, String>();
        ambiguous.put("m", "Say which: min (minutes) or ms (milliseconds).");
        ambiguous.put("M", "Say which: min (minutes) or ms (milliseconds).");
        ambiguous.put("sec", "Write s.");
        ambiguous.put("hours", "Write h.");
        return new UnitTable("duration", "10s", factors, ambiguous);
    }
}
