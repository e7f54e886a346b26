package io.longhaul.lab.faithful;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Sends 4 MB to a program that sets its own receive buffer: {@code <from> <to>}; answers what arrived. */
public final class WideWindowTask implements LabTask {
    private static final int VOLUME = 4 << 20;

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
        String[] words = argument.split(" ", -1);
        SiteContext to = sites.at(SiteId.parse(words[1]));
        var port = new CompletableFuture<Integer>();
        var received = new CompletableFuture<Integer>();
        to.threads().newThread(() -> receive(to, port, received)).start();
        var address = new InetSocketAddress(to.address(), port.get());
        sites.at(SiteId.parse(words[0]))
                .threads()
                .newThread(() -> send(address))
                .start();
        return Integer.toString(received.get());
    }

    private static void receive(
            SiteContext site, CompletableFuture<Integer> port, CompletableFuture<Integer> received) {
        try (var server = new ServerSocket()) {
            server.setReceiveBufferSize(VOLUME);
            server.bind(new InetSocketAddress(site.address(), 0));
            port.complete(server.getLocalPort());
            try (Socket client = server.accept()) {
                received.complete(client.getInputStream().readAllBytes().length);
            }
        } catch (IOException e) {
            port.completeExceptionally(e);
            received.completeExceptionally(e);
        }
    }

    private static void send(InetSocketAddress to) {
        try (var socket = new Socket()) {
            socket.connect(to);
            socket.getOutputStream().write(new byte[VOLUME]);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
