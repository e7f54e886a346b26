package io.longhaul.cli.lab;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.report.LabTruthJson;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.store.FileAccess;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program at a site of a lab that lives as long as the program. Confined to one thread.
 *
 * @param topology what to emulate
 * @param site where to run it
 * @param agents whether agents run at every site
 * @param seed of loss and jitter
 * @param truth file for what the lab did; none if null
 * @param strict whether a run that does not count is a failure
 */
public record LabRun(
        LabTopology topology,
        SiteId site,
        boolean agents,
        long seed,
        @Nullable Path truth,
        boolean strict) {
    /** As shells end. */
    private static final int NOT_FOUND = 127;

    private static final int NOT_ALLOWED = 126;

    /** Runs it on this process's terminal and returns its exit code. */
    public int run(List<String> command, PrintWriter err) {
        topology.getSite(site);
        FaithfulLab.Options options = FaithfulLab.Options.defaults()
                .withSeed(seed)
                .withInheritedIo()
                .withEnvironment(LabEnvironment.create(System.getenv(), new SecureRandom()));
        if (agents) {
            options = options.withAgents(SiteAgents.class.getName());
        }
        long begin = System.nanoTime();
        try (FaithfulLab lab = FaithfulLab.start(topology, options);
                Interruption ignored = Interruption.calling(lab::close)) {
            err.printf(
                    Locale.ROOT,
                    "%s: %d sites up in %.1f s (lab %s), %s. At %s:%n",
                    topology.name(),
                    topology.sites().size(),
                    (System.nanoTime() - begin) / 1e9,
                    lab.id(),
                    agents ? "an agent on port 5201 of each" : "without agents",
                    site);
            err.flush();
            int code;
            try (Foreground terminal = Foreground.leave()) {
                code = lab.run(site, command);
            }
            if (code == NOT_FOUND || code == NOT_ALLOWED) {
                err.println(command.get(0) + ", or a program it was to start, "
                        + (code == NOT_FOUND ? "was not found." : "may not be run."));
            }
            LabHealth health = lab.health();
            Optional.ofNullable(truth)
                    .ifPresent(file -> FileAccess.replace(file, LabTruthJson.write(lab.truth(), health)));
            tell(health, err);
            return code == 0 && strict && !health.isValid() ? ExitCode.INCOMPLETE.code() : code;
        }
    }

    private static void tell(LabHealth health, PrintWriter err) {
        if (health.isValid()) {
            err.printf(
                    Locale.ROOT,
                    "The lab kept its promises: %d packets, lateness median %.2f ms, p99 %.2f ms.%n",
                    health.packets(),
                    health.latenessP50Ms(),
                    health.latenessP99Ms());
        } else {
            err.println("Numbers of this run do not count:");
            health.complaints().forEach(complaint -> err.println("  " + complaint));
        }
        err.flush();
    }
}
