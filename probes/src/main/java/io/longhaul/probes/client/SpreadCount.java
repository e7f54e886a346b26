package io.longhaul.probes.client;

import io.longhaul.probes.wire.EndSample;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A count over time, straight between the ends of intervals; asked for moments that never go back. What it gives adds up to what was
 * counted. Confined to one thread.
 */
final class SpreadCount {
    private final List<EndSample> samples;
    private final ToLongFunction<EndSample> count;
    private int at;
    private long whole;
    private long given;

    SpreadCount(List<EndSample> samples, ToLongFunction<EndSample> count) {
        this.samples = samples;
        this.count = count;
    }

    /** What was counted until a moment and not given before. */
    long upTo(long time) {
        while (at < samples.size() && samples.get(at).endNanos() <= time) {
            whole += count.applyAsLong(samples.get(at));
            at++;
        }
        long until = whole + part(time);
        long fresh = until - given;
        given = until;
        return fresh;
    }

    private long part(long time) {
        if (at == samples.size() || samples.get(at).startNanos() >= time) {
            return 0;
        }
        EndSample open = samples.get(at);
        double share = (double) (time - open.startNanos()) / (open.endNanos() - open.startNanos());
        return (long) (share * count.applyAsLong(open));
    }
}
