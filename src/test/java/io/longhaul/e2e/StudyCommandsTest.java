package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The studies through the real command, on loopback, with runs as short as they can be. */
class StudyCommandsTest {
    private static TwoAgents agents;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        agents = new TwoAgents();
    }

    @AfterAll
    static void close() {
        agents.close();
    }

    private static Command probe(String what, String... more) {
        var line = new ArrayList<>(List.of("probe", what));
        line.addAll(List.of(more));
        return Command.run(line.toArray(String[]::new));
    }

    @Test
    void a_sweep_labels_every_cell_and_recommends_one() {
        JsonNode sweep = probe(
                        "sweep",
                        agents.one(),
                        "--streams",
                        "1,2",
                        "--windows",
                        "64KiB,auto",
                        "--duration",
                        "400ms",
                        "--format",
                        "json",
                        "--into",
                        folder.resolve("log").toString())
                .exits(0)
                .json();

        assertThat(sweep.path("format").asString()).isEqualTo("longhaul-sweep/1");
        assertThat(sweep.path("cells")).hasSize(4);
        sweep.path("cells").forEach(cell -> {
            assertThat(cell.path("limit").asString()).isNotEmpty();
            assertThat(cell.path("why").asString()).isNotEmpty();
            assertThat(cell.path("bits_per_second").asLong()).isPositive();
        });
        assertThat(sweep.path("recommended").path("streams").asInt()).isBetween(1, 2);
        assertThat(sweep.path("fit").isObject())
                .as("fitted where four cells or more say something of the network: %s", sweep)
                .isEqualTo(cellsOfTheNetwork(sweep) >= 4);
        assertThat(folder.resolve("log"))
                .isDirectoryContaining(file -> file.toString().endsWith(".jsonl"));
    }

    /** Over loopback a core may fill first, and such a cell says nothing of a network. */
    private static long cellsOfTheNetwork(JsonNode sweep) {
        return sweep.path("cells")
                .valueStream()
                .map(cell -> cell.path("limit").asString())
                .filter(limit -> !Set.of("endpoint-cpu", "loss").contains(limit))
                .count();
    }

    @Test
    void a_sweep_reads_well() {
        assertThat(probe("sweep", agents.one(), "--streams", "1", "--windows", "auto", "--duration", "300ms")
                        .exits(0)
                        .out())
                .contains("limit")
                .contains("because")
                .contains("The cheapest way");
    }

    @Test
    void contention_starts_and_stops_links_in_turn() {
        JsonNode study = probe(
                        "contention",
                        agents.one(),
                        agents.two(),
                        "--streams",
                        "1",
                        "--duration",
                        "800ms",
                        "--format",
                        "json")
                .exits(0)
                .json();

        assertThat(study.path("destinations")).hasSize(2);
        assertThat(study.path("phases")).hasSize(3);
        assertThat(study.path("phases").path(1).path("running")).hasSize(2);
        assertThat(study.path("limit").asString()).isNotEmpty();
    }

    @Test
    void a_study_with_a_dead_agent_is_incomplete_and_says_so() {
        Command answer = probe("contention", agents.one(), agents.gone(), "--duration", "400ms", "--format", "json")
                .exits(4);

        assertThat(answer.json().path("failed").path(0).path("reason").asString())
                .isEqualTo("connect-refused");
        assertThat(answer.json().path("limit").asString()).isEqualTo("not-identified");
        assertThat(answer.err()).contains("connect-refused").contains("Start longhaul agent");
    }

    @Test
    void a_fingerprint_is_stored_and_checked() {
        Path file = folder.resolve("link.json");
        JsonNode print = probe(
                        "fingerprint",
                        agents.one(),
                        "--max-volume",
                        "2GB",
                        "--drain",
                        "3s",
                        "-o",
                        file.toString(),
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(print.path("base_rtt_ms").asDouble()).isPositive();
        assertThat(print.path("base_bandwidth_bps").asLong()).isPositive();
        assertThat(print.path("mtu_bytes").asInt()).isPositive();
        assertThat(file).exists();

        Command check = probe(
                "fingerprint", agents.one(), "--check", file.toString(), "--tolerance", "0.5", "--format", "json");

        assertThat(check.json().path("findings").path(0).path("quantity").asString())
                .isEqualTo("base_rtt_ms");
        assertThat(check.json().path("verdict").asString()).isIn("same", "changed", "undecided");
        assertThat(check.code())
                .isEqualTo(check.json().path("verdict").asString().equals("changed") ? 1 : 0);
    }

    @Test
    void a_cost_without_a_price_is_refused_with_the_way_out() {
        assertThat(probe("fingerprint", agents.one(), "--max-cost", "1USD")
                        .exits(2)
                        .err())
                .contains("No price is known")
                .contains("--price");
    }

    @Test
    void a_cost_bounds_the_volume() {
        JsonNode print = probe(
                        "fingerprint",
                        agents.one(),
                        "--max-cost",
                        "0.01USD",
                        "--price",
                        "1USD",
                        "--drain",
                        "3s",
                        "--format",
                        "json")
                .exits(0)
                .json();

        assertThat(print.path("censored_at_bytes").asLong()).isBetween(5_000_000L, 30_000_000L);
    }

    @Test
    void a_pattern_sends_and_rests() {
        JsonNode study = probe(
                        "pattern",
                        agents.one(),
                        "--pattern",
                        "200ms/200ms",
                        "--duration",
                        "1s",
                        "--streams",
                        "1",
                        "--format",
                        "json")
                .exits(0)
                .json();

        assertThat(study.path("bursts").size()).isBetween(2, 3);
        assertThat(study.path("overall_bps").asLong())
                .isLessThan(study.path("while_sending_bps").asLong());
        assertThat(probe("pattern", agents.one(), "--pattern", "now-and-then")
                        .exits(2)
                        .err())
                .contains("now-and-then")
                .contains("10-30");
    }

    @Test
    void latency_beside_loads() {
        JsonNode study = probe(
                        "loaded",
                        agents.one(),
                        "--cap",
                        "80Mbit/s",
                        "--shares",
                        "0,0.5",
                        "--streams",
                        "1",
                        "--settle",
                        "200ms",
                        "--count",
                        "20",
                        "--spacing",
                        "5ms",
                        "--format",
                        "json")
                .exits(0)
                .json();

        assertThat(study.path("levels")).hasSize(2);
        assertThat(study.path("levels").path(1).path("rtt_ms").path("median").asDouble())
                .isPositive();
        assertThat(study.path("levels").path(1).path("carried_bps").asDouble()).isBetween(20e6, 60e6);
    }

    @Test
    void a_machine_is_screened() throws IOException {
        Command answer = Command.run("screen", "--duration", "200ms", "--window", "1KiB", "--format", "json");

        assertThat(answer.code()).isIn(0, 1);
        assertThat(answer.json().path("fit").asBoolean()).isEqualTo(answer.code() == 0);
        assertThat(answer.json().path("oversleep").path("samples").asLong()).isPositive();
        Command strict =
                Command.run("screen", "--duration", "100ms", "--window", "1TiB").exits(1);
        if (Files.exists(Path.of("/proc/sys/net/ipv4/tcp_rmem"))) {
            assertThat(strict.out()).contains("sysctl -w net.ipv4.tcp_rmem");
        }
    }
}
