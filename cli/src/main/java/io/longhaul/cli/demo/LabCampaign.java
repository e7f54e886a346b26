package io.longhaul.cli.demo;

import io.longhaul.campaign.desk.OrderDesk;
import io.longhaul.campaign.desk.OrderRunner;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.plan.Budget;
import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.Pair;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.plan.Probe;
import io.longhaul.campaign.plan.Schedule;
import io.longhaul.campaign.plan.Tariff;
import io.longhaul.campaign.run.Coordinator;
import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.LocalAgent;
import io.longhaul.campaign.run.Pace;
import io.longhaul.campaign.run.RunState;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.Role;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The demo's campaign over a running lab: every round-trip time, then one stream and many on every link, by the coordinator that runs
 * campaigns between VMs; the agents' desks are in this process. {@link #stop} may be called from any thread; the rest is confined to one.
 */
final class LabCampaign implements AutoCloseable {
    /** What a machine that is too busy for the lab does to a run; it is measured again. */
    static final String NOT_PUNCTUAL = "lab-not-punctual";

    private static final int RETRIES = 2;
    private static final int ECHOES = 8;
    private static final Duration ECHO_SPACING = Duration.ofMillis(50);
    private static final Duration SAMPLE = Duration.ofMillis(100);
    private static final DataSize NO_LIMIT = DataSize.ofGigabytes(1000);
    private static final long TICK_MILLIS = 50;

    /**
     * One kind of run. A stream needs about five round trips to fill its window, many streams together fewer to fill a VM; what follows
     * is measured.
     *
     * @param streams TCP connections
     * @param roundTrips length of the run in round trips of the slowest pair
     * @param shortest length at least
     */
    private record Level(String name, int streams, int roundTrips, Duration shortest) {
        Probe probe(Duration rtt) {
            Duration needed = rtt.multipliedBy(roundTrips);
            return new Probe(
                    name,
                    new Task.Throughput(
                            streams,
                            needed.compareTo(shortest) > 0 ? needed : shortest,
                            NO_LIMIT,
                            Optional.empty(),
                            Optional.empty(),
                            SAMPLE));
        }
    }

    /** 48 streams of 256 KiB each fill the fastest VM of the demo over its longest path. */
    private static final List<Level> PORTABLE = List.of(
            new Level("one-stream", 1, 13, Duration.ofMillis(1500)),
            new Level("many-streams", 48, 12, Duration.ofMillis(2500)));

    /** Kernel TCP loses packets when many streams start, and takes some seconds to share a cap after that. */
    private static final List<Level> FAITHFUL = List.of(
            new Level("one-stream", 1, 20, Duration.ofSeconds(2)),
            new Level("many-streams", 48, 40, Duration.ofSeconds(7)));

    private final LabSites sites;
    private final Campaign campaign;
    private final Path folder;
    private final List<EventLoops> loops = new ArrayList<>();
    private final Map<String, OrderDesk> desks = new LinkedHashMap<>();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final ScheduledFuture<?> ticking;
    private final AtomicInteger running = new AtomicInteger();
    private final LogWriter log;
    private final Journal journal;
    private final Coordinator coordinator;

    /** Hears how far the work is. */
    interface Listener {
        void measured(int done, String doing);
    }

