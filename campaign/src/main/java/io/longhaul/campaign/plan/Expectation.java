package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What loads will probably send: at the rate that was measured with the nearest number of streams, else at what the documented caps of
 * both VMs allow, else to their limits. Immutable.
 *
 * @param known what was measured before; may be empty of links
 * @param documented caps of VM types
 */
public record Expectation(Snapshot known, DocumentedCaps documented) {
    /** Nothing is known: every load comes to its limit. */
    public static final Expectation NONE =
            new Expectation(new Snapshot(Instant.EPOCH, List.of(), List.of(), List.of()), DocumentedCaps.NONE);

    /** Octets of payload of a load or a study over a pair. */
    public DataSize load(Pair pair, Task any) {
        if (any instanceof Task.Sweep task) {
            long sum = 0;
            for (int streams : task.streams()) {
                long share = task.most().bytes() / (task.streams().size() * (long) task.repetitions());
                double seconds = Durations.seconds(task.each().duration());
                sum += task.repetitions()
                        * moved(pair, streams, seconds * task.windows().size(), share);
            }
            return DataSize.ofBytes(sum);
        }
        if (any instanceof Task.Throughput task) {
            return load(pair, task, 1);
        }
        if (any instanceof Task.Contention task) {
            // each link alone, and as long again in turn, when they share the cap
            return load(pair, task.each(), 2.0 * task.peers());
        }
        if (any instanceof Task.Pattern task) {
            double on = Durations.seconds(task.pattern().on());
            return load(
                    pair,
                    task.whole(),
                    on / (on + Durations.seconds(task.pattern().off())));
        }
        if (any instanceof Task.TakeFingerprint task) {
            return load(pair, task.drain(), 1);
        }
        return DataSize.ZERO;
    }

    private DataSize load(Pair pair, Task.Throughput load, double times) {
        double seconds = times * Durations.seconds(load.duration());
        return DataSize.ofBytes(
                moved(pair, load.streams(), seconds, load.volume().bytes()));
    }

    private long moved(Pair pair, int streams, double seconds, long most) {
        return rate(pair, streams)
                .map(rate -> Math.min(most, (long) (rate.bitsPerSecond() * seconds / 8)))
                .orElse(most);
    }

    private Optional<Bandwidth> rate(Pair pair, int streams) {
        Optional<RatePoint> point = known.findLink(pair.link()).map(LinkEstimate::rates).stream()
                .flatMap(List::stream)
                .min(Comparator.comparingInt(each -> Math.abs(each.streams() - streams)));
        if (point.isPresent()) {
            return point.map(found -> found.sent().or(found::received).orElseGet(found::best));
        }
        Optional<VmCaps> from =
                pair.from().vmType().flatMap(type -> documented.find(pair.from().site(), type));
        Optional<VmCaps> to =
                pair.to().vmType().flatMap(type -> documented.find(pair.to().site(), type));
        return Stream.of(
                        from.map(VmCaps::egress),
                        to.map(VmCaps::ingress),
                        from.flatMap(VmCaps::perFlow).map(flow -> flow.times(streams)))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }
}
