package io.longhaul.probes.study;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.ContentionRuns;
import io.longhaul.probes.client.Probing;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Tells a VM's cap from caps of paths: measures the links of one VM one by one, then starts and stops them in turn (figure
 * 2b of "To Relay or Not to Relay for Inter-Cloud Transfers?", HotCloud 2018). Links that share the VM's cap carry together
 * what one carries alone. Forward asks about the egress of this VM, reverse about its ingress. Blocks the calling thread,
 * which must not be an event loop. Ends early, with what it has, when that thread is interrupted, the prober is cancelled
 * or a link fails. Thread-safe.
 */
public final class Contention {
    private static final int ROUND_TRIPS_A_STEP = 20;

    private final Probing prober;
    private final Rest rest;

    /**
     * @param prober that runs the links
     * @param rest that waits between two starts
     */
    public Contention(Probing prober, Rest rest) {
        this.prober = prober;
        this.rest = rest;
    }

    /**
     * Runs the study: each link for the time of the specification alone, then all in turn, each start half of that time, or
     * twenty round trips, after the one before.
     *
     * @param targets at least two agents
     * @param spec of every run; one with a volume ends there
     * @param done hears of every run as it ends
     */
    public ContentionRuns run(List<ProbeTarget> targets, ThroughputSpec spec, Consumer<Measurement> done) {
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
        Duration step = step(spec, alone);
        List<Measurement> staggered = study.isOver() ? List.of() : staggered(study, targets, spec, step);
        ContentionRuns.Flow flow = switch (spec.direction()) {
            case FORWARD -> ContentionRuns.Flow.OUT;
            case REVERSE -> ContentionRuns.Flow.IN;
            case BIDIRECTIONAL -> ContentionRuns.Flow.BOTH;
        };
        return new ContentionRuns(
                flow, targets.stream().map(target -> target.link().to()).toList(), alone, staggered);
    }

    /** Half of a run, and on a long path as many round trips as slow start and what it disturbs may need. */
    private static Duration step(ThroughputSpec spec, List<Measurement> alone) {
        Duration half = spec.stop().time().dividedBy(2);
        Duration settling = alone.stream()
                .flatMap(run -> run instanceof ThroughputMeasurement whole
                        ? whole.rtt().flatMap(RttSummary::median).stream()
                        : Stream.empty())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO)
                .multipliedBy(ROUND_TRIPS_A_STEP);
        return half.compareTo(settling) < 0 ? settling : half;
    }

    /** Each link starts a step after the one before moves data, and ends a step after the one before was ended. */
    private static List<Measurement> staggered(
            StudyRuns study, List<ProbeTarget> targets, ThroughputSpec spec, Duration step) {
        ThroughputSpec longer = spec.withStop(
                new StopRule(step.multipliedBy(targets.size() + 1L), spec.stop().volume()));
        var started = new ArrayList<StudyRuns.Underway>();
        for (ProbeTarget target : targets) {
            if (!started.isEmpty()) {
                study.rest(step);
            }
            if (!study.isOver()) {
                StudyRuns.Underway run = study.start(target, longer);
                study.await(run);
                started.add(run);
            }
        }
        if (started.size() < targets.size()) {
            started.forEach(link -> link.run().cancel());
        }
        for (StudyRuns.Underway link : started) {
            study.rest(step);
            link.run().finish(StopReason.TIME);
        }
        return started.stream().map(link -> study.keep(link)).toList();
    }
}
