package io.longhaul.cli.command;

import io.longhaul.cli.Interruption;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;

/**
 * The machinery a study runs on: event loops, a prober, and Ctrl-C, which gives up the probes under way and wakes a rest;
 * the study then ends with what it has. Use with try-with-resources. Confined to the thread that made it.
 */
final class StudyRun implements AutoCloseable {
    private final EventLoops loops;
    private final Prober prober;
    private final Interruption interruption;

    StudyRun() {
        loops = EventLoops.start(Runtime.getRuntime().availableProcessors());
        prober = new Prober(loops);
        Thread worker = Thread.currentThread();
        interruption = Interruption.calling(() -> {
            prober.cancelAll();
            worker.interrupt();
        });
    }

    Prober prober() {
        return prober;
    }

    @Override
    public void close() {
        loops.close();
        interruption.close();
    }
}
