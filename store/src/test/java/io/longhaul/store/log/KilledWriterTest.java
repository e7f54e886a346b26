package io.longhaul.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.store.Samples;
import io.longhaul.store.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real process appends without end and is killed: nothing it acknowledged may be lost. */
class KilledWriterTest {
    @TempDir
    Path directory;

    /** Appends for ever, and prints the id of each measurement once it is on disk. */
    static final class Appender {
        private Appender() {}

        public static void main(String[] arguments) {
            SplittableRandom random = new SplittableRandom(1);
            try (LogWriter writer =
                    MeasurementLog.at(Path.of(arguments[0])).openWriter(LogOptions.DEFAULT, warning -> {})) {
                for (long i = 0; ; i++) {
                    String id = arguments[1] + "-" + i;
                    writer.append(Samples.random(random, id));
                    System.out.println(id);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 37, 150})
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void keepsEveryAcknowledgedMeasurement(int acknowledgements) throws IOException, InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        for (String run : List.of("first", "second")) {
            acknowledged.addAll(appendAndKill(run, acknowledgements));
        }

        MeasurementLog log = MeasurementLog.at(directory);
        try (LogWriter writer = log.openWriter(LogOptions.DEFAULT, warning -> {})) {
            writer.append(Samples.latency("after"));
        }
        List<LogWarning> warnings = new ArrayList<>();
        try (Stream<String> ids = log.stream(ReadOptions.strict(warnings::add))
                .map(measurement -> measurement.header().id())) {
            List<String> found = ids.toList();
            assertThat(found)
                    .containsSubsequence(acknowledged)
                    .endsWith("after")
                    .doesNotHaveDuplicates();
        }
        assertThat(warnings).isEmpty();
    }

    private List<String> appendAndKill(String run, int acknowledgements) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Appender.class.getName(),
                        directory.toString(),
                        run)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            while (acknowledged.size() < acknowledgements) {
                acknowledged.add(String.valueOf(out.readLine()));
            }
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> MeasurementLog.at(directory).openWriter(LogOptions.DEFAULT, warning -> {}))
                    .withMessageContaining("process " + process.pid());
        } finally {
            process.destroyForcibly().waitFor();
        }
        return acknowledged;
    }
}
