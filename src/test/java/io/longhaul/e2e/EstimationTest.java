package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Estimating, predicting, comparing and exporting through the command, on the published grids of January 2022. */
class EstimationTest {
    private static final Path DATA = Path.of(System.getProperty("longhaul.root"), "..", "shared", "data");

    @TempDir
    private static Path folder;

    private static String path(String name) {
        return folder.resolve(name).toString();
    }

    private static String data(String name) {
        return DATA.resolve(name).toString();
    }

    @BeforeAll
    static void imported() {
        List<String> files = List.of(
                "skyplane-throughput-2022-01-17.csv",
                "skyplane-throughput-2022-01-24.csv",
                "skyplane-throughput-2022-01.csv",
                "skyplane-rtt-2022-04.csv");
        Assumptions.assumeTrue(
                files.stream().allMatch(file -> Files.exists(DATA.resolve(file))),
                "the published grids are not beside the project");
        for (int i = 0; i < 3; i++) {
            Command.run("import", "skyplane", data(files.get(i)), data(files.get(3)), "--into", path("log" + i))
                    .exits(0);
        }
        Command.run("estimate", path("log2"), "-o", path("jan29.json"), "--links", "0")
                .exits(0);
    }

    @Test
    void the_failed_runs_of_29_january_are_listed_in_text_and_json() {
        JsonNode failed = Command.run("estimate", path("log2"), "--format", "json")
                .exits(0)
                .json()
                .get("failed_runs");
        assertThat(failed.size()).isBetween(14, 30);
        int slow = 0;
        for (JsonNode run : failed) {
            slow += run.get("bits_per_second").asLong() < 600_000_000L ? 1 : 0;
            assertThat(run.get("why").size()).isEqualTo(2);
        }
        assertThat(slow).isBetween(14, 16);
        assertThat(Command.run("estimate", path("log2"), "--links", "5")
                        .exits(0)
                        .out())
                .contains("Failed runs: in the log, left out of the estimates");
    }

    @Test
    void from_17_to_24_january_hardly_an_aws_link_changed() {
        JsonNode answer = Command.run("compare", path("log0"), path("log1"), "--format", "json")
                .exits(0)
                .json();
        assertThat(answer.get("format").asString()).isEqualTo("longhaul-comparison/1");
        assertThat(answer.get("summary").get("links").asInt()).isBetween(640, 650);
        int aws = 0;
        int changed = 0;
        for (JsonNode link : answer.get("links")) {
            if (link.get("from").asString().startsWith("aws:")) {
                aws++;
                changed += link.get("changed").asBoolean() ? 1 : 0;
            }
        }
        assertThat(aws).isEqualTo(250);
        assertThat(changed).isLessThanOrEqualTo(5);
    }

    @Test
    void a_plan_of_24_january_is_judged_on_29_january() {
        String plan = Command.run(
                        "plan",
                        "--log",
                        path("log1"),
                        "--from",
                        "aws:us-east-1",
                        "--to",
                        "aws:eu-west-1",
                        "--size",
                        "1TB",
                        "--format",
                        "json")
                .exits(0)
                .out();
        Path file = folder.resolve("plan.json");
        write(file, plan);
        JsonNode judged = Command.run(
                        "compare", path("log1"), path("jan29.json"), "--plan", file.toString(), "--format", "json")
                .exits(0)
                .json()
                .get("plans");
        assertThat(judged.size()).isEqualTo(1);
        assertThat(judged.get(0).get("holds").asBoolean()).isTrue();
        assertThat(Command.run("compare", path("log1"), path("jan29.json"), "--links", "3")
                        .exits(0)
                        .out())
                .contains("Links that changed, most first")
                .contains("verdicts no longer hold");
    }

    @Test
    void predictions_fill_the_links_that_were_left_out() {
        JsonNode predictions = Command.run("estimate", path("log2"), "--predict", "--format", "json")
                .exits(0)
                .json()
                .get("predictions");
        assertThat(predictions.size()).isPositive();
        boolean failedLinkIsPredicted = false;
        for (JsonNode prediction : predictions) {
            failedLinkIsPredicted |= prediction.get("from").asString().equals("aws:eu-south-1")
                    && prediction.get("to").asString().equals("gcp:us-west4-a")
                    && prediction.get("measured_bps").isNull()
                    && prediction.get("ci").has("low");
        }
        assertThat(failedLinkIsPredicted).isTrue();
    }

    @Test
    void a_log_is_exported_as_parquet() {
        JsonNode answer = Command.run("export", "parquet", path("log0"), "-o", path("tables"), "--format", "json")
                .exits(0)
                .json();
        assertThat(answer.get("runs").asInt()).isGreaterThan(870);
        assertThat(folder.resolve("tables").resolve("runs.parquet")).isNotEmptyFile();
    }

    @Test
    void what_is_missing_is_named() {
        assertThat(Command.run("compare", path("nowhere.json"), path("log0"))
                        .exits(2)
                        .err())
                .contains("nowhere.json");
        assertThat(Command.run("export", "parquet", path("nowhere"), "-o", path("tables2"))
                        .exits(2)
                        .err())
                .contains("nowhere");
        assertThat(Command.run("export").exits(2).err())
                .contains("After longhaul export one of these is needed: parquet.");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
