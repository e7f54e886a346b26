package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.TransferPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The README's Java is code that compiles and runs. */
class ReadmeTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final String MARK = "        // README";
    private static final int INDENT = 8;

    @Test
    void the_readme_shows_the_code_that_is_compiled() throws IOException {
        List<String> source = Files.readAllLines(ROOT.resolve("src/test/java/io/longhaul/e2e/ReadmeExample.java"));
        int from = source.indexOf(MARK) + 1;
        int to = source.lastIndexOf(MARK);
        String shown = String.join(
                "\n",
                source.subList(from, to).stream()
                        .map(line -> line.substring(INDENT))
                        .toList());
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("```java\n" + shown + "\n```");
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
