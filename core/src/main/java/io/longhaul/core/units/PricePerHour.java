package io.longhaul.core.units;

import java.time.Duration;

/**
 * A price for time, in billionths of a US dollar per hour. Immutable.
 *
 * @param nanoDollars billionths of a dollar per hour, zero or more
 */
public record PricePerHour(long nanoDollars) implements Comparable<PricePerHour> {
    public static final PricePerHour FREE = new PricePerHour(0);

    public PricePerHour {
        if (nanoDollars < 0) {
            throw new IllegalArgumentException("a price per hour is negative: " + nanoDollars);
        }
    }

    /** Rounds to the nearest billionth, so that decimal prices written as doubles come out exact. */
    public static PricePerHour ofDollars(double dollars) {
        return new PricePerHour(Math.round(dollars * 1e9));
    }

    public double dollars() {
        return nanoDollars / 1e9;
    }

    /** The price of so many at once. */
    public PricePerHour times(int count) {
        return new PricePerHour(Math.multiplyExact(nanoDollars, (long) count));
    }

    /** The cost of a time, rounded up. */
    public Money times(Duration time) {
        return new Money(Wide.multiplyDivideCeiling(nanoDollars, time.toNanos(), 3_600_000_000_000L));
    }

    @Override
    public int compareTo(PricePerHour other) {
        return Long.compare(nanoDollars, other.nanoDollars);
    }

    /** {@code USD 0.54/h}. */
    @Override
    public String toString() {
        return new Money(nanoDollars) + "/h";
    }
}
