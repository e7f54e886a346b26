package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.PlanOutcome;
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
        var printed = new ByteArrayOutputStream();
        PlanOutcome outcome = ReadmeExample.run(Path.of(log), new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(outcome.plan())
                .hasValueSatisfying(
                        plan -> assertThat(plan.time().expected()).isLessThanOrEqualTo(Duration.ofHours(6)));
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("Gbit/s");
    }
}
