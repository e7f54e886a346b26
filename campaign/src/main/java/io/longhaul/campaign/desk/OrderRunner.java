package io.longhaul.campaign.desk;

import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.Task;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.Contentions;
import io.longhaul.estimator.Fingerprints;
import io.longhaul.estimator.Sweeps;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.FailureReason;
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
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs orders with the probers of this machine. The first run of a study has the order's id, the others ids that follow from it. A study
 * ends with the first load that failed after it may have sent something: nobody could say any more how much it has sent. Thread-safe.
 */
public final class OrderRunner implements OrderDesk.Runner {
    private final Supplier<Access> access;
    private final EventLoops loops;
    private final InstantSource clock;

    /**
     * @param access whose certificate and token are shown to peers
     * @param loops that the probes run on
     */
    public OrderRunner(Supplier<Access> access, EventLoops loops, InstantSource clock) {
        this.access = access;
        this.loops = loops;
        this.clock = clock;
    }

    @Override
    public OrderDesk.Running start(Order order) {
        var runs = new AtomicInteger();
        var prober = new Prober(
                loops, clock, System::nanoTime, () -> id(order.id(), runs.getAndIncrement()), new SecureRandom());
        ProbeTarget target =
                target(order, order.host(), order.port(), order.link().to(), order.toVmType());
        if (order.task() instanceof Task.Throughput load) {
            return new Single(prober.throughput(target, load.spec(), ProgressListener.NONE));
        }
        if (order.task() instanceof Task.Latency echoes) {
            return new Single(prober.latency(target, echoes.spec()));
        }
        List<ProbeTarget> targets = new ArrayList<>(List.of(target));
        order.others()
                .forEach(peer -> targets.add(target(order, peer.host(), peer.port(), peer.site(), peer.vmType())));
        var study = new Study(prober);
        study.begin(order, targets);
        return study;
    }

    /** The n-th run's, from 0. */
    private static String id(String order, int run) {
        return run == 0
                ? order
                : UUID.nameUUIDFromBytes((order + " " + run).getBytes(StandardCharsets.UTF_8))
                        .toString();
    }

    private ProbeTarget target(Order order, String host, int port, SiteId to, Optional<String> vmType) {
        Access now = access.get();
        Optional<AccessToken> token = now.tokens().stream()
                .filter(own -> !own.onlyHere())
                .map(Access.Token::secret)
                .findFirst();
        return new ProbeTarget(
                host,
                port,
                new Link(order.link().from(), to),
                order.fromVmType(),
                vmType,
                Optional.of(order.campaign()),
                token,
                now.tls());
    }

    private record Single(ProbeRun run) implements OrderDesk.Running {
        @Override
        public CompletableFuture<OrderResult> result() {
            return run.result().thenApply(OrderResult::of);
        }

        @Override
        public void interrupt() {
            run.interrupt();
        }

        @Override
        public void cancel() {
            run.cancel();
        }
    }

    /** Blocks a thread of its own. */
    private static final class Study implements OrderDesk.Running {
        private final Prober prober;
        private final CountDownLatch ending = new CountDownLatch(1);
        private final CompletableFuture<OrderResult> result = new CompletableFuture<>();
        private final List<Measurement> runs = new ArrayList<>();

        Study(Prober prober) {
            this.prober = prober;
        }

        void begin(Order order, List<ProbeTarget> targets) {
            DeskServer.daemons("longhaul-study")
                    .newThread(() -> {
                        try {
                            String said = study(
                                    order.task(), targets, new Random(order.id().hashCode()));
                            result.complete(answer(order, Optional.of(said)));
                        } catch (RuntimeException | Error e) {
                            result.completeExceptionally(e);
                        }
                    })
                    .start();
        }

        private String study(Task any, List<ProbeTarget> targets, Random random) {
            ProbeTarget target = targets.get(0);
            Rest rest = time -> {
                if (ending.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new InterruptedException();
                }
            };
            Consumer<Measurement> done = this::keep;
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
                                        each.withStop(StopRule.after(
                                                share, each.stop().time())),
                                        done)));
            }
            if (any instanceof Task.Pattern task) {
                return new PatternJson()
                        .toJsonLine(new PatternStudy(prober, rest, System::nanoTime)
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
                        .toJsonLine(new FingerprintGate(prober, System::nanoTime)
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

        private void keep(Measurement run) {
            runs.add(run);
            if (run instanceof FailedMeasurement failed
                    && failed.kind() == Measurement.Kind.THROUGHPUT
                    && !FailureReason.SENT_NOTHING.contains(failed.reason())) {
                interrupt();
            }
        }

        private OrderResult answer(Order order, Optional<String> said) {
            List<Measurement> more = new ArrayList<>(runs);
            Measurement first = more.stream()
                    .filter(run -> run.header().id().equals(order.id()))
                    .findFirst()
                    .orElseThrow();
            more.remove(first);
            var answer = new OrderResult(first, more, said);
            return answer.hasLoad() ? answer : new OrderResult(first, more, Optional.empty());
        }

        @Override
        public CompletableFuture<OrderResult> result() {
            return result.copy();
        }

        @Override
        public void interrupt() {
            ending.countDown();
            prober.interruptAll();
        }

        @Override
        public void cancel() {
            interrupt();
        }
    }
}
