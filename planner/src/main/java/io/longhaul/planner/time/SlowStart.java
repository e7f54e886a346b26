package io.longhaul.planner.time;

import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * What TCP's slow start adds to a transfer: a round trip to connect, half of one for the last octet to arrive, and windows
 * that double from ten segments (RFC 6928) until the rate is reached. Kernels leave slow start early, or lose what they
 * overshot, so a transfer that goes on loses up to half a round trip more than that: two and the doublings. Over kernel
 * TCP (18 transfers of 0.5 to 8 MB at 60 Mbit/s, 30 to 200 ms, 1 and 8 streams) that is 0.4 round trips from what was
 * seen at the median; the 5-second runs on AWS of 29 January 2022 lost 8.4 to 10.3 round trips, for which it says 7.6 to
 * 9.9. Stateless, safe for any thread.
 */
public final class SlowStart {
    /** Ten segments of 1460 octets. */
    private static final double INITIAL_WINDOW_BITS = 10 * 1460 * 8.0;

    /** Round trips before the first octet arrives. */
    private static final double CONNECT_AND_ARRIVE = 1.5;

    /** Round trips a long transfer loses beside the doublings. */
    private static final double AT_MOST = 2;

    /** Round trips from which on a transfer loses {@link #AT_MOST} and the doublings. */
    private static final double LONG = 2.5;

    private SlowStart() {}

    /**
     * Seconds beyond volume over rate.
     *
     * @param bits volume over all streams
     * @param bitsPerSecond rate of all streams together
     * @param streams TCP connections
     * @param rttSeconds round-trip time
     */
    public static double extraSeconds(double bits, double bitsPerSecond, double streams, double rttSeconds) {
        double startBits = streams * INITIAL_WINDOW_BITS;
        double doublings = Math.max(0, log2(bitsPerSecond * rttSeconds / startBits));
        double doublingBits = startBits * (Math.pow(2, doublings) - 1);
        double whileDoubling = Math.min(bits, doublingBits);
        double lost =
                rttSeconds * (CONNECT_AND_ARRIVE + log2(1 + whileDoubling / startBits)) - whileDoubling / bitsPerSecond;
        return Math.min(rttSeconds * (AT_MOST + doublings), lost + (bits - whileDoubling) / bitsPerSecond);
    }

    /**
     * Seconds that {@link #extraSeconds} is never below, whatever part of the data takes a route: of all routes over a
     * hop, one has at least the mean rate of a stream there.
     *
     * @param bits volume over all routes
     * @param perStream bit/s of all routes over the most streams they may have
     * @param bitsPerSecond rate of all routes together
     */
    public static double leastExtraSeconds(double bits, double perStream, double bitsPerSecond, double rttSeconds) {
        if (bits < LONG * rttSeconds * bitsPerSecond) {
            return CONNECT_AND_ARRIVE * rttSeconds;
        }
        return rttSeconds * (AT_MOST + Math.max(0, log2(perStream * rttSeconds / INITIAL_WINDOW_BITS)));
    }

    /** Seconds the doublings of a long transfer take over a link with all its streams, its last octet's way included. */
    public static double rampSeconds(LinkModel link) {
        double perStream =
                (double) link.rates().maxRate().bitsPerSecond() / link.rates().maxStreams();
        double rtt = link.rtt().map(Durations::seconds).orElse(0.0);
        return rtt * (AT_MOST - 1 + Math.max(0, log2(perStream * rtt / INITIAL_WINDOW_BITS)));
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    /**
     * What slow start adds to a plan: the slowest way to any of its VMs counts; on a way every hop connects and the slowest
     * ramps.
     */
    public static Duration extra(NetworkModel network, List<Tree> trees, double wireBits) {
        double slowest = 0;
        for (Tree tree : trees) {
            var connects = new HashMap<VmGroup, Double>();
            var ramps = new HashMap<VmGroup, Double>();
            for (Hop hop : tree.hops()) {
                double connected = connects.getOrDefault(hop.from(), 0.0);
                double ramp = ramps.getOrDefault(hop.from(), 0.0);
                Optional<Duration> rtt = network.getLink(hop.link()).rtt();
                if (rtt.isPresent()) {
                    double seconds = Durations.seconds(rtt.get());
                    double extra = extraSeconds(
                            wireBits * tree.share(),
                            (double) Math.max(1, tree.rate().bitsPerSecond()),
                            Math.max(1, hop.streams()),
                            seconds);
                    connected += seconds;
                    ramp = Math.max(ramp, extra - seconds);
                }
                connects.put(hop.to(), connected);
                ramps.put(hop.to(), ramp);
                slowest = Math.max(slowest, connected + ramp);
            }
        }
        return Durations.ofSeconds(slowest);
    }
}
