package io.longhaul.campaign.desk;

import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.Task;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.Contentions;
import io.longhaul.estimator.Fingerprints;
import io.longhaul.estimator.Sweeps;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.study.Contention;
import io.longhaul.probes.study.FingerprintGate;
import io.longhaul.probes.study.Fingerprinting;
import io.longhaul.probes.study.PatternStudy;
import io.longhaul.probes.study.Rest;
import io.longhaul.probes.study.Sweep;
import io.longhaul.store.json.ContentionJson;
import io.longhaul.store.json.FingerprintCheckJson;
import io.longhaul.store.json.FingerprintJson;
import io.longhaul.store.json.PatternJson;
import io.longhaul.store.json.SweepJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Carries out the study of an order with whatever makes runs. Blocks the calling thread, which must not be an event loop. As safe for
 * threads as what makes the runs.
 */
public final class OrderedStudy {
    private final Probing prober;
    private final Rest rest;
    private final LongSupplier nanoClock;

    /**
     * @param prober that makes the runs, with ids as {@link #id} has them
     * @param rest that waits between runs
     * @param nanoClock monotonic, that the rest runs on
     */
    public OrderedStudy(Probing prober, Rest rest, LongSupplier nanoClock) {
        this.prober = prober;
        this.rest = rest;
        this.nanoClock = nanoClock;
    }

    /** The id of the n-th run, from 0: the order's, then ids that follow from it. */
    public static String id(Order order, int run) {
        return run == 0
                ? order.id()
                : UUID.nameUUIDFromBytes((order.id() + " " + run).getBytes(StandardCharsets.UTF_8))
                        .toString();
    }

    /**
     * Carries it out.
     *
     * @param targets the order's peer, then its others
     * @param each hears of every run as it ends
     */
    public OrderResult run(Order order, List<ProbeTarget> targets, Consumer<Measurement> each) {
        List<Measurement> runs = new ArrayList<>();
        String said = study(order.task(), targets, new Random(order.id().hashCode()), run -> {
            runs.add(run);
            each.accept(run);
        });
        return answer(order, runs, said);
    }

    private String study(Task any, List<ProbeTarget> targets, Random random, Consumer<Measurement> done) {
        ProbeTarget target = targets.get(0);
        if (any instanceof Task.Sweep task) {
            return new SweepJson()
                    .toJsonLine(Sweeps.explain(
                            new Sweep(prober, random).run(target, task.spec(), done),
                            BindingLimit.NOT_IDENTIFIED,
                            random));
        }
        if (any instanceof Task.Contention task) {
            ThroughputSpec each = task.each().spec();
            DataSize share = task.share();
            return new ContentionJson()
                    .toJsonLine(Contentions.of(new Contention(prober, rest)
                            .run(
                                    targets,
                                    each.withStop(
                                            StopRule.after(share, each.stop().time())),
                                    done)));
        }
        if (any instanceof Task.Pattern task) {
            return new PatternJson()
                    .toJsonLine(new PatternStudy(prober, rest, nanoClock)
                            .run(
                                    target,
                                    task.whole().spec(),
                                    task.pattern(),
                                    task.whole().duration(),
                                    Optional.of(task.whole().volume()),
                                    done));
        }
        if (any instanceof Task.TakeFingerprint task) {
            Fingerprint taken =
                    Fingerprints.of(new Fingerprinting(prober, random, rest).take(target, task.spec(), done));
            return new FingerprintJson().toJsonLine(taken);
        }
        if (any instanceof Task.CheckFingerprint task) {
            return new FingerprintCheckJson()
                    .toJsonLine(new FingerprintGate(prober, nanoClock)
                            .check(
                                    target,
                                    task.stored(),
                                    Task.Latency.ECHOES.spec(),
                                    task.tolerance(),
                                    StopRule.after(task.volume(), task.duration()),
                                    done));
        }
        throw new IllegalStateException("no study: " + any);
    }

    private static OrderResult answer(Order order, List<Measurement> runs, String said) {
        List<Measurement> more = new ArrayList<>(runs);
        Measurement first = more.stream()
                .filter(run -> run.header().id().equals(order.id()))
                .findFirst()
                .orElseThrow();
        more.remove(first);
        var answer = new OrderResult(first, more, Optional.of(said));
        return answer.hasLoad() ? answer : new OrderResult(first, more, Optional.empty());
    }
}
