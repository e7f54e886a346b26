package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TCP handshakes one after another, which the far kernel answers by itself. The argument is {@code <site> <far site>
 * <count>}; the answer has for each, in milliseconds, what it took by the kernel's clock and by the caller's, with a comma
 * between.
 */
public final class HandshakeTask implements LabTask {
    private static final Logger LOG = LoggerFactory.getLogger(HandshakeTask.class);
    private static final int WARM_UP = 10;
    private static final int PAUSE_MILLIS = 10;

    /** Made by the lab, which knows this class by its name. */
    public HandshakeTask() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
        String[] words = argument.split(" ", -1);
        SiteContext there = sites.at(SiteId.parse(words[1]));
        var listening = new CompletableFuture<ServerSocket>();
        there.threads().newThread(() -> accept(there, listening)).start();
        try (ServerSocket server = listening.get()) {
            var address = new InetSocketAddress(there.address(), server.getLocalPort());
            var answer = new CompletableFuture<String>();
            sites.at(SiteId.parse(words[0]))
                    .threads()
                    .newThread(() -> connect(address, Integer.parseInt(words[2]), answer))
                    .start();
            return answer.get();
        }
    }

    private static void accept(SiteContext site, CompletableFuture<ServerSocket> listening) {
        try (var server = new ServerSocket(0, 128, site.address())) {
            listening.complete(server);
            while (!server.isClosed()) {
                server.accept().close();
            }
        } catch (IOException e) {
            listening.completeExceptionally(e); // or closed by the task
            LOG.debug("The listener ended.", e);
        }
    }

    private static void connect(InetSocketAddress address, int count, CompletableFuture<String> answer) {
        var times = new StringBuilder();
        try {
            for (int i = 0; i < count + WARM_UP; i++) {
                long begin = System.nanoTime();
                double kernel = KernelHandshake.millis((Inet4Address) address.getAddress(), address.getPort());
                double caller = (System.nanoTime() - begin) / 1e6;
                if (i >= WARM_UP) {
                    times.append(String.format(Locale.ROOT, "%.4f,%.4f ", kernel, caller));
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            answer.complete(times.toString().strip());
        } catch (IOException | InterruptedException e) {
            answer.completeExceptionally(e);
        }
    }
}
