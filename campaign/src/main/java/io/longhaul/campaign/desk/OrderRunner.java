package io.longhaul.campaign.desk;

import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.Task;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.study.Rest;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
                loops,
                clock,
                System::nanoTime,
                () -> OrderedStudy.id(order, runs.getAndIncrement()),
                new SecureRandom());
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

        Study(Prober prober) {
            this.prober = prober;
        }

        void begin(Order order, List<ProbeTarget> targets) {
            DeskServer.daemons("longhaul-study")
                    .newThread(() -> {
                        try {
                            Rest rest = time -> {
                                if (ending.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                                    throw new InterruptedException();
                                }
                            };
                            result.complete(
                                    new OrderedStudy(prober, rest, System::nanoTime).run(order, targets, this::heard));
                        } catch (RuntimeException | Error e) {
                            result.completeExceptionally(e);
                        }
                    })
                    .start();
        }

        private void heard(Measurement run) {
            if (run instanceof FailedMeasurement failed
                    && failed.kind() == Measurement.Kind.THROUGHPUT
                    && !FailureReason.SENT_NOTHING.contains(failed.reason())) {
                interrupt();
            }
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
