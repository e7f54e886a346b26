package io.longhaul.cli.demo;

import io.longhaul.campaign.plan.Campaign;
import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.lab.LabEnvironment;
import io.longhaul.cli.lab.SiteAgents;
import io.longhaul.cli.text.Progress;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCall;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;

/** Measures a campaign on a faithful lab, from inside its process. Confined to one thread. */
final class FaithfulDemo {
    /** A machine that is too busy for the lab makes runs be tried again. */
    private static final int PATIENCE = 10;

    /** Kernel TCP needs a longer queue than the portable lab, whose queues push back and never drop. */
    private static final Duration QUEUE = Duration.ofMillis(50);

    private final PrintWriter err;

    FaithfulDemo(PrintWriter err) {
        this.err = err;
    }

    ExitCode measure(LabTopology topology, Campaign campaign, MeasurementLog log) {
        FaithfulLab.Options options = FaithfulLab.Options.defaults()
                .withAgents(SiteAgents.class.getName())
                .withEnvironment(LabEnvironment.create(System.getenv(), new SecureRandom()));
        Duration patience =
                LabCampaign.expected(campaign).multipliedBy(PATIENCE).plusMinutes(1);
        try (FaithfulLab lab = FaithfulLab.start(withQueues(topology), options);
                Progress progress = Progress.of("Measuring", campaign.measurements(), err)) {
            LabCall measuring = lab.call(
                    SiteMeasuring.class, log.directory().toAbsolutePath().toString(), line -> {
                        int space = line.indexOf(' ');
                        progress.at(Integer.parseInt(line.substring(0, space)), line.substring(space + 1));
                    });
            try (Interruption ignored = Interruption.calling(measuring::cancel)) {
                return measuring.await(patience).equals(SiteMeasuring.EVERYTHING) ? ExitCode.OK : ExitCode.INCOMPLETE;
            }
        }
    }

    private static LabTopology withQueues(LabTopology topology) {
        List<LabSite> sites = topology.sites().stream()
                .map(site -> new LabSite(
                        site.id(),
                        site.vmType(),
                        site.caps(),
                        site.queue().compareTo(QUEUE) < 0 ? QUEUE : site.queue(),
                        site.window(),
                        site.congestion(),
                        site.location()))
                .toList();
        return new LabTopology(topology.name(), topology.about(), sites, topology.links(), topology.changes());
    }
}
