package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a newcomer tries first: habits of other tools, tables of his own, prices of his own. */
class FirstHourTest {
    /** {@code ::1}; a literal, so that no name is asked for. */
    private static final InetAddress LOOPBACK = loopback();

    @TempDir
    Path folder;

    private static InetAddress loopback() {
        byte[] octets = new byte[16];
        octets[15] = 1;
        try {
            return InetAddress.getByAddress(octets);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 octets are an address", e);
        }
    }

    private static Path write(Path file, String text) throws IOException {
        return Files.writeString(file, text);
    }

    @Test
    void iperf3_habits_work() {
        try (EventLoops loops = EventLoops.start(1);
                Agent agent = Agent.start(AgentOptions.onLoopback(0), loops)) {
            String port = String.valueOf(agent.address().getPort());
            Command run = Command.run(
                            "probe",
                            "throughput",
                            "-c",
                            "127.0.0.1:" + port,
                            "-P",
                            "2",
                            "-R",
                            "-t",
                            "1",
                            "-i",
                            "0.2",
                            "-O",
                            "0",
                            "-b",
                            "50Mbit/s",
                            "-l",
                            "64KiB",
                            "-n",
                            "1GB",
                            "-J")
                    .exits(0);
            JsonNode answer = run.json();
            assertThat(answer.path("asked").path("streams").asInt()).isEqualTo(2);
            assertThat(answer.path("intervals").size()).isBetween(3, 6);
            assertThat(run.err()).contains("this machine").contains("not a network");
        }
    }

    @Test
    void a_unit_that_iperf3_reads_its_own_way_is_answered_with_what_to_say() {
        assertThat(Command.run("probe", "throughput", "127.0.0.1", "-b", "50M")
                        .exits(2)
                        .err())
                .contains("Say bits per second: Mbit/s");
    }

    @Test
    void an_agent_on_ipv6_loopback_needs_no_site() {
        try (EventLoops loops = EventLoops.start(1);
                Agent agent =
                        Agent.start(AgentOptions.of(new InetSocketAddress(LOOPBACK, 0), Optional.empty()), loops)) {
            Command.run("probe", "latency", "[::1]:" + agent.address().getPort(), "--count", "3")
                    .exits(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"plan", "recommend", "provision", "probe throughput", "probe sweep", "import csv", "lab run"})
    void examples_of_the_help_stand_on_one_line_each(String command) {
        String[] line = (command + " --help").split(" ");
        String help = Command.run(line).exits(0).out();
        String examples = help.substring(help.indexOf("Examples:"));
        examples.lines()
                .skip(1)
                .takeWhile(each -> !each.isBlank())
                .forEach(each -> assertThat(each).startsWith("  "));
        assertThat(examples).contains("longhaul " + command);
    }

    @Test
    void completion_offers_the_formats_as_they_are_written() {
        assertThat(Command.run("completion").exits(0).out()).contains("\"text\" \"json\"");
    }

    @Test
    void prices_and_caps_of_ones_own_join_a_plan_from_a_table_of_ones_own() throws IOException {
        Path table = write(folder.resolve("wan.csv"), """
                source,destination,streams,throughput_mbps,rtt_ms
                onprem:berlin,aws:eu-central-1,16,900,9
                aws:eu-central-1,onprem:berlin,16,850,9
                """);
        Path log = folder.resolve("log");
        Command.run("import", "csv", table.toString(), "--into", log.toString()).exits(0);
        Path prices = write(folder.resolve("prices.csv"), "from,to,usd_per_gb\nonprem:berlin,aws:eu-central-1,0.01\n");
        Path caps = write(folder.resolve("caps.yaml"), """
                sites:
                  onprem:berlin: {egress: 1Gbit/s, ingress: 1Gbit/s, vm_price_usd_per_hour: 0}
                """);
        JsonNode plan = Command.run(
                        "plan",
                        "--log",
                        log.toString(),
                        "--prices",
                        prices.toString(),
                        "--from",
                        "onprem:berlin",
                        "--to",
                        "aws:eu-central-1",
                        "--size",
                        "1TB",
                        "--max-vms",
                        "1",
                        "--caps",
                        caps.toString(),
                        "--deadline",
                        Instant.now().plus(Duration.ofDays(2)).toString(),
                        "--format",
                        "json")
                .exits(0)
                .json();
        assertThat(plan.toString()).contains("onprem:berlin");
        assertThat(Command.run(
                                "plan",
                                "--log",
                                log.toString(),
                                "--from",
                                "onprem:berlim",
                                "--to",
                                "aws:eu-central-1",
                                "--size",
                                "1TB")
                        .exits(2)
                        .err())
                .contains("Maybe you meant onprem:berlin");
        assertThat(Command.run(
                                "plan",
                                "--log",
                                log.toString(),
                                "--from",
                                "onprem:berlin",
                                "--to",
                                "aws:eu-central-1",
                                "--size",
                                "1TB",
                                "--deadline",
                                "2020-01-01")
                        .exits(2)
                        .err())
                .contains("is over");
    }
}
