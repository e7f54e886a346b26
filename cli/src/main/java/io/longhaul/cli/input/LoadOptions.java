package io.longhaul.cli.input;

import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the runs of a study load a link; what a study varies or bounds itself is not here. */
public final class LoadOptions {
    @Option(names = "--congestion", paramLabel = "NAME", description = "Congestion control, as cubic or bbr.")
    private @Nullable String congestion;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "100ms",
            description = "Length of a sample, 100ms or more (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration interval;

    @Option(
            names = {"-r", "-R", "--reverse"},
            description = "The agent sends.")
    private boolean reverse;

    public boolean isReverse() {
        return reverse;
    }

    /** A specification with so many streams and a window. */
    public ThroughputSpec spec(int streams, @Nullable DataSize window, Duration duration) {
        ThroughputSpec.Builder builder = ThroughputSpec.builder()
                .streams(streams)
                .direction(reverse ? Direction.REVERSE : Direction.FORWARD)
                .interval(interval)
                .duration(duration);
        Optional.ofNullable(window).ifPresent(builder::window);
        Optional.ofNullable(congestion).ifPresent(builder::congestion);
        return builder.build();
    }
}
