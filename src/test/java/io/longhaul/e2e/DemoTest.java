package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo as a user runs it; takes about a minute, since it measures. */
@Tag("alone")
class DemoTest {
    /** Egress of a VM in the topology {@code demo}, in bit/s. */
    private static final Map<String, Double> TRUE_CAPS =
            Map.of("lab m5.8xlarge", 100e6, "lab Standard_D32_v5", 320e6, "lab n2-standard-32", 140e6);

    @TempDir
    private static Path folder;

    private static Path results = Path.of("");
    private static String text = "";
    private static List<JsonNode> links = List.of();
    private static JsonNode sites = JsonMapper.shared().createArrayNode();

    @BeforeAll
    static void demo() throws IOException {
        text = Command.run("demo", "--out", folder.toString()).exits(0).out();
        try (var runs = Files.list(folder)) {
            results = runs.findFirst().orElseThrow();
        }
        JsonNode snapshot = JsonMapper.shared().readTree(Files.readString(results.resolve("snapshot.json")));
        sites = snapshot.get("sites");
        links = new ArrayList<>();
        snapshot.get("links").forEach(links::add);
    }

    @Test
    void it_measures_at_least_six_sites_in_three_clouds_from_10_to_250_ms() {
        Set<String> clouds = new HashSet<>();
        sites.forEach(site -> clouds.add(site.get("id").asString().replaceFirst(":.*", "")));
        assertThat(sites.size()).isGreaterThanOrEqualTo(6);
        assertThat(clouds).hasSize(3);
        assertThat(links).hasSize(sites.size() * (sites.size() - 1));
        double[] rtts = links.stream().mapToDouble(DemoTest::rtt).sorted().toArray();
        assertThat(rtts[0]).isLessThan(15);
        assertThat(rtts[rtts.length - 1]).isGreaterThan(240);
    }

    @Test
    void single_flows_spread_more_than_fivefold_and_follow_window_over_rtt() {
        double[] rates = links.stream().mapToDouble(DemoTest::single).sorted().toArray();
        assertThat(rates[rates.length - 1] / rates[0]).isGreaterThan(5);
        List<JsonNode> limited = links.stream()
                .filter(link -> link.get("single_flow_limit").asString().equals("receive-window"))
                .toList();
        assertThat(limited.size()).isGreaterThan(links.size() * 2 / 3);
        double[] windows = limited.stream()
                .mapToDouble(link -> single(link) * rtt(link) / 1e3 / 8)
                .sorted()
                .toArray();
        assertThat(windows[windows.length / 2]).isBetween(0.85 * (256 << 10), 1.15 * (256 << 10));
    }

    @Test
    void many_streams_reach_the_same_cap_on_the_links_of_equal_vms() {
        Map<String, String> types = new HashMap<>();
        sites.forEach(
                site -> types.put(site.get("id").asString(), site.get("vm_type").asString()));
        Map<String, List<Double>> capped = new HashMap<>();
        for (JsonNode link : links) {
            if (link.get("limit").asString().equals("vm-egress-cap")) {
                capped.computeIfAbsent(types.get(link.get("from").asString()), type -> new ArrayList<>())
                        .add(steady(link));
            }
        }
        assertThat(capped).containsOnlyKeys(TRUE_CAPS.keySet());
        for (JsonNode site : sites) {
            double cap = Objects.requireNonNull(
                    TRUE_CAPS.get(types.get(site.get("id").asString())));
            assertThat(site.get("egress").get("bps").asDouble()).as("%s", site).isCloseTo(cap, withPercentage(6));
        }
        // a load of 3 s over 250 ms is off by 5 to 6 % at some links, on a quiet machine too; a cap may be the median
        // of three
        capped.forEach((type, rates) -> {
            double cap = Objects.requireNonNull(TRUE_CAPS.get(type));
            long near = rates.stream()
                    .filter(rate -> Math.abs(rate - cap) <= 0.08 * cap)
                    .count();
            assertThat((double) near / rates.size()).as("%s %s", type, rates).isGreaterThanOrEqualTo(0.8);
        });
    }

    @Test
    void it_advises_streams_where_they_suffice_and_goes_beyond_only_where_a_path_is_narrow() throws IOException {
        JsonNode answers = JsonMapper.shared().readTree(Files.readString(results.resolve("recommendations.json")));
        Map<String, String> limits = new HashMap<>();
        links.forEach(link -> limits.put(name(link), link.get("limit").asString()));
        int streams = 0;
        for (JsonNode answer : answers.get("links")) {
            String verdict = answer.get("verdict").asString();
            streams += verdict.equals("more-streams") ? 1 : 0;
            if (verdict.equals("relay")) {
                assertThat(limits.get(name(answer))).as(name(answer)).isEqualTo("path-cap");
            }
        }
        assertThat(streams).isGreaterThan(links.size() / 2);
    }

    @Test
    void it_leaves_a_log_a_snapshot_verdicts_and_a_report_that_needs_no_network() throws IOException {
        assertThat(results.resolve("log")).isDirectory();
        assertThat(Files.readString(results.resolve("report.html")))
                .startsWith("<!DOCTYPE html>")
                .doesNotContain("src=\"http")
                .doesNotContain("href=\"http");
        assertThat(text).contains(results.resolve("report.html").toString());
        assertThat(Command.run("estimate", results.resolve("log").toString())
                        .exits(0)
                        .out())
                .contains("vm-egress-cap");
        Command.run(
                        "plan",
                        "--snapshot",
                        results.resolve("snapshot.json").toString(),
                        "--from",
                        "aws:us-east-1",
                        "--to",
                        "gcp:us-central1",
                        "--size",
                        "1TB")
                .exits(0);
    }

    private static String name(JsonNode link) {
        return link.get("from").asString() + " " + link.get("to").asString();
    }

    private static double rtt(JsonNode link) {
        return link.get("rtt_ms").get("median").asDouble();
    }

    private static double single(JsonNode link) {
        return link.get("single_flow_bps").asDouble();
    }

    private static double steady(JsonNode link) {
        JsonNode rates = link.get("rates");
        return rates.get(rates.size() - 1).get("steady_bps").asDouble();
    }
}
