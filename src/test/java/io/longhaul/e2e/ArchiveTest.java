package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The archive with a runtime of its own, started where there is no Java: in a root file system of its own that has a shell, the C and C++
 * libraries and nothing else, in namespaces of its own; and at the sites of a faithful lab, where it carries out campaigns. {@code
 * -Dlonghaul.study=twelve-vms} has twelve sites in three clouds, and writes what came of it.
 */
class ArchiveTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final long MOST_OCTETS = 60_000_000;

    /** Fills a folder with a shell, and what it and the runtime are linked to. */
    private static final String BARE = """
            set -e
            mkdir -p root/bin root/tmp root/proc root/dev root/usr root/opt
            tar -C root/opt -xzf *.tar.gz
            cp /bin/sh /usr/bin/readlink /usr/bin/mkdir /usr/bin/ln root/bin/
            for file in root/bin/* root/opt/*/runtime/bin/java root/opt/*/runtime/lib/*.so root/opt/*/runtime/lib/server/*.so
            do ldd "$file" | grep -o '/lib[^ ]*' || true
            done | sort -u | while read -r lib
            do if [ -e "$lib" ]; then mkdir -p "root${lib%/*}"; cp -L "$lib" "root$lib"; fi
            done
            """;

    @TempDir
    private static Path folder;

    private static Path archive = Path.of("");

    @BeforeAll
    static void pack() throws Exception {
        run(
                ROOT,
                ROOT.resolve("bin/archive").toString(),
                ROOT.resolve("cli/target/longhaul/lib").toString(),
                folder.toString(),
                "test");
        try (var files = Files.list(folder)) {
            archive = files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        run(folder, "sh", "-c", BARE);
    }

    private static String run(Path where, String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static List<String> inside(String line) {
        return List.of(
                "unshare",
                "--mount",
                "--pid",
                "--net",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                "mount -t proc proc root/proc && ip link set lo up && exec chroot root /bin/sh -c 'PATH=/bin:/usr/bin; "
                        + line + "'");
    }

    @Test
    void it_is_small_and_its_checksum_is_right() throws Exception {
        assertThat(Files.size(archive)).isLessThan(MOST_OCTETS);
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
        assertThat(Files.readString(Path.of(archive + ".sha256")))
                .isEqualTo(HexFormat.of().formatHex(sum) + "  " + archive.getFileName() + "\n");
    }

    @Test
    void it_runs_where_there_is_no_java_and_install_puts_it_on_the_path() throws Exception {
        String said = run(
                folder,
                inside("opt/*/install /usr && longhaul --version && longhaul certs init /tmp/pki")
                        .toArray(String[]::new));

        assertThat(said).contains("longhaul 0").contains("Made an authority in /tmp/pki");
        assertThat(folder.resolve("root/tmp/pki/authority.pem")).as(said).exists();
    }

    @Test
    void an_agent_starts_from_it() throws Exception {
        Process agent = new ProcessBuilder(inside("opt/*/bin/longhaul agent --orders-port 5202 --site lab:a"))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = agent.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).contains("Listening on 127.0.0.1:5201");
            assertThat(out.readLine()).contains("Taking orders at 127.0.0.1:5202");
        } finally {
            // unshare does not hear SIGTERM while its child runs; with it dies the whole namespace
            agent.destroyForcibly();
        }
    }

    private static LabVms vms(LabTopology topology, Path own) throws IOException {
        Assumptions.assumeTrue(LabCheck.missing().isEmpty(), () -> String.join(" ", LabCheck.missing()));
        try (var homes = Files.list(folder.resolve("root/opt"))) {
            return LabVms.start(topology, LabVms.ofArchive(homes.findFirst().orElseThrow()), own);
        }
    }

    private static JsonNode plan(LabVms vms, String file, String... more) {
        List<String> line = new ArrayList<>(List.of("campaign", "plan", file, "--format", "json"));
        line.addAll(List.of(more));
        return LabVms.json(vms.longhaul(line.toArray(String[]::new)));
    }

    private static JsonNode run(LabVms vms, String file, String log, Duration patience) {
        SiteProcess running =
                vms.begin("campaign", "run", file, "--into", log, "--identity", vms.file("pki/me"), "--format", "json");
        return LabVms.json(LabVms.done(running, patience));
    }

    private static double sum(JsonNode costs, String field) {
        double sum = 0;
        for (JsonNode cost : costs) {
            sum += cost.get(field).asDouble();
        }
        return sum;
    }

    @Test
    void three_vms_measure_each_other_from_it(@TempDir Path own) throws Exception {
        LabTopology topology = TopologyYaml.parse("three", """
                format: longhaul-topology/1
                name: three
                about: Three sites in three clouds
                defaults: {window: 256KiB, queue: 50ms, egress: 20Mbit/s, ingress: 20Mbit/s}
                sites:
                  aws:us-east-1: {vm_type: m5.8xlarge}
                  gcp:us-central1: {vm_type: n2-standard-32}
                  azure:westus: {vm_type: Standard_D32_v5}
                rtt:
                  aws:us-east-1: {gcp:us-central1: 28ms, azure:westus: 66ms}
                  gcp:us-central1: {azure:westus: 51ms}
                """);
        try (LabVms vms = vms(topology, own)) {
            String file = vms.campaign("three", """
                    probes:
                      rtt: {latency: {count: 5, spacing: 20ms}}
                      many: {throughput: {streams: 4, duration: 2s, most_rate: 25Mbit/s, interval: 200ms}}
                    retries: 2
                    """);
            JsonNode planned = plan(vms, file);
            JsonNode done = run(vms, file, vms.file("log"), Duration.ofMinutes(3));

            assertThat(done.get("done").asInt())
                    .isEqualTo(planned.get("measurements").asInt())
                    .isEqualTo(12);
            assertThat(sum(done.get("spent"), "volume_bytes"))
                    .isPositive()
                    .isLessThanOrEqualTo(
                            planned.get("at_most").get("volume_bytes").asDouble());
        }
    }

    /** Twelve sites at a five-hundredth of the real caps, so that two cores carry twelve loads at once; eight narrow paths. */
    private static LabTopology twelve() {
        LabTopology ready = TopologyYaml.load("twelve");
        List<LabSite> sites = ready.sites().stream()
                .map(site -> new LabSite(
                        site.id(),
                        site.vmType(),
                        new VmCaps(
                                site.caps().egress().times(0.2),
                                site.caps().ingress().times(0.2),
                                site.caps().perFlow().map(rate -> rate.times(0.2)),
                                Optional.empty()),
                        site.queue(),
                        site.window(),
                        site.congestion(),
                        site.location()))
                .toList();
        List<Link> drawn = new ArrayList<>(ready.links().keySet());
        Collections.shuffle(drawn, new Random(15));
        Map<Link, LabLink> links = new HashMap<>(ready.links());
        for (Link narrow : drawn.subList(0, 8)) {
            LabLink wide = ready.getLink(narrow);
            var cap = ready.steadyRate(narrow, STREAMS).times(0.2 * 0.3);
            links.put(narrow, new LabLink(narrow, wide.oneWay(), Optional.of(cap), wide.loss(), wide.jitter()));
        }
        return new LabTopology("twelve-vms", "Twelve sites, eight narrow paths.", sites, links, List.of());
    }

    private static final int STREAMS = 16;

    /** {@code -Dlonghaul.study.length} has another; the campaign before has the same, so that its loads tell what these send. */
    private static final String LENGTH = System.getProperty("longhaul.study.length", "10s");

    private static Map<String, String> verdicts(JsonNode answers) {
        Map<String, String> verdicts = new TreeMap<>();
        for (JsonNode link : answers.get("links")) {
            verdicts.put(
                    link.get("from").asString() + " -> " + link.get("to").asString(),
                    link.get("verdict").asString());
        }
        return verdicts;
    }

    private static double within(double planned, double spent) {
        return Math.abs(planned / spent - 1);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "twelve-vms")
    void twelve_vms_are_measured_from_it_within_the_plan(@TempDir Path own) throws Exception {
        LabTopology topology = twelve();
        try (LabVms vms = vms(topology, own)) {
            String probes = "probes:\n  rtt: {latency: {count: 10, spacing: 50ms}}\n"
                    + "  many: {throughput: {streams: " + STREAMS + ", duration: %s, most_rate: 35Mbit/s}}\n"
                    + "retries: 2\n";
            String before = vms.campaign("before", String.format(probes, LENGTH));
            String file = vms.campaign("twelve", String.format(probes, LENGTH) + """
                    blocks: 3
                    gate:
                      fingerprint: {streams: 16, duration: 6s, volume: 40MB}
                      check: {duration: 4s, volume: 20MB}
                      drifted: mark
                    budget: {money: 20USD, volume: 60GB, time: 2h}
                    """);
            JsonNode most = plan(vms, file).get("at_most");
            run(vms, before, vms.file("log-before"), Duration.ofMinutes(20));
            JsonNode probably = plan(vms, file, "--known", vms.file("log-before"));
            double wireBefore = wire(vms);
            vms.lab().resetHealth();
            long began = System.nanoTime();
            JsonNode done = run(vms, file, vms.file("log"), Duration.ofMinutes(60));
            double seconds = (System.nanoTime() - began) / 1e9;
            double wire = wire(vms) - wireBefore;
            Map<String, String> said =
                    verdicts(LabVms.json(vms.longhaul("recommend", "--log", vms.file("log"), "--format", "json")));
            vms.longhaul("report", vms.file("log"), "-o", vms.file("report.html"));
            LabTruthLog.write(topology, STREAMS, own.resolve("truth"));
            Map<String, String> truth =
                    verdicts(LabVms.json(vms.longhaul("recommend", "--log", vms.file("truth"), "--format", "json")));

            double volume = sum(done.get("spent"), "volume_bytes");
            double money = sum(done.get("spent"), "usd");
            double probableVolume = probably.get("probably").get("volume_bytes").asDouble();
            double probableMoney = probably.get("probably").get("usd").asDouble();
            List<String> wrong = truth.entrySet().stream()
                    .filter(link -> !link.getValue().equals(said.get(link.getKey())))
                    .map(link -> link + " (said " + said.get(link.getKey()) + ")")
                    .toList();
            Map<String, Integer> truths = new TreeMap<>();
            truth.values().forEach(verdict -> truths.merge(verdict, 1, Integer::sum));
            StudyTable.write(
                    "twelve-vms.md",
                    String.format(
                            Locale.ROOT,
                            "| what | planned | was |%n|---|--:|--:|%n"
                                    + "| measurements | %d | %d, %d failed |%n| time | %.0f s | %.0f s |%n"
                                    + "| payload | %.1f MB (%.1f MB at most) | %.1f MB |%n"
                                    + "| egress | %.4f USD (%.4f USD at most) | %.4f USD |%n"
                                    + "| octets of packets by the lab, to the payload | | %.3f |%n"
                                    + "| verdicts %s | | %d of %d as the truth's |%n%nWrong: %s%n%nHealth: %s%n",
                            probably.get("measurements").asInt(),
                            done.get("done").asInt(),
                            done.get("failed").asInt(),
                            probably.get("duration_s").asDouble(),
                            seconds,
                            probableVolume / 1e6,
                            most.get("volume_bytes").asDouble() / 1e6,
                            volume / 1e6,
                            probableMoney,
                            most.get("usd").asDouble(),
                            money,
                            wire / volume,
                            truths,
                            truth.size() - wrong.size(),
                            truth.size(),
                            wrong,
                            vms.lab().health().complaints()));
            assertThat(done.get("done").asInt())
                    .isEqualTo(probably.get("measurements").asInt());
            assertThat(done.get("reason").asString()).isEqualTo("everything was measured");
            assertThat(within(probableVolume, volume)).as("octets").isLessThan(0.1);
            assertThat(within(probableMoney, money)).as("dollars").isLessThan(0.1);
            assertThat((double) wrong.size() / truth.size())
                    .as("wrong verdicts: %s", wrong)
                    .isLessThan(0.05);
        }
    }

    /** Octets of all packets that left the sites until now. */
    private static double wire(LabVms vms) {
        return vms.lab().truth().links().values().stream()
                .mapToDouble(link -> link.taken().bytes())
                .sum();
    }
}
