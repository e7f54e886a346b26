package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import io.longhaul.clouds.objects.LocalStore;
import io.longhaul.clouds.objects.LocalStore.Fault;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code probe store} as a process, with the real SDK of each cloud, against a store in this JVM. */
class StoreProbeTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final int MANY = 1000;

    @TempDir
    private Path folder;

    private LocalStore server;

    @BeforeEach
    void start() throws IOException {
        server = new LocalStore();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Process begin(String... arguments) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlonghaul.home=" + ROOT));
        Stream.of("aws", "gcp", "azure")
                .forEach(cloud -> line.add("-Dlonghaul.clouds.endpoint." + cloud + "=" + server.address()));
        // as the launcher has it: no room of a cloud is on it
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*clouds-(aws|gcp|azure).*"))
                .collect(Collectors.joining(File.pathSeparator));
        line.addAll(List.of("-cp", path, Main.class.getName(), "probe", "store"));
        line.addAll(List.of(arguments));
        line.addAll(List.of("--into", folder.resolve("log").toString()));
        var builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
        builder.environment().put("AWS_SECRET_ACCESS_KEY", "an-example-that-opens-nothing");
        builder.environment().put("AWS_REGION", "us-east-1");
        return builder.start();
    }

    private void ends(Process process, int code) throws IOException, InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("err")))
                .isEqualTo(code);
    }

    private List<Measurement> log() {
        return MeasurementLog.at(folder.resolve("log")).readAll(ReadOptions.strict(warning -> {}));
    }

    @ParameterizedTest
    @CsvSource({"s3://bucket/scratch, s3:bucket", "gs://bucket, gs:bucket", "az://account/bucket/a/b, az:account.bucket"
    })
    void writesReadsAndLeavesNothing(String url, String site) throws Exception {
        server.put("scratch", new byte[7]);
        ends(
                begin(
                        url,
                        "--connections=1,3",
                        "--object-sizes=64KiB,17MiB",
                        "--duration=300ms",
                        "--max-volume=150MB",
                        "--from=gcp:us-east1-b",
                        "--from-vm=n2-standard-32"),
                0);
        assertThat(server.keys()).containsExactly("scratch");
        assertThat(server.unfinished()).isZero();
        assertThat(Files.readString(folder.resolve("err")))
                .containsPattern("up to \\d+ requests that write and \\d+ that read, .* reading .* costs");
        List<Measurement> runs = log();
        assertThat(runs).hasSize(8).allSatisfy(run -> {
            var moved = (ThroughputMeasurement) run;
            boolean read = moved.asked().reverse();
            assertThat(run.link())
                    .isEqualTo(read ? Link.between(site, "gcp:us-east1-b") : Link.between("gcp:us-east1-b", site));
            assertThat(moved.streams()).hasSize(moved.asked().streams());
            DataSize whole = moved.received().orElseThrow().size().orElseThrow();
            assertThat(whole.bytes()).isPositive().isLessThanOrEqualTo(150_000_000 / 8);
            assertThat(moved.streams().stream()
                            .mapToLong(each -> each.received().orElseThrow().bytes())
                            .sum())
                    .isEqualTo(whole.bytes());
        });
        assertThat(runs.stream()
                        .map(run -> ((ThroughputMeasurement) run).asked().protocol()))
                .containsOnly(site.substring(0, site.indexOf(':')));
    }

    @Test
    void whatTheStoreRefusesIsARecord() throws Exception {
        server.faults(Collections.nCopies(MANY, Fault.EXPIRED).toArray(new Fault[0]));
        ends(begin("s3://bucket", "--connections=2", "--object-sizes=64KiB", "--duration=1s"), 1);
        assertThat(log()).hasSize(2).allSatisfy(run -> assertThat(run).isInstanceOf(FailedMeasurement.class));
        assertThat(((FailedMeasurement) log().get(0)).reason()).isEqualTo("credentials");
        assertThat(Files.readString(folder.resolve("err"))).doesNotContain("an-example-that-opens-nothing");
    }

    @Test
    void interruptedItStillLeavesNothing() throws Exception {
        Process process = begin("s3://bucket", "--connections=4", "--object-sizes=64KiB", "--duration=100s");
        while (process.isAlive() && server.keys().size() < 20) {
            Thread.sleep(20);
        }
        process.destroy();
        ends(process, 4);
        assertThat(server.keys()).isEmpty();
        assertThat(((ThroughputMeasurement) log().get(0)).stopped().id()).isEqualTo("interrupted");
    }
}
