package io.longhaul.lab.portable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server that does what the first octet of a connection says: {@code E} sends everything back, {@code S} swallows and
 * counts, {@code G} sends until the client goes. Loopback only; a thread per connection; closed by {@link #close}.
 */
final class TestAgent implements AutoCloseable {
    private final ServerSocketChannel server;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final AtomicLong swallowed = new AtomicLong();

    TestAgent() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        daemon("agent", this::acceptAll);
    }

    static Thread daemon(String name, Runnable body) {
        var thread = new Thread(body, "test-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    long swallowed() {
        return swallowed.get();
    }

    private void acceptAll() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                open.add(client);
                daemon("agent-connection", () -> serve(client));
            }
        } catch (IOException e) {
            // closed: the test is over
        }
    }

    private void serve(SocketChannel client) {
        var buffer = ByteBuffer.allocateDirect(256 << 10);
        try (client) {
            buffer.limit(1);
            if (client.read(buffer) < 1) {
                return;
            }
            byte mode = buffer.flip().get();
            buffer.clear();
            if (mode == 'G') {
                while (true) {
                    client.write(buffer.clear());
                }
            }
            while (client.read(buffer.clear()) >= 0) {
                if (mode == 'S') {
                    swallowed.addAndGet(buffer.position());
                } else {
                    buffer.flip();
                    while (buffer.hasRemaining()) {
                        client.write(buffer);
                    }
                }
            }
        } catch (IOException e) {
            // the client went: the test looks at its own end
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel client : open) {
            client.close();
        }
    }
}
