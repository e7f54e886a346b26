package io.longhaul.cli.command;

import io.longhaul.campaign.desk.DeskOptions;
import io.longhaul.campaign.desk.DeskServer;
import io.longhaul.campaign.run.DialIns;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.AgentAccessOptions;
import io.longhaul.cli.input.AgentLimitOptions;
import io.longhaul.cli.input.Here;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.text.Printable;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AddressRange;
import io.longhaul.probes.spec.Addresses;
import io.longhaul.probes.spec.AgentBudget;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.HostPort;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
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
        subcommands = AgentTestsCommand.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul agent",
            "  longhaul agent --public --token-file token.txt --site aws:us-east-1 --max-cost-per-month 50USD",
            "  longhaul agent --public --token-file token.txt --open-to-iperf3 --allow 10.0.0.0/8,192.0.2.7",
            "  longhaul agent --bind 0.0.0.0 --token-file token.txt --max-rate 5Gbit/s --max-streams 16",
            "  longhaul agent --public --identity /etc/longhaul --orders-port 5202 --print systemd",
            "  longhaul agent --stamp-port 8862 --stamp-key-file key.txt",
            "  longhaul agent --public --identity aws-us-east-1 --site aws:us-east-1 --vm m5.large --orders-port 5202",
            "  longhaul agent --bind 0.0.0.0 --tls-cert vm.pem --tls-key vm.key --tls-ca ca.pem --tls-names names.txt",
            "  " + AccessToken.VARIABLE + "=$(cat token.txt) longhaul agent --bind 0.0.0.0"
        })
public final class AgentCommand implements Runnable {
    private static final int LARGEST_PORT = 65_535;

