package io.longhaul.cli.lab;

import io.longhaul.core.topology.TokenBucket;
import io.longhaul.lab.CarriedFlows.Outcome;
import io.longhaul.lab.FlowCurve;
import io.longhaul.lab.virtual.VirtualLab;
import java.util.List;
import java.util.TreeSet;

/** What a VM's token bucket has left between one load and the next. Full at first. Confined to one thread. */
final class VirtualBucket {
    private static final double BITS = 8;

    private final double budget;
    private final double refill;
    private double credit;
    private double asOf;

    /** Counts packets, as the bucket does. */
    VirtualBucket(TokenBucket bucket) {
        budget = bucket.budget().bits();
        refill = bucket.refill().bitsPerSecond();
        credit = budget;
    }

    /** Octets left at a time, in seconds, not before the last one asked for. */
    double octets(double at) {
        pass(at, 0);
        return credit / BITS;
    }

    private void pass(double until, double sent) {
        credit = Math.max(0, Math.min(budget, credit + refill * Math.max(0, until - asOf) - sent));
        asOf = Math.max(asOf, until);
    }

    /** Loads have drawn from it. */
    void drawn(List<Outcome> loads, double begin) {
        var moments = new TreeSet<Double>();
        loads.forEach(load -> load.octets().forEach((at, sent) -> moments.add(at)));
        double before = 0;
        for (double moment : moments) {
            double sent = 0;
            for (Outcome load : loads) {
                FlowCurve curve = load.octets();
                sent += curve.at(moment) * BITS / VirtualLab.Options.KERNEL_PAYLOAD;
            }
            pass(begin + moment, sent - before);
            before = sent;
        }
    }
}
