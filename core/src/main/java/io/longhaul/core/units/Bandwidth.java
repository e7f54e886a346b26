package io.longhaul.core.units;

import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * A rate in whole bits per second, decimal prefixes only. Immutable.
 *
 * <p>{@code Bandwidth.parse(b.toString()).equals(b)} holds for every value. Capacity rounds down; overflow throws
 * {@link ArithmeticException}.
 *
 * @param bitsPerSecond zero or more
 */
public record Bandwidth(long bitsPerSecond) implements Comparable<Bandwidth> {
    private static final UnitTable UNITS = units();

    public static final Bandwidth ZERO = new Bandwidth(0);

    public Bandwidth {
        if (bitsPerSecond < 0) {
            throw new IllegalArgumentException("bitsPerSecond is negative: " + bitsPerSecond);
        }
    }

    public static Bandwidth ofBitsPerSecond(long bitsPerSecond) {
        return new Bandwidth(bitsPerSecond);
    }

    /** Rounds down to whole bits per second. */
    public static Bandwidth ofBitsPerSecond(double bitsPerSecond) {
        if (!(bitsPerSecond >= 0 && bitsPerSecond < Long.MAX_VALUE)) {
            throw new IllegalArgumentException("bitsPerSecond is out of range: " + bitsPerSecond);
        }
        return new Bandwidth((long) bitsPerSecond);
    }

    public static Bandwidth ofMegabitsPerSecond(long megabitsPerSecond) {
        return new Bandwidth(Math.multiplyExact(megabitsPerSecond, 1_000_000L));
    }

    public static Bandwidth ofGigabitsPerSecond(long gigabitsPerSecond) {
        return new Bandwidth(Math.multiplyExact(gigabitsPerSecond, 1_000_000_000L));
    }

    /** The mean rate at which an amount moved in a time, rounded down. */
    public static Bandwidth of(DataSize size, Duration time) {
        return new Bandwidth(Wide.multiplyDivideFloor(size.bits(), 1_000_000_000L, time.toNanos()));
    }

    /**
     * Reads {@code 200Mbit/s}, {@code 1.5 Gbit/s}, {@code 5Gbps}.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the number, or the unit, is missing, unknown or ambiguous
     */
    public static Bandwidth parse(String text) {
        return new Bandwidth(UNITS.parse(text));
    }

    /** The volume carried in a time at this rate, rounded down to whole octets. */
    public DataSize times(Duration time) {
        return DataSize.ofBytes(Wide.multiplyDivideFloor(bitsPerSecond, time.toNanos(), 8_000_000_000L));
    }

    /** Rounded down. */
    public Bandwidth times(double factor) {
        return ofBitsPerSecond(bitsPerSecond * factor);
    }

    public Bandwidth times(long factor) {
        return new Bandwidth(Math.multiplyExact(bitsPerSecond, factor));
    }

    public Bandwidth plus(Bandwidth other) {
        return new Bandwidth(Math.addExact(bitsPerSecond, other.bitsPerSecond));
    }

    /** This rate over another, as a plain ratio; infinite when the other is zero. */
    public double dividedBy(Bandwidth other) {
        return (double) bitsPerSecond / other.bitsPerSecond;
    }

    public Bandwidth min(Bandwidth other) {
        return bitsPerSecond <= other.bitsPerSecond ? this : other;
    }

    public Bandwidth max(Bandwidth other) {
        return bitsPerSecond >= other.bitsPerSecond ? this : other;
    }

    public boolean isZero() {
        return bitsPerSecond == 0;
    }

    @Override
    public int compareTo(Bandwidth other) {
        return Long.compare(bitsPerSecond, other.bitsPerSecond);
    }

    @Override
    public String toString() {
        return UNITS.format(bitsPerSecond);
    }

    private static UnitTable units() {
        var factors = new LinkedHashMap<String, Long>();
        factors.put("Tbit/s", 1_000_000_000_000L);
        factors.put("Gbit/s", 1_000_000_000L);
        factors.put("Mbit/s", 1_000_000L);
        factors.put("kbit/s", 1_000L);
        factors.put("bit/s", 1L);
        factors.put("Tbps", 1_000_000_000_000L);
        factors.put("Gbps", 1_000_000_000L);
        factors.put("Mbps", 1_000_000L);
        factors.put("kbps", 1_000L);
        factors.put("bps", 1L);
        var ambiguous = new LinkedHashMap<String, String>();
        for (String prefix : new String[] {"K", "k", "M", "G", "T", ""}) {
            String shown = prefix.equals("K") ? "k" : prefix;
            if (!prefix.isEmpty()) {
                ambiguous.put(prefix, "Say bits per second: " + shown + "bit/s.");
                ambiguous.put(prefix + "b", "Say per what: " + shown + "bit/s.");
                ambiguous.put(prefix + "bit", "Say per what: " + shown + "bit/s.");
            }
            ambiguous.put(prefix + "B/s", "Rates are in bits: one " + prefix + "B/s is 8" + shown + "bit/s.");
            ambiguous.put(prefix + "Bps", "Rates are in bits: one " + prefix + "B/s is 8" + shown + "bit/s.");
        }
        ambiguous.put("Kbit/s", "The decimal prefix is a small k: kbit/s.");
        ambiguous.put("gbps", "Write Gbit/s.");
        ambiguous.put("mbps", "Write Mbit/s.");
        return new UnitTable("bandwidth", "200Mbit/s", factors, ambiguous);
    }
}
