package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
     * @param lasts how long the load or the study lasts, when nothing fails
     */
    public record Round(Probe probe, List<Pair> pairs, Duration lasts) {
        public Round {
            pairs = List.copyOf(pairs);
        }

        Round(Probe probe, List<Pair> pairs) {
            this(
                    probe,
                    pairs,
                    probe.task() instanceof Task.Throughput load
                            ? load.duration()
                            : probe.task().longest().minus(Task.AROUND));
        }

        /** How long it is expected to take, with the rest after it. */
        public Duration expected(Duration rest) {
            return lasts.plus(probe.isLoad() ? rest : Duration.ZERO).plus(AROUND);
        }
    }

    /** All rounds of a block, where everything is wanted. */
    public static List<Round> block(Campaign campaign, int block) {
        return block(campaign, block, (probe, pair) -> true);
    }

    /**
     * The rounds of a block: those of the gate, then all others in an order of the block's own.
     *
     * @param block from 0
     * @param wanted whether a pair is still to be measured by a probe
     */
    public static List<Round> block(Campaign campaign, int block, BiPredicate<Probe, Pair> wanted) {
        Random random = new Random(campaign.seed() * 1_000_003L + block);
        List<Round> rounds = new ArrayList<>();
        for (Probe probe : campaign.probes()) {
            if (!probe.isDue(block)) {
                continue;
            }
            List<Pair> pairs = new ArrayList<>(campaign.pairs(probe).stream()
                    .filter(pair -> wanted.test(probe, pair))
                    .toList());
            Collections.shuffle(pairs, random);
            if (pairs.stream().anyMatch(pair -> !pair.others().isEmpty())) {
                stars(pairs, campaign.ends()).forEach(together -> rounds.add(new Round(probe, together)));
            } else if (probe.isLoad()) {
                loads(pairs, campaign.ends()).forEach(together -> rounds.add(new Round(probe, together)));
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
        List<Round> all = new ArrayList<>();
        campaign.gate().ifPresent(gate -> {
            Probe probe = gate.probe();
            List<Pair> pairs = campaign.pairs(probe).stream()
                    .filter(pair -> wanted.test(probe, pair))
                    .toList();
            for (List<Pair> together : loads(pairs, campaign.ends())) {
                all.add(block == 0 ? new Round(probe, together) : new Round(probe, together, gate.checkDuration()));
            }
        });
        all.addAll(rounds);
        return List.copyOf(all);
    }

    private static List<List<Pair>> loads(List<Pair> pairs, Campaign.Ends ends) {
        return ends == Campaign.Ends.WHOLE ? EdgeColouring.whole(pairs) : EdgeColouring.of(pairs);
    }

    /** Senders with several receivers each: into the first round where all of their ends are free. */
    private static List<List<Pair>> stars(List<Pair> pairs, Campaign.Ends ends) {
        List<List<Pair>> rounds = new ArrayList<>();
        List<Set<String>> busy = new ArrayList<>();
        for (Pair pair : pairs) {
            boolean whole = ends == Campaign.Ends.WHOLE;
            Set<String> needs = new HashSet<>();
            needs.add(whole ? pair.from().name() : pair.from().name() + " sends");
            pair.receivers().forEach(to -> needs.add(whole ? to.name() : to.name() + " receives"));
            int free = 0;
            while (free < rounds.size() && !Collections.disjoint(busy.get(free), needs)) {
                free++;
            }
            if (free == rounds.size()) {
                rounds.add(new ArrayList<>());
                busy.add(new HashSet<>());
            }
            rounds.get(free).add(pair);
            busy.get(free).addAll(needs);
        }
        return rounds;
    }
}
