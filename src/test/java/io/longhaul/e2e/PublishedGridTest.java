package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The contrast of "To Relay or Not to Relay" (HotCloud 2018, figure 1c) on the published grid of 29 January 2022. */
class PublishedGridTest {
    private static final Path DATA = Path.of(System.getProperty("longhaul.root"), "..", "shared", "data");

    @TempDir
    private static Path folder;

    private static String log() {
        return folder.resolve("log").toString();
    }

    @BeforeAll
    static void imported() {
        List<String> files = List.of(
                "skyplane-throughput-2022-01.csv", "skyplane-rtt-2022-04.csv", "skyplane-egress-price-2022.csv");
        Assumptions.assumeTrue(
                files.stream().allMatch(file -> Files.exists(DATA.resolve(file))),
                "the published grids are not beside the project");
        Command.run(
                        "import",
                        "skyplane",
                        DATA.resolve(files.get(0)).toString(),
                        DATA.resolve(files.get(1)).toString(),
                        DATA.resolve(files.get(2)).toString(),
                        "--into",
                        log())
                .exits(0);
    }

    private static JsonNode summary(String... more) {
        var arguments = new String[more.length + 5];
        List.of("recommend", "--log", log(), "--format", "json").toArray(arguments);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Command.run(arguments).exits(0).json().get("summary");
    }

    @Test
    void by_single_flows_more_than_half_of_the_aws_links_look_worth_a_relay() {
        JsonNode summary = summary("--only", "aws", "--rates", "single-flow", "--window", "7MiB");
        assertThat(summary.get("links").asInt()).isEqualTo(420);
        assertThat(summary.get("relay_gain_at_least_1_5").asInt()).isEqualTo(239);
        assertThat(summary.get("verdicts").get("relay").asInt()).isZero();
    }

    @Test
    void by_many_streams_none_of_them_is() {
        JsonNode summary = summary("--only", "aws", "--rates", "multi-stream");
        assertThat(summary.get("links").asInt()).isEqualTo(420);
        assertThat(summary.get("relay_gain_at_least_1_5").asInt()).isZero();
        assertThat(summary.get("verdicts").get("relay").asInt()).isZero();
    }

    @Test
    void over_all_links_a_seventh_gains_and_three_quarters_from_azure_to_aws() {
        JsonNode answer = Command.run("recommend", "--log", log(), "--format", "json")
                .exits(0)
                .json();
        assertThat(answer.get("summary").get("links").asInt()).isEqualTo(3906);
        assertThat(answer.get("summary").get("relay_gain_at_least_1_5").asInt() / 3906.0)
                .isBetween(0.12, 0.17);
        int links = 0;
        int gaining = 0;
        for (JsonNode link : answer.get("links")) {
            if (link.get("from").asString().startsWith("azure:")
                    && link.get("to").asString().startsWith("aws:")) {
                links++;
                gaining += link.get("gain").asDouble() >= 1.5 ? 1 : 0;
            }
        }
        assertThat((double) gaining / links).isBetween(0.75, 0.79);
    }

    @Test
    void where_a_window_binds_neither_relays_nor_vms_are_advised() {
        String untuned = folder.resolve("untuned").toString();
        Command.run(
                        "import",
                        "skyplane",
                        DATA.resolve("skyplane-throughput-2022-01-24.csv").toString(),
                        DATA.resolve("skyplane-rtt-2022-04.csv").toString(),
                        DATA.resolve("skyplane-egress-price-2022.csv").toString(),
                        "--into",
                        untuned)
                .exits(0);
        var windowed = new HashSet<String>();
        for (JsonNode link : Command.run("estimate", untuned, "--format", "json")
                .exits(0)
                .json()
                .get("links")) {
            if (link.get("limit").asString().equals("receive-window")) {
                windowed.add(link.get("from").asString() + " " + link.get("to").asString());
            }
        }
        // most links of that day are at caps, less what slow start cost; windows bind beyond some 160 ms
        assertThat(windowed).hasSizeGreaterThan(250);
        int streams = 0;
        for (JsonNode link : Command.run("recommend", "--log", untuned, "--format", "json")
                .exits(0)
                .json()
                .get("links")) {
            if (windowed.contains(
                    link.get("from").asString() + " " + link.get("to").asString())) {
                assertThat(link.get("verdict").asString()).as("%s", link).isIn("more-streams", "direct");
                streams += link.get("verdict").asString().equals("more-streams") ? 1 : 0;
                assertThat(link.get("verdict").asString().equals("direct")
                                || link.get("do").toString().contains("sysctl -w net.ipv4.tcp_rmem"))
                        .as("%s", link)
                        .isTrue();
            }
        }
        assertThat(streams).isGreaterThan(windowed.size() * 9 / 10);
    }

    @Test
    void the_text_says_exactly_that() {
        String text = Command.run("recommend", "--log", log(), "--only", "aws", "--links", "0")
                .exits(0)
                .out();
        assertThat(text)
                .contains("By multi-stream rates, 0 of 420 links (0.0 %) would gain 1.5x or more from one relay.");
    }

    @Test
    void a_second_vm_is_preferred_to_a_relay_wherever_it_is_as_fast_and_cheaper() {
        JsonNode answer = Command.run("recommend", "--log", log(), "--format", "json")
                .exits(0)
                .json();
        for (JsonNode link : answer.get("links")) {
            if (link.get("verdict").asString().equals("relay")) {
                boolean slower = link.get("second_vm_bps").asLong()
                        < link.get("relay_bps").asLong();
                boolean cheaper = link.get("price_ratio").asDouble() <= 1;
                assertThat(slower || cheaper).as("%s", link).isTrue();
            }
        }
    }

    @Test
    void importing_again_adds_nothing() {
        Command again = Command.run(
                        "import",
                        "skyplane",
                        DATA.resolve("skyplane-rtt-2022-04.csv").toString(),
                        "--into",
                        log(),
                        "--format",
                        "json")
                .exits(0);
        assertThat(again.json().get("measurements").asInt()).isZero();
    }
}
