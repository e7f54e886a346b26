package io.longhaul.cli.command;

import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.plan.Tariff;
import io.longhaul.campaign.run.AgentPort;
import io.longhaul.campaign.run.Coordinator;
import io.longhaul.campaign.run.DialIns;
import io.longhaul.campaign.run.HttpAgent;
import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.JournalEntry;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.Pace;
import io.longhaul.campaign.run.Rehearsal;
import io.longhaul.campaign.run.Replay;
import io.longhaul.campaign.run.RunState;
import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.fleet.FleetEnd;
import io.longhaul.cli.input.CampaignOptions;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.TlsOptions;
import io.longhaul.cli.lab.VirtualVms;
import io.longhaul.cli.report.LivePage;
import io.longhaul.cli.text.CampaignStatusText;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.Show;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.probes.spec.Addresses;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.TlsIdentity;
import io.longhaul.store.FileAccess;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code campaign run FILE --into LOG}. */
@Command(
        name = "run",
        description = {
            "Carries a campaign out: tells the agents what to measure, and brings the measurements into a log.",
            "After Ctrl-C, a crash or kill -9, --resume goes on: nothing is lost and nothing measured twice.",
            "With --fleet, the fleet is gone when it ends, be it by success, failure or Ctrl-C."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul campaign run weekly.yaml --into log --identity pki/me",
            "  longhaul campaign run weekly.yaml --into log --identity pki/me --resume",
            "  longhaul campaign run weekly.yaml --into log --identity pki/me --serve 8080",
            "  longhaul campaign run grid.fleet/campaign.yaml --into log --fleet grid.yaml"
        })
public final class CampaignRunCommand implements Callable<Integer> {
    private static final int MOST_AT_ONCE = 256;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private CampaignOptions options = new CampaignOptions();

    @Option(
            names = "--into",
            paramLabel = "LOG",
            required = true,
            description = "The measurement log; made when missing. The campaign's journal lies in it.")
    @SuppressWarnings("NullAway.Init")
    private Path into;

