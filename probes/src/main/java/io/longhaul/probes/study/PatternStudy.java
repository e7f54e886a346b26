package io.longhaul.probes.study;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.study.PatternResult;
import io.longhaul.core.study.PatternResult.Burst;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.client.Probing;
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
 * event loop. Ends early, with what it has, when that thread is interrupted, the prober is cancelled, the first run fails or
 * nobody can be reached any more. Thread-safe.
 */
public final class PatternStudy {
    private static final Duration SHORTEST = Duration.ofMillis(200);

    private final Probing prober;
    private final Rest rest;
    private final LongSupplier nanoClock;

    /**
     * @param prober that runs the bursts
     * @param rest that waits between them
     * @param nanoClock monotonic, that the rest runs on
     */
    public PatternStudy(Probing prober, Rest rest, LongSupplier nanoClock) {
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
     */
    public PatternResult run(
            ProbeTarget target,
            ThroughputSpec spec,
            AccessPattern pattern,
            Duration time,
            Optional<DataSize> maxVolume,
            Consumer<Measurement> done) {
        var study = new StudyRuns(prober, rest, done);
        var bursts = new ArrayList<Burst>();
        long began = nanoClock.getAsLong();
        boolean continuous = pattern.off().isZero();
        while (!study.isOver() && !study.isSpent(maxVolume)) {
            Duration at = Duration.ofNanos(nanoClock.getAsLong() - began);
            Duration left = time.minus(at);
            if (left.compareTo(SHORTEST) < 0) {
                break;
            }
            Duration length = continuous || pattern.on().compareTo(left) > 0 ? left : pattern.on();
            var stop = new StopRule(length, study.left(maxVolume));
            if (study.throughput(target, spec.withStop(stop)) instanceof ThroughputMeasurement run) {
                Bursts.add(
                        bursts,
                        run,
                        at,
                        continuous ? pattern.on() : run.header().duration());
            }
            Duration pause = time.minus(Duration.ofNanos(nanoClock.getAsLong() - began));
            if (pause.isNegative() || pause.isZero() || study.isSpent(maxVolume)) {
                break;
            }
            study.rest(pause.compareTo(pattern.off()) < 0 ? pause : pattern.off());
        }
        return new PatternResult(pattern, bursts, Duration.ofNanos(nanoClock.getAsLong() - began), study.all());
    }

    /** Cuts a run into bursts. Stateless. */
    private static final class Bursts {
        private Bursts() {}

        static void add(List<Burst> bursts, ThroughputMeasurement run, Duration at, Duration piece) {
            Duration whole = run.header().duration();
            for (Duration from = Duration.ZERO; from.compareTo(whole) < 0; from = from.plus(piece)) {
                Duration to = from.plus(piece).compareTo(whole) > 0 ? whole : from.plus(piece);
                Bandwidth rate = Bandwidth.ofBitsPerSecond(
                        run.bitsPerSecondBetween(Durations.seconds(from), Durations.seconds(to)));
                Duration length = to.minus(from);
                double octets = rate.bitsPerSecond() / 8.0 * length.toNanos() / 1e9;
                bursts.add(new Burst(at.plus(from), length, DataSize.ofBytes((long) octets), rate));
            }
        }
    }
}
