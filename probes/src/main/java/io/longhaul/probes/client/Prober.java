package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Runs probes against agents and iperf3 servers, any number at a time. A probe that fails gives a
 * {@link io.longhaul.core.measure.FailedMeasurement}, never an exception. Names of hosts are looked up by the calling
 * thread. Thread-safe.
 *
 * <pre>{@code
 * ProbeTarget target = ProbeTarget.of("10.0.0.7", 5201, new Link(here, there));
 * ThroughputSpec spec = ThroughputSpec.builder().streams(8).duration(Duration.ofSeconds(5)).build();
 * Measurement measurement = new Prober(loops).throughput(target, spec, ProgressListener.NONE).join();
 * }</pre>
 */
public final class Prober implements Probing {
    private final ProberContext context;
    private final Set<ProbeRun> running = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    public Prober(EventLoops loops) {
        this(
                loops,
                InstantSource.system(),
                System::nanoTime,
                () -> UUID.randomUUID().toString(),
                new SecureRandom());
    }

    /**
     * With the sources of time and chance given.
     *
     * @param loops that the sockets run on
     * @param clock for the start of measurements
     * @param nanoClock monotonic
     * @param ids of measurements, one each call
     * @param random of cookies, and of the spacing of latency probes; thread-safe
     */
    public Prober(
            EventLoops loops,
            InstantSource clock,
            LongSupplier nanoClock,
            Supplier<String> ids,
            RandomGenerator random) {
        this.context = new ProberContext(loops, clock, nanoClock, ids, random);
    }

    @Override
    public ProbeRun throughput(ProbeTarget target, ThroughputSpec spec, ProgressListener progress) {
        var result = new CompletableFuture<Measurement>();
        var session = new ThroughputSession(context, target, spec, progress, result);
        session.start();
        return watched(new SessionRun(result, session::cancel, session::endNow, session::interrupt));
    }

    /** For STAMP the target's port is that of the reflector. */
    @Override
    public ProbeRun latency(ProbeTarget target, LatencySpec spec) {
        var result = new CompletableFuture<Measurement>();
        LatencySession session = session(target, spec, result);
        session.start();
        return watched(new SessionRun(result, session::cancel, reason -> {}, session::interrupt));
    }

    private ProbeRun watched(ProbeRun run) {
        running.add(run);
        run.result().whenComplete((measurement, failure) -> running.remove(run));
        if (cancelled) {
            run.cancel();
        }
        return run;
    }

    /**
     * Ends all probes under way with what they have measured ({@link ProbeRun#interrupt}), and gives up every later one as soon
     * as it starts; a study then ends with what it has.
     */
    public void interruptAll() {
        cancelled = true;
        running.forEach(ProbeRun::interrupt);
    }

    /** Whether {@link #interruptAll} was called. */
    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    private LatencySession session(ProbeTarget target, LatencySpec spec, CompletableFuture<Measurement> result) {
        return switch (spec.method()) {
            case TCP_CONNECT -> new ConnectLatency(context, target, spec, result);
            case TCP_ECHO -> new EchoLatency(context, target, spec, result);
            case STAMP -> new StampLatency(context, target, spec, result);
            case ICMP_ECHO -> throw new IllegalArgumentException("no specification has this method");
        };
    }
}
