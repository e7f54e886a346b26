package io.longhaul.core.units;

/**
 * A price for moving data, in billionths of a US dollar per GB of 10^9 octets. Immutable.
 *
 * @param nanoDollars billionths of a dollar per 10^9 octets, zero or more
 */
public record PricePerGigabyte(long nanoDollars) implements Comparable<PricePerGigabyte> {
    public static final PricePerGigabyte FREE = new PricePerGigabyte(0);

    public PricePerGigabyte {
        if (nanoDollars < 0) {
            throw new IllegalArgumentException("a price per GB is negative: " + nanoDollars);
        }
    }

    /** Rounds to the nearest billionth, so that decimal prices written as doubles come out exact. */
    public static PricePerGigabyte ofDollars(double dollars) {
        return new PricePerGigabyte(Math.round(dollars * 1e9));
    }

    public double dollars() {
        return nanoDollars / 1e9;
    }

    /** The cost of an amount, rounded up. */
    public Money times(DataSize size) {
        return new Money(Wide.multiplyDivideCeiling(nanoDollars, size.bytes(), 1_000_000_000L));
    }

    public PricePerGigabyte plus(PricePerGigabyte other) {
        return new PricePerGigabyte(Math.addExact(nanoDollars, other.nanoDollars));
    }

    @Override
    public int compareTo(PricePerGigabyte other) {
        return Long.compare(nanoDollars, other.nanoDollars);
    }

    /** {@code USD 0.0875/GB}. */
    @Override
    public String toString() {
        return new Money(nanoDollars) + "/GB";
    }
}
