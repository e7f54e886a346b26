package io.longhaul.planner.overlay;

import io.longhaul.core.units.Durations;
import io.longhaul.planner.time.SlowStart;
import java.util.Arrays;

/** What slow start adds to plans of one request: at least, and over each relay. Immutable. */
final class StartTimes {
    /** More than any plan has routes; each may round its streams up by one. */
    private static final int ROUTES = 64;

    private final OverlaySetup setup;
    private final FlowNetwork network;
    /** Seconds of a round trip by arc; zero where it was never measured. */
    private final double[] rtt;

    StartTimes(OverlaySetup setup) {
        this.setup = setup;
        network = setup.network;
        boolean known =
                network.model().links().stream().anyMatch(link -> link.rtt().isPresent());
        rtt = new double[known ? network.arcs : 0];
        Arrays.setAll(
                rtt,
                arc -> network.local[arc]
                        ? 0
                        : network.link[arc].rtt().map(Durations::seconds).orElse(0.0));
    }

    /** Whether any round-trip time is known. */
    boolean any() {
        return rtt.length > 0;
    }

    /**
     * Seconds no plan at such a rate or a faster one can do without: the least over all ways of the round trips and the
     * doublings of the first hop, and of the last, where the streams of all VMs allowed share the rate.
     *
     * @param rate Gbit/s
     */
    double least(double rate) {
        if (!any() || !(rate >= 0)) {
            return 0;
        }
        double most = 0;
        for (int sink : setup.sinks) {
            most = Math.max(
                    most, Math.max(least(setup.source, sink, rate, true), least(sink, setup.source, rate, false)));
        }
        return most == Double.POSITIVE_INFINITY ? 0 : most;
    }

    /** From one end to the other along the arcs or against them; the first hop ramps too. */
    private double least(int start, int goal, double rate, boolean along) {
        double[] distance = new double[network.nodes];
        boolean[] done = new boolean[network.nodes];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        distance[start] = 0;
        for (int u = start; u >= 0 && u != goal; u = nearest(distance, done)) {
            done[u] = true;
            int[] first = along ? network.firstOut : network.firstIn;
            for (int i = first[u]; i < first[u + 1]; i++) {
                int arc = along ? i : network.inArc[i];
                int v = along ? network.to[arc] : network.from[arc];
                boolean mayPass = v == goal
                        || setup.mayRelay[v]
                        || network.sites.home[v] == start
                        || network.sites.home[v] == goal;
                if (!done[v] && mayPass) {
                    boolean atEnd = network.sites.home[u] == start && !network.local[arc];
                    double seconds = rtt[arc] + (atEnd ? ramp(start, rtt[arc], rate) : 0);
                    distance[v] = Math.min(distance[v], distance[u] + seconds);
                }
            }
        }
        return distance[goal];
    }

    private static int nearest(double[] distance, boolean[] done) {
        int best = -1;
        for (int v = 0; v < distance.length; v++) {
            if (!done[v] && distance[v] < Double.POSITIVE_INFINITY && (best < 0 || distance[v] < distance[best])) {
                best = v;
            }
        }
        return best;
    }

    private double ramp(int end, double rttSeconds, double rate) {
        double streams = setup.sinks.length > 1
                ? Double.POSITIVE_INFINITY
                : (double) setup.mostVms(end) * setup.request.limits().streamsPerVm() + ROUTES;
        return SlowStart.leastExtraSeconds(setup.volume * 1e9, rate * 1e9 / streams, rate * 1e9, rttSeconds)
                - rttSeconds;
    }

    /** Seconds slow start takes over one relay at the rate of its links; zero for a node that is none. */
    double over(int relay) {
        int home = network.sites.home[relay];
        if (!any() || home == setup.source || Arrays.stream(setup.sinks).anyMatch(sink -> sink == home)) {
            return 0;
        }
        double in = Double.POSITIVE_INFINITY;
        double inRamp = 0;
        double out = Double.POSITIVE_INFINITY;
        double outRamp = 0;
        for (int i = network.firstIn[relay]; i < network.firstIn[relay + 1]; i++) {
            int arc = network.inArc[i];
            if (network.sites.home[network.from[arc]] == setup.source && rtt[arc] < in) {
                in = rtt[arc];
                inRamp = SlowStart.rampSeconds(network.link[arc]);
            }
        }
        for (int arc = network.firstOut[relay]; arc < network.firstOut[relay + 1]; arc++) {
            int home2 = network.sites.home[network.to[arc]];
            if (Arrays.stream(setup.sinks).anyMatch(sink -> sink == home2) && rtt[arc] < out) {
                out = rtt[arc];
                outRamp = SlowStart.rampSeconds(network.link[arc]);
            }
        }
        return in + out + Math.max(inRamp, outRamp);
    }

    /** The most of {@link #over} among the relays a solution passes. */
    double farthestRelay(OverlaySolution solution) {
        double most = 0;
        for (Path path : solution.paths()) {
            for (int arc : path.arcs) {
                most = network.local[arc] ? most : Math.max(most, over(network.to[arc]));
            }
        }
        return most;
    }
}
