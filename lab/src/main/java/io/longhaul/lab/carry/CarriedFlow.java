package io.longhaul.lab.carry;

import io.longhaul.core.units.DataSize;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.virtual.VirtualFlow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One flow while it is carried: a listener at its end, threads of both sites that send and receive, and what the receivers
 * counted. Its sockets are made on threads of their sites only.
 */
final class CarriedFlow implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CarriedFlow.class);
    private static final int CHUNK = 1 << 16;

    private final VirtualFlow spec;
    private final long origin;
    private final AtomicLong unsent;
    private final LongAdder received = new LongAdder();
    private final CountDownLatch open;
    private final AtomicLong lastOctet = new AtomicLong();
    private final List<Count> counts = new ArrayList<>();
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<ServerSocket> listener = new CompletableFuture<>();
    private volatile boolean stopped;

    /** What had arrived by a time since the origin. */
    record Count(long nanos, long bytes) {}

    CarriedFlow(VirtualFlow spec, long origin) {
        this.spec = spec;
        this.origin = origin;
        this.unsent = new AtomicLong(spec.volume().map(DataSize::bytes).orElse(Long.MAX_VALUE));
        this.open = new CountDownLatch(spec.streams());
    }

    /** Starts to listen, and to send when the flow's time has come. */
    void start(SiteContext from, SiteContext to) {
        Executor there = thread(to.threads());
        there.execute(() -> {
            try {
                var server = new ServerSocket(0, spec.streams(), to.address());
                listener.complete(server);
                for (int i = 0; i < spec.streams(); i++) {
                    Socket socket = server.accept();
                    sockets.add(socket);
                    there.execute(() -> receive(socket));
                }
            } catch (IOException e) {
                listener.completeExceptionally(e);
            }
        });
        var address = new InetSocketAddress(to.address(), listener.join().getLocalPort());
        Executor here = thread(from.threads());
        for (int i = 0; i < spec.streams(); i++) {
            here.execute(() -> send(address));
        }
    }

    private static Executor thread(ThreadFactory factory) {
        return task -> factory.newThread(task).start();
    }

    private void send(InetSocketAddress address) {
        try (var socket = new Socket()) {
            sockets.add(socket);
            sleepUntil(spec.start().toNanos());
            socket.connect(address);
            OutputStream out = socket.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int some = take(); some > 0 && !stopped; some = take()) {
                out.write(chunk, 0, some);
            }
            socket.shutdownOutput();
            open.await(); // closing earlier would not hurt, but this keeps the port in one state
        } catch (IOException e) {
            LOG.debug("A stream of {} ended.", spec.link(), e); // closed by stop()
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - now();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }

    private int take() {
        return (int) Math.min(CHUNK, Math.max(0, unsent.getAndAdd(-CHUNK)));
    }

    private void receive(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[4 * CHUNK];
            for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
                received.add(some);
                lastOctet.accumulateAndGet(now(), Math::max);
            }
        } catch (IOException e) {
            LOG.debug("A stream of {} ended.", spec.link(), e); // closed by stop()
        } finally {
            open.countDown();
        }
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    /** Notes what has arrived by now; called by one thread. */
    void count() {
        counts.add(new Count(now(), received.sum()));
    }

    List<Count> counts() {
        return counts;
    }

    /** Whether its time is over and it has no volume that would end it. */
    boolean isOver() {
        return isDone() || spec.stop().map(stop -> now() > stop.toNanos()).orElse(false);
    }

    boolean isDone() {
        return open.getCount() == 0;
    }

    /** When the whole volume had arrived. */
    OptionalLong finishedNanos() {
        boolean whole =
                spec.volume().map(volume -> received.sum() >= volume.bytes()).orElse(false);
        return whole ? OptionalLong.of(lastOctet.get()) : OptionalLong.empty();
    }

    @Override
    public void close() {
        stopped = true;
        sockets.forEach(CarriedFlow::closeQuietly);
        if (listener.isDone() && !listener.isCompletedExceptionally()) {
            closeQuietly(listener.join());
        }
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            LOG.debug("A socket did not close.", e);
        }
    }
}
