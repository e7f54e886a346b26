package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;

/**
 * In which order a campaign measures: randomised complete blocks, each of rounds of probes that do not disturb each other. A function of
 * the campaign, the number of the block and what is still wanted; the same again gives the same. Stateless.
 */
public final class Schedule {
    /** Round trips load nobody: so many at once at one agent each way. */
    private static final int LATENCY_TOGETHER = 16;

    /** Connecting, gathering, the words at the end, and the coordinator's own: measured on loopback and at 200 ms, rounded up. */
    private static final Duration AROUND = Duration.ofSeconds(3);

    private Schedule() {}

    /**
     * Probes of one kind that run at the same time. Immutable.
     *
     * @param probe of all
     * @param pairs for a load, nobody sends twice or receives twice among them
     */
    public record Round(Probe probe, List<Pair> pairs) {
        public Round {
            pairs = List.copyOf(pairs);
        }

        /** How long it is expected to take, with the rest after it. */
        public Duration expected(Duration rest) {
            Duration task = probe.task() instanceof Task.Throughput load
                    ? load.duration().plus(rest)
                    : probe.task().longest().minus(Task.AROUND);
            return task.plus(AROUND);
        }
    }

    /** All rounds of a block, where everything is wanted. */
    public static List<Round> block(Campaign campaign, int block) {
        return block(campaign, block, (probe, pair) -> true);
    }

    /**
     * The rounds of a block.
     *
     * @param block from 0
     * @param wanted whether a pair is still to be measured by a probe
     */
    public static List<Round> block(Campaign campaign, int block, BiPredicate<Probe, Pair> wanted) {
        Random random = new Random(campaign.seed() * 1_000_003L + block);
        List<Round> rounds = new ArrayList<>();
        for (Probe probe : campaign.probes()) {
            List<Pair> pairs = new ArrayList<>(campaign.pairs().stream()
                    .filter(pair -> wanted.test(probe, pair))
                    .toList());
            Collections.shuffle(pairs, random);
            if (probe.isLoad()) {
                List<List<Pair>> coloured =
                        campaign.ends() == Campaign.Ends.WHOLE ? EdgeColouring.whole(pairs) : EdgeColouring.of(pairs);
                coloured.forEach(together -> rounds.add(new Round(probe, together)));
            } else {
                List<List<Pair>> coloured = EdgeColouring.of(pairs);
                for (int i = 0; i < coloured.size(); i += LATENCY_TOGETHER) {
                    List<Pair> together = new ArrayList<>();
                    coloured.subList(i, Math.min(coloured.size(), i + LATENCY_TOGETHER))
                            .forEach(together::addAll);
                    rounds.add(new Round(probe, together));
                }
            }
        }
        Collections.shuffle(rounds, random);
        return List.copyOf(rounds);
    }
}