    @Option(names = "--resume", description = "Go on with the campaign that was begun in this log.")
    private boolean resume;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with a coordinator's token, for agents that ask for one.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--replay",
            paramLabel = "LOG",
            description =
                    "Ask no agents: answer every probe from the runs of this log, at once. To try a campaign out.")
    private @Nullable Path replay;

    @Option(
            names = "--lab",
            paramLabel = "TOPOLOGY",
            description = "Ask no agents: carry every probe in this topology in virtual time, at once. A ready-made one"
                    + " or a file.")
    private @Nullable String lab;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where agents dial in whose orders are dials-in in the file; HOST is an address of this"
                    + " machine, 5203 the usual port.")
    private @Nullable String listen;

    @Option(
            names = "--serve",
            paramLabel = "PORT",
            description =
                    "Also serve a page that shows how far it is, at this port of 127.0.0.1; 0 takes any free one.")
    private @Nullable Integer serve;

    @Mixin
    private FormatOption format = new FormatOption();

    @Mixin
    private FleetEnd fleet = new FleetEnd();

    @Override
    public Integer call() {
        return fleet.after(this::run, spec.commandLine().getErr());
    }

    private int run(Optional<TlsIdentity> ofFleet) {
        PrintWriter err = spec.commandLine().getErr();
        String text = FileAccess.readText(options.file());
        Campaign campaign = options.campaign();
        Tariff tariff = options.tariff(campaign);
        // a price that is missing is told before anything is sent
        campaign.pairs().forEach(pair -> tariff.most(pair, Task.Latency.ECHOES));
        Optional<TlsIdentity> identity = tls.identity().or(() -> ofFleet);
        Optional<String> token = Optional.ofNullable(tokenFile)
                .map(file -> FileAccess.readText(file).strip());
        Optional<Rehearsal> rehearsal = rehearsal(campaign, err);
        if (rehearsal.isEmpty()) {
            checkDoors(campaign, identity);
        }
        Set<String> dialling = campaign.agents().stream()
                .filter(agent -> rehearsal.isEmpty() && agent.orders().isEmpty())
                .map(Participant::name)
                .collect(Collectors.toSet());
        Consumer<LogWarning> warn = warning -> err.println(warning.message());
        List<JournalEntry> before = before(warn);
        HttpClient client = HttpAgent.client(identity);
        ExecutorService executor = Executors.newFixedThreadPool(
                Math.min(MOST_AT_ONCE, campaign.pairs().size()), task -> {
                    var thread = new Thread(task, "campaign");
                    thread.setDaemon(true);
                    return thread;
                });
        long planned = campaign.measurements();
        RunState state;
        try (DialIns dialIns = dialling.isEmpty() ? null : dialIns(dialling, identity, err);
                LogWriter log = MeasurementLog.at(into).openWriter(LogOptions.DEFAULT, warn);
                Journal journal = Journal.open(into, warn);
                Progress progress = Progress.of("Measuring", planned, err);
                Shown shown = new Shown(progress, page(campaign, err))) {
            var coordinator = new Coordinator(
                    campaign,
                    tariff,
                    agent -> rehearsal
                            .<AgentPort>map(source -> source.agent(agent))
                            .or(() -> agent.orders()
                                    .map(door -> new HttpAgent(
                                            client, identity.isPresent(), door.host(), door.port(), token)))
                            .orElseGet(() -> Objects.requireNonNull(dialIns).agent(agent.name())),
                    into,
                    log,
                    journal,
                    executor,
                    rehearsal.<Pace>map(source -> source).orElse(Pace.REAL),
                    shown);
            try (Interruption ignored = fleet.interruption(coordinator::stop)) {
                coordinator.run(before, digest(text));
            }
            state = coordinator.state();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return ExitCode.INCOMPLETE.code();
        } finally {
            executor.shutdownNow();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(CampaignStatusText.JSON.toJson(state));
        } else {
            out.println(CampaignStatusText.of(state));
        }
        if (state.ended().isEmpty()) {
            err.println("Not at its end. Go on with: longhaul campaign run " + options.file() + " --into " + into
                    + " --resume");
        }
        boolean all = state.ended().isPresent()
                && (state.count(Outcome.OK) == planned
                        || ((campaign.sparse().isPresent()
                                        || campaign.precision().isPresent())
                                && state.count(Outcome.FAILED) == 0));
        return (all ? ExitCode.OK : ExitCode.INCOMPLETE).code();
    }

    private Optional<LivePage> page(Campaign campaign, PrintWriter err) {
        if (serve == null) {
            return Optional.empty();
        }
        var page = new LivePage(
                serve,
                campaign.name(),
                campaign.measurements(),
                campaign.agents().stream().map(Participant::site).distinct().toList());
        err.println("To look at it: " + page.address());
        return Optional.of(page);
    }

    private Optional<Rehearsal> rehearsal(Campaign campaign, PrintWriter err) {
        if (lab != null && replay != null) {
            throw new InvalidInputException(
                    "The lab (--lab " + lab + ") and the log (--replay " + replay + ") were given together.",
                    "Give one of them.");
        }
        if (lab != null) {
            var vms = new VirtualVms(TopologyYaml.load(lab), Instant.now());
            vms.require(campaign.agents());
            return Optional.of(vms);
        }
        return Optional.ofNullable(replay)
                .map(known -> new Replay(
                        MeasurementLog.at(known)
                                .readAll(ReadOptions.skippingCorrupt(warning -> err.println(warning.message()))),
                        Instant.now()));
    }

    private static void checkDoors(Campaign campaign, Optional<TlsIdentity> identity) {
        for (Participant agent : campaign.agents()) {
            if (identity.isEmpty() && !agent.orders().map(HostPort::isLoopback).orElse(false)) {
                throw new InvalidInputException(
                        "The agent " + agent.name() + " ("
                                + agent.orders().map(HostPort::toString).orElse("which dials in")
                                + ") is on another machine, and no certificate was given.",
                        "Give --identity FOLDER of a coordinator: longhaul certs issue pki me --role coordinator.");
            }
        }
    }

    private DialIns dialIns(Set<String> names, Optional<TlsIdentity> identity, PrintWriter err) {
        if (listen == null) {
            throw new InvalidInputException(
                    "The agents " + String.join(", ", new TreeSet<>(names)) + " dial in, and nobody listens.",
                    "Give --listen HOST:PORT, the address of this machine that they dial.");
        }
        HostPort place = HostPort.parse(listen, DialIns.USUAL_PORT);
        var dialIns = new DialIns(new InetSocketAddress(place.host(), place.port()), identity.orElseThrow(), names);
        err.println("Agents dial in at " + Addresses.show(dialIns.address()) + ".");
        return dialIns;
    }

    private List<JournalEntry> before(Consumer<LogWarning> warn) {
        boolean there = Journal.isIn(into);
        if (there && !resume) {
            throw new InvalidInputException(
                    "A campaign was begun in the log " + into + " already.",
                    "Go on with it by --resume, or give another log; longhaul log merge joins them later.");
        }
        if (!there && resume) {
            throw new InvalidInputException(
                    "No campaign was begun in the log " + into + ".", "Leave --resume out to begin one.");
        }
        return there ? Journal.read(into, warn) : List.of();
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** What the user sees meanwhile. */
    private static final class Shown implements Coordinator.Listener, AutoCloseable {
        private final Progress progress;
        private final Optional<LivePage> page;
        private final long began = System.nanoTime();
        private long before = -1;

        Shown(Progress progress, Optional<LivePage> page) {
            this.progress = progress;
            this.page = page;
        }

        @Override
        public void recorded(RunState state, long planned, Measurement last) {
            int failed = state.count(Outcome.FAILED);
            long measured = state.count(Outcome.OK);
            if (before < 0) {
                before = measured - (last instanceof FailedMeasurement ? 0 : 1);
            }
            Optional<Duration> left = left(measured, planned);
            progress.at(
                    measured,
                    last.link() + (failed == 0 ? "" : ", " + failed + " failed") + ", "
                            + Show.money(state.spentInAll().money())
                            + left.map(time -> ", " + Show.time(time) + " left").orElse(""));
            page.ifPresent(shown -> {
                shown.at(state, planned, left);
                shown.measured(last);
            });
            if (last instanceof FailedMeasurement lost) {
                say(last.link() + ": " + lost.reason() + ": " + lost.message());
            }
        }

        /** As fast as it went since it began; what an earlier run measured says nothing of its time. */
        private Optional<Duration> left(long measured, long planned) {
            long own = measured - before;
            return own < 1 || measured >= planned
                    ? Optional.empty()
                    : Optional.of(Duration.ofNanos(
                            Math.round((double) (System.nanoTime() - began) / own * (planned - measured))));
        }

        @Override
        public void say(String sentence) {
            progress.say(sentence);
            page.ifPresent(shown -> shown.say(sentence));
        }

        @Override
        public void close() {
            page.ifPresent(LivePage::close);
        }
    }
}
