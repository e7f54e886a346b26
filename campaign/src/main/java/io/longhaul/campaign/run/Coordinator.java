package io.longhaul.campaign.run;

import io.longhaul.campaign.desk.OrderDesk;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.OrderStatus.State;
import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.Cost;
import io.longhaul.campaign.plan.Pair;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.plan.Probe;
import io.longhaul.campaign.plan.Schedule;
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
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
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
    private static final Duration LEASE_WAIT = Duration.ofSeconds(20);
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

    /** Failures before which nothing was sent. */
    private static final Set<String> SENT_NOTHING = Set.of(
            FailureReason.CONNECT_REFUSED.id(),
            FailureReason.UNREACHABLE.id(),
            FailureReason.UNKNOWN_HOST.id(),
            NOT_STARTED,
            AGENT_REFUSED,
            AGENT_UNREACHED,
            PEER_SILENT);

    private static final Set<String> OF_THE_SENDER =
            Set.of(AGENT_SILENT, AGENT_UNREACHED, AGENT_RESTARTED, AGENT_REFUSED, AGENT_WRONG, NOT_STARTED);

    /** Hears how far the work is, from any thread, one call at a time. */
    public interface Listener {
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

    private record Test(int block, Probe probe, Pair pair, int attempt, String id, String agentRun) {
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
    private String run = "";
    private Instant begun = Instant.EPOCH;
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

    /** Measurements of the whole campaign, without those that are tried again. */
    public long planned() {
        return (long) campaign.blocks()
                * campaign.probes().size()
                * campaign.pairs().size();
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
                    planned(),
                    campaign.leaveOutAfter())));
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
        try (Stream<Measurement> all = MeasurementLog.at(folder).stream(ReadOptions.strict(torn -> {}))) {
            all.forEach(measurement -> state.find(measurement.header().id()).ifPresent(intended -> {
                if (state.open().contains(intended)) {
                    settle(intended, measurement, outcome(measurement));
                } else {
                    remember(intended, measurement);
                }
            }));
        }
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
        long missing = planned() - state.count(Outcome.OK);
        String reason;
        if (isTimeOver(Duration.ZERO)) {
            reason = "the time of the budget is over";
        } else if (overBudget) {
            reason = "the budget is spent";
        } else if (state.leftOut().size() >= campaign.agents().size() - 1) {
            reason = "too many agents were left out";
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
        for (int attempt = 0; attempt <= campaign.retries() && !isOver(); attempt++) {
            int failures = attempt;
            List<Schedule.Round> rounds = Schedule.block(
                    campaign,
                    block,
                    (probe, pair) ->
                            wanted.computeIfAbsent(probe.name() + " " + pair, any -> isWanted(block, probe, pair)));
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
        if (campaign.precision().isEmpty() || !probe.isLoad()) {
            return true;
        }
        double[] rates = series.getOrDefault(probe.name() + " " + pair, List.of()).stream()
                .filter(run -> run[0] < block)
                .mapToDouble(run -> run[1])
                .toArray();
        return !campaign.precision().get().advise(rates).stop();
    }

    private void round(int block, Schedule.Round round, int failures) throws InterruptedException {
        List<Test> tests = new ArrayList<>();
        List<Intended> intents = new ArrayList<>();
        for (Pair pair : round.pairs()) {
            String probe = round.probe().name();
            String from = pair.from().name();
            String to = pair.to().name();
            if (state.isMeasured(block, probe, from, to)
                    || state.failures(block, probe, from, to) != failures
                    || state.leftOut().contains(from)
                    || state.leftOut().contains(to)
                    || isTimeOver(round.probe().task().longest())) {
                continue;
            }
            if (!agentRuns.containsKey(from)) {
                greet(pair.from());
            }
            int attempt = state.nextAttempt(block, probe, from, to);
            String id = UUID.nameUUIDFromBytes((run + " " + block + " " + probe + " " + pair + " " + attempt)
                            .getBytes(StandardCharsets.UTF_8))
                    .toString();
            Map<String, Cost> most = tariff.most(pair, round.probe());
            if (!escrow.reserve(id, most)) {
                overBudget = true;
                continue;
            }
            var test = new Test(block, round.probe(), pair, attempt, id, agentRuns.getOrDefault(from, "unknown-run"));
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
        Measurement measurement = order.lease().isPresent() ? underLeases(test, order) : ordered(test.pair, order);
        Intended intended;
        synchronized (this) {
            intended = state.find(test.id).orElseThrow();
        }
        record(intended, measurement, stopped);
        putAway(test.pair.from().name(), test.id);
    }

    private Order order(Test test) {
        Pair pair = test.pair;
        return new Order(
                test.id,
                test.agentRun,
                test.probe.isLoad() ? Optional.of(leaseId(test.id, "egress")) : Optional.empty(),
                START,
                PATIENCE,
                pair.to().probes().host(),
                pair.to().probes().port(),
                pair.link(),
                pair.from().vmType(),
                pair.to().vmType(),
                campaign.name(),
                test.probe.task());
    }

    private static String leaseId(String order, String side) {
        return UUID.nameUUIDFromBytes((order + " " + side).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private Measurement underLeases(Test test, Order order) {
        String from = test.pair.from().name();
        String to = test.pair.to().name();
        Lease egress = lease(test.id, Lease.Side.EGRESS);
        Lease ingress = lease(test.id, Lease.Side.INGRESS);
        Optional<Measurement> refused = take(from, egress, order, AGENT_UNREACHED);
        if (refused.isPresent()) {
            return refused.get();
        }
        try {
            refused = take(to, ingress, order, PEER_SILENT);
            return refused.isPresent() ? refused.get() : ordered(test.pair, order);
        } finally {
            giveBack(from, egress);
            giveBack(to, ingress);
        }
    }

    private Lease lease(String order, Lease.Side side) {
        return new Lease(leaseId(order, side.id()), side, LEASE, campaign.name());
    }

    /** Empty when the lease is had. */
    private Optional<Measurement> take(String agent, Lease lease, Order order, String silent) {
        Instant end = pace.instant().plus(LEASE_WAIT);
        while (true) {
            try {
                port(agent).lease(lease);
                return Optional.empty();
            } catch (AgentCallException refused) {
                boolean mayPass = refused.kind() == Kind.CONFLICT || refused.kind() == Kind.SILENT;
                if (!mayPass || stopped || !pace.instant().isBefore(end) || !nap()) {
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

    private boolean nap() {
        try {
            pace.sleep(AGAIN);
            return true;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Gives the order, as often as it takes to know that it arrived, and waits for what comes of it. */
    private Measurement ordered(Pair pair, Order order) {
        AgentPort agent = port(pair.from().name());
        Instant end = pace.instant().plus(order.task().longest()).plus(GRACE);
        boolean taken = false;
        boolean closed = false;
        Instant renewed = pace.instant();
        while (true) {
            try {
                OrderStatus status = taken ? agent.await(order.id(), POLL) : agent.submit(order);
                taken = true;
                if (status.state() == State.DONE) {
                    return believed(order, status.measurement().orElseThrow());
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
                Optional<Measurement> lost = lost(order, e, taken);
                if (lost.isPresent()) {
                    return lost.get();
                }
                if (!nap()) {
                    return failure(order, AGENT_SILENT, "The coordinator was ended while it waited.");
                }
            }
            if (order.lease().isPresent()
                    && Duration.between(renewed, pace.instant()).compareTo(LEASE.dividedBy(3)) > 0) {
                renewed = pace.instant();
                renew(pair.to().name(), order);
            }
            if (pace.instant().isAfter(end)) {
                return failure(
                        order, AGENT_SILENT, pair.from().name() + " does not say what became of the order in time.");
            }
        }
    }

    /** What an agent says it measured, unless it is not what was ordered: no agent writes another's record, or spends more than its own. */
    private Measurement believed(Order order, Measurement measurement) {
        MeasurementHeader header = measurement.header();
        boolean ordered = header.id().equals(order.id())
                && header.link().equals(order.link())
                && header.campaign().equals(Optional.of(order.campaign()));
        boolean within = !(measurement instanceof ThroughputMeasurement load)
                || load.sent()
                        .flatMap(Transferred::size)
                        .map(sent -> sent.compareTo(order.task().most()) <= 0)
                        .orElse(true);
        if (ordered && within) {
            return measurement;
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
    private Optional<Measurement> lost(Order order, AgentCallException e, boolean taken) {
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
        Participant from = participant(left.from());
        Probe probe = campaign.probes().stream()
                .filter(each -> each.name().equals(left.probe()))
                .findFirst()
                .orElseThrow();
        var pair = new Pair(from, participant(left.to()));
        Order order = order(new Test(left.block(), probe, pair, left.attempt(), left.order(), left.agentRun()));
        Measurement measurement;
        if (!left.agentRun().equals(agentRuns.get(left.from()))) {
            measurement = agentRuns.containsKey(left.from())
                    ? failure(order, AGENT_RESTARTED, "The agent was started anew while nobody coordinated.")
                    : failure(order, AGENT_SILENT, "The agent cannot be asked what became of the order.");
        } else {
            measurement = asked(pair, order);
        }
        record(left, measurement, true);
        putAway(left.from(), left.order());
    }

    private Measurement asked(Pair pair, Order order) {
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
                    return failure(order, NOT_STARTED, "The coordinator ended before the agent had the order.");
                }
            } catch (AgentCallException again) {
                return failure(order, AGENT_SILENT, again.message());
            }
        }
        return ordered(pair, order);
    }

    private Participant participant(String name) {
        return campaign.agents().stream()
                .filter(agent -> agent.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The journal names an agent (" + name + ") that the file does not have.",
                        "Go on with the file as it was."));
    }

    private FailedMeasurement failure(Order order, String reason, String message) {
        return OrderDesk.failure(order, reason, message, pace);
    }

    private void putAway(String agent, String order) {
        try {
            port(agent).close(order);
        } catch (AgentCallException itsOwnAffair) {
            // the agent keeps the measurement until it ends; nothing is lost by that
        }
    }

    /** First the log, then the journal: who comes after finds the measurement by its id. */
    private synchronized void record(Intended intended, Measurement measurement, boolean mayBeEnded) {
        log.append(measurement);
        Outcome outcome = outcome(measurement);
        settle(intended, measurement, outcome == Outcome.INTERRUPTED && !mayBeEnded ? Outcome.FAILED : outcome);
        listener.recorded(state, planned(), measurement);
    }

    private void settle(Intended intended, Measurement measurement, Outcome outcome) {
        Map<String, Cost> spent = spent(intended, measurement);
        if (outcome == Outcome.FAILED) {
            agentRuns.remove(intended.from());
        }
        note(List.of(new Recorded(pace.instant(), intended.order(), outcome, blamed(intended, measurement), spent)));
        escrow.settle(intended.order(), spent);
        remember(intended, measurement);
    }

    private static Outcome outcome(Measurement measurement) {
        if (measurement instanceof FailedMeasurement failed) {
            return failed.reason().equals(FailureReason.CANCELLED.id()) ? Outcome.INTERRUPTED : Outcome.FAILED;
        }
        boolean cutShort =
                measurement instanceof ThroughputMeasurement load && load.stopped() == StopReason.INTERRUPTED;
        return cutShort ? Outcome.INTERRUPTED : Outcome.OK;
    }

    private static Optional<String> blamed(Intended intended, Measurement measurement) {
        return outcome(measurement) == Outcome.FAILED && measurement instanceof FailedMeasurement failed
                ? Optional.of(OF_THE_SENDER.contains(failed.reason()) ? intended.from() : intended.to())
                : Optional.empty();
    }

    /** As counted by the sender; all that was set aside when nobody knows. */
    private Map<String, Cost> spent(Intended intended, Measurement measurement) {
        if (measurement instanceof FailedMeasurement failed) {
            return SENT_NOTHING.contains(failed.reason()) ? Map.of() : intended.reserved();
        }
        Optional<DataSize> sent = measurement instanceof ThroughputMeasurement load
                ? load.sent().flatMap(Transferred::size)
                : Optional.empty();
        Optional<Probe> probe = campaign.probes().stream()
                .filter(each -> each.name().equals(intended.probe()))
                .findFirst();
        return sent.isPresent() && probe.isPresent()
                ? new LinkedHashMap<>(tariff.of(
                        new Pair(participant(intended.from()), participant(intended.to())), probe.get(), sent.get()))
                : intended.reserved();
    }

    private void remember(Intended intended, Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement load && outcome(measurement) == Outcome.OK) {
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
