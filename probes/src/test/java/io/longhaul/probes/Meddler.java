package io.longhaul.probes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and a server on loopback, passes all connections on, and can end one of them. */
final class Meddler implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    private final ServerSocket listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final List<Passage> passages = new CopyOnWriteArrayList<>();
    private final int server;

    Meddler(int server) throws IOException {
        this.server = server;
        daemon(this::accept);
    }

    /** Both ends of a connection. */
    private record Passage(Socket client, Socket server) {}

    int port() {
        return listening.getLocalPort();
    }

    /** Ends the latest connection at both ends: by resets, or in good order. */
    void end(boolean reset) throws IOException {
        Passage last = passages.get(passages.size() - 1);
        last.client.setSoLinger(reset, 0);
        last.server.setSoLinger(reset, 0);
        last.client.close();
        last.server.close();
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket client = listening.accept();
                Socket there = new Socket(InetAddress.getLoopbackAddress(), server);
                client.setTcpNoDelay(true);
                there.setTcpNoDelay(true);
                passages.add(new Passage(client, there));
                daemon(() -> pass(client, there));
                daemon(() -> pass(there, client));
            }
        } catch (IOException e) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            int count = from.getInputStream().read(buffer);
            while (count >= 0) {
                to.getOutputStream().write(buffer, 0, count);
                count = from.getInputStream().read(buffer);
            }
        } catch (IOException ended) {
            // by one of the ends, or by the test
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "meddler");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Passage passage : passages) {
            passage.client.close();
            passage.server.close();
        }
    }
}
