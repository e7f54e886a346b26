package io.longhaul.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.store.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of old versions are read for ever: the sample files are never written anew. */
class OldLogTest {
    @Test
    void readsVersion1(@TempDir Path directory) throws IOException {
        try (InputStream old = getClass().getResourceAsStream("measurement-log-v1.jsonl")) {
            Files.copy(Objects.requireNonNull(old), directory.resolve("segment-000001.jsonl"));
        }
        assertThat(MeasurementLog.at(directory).readAll(ReadOptions.strict(warning -> {})))
                .isEqualTo(Samples.firstVersion());
    }
}
