package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.lab.faithful.LabCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The faithful lab through the launcher, as a user drives it: other people's programs, agents, truth, joining. */
@Timeout(120)
class LabTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsALab() {
        List<String> missing = LabCheck.missing();
        assumeThat(missing).as("No faithful lab on this machine: " + missing).isEmpty();
    }

    private record Ended(int code, String out) {}

    private static ProcessBuilder longhaul(String... arguments) {
        var line = new String[arguments.length + 1];
        line[0] = ROOT.resolve("longhaul").toString();
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        var builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("LONGHAUL_NO_BUILD", "1");
        return builder;
    }

    private static Ended run(String... arguments) throws IOException, InterruptedException {
        Process process = longhaul(arguments).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out);
    }

    @Test
    void iperf3_runs_unchanged_against_the_agents_and_the_truth_agrees_with_what_it_saw() throws Exception {
        Path report = folder.resolve("iperf3.json");
        Path truth = folder.resolve("truth.json");
        Ended lab = run(
                "lab",
                "run",
                "demo",
                "--site",
                "gcp:us-central1",
                "--truth",
                truth.toString(),
                "--",
                "sh",
                "-c",
                "iperf3 -J -n 2M -c us-east-1.aws > " + report);
        assertThat(lab.code()).as(lab.out()).isZero();
        assertThat(lab.out()).contains("6 sites up", "At gcp:us-central1");
        JsonNode seen = JsonMapper.shared().readTree(Files.readString(report)).path("end");
        JsonNode done = JsonMapper.shared().readTree(Files.readString(truth));
        assertThat(done.path("format").asString()).isEqualTo("longhaul-lab-truth/1");
        JsonNode link = with(done.path("links"), "from", "gcp:us-central1");
        long delivered = link.path("delivered_bytes").asLong();
        // whole packets: 52 octets of headers on 1448, or 72 on 1428 by IPv6; and the control connection
        assertThat(delivered)
                .isBetween(
                        seen.path("sum_received").path("bytes").asLong(),
                        seen.path("sum_sent").path("bytes").asLong() * 11 / 10 + 100_000);
        assertThat(seen.path("streams").path(0).path("sender").path("min_rtt").asLong())
                .isBetween(28_000L, 60_000L); // 28.4 ms; more on a busy machine
    }

    @Test
    void our_own_probes_find_the_agents_without_being_told_the_token() throws Exception {
        Path answer = folder.resolve("latency.json");
        Ended lab = run(
                "lab",
                "run",
                "study-7",
                "--site",
                "lab:r62",
                "--",
                "sh",
                "-c",
                "longhaul probe latency hub.lab --count 5 --format json > " + answer);
        assertThat(lab.code()).as(lab.out()).isZero();
        JsonNode measurement = JsonMapper.shared().readTree(Files.readString(answer));
        assertThat(measurement.path("rtt_ms").path("median").asDouble())
                .isBetween(61.9, 120.0); // 62 ms; more on a busy machine
    }

    @Test
    void the_exit_code_is_the_programs_and_nothing_of_the_lab_is_left() throws Exception {
        Ended lab = run("lab", "run", "lossy", "--no-agents", "--", "sh", "-c", "echo $LONGHAUL_ADDRESS; exit 7");
        assertThat(lab.code()).as(lab.out()).isEqualTo(7);
        assertThat(lab.out()).contains("10.66.0.1");
    }

    @Test
    void a_second_terminal_sees_the_lab_and_joins_it_at_another_site() throws Exception {
        Path told = folder.resolve("told");
        Process first = longhaul("lab", "run", "buckets", "--", "sh", "-c", "read line; echo $line > " + told)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        try {
            String id = idOf(first);
            JsonNode labs = JsonMapper.shared()
                    .readTree(Command.run("lab", "status", "--format", "json")
                            .exits(0)
                            .out())
                    .path("labs");
            JsonNode mine = with(labs, "id", id);
            assertThat(mine.path("truth").path("credit").path(0).path("levels").size())
                    .isPositive();
            assertThat(Command.run("lab", "status").exits(0).out()).contains(id, "buckets", "us-west-2.aws");

            Ended joined = run(
                    "lab",
                    "shell",
                    "--lab",
                    id,
                    "--site",
                    "aws:eu-west-1",
                    "--",
                    "sh",
                    "-c",
                    "echo at $LONGHAUL_SITE; iperf3 -n 200K -c us-central1.gcp; pwd");
            assertThat(joined.code()).as(joined.out()).isZero();
            assertThat(joined.out()).contains("at aws:eu-west-1", "iperf Done");
        } finally {
            try (var in = first.getOutputStream()) {
                in.write("bye\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).isZero();
        assertThat(Files.readString(told)).isEqualTo("bye\n");
    }

    private static JsonNode with(JsonNode nodes, String key, String value) {
        for (JsonNode node : nodes) {
            if (node.path(key).asString().equals(value)) {
                return node;
            }
        }
        throw new AssertionError("no " + key + " " + value + " in " + nodes);
    }

    /** The id in the line that says that the lab is up. */
    private static String idOf(Process lab) throws IOException {
        var said = new StringBuilder();
        while (!said.toString().contains("At aws:us-east-1:")) {
            int next = lab.getInputStream().read();
            assertThat(next).as(said.toString()).isNotNegative();
            said.append((char) next);
        }
        int at = said.indexOf("(lab ") + 5;
        return said.substring(at, said.indexOf(")", at));
    }

    @Test
    void an_unknown_topology_an_unknown_site_and_a_missing_program_are_three_messages() throws Exception {
        assertThat(Command.run("lab", "run", "no-such", "--", "true").exits(2).err())
                .contains("no-such")
                .contains("study-7");
        assertThat(Command.run("lab", "run", "demo", "--site", "aws:mars-1", "--", "true")
                        .exits(2)
                        .err())
                .contains("aws:mars-1")
                .contains("azure:japaneast");
        assertThat(Command.run("lab", "run", "demo").exits(2).err()).contains("COMMAND");
        Ended missing = run("lab", "run", "lossy", "--no-agents", "--", "no-such-program");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.out()).contains("no-such-program");
        assertThat(Command.run("lab", "shell", "--lab", "none", "--", "true").code())
                .isIn(1, 2);
    }

    @Test
    void what_is_there_is_listed_and_can_be_written_out() throws IOException {
        assertThat(Command.run("lab", "check").exits(0).out()).contains("can run here");
        assertThat(Command.run("lab", "topologies").exits(0).out()).contains("study-7", "forty", "lossy");
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, Command.run("lab", "topology", "lossy").exits(0).out());
        assertThat(Command.run("lab", "topology", file.toString()).exits(0).out())
                .isEqualTo(Files.readString(file));
    }
}
