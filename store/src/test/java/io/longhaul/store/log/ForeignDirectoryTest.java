package io.longhaul.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.Samples;
import io.longhaul.store.StoreException;
import io.longhaul.store.json.MeasurementJson;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The directory of a log may be somebody else's, who left more in it than a log. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // nobody interrupts who opens a pipe
class ForeignDirectoryTest {
    private static final String SEGMENT = "segment-000001.jsonl";

    @TempDir
    private Path directory;

    private final List<LogWarning> warnings = new ArrayList<>();

    private MeasurementLog log() {
        return MeasurementLog.at(directory.resolve("log"));
    }

    private Path file(String name) throws IOException {
        return Files.createDirectories(log().directory()).resolve(name);
    }

    private LogWriter writer() {
        return log().openWriter(LogOptions.DEFAULT, warnings::add);
    }

    @ParameterizedTest
    @ValueSource(strings = {"writer.lock", SEGMENT, MeasurementLog.PRICES_FILE})
    void aLinkToAnotherFileIsNeitherReadNorWritten(String name) throws IOException {
        Path precious = Files.writeString(directory.resolve("precious"), "stays\n");
        Files.createSymbolicLink(file(name), precious);
        assertThatThrownBy(this::useIt).isInstanceOf(StoreException.class).hasMessageContaining(name);
        assertThat(precious).hasContent("stays\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"writer.lock", SEGMENT, MeasurementLog.PRICES_FILE})
    void aPipeIsRefusedAtOnce(String name) throws Exception {
        Process mkfifo = new ProcessBuilder("mkfifo", file(name).toString()).start();
        assumeThat(mkfifo.waitFor()).as("mkfifo").isZero();
        assertThatThrownBy(this::useIt).isInstanceOf(StoreException.class).hasMessageContaining(name);
    }

    private void useIt() {
        log().pricesFile();
        try (LogWriter writer = writer()) {
            writer.append(Samples.latency("a"));
        }
    }

    @Test
    void aReaderFollowsNoLinkEither() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "root:x\n");
        Files.createSymbolicLink(file(SEGMENT), secret);
        assertThatThrownBy(() -> log().readAll(ReadOptions.skippingCorrupt(warnings::add)))
                .isInstanceOf(StoreException.class)
                .hasMessageNotContaining("root:x");
    }

    @Test
    void aLineOfAGigabyteIsNotReadIntoMemoryAndTheRestIs() throws IOException {
        try (LogWriter writer = writer()) {
            writer.append(Samples.latency("before"));
        }
        try (var sparse = new RandomAccessFile(file(SEGMENT).toFile(), "rw")) {
            sparse.setLength(sparse.length() + (1L << 30));
        }
        Files.writeString(file(SEGMENT), "\n", StandardOpenOption.APPEND);
        Path second = file("segment-000002.jsonl");
        Files.writeString(second, new MeasurementJson().toJsonLine(Samples.latency("after")) + "\n");

        assertThatThrownBy(() -> log().readAll(ReadOptions.strict(warnings::add)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(SEGMENT + " line 2")
                .hasMessageContaining("longer than");
        List<Measurement> read = log().readAll(ReadOptions.skippingCorrupt(warnings::add));
        assertThat(read).containsExactly(Samples.latency("before"), Samples.latency("after"));
        assertThat(warnings)
                .singleElement()
                .satisfies(warning -> assertThat(warning.line()).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWriterWhoseLockWasTakenAwayWritesNoMore(boolean replaced) throws IOException {
        try (LogWriter writer = writer()) {
            writer.append(Samples.latency("a"));
            Files.delete(file("writer.lock"));
            if (replaced) {
                Files.writeString(file("writer.lock"), "process 1\n");
            }
            assertThatThrownBy(() -> writer.append(Samples.latency("b")))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("writer.lock");
        }
        assertThat(log().readAll(ReadOptions.strict(warnings::add))).containsExactly(Samples.latency("a"));
    }

    @Test
    void whoHoldsTheLockIsShownWithoutWhatATerminalWouldObey() throws IOException {
        try (LogWriter writer = writer()) {
            writer.append(Samples.latency("a"));
            Files.writeString(file("writer.lock"), "process \u001b[2J" + "x".repeat(1 << 20), StandardOpenOption.WRITE);
            assertThatThrownBy(this::writer)
                    .hasMessageContaining("\\u001b[2J")
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
        }
    }

    @Test
    void afterTheLastNameThereIsNoOtherSegment() throws IOException {
        Files.writeString(file("segment-999999999.jsonl"), "");
        try (LogWriter writer = log().openWriter(new LogOptions(DataSize.ofBytes(1)), warnings::add)) {
            assertThatThrownBy(() -> writer.append(Samples.latency("a")))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("999999999");
        }
    }
}
