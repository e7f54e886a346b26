package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Nothing that the commands say of the published grids contradicts the numbers published: recomputed from the rows of the files, by
 * code that shares nothing with the importer and the estimator.
 */
class PublishedNumbersTest {
    private static final Path DATA = Path.of(System.getProperty("longhaul.root"), "..", "shared", "data");

    /** One link beyond its rounding is a contradiction. */
    private static final double ROUNDING = 1.001;

    @TempDir
    private Path folder;

    /** A row of a grid: who sent to whom, and what arrived. */
    private record Row(String from, String to, double receivedBps) {
        boolean inside() {
            return provider(from).equals(provider(to));
        }

        private static String provider(String site) {
            return site.substring(0, site.indexOf(':'));
        }
    }

    /** Beside each grid what the estimates and advice of 0.1.0 contradict; what is asked is none of each. */
    @ParameterizedTest
    @CsvSource({
        "skyplane-throughput-2022-01.csv, 62, 0, 3368, 0",
        "skyplane-throughput-2022-01-24.csv, 98, 0, 1422, 2189"
    })
    void nothing_contradicts_the_rows(
            String grid, int mostAboveACap, int mostOutsideTheirInterval, int mostOffersAboveACap, int mostDearWindows)
            throws IOException {
        Path throughput = DATA.resolve(grid);
        Path rtt = DATA.resolve("skyplane-rtt-2022-04.csv");
        Assumptions.assumeTrue(
                Files.exists(throughput) && Files.exists(rtt), "the published grids are not beside the project");
        String log = folder.resolve("log").toString();
        Command.run("import", "skyplane", throughput.toString(), rtt.toString(), "--into", log)
                .exits(0);
        JsonNode snapshot =
                Command.run("estimate", log, "--format", "json").exits(0).json();
        JsonNode advice = Command.run("recommend", "--log", log, "--format", "json")
                .exits(0)
                .json();
        List<Row> rows = rows(throughput);
        Map<String, JsonNode> sites = new HashMap<>();
        snapshot.path("sites").forEach(site -> sites.put(site.path("id").asString(), site));

        assertThat(rows.stream().map(row -> row.from() + row.to()).distinct().count())
                .isEqualTo(advice.path("links").size());
        assertThat(aboveACap(rows, snapshot, sites)).as("rows above a cap").hasSizeLessThanOrEqualTo(mostAboveACap);
        assertThat(outsideTheirInterval(rows, snapshot))
                .as("corrected rates outside their interval, or below what arrived")
                .hasSizeLessThanOrEqualTo(mostOutsideTheirInterval);
        assertThat(offersAboveACap(advice, sites))
                .as("offers above a cap")
                .hasSizeLessThanOrEqualTo(mostOffersAboveACap);
        assertThat(dearWindows(snapshot, advice))
                .as("relays and VMs where a window binds")
                .hasSizeLessThanOrEqualTo(mostDearWindows);
    }

