package io.longhaul.clouds.catalog;

import io.longhaul.core.price.PriceTier;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Steps of a price as clouds list them, each with the amount that it begins at. Confined to one thread. */
public final class Tiers {
    private static final BigDecimal MOST_DOLLARS = BigDecimal.valueOf(100_000);
    private static final BigDecimal MOST_GB = BigDecimal.valueOf(1_000_000_000);
    private static final int BINARY = 1024;

    private final TreeMap<BigDecimal, BigDecimal> byStart = new TreeMap<>();

    /** A number that a price list can hold, written as a number or as text; empty for everything else. */
    public static Optional<BigDecimal> number(JsonNode node) {
        return node.isNumber() || node.isString() ? number(node.asString()) : Optional.empty();
    }

    /** A number that a price list can hold: not below 0, and at most a milliard. */
    public static Optional<BigDecimal> number(String text) {
        if (!text.matches("\\d{1,10}(\\.\\d{1,20})?([eE][+-]?\\d)?")) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(text)).filter(value -> value.compareTo(MOST_GB) <= 0);
    }

    /**
     * One step more.
     *
     * @param from amount it begins at, in the list's unit
     * @param usd price of a unit; one above 100,000 dollars is no price
     */
    public void add(BigDecimal from, BigDecimal usd) {
        if (usd.compareTo(MOST_DOLLARS) <= 0) {
            byStart.put(from.stripTrailingZeros(), usd);
        }
    }

    /** The price of the first unit. */
    public Optional<BigDecimal> first() {
        return byStart.isEmpty()
                ? Optional.empty()
                : Optional.of(byStart.firstEntry().getValue());
    }

    /** As steps of decimal volumes, in which 1,024 GB are a TB: the catalogue's way for AWS and Azure. */
    public Optional<List<PriceTier>> decimal() {
        return tiers(false);
    }

    /** As steps of binary volumes, GiB: the catalogue's way for Google Cloud. */
    public Optional<List<PriceTier>> binary() {
        return tiers(true);
    }

    /** Without what is free at the beginning: an allowance is the account's, not the link's. */
    private Optional<List<PriceTier>> tiers(boolean binary) {
        List<Map.Entry<BigDecimal, BigDecimal>> steps = new ArrayList<>(byStart.entrySet());
        while (steps.size() > 1 && steps.get(0).getValue().signum() == 0) {
            steps.remove(0);
        }
        List<PriceTier> tiers = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Optional<DataSize> upTo =
                    i + 1 < steps.size() ? Optional.of(size(steps.get(i + 1).getKey(), binary)) : Optional.empty();
            tiers.add(new PriceTier(
                    upTo, PricePerGigabyte.ofDollars(steps.get(i).getValue().doubleValue())));
        }
        return tiers.isEmpty() ? Optional.empty() : Optional.of(tiers);
    }

    private static DataSize size(BigDecimal gigabytes, boolean binary) {
        if (binary) {
            return DataSize.ofBytes(gigabytes
                    .multiply(BigDecimal.valueOf((long) BINARY * BINARY * BINARY))
                    .longValue());
        }
        BigDecimal[] terabytes = gigabytes.divideAndRemainder(BigDecimal.valueOf(BINARY));
        return terabytes[1].signum() == 0
                ? DataSize.ofGigabytes(terabytes[0].longValue() * 1000)
                : DataSize.ofBytes(
                        gigabytes.multiply(BigDecimal.valueOf(1_000_000_000)).longValue());
    }
}
