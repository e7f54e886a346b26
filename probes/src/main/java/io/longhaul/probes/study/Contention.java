package io.longhaul.probes.study;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.ContentionResult;
import io.longhaul.core.study.ContentionResult.Phase;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Tells a VM's cap from caps of paths: measures the links of one VM one by one, then starts and stops them in turn (figure
 * 2b of "To Relay or Not to Relay for Inter-Cloud Transfers?", HotCloud 2018). Links that share the VM's cap carry together
 * what one carries alone. Forward asks about the egress of this VM, reverse about its ingress. Blocks the calling thread,
 * which must not be an event loop. Ends early, with what it has, when that thread is interrupted, the prober is cancelled
 * or a link fails. Thread-safe.
 */
public final class Contention {
    private static final double RAMP = 0.4;

    private final Prober prober;
    private final Rest rest;

    /**
     * @param prober that runs the links
     * @param rest that waits between two starts
     */
    public Contention(Prober prober, Rest rest) {
        this.prober = prober;
        this.rest = rest;
    }

    /**
     * Runs the study: each link for the time of the specification alone, then all in turn, each start half of that time
     * after the one before.
     *
     * @param targets at least two agents
     * @param spec of every run
     * @param done hears of every run as it ends
     */
    public ContentionResult run(List<ProbeTarget> targets, ThroughputSpec spec, Consumer<Measurement> done) {
        if (targets.size() < 2) {
            throw new InvalidInputException(
                    "The contention study has " + targets.size() + " destination.", "Give two agents or more.");
        }
        var study = new StudyRuns(prober, rest, done);
        var alone = new ArrayList<Measurement>();
        for (ProbeTarget target : targets) {
            if (!study.isOver()) {
                alone.add(study.throughput(target, spec));
            }
        }
        Duration step = spec.stop().time().dividedBy(2);
        List<Measurement> staggered = study.isOver() ? List.of() : staggered(study, targets, spec, step);
        return ContentionVerdict.of(
                spec.direction(),
                targets.stream().map(target -> target.link().to()).toList(),
                alone,
                staggered,
                staggered.size() < targets.size() ? List.of() : phases(staggered, step));
    }

    private static List<Measurement> staggered(
            StudyRuns study, List<ProbeTarget> targets, ThroughputSpec spec, Duration step) {
        ThroughputSpec longer = spec.withStop(StopRule.after(step.multipliedBy(targets.size())));
        var started = new ArrayList<ProbeRun>();
        for (ProbeTarget target : targets) {
            if (!started.isEmpty()) {
                study.rest(step);
            }
            if (!study.isOver()) {
                started.add(study.start(target, longer));
            }
        }
        if (started.size() < targets.size()) {
            started.forEach(ProbeRun::cancel);
        }
        return started.stream().map(study::keep).toList();
    }

    /** Link i runs from step i to step i + m of m links; the later part of each step is past the new one's slow start. */
    private static List<Phase> phases(List<Measurement> runs, Duration step) {
        int links = runs.size();
        double seconds = Durations.seconds(step);
        var phases = new ArrayList<Phase>();
        for (int phase = 0; phase < 2 * links - 1; phase++) {
            int at = phase;
            List<Integer> running = IntStream.range(0, links)
                    .filter(link -> link <= at && at < link + links)
                    .boxed()
                    .toList();
            double sum = running.stream()
                    .mapToDouble(link -> rate(runs.get(link), (at - link + RAMP) * seconds, (at - link + 1) * seconds))
                    .sum();
            phases.add(new Phase(
                    step.multipliedBy(phase), step.multipliedBy(phase + 1L), running, Bandwidth.ofBitsPerSecond(sum)));
        }
        return phases;
    }

    private static double rate(Measurement run, double from, double to) {
        return run instanceof ThroughputMeasurement whole ? RunRates.between(whole, from, to) : 0;
    }

    /** Rate of a link while all run: in the last step of the first, the first of the last. */
    static Bandwidth whileAllRun(List<Measurement> runs, int link, Duration step) {
        int links = runs.size();
        double seconds = Durations.seconds(step);
        double at = links - 1 - link;
        return Bandwidth.ofBitsPerSecond(rate(runs.get(link), (at + RAMP) * seconds, (at + 1) * seconds));
    }
}
