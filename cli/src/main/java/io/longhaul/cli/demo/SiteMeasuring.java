package io.longhaul.cli.demo;

import io.longhaul.lab.LabException;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * The demo's schedule, carried out inside a faithful lab's process. The argument is the directory of the log; progress is
 * {@code <done> <doing>}; the answer is how many probes failed.
 */
public final class SiteMeasuring implements LabTask {
    /** Made by the lab, which knows this class by its name. */
    public SiteMeasuring() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws InterruptedException {
        try (LogWriter log = MeasurementLog.at(Path.of(argument))
                        .openWriter(LogOptions.DEFAULT, warning -> progress.accept("0 " + warning.message()));
                var measuring = new LabMeasuring(
                        sites,
                        link -> new InetSocketAddress(sites.at(link.to()).address(), AgentOptions.DEFAULT_PORT),
                        AccessToken.ofEnvironment(System.getenv()),
                        log,
                        (done, doing) -> progress.accept(done + " " + doing))) {
            // probes wait without minding interrupts: they are told to stop instead
            var work = CompletableFuture.runAsync(
                    () -> measuring.run(DemoSchedule.of(sites.topology(), LabKind.FAITHFUL)));
            try {
                work.get();
            } catch (InterruptedException cancelled) {
                measuring.stop();
                work.join();
            } catch (ExecutionException e) {
                throw new LabException("Measuring failed: " + e.getCause() + ".", "See the cause.", e);
            }
            return Integer.toString(measuring.failed());
        }
    }
}
