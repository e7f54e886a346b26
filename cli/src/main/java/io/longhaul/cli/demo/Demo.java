package io.longhaul.cli.demo;

import io.longhaul.campaign.plan.Campaign;
import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.Version;
import io.longhaul.cli.input.BeliefOptions;
import io.longhaul.cli.input.Places;
import io.longhaul.cli.report.HtmlReport;
import io.longhaul.cli.report.LogDigest;
import io.longhaul.cli.report.ReportData;
import io.longhaul.cli.report.Verdicts;
import io.longhaul.cli.text.DemoText;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.SiteId;
import io.longhaul.estimator.Estimator;
import io.longhaul.lab.portable.PortableLab;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.json.RecommendationsJson;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measure, estimate, recommend, report: the main job on the embedded lab. Confined to one thread. */
public final class Demo {
    private static final DateTimeFormatter FOLDER =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int EVENT_LOOPS = 2;

    private final PrintWriter out;
    private final PrintWriter err;
    private final InstantSource clock;

    public Demo(PrintWriter out, PrintWriter err, InstantSource clock) {
        this.out = out;
        this.err = err;
        this.clock = clock;
    }

    /** Runs the whole of it; every run keeps its files in a folder of its own. */
    public ExitCode run(LabKind kind, String topologyName, Path directory) {
        LabTopology topology = TopologyYaml.load(topologyName);
        List<SiteId> sites = topology.sites().stream().map(LabSite::id).toList();
        Path folder = directory.resolve(FOLDER.format(clock.instant()));
        MeasurementLog log = MeasurementLog.at(folder.resolve("log"));
        Campaign campaign = LabCampaign.of(topology, kind);
        err.println("Measuring " + campaign.pairs().size() + " links between " + sites.size()
                + " sites on this machine, about "
                + LabCampaign.expected(campaign).toSeconds() + " s. " + topology.about() + ".");
        ExitCode measured = kind == LabKind.PORTABLE
                ? measure(topology, campaign.measurements(), log)
                : new FaithfulDemo(err).measure(topology, campaign, log);

        List<Measurement> measurements = log.readAll(ReadOptions.strict(warning -> err.println(warning.message())));
        Snapshot snapshot = Estimator.estimate(measurements.stream(), DocumentedCaps.NONE);
        PriceBook prices = BeliefOptions.pricesOf(sites, Optional.empty(), Optional.empty());
        new PriceBookJson().write(log.pricesFile(), prices);
        new SnapshotJson().write(folder.resolve("snapshot.json"), snapshot);
        List<Recommendations> verdicts = Verdicts.of(snapshot, prices);
        if (verdicts.isEmpty()) {
            err.println("Nothing was measured to the end; what there is, is in " + folder + ".");
            return ExitCode.INCOMPLETE;
        }
        new RecommendationsJson().write(folder.resolve("recommendations.json"), verdicts.get(0));
        Path report = folder.resolve("report.html");
        HtmlReport.write(
                new ReportData(
                        "Longhaul demo: " + topology.name(),
                        "longhaul " + Version.text(),
                        clock.instant(),
                        LogDigest.of(measurements),
                        snapshot,
                        verdicts,
                        Places.of(sites)),
                report);
        out.println(DemoText.of(snapshot, verdicts.get(0), folder, report));
        return measured;
    }

    /** The portable lab with an agent for every site, all on loopback. */
    private ExitCode measure(LabTopology topology, long measurements, MeasurementLog log) {
        Map<SiteId, Agent> agents = new HashMap<>();
        try (EventLoops loops = EventLoops.start(EVENT_LOOPS)) {
            topology.sites().forEach(site -> agents.put(site.id(), Agent.start(AgentOptions.onLoopback(0), loops)));
            try (PortableLab lab = PortableLab.start(topology, site -> address(agents, site));
                    Progress progress = Progress.of("Measuring", measurements, err);
                    var measuring = new LabCampaign(
                            lab, LabKind.PORTABLE, lab::address, Optional.empty(), log.directory(), progress::at)) {
                try (Interruption ignored = Interruption.calling(measuring::stop)) {
                    return measuring.run() ? ExitCode.OK : ExitCode.INCOMPLETE;
                }
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                return ExitCode.INCOMPLETE;
            } finally {
                agents.values().forEach(Agent::close);
            }
        }
    }

    private static InetSocketAddress address(Map<SiteId, Agent> agents, SiteId site) {
        return Optional.ofNullable(agents.get(site))
                .map(Agent::address)
                .orElseThrow(() -> new IllegalStateException("no agent at " + site));
    }
}
