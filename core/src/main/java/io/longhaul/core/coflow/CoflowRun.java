package io.longhaul.core.coflow;

import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;

/**
 * When each coflow of a trace was done under one way to schedule them. Immutable.
 *
 * @param policy the way's name, as {@code sebf}
 * @param backFilling whether rates that were left over went to coflows further back
 * @param finishes in the order of the trace
 */
public record CoflowRun(String policy, boolean backFilling, List<Finish> finishes) {
    /**
     * One coflow.
     *
     * @param name its name in the trace
     * @param arrival when its flows were known
     * @param end when the last of them was done
     */
    public record Finish(String name, Duration arrival, Duration end) {
        /** The coflow completion time. */
        public Duration taken() {
            return end.minus(arrival);
        }
    }

    public CoflowRun {
        finishes = List.copyOf(finishes);
    }

    /** The mean of the coflow completion times; zero without coflows. */
    public Duration mean() {
        return Durations.ofSeconds(finishes.stream()
                .mapToDouble(finish -> Durations.seconds(finish.taken()))
                .average()
                .orElse(0));
    }

    /**
     * The smallest completion time that at least this share of the coflows keep; zero without coflows.
     *
     * @param share in (0, 1]
     */
    public Duration percentile(double share) {
        List<Duration> rising = finishes.stream().map(Finish::taken).sorted().toList();
        int rank = (int) Math.ceil(share * rising.size());
        return rising.isEmpty() ? Duration.ZERO : rising.get(Math.max(1, rank) - 1);
    }

    /** When the last coflow was done. */
    public Duration end() {
        return finishes.stream().map(Finish::end).max(Duration::compareTo).orElse(Duration.ZERO);
    }
}
