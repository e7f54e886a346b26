package io.longhaul.core.units;

import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * An amount of data in whole octets. {@code GB} is 10^9 and {@code GiB} is 2^30; a bare {@code G} is refused.
 * Immutable; {@code DataSize.parse(s.toString()).equals(s)} holds for every value; overflow throws.
 *
 * @param bytes zero or more
 */
public record DataSize(long bytes) implements Comparable<DataSize> {
    private static final UnitTable UNITS = units();

    public static final DataSize ZERO = new DataSize(0);

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes is negative: " + bytes);
        }
    }

    public static DataSize ofBytes(long bytes) {
        return new DataSize(bytes);
    }

    /** 10^6 octets each. */
    public static DataSize ofMegabytes(long megabytes) {
        return new DataSize(Math.multiplyExact(megabytes, 1_000_000L));
    }

    /** 10^9 octets each. */
    public static DataSize ofGigabytes(long gigabytes) {
        return new DataSize(Math.multiplyExact(gigabytes, 1_000_000_000L));
    }

    /** 2^20 octets each. */
    public static DataSize ofMebibytes(long mebibytes) {
        return new DataSize(Math.multiplyExact(mebibytes, 1L << 20));
    }

    /**
     * Reads {@code 7MiB}, {@code 1TB}, {@code 1.5 GB}.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the number, or the unit, is missing, unknown or ambiguous
     */
    public static DataSize parse(String text) {
        return new DataSize(UNITS.parse(text));
    }

    public long bits() {
        return Math.multiplyExact(bytes, 8L);
    }

    /** In GB of 10^9 octets. */
    public double gigabytes() {
        return bytes / 1e9;
    }

    /**
     * The time this amount takes at a rate, rounded up to whole nanoseconds.
     *
     * @throws ArithmeticException when the rate is zero
     */
    public Duration dividedBy(Bandwidth rate) {
        return Wide.multiplyDivideCeilingNanos(bytes, 8_000_000_000L, rate.bitsPerSecond());
    }

    public DataSize plus(DataSize other) {
        return new DataSize(Math.addExact(bytes, other.bytes));
    }

    public DataSize minus(DataSize other) {
        return new DataSize(Math.subtractExact(bytes, other.bytes));
    }

    public boolean isZero() {
        return bytes == 0;
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return UNITS.format(bytes);
    }

    private static UnitTable units() {
        var factors = new LinkedHashMap<String, Long>();
        factors.put("PB", 1_000_000_000_000_000L);
        factors.put("TB", 1_000_000_000_000L);
        factors.put("GB", 1_000_000_000L);
        factors.put("MB", 1_000_000L);
        factors.put("kB", 1_000L);
        factors.put("B", 1L);
        factors.put("PiB", 1L << 50);
        factors.put("TiB", 1L << 40);
        factors.put("GiB", 1L << 30);
        factors.put("MiB", 1L << 20);
        factors.put("KiB", 1L << 10);
        var ambiguous = new LinkedHashMap<String, String>();
        for (String prefix : new String[] {"k", "K", "M", "G", "T", "P"}) {
            String decimal = (prefix.equals("K") ? "k" : prefix) + "B";
            String binary = (prefix.equals("k") ? "K" : prefix) + "iB";
            ambiguous.put(prefix, "Say which: " + decimal + " (decimal) or " + binary + " (binary).");
            ambiguous.put(prefix + "b", "Sizes are in octets: " + decimal + " or " + binary + ".");
            ambiguous.put(prefix + "bit", "Sizes are in octets: " + decimal + " or " + binary + ".");
        }
        ambiguous.put("KB", "Say which: kB (1000) or KiB (1024).");
        ambiguous.put("gb", "Say which: GB (decimal) or GiB (binary).");
        ambiguous.put("mb", "Say which: MB (decimal) or MiB (binary).");
        return new UnitTable("data size", "7MiB", factors, ambiguous);
    }
}
