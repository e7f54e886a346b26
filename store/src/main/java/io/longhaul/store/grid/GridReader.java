package io.longhaul.store.grid;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PercentilePrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.store.csv.CsvRow;
import io.longhaul.store.csv.CsvTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Makes a network of a measured grid ({@code links.csv}: from, to, streams, bits_per_second, and rtt_ms, total_bps and a spread where known), of
 * prices ({@code prices.csv}: from, to, usd_per_gb) and of caps ({@code caps.yaml}); see {@code docs/formats/grid.md}.
 * Stateless, safe for any thread.
 */
public final class GridReader {
    private static final List<String> LINK_COLUMNS = List.of("from", "to", "streams", "bits_per_second");
    private static final String TOTAL = "total_bps";
    private static final List<String> PRICE_COLUMNS = List.of("from", "to", "usd_per_gb");

    private GridReader() {}

    /**
     * Reads the three files.
     *
     * @param notes told what was left out and why, one sentence each
     * @throws InvalidInputException when a file is missing, a value cannot be used, or a site has no caps
     */
    public static NetworkModel read(Path links, Path prices, Path caps, Consumer<String> notes) {
        Map<Link, EgressPrice> priceByLink = readPrices(prices);
        Map<Link, Duration> rtts = new HashMap<>();
        Map<Link, RateVariation> spreads = new HashMap<>();
        Map<Link, Bandwidth> totals = new HashMap<>();
        Map<Link, Map<Integer, Bandwidth>> rates = readLinks(links, rtts, spreads, totals);
        CapsFile capsFile = CapsFile.read(caps, notes);

        List<LinkModel> models = new ArrayList<>();
        List<Link> unpriced = new ArrayList<>();
        List<Link> dead = new ArrayList<>();
        rates.forEach((link, byStreams) -> {
            EgressPrice price = priceByLink.get(link);
            if (isDead(byStreams)) {
                dead.add(link);
            } else if (price == null) {
                unpriced.add(link);
            } else {
                LinkModel model = LinkModel.of(link, RateCurve.of(byStreams), price);
                LinkModel timed =
                        Optional.ofNullable(rtts.get(link)).map(model::withRtt).orElse(model);
                LinkModel capped = Optional.ofNullable(totals.get(link))
                        .map(timed::withTotalCap)
                        .orElse(timed);
                models.add(Optional.ofNullable(spreads.get(link))
                        .map(capped::withVariation)
                        .orElse(capped));
            }
        });
        note(unpriced, "has no price in " + prices, notes);
        note(dead, "has a rate of zero in " + links, notes);
        return new NetworkModel(sites(rates, capsFile), models);
    }

    private static boolean isDead(Map<Integer, Bandwidth> byStreams) {
        for (Bandwidth rate : byStreams.values()) {
            if (!rate.isZero()) {
                return false;
            }
        }
        return true;
    }

    /** The prices of a CSV with the columns from, to, usd_per_gb, as a book. */
    public static PriceBook prices(Path file) {
        return new PriceBook(List.copyOf(readPrices(file).values()), List.of());
    }

    /** A network whose VMs are, where a caps file says so, those of the file. */
    public static NetworkModel withCaps(NetworkModel network, Path caps, Consumer<String> notes) {
        CapsFile file = CapsFile.read(caps, notes);
        return new NetworkModel(network.sites().stream().map(file::over).toList(), network.links());
    }

    private static List<SiteModel> sites(Map<Link, ?> links, CapsFile caps) {
        Set<SiteId> ids = new HashSet<>();
        for (Link link : links.keySet()) {
            ids.add(link.from());
            ids.add(link.to());
        }
        return new TreeSet<>(ids).stream().map(caps::site).toList();
    }

    private static Map<Link, Map<Integer, Bandwidth>> readLinks(
            Path file, Map<Link, Duration> rtts, Map<Link, RateVariation> spreads, Map<Link, Bandwidth> totals) {
        Map<Link, Integer> spreadOf = new HashMap<>();
        Map<Link, Map<Integer, Bandwidth>> rates = new LinkedHashMap<>();
        forEachRow(file, LINK_COLUMNS, (link, row) -> {
            int streams = row.integer("streams", 1);
            // most links have one row: a map of one takes a tenth of the memory
            Map<Integer, Bandwidth> first = Map.of(streams, row.bitsPerSecond("bits_per_second"));
            Map<Integer, Bandwidth> before = rates.putIfAbsent(link, first);
            if (before != null && before.containsKey(streams)) {
                throw row.invalid(
                        "streams",
                        String.valueOf(streams),
                        "is given a second time for " + link,
                        "Keep one row for each link and number of streams.");
            }
            if (before != null) {
                Map<Integer, Bandwidth> both = new TreeMap<>(before);
                both.putAll(first);
                rates.put(link, both);
            }
            row.findDecimal("rtt_ms").ifPresent(rtt -> rtts.put(link, Durations.ofMillis(rtt)));
            findTotal(row).ifPresent(total -> totals.merge(link, total, Bandwidth::min));
            if (streams > spreadOf.getOrDefault(link, 0)) {
                SpreadColumns.variation(row).ifPresent(variation -> {
                    spreads.put(link, variation);
                    spreadOf.put(link, streams);
                });
            }
        });
        return rates;
    }

