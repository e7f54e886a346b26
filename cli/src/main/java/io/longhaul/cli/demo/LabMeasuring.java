package io.longhaul.cli.demo;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.store.log.LogWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Carries a schedule out on a running lab and appends every measurement, also the failed ones, to a log as soon as it
 * is there. {@link #stop} may be called from any thread; the rest is confined to one.
 */
final class LabMeasuring {
    /** How often a run is tried that does not count, as the machine was too busy for the lab. */
    private static final int ATTEMPTS = 3;

    private final WanUnderTest wan;
    private final LogWriter log;
    private final Listener listener;
    private final List<ProbeRun> running = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;
    private int done;
    private int failed;

    /** Hears how far the work is. */
    interface Listener {
        void measured(int done, String doing);
    }

    LabMeasuring(WanUnderTest wan, LogWriter log, Listener listener) {
        this.wan = wan;
        this.log = log;
        this.listener = listener;
    }

    /** Carries out the schedule, or as much of it as came before {@link #stop}. */
    void run(DemoSchedule schedule) {
        together(
                schedule.links(),
                link -> wan.prober(link).latency(target(link), schedule.latency()),
                "round-trip times");
        for (DemoSchedule.Round round : schedule.rounds()) {
            for (ThroughputSpec spec : round.throughput()) {
                String doing = spec.streams() == 1 ? "one stream" : spec.streams() + " streams";
                together(round.links(), link -> wan.prober(link).throughput(target(link), spec, sample -> {}), doing);
            }
        }
    }

    private void together(List<Link> links, Function<Link, ProbeRun> start, String doing) {
        for (int attempt = 1; !stopped; attempt++) {
            wan.beginRun();
            List<Measurement> measured = measure(links, start);
            List<String> complaints = wan.complaints();
            if (complaints.isEmpty() || attempt == ATTEMPTS) {
                measured.forEach(measurement -> keep(judged(measurement, complaints), doing));
                return;
            }
            listener.measured(done, doing + " again: " + complaints.get(0));
        }
    }

    private List<Measurement> measure(List<Link> links, Function<Link, ProbeRun> start) {
        List<ProbeRun> runs = new ArrayList<>();
        links.forEach(link -> runs.add(start.apply(link)));
        running.addAll(runs);
        if (stopped) {
            runs.forEach(ProbeRun::cancel);
        }
        List<Measurement> measured = new ArrayList<>();
        runs.forEach(run -> measured.add(wan.view(run.join())));
        running.clear();
        return measured;
    }

    private void keep(Measurement measurement, String doing) {
        log.append(measurement);
        failed += measurement instanceof FailedMeasurement ? 1 : 0;
        done++;
        listener.measured(done, doing);
    }

    /** A number from a lab that was not punctual is no number. */
    private static Measurement judged(Measurement measurement, List<String> complaints) {
        return complaints.isEmpty() || measurement instanceof FailedMeasurement
                ? measurement
                : new FailedMeasurement(
                        measurement.header(),
                        measurement instanceof LatencyMeasurement ? "latency" : "throughput",
                        "lab-not-punctual",
                        String.join(" ", complaints));
    }

    private ProbeTarget target(Link link) {
        LabTopology topology = wan.topology();
        InetSocketAddress address = wan.agent(link);
        return new ProbeTarget(
                address.getAddress().getHostAddress(),
                address.getPort(),
                link,
                Optional.of(vmType(topology.getSite(link.from()))),
                Optional.of(vmType(topology.getSite(link.to()))),
                Optional.of(topology.name()),
                wan.token());
    }

    /** Not the name of the real type alone: what is documented of that does not hold for the emulated one. */
    private static String vmType(LabSite site) {
        return "lab " + site.vmType();
    }

    /** Gives up what is running; what was measured is in the log. */
    void stop() {
        stopped = true;
        running.forEach(ProbeRun::cancel);
    }

    boolean wasStopped() {
        return stopped;
    }

    int failed() {
        return failed;
    }
}
