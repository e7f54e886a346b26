package io.longhaul.cli.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.longhaul.cli.input.Places;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The premium links of the grid of 29 January 2022, as a report. Skips the test when the data are absent. */
final class SkyplaneGrid {
    private static final Instant AS_OF = Instant.parse("2022-01-29T22:19:00Z");
    private static final Path DATA = Path.of(System.getProperty("longhaul.root", ".."), "..", "shared", "data");

    private SkyplaneGrid() {}

    static ReportData report() {
        assumeTrue(Files.isDirectory(DATA), "the folder shared/data is not beside this checkout");
        Map<Link, Double> rtts = new HashMap<>();
        read("skyplane-rtt-2022-04.csv", row -> {
            if (premium(row) && !row.getField("rtt_ms").isEmpty()) {
                rtts.put(link(row), Double.parseDouble(row.getField("rtt_ms")));
            }
        });
        Map<Link, LinkEstimate> links = new TreeMap<>();
        read("skyplane-throughput-2022-01.csv", row -> {
            if (premium(row) && !row.getField("src").equals(row.getField("dst"))) {
                links.put(link(row), estimate(row, Optional.ofNullable(rtts.get(link(row)))));
            }
        });
        var sites = new TreeSet<SiteId>();
        links.keySet().forEach(link -> sites.addAll(List.of(link.from(), link.to())));
        var snapshot =
                new Snapshot(AS_OF, sites.stream().map(SkyplaneGrid::site).toList(), links.values());
        return new ReportData(
                "Skyplane grid of 29 January 2022",
                "longhaul 0.1.0",
                AS_OF,
                LogDigest.none(),
                snapshot,
                List.of(Judge.bestRelay(snapshot)),
                Places.of(sites));
    }

    private static boolean premium(NamedCsvRecord row) {
        return row.getField("src_tier").equals("PREMIUM")
                && row.getField("dst_tier").equals("PREMIUM");
    }

    private static Link link(NamedCsvRecord row) {
        return Link.between(row.getField("src"), row.getField("dst"));
    }

    private static LinkEstimate estimate(NamedCsvRecord row, Optional<Double> rtt) {
        return new LinkEstimate(
                link(row),
                rtt.map(ms -> new RttEstimate(Durations.ofMillis(ms), Optional.empty())),
                Optional.empty(),
                List.of(new RatePoint(
                        Integer.parseInt(row.getField("connections")),
                        Optional.empty(),
                        Optional.of(rate(row, "sent_bps")),
                        Optional.of(rate(row, "received_bps")),
                        Optional.empty(),
                        Optional.empty(),
                        1)),
                Optional.empty(),
                BindingLimit.NOT_IDENTIFIED,
                BindingLimit.NOT_IDENTIFIED,
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                AS_OF);
    }

    private static Bandwidth rate(NamedCsvRecord row, String column) {
        return Bandwidth.ofBitsPerSecond(Double.parseDouble(row.getField(column)));
    }

    private static SiteEstimate site(SiteId id) {
        Optional<CapEstimate> egress = switch (id.provider()) {
            case "aws" -> cap(5, Source.MEASURED);
            case "gcp" -> cap(7, Source.DOCUMENTED);
            default -> cap(16, Source.DOCUMENTED);
        };
        return new SiteEstimate(
                id,
                Optional.of("m5.8xlarge"),
                egress,
                id.provider().equals("aws") ? cap(10, Source.DOCUMENTED) : Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Optional<CapEstimate> cap(long gigabits, Source source) {
        return Optional.of(
                new CapEstimate(Bandwidth.ofGigabitsPerSecond(gigabits), Optional.empty(), source, Optional.of(AS_OF)));
    }

    private static void read(String file, Consumer<NamedCsvRecord> rows) {
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(DATA.resolve(file))) {
            csv.forEach(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
