package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the pages show is true: Java that compiles and runs, commands that print it, links that lead somewhere. */
class ReadmeTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final Pattern JAVA = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern TABLE =
            Pattern.compile("(?s)\n<!-- bench/tables ([a-z0-9-]+) -->\n\\|.*?\n<!-- end \\1 -->\n");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)\\s]*\\)");

    /** Up to white space, and from whichever room's tests. */
    @Test
    void the_java_of_every_page_is_compiled() throws IOException {
        List<String> sources;
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.filter(file -> file.toString().endsWith(".java")
                            && file.toString().contains("src" + File.separator + "test"))
                    .map(ReadmeTest::squeezed)
                    .toList();
        }
        var unknown = new ArrayList<String>();
        int blocks = 0;
        for (Path page : pages()) {
            Matcher java = JAVA.matcher(Files.readString(page));
            while (java.find()) {
                blocks++;
                String block = java.group(1).strip().replaceAll("\\s+", "");
                if (sources.stream().noneMatch(source -> source.contains(block))) {
                    unknown.add(page + ": " + block);
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(blocks).isGreaterThan(4);
    }

    @Test
    void what_a_page_links_to_is_there() throws IOException {
        var broken = new ArrayList<String>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page).replaceAll("(?s)```.*?```", ""));
            while (link.find()) {
                if (!link.group(1).contains(":") && !Files.exists(page.resolveSibling(link.group(1)))) {
                    broken.add(page + " links to " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_table_that_a_study_makes_stands_in_one_page() throws Exception {
        var inPages = new ArrayList<String>();
        for (Path page : pages()) {
            Matcher table = TABLE.matcher(Files.readString(page));
            while (table.find()) {
                inPages.add(table.group(1));
            }
        }
        Process list = new ProcessBuilder(ROOT.resolve("bench/tables").toString(), "--list").start();
        String made = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(list.waitFor()).isZero();
        assertThat(inPages).containsExactlyInAnyOrderElementsOf(made.lines().toList());
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> top = Files.list(ROOT)) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static String squeezed(Path file) {
        try {
            return Files.readString(file).replaceAll("\\s+", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_code_of_the_page_on_embedding_measures(@TempDir Path folder) {
        Measurement run = EmbedExample.measure(folder.resolve("log"), warning -> {});

        assertThat(run).isInstanceOf(ThroughputMeasurement.class);
        assertThat(MeasurementLog.at(folder.resolve("log")).readAll(ReadOptions.strict(warning -> {})))
                .containsExactly(run);
    }

    @Test
    void the_code_of_the_readme_plans_a_transfer_on_the_published_grid(@TempDir Path folder) {
        Path data = ROOT.resolve("../shared/data");
        Path grid = data.resolve("skyplane-throughput-2022-01.csv");
        Assumptions.assumeTrue(Files.exists(grid), "the published grids are not beside the project");
        String log = folder.resolve("log").toString();
        Command.run(
                        "import",
                        "skyplane",
                        grid.toString(),
                        data.resolve("skyplane-egress-price-2022.csv").toString(),
                        "--into",
                        log)
                .exits(0);
        JsonNode command = Command.run(
                        "plan",
                        "--log",
                        log,
                        "--from",
                        "azure:japaneast",
                        "--to",
                        "aws:eu-west-2",
                        "--size",
                        "20TB",
                        "--deadline",
                        "6h",
                        "--format",
                        "json")
                .exits(0)
                .json();
        var printed = new ByteArrayOutputStream();
        PlanOutcome outcome = ReadmeExample.run(Path.of(log), new PrintStream(printed, true, StandardCharsets.UTF_8));
        TransferPlan plan = outcome.plan().orElseThrow();
        assertThat(plan.time().expected()).isLessThanOrEqualTo(Duration.ofHours(6));
        assertThat(plan.cost().total().dollars())
                .as("the command and the library pay the same prices, boot and minimum billing")
                .isEqualTo(command.get("cost_usd").get("total").asDouble());
        assertThat(plan.time().expected().toMillis() / 1e3)
                .isCloseTo(command.get("time_s").get("expected").asDouble(), within(0.001));
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("Gbit/s");
    }

    /** Every line of a console block that starts with a dollar is run; what stands below it must be printed. */
    @Test
    void the_commands_of_the_readme_print_what_it_shows(@TempDir Path folder) throws IOException {
        Path data = ROOT.resolve("../shared/data");
        Assumptions.assumeTrue(Files.exists(data), "the published grids are not beside the project");
        Command last = null;
        int compared = 0;
        for (String line : Files.readAllLines(ROOT.resolve("README.md"))) {
            if (line.startsWith("$ longhaul ")) {
                String[] words = line.substring("$ longhaul ".length()).split(" ", -1);
                for (int i = 0; i < words.length; i++) {
                    boolean isLog = i > 0 && (words[i - 1].equals("--log") || words[i - 1].equals("--into"));
                    Path place = isLog ? folder.resolve(words[i]) : data.resolve(words[i]);
                    words[i] = isLog || words[i].endsWith(".csv") ? place.toString() : words[i];
                }
                last = Command.run(words).exits(0);
            } else if (line.startsWith("```")) {
                last = null;
            } else if (last != null && !line.isBlank() && !line.strip().equals("...")) {
                assertThat(last.out().lines()).as("%s", last.arguments()).contains(line);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(5);
    }
}
