package io.longhaul.probes.study;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.LoadedLatency;
import io.longhaul.core.study.LoadedLatency.Level;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Round-trip times beside loads of set shares of the cap, in a flow of their own. The load is held by the sender's kernel
 * (pacing); the whole cap is asked for without holding. Blocks the calling thread, which must not be an event loop. Ends
 * early, with what it has, when that thread is interrupted, the prober is cancelled, the first run fails or nobody can be
 * reached any more. Thread-safe.
 */
public final class LoadedLatencyStudy {
    /** At rest, then in quarters, and close to the cap. */
    public static final List<Double> USUAL_SHARES = List.of(0.0, 0.25, 0.5, 0.75, 0.9, 1.0);

    private static final Duration SLOW_ANSWER = Duration.ofMillis(200);
    private static final int LATE_ANSWERS = 3;

    private final Probing prober;
    private final Rest rest;

    /**
     * @param prober that runs loads and probes
     * @param rest that waits until a load has settled
     */
    public LoadedLatencyStudy(Probing prober, Rest rest) {
        this.prober = prober;
        this.rest = rest;
    }

    /**
     * Where the loads and the probes go; STAMP has a port of its own.
     *
     * @param load agent that takes the load
     * @param latency agent or reflector that returns the probes
     */
    public record Targets(ProbeTarget load, ProbeTarget latency) {}

    /**
     * Runs it.
     *
     * @param spec of the loads; its stop rule bounds the search for the cap
     * @param latency of the probes
     * @param cap when it is known; else it is measured first
     * @param shares of the cap, 0 to 1
     * @param settle time between the start of a load and the first probe
     * @param done hears of every run as it ends
     */
    public LoadedLatency run(
            Targets targets,
            ThroughputSpec spec,
            LatencySpec latency,
            Optional<Bandwidth> cap,
            List<Double> shares,
            Duration settle,
            Consumer<Measurement> done) {
        if (shares.stream().anyMatch(share -> !(share >= 0 && share <= 1))) {
            throw new InvalidInputException(
                    "The shares of the cap (" + shares + ") are not all in 0 to 1.", "Half of the cap is 0.5.");
        }
        var study = new StudyRuns(prober, rest, done);
        Bandwidth full =
                cap.orElseGet(() -> rate(study.throughput(targets.load(), spec)).orElse(Bandwidth.ZERO));
        var levels = new ArrayList<Level>();
        for (double share : shares.stream().sorted().toList()) {
            if (study.isOver() || full.isZero()) {
                break;
            }
            Optional<Duration> atRest =
                    levels.stream().findFirst().flatMap(Level::rtt).flatMap(RttSummary::median);
            Duration longest = settle.plus(probing(latency, atRest));
            ThroughputSpec load = held(spec.withStop(StopRule.after(bounded(longest))), share, full);
            level(study, targets, load, latency, share, settle).ifPresent(levels::add);
        }
        return new LoadedLatency(full, levels, study.all());
    }

    /** Empty when the study ended before there were any probes beside this load. */
    private static Optional<Level> level(
            StudyRuns study,
            Targets targets,
            ThroughputSpec loaded,
            LatencySpec latency,
            double share,
            Duration settle) {
        Optional<StudyRuns.Underway> load =
                share == 0 ? Optional.empty() : Optional.of(study.start(targets.load(), loaded));
        load.ifPresent(study::await);
        if (load.isPresent()) {
            study.rest(settle);
        }
        Optional<Measurement> probes =
                study.isOver() ? Optional.empty() : Optional.of(study.latency(targets.latency(), latency));
        load.ifPresent(started -> started.run().finish(StopReason.TIME));
        Optional<Measurement> carried = load.map(study::keep);
        Optional<Bandwidth> rate = share == 0 ? Optional.of(Bandwidth.ZERO) : carried.flatMap(LoadedLatencyStudy::rate);
        return probes.filter(run -> run instanceof LatencyMeasurement || !study.isOver())
                .map(run -> level(share, rate, run));
    }

    private static Level level(double share, Optional<Bandwidth> carried, Measurement probes) {
        return probes instanceof LatencyMeasurement found
                ? new Level(
                        share, carried, found.rtt(), found.sent(), found.lost().orElse(0))
                : new Level(share, carried, Optional.empty(), 0, 0);
    }

    private static Optional<Bandwidth> rate(Measurement run) {
        return run instanceof ThroughputMeasurement found ? found.rate() : Optional.empty();
    }

    /** Longer than the probes take, unless many get no answer: the load is ended when they are done. */
    private static Duration probing(LatencySpec latency, Optional<Duration> atRest) {
        Duration slow = atRest.orElse(SLOW_ANSWER).multipliedBy(2).plus(SLOW_ANSWER);
        Duration late = latency.timeouts().answer().multipliedBy(Math.min(latency.count(), LATE_ANSWERS));
        return latency.spacing()
                .plus(slow)
                .multipliedBy(latency.count())
                .plus(late)
                .plus(latency.timeouts().connect());
    }

    private static Duration bounded(Duration time) {
        return time.compareTo(StopRule.MAX_TIME) > 0 ? StopRule.MAX_TIME : time;
    }

    /** To a share of the cap by the senders' kernel; the whole of it is not held. */
    private static ThroughputSpec held(ThroughputSpec spec, double share, Bandwidth cap) {
        return share >= 1
                ? spec
                : spec.withPacing(Bandwidth.ofBitsPerSecond(Math.max(8, share * cap.bitsPerSecond() / spec.streams())));
    }
}
