package io.longhaul.estimator;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/** The published grids of January 2022, read in place; tests that need them are skipped where they are not. */
public final class PublishedGrids {
    private static final Path DATA = Path.of(System.getProperty("longhaul.root"), "..", "shared", "data");

    private PublishedGrids() {}

    /** A row by column. */
    public record Row(Map<String, String> values) {
        public String get(String column) {
            return Objects.requireNonNull(values.get(column), column);
        }
    }

    /** Premium pairs of a throughput grid with the round-trip times of April 2022. */
    static World grid(String... files) throws IOException {
        var world = new World().withoutTimes();
        for (Row row : rows("skyplane-rtt-2022-04.csv")) {
            if (premiumPair(row) && !row.get("rtt_ms").isEmpty()) {
                world.rtt(link(row), Double.parseDouble(row.get("rtt_ms")));
            }
        }
        for (String file : files) {
            addGrid(world, file);
        }
        return world;
    }

    /** The same without any round-trip time. */
    static World withoutRoundTrips(String file) throws IOException {
        var world = new World().withoutTimes();
        addGrid(world, file);
        return world;
    }

    private static void addGrid(World world, String file) throws IOException {
        for (Row row : rows(file)) {
            if (premiumPair(row)) {
                Instant start = LocalDateTime.parse(row.get("run")).toInstant(ZoneOffset.UTC);
                world.campaign("skyplane-" + start.toString().substring(0, 10), start);
                world.totals(
                        link(row),
                        row.get("src_vm"),
                        row.get("dst_vm"),
                        Integer.parseInt(row.get("connections")),
                        Double.parseDouble(row.get("sent_bps")),
                        Double.parseDouble(row.get("received_bps")));
            }
        }
    }

    public static Link link(Row row) {
        return new Link(SiteId.parse(row.get("src")), SiteId.parse(row.get("dst")));
    }

    public static boolean premiumPair(Row row) {
        return row.get("src_tier").equals("PREMIUM")
                && row.get("dst_tier").equals("PREMIUM")
                && !row.get("src").equals(row.get("dst"));
    }

    /** All rows of a published file. */
    public static List<Row> rows(String file) throws IOException {
        Path path = DATA.resolve(file);
        Assumptions.assumeTrue(Files.exists(path), "the published grids are not beside the project: " + file);
        List<String> lines = Files.readAllLines(path);
        List<String> names = Arrays.asList(lines.get(0).split(",", -1));
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split(",", -1);
            var row = new HashMap<String, String>();
            for (int i = 0; i < names.size(); i++) {
                row.put(names.get(i), values[i]);
            }
            rows.add(new Row(row));
        }
        return rows;
    }
}
