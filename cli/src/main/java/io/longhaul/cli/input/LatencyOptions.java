package io.longhaul.cli.input;

import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.LatencySpec;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How round-trip times are measured; how many and how often is for each command to say. */
public final class LatencyOptions {
    @Option(
            names = "--method",
            paramLabel = "tcp-echo|tcp-connect|stamp",
            defaultValue = "tcp-echo",
            description = "How to measure (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private LatencyMethod method;

    @Option(
            names = "--payload",
            paramLabel = "SIZE",
            description = "Of an echo (default: 64B), or of a STAMP packet, which is padded to it.")
    private @Nullable DataSize payload;

    @Option(
            names = "--stamp-key-file",
            paramLabel = "FILE",
            description = "STAMP in its authenticated mode, with the key in this file, which the reflector must know.")
    private @Nullable Path stampKeyFile;

    /** A specification of so many probes. */
    public LatencySpec spec(int count, Duration spacing) {
        LatencySpec asked = LatencySpec.of(method, count).withSpacing(spacing);
        asked = payload == null ? asked : asked.withPayload(payload);
        return stampKeyFile == null ? asked : asked.withStampKey(AccessToken.ofFile(stampKeyFile));
    }
}