    /** What two commands say of the same thing is the same number, and so is what the report holds. */
    @Test
    void one_number_stands_for_one_thing() throws IOException {
        Path throughput = DATA.resolve("skyplane-throughput-2022-01.csv");
        Path rtt = DATA.resolve("skyplane-rtt-2022-04.csv");
        Assumptions.assumeTrue(
                Files.exists(throughput) && Files.exists(rtt), "the published grids are not beside the project");
        String log = folder.resolve("log").toString();
        String page = folder.resolve("page.html").toString();
        Command.run("import", "skyplane", throughput.toString(), rtt.toString(), "--into", log)
                .exits(0);
        JsonNode snapshot =
                Command.run("estimate", log, "--format", "json").exits(0).json();
        JsonNode advice = Command.run("recommend", "--log", log, "--format", "json")
                .exits(0)
                .json();
        Map<String, JsonNode> sites = new HashMap<>();
        snapshot.path("sites").forEach(site -> sites.put(site.path("id").asString(), site));
        Map<String, JsonNode> links = new HashMap<>();
        snapshot.path("links").forEach(link -> links.put(key(link), link));
        long seed = Long.getLong("longhaul.seed", System.nanoTime());
        System.out.println("PublishedNumbersTest: -Dlonghaul.seed=" + seed);
        List<JsonNode> drawn = new ArrayList<>(advice.path("links")
                .valueStream()
                .filter(link -> link.path("direct_bps").isNumber())
                .toList());
        Collections.shuffle(drawn, new Random(seed));

        for (JsonNode link : drawn) {
            double measured = Objects.requireNonNull(links.get(key(link)))
                    .path("rates")
                    .valueStream()
                    .mapToDouble(PublishedNumbersTest::rateOfRun)
                    .max()
                    .orElseThrow();
            double cap = Math.min(capOf(sites, link, "from", "egress"), capOf(sites, link, "to", "ingress"));
            assertThat(link.path("direct_bps").asDouble())
                    .as("%s: what was measured, and no more than the caps", link)
                    .isEqualTo(Math.min(measured, cap), Offset.offset(1.0));
        }
        for (JsonNode link : drawn.subList(0, 3)) {
            String from = link.path("from").asString();
            String to = link.path("to").asString();
            double direct = link.path("direct_bps").asDouble();
            Map<String, Double> offers = new HashMap<>();
            Command.run(
                            "plan",
                            "--log",
                            log,
                            "--from",
                            from,
                            "--to",
                            to,
                            "--size",
                            "1TB",
                            "--max-vms",
                            "2",
                            "--format",
                            "json")
                    .exits(0)
                    .json()
                    .path("offers")
                    .forEach(offer -> offers.put(
                            offer.path("kind").asString(),
                            offer.path("rate_bps").asDouble()));
            assertThat(offers.get("direct")).as("of %s: %s", link, offers).isEqualTo(direct, Offset.offset(1.0));
            if (link.path("second_vm_bps").isNumber()) {
                assertThat(offers.get("more-vms"))
                        .as("of %s: %s", link, offers)
                        .isEqualTo(link.path("second_vm_bps").asDouble(), Offset.offset(1.0));
            }
        }
        Command.run("report", log, "-o", page).exits(0);
        Matcher text = Pattern.compile("id=\"data-snapshot\">(.*?)</script>", Pattern.DOTALL)
                .matcher(Files.readString(Path.of(page)));
        assertThat(text.find()).isTrue();
        JsonNode held = JsonMapper.shared().readTree(text.group(1));
        assertThat(held.path("links")).isEqualTo(snapshot.path("links"));
        assertThat(held.path("sites")).isEqualTo(snapshot.path("sites"));
    }

    /** Without slow start where a round-trip time is known to correct by; else what was sent, its upper bound. */
    private static double rateOfRun(JsonNode rate) {
        return Stream.of("corrected_bps", "sent_bps", "received_bps")
                .map(rate::path)
                .filter(JsonNode::isNumber)
                .findFirst()
                .orElseThrow()
                .asDouble();
    }

    private static double capOf(Map<String, JsonNode> sites, JsonNode link, String end, String side) {
        JsonNode site = Objects.requireNonNull(sites.get(link.path(end).asString()));
        JsonNode apart = site.path(side + "_inside");
        boolean inside = new Row(link.path("from").asString(), link.path("to").asString(), 0).inside();
        JsonNode cap = inside && apart.path("bps").isNumber() ? apart : site.path(side);
        return cap.path("bps").asDouble(Double.POSITIVE_INFINITY);
    }

    private static String key(JsonNode link) {
        return link.path("from").asString() + " " + link.path("to").asString();
    }

