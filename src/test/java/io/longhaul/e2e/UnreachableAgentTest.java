package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies that cannot reach their agent, or may not: one run says so, and the way out; no other is tried. */
class UnreachableAgentTest {
    @TempDir
    private Path folder;

    private Command study(String line, String... more) {
        var words = new ArrayList<>(List.of("probe"));
        words.addAll(List.of(line.split(" ", -1)));
        words.addAll(List.of(more));
        words.addAll(List.of("--into", folder.resolve("log").toString()));
        return Command.run(words.toArray(String[]::new));
    }

    private void onlyOneRun(String reason) {
        List<Measurement> kept = MeasurementLog.at(folder.resolve("log")).readAll(ReadOptions.strict(warning -> {}));
        assertThat(kept)
                .singleElement()
                .isInstanceOfSatisfying(
                        FailedMeasurement.class,
                        failed -> assertThat(failed.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sweep AT", "contention AT AT", "loaded AT", "pattern AT --pattern 1s/1s", "fingerprint AT"})
    void nobody_listens(String line) throws IOException {
        int closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        Command answer = study(line.replace("AT", "127.0.0.1:" + closed)).exits(1);

        assertThat(answer.err())
                .contains("connect-refused", "Nobody listens at 127.0.0.1:" + closed, "Start longhaul agent");
        assertThat(answer.out()).isEmpty();
        onlyOneRun("connect-refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sweep", "pattern", "fingerprint"})
    void the_host_is_not_known(String what) {
        Command answer = study(what + " no-such-host.invalid").exits(1);

        assertThat(answer.err()).contains("unknown-host", "no-such-host.invalid", "Check the name");
        onlyOneRun("unknown-host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sweep", "fingerprint", "loaded"})
    void the_token_is_wrong(String what) throws IOException {
        Path right = Files.writeString(folder.resolve("right"), "right-token-right-token\n");
        Path wrong = Files.writeString(folder.resolve("wrong"), "wrong-token-wrong-token\n");
        AgentOptions options = AgentOptions.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                io.longhaul.cli.input.TargetOptions.token(right));
        try (EventLoops loops = EventLoops.start(1);
                Agent agent = Agent.start(options, loops)) {
            Command answer = study(what + " 127.0.0.1:" + agent.address().getPort(), "--token-file", wrong.toString())
                    .exits(1);

            assertThat(answer.err()).contains("rejected", "Check the token");
            onlyOneRun("rejected");
        }
    }
}
