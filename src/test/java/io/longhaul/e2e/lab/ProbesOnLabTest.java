package io.longhaul.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.TopologyYaml;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What the command says of a network whose truth is known: kernel TCP between network namespaces. Caps count IP packets of
 * 1500 octets, of which 1448 are payload.
 */
@Tag("alone")
class ProbesOnLabTest {
    private static final double PAYLOAD = 1448.0 / 1500;
    private static final SiteId SOURCE = SiteId.parse("lab:source");
    private static final SiteId SINK = SiteId.parse("lab:sink");
    private static final SiteId SLOW = SiteId.parse("lab:slow");

    private static FaithfulLab lab;

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(LabCheck.missing().isEmpty(), () -> String.join(" ", LabCheck.missing()));
        lab = FaithfulLab.start(
                TopologyYaml.parse("truth", """
                format: longhaul-topology/1
                name: truth
                defaults: {egress: 80Mbit/s, ingress: 300Mbit/s, window: 4MiB, queue: 50ms}
                sites:
                  lab:source: {}
                  lab:sink: {}
                  lab:slow: {egress: 200Mbit/s, per_flow: 20Mbit/s}
                rtt:
                  lab:source: {lab:sink: 20ms, lab:slow: 20ms}
                  lab:sink: {lab:slow: 30ms}
                """), FaithfulLab.Options.defaults().withAgents(LabAgents.class.getName()));
    }

    @AfterAll
    static void stop() {
        if (lab != null) {
            lab.close();
        }
    }

    private static double steady(JsonNode run) {
        return run.path("steady").path("bits_per_second").asDouble();
    }

    @Test
    void the_cap_of_a_vm_is_measured_within_two_percent() {
        JsonNode run = SiteCommand.json(
                lab,
                SOURCE,
                "probe",
                "throughput",
                SiteCommand.agent(lab, SINK),
                "--streams",
                "4",
                "--duration",
                "5s",
                "--interval",
                "100ms");

        assertThat(steady(run) / 80e6 / PAYLOAD).isCloseTo(1, within(0.02));
        assertThat(run.path("actual").path("congestion").asString()).isEqualTo("cubic");
    }

    @Test
    void the_cap_of_a_flow_is_measured_within_three_percent() {
        JsonNode run = SiteCommand.json(
                lab,
                SLOW,
                "probe",
                "throughput",
                SiteCommand.agent(lab, SINK),
                "--streams",
                "1",
                "--duration",
                "5s",
                "--interval",
                "100ms");

        assertThat(steady(run) / 20e6 / PAYLOAD).isCloseTo(1, within(0.03));
    }

    /** A handshake is answered by the kernel alone; of an echo's answer also its first ones are. */
    @Test
    void the_round_trip_time_is_measured_within_a_fifth_of_a_millisecond() {
        JsonNode connects = latency("tcp-connect");
        JsonNode echo = latency("tcp-echo");

        assertThat(connects.path("kernel_rtt_ms").path("min").asDouble()).isCloseTo(30, within(0.2));
        JsonNode kernel = echo.path("kernel_rtt_ms");
        assertThat(kernel.path("min").asDouble()).isCloseTo(30, within(0.5));
        assertThat(kernel.path("typical").asDouble())
                .isBetween(kernel.path("min").asDouble(), 32.0);
        assertThat(echo.path("rtt_ms").path("min").asDouble())
                .as("by the program's clock, its waking up included")
                .isBetween(kernel.path("min").asDouble(), 31.5);
    }

    private static JsonNode latency(String method) {
        return SiteCommand.json(
                lab,
                SINK,
                "probe",
                "latency",
                SiteCommand.agent(lab, SLOW),
                "--method",
                method,
                "--count",
                "100",
                "--spacing",
                "5ms");
    }
}
