package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Single probes through the real command, against an agent with a sealed STAMP reflector. */
@Tag("alone")
class ProbeCommandsTest {
    private static final String KEY = "a key of both ends";

    private static EventLoops loops;
    private static Agent agent;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        loops = EventLoops.start(2);
        agent = Agent.start(AgentOptions.onLoopback(0).withStamp(0).withStampKey(AccessToken.of(KEY)), loops);
    }

    @AfterAll
    static void close() {
        agent.close();
        loops.close();
    }

    private static Command probe(int port, String what, String... more) {
        var line = new ArrayList<>(List.of("probe", what, "127.0.0.1:" + port));
        line.addAll(List.of(more));
        return Command.run(line.toArray(String[]::new));
    }

    private static Command throughput(String... more) {
        return probe(agent.address().getPort(), "throughput", more);
    }

    @Test
    void the_figures_of_rfc_6349_come_with_the_run() {
        JsonNode run = throughput(
                        "-t",
                        "1s",
                        "--rate",
                        "40Mbit/s",
                        "--bottleneck",
                        "80Mbit/s",
                        "--baseline-rtt",
                        "10ms",
                        "--format",
                        "json")
                .exits(0)
                .json();

        JsonNode figures = run.path("rfc6349");
        assertThat(figures.path("transfer_time_ratio").asDouble()).isBetween(1.5, 3.0);
        assertThat(figures.path("efficiency").asDouble()).isBetween(0.9, 1.0);
        assertThat(figures.path("buffer_delay").isNumber()).isTrue();
        assertThat(figures.path("bandwidth_delay_product_bytes").asLong()).isEqualTo(100_000);
        assertThat(run.path("endpoint_limited").isBoolean()).isTrue();
    }

    @Test
    void every_interval_has_both_ends_and_the_kernels_account() {
        JsonNode run = throughput("-t", "500ms", "--format", "json").exits(0).json();

        JsonNode second = run.path("intervals").path(1);
        for (String field : List.of("sent_bytes", "received_bytes", "retransmits", "rtt_ms")) {
            assertThat(second.path(field).isNumber()).as(field).isTrue();
        }
        for (String field : List.of(
                "cwnd_bytes",
                "min_rtt_ms",
                "busy_s",
                "receive_window_limited_s",
                "send_buffer_limited_s",
                "delivery_rate_bps")) {
            assertThat(second.path("tcp").path(field).isNumber()).as(field).isTrue();
        }
    }

    @Test
    void a_run_of_both_directions_reads_well() {
        assertThat(throughput("-t", "400ms", "--bidirectional").exits(0).out())
                .contains("From here to there:")
                .contains("From there to here:")
                .contains("RFC 6349")
                .contains("stopped by time");
    }

    @Test
    void a_usual_run_has_a_steady_rate() {
        // with large buffers bbr fills and drains a queue on loopback, and the rate never settles
        JsonNode run = throughput("-t", "4s", "--pacing", "40Mbit/s", "--window", "256KiB", "--format", "json")
                .exits(0)
                .json();

        assertThat(run.path("intervals").size()).isBetween(20, 45);
        assertThat(run.path("steady").path("bits_per_second").asDouble()).isBetween(30e6, 50e6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"44B", "1400B"})
    void sealed_stamp_packets_are_returned(String size) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), KEY);
        int port = agent.stampAddress().orElseThrow().getPort();

        JsonNode run = probe(
                        port,
                        "latency",
                        "--method",
                        "stamp",
                        "--count",
                        "20",
                        "--spacing",
                        "2ms",
                        "--payload",
                        size,
                        "--stamp-key-file",
                        key.toString(),
                        "--format",
                        "json")
                .exits(0)
                .json();

        assertThat(run.path("lost").asLong()).isZero();
        assertThat(run.path("one_way_lost").path("forward").asLong(-1)).isZero();
    }

    @Test
    void stamp_packets_without_the_key_are_not() {
        int port = agent.stampAddress().orElseThrow().getPort();

        assertThat(probe(port, "latency", "--method", "stamp", "--count", "2", "--spacing", "1ms")
                        .exits(1)
                        .err())
                .contains("answered none of 2 packets");
    }

    @Test
    void an_agent_tells_whom_it_serves() throws Exception {
        try (CommandProcess started = CommandProcess.start(folder, List.of("agent", "--port", "0"))) {
            String port = started.prints(Pattern.compile("Listening on 127.0.0.1:(\\d+)"))
                    .group(1);
            probe(Integer.parseInt(port), "throughput", "-t", "200ms").exits(0);

            started.says(Pattern.compile(
                    "^\\d{4}-\\d\\d-\\d\\dT\\S+ INFO longhaul.audit - served \\S+ from 127.0.0.1 port \\d+: .*octets"));
        }
    }

    @Test
    void agents_inside_another_command_tell_nobody() throws Exception {
        Path topology = Files.writeString(folder.resolve("two.yaml"), """
                format: longhaul-topology/1
                name: two
                defaults: {window: 1MiB, egress: 40Mbit/s, ingress: 40Mbit/s}
                sites: {"aws:us-east-1": {}, "gcp:us-central1": {}}
                rtt: {"aws:us-east-1": {"gcp:us-central1": 20ms}}
                """);
        var line = List.of(
                "demo",
                "--topology",
                topology.toString(),
                "--out",
                folder.resolve("runs").toString());
        try (CommandProcess started = CommandProcess.start(folder, line)) {
            assertThat(started.ends().exits(0).err()).doesNotContain("longhaul.audit");
        }
    }
}
