package io.longhaul.store.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.HydratorSupplier;
import blue.strategic.parquet.ParquetReader;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.store.Samples;
import io.longhaul.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Written here and read back; {@code src/test/python/read_parquet.py} reads the same with pandas and Spark. */
class ParquetExportTest {
    @TempDir
    private Path directory;

    private static List<Map<String, Object>> read(Path file) throws IOException {
        Hydrator<Map<String, Object>, Map<String, Object>> rows = new Hydrator<>() {
            @Override
            public Map<String, Object> start() {
                return new HashMap<>();
            }

            @Override
            public Map<String, Object> add(Map<String, Object> target, String heading, Object value) {
                target.put(heading, value);
                return target;
            }

            @Override
            public Map<String, Object> finish(Map<String, Object> target) {
                return target;
            }
        };
        try (Stream<Map<String, Object>> all =
                ParquetReader.streamContent(file.toFile(), HydratorSupplier.constantly(rows))) {
            return all.toList();
        }
    }

    @Test
    void everyMeasurementIsARowWhateverItsKind() throws IOException {
        List<Measurement> log = Samples.oneOfEach();
        ParquetExport.Summary summary = ParquetExport.write(log.stream(), directory, count -> {});
        List<Map<String, Object>> runs = read(summary.runsFile());
        assertThat(runs).hasSize(log.size() + 1).hasSize((int) summary.runs()); // one is bidirectional
        Map<String, Object> first = runs.get(0);
        assertThat(first)
                .containsEntry("id", "t1")
                .containsEntry("kind", "throughput")
                .containsEntry("from", "aws:us-east-1")
                .containsEntry("streams", 8L)
                .containsEntry("received_bps", 4_900_000_000L)
                .containsEntry("steady_low_bps", 4_900_000_000L)
                .containsEntry("rtt_min_ms", 66.000001);
        assertThat(first).containsEntry("probes_lost", null).containsEntry("failure", null);
        assertThat(runs).anySatisfy(row -> assertThat(row).containsEntry("failure", "connect-refused"));
        assertThat(runs)
                .filteredOn(row -> "l4".equals(row.get("id")))
                .allSatisfy(row -> assertThat(row).containsEntry("probes_lost", null));
    }

    @Test
    void everyIntervalIsARowThatNamesItsRun() throws IOException {
        var random = new SplittableRandom(7);
        List<ThroughputMeasurement> log = IntStream.range(0, 50)
                .mapToObj(i -> Samples.random(random, "r" + i))
                .toList();
        ParquetExport.Summary summary = ParquetExport.write(log.stream(), directory, count -> {});
        List<Map<String, Object>> rows = read(summary.intervalsFile());
        assertThat(rows).hasSize((int) summary.intervals());
        for (ThroughputMeasurement run : log) {
            long sent = rows.stream()
                    .filter(row -> run.header().id().equals(row.get("run_id")))
                    .mapToLong(row -> (Long) row.get("sent_bytes"))
                    .sum();
            assertThat(sent)
                    .isEqualTo(run.intervals().stream()
                            .flatMap(sample -> sample.sent().stream())
                            .mapToLong(size -> size.bytes())
                            .sum());
        }
    }

    @Test
    void anEmptyLogGivesTwoEmptyTables() throws IOException {
        ParquetExport.Summary summary = ParquetExport.write(Stream.<Measurement>of(), directory, count -> {});
        assertThat(read(summary.runsFile())).isEmpty();
        assertThat(read(summary.intervalsFile())).isEmpty();
    }

    @Test
    void whatFailsMidwayLeavesTheOldFilesAsTheyWere() throws IOException {
        ParquetExport.write(Samples.oneOfEach().stream(), directory, count -> {});
        byte[] before = Files.readAllBytes(directory.resolve(ParquetExport.RUNS));
        Stream<Measurement> broken = Samples.oneOfEach().stream().peek(run -> {
            if (run.header().id().equals("l1")) {
                throw new IllegalStateException("the log is corrupt");
            }
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> ParquetExport.write(broken, directory, count -> {}));
        assertThat(Files.readAllBytes(directory.resolve(ParquetExport.RUNS))).isEqualTo(before);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> ParquetExport.write(Stream.<Measurement>of(), file.resolve("in"), count -> {}))
                .withMessageContaining("in");
    }
}