    private static List<Row> rows(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<String> columns = Arrays.asList(lines.get(0).split(",", -1));
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            boolean premium =
                    Stream.of("src_tier", "dst_tier").allMatch(tier -> cells[columns.indexOf(tier)].equals("PREMIUM"));
            String from = cells[columns.indexOf("src")];
            String to = cells[columns.indexOf("dst")];
            if (premium && !from.equals(to)) {
                rows.add(new Row(from, to, Double.parseDouble(cells[columns.indexOf("received_bps")])));
            }
        }
        return rows;
    }

    private static OptionalDouble cap(Map<String, JsonNode> sites, String site, String side, boolean inside) {
        JsonNode node = Objects.requireNonNull(sites.get(site), site);
        JsonNode apart = node.path(side + "_inside");
        JsonNode cap = inside && apart.path("bps").isNumber() ? apart : node.path(side);
        return cap.path("bps").isNumber() && cap.path("source").asString().equals("measured")
                ? OptionalDouble.of(cap.path("bps").asDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble lowerCap(Map<String, JsonNode> sites, String from, String to, boolean inside) {
        return Stream.of(cap(sites, from, "egress", inside), cap(sites, to, "ingress", inside))
                .flatMapToDouble(OptionalDouble::stream)
                .min();
    }

    private static List<String> aboveACap(List<Row> rows, JsonNode snapshot, Map<String, JsonNode> sites) {
        Set<String> failed = new HashSet<>();
        snapshot.path("failed_runs")
                .forEach(run -> failed.add(run.path("from").asString()
                        + run.path("to").asString()
                        + Math.round(run.path("bits_per_second").asDouble())));
        return rows.stream()
                .filter(row -> !failed.contains(row.from() + row.to() + Math.round(row.receivedBps())))
                .filter(row -> lowerCap(sites, row.from(), row.to(), row.inside()).stream()
                        .anyMatch(cap -> row.receivedBps() > cap * ROUNDING))
                .map(Row::toString)
                .toList();
    }

    private static List<String> outsideTheirInterval(List<Row> rows, JsonNode snapshot) {
        Map<String, List<Double>> received = new HashMap<>();
        rows.forEach(row -> received.computeIfAbsent(row.from() + " " + row.to(), key -> new ArrayList<>())
                .add(row.receivedBps()));
        List<String> outside = new ArrayList<>();
        for (JsonNode link : snapshot.path("links")) {
            String key = link.path("from").asString() + " " + link.path("to").asString();
            for (JsonNode rate : link.path("rates")) {
                JsonNode corrected = rate.path("corrected_bps");
                JsonNode ci = rate.path("ci");
                double least = received.getOrDefault(key, List.of()).stream()
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow();
                boolean below = corrected.isNumber() && corrected.asDouble() * ROUNDING < least;
                boolean beside = corrected.isNumber()
                        && ci.path("low").isNumber()
                        && (corrected.asDouble() * ROUNDING < ci.path("low").asDouble()
                                || corrected.asDouble() > ci.path("high").asDouble() * ROUNDING);
                if (below || beside) {
                    outside.add(key + " " + rate);
                }
            }
        }
        return outside;
    }

    private static List<String> offersAboveACap(JsonNode advice, Map<String, JsonNode> sites) {
        List<String> above = new ArrayList<>();
        for (JsonNode link : advice.path("links")) {
            String from = link.path("from").asString();
            String to = link.path("to").asString();
            boolean inside = new Row(from, to, 0).inside();
            double cap = lowerCap(sites, from, to, inside).orElse(Double.POSITIVE_INFINITY) * ROUNDING;
            boolean direct = link.path("direct_bps").asDouble(0) > cap;
            boolean two = link.path("second_vm_bps").asDouble(0) > 2 * cap;
            String relay = link.path("best_relay").asString("");
            boolean over = false;
            if (!relay.isEmpty()) {
                double out = cap(sites, from, "egress", new Row(from, relay, 0).inside())
                        .orElse(Double.POSITIVE_INFINITY);
                double in = cap(sites, to, "ingress", new Row(relay, to, 0).inside())
                        .orElse(Double.POSITIVE_INFINITY);
                over = link.path("relay_bps").asDouble(0) > Math.min(out, in) * ROUNDING;
            }
            if (direct || two || over) {
                above.add(
                        from + " " + to + (direct ? " direct" : "") + (two ? " two VMs" : "") + (over ? " relay" : ""));
            }
        }
        return above;
    }

    /** Links told to spend money although a window binds, which costs nothing to widen. */
    private static List<String> dearWindows(JsonNode snapshot, JsonNode advice) {
        Set<String> windows = new HashSet<>();
        for (JsonNode link : snapshot.path("links")) {
            if (Set.of("receive-window", "send-buffer")
                    .contains(link.path("limit").asString())) {
                windows.add(link.path("from").asString() + link.path("to").asString());
            }
        }
        List<String> dear = new ArrayList<>();
        for (JsonNode link : advice.path("links")) {
            String key = link.path("from").asString() + link.path("to").asString();
            if (windows.contains(key)
                    && Set.of("relay", "more-vms").contains(link.path("verdict").asString())) {
                dear.add(key);
            }
        }
        return dear;
    }
}
