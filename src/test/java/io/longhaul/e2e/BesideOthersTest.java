package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.Version;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Longhaul in programs that bring older versions of what it uses: Netty 4.1, JUnit 5.11. */
@Tag("alone")
class BesideOthersTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final Path OTHERS = ROOT.resolve("e2e/target/others");

    /** A program with Netty 4.1 that measures with the probes of the classifier {@code shaded}. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            var run = EmbedExample.measure(Path.of(arguments[0]), warning -> {});
            System.out.println(run.getClass().getSimpleName() + " beside Netty "
                    + Objects.requireNonNull(Version.identify().get("netty-common"))
                            .artifactVersion());
        }
    }

    @Test
    void probes_run_beside_netty_4_1(@TempDir Path folder) throws IOException, InterruptedException {
        List<Path> shaded = jars(ROOT.resolve("probes/target"), "longhaul-probes-.*-shaded\\.jar");
        Assumptions.assumeFalse(shaded.isEmpty(), "probes are not packaged: run mvn verify");
        var path = new ArrayList<>(jars(OTHERS, "netty-.*"));
        path.addAll(shaded);

        String said = java(
                folder,
                path,
                "netty-|longhaul-probes|probes/target/classes",
                Program.class.getName(),
                folder.resolve("log").toString());

        assertThat(said).contains("ThroughputMeasurement beside Netty 4.1.");
    }

    @Test
    void the_lab_serves_tests_of_junit_5_11(@TempDir Path folder) throws IOException, InterruptedException {
        var path = new ArrayList<>(jars(OTHERS, "junit-.*"));
        path.add(ROOT.resolve("lab/target/test-classes"));

        String said = java(
                folder,
                path,
                "junit-|opentest4j|apiguardian",
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--select-class=io.longhaul.lab.junit.OneLabForTheClassTest");

        assertThat(said).contains("2 tests successful").contains("0 tests failed");
    }

    private static List<Path> jars(Path folder, String name) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .toList();
        }
    }

    /** Output of a JVM with these on its path before what this one has, without what is left out. */
    private static String java(Path folder, List<Path> first, String leftOut, String... call)
            throws IOException, InterruptedException {
        String path = Stream.concat(
                        first.stream().map(Path::toString),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> !entry.matches(".*(" + leftOut + ").*")))
                .collect(Collectors.joining(File.pathSeparator));
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dlonghaul.root=" + ROOT,
                "-cp",
                path));
        line.addAll(List.of(call));
        Path out = folder.resolve("said");
        new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
