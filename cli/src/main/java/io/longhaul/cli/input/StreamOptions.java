package io.longhaul.cli.input;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a study with one shape of load makes its runs: {@link LoadOptions}, streams and window. */
public final class StreamOptions {
    @Mixin
    private LoadOptions load = new LoadOptions();

    @Option(
            names = {"-s", "-P", "--streams"},
            paramLabel = "N",
            defaultValue = "8",
            description = "TCP connections to an agent (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = {"-w", "--window"},
            paramLabel = "SIZE",
            description = "Socket buffers at both ends.")
    private @Nullable DataSize window;

    public boolean isReverse() {
        return load.isReverse();
    }

    /** A specification of runs that last so long. */
    public ThroughputSpec spec(Duration duration) {
        return load.spec(streams, window, duration);
    }
}
