package io.longhaul.store.grid;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads how rates vary from CSV: from, to, second (from any start, rising within a link at even steps),
 * bits_per_second. Only the shape counts, rate over mean rate; the mean stays that of the network. Stateless, safe for
 * any thread.
 */
public final class TracesReader {
    private static final List<String> COLUMNS = List.of("from", "to", "second", "bits_per_second");

    private TracesReader() {}

    private record Series(List<Double> seconds, List<Double> rates) {}

    /**
     * The variation of every link of a file.
     *
     * @throws InvalidInputException when the file is missing, lacks a column, or has a trace of one row or of no rate
     */
    public static Map<Link, RateVariation> read(Path file) {
        Map<Link, Series> series = new TreeMap<>();
        try (CsvTable table = CsvTable.open(file)) {
            table.requireColumns(COLUMNS);
            table.forEachRow(row -> {
                Series known = series.computeIfAbsent(
                        new Link(row.site("from"), row.site("to")),
                        link -> new Series(new ArrayList<>(), new ArrayList<>()));
                double second = row.decimal("second");
                List<Double> seconds = known.seconds;
                if (!seconds.isEmpty() && second <= seconds.get(seconds.size() - 1)) {
                    throw row.invalid("second", row.text("second"), "is not after the row before", "Sort by time.");
                }
                seconds.add(second);
                known.rates.add((double) row.bitsPerSecond("bits_per_second").bitsPerSecond());
            });
        }
        Map<Link, RateVariation> variations = new TreeMap<>();
        series.forEach((link, known) -> variations.put(link, variation(file, link, known)));
        return variations;
    }

    private static RateVariation variation(Path file, Link link, Series known) {
        double[] rates = known.rates.stream().mapToDouble(Double::doubleValue).toArray();
        double sum = known.rates.stream().mapToDouble(Double::doubleValue).sum();
        if (rates.length < 2 || sum <= 0) {
            throw new InvalidInputException(
                    "The trace of " + link + " in " + file + " has " + rates.length + " rows and a mean of "
                            + (rates.length == 0 ? 0 : sum / rates.length) + " bit/s.",
                    "Give at least two rows for a link, with rates above zero.");
        }
        double span = known.seconds.get(rates.length - 1) - known.seconds.get(0);
        return RateVariation.ofTrace(rates, Durations.ofSeconds(span / (rates.length - 1)));
    }
}
