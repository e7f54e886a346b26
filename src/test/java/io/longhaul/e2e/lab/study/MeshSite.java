package io.longhaul.e2e.lab.study;

import io.longhaul.lab.AgentFactory.SiteContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One site of a full mesh: takes what comes, and sends to every peer. All its sockets are on one thread of the site. */
final class MeshSite {
    private static final Logger LOG = LoggerFactory.getLogger(MeshSite.class);
    private static final int PORT = 7207;
    private static final int BUFFER = 1 << 14;
    private static final int POLL_MILLIS = 200;

    private final SiteContext site;
    private final CountDownLatch listening;
    private final CountDownLatch carrying;
    private final AtomicLong received = new AtomicLong();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
    private volatile boolean stopped;

    MeshSite(SiteContext site, CountDownLatch listening, CountDownLatch carrying) {
        this.site = site;
        this.listening = listening;
        this.carrying = carrying;
    }

    void start() {
        site.threads().newThread(this::run).start();
    }

    long received() {
        return received.get();
    }

    void close() {
        stopped = true;
    }

    private void run() {
        try (Selector selector = Selector.open();
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.configureBlocking(false);
            server.bind(
                    new InetSocketAddress(site.address(), PORT), site.peers().size());
            server.register(selector, SelectionKey.OP_ACCEPT);
            listening.countDown();
            listening.await();
            for (InetAddress peer : site.peers().values()) {
                if (!peer.equals(site.address())) {
                    connect(selector, new InetSocketAddress(peer, PORT));
                }
            }
            while (!stopped) {
                selector.select(POLL_MILLIS);
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(selector, key);
                }
                selector.selectedKeys().clear();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            LOG.warn("The mesh failed at {}.", site.site(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void connect(Selector selector, InetSocketAddress peer) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(peer);
        channel.register(selector, SelectionKey.OP_CONNECT);
    }

    private void serve(Selector selector, SelectionKey key) throws IOException {
        if (key.isAcceptable()) {
            SocketChannel accepted = ((ServerSocketChannel) key.channel()).accept();
            accepted.configureBlocking(false);
            accepted.register(selector, SelectionKey.OP_READ, new boolean[1]);
        } else if (key.isConnectable()) {
            ((SocketChannel) key.channel()).finishConnect();
            key.interestOps(SelectionKey.OP_WRITE);
        } else if (key.isWritable()) {
            out.clear();
            ((SocketChannel) key.channel()).write(out);
        } else if (key.isReadable()) {
            read(key);
        }
    }

    private void read(SelectionKey key) throws IOException {
        in.clear();
        int some = ((SocketChannel) key.channel()).read(in);
        if (some < 0) {
            key.cancel();
            key.channel().close();
        } else if (key.attachment() instanceof boolean[] seen) {
            received.addAndGet(some);
            if (!seen[0]) {
                seen[0] = true;
                carrying.countDown();
            }
        }
    }
}
