package io.longhaul.core.units;

import io.longhaul.core.error.InvalidInputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of US dollars, kept in whole billionths. Immutable; may be negative (a saving); costs are rounded up where
 * they are computed; overflow throws. {@code Money.parse(m.toString()).equals(m)} holds for every value.
 *
 * @param nanoDollars billionths of a dollar
 */
public record Money(long nanoDollars) implements Comparable<Money> {
    private static final Pattern TEXT = Pattern.compile("(?:USD\\s*|\\$)?(-?\\d+(?:\\.\\d+)?)(?:\\s*USD)?");

    public static final Money ZERO = new Money(0);

    /** Rounds up to the next billionth. */
    public static Money ofDollars(double dollars) {
        return new Money(new BigDecimal(dollars)
                .movePointRight(9)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact());
    }

    /**
     * Reads {@code USD 12.50}, {@code 12.50USD} or {@code $12.50}.
     *
     * @throws InvalidInputException when it is no amount, has no currency, or more than nine decimals
     */
    public static Money parse(String text) {
        String stripped = text.strip();
        Matcher matcher = TEXT.matcher(stripped);
        if (!matcher.matches() || matcher.group(1).equals(stripped)) {
            throw new InvalidInputException(
                    "The amount of money (" + text + ") is not an amount with its currency.",
                    "Write it like 12.50USD.");
        }
        try {
            return new Money(new BigDecimal(matcher.group(1)).movePointRight(9).longValueExact());
        } catch (ArithmeticException tooFineOrTooLarge) {
            throw new InvalidInputException(
                    "The amount of money (" + text + ") is too large or has more than nine decimals.",
                    "Write it like 12.50USD.",
                    tooFineOrTooLarge);
        }
    }

    public double dollars() {
        return nanoDollars / 1e9;
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(nanoDollars, other.nanoDollars));
    }

    public Money minus(Money other) {
        return new Money(Math.subtractExact(nanoDollars, other.nanoDollars));
    }

    public Money times(long factor) {
        return new Money(Math.multiplyExact(nanoDollars, factor));
    }

    /**
     * Whether this is at most a limit, but for rounding: a part in a million, or two billionths of a dollar.
     */
    public boolean isWithin(Money limit) {
        return nanoDollars - limit.nanoDollars <= 2 + Math.abs(limit.nanoDollars) / 1_000_000;
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(nanoDollars, other.nanoDollars);
    }

    /** {@code USD 12.50}, with two to nine decimals. */
    @Override
    public String toString() {
        BigDecimal value = BigDecimal.valueOf(nanoDollars, 9).stripTrailingZeros();
        return "USD " + (value.scale() < 2 ? value.setScale(2) : value).toPlainString();
    }
}