    /**
     * @param agents where a client at a link's beginning reaches the agent at its end
     * @param token what the agents ask for
     * @param folder of the log
     */
    LabCampaign(
            LabSites sites,
            LabKind kind,
            Function<Link, InetSocketAddress> agents,
            Optional<AccessToken> token,
            Path folder,
            Listener listener) {
        this.sites = sites;
        this.campaign = of(sites.topology(), kind);
        this.folder = folder;
        var access = new Access(
                token.map(secret -> new Access.Token("lab", Role.CLIENT, secret, false)).stream()
                        .toList(),
                Optional.empty(),
                List.of(),
                List.of());
        for (Participant agent : campaign.agents()) {
            EventLoops own = EventLoops.start(1, sites.at(agent.site()).threads());
            loops.add(own);
            var runner = new OrderRunner(() -> access, own, Pace.REAL);
            desks.put(
                    agent.name(),
                    new OrderDesk(
                            Optional.of(agent.site()),
                            order -> {
                                InetSocketAddress door = agents.apply(order.link());
                                return watched(() -> runner.start(
                                        order.withPeer(door.getAddress().getHostAddress(), door.getPort())));
                            },
                            executor,
                            Pace.REAL,
                            System::nanoTime));
        }
        this.ticking = ticker.scheduleWithFixedDelay(
                () -> desks.values().forEach(OrderDesk::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        this.log = MeasurementLog.at(folder)
                .openWriter(LogOptions.DEFAULT, warning -> listener.measured(0, warning.message()));
        this.journal = Journal.open(folder, warning -> listener.measured(0, warning.message()));
        this.coordinator = new Coordinator(
                campaign,
                new Tariff(new PriceBook(List.of(), List.of()), false),
                agent -> new LocalAgent(
                        agent, Optional.ofNullable(desks.get(agent.name())).orElseThrow(), Pace.REAL),
                folder,
                log,
                journal,
                executor,
                Pace.REAL,
                new Coordinator.Listener() {
                    @Override
                    public void recorded(RunState state, long planned, Measurement last) {
                        listener.measured(
                                state.count(Outcome.OK),
                                last.link()
                                        + (last instanceof FailedMeasurement failed
                                                ? " again: " + failed.message()
                                                : ""));
                    }

                    @Override
                    public void say(String sentence) {
                        // the demo's agents are all here
                    }
                });
    }

    /** What the demo measures in a topology. */
    static Campaign of(LabTopology topology, LabKind kind) {
        List<Participant> agents = new ArrayList<>();
        for (LabSite site : topology.sites()) {
            String name = site.id().toString().replace(':', '-');
            // not the name of the real type alone: what is documented of that does not hold for the emulated one
            agents.add(new Participant(
                    name, site.id(), Optional.of("lab " + site.vmType()), Optional.empty(), new HostPort(name, 1)));
        }
        List<Pair> pairs = new ArrayList<>();
        for (Participant from : agents) {
            for (Participant to : agents) {
                if (!from.equals(to)) {
                    pairs.add(new Pair(from, to));
                }
            }
        }
        Duration rtt = pairs.stream()
                .map(pair -> topology.roundTrip(pair.link()))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        List<Probe> probes = new ArrayList<>();
        probes.add(new Probe("rtt", new Task.Latency(LatencyMethod.TCP_ECHO, ECHOES, ECHO_SPACING)));
        (kind == LabKind.PORTABLE ? PORTABLE : FAITHFUL).forEach(level -> probes.add(level.probe(rtt)));
        // in the faithful lab every packet passes the emulator: both directions at once are too much for two cores
        return new Campaign(
                topology.name(),
                1,
                agents,
                pairs,
                probes,
                kind == LabKind.PORTABLE ? Campaign.Ends.DIRECTIONS : Campaign.Ends.WHOLE,
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                0,
                Duration.ZERO,
                RETRIES,
                Integer.MAX_VALUE,
                Budget.NONE);
    }

    /** How long it will take, about. */
    static Duration expected(Campaign campaign) {
        return Schedule.block(campaign, 0).stream()
                .map(round -> round.expected(campaign.rest()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private interface Start {
        OrderDesk.Running running();
    }

    /** A number from a lab that was not punctual is no number. */
    private OrderDesk.Running watched(Start start) {
        if (running.getAndIncrement() == 0) {
            sites.resetHealth();
        }
        OrderDesk.Running run = start.running();
        CompletableFuture<OrderResult> judged = run.result().thenApply(result -> {
            running.decrementAndGet();
            Measurement first = result.first();
            List<String> complaints = sites.health().complaints();
            if (!complaints.isEmpty() && !(first instanceof FailedMeasurement)) {
                return OrderResult.of(new FailedMeasurement(
                        first.header(), first.kind(), NOT_PUNCTUAL, String.join(" ", complaints)));
            }
            return OrderResult.of(sites.kernelsSeePath() ? first : LabView.of(first));
        });
        return new OrderDesk.Running() {
            @Override
            public CompletableFuture<OrderResult> result() {
                return judged;
            }

            @Override
            public void interrupt() {
                run.interrupt();
            }

            @Override
            public void cancel() {
                run.cancel();
            }
        };
    }

    /**
     * Measures everything, or as much of it as came before {@link #stop}.
     *
     * @return whether it was everything
     */
    boolean run() throws InterruptedException {
        coordinator.run(List.of(), folder.getFileName().toString());
        return coordinator.state().count(Outcome.OK) == campaign.measurements();
    }

    /** Gives up what is running; what was measured is in the log. */
    void stop() {
        coordinator.stop();
    }

    @Override
    public void close() {
        log.close();
        journal.close();
        ticking.cancel(false);
        ticker.shutdownNow();
        desks.values().forEach(OrderDesk::close);
        executor.shutdownNow();
        loops.forEach(EventLoops::close);
    }
}
