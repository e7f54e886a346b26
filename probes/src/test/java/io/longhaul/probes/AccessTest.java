package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.RefusalCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom an agent with a token serves that is open to iperf3, and whom one that is not. */
class AccessTest {
    private static final AccessToken TOKEN = AccessToken.of("0123456789abcdef0123456789abcdef");
    private static final String STRANGER = "{\"tcp\":true,\"parallel\":1,\"time\":1,\"len\":1000}";
    private static final String OURS =
            "{\"tcp\":true,\"parallel\":1,\"time\":1,\"len\":1000,\"longhaul\":{\"version\":1,\"interval_ms\":100}}";

    private static Rig guarded(boolean openToIperf3) {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return Rig.open(AgentOptions.of(loopback, Optional.of(TOKEN)).withOpenToIperf3(openToIperf3));
    }

    @Test
    void aClientOfIperf3IsServedWhereAsked() throws IOException {
        try (Rig rig = guarded(true);
                var client = new RawClient(rig)) {
            client.begin(STRANGER);
        }
    }

    @Test
    void aClientOfIperf3IsRefusedElsewhere() throws IOException {
        try (Rig rig = guarded(false);
                var client = new RawClient(rig)) {
            client.ask(STRANGER);

            assertThat(client.refusal()).isEqualTo(RefusalCode.LOGIN.code());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneOfOursNeedsTheTokenAllTheSame(boolean openToIperf3) throws IOException {
        try (Rig rig = guarded(openToIperf3);
                var client = new RawClient(rig)) {
            client.askAsOurs(OURS, Optional.empty());

            assertThat(client.refusal()).isEqualTo(RefusalCode.LOGIN.code());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void echoNeedsTheTokenAllTheSame(boolean openToIperf3) throws IOException {
        try (Rig rig = guarded(openToIperf3);
                var client = new RawClient(rig)) {
            client.askForEcho();

            assertThat(client.refusal()).isEqualTo(RefusalCode.LOGIN.code());
        }
    }
}
