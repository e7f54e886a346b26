package io.longhaul.cli.input;

import io.longhaul.core.measure.Rfc6349;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.spec.Timeouts;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a throughput run shall be: all that {@code probe throughput} lets one choose. */
public final class ThroughputOptions {
    private static final DataSize DATAGRAM = DataSize.ofBytes(1200);

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--protocol",
            paramLabel = "longhaul|iperf3",
            defaultValue = "longhaul",
            description = "What the peer speaks (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Protocol protocol;

    @Option(
            names = {"-s", "-P", "--streams"},
            paramLabel = "N",
            defaultValue = "1",
            description = "TCP connections in each direction (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = {"-w", "--window"},
            paramLabel = "SIZE",
            description = "Socket buffers at both ends, as 7MiB.")
    private @Nullable DataSize window;

    @Option(
            names = {"-l", "--write-size"},
            paramLabel = "SIZE",
            description = "Octets a write (default: 128KiB).")
    private @Nullable DataSize writeSize;

    @Option(names = "--congestion", paramLabel = "NAME", description = "Congestion control, as cubic or bbr.")
    private @Nullable String congestion;

    @Option(names = "--mss", paramLabel = "OCTETS", description = "Largest segment.")
    private @Nullable Integer mss;

    @Option(
            names = {"-b", "--rate"},
            paramLabel = "RATE",
            description = "Hold each stream to this rate, as 50Mbit/s.")
    private @Nullable Bandwidth rate;

    @Option(
            names = {"-u", "--udp"},
            description = "Datagrams of --write-size (default then: 1200B) at --rate.")
    private boolean udp;

    @Option(names = "--pacing", paramLabel = "RATE", description = "As --rate, by the sender's kernel.")
    private @Nullable Bandwidth pacing;

    @Option(
            names = {"-t", "--duration"},
            converter = Converters.Seconds.class,
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long, without the omitted part (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(
            names = {"-n", "--volume"},
            paramLabel = "SIZE",
            description = "End earlier, when this much has moved.")
    private @Nullable DataSize volume;

    @Option(
            names = "--until-converged",
            paramLabel = "TOLERANCE",
            arity = "0..1",
            fallbackValue = "0.02",
            description = "End earlier, when the interval of the steady rate is within this share of it"
                    + " (default: ${FALLBACK-VALUE}); never inside slow start.")
    private @Nullable Double converged;

    @Option(
            names = {"-O", "--omit"},
            converter = Converters.Seconds.class,
            paramLabel = "TIME",
            defaultValue = "0s",
            description = "Beginning that does not count; the warm-up is cut off anyway (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration omit;

    @Option(
            names = {"-i", "--interval"},
            converter = Converters.Seconds.class,
            paramLabel = "TIME",
            defaultValue = "100ms",
            description =
                    "Length of a sample, 100ms or more (default: ${DEFAULT-VALUE}); the table joins them to rows.")
    @SuppressWarnings("NullAway.Init")
    private Duration interval;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "2min",
            description = "How long to wait for one's turn at an agent that is busy with other tests"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration wait;

    @Option(
            names = "--bottleneck",
            paramLabel = "RATE",
            description = "What the path can carry of TCP's payload: gives the transfer time ratio of RFC 6349.")
    private @Nullable Bandwidth bottleneck;

    @Option(
            names = "--baseline-rtt",
            paramLabel = "TIME",
            description = "Smallest round-trip time of the idle path, for the buffer delay of RFC 6349"
                    + " (default: the smallest the kernel saw in the run).")
    private @Nullable Duration baselineRtt;

    @Option(
            names = {"-r", "-R", "--reverse"},
            description = "The agent sends.")
    private boolean reverse;

    @Option(names = "-c", hidden = true, description = "As iperf3 has it before the host; the host alone is enough.")
    @SuppressWarnings("UnusedVariable") // that it may stand there is all there is to it
    private boolean client;

    @Option(names = "--bidirectional", description = "Both send.")
    private boolean bidirectional;

    /** Length of a sample. */
    public Duration interval() {
        return interval;
    }

    /** TCP connections, or streams of datagrams, in each direction. */
    public int streams() {
        return streams;
    }

    /** Samples of a run that lasts as long as asked. */
    public long samples() {
        return Math.max(1, duration.plus(omit).dividedBy(interval));
    }

    /** The figures of RFC 6349 of a run. */
    public Rfc6349 figures(ThroughputMeasurement run) {
        return Rfc6349.of(run, Optional.ofNullable(bottleneck), Optional.ofNullable(baselineRtt));
    }

    /**
     * The specification.
     *
     * @throws ParameterException when options exclude each other
     */
    public ThroughputSpec spec() {
        if (reverse && bidirectional) {
            throw new ParameterException(
                    spec.commandLine(), "--reverse and --bidirectional exclude each other: the second does both.");
        }
        Direction direction = bidirectional ? Direction.BIDIRECTIONAL : reverse ? Direction.REVERSE : Direction.FORWARD;
        ThroughputSpec.Builder builder = ThroughputSpec.builder()
                .protocol(protocol)
                .direction(direction)
                .streams(streams)
                .omit(omit)
                .interval(interval)
                .timeouts(Timeouts.DEFAULT.withTurn(wait))
                .stop(new StopRule(
                        duration,
                        Optional.ofNullable(volume),
                        Optional.ofNullable(converged).map(Convergence::new)));
        Optional.ofNullable(writeSize).ifPresent(builder::writeSize);
        if (udp) {
            if (rate == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--udp needs a rate: nothing else holds datagrams back. Give --rate 50Mbit/s.");
            }
            builder.udp(rate, Optional.ofNullable(writeSize).orElse(DATAGRAM));
        }
        Optional.ofNullable(window).ifPresent(builder::window);
        Optional.ofNullable(congestion).ifPresent(builder::congestion);
        Optional.ofNullable(mss).ifPresent(builder::mss);
        Optional.ofNullable(rate).ifPresent(builder::rate);
        Optional.ofNullable(pacing).ifPresent(builder::pacing);
        return builder.build();
    }
}
