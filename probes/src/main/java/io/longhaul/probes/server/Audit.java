package io.longhaul.probes.server;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line for every client served or refused, and counters of the same. Refusals cost whoever causes them nothing, so only so many
 * lines a second are written of them, and then how many there were. Nothing of what a client says is written but what was read as a
 * number or a name of ours. Thread-safe.
 */
public final class Audit {
    /** Somebody who has shown nothing. */
    public static final String UNKNOWN = "unknown";

    /** The logger's name, so that its lines can be sent where an operator wants them. */
    static final String LOGGER = "longhaul.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final int REFUSALS_A_SECOND = 20;

    private final LongSupplier nanoClock;
    private final AtomicLong servedTests = new AtomicLong();
    private final AtomicLong refusedClients = new AtomicLong();
    private final AtomicLong crowdedOut = new AtomicLong();
    private long second;
    private int refusals;
    private long untold;

    /** @param nanoClock monotonic */
    public Audit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.second = seconds();
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong());
    }

    /**
     * Somebody had what he asked for, or part of it.
     *
     * @param who by name
     * @param what he had
     * @param ended octets, and why it ended
     */
    public void served(String who, InetSocketAddress from, String what, String ended) {
        servedTests.incrementAndGet();
        LOG.info("served {} from {}: {}; {}", who, show(from), what, ended);
    }

    /** Somebody got nothing. */
    public void refused(String who, InetSocketAddress from, String why) {
        refusedClients.incrementAndGet();
        long before = mayTell();
        if (before > 0) {
            LOG.info("and {} more were refused", before);
        }
        if (before >= 0) {
            LOG.info("refused {} from {}: {}", who, show(from), why);
        }
    }

    /** Refusals that were not told before this one; -1 when this is not to be told either. */
    private synchronized long mayTell() {
        long now = seconds();
        if (now != second) {
            second = now;
            refusals = 0;
        }
        if (++refusals > REFUSALS_A_SECOND) {
            untold++;
            return -1;
        }
        long before = untold;
        untold = 0;
        return before;
    }

    /** A connection that had shown nothing made room for another. */
    void crowdedOut() {
        crowdedOut.incrementAndGet();
    }

    private static String show(InetSocketAddress from) {
        return from.getAddress().getHostAddress() + " port " + from.getPort();
    }

    /** Counters as Prometheus reads them. */
    String counters() {
        return metric("longhaul_agent_clients_served_total", "counter", servedTests.get())
                + metric("longhaul_agent_clients_refused_total", "counter", refusedClients.get())
                + metric("longhaul_agent_connections_crowded_out_total", "counter", crowdedOut.get());
    }

    static String metric(String name, String kind, long value) {
        return "# TYPE " + name + " " + kind + "\n" + name + " " + value + "\n";
    }
}