    /** By which SLF4J's simple logger is told to write the lines about clients; simplelogger.properties leaves them out. */
    private static final String AUDIT_LEVEL = "org.slf4j.simpleLogger.log.longhaul.audit";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Option(
            names = "--public",
            description = {
                "For a VM that anybody can reach: listens on all addresses, asks for a token or certificates,",
                "and limits duration, rate and the volume of a day. Each can be given another value."
            })
    private boolean open;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            description = "Address to listen on (default: 127.0.0.1, this machine only; 0.0.0.0 if public).")
    private @Nullable String bind;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            defaultValue = "5201",
            description = "Port; 0 takes any free one and prints it (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private AgentAccessOptions access = new AgentAccessOptions();

    @Mixin
    private AgentLimitOptions limits = new AgentLimitOptions();

    @Option(
            names = "--open-to-iperf3",
            description = {
                "Serve iperf3 clients too, which cannot know the token.",
                "Other machines only from --allow, and with a rate and a volume per day."
            })
    private boolean openToIperf3;

    @Option(
            names = "--allow",
            paramLabel = "ADDRESSES",
            split = ",",
            description = "Where iperf3 clients may come from, as 10.0.0.0/8,2001:db8::/32.")
    private List<AddressRange> allowed = List.of();

    @Option(
            names = "--vm",
            paramLabel = "TYPE",
            description =
                    "VM type of this machine, as m5.8xlarge; told to coordinators; auto asks the cloud it runs in.")
    private @Nullable String vmType;

    @Option(
            names = "--orders-port",
            paramLabel = "PORT",
            description = {
                "Also take orders from coordinators at this port, by HTTP over TLS (docs/formats/orders.md);",
                "5202 is the usual one, 0 takes any free one."
            })
    private @Nullable Integer ordersPort;

    @Option(
            names = "--dial",
            paramLabel = "HOST:PORT",
            description = {
                "Dial the coordinator and take its orders over that connection: for a VM that it cannot reach.",
                "It listens there by campaign run --listen; 5203 is the usual port."
            })
    private @Nullable String dial;

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

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description =
                    "Tell counters as Prometheus reads them, on 127.0.0.1 only, at /metrics; 0 takes any free port.")
    private @Nullable Integer metricsPort;

    @Option(
            names = "--admin-file",
            paramLabel = "FILE",
            description = "Leave the token of a coordinator here while the agent runs: with it, and from this machine,"
                    + " longhaul agent tests shows tests and ends them.")
    private @Nullable Path adminFile;

    @Option(
            names = "--print",
            paramLabel = "systemd|cloud-init|container",
            description = "Start nothing: print the file that starts an agent with these options there.")
    private @Nullable String print;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (print != null) {
            out.print(recipe(print).of(AgentRecipe.checked(given())));
            return;
        }
        AgentOptions options = options();
        Optional<DeskOptions> orders = orders(options);
        // before the first use of the logger, which reads it once
        if (System.getProperty(AUDIT_LEVEL) == null) {
            System.setProperty(AUDIT_LEVEL, "info");
        }
        var ended = new CountDownLatch(1);
        try (Interruption ignored = Interruption.calling(ended::countDown);
                EventLoops loops = EventLoops.start(Runtime.getRuntime().availableProcessors());
                Agent agent = Agent.start(options, loops);
                DeskServer desk =
                        orders.map(own -> DeskServer.start(own, agent, loops)).orElse(null)) {
            out.println("Listening on " + Addresses.show(agent.address()));
            agent.stampAddress().ifPresent(address -> out.println("Reflecting STAMP on " + Addresses.show(address)));
            agent.metricsAddress()
                    .ifPresent(address -> out.println("Counters at http://" + Addresses.show(address) + "/metrics"));
            if (desk != null) {
                desk.address().ifPresent(address -> out.println("Taking orders at " + Addresses.show(address)));
                Optional.ofNullable(dial)
                        .ifPresent(coordinator -> out.println(
                                "Dialling the coordinator at " + HostPort.parse(coordinator, DialIns.USUAL_PORT)));
            }
            if (!options.bind().getAddress().isLoopbackAddress()) {
                describe(options).forEach(out::println);
            }
            out.flush();
            ended.await();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static AgentRecipe recipe(String name) {
        return Arrays.stream(AgentRecipe.values())
                .filter(recipe ->
                        recipe.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "There is no such file to print (" + Printable.of(name) + ").",
                        "Give systemd, cloud-init or container."));
    }

    /** The options as they were typed, without --print. */
    private List<String> given() {
        List<String> words = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("--print")) {
                i++;
            } else if (!words.get(i).startsWith("--print=")) {
                kept.add(words.get(i));
            }
        }
        kept.remove("agent");
        return kept;
    }

    private AgentOptions options() {
        check("--port", port);
        // what auto cannot tell is said before anything listens
        limits.site().ifPresent(site -> Here.vmType(vmType));
        if (stampPort == null && (stampKeyFile != null || stampShort)) {
            String given = stampKeyFile == null ? "--stamp-short" : "--stamp-key-file " + stampKeyFile;
            throw new InvalidInputException(
                    "The option (" + given + ") does nothing without --stamp-port: no STAMP packet is reflected.",
                    "Add --stamp-port PORT; 862 is the usual one.");
        }
        String address = bind != null ? bind : open ? "0.0.0.0" : "127.0.0.1";
        var place = new InetSocketAddress(address, port);
        AgentBudget budget = limits.budget(open, usualFile());
        AgentOptions options = AgentOptions.of(place, access.access())
                .withOpenToIperf3(openToIperf3, allowed)
                .withLimits(limits.limits(open))
                .withBudget(budget)
                .withStamp(
                        portOf("--stamp-port", stampPort),
                        Optional.ofNullable(stampKeyFile).map(AccessToken::ofFile),
                        stampShort)
                .withOperator(portOf("--metrics-port", metricsPort), Optional.ofNullable(adminFile));
        checkOpenness(options);
        return options;
    }

    private Optional<DeskOptions> orders(AgentOptions options) {
        OptionalInt given = portOf("--orders-port", ordersPort);
        Optional<HostPort> coordinator =
                Optional.ofNullable(dial).map(text -> HostPort.parse(text, DialIns.USUAL_PORT));
        if (given.isEmpty() && coordinator.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> named = Here.vmType(vmType);
        if (named.filter(type -> type.isBlank() || type.chars().anyMatch(Character::isISOControl))
                .isPresent()) {
            throw new InvalidInputException(
                    "The VM type (--vm) is empty, or has characters that cannot be shown.",
                    "Write it like m5.8xlarge.");
        }
        Optional<InetSocketAddress> place = given.isEmpty()
                ? Optional.empty()
                : Optional.of(new InetSocketAddress(options.bind().getAddress(), given.getAsInt()));
        return Optional.of(DeskOptions.of(place, coordinator, options.access(), limits.site(), named));
    }

    private void checkOpenness(AgentOptions options) {
        boolean here = options.bind().getAddress() != null
                && options.bind().getAddress().isLoopbackAddress();
        if (open && options.access().get().isOpen()) {
            throw new InvalidInputException(
                    "A public agent asks for a token or certificates, and none was given.",
                    "Give --token-file FILE, or --tls-cert, --tls-key and --tls-ca.");
        }
        boolean limited = options.limits().rate().isPresent()
                && options.budget().volumePerDay().isPresent();
        if (openToIperf3 && !here && (allowed.isEmpty() || !limited)) {
            throw new InvalidInputException(
                    "Clients of iperf3 can prove nothing, so an agent that other machines reach serves them only from known"
                            + " addresses and within limits.",
                    "Give --allow 10.0.0.0/8, and --public or --max-rate and --max-volume-per-day.");
        }
    }

    /** Where a public agent keeps its count when it is not told. */
    private Path usualFile() {
        String state = System.getenv("XDG_STATE_HOME");
        Path folder = state != null && !state.isEmpty()
                ? Path.of(state)
                : Path.of(System.getProperty("user.home"), ".local", "state");
        return folder.resolve("longhaul").resolve("agent-" + port + ".usage");
    }

    private List<String> describe(AgentOptions options) {
        Access who = options.access().get();
        var doors = new ArrayList<String>();
        if (!who.tokens().isEmpty()) {
            doors.add("who knows a token ("
                    + who.tokens().stream().map(Access.Token::name).collect(Collectors.joining(", ")) + ")");
        }
        if (who.tls().isPresent()) {
            doors.add("certificates of the authority"
                    + (who.names().isEmpty()
                            ? ""
                            : " named "
                                    + who.names().stream()
                                            .map(Access.Name::pattern)
                                            .collect(Collectors.joining(", "))));
        }
        if (options.openToIperf3()) {
            doors.add("anybody from "
                    + options.allowed().stream().map(Object::toString).collect(Collectors.joining(", "))
                    + ", by iperf3");
        }
        if (options.stampPort().isPresent()) {
            doors.add(options.stampKey().isPresent() ? "who has the STAMP key" : "anybody, for STAMP replies");
        }
        var lines = new ArrayList<String>();
        lines.add("Open to: " + String.join("; ", doors) + ".");
        lines.addAll(limits.describe(options.limits(), options.budget()));
        return lines;
    }

    private static OptionalInt portOf(String name, @Nullable Integer given) {
        if (given == null) {
            return OptionalInt.empty();
        }
        check(name, given);
        return OptionalInt.of(given);
    }

    private static void check(String name, int given) {
        if (given < 0 || given > LARGEST_PORT) {
            throw new InvalidInputException(
                    "The port (" + name + " " + given + ") is not in 0 to " + LARGEST_PORT + ".",
                    "Agents listen on 5201 unless told otherwise; 0 takes any free port.");
        }
    }
}
