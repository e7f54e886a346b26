package io.longhaul.lab.faithful;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Numbered datagrams one way: {@code <from> <to> <count> <octets> <microseconds between>}; answers number:delay pairs. */
public final class DatagramTask implements LabTask {
    private static final int QUIET_MILLIS = 700;

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
        String[] words = argument.split(" ", -1);
        SiteContext from = sites.at(SiteId.parse(words[0]));
        SiteContext to = sites.at(SiteId.parse(words[1]));
        var open = new CompletableFuture<DatagramSocket>();
        var arrived = new CompletableFuture<String>();
        to.threads().newThread(() -> receive(to, open, arrived)).start();
        int port = open.get().getLocalPort();
        from.threads()
                .newThread(() -> send(
                        new InetSocketAddress(to.address(), port),
                        Integer.parseInt(words[2]),
                        Integer.parseInt(words[3]),
                        Integer.parseInt(words[4])))
                .start();
        return arrived.get();
    }

    private static void send(InetSocketAddress to, int count, int octets, int micros) {
        try (var socket = new DatagramSocket()) {
            for (int i = 0; i < count; i++) {
                byte[] payload = ByteBuffer.allocate(octets)
                        .putInt(i)
                        .putLong(System.nanoTime())
                        .array();
                socket.send(new DatagramPacket(payload, octets, to));
                if (micros > 0) {
                    TimeUnit.MICROSECONDS.sleep(micros);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void receive(
            SiteContext site, CompletableFuture<DatagramSocket> open, CompletableFuture<String> arrived) {
        var text = new StringBuilder();
        try (var socket = new DatagramSocket(0, site.address())) {
            socket.setReceiveBufferSize(1 << 21);
            open.complete(socket);
            var packet = new DatagramPacket(new byte[2_000], 2_000);
            socket.setSoTimeout(10_000);
            while (true) {
                socket.receive(packet);
                long now = System.nanoTime();
                ByteBuffer payload = ByteBuffer.wrap(packet.getData());
                int number = payload.getInt();
                text.append(String.format(Locale.ROOT, "%d:%.3f ", number, (now - payload.getLong()) / 1e6));
                socket.setSoTimeout(QUIET_MILLIS);
            }
        } catch (SocketTimeoutException e) {
            arrived.complete(text.toString().strip());
        } catch (IOException e) {
            open.completeExceptionally(e);
            arrived.completeExceptionally(e);
        }
    }
}
