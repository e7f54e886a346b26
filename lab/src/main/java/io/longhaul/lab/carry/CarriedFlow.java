package io.longhaul.lab.carry;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.AgentFactory.SiteContext;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.FlowCurve;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.LabSites;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.OptionalInt;
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
    /** Small, so that octets are spread over time. */
    private static final int PACED_CHUNK = 1 << 13;

    /** How late a sleeper may wake without losing its turn. */
    private static final long BURST_NANOS = 20_000_000;

    /** What a sender's buffer holds of a paced flow, beyond what is in flight at its pace. */
    private static final double BUFFER = 1.5;

    private static final double NANOS = 1e9;

    private final LabFlow spec;
    private final CompletableFuture<Long> origin = new CompletableFuture<>();
    /** When it may connect. */
    private final CompletableFuture<Long> start;

    /** When its whole volume had arrived. */
    private final CompletableFuture<Long> whole = new CompletableFuture<>();

    /** A larger one would fill while windows open, and be emptied faster than its pace. */
    private OptionalInt sendBuffer = OptionalInt.empty();

    private final CountDownLatch ended = new CountDownLatch(1);
    /** When the next octets may leave by its pace. */
    private final AtomicLong paced = new AtomicLong(Long.MIN_VALUE);

    private final CountDownLatch ready;
    private final AtomicLong unsent;
    private final LongAdder received = new LongAdder();
    private final CountDownLatch open;
    private final AtomicLong lastOctet = new AtomicLong();
    private final FlowCurve curve = new FlowCurve();
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<ServerSocket> listener = new CompletableFuture<>();

    /**
     * @param earlier the flows before it, some of which it may wait for
     */
    CarriedFlow(LabFlow spec, List<CarriedFlow> earlier) {
        this.spec = spec;
        var first = origin.thenApply(nanos -> nanos + spec.start().toNanos());
        for (LabFlow.After after : spec.after()) {
            first = first.thenCombine(
                    earlier.get(after.flow()).whole,
                    (mine, other) -> Math.max(mine, other + after.delay().toNanos()));
        }
        start = first;
        this.ready = new CountDownLatch(spec.streams());
        this.unsent = new AtomicLong(spec.volume().map(DataSize::bytes).orElse(Long.MAX_VALUE));
        this.open = new CountDownLatch(spec.streams());
        curve.add(0, 0);
    }

    /** Listens, and has every sender's thread and socket made, so that none of that is part of the flow's time. */
    void prepare(LabSites sites) throws InterruptedException {
        spec.pace().ifPresent(pace -> {
            double inFlight = pace.bitsPerSecond()
                    / 8.0
                    / spec.streams()
                    * Durations.seconds(sites.topology().roundTrip(spec.link()));
            sendBuffer = OptionalInt.of((int) Math.min(Integer.MAX_VALUE, BUFFER * inFlight + 2 * PACED_CHUNK));
        });
        SiteContext from = sites.at(spec.link().from());
        SiteContext to = sites.at(spec.link().to());
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
        InetSocketAddress address = sites.towards(
                spec.link(), new InetSocketAddress(to.address(), listener.join().getLocalPort()));
        Executor here = thread(from.threads());
        for (int i = 0; i < spec.streams(); i++) {
            here.execute(() -> send(from, address));
        }
        ready.await();
    }

    /** The time from which the flow's times count, by {@link System#nanoTime}; it may be shortly ahead. */
    void begin(long originNanos) {
        origin.complete(originNanos);
    }

    private static Executor thread(ThreadFactory factory) {
        return task -> factory.newThread(task).start();
    }

    private void send(SiteContext from, InetSocketAddress address) {
        try (var socket = new Socket()) {
            sockets.add(socket);
            try {
                socket.bind(new InetSocketAddress(from.address(), 0)); // makes it
                if (sendBuffer.isPresent()) {
                    socket.setSendBufferSize(sendBuffer.getAsInt());
                }
            } finally {
                ready.countDown();
            }
            byte[] chunk = new byte[CHUNK];
            if (sleepUntil(start.join())) {
                return;
            }
            socket.connect(address);
            OutputStream out = socket.getOutputStream();
            for (int some = take(); some > 0 && !keepPace(some); some = take()) {
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

    /** Whether it was ended before that. */
    private boolean sleepUntil(long nanos) throws InterruptedException {
        return ended.await(Math.max(0, nanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Waits until octets may leave; whether it was ended before that. */
    private boolean keepPace(int octets) throws InterruptedException {
        if (spec.pace().isEmpty()) {
            return ended.getCount() == 0;
        }
        long takes = (long) (octets * 8 * NANOS / spec.pace().get().bitsPerSecond());
        long now = System.nanoTime();
        return sleepUntil(paced.updateAndGet(next -> Math.max(next, now - BURST_NANOS) + takes) - takes);
    }

    private int take() {
        int most = spec.pace().isPresent() ? PACED_CHUNK : CHUNK;
        return (int) Math.min(most, Math.max(0, unsent.getAndAdd(-most)));
    }

    private void receive(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[4 * CHUNK];
            for (int some = in.read(buffer); some >= 0; some = in.read(buffer)) {
                received.add(some);
                lastOctet.accumulateAndGet(now(), Math::max);
                if (spec.volume().isPresent()
                        && received.sum() >= spec.volume().get().bytes()) {
                    whole.complete(System.nanoTime());
                }
            }
        } catch (IOException e) {
            LOG.debug("A stream of {} ended.", spec.link(), e); // closed by stop()
        } finally {
            open.countDown();
        }
    }

    private long now() {
        return System.nanoTime() - origin.join();
    }

    /** Notes what has arrived by now; called by one thread. */
    void count() {
        curve.add(now() / NANOS, (double) received.sum());
    }

    /** Whether its time is over and it has no volume that would end it. */
    boolean isOver() {
        return isDone() || spec.stop().map(stop -> now() > stop.toNanos()).orElse(false);
    }

    boolean isDone() {
        return open.getCount() == 0;
    }

    /** What was counted, and when the whole volume had arrived. */
    CarriedFlows.Outcome outcome() {
        boolean whole =
                spec.volume().map(volume -> received.sum() >= volume.bytes()).orElse(false);
        return new CarriedFlows.Outcome(curve, 0, whole ? lastOctet.get() / NANOS : Double.POSITIVE_INFINITY);
    }

    @Override
    public void close() {
        ended.countDown();
        start.complete(System.nanoTime()); // lets go of senders that wait for it
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
