package io.longhaul.cli.demo;

import io.longhaul.lab.LabException;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * The demo's campaign, carried out inside a faithful lab's process. The argument is the directory of the log; progress is
 * {@code <done> <doing>}; the answer is {@value #EVERYTHING} when all was measured.
 */
public final class SiteMeasuring implements LabTask {
    static final String EVERYTHING = "everything";

    /** Made by the lab, which knows this class by its name. */
    public SiteMeasuring() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws InterruptedException {
        try (var measuring = new LabCampaign(
                sites,
                LabKind.FAITHFUL,
                link -> new InetSocketAddress(sites.at(link.to()).address(), AgentOptions.DEFAULT_PORT),
                AccessToken.ofEnvironment(System.getenv()),
                Path.of(argument),
                (done, doing) -> progress.accept(done + " " + doing))) {
            // probes wait without minding interrupts: they are told to stop instead
            var work = CompletableFuture.supplyAsync(() -> {
                try {
                    return measuring.run();
                } catch (InterruptedException ending) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            });
            boolean everything;
            try {
                everything = work.get();
            } catch (InterruptedException cancelled) {
                measuring.stop();
                everything = work.join();
            } catch (ExecutionException e) {
                throw new LabException("Measuring failed: " + e.getCause() + ".", "See the cause.", e);
            }
            return everything ? EVERYTHING : "a part";
        }
    }
}
