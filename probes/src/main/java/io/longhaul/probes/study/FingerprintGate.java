package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintCheck;
import io.longhaul.core.study.FingerprintCheck.Finding;
import io.longhaul.core.study.FingerprintCheck.Verdict;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.stats.hypothesis.SequentialTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Checks in seconds whether a link is still what its stored fingerprint says: a few echoes, then a burst that ends as soon
 * as a sequential test has decided ({@link SequentialTest}). Blocks the calling thread, which must not be an event loop.
 * Thread-safe.
 */
public final class FingerprintGate {
    private static final double LEAST_SPREAD = 0.005;
    private static final Duration LEAST_RTT_CHANGE = Duration.ofNanos(500_000);

    private final Probing prober;
    private final LongSupplier nanoClock;

    /**
     * @param prober that runs the burst
     * @param nanoClock monotonic
     */
    public FingerprintGate(Probing prober, LongSupplier nanoClock) {
        this.prober = prober;
        this.nanoClock = nanoClock;
    }

    /**
     * Runs the check.
     *
     * @param stored what the link was
     * @param latency of the echoes
     * @param tolerance smallest change of rate or round-trip time worth an alarm, as a share
     * @param longest burst when the test does not decide, by time and volume
     * @param done hears of every run as it ends
     */
    public FingerprintCheck check(
            ProbeTarget target,
            Fingerprint stored,
            LatencySpec latency,
            double tolerance,
            StopRule longest,
            Consumer<Measurement> done) {
        long began = nanoClock.getAsLong();
        var findings = new ArrayList<Finding>();
        var study = new StudyRuns(prober, Rest.SLEEP, done);
        Measurement echoes = study.latency(target, latency);
        stored.baseRtt()
                .ifPresent(then -> findings.add(roundTrip(then, StudyRuns.rtt(echoes), tolerance, latency.count())));
        if (stored.baseBandwidth().isPresent() && !study.isOver()) {
            Measurement burst = burst(study, target, stored, tolerance, longest, findings);
            mtu(stored, burst).ifPresent(findings::add);
        }
        return FingerprintCheck.of(findings, Duration.ofNanos(nanoClock.getAsLong() - began), study.all());
    }

    private Measurement burst(
            StudyRuns study,
            ProbeTarget target,
            Fingerprint stored,
            double tolerance,
            StopRule longest,
            List<Finding> findings) {
        double baseline = stored.baseBandwidth().orElseThrow().bitsPerSecond();
        double spread = Math.max(LEAST_SPREAD, stored.spread().orElse(tolerance / 2));
        var watch = new GateWatch(
                new SequentialTest(baseline, spread * baseline, tolerance * baseline, 0.05, 0.05).start(), baseline);
        var started = new CompletableFuture<ProbeRun>();
        ProbeRun run = prober.throughput(target, spec(stored, longest), sample -> {
            if (watch.add(sample)) {
                started.thenAccept(burst -> burst.finish(StopReason.CONVERGED));
            }
        });
        started.complete(run);
        Measurement measurement = study.keep(run);
        if (measurement instanceof ThroughputMeasurement whole) {
            findings.add(rate(baseline, whole, watch));
        }
        return measurement;
    }

    private static ThroughputSpec spec(Fingerprint stored, StopRule longest) {
        Fingerprint.How how = stored.how();
        ThroughputSpec.Builder builder = ThroughputSpec.builder()
                .streams(how.streams())
                .direction(how.reverse() ? Direction.REVERSE : Direction.FORWARD)
                .interval(how.interval())
                .stop(longest);
        how.window().ifPresent(builder::window);
        how.congestion().ifPresent(builder::congestion);
        return builder.build();
    }

    private static Finding rate(double baseline, ThroughputMeasurement run, GateWatch watch) {
        double today = watch.mean();
        Verdict verdict = switch (watch.decision()) {
            case SAME -> Verdict.SAME;
            case HIGHER, LOWER -> Verdict.CHANGED;
            case UNDECIDED -> Verdict.UNDECIDED;
        };
        return new Finding(
                "base_bandwidth_bps",
                baseline,
                today,
                verdict,
                watch.samples(),
                Show.rate(Bandwidth.ofBitsPerSecond(today)) + " today, "
                        + Show.rate(Bandwidth.ofBitsPerSecond(baseline)) + " then; " + watch.samples()
                        + " intervals in " + Show.time(run.header().duration()));
    }

    private static Finding roundTrip(RttSummary then, Optional<RttSummary> now, double tolerance, int count) {
        double stored = Durations.millis(then.min());
        if (now.isEmpty()) {
            return new Finding("base_rtt_ms", stored, Double.NaN, Verdict.UNDECIDED, 0, "no echo came back");
        }
        double today = Durations.millis(now.get().min());
        double worth = Math.max(Durations.millis(LEAST_RTT_CHANGE), tolerance * stored);
        return new Finding(
                "base_rtt_ms",
                stored,
                today,
                Math.abs(today - stored) > worth ? Verdict.CHANGED : Verdict.SAME,
                count,
                "smallest " + Show.time(now.get().min()) + " today, " + Show.time(then.min()) + " then");
    }

    private static Optional<Finding> mtu(Fingerprint stored, Measurement burst) {
        Optional<Integer> now = burst instanceof ThroughputMeasurement run ? Fingerprint.mtu(run) : Optional.empty();
        return stored.mtu()
                .flatMap(then -> now.map(today -> new Finding(
                        "mtu_bytes",
                        then,
                        today,
                        then.equals(today) ? Verdict.SAME : Verdict.CHANGED,
                        1,
                        today + " octets today, " + then + " then")));
    }
}
