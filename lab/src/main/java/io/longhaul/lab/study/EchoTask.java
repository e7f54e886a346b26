package io.longhaul.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Datagrams there and back, one after another. The argument is {@code <site> <far site> <count>}; the answer has the
 * round-trip times in milliseconds, in the order they were sent.
 */
public final class EchoTask implements LabTask {
    private static final Logger LOG = LoggerFactory.getLogger(EchoTask.class);
    private static final int PORT = 7107;
    private static final int WARM_UP = 50;
    private static final int PATIENCE_MILLIS = 5_000;

    /** Made by the lab, which knows this class by its name. */
    public EchoTask() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
        String[] words = argument.split(" ", -1);
        SiteContext here = sites.at(SiteId.parse(words[0]));
        SiteContext there = sites.at(SiteId.parse(words[1]));
        var reflector = new CompletableFuture<DatagramSocket>();
        there.threads().newThread(() -> reflect(there, reflector)).start();
        try (DatagramSocket far = reflector.get()) {
            var answer = new CompletableFuture<String>();
            here.threads()
                    .newThread(() -> echo(here, far, Integer.parseInt(words[2]), answer))
                    .start();
            return answer.get();
        } catch (ExecutionException e) {
            throw new IOException("echo failed: " + e.getCause(), e);
        }
    }

    private static void reflect(SiteContext site, CompletableFuture<DatagramSocket> opened) {
        try {
            var socket = new DatagramSocket(PORT, site.address());
            opened.complete(socket);
            var packet = new DatagramPacket(new byte[64], 64);
            while (true) {
                socket.receive(packet);
                socket.send(packet);
            }
        } catch (SocketException e) {
            opened.completeExceptionally(e); // closed, or never opened
        } catch (IOException e) {
            LOG.warn("The reflector failed.", e);
        }
    }

    private static void echo(SiteContext site, DatagramSocket far, int count, CompletableFuture<String> answer) {
        var times = new StringBuilder();
        try (var socket = new DatagramSocket(0, site.address())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(far.getLocalAddress(), PORT));
            var packet = new DatagramPacket(new byte[64], 64);
            for (int i = 0; i < count + WARM_UP; i++) {
                long begin = System.nanoTime();
                socket.send(packet);
                socket.receive(packet);
                if (i >= WARM_UP) {
                    times.append(String.format(Locale.ROOT, "%.4f ", (System.nanoTime() - begin) / 1e6));
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
            answer.complete(times.toString().strip());
        } catch (IOException | InterruptedException e) {
            answer.completeExceptionally(e);
        }
    }
}
