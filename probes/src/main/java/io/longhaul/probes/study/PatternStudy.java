package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.study.PatternResult;
import io.longhaul.core.study.PatternResult.Burst;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends and rests in turn for a time: full-speed, 10-30, 5-30 of NSDI 2020, or any other. Every burst is a run with
 * connections of its own, but full speed, which is one run cut into pieces. Blocks the calling thread, which must not be an
 * event loop. Thread-safe.
 */
public final class PatternStudy {
    private final Prober prober;
    private final Rest rest;
    private final LongSupplier nanoClock;

    /**
     * @param prober that runs the bursts
     * @param rest that waits between them
     * @param nanoClock monotonic, that the rest runs on
     */
    public PatternStudy(Prober prober, Rest rest, LongSupplier nanoClock) {
        this.prober = prober;
        this.rest = rest;
        this.nanoClock = nanoClock;
    }

    /**
     * Runs the pattern until the time is over or the volume spent.
     *
     * @param spec of every burst; its stop rule is not used
     * @param time of all, rests included
     * @param maxVolume of all bursts together
     * @param done hears of every run as it ends
     * @throws InterruptedException when the thread is interrupted in a rest
     */
    public PatternResult run(
            ProbeTarget target,
            ThroughputSpec spec,
            AccessPattern pattern,
            Duration time,
            Optional<DataSize> maxVolume,
            Consumer<Measurement> done)
            throws InterruptedException {
        var runs = new ArrayList<Measurement>();
        var bursts = new ArrayList<Burst>();
        long began = nanoClock.getAsLong();
        long moved = 0;
        boolean continuous = pattern.off().isZero();
        while (!prober.isCancelled()) {
            Duration at = Duration.ofNanos(nanoClock.getAsLong() - began);
            Duration left = time.minus(at);
            Optional<DataSize> budget = budget(maxVolume, moved);
            if (left.compareTo(Duration.ofMillis(200)) < 0
                    || budget.filter(DataSize::isZero).isPresent()) {
                break;
            }
            Duration length = continuous || pattern.on().compareTo(left) > 0 ? left : pattern.on();
            Measurement measurement = prober.throughput(
                            target, spec.withStop(new StopRule(length, budget)), ProgressListener.NONE)
                    .join();
            runs.add(measurement);
            done.accept(measurement);
            if (measurement instanceof ThroughputMeasurement run) {
                moved += run.sent()
                        .flatMap(Transferred::size)
                        .map(DataSize::bytes)
                        .orElse(0L);
                Bursts.add(
                        bursts,
                        run,
                        at,
                        continuous ? pattern.on() : run.header().duration());
            }
            Duration pause = time.minus(Duration.ofNanos(nanoClock.getAsLong() - began));
            if (pause.isNegative() || pause.isZero()) {
                break;
            }
            rest.sleep(pause.compareTo(pattern.off()) < 0 ? pause : pattern.off());
        }
        return new PatternResult(pattern, bursts, Duration.ofNanos(nanoClock.getAsLong() - began), runs);
    }

    private static Optional<DataSize> budget(Optional<DataSize> maxVolume, long moved) {
        return maxVolume.map(most -> DataSize.ofBytes(Math.max(0, most.bytes() - moved)));
    }

    /** Cuts a run into bursts. Stateless. */
    private static final class Bursts {
        private Bursts() {}

        static void add(List<Burst> bursts, ThroughputMeasurement run, Duration at, Duration piece) {
            Duration whole = run.header().duration();
            for (Duration from = Duration.ZERO; from.compareTo(whole) < 0; from = from.plus(piece)) {
                Duration to = from.plus(piece).compareTo(whole) > 0 ? whole : from.plus(piece);
                Bandwidth rate = Bandwidth.ofBitsPerSecond(
                        RunRates.between(run, Durations.seconds(from), Durations.seconds(to)));
                Duration length = to.minus(from);
                double octets = rate.bitsPerSecond() / 8.0 * length.toNanos() / 1e9;
                bursts.add(new Burst(at.plus(from), length, DataSize.ofBytes((long) octets), rate));
            }
        }
    }
}
