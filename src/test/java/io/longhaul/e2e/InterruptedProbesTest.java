package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Ctrl-C in the middle of every kind of probe: what is known is said and kept, and nothing is left at the agent. */
class InterruptedProbesTest {
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

    /** A line, what it says when it is well under way, and a field of what is known by then. */
    static Stream<Arguments> studies() {
        return Stream.of(
                arguments(
                        "sweep ONE --streams 1,2 --windows auto,1MiB --duration 400ms --repetitions 5",
                        "[4-9] of 20",
                        "/cells/0/limit"),
                arguments("contention ONE TWO --streams 1 --duration 2s", "1 of 4", "/destinations/0/alone_bps"),
                arguments(
                        "loaded ONE --cap 80Mbit/s --shares 0,0.3,0.5,1 --streams 1 --settle 500ms --count 20"
                                + " --spacing 5ms",
                        "4 of 8",
                        "/levels/1/rtt_ms/median"),
                arguments(
                        "pattern ONE --pattern 300ms/60s --duration 2min --streams 1",
                        "1 of 2",
                        "/bursts/0/bits_per_second"),
                arguments("fingerprint ONE --streams 1 --drain 60s", "2 of 8", "/base_bandwidth_bps"),
                arguments(
                        "throughput ONE --duration 10s --interval 100ms",
                        "[2-5][0-9] of 100",
                        "/received/bits_per_second"));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void what_is_known_is_said_and_kept(String line, String underWay, String field) throws Exception {
        Path log = folder.resolve("log");
        try (CommandProcess probe = CommandProcess.start(folder, words(line, log))) {
            Command ended =
                    probe.says(Pattern.compile(underWay)).interrupt().ends().exits(4);

            assertThat(ended.err()).contains("Interrupted: the answer rests on what was measured until then.");
            JsonNode answer = ended.json();
            assertThat(answer.at(field).isMissingNode() || answer.at(field).isNull())
                    .as("%s of %s", field, ended.out())
                    .isFalse();
        }
        List<Measurement> kept = MeasurementLog.at(log).readAll(ReadOptions.strict(warning -> {}));
        assertThat(kept).isNotEmpty();
        assertThat(kept.stream().filter(FailedMeasurement.class::isInstance).count())
                .isLessThan(kept.size());
        assertThat(agents.areLeftAlone()).isTrue();
    }

    @Test
    void before_anything_was_measured_that_is_said() throws Exception {
        Path log = folder.resolve("log");
        try (var deaf = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
                CommandProcess probe = CommandProcess.start(
                        folder,
                        List.of("probe", "sweep", "127.0.0.1:" + deaf.getLocalPort(), "--into", log.toString()))) {
            try (var control = deaf.accept()) {
                assertThat(control.getInputStream().read()).isPositive();
                Command ended = probe.interrupt().ends().exits(4);

                assertThat(ended.err()).contains("Interrupted before anything was measured.");
                assertThat(ended.out()).isEmpty();
            }
        }
    }

    private static List<String> words(String line, Path log) {
        var words = new ArrayList<>(List.of("probe"));
        for (String word : line.split(" ", -1)) {
            words.add(
                    switch (word) {
                        case "ONE" -> agents.one();
                        case "TWO" -> agents.two();
                        default -> word;
                    });
        }
        words.addAll(List.of("--format", "json", "--into", log.toString()));
        return words;
    }
}
