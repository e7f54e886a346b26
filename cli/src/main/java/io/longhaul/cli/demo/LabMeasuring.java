package io.longhaul.cli.demo;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.store.log.LogWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Carries a schedule out on a running lab, with a prober at every site, and appends every measurement, also the failed
 * ones, to a log as soon as it is there. {@link #stop} may be called from any thread; the rest is confined to one.
 */
final class LabMeasuring implements AutoCloseable {
    /** How often a run is tried that does not count, as the machine was too busy for the lab. */
    private static final int ATTEMPTS = 3;

    private final LabSites sites;
    private final Function<Link, InetSocketAddress> agents;
    private final Optional<AccessToken> token;
    private final Map<SiteId, EventLoops> loops = new LinkedHashMap<>();
    private final Map<SiteId, Prober> probers = new LinkedHashMap<>();
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

    /**
     * @param agents where a client at a link's beginning reaches the agent at its end
     * @param token what the agents ask for
     */
    LabMeasuring(
            LabSites sites,
            Function<Link, InetSocketAddress> agents,
            Optional<AccessToken> token,
            LogWriter log,
            Listener listener) {
        this.sites = sites;
        this.agents = agents;
        this.token = token;
        this.log = log;
        this.listener = listener;
        for (LabSite site : sites.topology().sites()) {
            EventLoops own = EventLoops.start(1, sites.at(site.id()).threads());
            loops.put(site.id(), own);
            probers.put(site.id(), new Prober(own));
        }
    }

    /** Carries out the schedule, or as much of it as came before {@link #stop}. */
    void run(DemoSchedule schedule) {
        together(schedule.links(), link -> prober(link).latency(target(link), schedule.latency()), "round-trip times");
        for (DemoSchedule.Round round : schedule.rounds()) {
            for (ThroughputSpec spec : round.throughput()) {
                String doing = spec.streams() == 1 ? "one stream" : spec.streams() + " streams";
                together(round.links(), link -> prober(link).throughput(target(link), spec, sample -> {}), doing);
            }
        }
    }

    private Prober prober(Link link) {
        return Optional.ofNullable(probers.get(link.from()))
                .orElseThrow(() -> new IllegalStateException("no prober at " + link.from()));
    }

    /** The measurement without what this lab cannot show. */
    private Measurement view(Measurement measurement) {
        return sites.kernelsSeePath() ? measurement : LabView.of(measurement);
    }

    private void together(List<Link> links, Function<Link, ProbeRun> start, String doing) {
        for (int attempt = 1; !stopped; attempt++) {
            sites.resetHealth();
            List<Measurement> measured = measure(links, start);
            List<String> complaints = sites.health().complaints();
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
        runs.forEach(run -> measured.add(view(run.join())));
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
                        measurement.header(), measurement.kind(), "lab-not-punctual", String.join(" ", complaints));
    }

    private ProbeTarget target(Link link) {
        LabTopology topology = sites.topology();
        InetSocketAddress address = agents.apply(link);
        return new ProbeTarget(
                address.getAddress().getHostAddress(),
                address.getPort(),
                link,
                Optional.of(vmType(topology.getSite(link.from()))),
                Optional.of(vmType(topology.getSite(link.to()))),
                Optional.of(topology.name()),
                token);
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

    int failed() {
        return failed;
    }

    @Override
    public void close() {
        loops.values().forEach(EventLoops::close);
    }
}
