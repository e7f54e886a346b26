package io.longhaul.core.units;

import io.longhaul.core.error.InvalidInputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The units of one quantity, by symbol, as multiples of a whole base unit. Reads {@code "7MiB"} exactly and prints the
 * shortest exact text, so that parsing what was printed gives the same number back. Immutable.
 */
final class UnitTable {
    private static final Pattern QUANTITY = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*(\\S*)");

    private final String quantity;
    private final String example;
    private final Map<String, Long> factors;
    private final Map<String, String> ambiguous;

    /**
     * @param quantity what is measured, for messages, as {@code "bandwidth"}
     * @param example a well-formed value, for messages
     * @param factors symbol to number of base units; largest first; one of them is 1
     * @param ambiguous symbols that are refused, each with the advice to give
     */
    UnitTable(String quantity, String example, Map<String, Long> factors, Map<String, String> ambiguous) {
        this.quantity = quantity;
        this.example = example;
        this.factors = new LinkedHashMap<>(factors);
        this.ambiguous = new LinkedHashMap<>(ambiguous);
    }

    long parse(String text) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (!matcher.matches()) {
            throw refuse(text, "is not a number with a unit", "Write it like " + example + ".");
        }
        String symbol = matcher.group(2);
        if (symbol.isEmpty()) {
            throw refuse(text, "has no unit", "Write the unit with it, like " + example + ".");
        }
        Long factor = factors.get(symbol);
        if (factor == null) {
            String advice =
                    ambiguous.getOrDefault(symbol, "Known units are " + String.join(", ", factors.keySet()) + ".");
            throw refuse(text, "has a unit that is not accepted (" + symbol + ")", advice);
        }
        return exact(text, new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor)));
    }

    private long exact(String text, BigDecimal baseUnits) {
        if (baseUnits.signum() < 0) {
            throw refuse(text, "is negative", "Write a value of zero or more, like " + example + ".");
        }
        try {
            return baseUnits.longValueExact();
        } catch (ArithmeticException tooFineOrTooLarge) {
            boolean tooFine = baseUnits.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
            throw refuse(
                    text,
                    tooFine ? "is not a whole number of base units" : "is too large",
                    tooFine
                            ? "Write fewer decimals, like " + example + "."
                            : "Write a smaller value, like " + example + ".");
        }
    }

    private InvalidInputException refuse(String text, String what, String advice) {
        return new InvalidInputException("The " + quantity + " (" + text + ") " + what + ".", advice);
    }

    /** The exact text with the shortest number; among equally short ones, the earlier unit of the table. */
    String format(long baseUnits) {
        String best = "";
        int shortest = Integer.MAX_VALUE;
        for (Map.Entry<String, Long> unit : factors.entrySet()) {
            BigDecimal factor = BigDecimal.valueOf(unit.getValue());
            BigDecimal value = BigDecimal.valueOf(baseUnits).divide(factor, 64, RoundingMode.HALF_UP);
            boolean roundTrips = value.multiply(factor).compareTo(BigDecimal.valueOf(baseUnits)) == 0;
            boolean readable = unit.getValue() == 1 || value.compareTo(BigDecimal.ONE) >= 0;
            if (roundTrips && readable) {
                String number = value.stripTrailingZeros().toPlainString();
                best = number.length() < shortest ? number + unit.getKey() : best;
                shortest = Math.min(shortest, number.length());
            }
        }
        return best;
    }
}
