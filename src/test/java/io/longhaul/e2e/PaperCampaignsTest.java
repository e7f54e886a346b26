package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The campaigns of the papers in {@code examples}, in virtual time; figures go to {@code target/studies}. */
class PaperCampaignsTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final Path EXAMPLES = ROOT.resolve("examples");

    @TempDir
    private Path log;

    private JsonNode run(Path file, String topology) {
        return Command.run(
                        "campaign",
                        "run",
                        file.toString(),
                        "--into",
                        log.toString(),
                        "--lab",
                        topology,
                        "--format",
                        "json")
                .exits(0)
                .json();
    }

    private List<JsonNode> studies(String format) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(log.resolve("campaign/studies"))) {
            for (Path file : files.toList()) {
                JsonNode study = JsonMapper.shared().readTree(Files.readString(file));
                if (study.get("format").asString().equals(format)) {
                    found.add(study);
                }
            }
        }
        return found;
    }

    private List<ThroughputMeasurement> loads(int streams) {
        return MeasurementLog.at(log).readAll(ReadOptions.strict(torn -> {})).stream()
                .filter(ThroughputMeasurement.class::isInstance)
                .map(run -> (ThroughputMeasurement) run)
                .filter(run -> run.asked().streams() == streams)
                .toList();
    }

    private static double rate(ThroughputMeasurement run) {
        return run.rate().orElseThrow().bitsPerSecond();
    }

    /** 20 hours of each pattern behind a bucket and without one. */
    @Test
    void the_patterns_and_the_bucket_of_nsdi_2020() throws IOException {
        JsonNode done = run(
                EXAMPLES.resolve("nsdi-2020.yaml"),
                EXAMPLES.resolve("nsdi-2020-lab.yaml").toString());
        Map<String, Double> terabytes = new TreeMap<>();
        double afterRest = 0;
        for (JsonNode pattern : studies("longhaul-pattern/1")) {
            double moved = pattern.get("received_bytes").asDouble() / 1e12;
            boolean throttled = moved < 10;
            String name = pattern.get("pattern").asString();
            terabytes.put((throttled ? "ec2 " : "gce ") + name, moved);
            if (throttled && name.equals("10-30")) {
                JsonNode bursts = pattern.get("bursts");
                afterRest = bursts.get(bursts.size() - 1).get("bits_per_second").asDouble() / 1e9;
            }
        }
        JsonNode bucket = studies("longhaul-fingerprint/1").stream()
                .map(print -> print.get("token_bucket"))
                .filter(found -> !found.isNull())
                .findFirst()
                .orElseThrow();
        StudyTable.write("nsdi-2020.md", terabytes + "\nlast burst of 10-30: " + afterRest + "\n" + bucket + "\n");

        assertThat(done.get("done").asInt()).isEqualTo(8);
        assertThat(terabytes).hasSize(6);
        double whole = terabytes.getOrDefault("ec2 full-speed", 0.0);
        assertThat(terabytes.getOrDefault("ec2 10-30", 0.0) / whole)
                .as("the same in all")
                .isBetween(0.98, 1.02);
        assertThat(terabytes.getOrDefault("ec2 5-30", 0.0) / whole).isBetween(0.98, 1.02);
        double free = terabytes.getOrDefault("gce full-speed", 0.0);
        assertThat(free / terabytes.getOrDefault("gce 10-30", 0.0))
                .as("as the duty cycle")
                .isBetween(3.95, 4.05);
        assertThat(free / terabytes.getOrDefault("gce 5-30", 0.0)).isBetween(6.9, 7.1);
        // 30 s of rest earn 30 Gbit, which last 3.3 s of 10; then 1 Gbit/s
        assertThat(afterRest).isBetween(3.7, 4.1);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "hotcloud-2018")
    void the_forty_sites_of_hotcloud_2018() throws IOException {
        LabTopology topology = TopologyYaml.load("forty");
        JsonNode done = run(EXAMPLES.resolve("hotcloud-2018.yaml"), "forty");
        assertThat(done.get("failed").asInt()).isZero();
        var text = new StringBuilder(
                String.format(Locale.ROOT, "%d measured%n", done.get("done").asInt()));

        double[] single =
                loads(1).stream().mapToDouble(PaperCampaignsTest::rate).sorted().toArray();
        text.append(String.format(
                Locale.ROOT,
                "1a single flow, Mbit/s: least %.2f, median %.2f, most %.2f%n",
                single[0] / 1e6,
                single[single.length / 2] / 1e6,
                single[single.length - 1] / 1e6));
        double[] product = loads(1).stream()
                .filter(run -> rate(run) < 0.9 * cap(topology, run.link()))
                .mapToDouble(run -> rate(run) * Durations.seconds(topology.roundTrip(run.link())) / 8 / 1024)
                .sorted()
                .toArray();
        text.append(String.format(
                Locale.ROOT,
                "1b bandwidth-delay product, KiB, %d of %d: p5 %.1f, median %.1f, p95 %.1f%n",
                product.length,
                single.length,
                product[product.length / 20],
                product[product.length / 2],
                product[product.length * 19 / 20]));
        for (String basis : List.of("single-flow", "multi-stream")) {
            for (String only : List.of("", "aws")) {
                List<String> line = new ArrayList<>(
                        List.of("recommend", "--log", log.toString(), "--rates", basis, "--format", "json"));
                if (!only.isEmpty()) {
                    line.addAll(List.of("--only", only));
                }
                JsonNode answers =
                        Command.run(line.toArray(new String[0])).exits(0).json();
                double most = 0;
                for (JsonNode link : answers.get("links")) {
                    most = Math.max(most, link.path("gain").asDouble(0));
                }
                text.append(String.format(
                        Locale.ROOT,
                        "1c %s %s: %d of %d gain 1.5, most %.1f%n",
                        basis,
                        only,
                        answers.get("summary").get("relay_gain_at_least_1_5").asInt(),
                        answers.get("summary").get("links").asInt(),
                        most));
            }
        }
        List<JsonNode> inTurn = studies("longhaul-contention/1");
        Set<String> studied = new HashSet<>();
        inTurn.forEach(study -> study.get("ids").forEach(id -> studied.add(id.asString())));
        List<ThroughputMeasurement> many = loads(64).stream()
                .filter(run -> !studied.contains(run.header().id()))
                .toList();
        Map<String, double[]> spread = new TreeMap<>();
        topology.sites().stream().map(LabSite::id).forEach(from -> {
            double[] rates = many.stream()
                    .filter(run -> run.link().from().equals(from))
                    .filter(run -> cap(topology, run.link())
                            >= topology.getSite(from).caps().egress().bitsPerSecond())
                    .mapToDouble(PaperCampaignsTest::rate)
                    .toArray();
            if (rates.length > 0) {
                spread.put(from.toString(), rates);
            }
        });
        long even = spread.values().stream()
                .filter(rates -> Arrays.stream(rates).max().orElse(0)
                        <= 1.1 * Arrays.stream(rates).min().orElse(0))
                .count();
        text.append(String.format(Locale.ROOT, "2a senders with one cap for all: %d of %d%n", even, spread.size()));
        long steady = inTurn.stream()
                .filter(study -> {
                    List<Double> sums = new ArrayList<>();
                    study.get("phases").forEach(phase -> {
                        if (phase.get("running").size() > 1) {
                            sums.add(phase.get("sum_bps").asDouble());
                        }
                    });
                    return Collections.max(sums) <= 1.05 * Collections.min(sums);
                })
                .count();
        text.append(String.format(
                Locale.ROOT, "2b sum of two and three within 5 %%: %d of %d senders%n", steady, inTurn.size()));
        StudyTable.write("hotcloud-2018.md", text.toString());

        assertThat(even).isEqualTo(spread.size());
    }

    /** Payload that both VMs allow. */
    private static double cap(LabTopology topology, Link link) {
        return Math.min(
                topology.getSite(link.from()).caps().egress().bitsPerSecond(),
                topology.getSite(link.to()).caps().ingress().bitsPerSecond());
    }
}
