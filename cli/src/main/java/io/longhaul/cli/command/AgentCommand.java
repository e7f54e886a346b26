package io.longhaul.cli.command;

import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.input.TlsOptions;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.spec.AgentOptions;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code agent}: answers probes until it is interrupted. */
@Command(
        name = "agent",
        description = {
            "Answers probes, on a VM. Listens on this machine only unless told otherwise,",
            "and serves others only with a token that comes from a file or the environment, or by mutual TLS."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul agent",
            "  longhaul agent --bind 0.0.0.0 --token-file token.txt --max-rate 5Gbit/s --max-streams 16",
            "  longhaul agent --stamp-port 8862 --stamp-key-file key.txt",
            "  longhaul agent --bind 0.0.0.0 --tls-cert vm.pem --tls-key vm.key --tls-ca ca.pem",
            "  " + AccessToken.VARIABLE + "=$(cat token.txt) longhaul agent --bind 0.0.0.0"
        })
public final class AgentCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}, this machine only).")
    @SuppressWarnings("NullAway.Init")
    private String bind;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            defaultValue = "5201",
            description = "Port; 0 takes any free one and prints it (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token clients must know; " + AccessToken.VARIABLE + " serves as well.")
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(names = "--open-to-iperf3", description = "Serve iperf3 clients too, which cannot know the token.")
    private boolean openToIperf3;

    @Option(
            names = "--stamp-port",
            paramLabel = "PORT",
            description =
                    "Also reflect STAMP packets (RFC 8762) at this UDP port; 862 is the usual one, 0 any free one.")
    private @Nullable Integer stampPort;

    @Option(
            names = "--stamp-key-file",
            paramLabel = "FILE",
            description = "Reflect only STAMP packets that are sealed with the key in this file (authenticated mode).")
    private @Nullable Path stampKeyFile;

    @Option(
            names = "--stamp-short",
            description = "Answer STAMP requests below 44 octets, as TWAMP Light senders may make, with 44 octets also"
                    + " where they come from other machines: anybody can forge their source.")
    private boolean stampShort;

    @Option(names = "--max-duration", paramLabel = "TIME", description = "Longest test (default: 1h).")
    private @Nullable Duration maxDuration;

    @Option(names = "--max-rate", paramLabel = "RATE", description = "Fastest test, all its streams together.")
    private @Nullable Bandwidth maxRate;

    @Option(names = "--max-volume", paramLabel = "SIZE", description = "Most octets of a test.")
    private @Nullable DataSize maxVolume;

    @Option(names = "--max-tests", paramLabel = "N", description = "Tests at the same time; others wait (default: 64).")
    private @Nullable Integer maxTests;

    @Option(
            names = "--max-waiting",
            paramLabel = "N",
            description = "Tests that may wait; more are refused (default: 64).")
    private @Nullable Integer maxWaiting;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections at the same time, of all clients (default: 4096).")
    private @Nullable Integer maxConnections;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            description = "Streams of a test in each direction (default: 128).")
    private @Nullable Integer maxStreams;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        checkStamp();
        AgentOptions options = AgentOptions.of(
                        new InetSocketAddress(bind, port), TargetOptions.token(tokenFile), tls.identity())
                .withOpenToIperf3(openToIperf3)
                .withShortStamp(stampShort)
                .withLimits(limits());
        options = stampPort == null ? options : options.withStamp(stampPort);
        options = stampKeyFile == null ? options : options.withStampKey(AccessToken.ofFile(stampKeyFile));
        var ended = new CountDownLatch(1);
        try (Interruption ignored = Interruption.calling(ended::countDown);
                EventLoops loops = EventLoops.start(Runtime.getRuntime().availableProcessors());
                Agent agent = Agent.start(options, loops)) {
            out.println("Listening on " + agent.address().getAddress().getHostAddress() + ":"
                    + agent.address().getPort());
            agent.stampAddress()
                    .ifPresent(address -> out.println(
                            "Reflecting STAMP on " + address.getAddress().getHostAddress() + ":" + address.getPort()));
            out.flush();
            ended.await();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkStamp() {
        if (stampPort == null && (stampKeyFile != null || stampShort)) {
            String given = stampKeyFile == null ? "--stamp-short" : "--stamp-key-file " + stampKeyFile;
            throw new InvalidInputException(
                    "The option (" + given + ") does nothing without --stamp-port: no STAMP packet is reflected.",
                    "Add --stamp-port PORT; 862 is the usual one.");
        }
    }

    private AgentLimits limits() {
        AgentLimits standard = AgentLimits.DEFAULT;
        return new AgentLimits(
                Optional.ofNullable(maxDuration).orElse(standard.duration()),
                Optional.ofNullable(maxRate).or(standard::rate),
                Optional.ofNullable(maxVolume).or(standard::volume),
                Optional.ofNullable(maxTests).orElse(standard.tests()),
                Optional.ofNullable(maxWaiting).orElse(standard.waiting()),
                Optional.ofNullable(maxConnections).orElse(standard.connections()),
                Optional.ofNullable(maxStreams).orElse(standard.streams()));
    }
}
