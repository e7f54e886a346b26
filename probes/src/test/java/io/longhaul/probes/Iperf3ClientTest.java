package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.Iperf3.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unmodified iperf3 clients against the agent. */
class Iperf3ClientTest {
    /** Of a sender and a receiver together, as large as this kernel lets them grow. */
    @BeforeAll
    static void iperf3() {
        Iperf3.require();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-t 1",
                "-t 1 -P 2",
                "-t 1 -P 8",
                "-t 1 -R",
                "-t 1 -R -P 2",
                "-t 1 -R -P 8",
                "-t 1 --bidir",
                "-t 1 --bidir -P 3",
                "-n 20M",
                "-n 20M -R",
                "-k 100",
                "-n 20M -O 1",
                "-k 100 -O 1",
                "-t 1 -w 200K",
                "-t 1 -w 200K -R",
                "-t 1 -M 1200",
                "-t 1 -M 1200 -R",
                "-t 1 -N -l 1000",
                "-t 1 -C reno",
                "-t 1 -C reno -R",
                "-t 1 -b 50M",
                "-t 1 -b 50M -R",
                "-t 1 -b 50M/10 -R",
                "-t 1 --fq-rate 50M -R",
                "-t 1 -O 1",
                "-t 1 -O 1 -R",
                "-t 1 -S 0x20 -R",
                "-t 1 -T title --extra-data x",
                "-t 1 -Z",
                "-t 1 --repeating-payload",
                "-t 1 -i 0.2",
            })
    void everyTcpModeIsServed(String arguments) {
        try (Rig rig = Rig.open()) {
            Outcome outcome = Iperf3.client(rig.agent.address().getPort(), arguments.split(" "));

            assertThat(outcome.exitCode()).as(outcome.text()).isZero();
            assertThat(outcome.bytes("sum_sent")).as(outcome.text()).isPositive();
            assertThat(outcome.bytes("sum_received")).isPositive();
            assertAgree(outcome, "sum_sent", "sum_received");
            if (arguments.contains("bidir")) {
                assertAgree(outcome, "sum_sent_bidir_reverse", "sum_received_bidir_reverse");
            }
        }
    }

    /** iperf3 3.12 ends such a run as soon as the omitted part is over, with its own server too, so there is nothing to compare. */
    @ParameterizedTest
    @ValueSource(strings = {"-n 20M -O 1 -R", "-k 100 -O 1 -R -P 2"})
    void aVolumeInReverseAfterAnOmittedPartIsServed(String arguments) {
        try (Rig rig = Rig.open()) {
            Outcome outcome = Iperf3.client(rig.agent.address().getPort(), arguments.split(" "));

            assertThat(outcome.exitCode()).as(outcome.text()).isZero();
            assertThat(outcome.report().path("intervals").isEmpty()).isFalse();
        }
    }

    private static void assertAgree(Outcome outcome, String sent, String received) {
        var end = outcome.report().path("end");
        var test = outcome.report().path("start").path("test_start");
        long allowed = EndsApart.octets(
                test.path("num_streams").asInt(0),
                end.path(sent).path("bits_per_second").asDouble(0) / 8,
                end.path(sent).path("end").asDouble(0)
                        - end.path(received).path("end").asDouble(0));
        assertThat(Math.abs(outcome.bytes(sent) - outcome.bytes(received)))
                .as(outcome.text())
                .isLessThanOrEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-u -t 1 -b 5M -l 1000",
                "-u -t 1 -b 5M -l 1000 -P 2",
                "-u -t 1 -b 5M -l 1000 -R",
                "-u -t 1 -b 5M -l 1000 -R -P 2",
                "-u -t 1 -b 5M -l 1000 --bidir",
                "-u -t 1 -b 5M -l 1000 --udp-counters-64bit",
                "-u -t 1 -b 5M -l 1000 --udp-counters-64bit -R",
                "-u -n 500K -b 5M -l 1000",
                "-u -k 200 -b 5M -l 1000",
                "-u -t 1 -b 5M -l 1000 -O 1",
            })
    void everyUdpModeIsServedWithoutLoss(String arguments) {
        try (Rig rig = Rig.open()) {
            Outcome outcome = Iperf3.client(rig.agent.address().getPort(), arguments.split(" "));

            assertThat(outcome.exitCode()).as(outcome.text()).isZero();
            var sum = outcome.report().path("end").path("sum");
            assertThat(sum.path("packets").asLong(0)).as(outcome.text()).isBetween(150L, 1400L);
            assertThat(sum.path("lost_packets").asLong(-1)).as(outcome.text()).isZero();
        }
    }

    @Test
    void udpTestsOfOneClientOpenTheirStreamsInTurn() {
        try (Rig rig = Rig.open()) {
            int port = rig.agent.address().getPort();
            List<CompletableFuture<Outcome>> runs = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                runs.add(Iperf3.startClient(port, "-u", "-t", "1", "-b", "1M", "-l", "500", "-P", "2"));
            }

            assertThat(runs).allSatisfy(run -> {
                assertThat(run.join().exitCode()).as(run.join().text()).isZero();
                assertThat(run.join()
                                .report()
                                .path("end")
                                .path("sum")
                                .path("packets")
                                .asLong(0))
                        .isBetween(400L, 600L);
            });
        }
    }

    @Test
    void theTextOfTheServerIsSentWhenAskedFor() {
        try (Rig rig = Rig.open()) {
            Outcome outcome = Iperf3.client(rig.agent.address().getPort(), "-t", "1", "--get-server-output");

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.report().path("server_output_text").asString("")).contains("received octets");
        }
    }

    @Test
    void aRateIsHeldInReverse() {
        try (Rig rig = Rig.open()) {
            Outcome outcome = Iperf3.client(rig.agent.address().getPort(), "-t", "1", "-R", "-b", "40M", "-l", "16K");

            double rate = outcome.report()
                    .path("end")
                    .path("sum_received")
                    .path("bits_per_second")
                    .asDouble(0);
            assertThat(rate).as(outcome.text()).isBetween(30e6, 48e6);
        }
    }

    @Test
    void manyClientsAreServedAtOnce() {
        try (Rig rig = Rig.open()) {
            int port = rig.agent.address().getPort();
            String[] modes = {
                "-t 1", "-t 1 -R", "-t 1 --bidir", "-t 1 -P 4", "-t 1 -P 4 -R", "-n 5M", "-t 1 -b 10M", "-t 1"
            };
            List<CompletableFuture<Outcome>> runs = new ArrayList<>();
            for (String mode : modes) {
                runs.add(Iperf3.startClient(port, mode.split(" ")));
            }

            assertThat(runs)
                    .allSatisfy(run -> assertThat(run.join().exitCode())
                            .as(run.join().text())
                            .isZero());
        }
    }
}
