package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.JournalEntry;
import io.longhaul.campaign.run.JournalEntry.Intended;
import io.longhaul.campaign.run.RunState;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Campaigns as a person runs them: agents and the coordinator are processes of their own, on loopback. */
class CampaignTest {
    private static final int INCOMPLETE = 4;
    private static final List<String> SITES = List.of("aws:a", "gcp:b", "azure:c");

    @TempDir
    private Path folder;

    private final List<CommandProcess> agents = new ArrayList<>();
    private final Map<String, String> entries = new HashMap<>();

    @AfterEach
    void stop() {
        agents.forEach(CommandProcess::close);
    }

    private CommandProcess agent(String site, String... more) throws IOException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve("agent-" + agents.size()));
        List<String> words =
                new ArrayList<>(List.of("agent", "--port", "0", "--orders-port", "0", "--site", site, "--vm", "test"));
        words.addAll(List.of(more));
        CommandProcess agent = CommandProcess.start(own, words);
        agents.add(agent);
        String probes = agent.prints(Pattern.compile("Listening on (\\S+)\n")).group(1);
        String orders =
                agent.prints(Pattern.compile("Taking orders at (\\S+)\n")).group(1);
        entries.put(site, "{site: \"" + site + "\", vm: test, orders: \"" + orders + "\", probes: \"" + probes + "\"}");
        return agent;
    }

    private String file(String more) throws IOException {
        var text = new StringBuilder("format: longhaul-campaign/1\nname: loopback\nagents:\n");
        for (String site : SITES) {
            if (entries.containsKey(site)) {
                text.append("  ")
                        .append(site.substring(site.indexOf(':') + 1))
                        .append(": ")
                        .append(entries.get(site))
                        .append('\n');
            }
        }
        text.append("probes:\n  rtt: {latency: {count: 3, spacing: 10ms}}\n");
        text.append("  load: {throughput: {streams: 2, duration: 1s, volume: 20MB, interval: 100ms}}\n");
        return Files.writeString(folder.resolve("campaign.yaml"), text.append(more))
                .toString();
    }

    private Path log() {
        return folder.resolve("log");
    }

    private List<String> run(String file, String... more) {
        List<String> words = new ArrayList<>(List.of("campaign", "run", file, "--into", log().toString()));
        words.addAll(List.of(more));
        return words;
    }

    private static Command now(List<String> words) {
        return Command.run(words.toArray(new String[0]));
    }

    private void requireOneRecordEach() {
        requireOneRecordEach(log());
    }

    static void requireOneRecordEach(Path log) {
        Map<String, Integer> records = new HashMap<>();
        for (Measurement measurement : MeasurementLog.at(log).readAll(ReadOptions.strict(torn -> {}))) {
            records.merge(measurement.header().id(), 1, Integer::sum);
        }
        List<JournalEntry> journal = Journal.read(log, torn -> {});
        List<String> intended = journal.stream()
                .filter(Intended.class::isInstance)
                .map(entry -> ((Intended) entry).order())
                .toList();

        assertThat(records.keySet()).containsExactlyInAnyOrderElementsOf(intended);
        assertThat(records.values()).allMatch(count -> count == 1);
        assertThat(RunState.of(journal).open()).isEmpty();
    }

    @Test
    void a_campaign_goes_from_certificates_to_a_report() throws Exception {
        String pki = folder.resolve("pki").toString();
        Command.run("certs", "init", pki).exits(0);
        Command.run("certs", "issue", pki, "me", "--role", "coordinator").exits(0);
        for (String site : SITES.subList(0, 2)) {
            String name = "vm-" + site.substring(site.indexOf(':') + 1);
            Command.run("certs", "issue", pki, name, "--host", "127.0.0.1").exits(0);
            agent(site, "--identity", folder.resolve("pki").resolve(name).toString());
        }
        String file = file("budget: {volume: 200MB}\n");

        JsonNode plan = Command.run("campaign", "plan", file, "--format", "json")
                .exits(0)
                .json();
        JsonNode done = now(run(file, "--identity", pki + "/me", "--format", "json"))
                .exits(0)
                .json();

        assertThat(done.get("done").asInt())
                .isEqualTo(plan.get("measurements").asInt())
                .isEqualTo(4);
        assertThat(done.get("reason").asString()).isEqualTo("everything was measured");
        requireOneRecordEach();
        Command.run("campaign", "status", log().toString()).exits(0);
        JsonNode known = Command.run("campaign", "plan", file, "--known", log().toString(), "--format", "json")
                .exits(0)
                .json();
        double spent = 0;
        for (JsonNode provider : done.get("spent")) {
            spent += provider.get("volume_bytes").asDouble();
        }
        assertThat(known.get("probably").get("volume_bytes").asDouble() / spent)
                .as("what is known of the links tells what was spent")
                .isBetween(0.9, 1.1);
        now(run(file, "--identity", pki + "/me")).exits(2);
        String again = folder.resolve("again").toString();
        Command.run("campaign", "run", file, "--into", again, "--replay", log().toString())
                .exits(0);
        assertThat(MeasurementLog.at(Path.of(again)).readAll(ReadOptions.strict(torn -> {})))
                .as("the same four, answered from the log")
                .hasSize(4);
        Command.run("estimate", log().toString(), "--as-of", "2100-01-01T00:00:00Z")
                .exits(0);
        Command.run("estimate", log().toString(), "--as-of", "2000-01-01T00:00:00Z")
                .exits(2);
        now(run(file, "--identity", pki + "/me", "--resume")).exits(0);
        Command.run("estimate", log().toString()).exits(0);
        Command.run(
                        "report",
                        log().toString(),
                        "-o",
                        folder.resolve("report.html").toString())
                .exits(0);
        String week = folder.resolve("week").toString();
        assertThat(Command.run("log", "merge", log().toString(), "--into", week)
                        .exits(0)
                        .out())
                .contains("4 measurements added, 0 known");
        assertThat(Command.run("log", "merge", log().toString(), "--into", week)
                        .exits(0)
                        .out())
                .contains("0 measurements added, 4 known");
        Command.run("log", "merge", week, "--into", week).exits(2);
    }

    /** {@code -Dlonghaul.kills=20} for as many. */
    @Test
    void a_coordinator_that_is_killed_is_gone_on_with() throws Exception {
        for (String site : SITES) {
            agent(site);
        }
        String file = file("blocks: 2\nretries: 2\n");
        long seed = Long.getLong("longhaul.seed", System.nanoTime());
        System.out.println("CampaignTest: -Dlonghaul.seed=" + seed);
        var random = new Random(seed);
        int kills = Integer.getInteger("longhaul.kills", 3);
        for (int i = 0; i < kills; i++) {
            Path own = Files.createDirectories(folder.resolve("run-" + i));
            boolean begun = Journal.isIn(log());
            try (CommandProcess coordinator = CommandProcess.start(own, begun ? run(file, "--resume") : run(file))) {
                coordinator.isKilledAfter(500 + random.nextInt(6000));
            }
        }
        boolean begun = Journal.isIn(log());
        Command last = now(begun ? run(file, "--resume", "--format", "json") : run(file, "--format", "json"));

        assertThat(last.json().get("done").asInt()).as(last.err()).isEqualTo(24);
        last.exits(0);
        requireOneRecordEach();
    }

    @Test
    void an_agent_that_is_killed_is_recorded_and_the_others_go_on() throws Exception {
        agent(SITES.get(0));
        agent(SITES.get(1));
        CommandProcess dies = agent(SITES.get(2));
        dies.close();
        String file = file("leave_out_after: 2\nretries: 0\n");
        Command done = now(run(file, "--format", "json")).exits(INCOMPLETE);

        assertThat(done.json().get("left_out").toString()).isEqualTo("[\"c\"]");
        assertThat(done.json().get("done").asInt())
                .as("both ways between the two others, both probes")
                .isEqualTo(4);
        requireOneRecordEach();
    }

    @Test
    void an_agent_that_cannot_be_reached_dials_its_coordinator() throws Exception {
        String pki = folder.resolve("pki").toString();
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Command.run("certs", "init", pki).exits(0);
        Command.run("certs", "issue", pki, "me", "--role", "coordinator", "--host", "127.0.0.1")
                .exits(0);
        for (String site : SITES.subList(0, 2)) {
            String name = site.substring(site.indexOf(':') + 1);
            Command.run("certs", "issue", pki, name, "--host", "127.0.0.1").exits(0);
        }
        String reached = SITES.get(0).substring(SITES.get(0).indexOf(':') + 1);
        String hidden = SITES.get(1).substring(SITES.get(1).indexOf(':') + 1);
        agent(SITES.get(0), "--identity", pki + "/" + reached);
        CommandProcess dialling = CommandProcess.start(
                Files.createDirectories(folder.resolve("hidden")),
                List.of(
                        "agent",
                        "--port",
                        "0",
                        "--site",
                        SITES.get(1),
                        "--identity",
                        pki + "/" + hidden,
                        "--dial",
                        "127.0.0.1:" + port));
        agents.add(dialling);
        String probes =
                dialling.prints(Pattern.compile("Listening on (\\S+)\n")).group(1);
        dialling.prints(Pattern.compile("Dialling the coordinator at 127.0.0.1:" + port + "\n"));
        entries.put(SITES.get(1), "{site: \"" + SITES.get(1) + "\", orders: dials-in, probes: \"" + probes + "\"}");
        String file = file("");

        now(run(file, "--identity", pki + "/me")).exits(2);
        JsonNode done = now(run(file, "--identity", pki + "/me", "--listen", "127.0.0.1:" + port, "--format", "json"))
                .exits(0)
                .json();

        assertThat(done.get("done").asInt()).isEqualTo(4);
        requireOneRecordEach();
    }

    @Test
    void a_report_follows_a_campaign_to_its_end() throws Exception {
        agent(SITES.get(0));
        agent(SITES.get(1));
        String file = file("blocks: 2\n");
        String page = folder.resolve("page.html").toString();
        Command.run("report", log().toString(), "-o", page, "--follow").exits(2);
        Path own = Files.createDirectories(folder.resolve("run"));
        try (CommandProcess coordinator = CommandProcess.start(own, run(file))) {
            coordinator.says(Pattern.compile("Measuring: "));
            String said = Command.run("report", log().toString(), "-o", page, "--follow", "--every", "1s")
                    .exits(0)
                    .out();
            coordinator.ends().exits(0);
            assertThat(said).endsWith(": 8 of 8 measured\n");
        }
        assertThat(Files.readString(Path.of(page))).startsWith("<!DOCTYPE html>");
    }

    @Test
    void ctrl_c_ends_the_load_and_keeps_what_there_is() throws Exception {
        agent(SITES.get(0));
        agent(SITES.get(1));
        String file = file("blocks: 50\n");
        Path own = Files.createDirectories(folder.resolve("run"));
        try (CommandProcess coordinator = CommandProcess.start(own, run(file))) {
            coordinator.says(Pattern.compile("Measuring: "));
            coordinator.interrupt();
            coordinator.ends();
        }
        requireOneRecordEach();
        assertThat(Command.run("campaign", "status", log().toString()).exits(0).out())
                .contains("Not ended.");
    }

    /** A file system of 64 KiB, in a namespace of mounts of its own; it grows, and the campaign is gone on with. */
    @Test
    void a_campaign_whose_disk_is_full_ends_with_an_error_and_is_gone_on_with() throws Exception {
        for (String site : SITES) {
            agent(site);
        }
        String file = file("blocks: 4\nretries: 2\n");
        Files.createDirectories(folder.resolve("disk"));
        String line = String.join(
                " ", LabVms.built().stream().map(word -> "'" + word + "'").toList());
        String run = line + " campaign run '" + file + "' --into log";
        Process process = new ProcessBuilder(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=64k none disk && cd disk || exit 99; " + run + "; echo first=$?; "
                                + "mount -o remount,size=64m . && " + run + " --resume; echo second=$?; cp -r log ..")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("first=1", "second=0");
        requireOneRecordEach();
    }

    /** As {@code ls /proc/PID/fd | wc -l} says, and some more or fewer. */
    private static void limitDescriptors(CommandProcess agent, int beyondOpen) throws Exception {
        long open;
        try (var all = Files.list(Path.of("/proc", Long.toString(agent.pid()), "fd"))) {
            open = all.count();
        }
        Process limit = new ProcessBuilder(
                        "prlimit", "--pid", Long.toString(agent.pid()), "--nofile=" + (open + beyondOpen) + ":4096")
                .start();
        assertThat(limit.waitFor()).isZero();
    }

    @Test
    void an_agent_without_descriptors_fails_and_serves_again_when_it_has_some() throws Exception {
        agent(SITES.get(0));
        CommandProcess poor = agent(SITES.get(1));
        String file = file("retries: 0\nleave_out_after: 1000\n");
        now(run(file)).exits(0);
        Files.move(log(), folder.resolve("rich"));
        limitDescriptors(poor, 2);
        Command failed = now(run(file, "--format", "json")).exits(INCOMPLETE);
        requireOneRecordEach();
        limitDescriptors(poor, 1000);
        Files.move(log(), folder.resolve("poor"));
        Command done = now(run(file, "--format", "json")).exits(0);

        assertThat(failed.json().get("failed").asInt()).as(failed.err()).isPositive();
        assertThat(done.json().get("done").asInt()).as(done.err()).isEqualTo(4);
        requireOneRecordEach();
    }

    @Test
    void an_agent_with_another_ones_certificate_is_not_believed() throws Exception {
        String pki = folder.resolve("pki").toString();
        Command.run("certs", "init", pki).exits(0);
        Command.run("certs", "issue", pki, "me", "--role", "coordinator").exits(0);
        for (int i = 0; i < SITES.size(); i++) {
            String host = "127.0.0." + (i + 1);
            Command.run("certs", "issue", pki, "vm" + i, "--host", host).exits(0);
            // the third has a copy of the second's folder
            agent(SITES.get(i), "--bind", host, "--identity", pki + "/vm" + Math.min(i, 1));
        }
        Command done = now(run(file("retries: 0\nleave_out_after: 2\n"), "--identity", pki + "/me", "--format", "json"))
                .exits(INCOMPLETE);

        assertThat(done.json().get("left_out").toString()).isEqualTo("[\"c\"]");
        assertThat(done.json().get("done").asInt()).isEqualTo(4);
        requireOneRecordEach();
    }
}
