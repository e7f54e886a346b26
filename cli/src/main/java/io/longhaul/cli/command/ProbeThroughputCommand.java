package io.longhaul.cli.command;

import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code probe throughput HOST:PORT}. */
@Command(
        name = "throughput",
        description = "Measures what TCP streams carry to an agent, or from it. Both ends are counted.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe throughput 10.0.0.7:5201 --streams 8",
            "  longhaul probe throughput 10.0.0.7 --window 7MiB --congestion cubic --duration 20s",
            "  longhaul probe throughput 10.0.0.7 --streams 16 --until-converged --duration 30s",
            "  longhaul probe throughput 10.0.0.7 --reverse --volume 10GB --format json",
            "  longhaul probe throughput 10.0.0.7 --udp --rate 50Mbit/s --duration 5s",
            "  longhaul probe throughput 10.0.0.7 --from aws:us-east-1 --to gcp:us-central1 --into log"
        })
public final class ProbeThroughputCommand implements Runnable {
    private static final DataSize DATAGRAM = DataSize.ofBytes(1200);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(
            names = "--protocol",
            paramLabel = "longhaul|iperf3",
            defaultValue = "longhaul",
            description = "What the peer speaks (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Protocol protocol;

    @Option(
            names = {"-s", "--streams"},
            paramLabel = "N",
            defaultValue = "1",
            description = "TCP connections in each direction (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = {"-w", "--window"},
            paramLabel = "SIZE",
            description = "Socket buffers at both ends, as 7MiB.")
    private @Nullable DataSize window;

    @Option(names = "--write-size", paramLabel = "SIZE", description = "Octets a write (default: 128KiB).")
    private @Nullable DataSize writeSize;

    @Option(names = "--congestion", paramLabel = "NAME", description = "Congestion control, as cubic or bbr.")
    private @Nullable String congestion;

    @Option(names = "--mss", paramLabel = "OCTETS", description = "Largest segment.")
    private @Nullable Integer mss;

    @Option(names = "--rate", paramLabel = "RATE", description = "Hold each stream to this rate, as 50Mbit/s.")
    private @Nullable Bandwidth rate;

    @Option(
            names = {"-u", "--udp"},
            description = "Datagrams of --write-size (default then: 1200B) at --rate.")
    private boolean udp;

    @Option(names = "--pacing", paramLabel = "RATE", description = "As --rate, by the sender's kernel.")
    private @Nullable Bandwidth pacing;

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long, without the omitted part (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(names = "--volume", paramLabel = "SIZE", description = "End earlier, when this much has moved.")
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
            names = "--omit",
            paramLabel = "TIME",
            defaultValue = "0s",
            description = "Beginning that does not count; the warm-up is cut off anyway (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration omit;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "Length of a sample, 100ms or more (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration interval;

    @Option(
            names = {"-r", "--reverse"},
            description = "The agent sends.")
    private boolean reverse;

    @Option(names = "--bidirectional", description = "Both send.")
    private boolean bidirectional;

    @Mixin
    private ProbeOutput output = new ProbeOutput();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ThroughputSpec asked = asked();
        long ticks = Math.max(1, duration.plus(omit).dividedBy(interval));
        Measurement measurement;
        try (EventLoops loops =
                        EventLoops.start(Math.min(streams, Runtime.getRuntime().availableProcessors()));
                Progress progress = Progress.of("Probing " + target.address().host(), ticks, err)) {
            ProbeRun run = new Prober(loops).throughput(target.target(), asked, sample -> show(sample, progress));
            try (Interruption ignored = Interruption.calling(run::cancel)) {
                measurement = run.join();
            }
        }
        output.keep(measurement, out, err);
    }

    private void show(IntervalSample sample, Progress progress) {
        Duration length = sample.end().minus(sample.start());
        DataSize moved = sample.sent().or(sample::received).orElse(DataSize.ZERO);
        if (!length.isZero()) {
            progress.at(
                    Math.round(Durations.seconds(sample.end()) / Durations.seconds(interval)),
                    Show.rate(Bandwidth.of(moved, length)));
        }
    }

    private ThroughputSpec asked() {
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
