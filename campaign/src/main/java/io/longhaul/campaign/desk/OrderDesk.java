package io.longhaul.campaign.desk;

import io.longhaul.campaign.desk.OrderRefusedException.Reason;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.OrderStatus.State;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbesVersion;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The orders and leases of one agent. An order runs once at most: its id is remembered as long as the agent runs, and an order for
 * another run of the agent is refused. Load needs the lease of this agent's egress. The desk ends what lasts too long, and what nobody
 * asks for any more, by itself. Thread-safe; {@link #tick} moves it on.
 */
public final class OrderDesk {
    /** Orders that wait or run. */
    static final int MOST_OPEN = 512;

    /** Measurements that nobody has fetched and put away. */
    static final int MOST_KEPT = 4096;

    private static final int MOST_REMEMBERED = 100_000;

    /** A run that was told to end has this long for its last words; then it is cut off. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    /** How a probe is run. */
    public interface Runner {
        /** Starts it; called without any lock of the desk, and may look up names. */
        Running start(Order order);
    }

    /** A probe or a study under way. */
    public interface Running {
        CompletableFuture<OrderResult> result();

        void interrupt();

        void cancel();
    }

    private static final class Entry {
        final Order order;
        final CompletableFuture<Void> settled = new CompletableFuture<>();
        final long startsAt;
        long heard;
        long startedAt;
        long endedAt;
        boolean started;
        boolean ended;
        boolean cutOff;

        @Nullable
        Running running;

        @Nullable
        OrderResult result;

        boolean closed;

        Entry(Order order, long now) {
            this.order = order;
            this.heard = now;
            this.startsAt = now + order.delay().toNanos();
        }

        boolean isOpen() {
            return result == null && !closed;
        }

        OrderStatus status() {
            State state = closed ? State.CLOSED : result != null ? State.DONE : started ? State.RUNNING : State.WAITING;
            return new OrderStatus(order.id(), state, Optional.ofNullable(closed ? null : result));
        }
    }

    private record Held(Lease lease, long until) {}

    private final String run = UUID.randomUUID().toString();
    private final Optional<SiteId> site;
    private final Runner runner;
    private final Executor executor;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    /** All that are remembered; what is closed has let go of its measurement. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Those of them that wait or run. */
    private final Map<String, Entry> open = new LinkedHashMap<>();

    private final Map<String, String> voids = new LinkedHashMap<>();
    private final Map<Lease.Side, Held> leases = new EnumMap<>(Lease.Side.class);
    private int kept;
    private boolean closing;

    /**
     * @param site where the agent is; orders for links from elsewhere are refused; empty takes any
     * @param runner of probes
     * @param executor that probes are started on
     * @param clock for what failed before it began
     * @param nanoClock monotonic
     */
    public OrderDesk(
            Optional<SiteId> site, Runner runner, Executor executor, InstantSource clock, LongSupplier nanoClock) {
        this.site = site;
        this.runner = runner;
        this.executor = executor;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /** Of this start of the agent; orders are for one run. */
    public String run() {
        return run;
    }

    /** Orders that wait or run. */
    public synchronized int open() {
        return open.size();
    }

    /**
     * Takes an order. The same order again changes nothing and is answered with how it stands.
     *
     * @throws OrderRefusedException when it is for another run or another site, its id means another order, its lease is not held, or
     *     there are too many
     */
    public synchronized OrderStatus submit(Order order) {
        long now = nanoClock.getAsLong();
        Entry known = entries.get(order.id());
        if (known != null) {
            if (!isSame(known.order, order)) {
                throw conflict(
                        "The order " + order.id() + " is known here and asks for something else.", "Take a new id.");
            }
            known.heard = now;
            return known.status();
        }
        if (voids.containsKey(order.id())) {
            return new OrderStatus(order.id(), State.VOID, Optional.empty());
        }
        if (!order.run().equals(run)) {
            throw conflict(
                    "The order is for another run of this agent, which is gone.",
                    "Ask for the agent's health; it has the run of now.");
        }
        if (site.isPresent() && !site.get().equals(order.link().from())) {
            throw conflict(
                    "The order is for " + order.link().from() + ", and this agent is at " + site.get() + ".",
                    "Check the addresses of the campaign file.");
        }
        if (order.task().isLoad() && !holds(order, now)) {
            throw conflict(
                    "The order's lease of this agent's egress is not held, or not any more.",
                    "Ask for the lease, and give the order while it is good.");
        }
        if (closing || open.size() >= MOST_OPEN || kept >= MOST_KEPT) {
            throw new OrderRefusedException(
                    Reason.FULL,
                    "The agent has as many orders, or measurements that nobody fetched, as it keeps.",
                    "Fetch and put away what is done: GET, then DELETE /v1/orders/ID.");
        }
        var entry = new Entry(order, now);
        entries.put(order.id(), entry);
        open.put(order.id(), entry);
        forgetOldest();
        startDue(now);
        return entry.status();
    }

    private boolean holds(Order order, long now) {
        Held held = leases.get(Lease.Side.EGRESS);
        return held != null
                && held.lease.id().equals(order.lease().orElse(""))
                && isHeld(Lease.Side.EGRESS, held, now)
                && open.values().stream().noneMatch(entry -> entry.order.task().isLoad());
    }

    private static boolean isSame(Order one, Order other) {
        return one.task().equals(other.task())
                && one.link().equals(other.link())
                && one.host().equals(other.host())
                && one.port() == other.port()
                && one.others().equals(other.others());
    }

    private void forgetOldest() {
        Iterator<Entry> oldest = entries.values().iterator();
        while (entries.size() > MOST_REMEMBERED && oldest.hasNext()) {
            if (oldest.next().closed) {
                oldest.remove();
            }
        }
        Iterator<String> void_ = voids.keySet().iterator();
        while (voids.size() > MOST_REMEMBERED) {
            void_.next();
            void_.remove();
        }
    }

    /**
     * How an order stands; whoever asks shows that somebody still wants it.
     *
     * @throws OrderRefusedException when there is none of that id
     */
    public synchronized OrderStatus status(String id) {
        if (voids.containsKey(id)) {
            return new OrderStatus(id, State.VOID, Optional.empty());
        }
        Entry entry = entries.get(id);
        if (entry == null) {
            throw new OrderRefusedException(
                    Reason.UNKNOWN,
                    "There is no order of that id here.",
                    "It never came, or the agent was started anew since.");
        }
        entry.heard = nanoClock.getAsLong();
        return entry.status();
    }

    /** Completes when the order is done, at once when it is, or is not known; does not count as asking for it. */
    public synchronized CompletableFuture<Void> settled(String id) {
        Entry entry = entries.get(id);
        return entry == null || !entry.isOpen() ? CompletableFuture.completedFuture(null) : entry.settled.copy();
    }

    /**
     * Ends an order that waits or runs, puts away the measurement of one that is done, and makes sure that one that has not come never
     * runs.
     *
     * @return how it stands then
     */
    public OrderStatus close(String id) {
        Running toEnd = null;
        OrderStatus status;
        synchronized (this) {
            Entry entry = entries.get(id);
            if (entry == null) {
                // an id may have any form here: what cannot be one is refused by the status itself
                var voided = new OrderStatus(id, State.VOID, Optional.empty());
                voids.put(id, "");
                forgetOldest();
                return voided;
            }
            if (!entry.isOpen()) {
                kept -= entry.result == null ? 0 : 1;
                entry.closed = true;
                entry.result = null;
            } else {
                toEnd = end(entry, FailureReason.CANCELLED, "Taken back before its start.");
            }
            status = entry.status();
        }
        if (toEnd != null) {
            toEnd.interrupt();
        }
        return status;
    }

    /**
     * Grants a side of this agent for a while, or for a while longer; gives it back when the time asked for is zero.
     *
     * @throws OrderRefusedException when somebody else has it
     */
    public synchronized Lease lease(Lease asked) {
        long now = nanoClock.getAsLong();
        Held held = leases.get(asked.side());
        if (held != null && !held.lease.id().equals(asked.id()) && isHeld(asked.side(), held, now)) {
            long left = Math.max(0, held.until - now);
            throw conflict(
                    "The " + asked.side().id() + " of this agent is leased to the campaign " + held.lease.campaign()
                            + " for " + Duration.ofNanos(left).toMillis() + " ms yet.",
                    "Try again then.");
        }
        if (asked.left().isZero()) {
            if (held != null && held.lease.id().equals(asked.id())) {
                leases.put(asked.side(), new Held(held.lease, now));
            }
        } else {
            leases.put(asked.side(), new Held(asked, now + asked.left().toNanos()));
        }
        return asked;
    }

    /** A lease lasts as long as it says, and the egress as long as a load under it. */
    private boolean isHeld(Lease.Side side, Held held, long now) {
        return held.until - now > 0
                || (side == Lease.Side.EGRESS
                        && open.values().stream()
                                .anyMatch(entry -> entry.order.lease().equals(Optional.of(held.lease.id()))));
    }

    /** Starts what is due and ends what lasts too long or is wanted by nobody any more. To be called several times a second. */
    public void tick() {
        List<Running> interrupted = new ArrayList<>();
        List<Running> cancelled = new ArrayList<>();
        synchronized (this) {
            long now = nanoClock.getAsLong();
            for (Entry entry : List.copyOf(open.values())) {
                boolean unwanted = now - entry.heard > entry.order.patience().toNanos();
                boolean tooLong = entry.started
                        && now - entry.startedAt > entry.order.task().longest().toNanos();
                if (!entry.ended && (unwanted || tooLong)) {
                    Running toEnd = end(
                            entry,
                            FailureReason.CANCELLED,
                            unwanted ? "The coordinator vanished before its start." : "It lasted too long.");
                    if (toEnd != null) {
                        interrupted.add(toEnd);
                    }
                } else if (entry.ended && !entry.cutOff && now - entry.endedAt > LAST_WORDS.toNanos()) {
                    entry.cutOff = true;
                    if (entry.running != null) {
                        cancelled.add(entry.running);
                    }
                }
            }
            startDue(now);
        }
        interrupted.forEach(Running::interrupt);
        cancelled.forEach(Running::cancel);
    }

    /** Of an order that runs, what is to be interrupted, without the lock. */
    private @Nullable Running end(Entry entry, FailureReason reason, String message) {
        entry.ended = true;
        entry.endedAt = nanoClock.getAsLong();
        if (!entry.started) {
            settle(entry, failure(entry.order, reason, message));
            return null;
        }
        return entry.running;
    }

    private void startDue(long now) {
        for (Entry entry : List.copyOf(open.values())) {
            if (!entry.started && now - entry.startsAt >= 0) {
                entry.started = true;
                entry.startedAt = now;
                executor.execute(() -> start(entry));
            }
        }
    }

    private void start(Entry entry) {
        Running running;
        try {
            running = runner.start(entry.order);
        } catch (RuntimeException refused) {
            // what the order asks cannot be done here, as a window the kernel does not grant
            synchronized (this) {
                settle(entry, failure(entry.order, FailureReason.REJECTED, String.valueOf(refused.getMessage())));
            }
            return;
        } catch (Error broken) {
            // as of a class that cannot be loaded without a descriptor; nobody else would ever settle the order
            synchronized (this) {
                settle(
                        entry,
                        failure(entry.order, FailureReason.PROTOCOL_ERROR, "The prober did not start: " + broken));
            }
            throw broken;
        }
        boolean endedMeanwhile;
        synchronized (this) {
            entry.running = running;
            endedMeanwhile = entry.ended;
        }
        if (endedMeanwhile) {
            running.interrupt();
        }
        running.result().whenComplete((result, failed) -> {
            synchronized (this) {
                settle(
                        entry,
                        result != null
                                ? result
                                : failure(entry.order, FailureReason.PROTOCOL_ERROR, "The prober failed: " + failed));
            }
        });
    }

    private void settle(Entry entry, OrderResult result) {
        if (entry.result == null && !entry.closed) {
            entry.result = result;
            kept++;
            entry.running = null;
            open.remove(entry.order.id());
            entry.settled.complete(null);
        }
    }

    private OrderResult failure(Order order, FailureReason reason, String message) {
        return OrderResult.of(failure(order, reason.id(), message, clock));
    }

    /** The record of an order that gave no number. */
    public static FailedMeasurement failure(Order order, String reason, String message, InstantSource clock) {
        return new FailedMeasurement(
                new MeasurementHeader(
                        order.id(),
                        order.link(),
                        order.fromVmType(),
                        order.toVmType(),
                        clock.instant(),
                        Duration.ZERO,
                        new MeasurementHeader.Prober(ProbesVersion.NAME, ProbesVersion.get()),
                        Optional.of(order.campaign())),
                order.task().isLoad() ? Measurement.Kind.THROUGHPUT : Measurement.Kind.LATENCY,
                reason,
                message);
    }

    /** Takes no more orders and ends those there are. */
    public void close() {
        List<String> ids;
        synchronized (this) {
            closing = true;
            ids = List.copyOf(open.keySet());
        }
        ids.forEach(this::close);
    }

    private static OrderRefusedException conflict(String message, String advice) {
        return new OrderRefusedException(Reason.CONFLICT, message, advice);
    }
}
