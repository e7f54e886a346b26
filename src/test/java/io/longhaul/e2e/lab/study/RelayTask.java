package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A relay that ends TCP on both sides, until it is cancelled. The argument is {@code <site> <port> <site to go on to> <its
 * port>}; progress is {@code listening}.
 */
public final class RelayTask implements LabTask {
    private static final Logger LOG = LoggerFactory.getLogger(RelayTask.class);
    private static final int BUFFER = 1 << 17;

    /** Made by the lab, which knows this class by its name. */
    public RelayTask() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
        String[] words = argument.split(" ", -1);
        ThreadFactory threads = sites.at(SiteId.parse(words[0])).threads();
        var onward = new InetSocketAddress(sites.at(SiteId.parse(words[2])).address(), Integer.parseInt(words[3]));
        var listening = new CompletableFuture<ServerSocket>();
        start(threads, () -> {
            try (var server = new ServerSocket(Integer.parseInt(words[1]), 128)) {
                listening.complete(server);
                while (!server.isClosed()) {
                    Socket in = server.accept();
                    Socket out = new Socket();
                    out.connect(onward);
                    in.setTcpNoDelay(true);
                    out.setTcpNoDelay(true);
                    start(threads, () -> pump(in, out));
                    start(threads, () -> pump(out, in));
                }
            } catch (IOException e) {
                listening.completeExceptionally(e);
            }
        });
        try (ServerSocket server = listening.get()) {
            progress.accept("listening");
            new CompletableFuture<Void>().get(); // until interrupted
            return server.toString();
        } catch (InterruptedException cancelled) {
            return "cancelled";
        }
    }

    private static void start(ThreadFactory threads, Runnable work) {
        threads.newThread(work).start();
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
                out.write(buffer, 0, some);
            }
        } catch (IOException e) {
            LOG.debug("A relayed connection ended.", e);
        }
    }
}