    /** What all VM pairs of a link carry together, as over an uplink on premises or an interconnect. */
    private static Optional<Bandwidth> findTotal(CsvRow row) {
        if (row.findDecimal(TOTAL).isEmpty()) {
            return Optional.empty();
        }
        Bandwidth total = row.bitsPerSecond(TOTAL);
        if (total.isZero()) {
            throw row.invalid(
                    TOTAL,
                    row.text(TOTAL),
                    "is zero",
                    "Leave the row out, or the field empty where no total is known.");
        }
        return Optional.of(total);
    }

    private static Map<Link, EgressPrice> readPrices(Path file) {
        Map<Link, EgressPrice> prices = new HashMap<>();
        forEachRow(file, PRICE_COLUMNS, (link, row) -> {
            PricePerGigabyte price = PricePerGigabyte.ofDollars(row.decimal("usd_per_gb"));
            EgressPrice priced = EgressPrice.flat(link, price, String.valueOf(file), Optional.empty());
            if (row.findDecimal("fee_usd").isPresent()) {
                priced = priced.withFee(fee(row));
            }
            if (row.findDecimal("usd_per_mbps").isPresent()) {
                priced = priced.withPercentile(percentile(row));
            }
            EgressPrice old = prices.put(link, priced);
            if (old != null && !old.equals(priced)) {
                throw row.invalid(
                        "usd_per_gb",
                        row.text("usd_per_gb"),
                        "is a second price for " + link,
                        "Keep one row for each link.");
            }
        });
        return prices;
    }

    private static Money fee(CsvRow row) {
        return dollars(row, "fee_usd", "is no fee", "Write what using the link costs once, as 200.");
    }

    private static Money dollars(CsvRow row, String column, String wrong, String advice) {
        double dollars = row.decimal(column);
        if (!(dollars >= 0 && dollars < 1e9)) {
            throw row.invalid(column, row.text(column), wrong, advice);
        }
        return Money.ofDollars(dollars);
    }

    private static PercentilePrice percentile(CsvRow row) {
        Money perMbps = dollars(
                row, "usd_per_mbps", "is no price", "Write what 1 Mbit/s of the percentile costs a month, as 0.5.");
        Bandwidth paid = row.findDecimal("paid_bps").isPresent() ? row.bitsPerSecond("paid_bps") : Bandwidth.ZERO;
        double free = row.findDecimal("free_seconds").orElse(0.0);
        if (!(free >= 0 && free <= 1e9)) {
            throw row.invalid(
                    "free_seconds",
                    row.text("free_seconds"),
                    "is no time",
                    "Write what is left of the samples that the percentile drops, as 129600 for 36 h.");
        }
        return new PercentilePrice(perMbps, paid, Durations.ofSeconds(free));
    }

    /** Rows from a site to itself say nothing about a link and are passed over. */
    private static void forEachRow(Path file, List<String> columns, BiConsumer<Link, CsvRow> action) {
        Map<String, SiteId> known = new HashMap<>();
        try (CsvTable table = CsvTable.open(file)) {
            table.requireColumns(columns);
            table.forEachRow(row -> {
                SiteId from = site(row, "from", known);
                SiteId to = site(row, "to", known);
                if (!from.equals(to)) {
                    String linkClass = row.findText("class").orElse("");
                    action.accept(
                            linkClass.isEmpty()
                                    ? new Link(from, to)
                                    : row.parse("class", linkClass, name -> new Link(from, to, name)),
                            row);
                }
            });
        }
    }

    private static SiteId site(CsvRow row, String column, Map<String, SiteId> known) {
        String text = row.text(column);
        SiteId site = known.get(text);
        if (site == null) {
            site = row.site(column);
            known.put(text, site);
        }
        return site;
    }

    private static void note(List<Link> links, String why, Consumer<String> notes) {
        if (!links.isEmpty()) {
            String others = links.size() == 1 ? "" : " (and " + (links.size() - 1) + " more)";
            notes.accept("Left out: " + links.get(0) + others + " " + why + ".");
        }
    }
}
