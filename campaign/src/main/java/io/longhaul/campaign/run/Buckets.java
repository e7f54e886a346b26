package io.longhaul.campaign.run;

import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the agents' token buckets hold, as far as their fingerprints tell: full before the first load, less by what each load sent, more
 * by what has come back since. Not thread-safe: whoever shares it guards it.
 */
final class Buckets {
    private record Sent(Instant begun, Instant ended, DataSize size) {}

    private final Map<String, BucketFinding> known = new HashMap<>();
    private final Map<String, List<Sent>> sent = new HashMap<>();

    /** An agent's bucket is known, or known anew. */
    void know(String agent, BucketFinding bucket) {
        known.put(agent, bucket);
    }

    /** An agent has sent so much. */
    void sent(String agent, Instant ended, Duration time, DataSize size) {
        sent.computeIfAbsent(agent, any -> new ArrayList<>()).add(new Sent(ended.minus(time), ended, size));
    }

    /** How long until an agent's bucket has a share of its budget; zero where no bucket is known. */
    Duration untilFilled(String agent, double share, Instant now) {
        BucketFinding bucket = known.get(agent);
        if (bucket == null || bucket.refill().isZero()) {
            return Duration.ZERO;
        }
        double budget = bucket.budget().bits();
        double refill = bucket.refill().bitsPerSecond();
        double missing = 0;
        Instant at = Instant.MIN;
        for (Sent load : sent.getOrDefault(agent, List.of())) {
            if (at.isBefore(load.begun())) {
                missing = at.equals(Instant.MIN) ? 0 : Math.max(0, missing - refill * seconds(at, load.begun()));
            }
            missing = Math.max(
                    0, Math.min(budget, missing + load.size().bits() - refill * seconds(load.begun(), load.ended())));
            at = load.ended();
        }
        if (!at.equals(Instant.MIN)) {
            missing = Math.max(0, missing - refill * Math.max(0, seconds(at, now)));
        }
        double wanted = missing - (1 - share) * budget;
        return wanted <= 0 ? Duration.ZERO : Durations.ofSeconds(wanted / refill);
    }

    private static double seconds(Instant from, Instant to) {
        return Durations.seconds(Duration.between(from, to));
    }
}
