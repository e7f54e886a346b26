package io.longhaul.campaign.run;

import io.longhaul.campaign.desk.OrderDesk;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.OrderStatus.State;
import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.campaign.plan.Gate;
import io.longhaul.campaign.plan.Pair;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.plan.Probe;
import io.longhaul.campaign.plan.Schedule;
import io.longhaul.campaign.plan.SparseChoice;
import io.longhaul.campaign.plan.Tariff;
import io.longhaul.campaign.run.AgentCallException.Kind;
import io.longhaul.campaign.run.JournalEntry.Begun;
import io.longhaul.campaign.run.JournalEntry.Ended;
import io.longhaul.campaign.run.JournalEntry.Intended;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.JournalEntry.Recorded;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintCheck;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.Estimator;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Carries a campaign out: gives orders round by round, brings the measurements into the log, and writes down what it intends before it
 * does it, so that another can go on from any moment. Every order that is in the journal ends up with exactly one record in the log.
 * {@link #stop} may be called from any thread; the rest is for one.
 */
public final class Coordinator {
    private static final Duration START = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration LEASE = Duration.ofSeconds(30);
    /** Longer than a lease whose coordinator was killed. */
    private static final Duration LEASE_WAIT = LEASE.plusSeconds(10);

    private static final Duration AGAIN = Duration.ofMillis(500);

    /** Beyond what an order may last itself: the agent's own last words, and a network that is away for a moment. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** A clock that is further off is told of. */
    private static final Duration CLOCKS_APART = Duration.ofSeconds(5);

    private static final String NOT_STARTED = "not-started";
    private static final String AGENT_SILENT = "agent-silent";
    private static final String AGENT_UNREACHED = "agent-unreached";
    private static final String AGENT_RESTARTED = "agent-restarted";
    private static final String AGENT_REFUSED = "agent-refused";
    private static final String AGENT_WRONG = "agent-wrong-answer";
    private static final String PEER_SILENT = "peer-agent-silent";

    /** Failures before which the agent sent nothing. */
    private static final Set<String> NOT_GIVEN = Set.of(NOT_STARTED, AGENT_REFUSED, AGENT_UNREACHED, PEER_SILENT);

    private static final Set<String> OF_THE_SENDER =
            Set.of(AGENT_SILENT, AGENT_UNREACHED, AGENT_RESTARTED, AGENT_REFUSED, AGENT_WRONG, NOT_STARTED);

    /** Hears how far the work is, from any thread, one call at a time. */
    public interface Listener {
        /** Nobody. */
        Listener NONE = new Listener() {
            @Override
            public void recorded(RunState state, long planned, Measurement last) {
                // nobody listens
            }

            @Override
            public void say(String sentence) {
                // nobody listens
            }
        };

        /**
         * An order has its record.
         *
         * @param state of all
         * @param planned measurements of the whole campaign
         * @param last of them
         */
        void recorded(RunState state, long planned, Measurement last);

        /** Something that people may want to know. */
        void say(String sentence);
    }

    private record Test(int block, Probe probe, Task task, Pair pair, int attempt, String id, String agentRun) {
        Intended intended(Instant at, Map<String, Cost> reserved) {
            return new Intended(
                    at, id, block, probe.name(), pair.from().name(), pair.to().name(), attempt, agentRun, reserved);
        }
    }

    private final Campaign campaign;
    private final Tariff tariff;
    private final Map<String, AgentPort> ports = new HashMap<>();
    private final Path folder;
    private final LogWriter log;
    private final Journal journal;
    private final Executor executor;
    private final Pace pace;
    private final Listener listener;
    private final RunState state = new RunState();
    private final Escrow escrow;
    private final Map<String, String> agentRuns = new HashMap<>();
    private final Map<String, List<double[]>> series = new HashMap<>();
    private final Studies studies;
    private final Buckets buckets = new Buckets();
    private final Map<String, Fingerprint> gateOf = new HashMap<>();
    private final Set<String> logged = new HashSet<>();
    private String run = "";
    private Instant begun = Instant.EPOCH;
    private final Estimator network = new Estimator(Catalogue.shipped());
    private boolean enough;
    private boolean overBudget;
    private volatile boolean stopped;

    /**
     * @param ports of an agent
     * @param folder of the log, for what it holds already
     * @param log that measurements go to
     * @param journal of this campaign
     * @param executor that talks to the agents of a round at the same time
     */
    public Coordinator(
            Campaign campaign,
            Tariff tariff,
            Function<Participant, AgentPort> ports,
            Path folder,
            LogWriter log,
            Journal journal,
            Executor executor,
            Pace pace,
            Listener listener) {
        this.campaign = campaign;
        this.tariff = tariff;
        this.folder = folder;
        this.studies = new Studies(folder);
        this.log = log;
        this.journal = journal;
        this.executor = executor;
        this.pace = pace;
        this.listener = listener;
        this.escrow = new Escrow(campaign.budget());
        campaign.agents().forEach(agent -> this.ports.put(agent.name(), ports.apply(agent)));
    }

    /** No more orders; those that run are ended, and have their record. */
    public void stop() {
        stopped = true;
    }

    /** How far it is, for who has called {@link #run}. */
    public RunState state() {
        return state;
    }

    /**
     * Goes on where the journal ends, and to the end unless it is stopped.
     *
     * @param entries of the journal so far; none begins a campaign
     * @param digest of the campaign's file
     * @throws InvalidInputException when the journal is of another file
     */
    public void run(List<JournalEntry> entries, String digest) throws InterruptedException {
        restore(entries, digest);
        for (Participant agent : campaign.agents()) {
            greet(agent);
        }
        for (Intended left : state.open()) {
            finish(left);
        }
        for (int block = 0; block < campaign.blocks() && !isOver(); block++) {
            waitFor(block);
            block(block);
        }
        if (!stopped) {
            end();
        }
    }

    private void restore(List<JournalEntry> entries, String digest) {
        entries.forEach(state::apply);
        if (state.begun().isEmpty()) {
            note(List.of(new Begun(
                    pace.instant(),
                    UUID.randomUUID().toString(),
                    campaign.name(),
                    digest,
                    campaign.measurements(),
                    campaign.leaveOutAfter(),
                    campaign.budget())));
        }
        Begun first = state.begun().orElseThrow();
        if (!first.digest().equals(digest)) {
            throw new InvalidInputException(
                    "The campaign " + first.name() + " was begun with another file than this one.",
                    "Go on with the file as it was, or begin a new campaign with another log.");
        }
        run = first.run();
        begun = first.at();
        state.spent().forEach((provider, cost) -> escrow.settle("", Map.of(provider, cost)));
        state.open().forEach(intended -> escrow.restore(intended.order(), intended.reserved()));
        for (JournalEntry entry : entries) {
            if (entry instanceof Recorded recorded && recorded.outcome() == Outcome.OK) {
                state.find(recorded.order())
                        .filter(intended ->
                                takesFingerprint(intended) && recorded.verdict().isEmpty())
                        .ifPresent(intended ->
                                studies.findFingerprint(intended.order()).ifPresent(print -> know(intended, print)));
            }
        }
        boolean studyOpen = state.open().stream().anyMatch(this::isStudy);
        Map<String, Intended> open = new HashMap<>();
        state.open().forEach(intended -> open.put(intended.order(), intended));
        try (Stream<Measurement> all = MeasurementLog.at(folder).stream(ReadOptions.strict(torn -> {}))) {
            all.forEach(measurement -> {
                String id = measurement.header().id();
                Optional<Intended> found = state.find(id);
                Intended unsettled = open.get(id);
                if (unsettled != null && !isStudy(unsettled)) {
                    settle(unsettled, OrderResult.of(measurement), outcome(OrderResult.of(measurement)));
                } else if (found.isPresent()) {
                    remember(
                            found.get(),
                            List.of(measurement),
                            measurement.header().ended());
                }
                if (studyOpen && (unsettled != null || found.isEmpty())) {
                    logged.add(id);
                }
            });
        }
    }

    private Optional<Task> task(Intended intended) {
        return campaign.findProbe(intended.probe()).map(Probe::task);
    }

    private boolean takesFingerprint(Intended intended) {
        return task(intended).filter(Task.TakeFingerprint.class::isInstance).isPresent();
    }

    private boolean isStudy(Intended intended) {
        return task(intended)
                .filter(task -> !(task instanceof Task.Throughput || task instanceof Task.Latency))
                .isPresent();
    }

    private void know(Intended intended, Fingerprint print) {
        if (intended.probe().equals(Gate.NAME)) {
            gateOf.put(intended.from(), print);
        }
        print.bucket().ifPresent(bucket -> buckets.know(intended.from(), bucket));
    }

    private void note(List<? extends JournalEntry> entries) {
        journal.append(entries);
        entries.forEach(state::apply);
    }

    private boolean isOver() {
        return stopped || state.leftOut().size() >= campaign.agents().size() - 1 || isTimeOver(Duration.ZERO);
    }

    private boolean isTimeOver(Duration more) {
        return campaign.budget()
                .time()
                .map(most -> pace.instant().plus(more).isAfter(begun.plus(most)))
                .orElse(false);
    }

    private void end() {
        long missing = campaign.measurements() - state.count(Outcome.OK);
        String reason;
        if (isTimeOver(Duration.ZERO)) {
            reason = "the time of the budget is over";
        } else if (overBudget) {
            reason = "the budget is spent";
        } else if (state.leftOut().size() >= campaign.agents().size() - 1) {
            reason = "too many agents were left out";
        } else if (campaign.sparse().isPresent()) {
            reason = enough ? "enough is known" : "everything was tried";
        } else {
            reason = missing == 0 || campaign.precision().isPresent()
                    ? "everything was measured"
                    : "everything was tried";
        }
        synchronized (this) {
            note(List.of(new Ended(pace.instant(), reason)));
        }
    }

    /** Which run of the agent there is, and whether it is what the file says. */
    private void greet(Participant agent) {
        try {
            Instant before = pace.instant();
            AgentHealth health = port(agent.name()).health();
            Duration apart = Duration.between(before, health.now()).abs();
            if (apart.compareTo(CLOCKS_APART.plus(Duration.between(before, pace.instant()))) > 0) {
                listener.say("The clock of " + agent.name() + " is " + apart.toSeconds()
                        + " s away from this one: the start times of its measurements are.");
            }
            if (health.site().isPresent() && !health.site().get().equals(agent.site())) {
                listener.say(agent.name() + " is at " + health.site().get() + " by its own account, not at "
                        + agent.site() + ": its orders will be refused.");
            }
            agentRuns.put(agent.name(), health.run());
        } catch (AgentCallException silent) {
            agentRuns.remove(agent.name());
            listener.say(agent.name() + ": " + silent.message());
        }
    }

    private AgentPort port(String agent) {
        return Optional.ofNullable(ports.get(agent))
                .orElseThrow(() -> new InvalidInputException(
                        "The journal names an agent (" + agent + ") that the file does not have.",
                        "Go on with the file as it was."));
    }

    private void waitFor(int block) throws InterruptedException {
        Instant due = begun.plus(campaign.interval().multipliedBy(block));
        while (!isOver() && pace.instant().isBefore(due)) {
            Duration left = Duration.between(pace.instant(), due);
            pace.sleep(left.compareTo(AGAIN) < 0 ? left : AGAIN);
        }
    }

    private void block(int block) throws InterruptedException {
        Map<String, Boolean> wanted = new HashMap<>();
        if (campaign.sparse().isEmpty()) {
            block(
                    block,
                    (probe, pair) ->
                            wanted.computeIfAbsent(probe.name() + " " + pair, any -> isWanted(block, probe, pair)));
            return;
        }
        block(block, (probe, pair) -> !probe.isLoad() || probe.name().equals(Gate.NAME));
        sparse(block);
    }

    /** One handful of links after another, each chosen by all that was measured before. */
    private void sparse(int block) throws InterruptedException {
        Probe load =
                campaign.probes().stream().filter(Probe::isLoad).findFirst().orElseThrow();
        var choice = new SparseChoice(campaign, tariff);
        int before = -1;
        while (!isOver()) {
            Set<Pair> tried = new HashSet<>();
            int loads = 0;
            for (Pair pair : campaign.pairs()) {
                String from = pair.from().name();
                String to = pair.to().name();
                int failures = state.failures(block, load.name(), from, to);
                boolean measured = state.isMeasured(block, load.name(), from, to);
                loads += failures + (measured ? 1 : 0);
                if (measured || failures > campaign.retries() || isKeptOut(block, load.name(), pair)) {
                    tried.add(pair);
                }
            }
            SparseChoice.Next next = choice.next(network.snapshot(), tried, loads);
            if (next.certainty().isPresent()) {
                listener.say(String.format(
                        Locale.ROOT,
                        "%d loads: %.1f %% of the verdicts are expected to be right.",
                        loads,
                        100 * next.certainty().get()));
            }
            if (next.pairs().isEmpty() || loads == before) {
                enough = next.pairs().isEmpty();
                return;
            }
            before = loads;
            block(
                    block,
                    (probe, pair) ->
                            probe.name().equals(load.name()) && next.pairs().contains(pair));
        }
    }

    private void block(int block, BiPredicate<Probe, Pair> wanted) throws InterruptedException {
        for (int attempt = 0; attempt <= campaign.retries() && !isOver(); attempt++) {
            int failures = attempt;
            List<Schedule.Round> rounds = Schedule.block(campaign, block, wanted);
            for (Schedule.Round round : rounds) {
                if (isOver()) {
                    return;
                }
                round(block, round, failures);
            }
        }
    }

    /** With a precision, by what was measured in the blocks before, so that a campaign that goes on wants the same. */
    private boolean isWanted(int block, Probe probe, Pair pair) {
        if (campaign.precision().isEmpty() || !(probe.task() instanceof Task.Throughput)) {
            return true;
        }
        double[] rates = series.getOrDefault(probe.name() + " " + pair, List.of()).stream()
                .filter(run -> run[0] < block)
                .mapToDouble(run -> run[1])
                .toArray();
        return !campaign.precision().get().advise(rates).stop();
    }

    private void round(int block, Schedule.Round round, int failures) throws InterruptedException {
        if (round.probe().isLoad() && campaign.refill() > 0) {
            waitForCredit(round.pairs());
        }
        List<Test> tests = new ArrayList<>();
        List<Intended> intents = new ArrayList<>();
        for (Pair pair : round.pairs()) {
            String probe = round.probe().name();
            String from = pair.from().name();
            String to = pair.to().name();
            Task task = task(round.probe(), from);
            if (state.isMeasured(block, probe, from, to)
                    || state.failures(block, probe, from, to) != failures
                    || isKeptOut(block, probe, pair)
                    || isTimeOver(task.longest())) {
                continue;
            }
            if (!agentRuns.containsKey(from)) {
                greet(pair.from());
            }
            int attempt = state.nextAttempt(block, probe, from, to);
            String id = UUID.nameUUIDFromBytes((run + " " + block + " " + probe + " " + pair + " " + attempt)
                            .getBytes(StandardCharsets.UTF_8))
                    .toString();
            Map<String, Cost> most = tariff.most(pair, task);
            if (!escrow.reserve(id, most)) {
                overBudget = true;
                continue;
            }
            var test = new Test(
                    block, round.probe(), task, pair, attempt, id, agentRuns.getOrDefault(from, "unknown-run"));
            tests.add(test);
            intents.add(test.intended(pace.instant(), most));
        }
        if (tests.isEmpty()) {
            return;
        }
        synchronized (this) {
            note(intents);
        }
        List<CompletableFuture<Void>> running = tests.stream()
                .map(test -> CompletableFuture.runAsync(() -> carryOut(test), executor))
                .toList();
        Optional<RuntimeException> broken = Optional.empty();
        for (CompletableFuture<Void> one : running) {
            Optional<RuntimeException> failed = join(one);
            broken = broken.isPresent() ? broken : failed;
        }
        if (broken.isPresent()) {
            throw broken.get();
        }
        if (round.probe().isLoad() && !campaign.rest().isZero() && !isOver()) {
            pace.sleep(campaign.rest());
        }
    }

    /** The gate takes a fingerprint of an agent, and checks it from then on. */
    private Task task(Probe probe, String from) {
        Fingerprint stored = gateOf.get(from);
        return probe.name().equals(Gate.NAME) && stored != null
                ? campaign.gate().orElseThrow().check(stored)
                : probe.task();
    }

    private boolean isKeptOut(int block, String probe, Pair pair) {
        Set<String> out = new HashSet<>(state.leftOut());
        if (!probe.equals(Gate.NAME) && campaign.gate().map(Gate::leavesOut).orElse(false)) {
            out.addAll(state.drifted().getOrDefault(block, Set.of()));
        }
        return out.contains(pair.from().name()) || pair.receivers().stream().anyMatch(to -> out.contains(to.name()));
    }

    private void waitForCredit(List<Pair> pairs) throws InterruptedException {
        while (!isOver()) {
            Duration left = Duration.ZERO;
            synchronized (this) {
                for (Pair pair : pairs) {
                    Duration own = buckets.untilFilled(pair.from().name(), campaign.refill(), pace.instant());
                    left = own.compareTo(left) > 0 ? own : left;
                }
            }
            if (left.isZero()) {
                return;
            }
            pace.sleep(left.compareTo(AGAIN) < 0 ? left.plusMillis(1) : AGAIN);
        }
    }

    /** A defect, or a full disk, ends the campaign when the round is over: better no record than two. */
    private static Optional<RuntimeException> join(CompletableFuture<Void> one) {
        try {
            one.join();
            return Optional.empty();
        } catch (CompletionException e) {
            return Optional.of(e.getCause() instanceof RuntimeException cause ? cause : e);
        }
    }

    private void carryOut(Test test) {
        Order order = order(test);
        OrderResult result = order.lease().isPresent() ? underLeases(test, order) : ordered(test.pair, order, false);
        Intended intended;
        synchronized (this) {
            intended = state.find(test.id).orElseThrow();
        }
        record(intended, result, stopped);
        putAway(test.pair.from().name(), test.id);
    }

    private Order order(Test test) {
        Pair pair = test.pair;
        return new Order(
                test.id,
                test.agentRun,
                test.task.isLoad() ? Optional.of(leaseId(test.id, "egress")) : Optional.empty(),
                START,
                PATIENCE,
                pair.to().probes().host(),
                pair.to().probes().port(),
                pair.link(),
                pair.from().vmType(),
                pair.to().vmType(),
                campaign.name(),
                test.task,
                pair.others().stream()
                        .map(other -> new Order.Peer(
                                other.probes().host(), other.probes().port(), other.site(), other.vmType()))
                        .toList());
    }

    private static String leaseId(String order, String side) {
        return UUID.nameUUIDFromBytes((order + " " + side).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private OrderResult underLeases(Test test, Order order) {
        Map<String, Lease> leases = new LinkedHashMap<>();
        leases.put(test.pair.from().name(), lease(test.id, Lease.Side.EGRESS));
        test.pair.receivers().forEach(to -> leases.put(to.name(), lease(test.id, Lease.Side.INGRESS)));
        List<String> had = new ArrayList<>();
        try {
            for (Map.Entry<String, Lease> wanted : leases.entrySet()) {
                String silent = had.isEmpty() ? AGENT_UNREACHED : PEER_SILENT;
                Optional<OrderResult> refused = take(wanted.getKey(), wanted.getValue(), order, silent);
                if (refused.isPresent()) {
                    return refused.get();
                }
                had.add(wanted.getKey());
            }
            return ordered(test.pair, order, false);
        } finally {
            leases.forEach((agent, lease) -> {
                if (had.contains(agent)) {
                    giveBack(agent, lease);
                }
            });
        }
    }

    private Lease lease(String order, Lease.Side side) {
        return new Lease(leaseId(order, side.id()), side, LEASE, campaign.name());
    }

    /** Empty when the lease is had. */
    private Optional<OrderResult> take(String agent, Lease lease, Order order, String silent) {
        long end = pace.nanos() + LEASE_WAIT.toNanos();
        while (true) {
            try {
                port(agent).lease(lease);
                return Optional.empty();
            } catch (AgentCallException refused) {
                boolean mayPass = refused.kind() == Kind.CONFLICT || refused.kind() == Kind.SILENT;
                if (!mayPass || stopped || isPast(end) || !nap()) {
                    String reason = refused.kind() == Kind.SILENT ? silent : AGENT_REFUSED;
                    return Optional.of(failure(order, reason, agent + ": " + refused.message()));
                }
            }
        }
    }

    private void giveBack(String agent, Lease lease) {
        try {
            port(agent).lease(new Lease(lease.id(), lease.side(), Duration.ZERO, lease.campaign()));
        } catch (AgentCallException itEndsByItself) {
            listener.say(agent + " keeps a lease until it ends by itself: " + itEndsByItself.message());
        }
    }

    private boolean isPast(long nanos) {
        return pace.nanos() - nanos >= 0;
    }

    private boolean nap() {
        try {
            pace.sleep(AGAIN);
            return true;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Gives the order, as often as it takes to know that it arrived, and waits for what comes of it.
     *
     * @param givenBefore whether the agent may have it already, and may have lost it since
     */
    private OrderResult ordered(Pair pair, Order order, boolean givenBefore) {
        AgentPort agent = port(pair.from().name());
        long end = pace.nanos() + order.task().longest().plus(GRACE).toNanos();
        boolean taken = false;
        boolean perhapsTaken = givenBefore;
        boolean closed = false;
        long renewAt = pace.nanos() + LEASE.toNanos() / 3;
        while (true) {
            try {
                OrderStatus status = taken ? agent.await(order.id(), POLL) : agent.submit(order);
                taken = true;
                if (status.state() == State.DONE) {
                    return believed(order, status.result().orElseThrow());
                }
                if (status.state() == State.VOID || status.state() == State.CLOSED) {
                    return failure(
                            order,
                            NOT_STARTED,
                            "The agent says the order is " + status.state().id() + ".");
                }
                if (stopped && !closed) {
                    agent.close(order.id());
                    closed = true;
                }
            } catch (AgentCallException e) {
                // the answer may be lost of an order that arrived
                perhapsTaken |= e.kind() == Kind.SILENT;
                Optional<OrderResult> lost = lost(order, e, taken || perhapsTaken);
                if (lost.isPresent()) {
                    return lost.get();
                }
                if (!nap()) {
                    return failure(order, AGENT_SILENT, "The coordinator was ended while it waited.");
                }
            }
            if (order.lease().isPresent() && isPast(renewAt)) {
                renewAt = pace.nanos() + LEASE.toNanos() / 3;
                pair.receivers().forEach(to -> renew(to.name(), order));
            }
            if (isPast(end)) {
                return failure(
                        order, AGENT_SILENT, pair.from().name() + " does not say what became of the order in time.");
            }
        }
    }

    /** What an agent says it measured, unless it is not what was ordered: no agent writes another's record, or spends more than its own. */
    private synchronized OrderResult believed(Order order, OrderResult result) {
        Set<Link> links = new HashSet<>(Set.of(order.link()));
        order.others().forEach(peer -> links.add(new Link(order.link().from(), peer.site())));
        Set<String> ids = new HashSet<>();
        boolean ordered = result.first().header().id().equals(order.id())
                && result.runs().stream()
                        .map(Measurement::header)
                        .allMatch(run -> links.contains(run.link())
                                && run.campaign().equals(Optional.of(order.campaign()))
                                && ids.add(run.id())
                                && (run.id().equals(order.id())
                                        || state.find(run.id()).isEmpty()));
        long sent = result.runs().stream()
                .filter(ThroughputMeasurement.class::isInstance)
                .flatMap(run -> ((ThroughputMeasurement) run).sent().flatMap(Transferred::size).stream())
                .mapToLong(DataSize::bytes)
                .sum();
        boolean within = sent <= order.task().load().bytes();
        if (ordered && within) {
            return result;
        }
        return failure(
                order,
                AGENT_WRONG,
                ordered
                        ? "The agent says it sent more than it was told to."
                        : "The agent answered with the measurement of something else.");
    }

    private void renew(String agent, Order order) {
        try {
            port(agent).lease(lease(order.id(), Lease.Side.INGRESS));
        } catch (AgentCallException later) {
            // the sender's limits hold without it
        }
    }

    /** What a refusal means for an order; empty when it is worth another try. */
    private Optional<OrderResult> lost(Order order, AgentCallException e, boolean taken) {
        return switch (e.kind()) {
            case SILENT -> Optional.empty();
            case UNKNOWN ->
                Optional.of(failure(order, AGENT_RESTARTED, "The agent has forgotten the order: " + e.message()));
            case CONFLICT, FULL, NOT_LET_IN, WRONG ->
                Optional.of(failure(order, taken ? AGENT_RESTARTED : AGENT_REFUSED, e.message()));
        };
    }

    /** An order that was under way when another coordinator ended. */
    private void finish(Intended left) {
        Probe probe = campaign.findProbe(left.probe()).orElseThrow();
        Pair pair = campaign.pairs(probe).stream()
                .filter(each -> each.from().name().equals(left.from())
                        && each.to().name().equals(left.to()))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The journal names a pair (" + left.from() + " -> " + left.to()
                                + ") that the file does not have.",
                        "Go on with the file as it was."));
        Task task = task(probe, left.from());
        Order order = order(new Test(left.block(), probe, task, pair, left.attempt(), left.order(), left.agentRun()));
        OrderResult result;
        if (!left.agentRun().equals(agentRuns.get(left.from()))) {
            result = agentRuns.containsKey(left.from())
                    ? failure(order, AGENT_RESTARTED, "The agent was started anew while nobody coordinated.")
                    : failure(order, AGENT_SILENT, "The agent cannot be asked what became of the order.");
        } else {
            result = asked(pair, order);
        }
        record(left, result, true);
        putAway(left.from(), left.order());
    }

    private OrderResult asked(Pair pair, Order order) {
        AgentPort agent = port(pair.from().name());
        try {
            agent.await(order.id(), Duration.ZERO);
        } catch (AgentCallException e) {
            if (e.kind() != Kind.UNKNOWN) {
                return failure(order, AGENT_SILENT, e.message());
            }
            try {
                // should it be on its way yet: it will never run
                if (agent.close(order.id()).state() == State.VOID) {
                    if (!agent.health().run().equals(order.run())) {
                        return failure(order, AGENT_RESTARTED, "The agent was started anew since it had the order.");
                    }
                    return failure(order, NOT_STARTED, "The coordinator ended before the agent had the order.");
                }
            } catch (AgentCallException again) {
                return failure(order, AGENT_SILENT, again.message());
            }
        }
        return ordered(pair, order, true);
    }

    private OrderResult failure(Order order, String reason, String message) {
        return OrderResult.of(OrderDesk.failure(order, reason, message, pace));
    }

    private void putAway(String agent, String order) {
        try {
            port(agent).close(order);
        } catch (AgentCallException itsOwnAffair) {
            // the agent keeps the measurement until it ends; nothing is lost by that
        }
    }

    /**
     * First the log, then the journal: who comes after finds the measurement by its id. The run with the order's id is the last of a
     * study's: when it is in the log, the others are.
     */
    private synchronized void record(Intended intended, OrderResult result, boolean mayBeEnded) {
        result.study().ifPresent(said -> studies.keep(intended.order(), said));
        List<Measurement> runs = new ArrayList<>(result.more());
        runs.add(result.first());
        runs.removeIf(run -> logged.contains(run.header().id()));
        log.appendAll(runs);
        Outcome outcome = outcome(result);
        settle(intended, result, outcome == Outcome.INTERRUPTED && !mayBeEnded ? Outcome.FAILED : outcome);
        listener.recorded(state, campaign.measurements(), result.first());
    }

    private void settle(Intended intended, OrderResult result, Outcome outcome) {
        Map<String, Cost> spent = spent(intended, result);
        if (outcome == Outcome.FAILED) {
            agentRuns.remove(intended.from());
        }
        Optional<String> verdict = outcome == Outcome.OK ? result.study().flatMap(Studies::verdict) : Optional.empty();
        note(List.of(
                new Recorded(pace.instant(), intended.order(), outcome, blamed(intended, result), spent, verdict)));
        escrow.settle(intended.order(), spent);
        if (outcome == Outcome.OK && takesFingerprint(intended)) {
            result.study().flatMap(Studies::fingerprint).ifPresent(print -> know(intended, print));
        }
        if (verdict.equals(Optional.of(FingerprintCheck.Verdict.CHANGED.id()))) {
            listener.say(intended.from() + " is not what its fingerprint says; see campaign/" + Studies.FOLDER + "/"
                    + intended.order() + ".json.");
        }
        remember(intended, result.runs(), pace.instant());
    }

    /** A study that ended with a load that failed has failed; what it measured until then is in the log. */
    private static Outcome outcome(OrderResult result) {
        boolean single = result.more().isEmpty() && result.study().isEmpty();
        boolean failed = result.first() instanceof FailedMeasurement || (!single && !result.hasLoad());
        for (Measurement run : result.runs()) {
            if (run instanceof FailedMeasurement lost) {
                if (lost.reason().equals(FailureReason.CANCELLED.id())) {
                    return Outcome.INTERRUPTED;
                }
                failed |= lost.kind() == Measurement.Kind.THROUGHPUT;
            } else if (run instanceof ThroughputMeasurement load && load.stopped() == StopReason.INTERRUPTED) {
                return Outcome.INTERRUPTED;
            }
        }
        return failed ? Outcome.FAILED : Outcome.OK;
    }

    private static Optional<String> blamed(Intended intended, OrderResult result) {
        if (outcome(result) != Outcome.FAILED) {
            return Optional.empty();
        }
        return result.runs().stream()
                .filter(FailedMeasurement.class::isInstance)
                .map(failed ->
                        OF_THE_SENDER.contains(((FailedMeasurement) failed).reason()) ? intended.from() : intended.to())
                .findFirst();
    }

    /** As counted by the senders, and never more than was set aside; all of that when nobody knows. */
    private Map<String, Cost> spent(Intended intended, OrderResult result) {
        Map<String, Cost> spent = new LinkedHashMap<>();
        for (Measurement run : result.runs()) {
            Optional<Map<String, Cost>> own = spent(run, result.more().isEmpty());
            if (own.isEmpty()) {
                return intended.reserved();
            }
            own.get().forEach((provider, cost) -> spent.merge(provider, cost, Cost::plus));
        }
        spent.replaceAll((provider, cost) -> cost.atMost(intended.reserved().getOrDefault(provider, Cost.ZERO)));
        return spent;
    }

    /** Of one run; empty when nobody knows. */
    private Optional<Map<String, Cost>> spent(Measurement run, boolean alone) {
        if (run instanceof FailedMeasurement failed
                && (FailureReason.SENT_NOTHING.contains(failed.reason()) || NOT_GIVEN.contains(failed.reason()))) {
            return Optional.of(Map.of());
        }
        if (run instanceof ThroughputMeasurement load) {
            return load.sent().flatMap(Transferred::size).map(size -> tariff.ofLoad(run.link(), size));
        }
        boolean echoes = run.kind() == Measurement.Kind.LATENCY && !alone;
        return echoes ? Optional.of(tariff.ofEchoes(run.link(), Task.Latency.ECHOES.most())) : Optional.empty();
    }

    private void remember(Intended intended, List<Measurement> runs, Instant ended) {
        boolean single =
                task(intended).filter(Task.Throughput.class::isInstance).isPresent();
        if (campaign.sparse().isPresent()) {
            runs.forEach(network::add);
        }
        for (Measurement run : runs) {
            if (!(run instanceof ThroughputMeasurement load)) {
                continue;
            }
            load.sent()
                    .flatMap(Transferred::size)
                    .ifPresent(size ->
                            buckets.sent(intended.from(), ended, load.header().duration(), size));
            if (single && outcome(OrderResult.of(load)) == Outcome.OK) {
                load.steady()
                        .map(SteadyRate::rate)
                        .or(() -> load.received().map(Transferred::rate))
                        .map(Bandwidth::bitsPerSecond)
                        .ifPresent(rate -> series.computeIfAbsent(
                                        intended.probe() + " " + intended.from() + " -> " + intended.to(),
                                        any -> new ArrayList<>())
                                .add(new double[] {intended.block(), rate}));
            }
        }
    }
}
