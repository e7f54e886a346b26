package io.longhaul.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.measure.Measurement;
import io.longhaul.store.Samples;
import io.longhaul.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailingDiskTest {
    @TempDir
    Path directory;

    private List<Measurement> read() {
        return MeasurementLog.at(directory).readAll(ReadOptions.strict(warning -> {}));
    }

    @Test
    void aFullDiskLeavesTheLogAsItWasAndTheNextAppendWorks() {
        FillingDisk disk = new FillingDisk();
        try (LogWriter writer = MeasurementLog.at(directory).openWriter(LogOptions.DEFAULT, warning -> {}, disk)) {
            writer.append(Samples.latency("a"));
            disk.full = true;
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> writer.append(Samples.throughput("b")))
                    .withMessageContaining("No space left")
                    .satisfies(e -> assertThat(e.advice()).contains("free space"));
            assertThat(read()).containsExactly(Samples.latency("a"));
            disk.full = false;
            writer.append(Samples.latency("c"));
        }
        assertThat(read()).containsExactly(Samples.latency("a"), Samples.latency("c"));
    }

    @Test
    void aDiskThatCannotEvenBeCutBackIsHealedByTheNextWriter() {
        FillingDisk disk = new FillingDisk();
        try (LogWriter writer = MeasurementLog.at(directory).openWriter(LogOptions.DEFAULT, warning -> {}, disk)) {
            writer.append(Samples.latency("a"));
            disk.full = true;
            disk.stuck = true;
            assertThatExceptionOfType(StoreException.class).isThrownBy(() -> writer.append(Samples.throughput("b")));
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> writer.append(Samples.latency("c")))
                    .withMessageContaining("closed");
        }
        try (LogWriter writer = MeasurementLog.at(directory).openWriter(LogOptions.DEFAULT, warning -> {})) {
            writer.append(Samples.latency("d"));
        }
        assertThat(read()).containsExactly(Samples.latency("a"), Samples.latency("d"));
    }

    @Test
    void whatIsAppendedIsForcedToDiskBeforeTheCallReturns() {
        FillingDisk disk = new FillingDisk();
        try (LogWriter writer = MeasurementLog.at(directory).openWriter(LogOptions.DEFAULT, warning -> {}, disk)) {
            writer.append(Samples.latency("a"));
            assertThat(disk.calls).last().isEqualTo("force");
            disk.calls.clear();
            writer.appendAll(List.of(Samples.latency("b"), Samples.throughput("c")));
            assertThat(disk.calls).contains("append").last().isEqualTo("force");
        }
    }

    /** Writes the first half of what it is given and then has no more room, while {@code full}. */
    private static final class FillingDisk implements LogWriter.Disk {
        private boolean full;
        private boolean stuck;
        private final List<String> calls = new ArrayList<>();

        @Override
        public SegmentChannel open(Path file) throws IOException {
            SegmentChannel real = FileSegmentChannel.open(file);
            return new SegmentChannel() {
                @Override
                public long size() throws IOException {
                    return real.size();
                }

                @Override
                public void append(byte[] octets) throws IOException {
                    calls.add("append");
                    if (full) {
                        real.append(Arrays.copyOf(octets, octets.length / 2));
                        throw new IOException("No space left on device");
                    }
                    real.append(octets);
                }

                @Override
                public void truncate(long size) throws IOException {
                    if (stuck) {
                        throw new IOException("Input/output error");
                    }
                    real.truncate(size);
                }

                @Override
                public void force() throws IOException {
                    calls.add("force");
                    real.force();
                }

                @Override
                public void close() throws IOException {
                    real.close();
                }
            };
        }
    }
}
