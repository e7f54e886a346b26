package io.longhaul.lab.portable;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.shape.RateLaw;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: takes octets from the sender's socket as window and caps allow, holds them for the
 * delay, writes them to the receiver's socket, and gives the window back one delay later. All times are those of the
 * model, so that late wake-ups of the loop do not add up. Confined to the loop's thread.
 */
final class ProxyStream {
    private static final int INITIAL_WINDOW = 10 * LossWindow.MSS;

    /** In slow start a sender paces at twice its window per round trip, as Linux does. */
    private static final double SLOW_START_PACE = 2;

    private static final double PACE_QUEUE_NANOS = 1e6;
    private static final double LATE_NANOS = 20e6;

    private final ProxyLoop loop;
    private final ProxyConnection connection;
    private final SocketChannel source;
    private final SocketChannel sink;
    private final WanPath path;
    private final WanPath wayBack;
    private final Bandwidth flowCap;
    private final RateServer pace;
    private final SplittableRandom random;

    private final ByteRing ring = new ByteRing();
    private final SpanQueue deliveries = new SpanQueue();
    private final SpanQueue acks = new SpanQueue();
    private long inFlight;
    private long congestionWindow = INITIAL_WINDOW;
    private double lastDelivery;
    private boolean open;
    private boolean sourceReady;
    private boolean sourceEnded;
    private boolean sourceReset;
    private boolean sinkBlocked;
    private boolean deliveryScheduled;
    private boolean ackScheduled;
    private boolean finished;
    private @Nullable RateServer waitingAt;
    private long bytesTaken;
    private long bytesDelivered;

    ProxyStream(
            ProxyLoop loop,
            ProxyConnection connection,
            SocketChannel source,
            SocketChannel sink,
            WanPath path,
            WanPath wayBack,
            Bandwidth flowCap,
            SplittableRandom random) {
        this.loop = loop;
        this.connection = connection;
        this.source = source;
        this.sink = sink;
        this.path = path;
        this.wayBack = wayBack;
        this.flowCap = flowCap;
        this.pace = new RateServer(new RateLaw.Constant(flowCap), PACE_QUEUE_NANOS);
        this.random = random;
        path.streams++;
    }

    /** From now on octets may leave: the handshake is over. */
    void start() {
        open = true;
        if (!finished) {
            wantSource(true);
        }
    }

    boolean isFinished() {
        return finished;
    }

    WanPath path() {
        return path;
    }

    long bytesTaken() {
        return bytesTaken;
    }

    long bytesDelivered() {
        return bytesDelivered;
    }

    /** The sender's socket has octets, an end or an error. */
    void sourceReady(double now) {
        sourceReady = true;
        pump(now);
    }

    /** Takes what window and caps allow at a time. */
    void pump(double now) {
        while (open && sourceReady && !sourceEnded && !finished && waitingAt == null) {
            long allowed = allowed();
            if (allowed <= 0) {
                wantSource(false);
                return;
            }
            RateServer full = fullServer(now);
            if (full != null) {
                await(full);
                return;
            }
            take((int) Math.min(allowed, quantum(now)), now);
        }
    }

    /**
     * What the window leaves. A sender that has reached its receiver's window is paced at window / RTT; its window then
     * has room for what the pace holds back, so that the pace alone decides.
     */
    private long allowed() {
        double roundTrip = path.oneWayNanos() + wayBack.oneWayNanos();
        long window = path.windowBytes(roundTrip);
        boolean full = congestionWindow >= window;
        congestionWindow = Math.min(congestionWindow, window);
        double perNano = Math.min(
                RateLaw.bytesPerNano(flowCap),
                (full ? 1 : SLOW_START_PACE) * congestionWindow / Math.max(1, roundTrip));
        pace.law().setRate(Bandwidth.ofBitsPerSecond(Math.max(8, perNano * 8e9)));
        double held = full ? 2 * pace.quantum(0) + perNano * 2 * PACE_QUEUE_NANOS : 0;
        return (long) (congestionWindow + held) - inFlight;
    }

    /** The turn at a server has come. */
    void turn(double now) {
        waitingAt = null;
        long window = allowed();
        RateServer full = window > 0 ? otherFullServer(now) : null;
        if (full != null) {
            await(full);
            return;
        }
        if (window > 0 && sourceReady && !sourceEnded && !finished) {
            take((int) Math.min(window, quantum(now)), now);
        }
        pump(now);
    }

    private int quantum(double now) {
        int quantum = Math.min(path.egress.quantum(now), path.ingress.quantum(now));
        quantum = path.pathCap == null ? quantum : Math.min(quantum, path.pathCap.quantum(now));
        return Math.min(quantum, pace.quantum(now));
    }

    private void take(int most, double now) {
        int count;
        try {
            count = ring.readFrom(source, most);
        } catch (IOException e) {
            sourceReset = true;
            count = -1;
        }
        if (count < 0) {
            sourceEnded = true;
            wantSource(false);
            deliveries.add(Math.max(lastDelivery, now + path.oneWayNanos()), 0);
            scheduleDelivery();
            return;
        }
        if (count < most) {
            sourceReady = false;
            wantSource(true);
        }
        if (count == 0) {
            return;
        }
        double leaves = Math.max(path.egress.take(count, now), path.ingress.take(count, now));
        leaves = path.pathCap == null ? leaves : Math.max(leaves, path.pathCap.take(count, now));
        leaves = Math.max(leaves, pace.take(count, now));
        double jitter = path.jitterNanos() == 0 ? 0 : random.nextDouble() * path.jitterNanos();
        lastDelivery = Math.max(lastDelivery, leaves + path.oneWayNanos() + jitter);
        deliveries.add(lastDelivery, count);
        inFlight += count;
        bytesTaken += count;
        path.bytesTaken += count;
        scheduleDelivery();
    }

    private @Nullable RateServer fullServer(double now) {
        if (blocks(path.egress, now)) {
            return path.egress;
        }
        if (blocks(path.ingress, now)) {
            return path.ingress;
        }
        if (path.pathCap != null && blocks(path.pathCap, now)) {
            return path.pathCap;
        }
        return blocks(pace, now) ? pace : null;
    }

    /** As {@link #fullServer}, but streams that wait elsewhere do not go first: this one's turn has come. */
    private @Nullable RateServer otherFullServer(double now) {
        if (path.egress.isFull(now)) {
            return path.egress;
        }
        if (path.ingress.isFull(now)) {
            return path.ingress;
        }
        if (path.pathCap != null && path.pathCap.isFull(now)) {
            return path.pathCap;
        }
        return pace.isFull(now) ? pace : null;
    }

    private static boolean blocks(RateServer server, double now) {
        return server.hasWaiting() || server.isFull(now);
    }

    private void await(RateServer server) {
        wantSource(false);
        waitingAt = server;
        server.await(this);
        connection.scheduleWake(server);
    }

    private void scheduleDelivery() {
        if (!finished && !deliveryScheduled && !sinkBlocked && !deliveries.isEmpty()) {
            deliveryScheduled = true;
            loop.at(deliveries.headTime(), this::deliver);
        }
    }

    private void deliver() {
        deliveryScheduled = false;
        if (finished || sinkBlocked) {
            return;
        }
        if (!connection.canWriteTo(sink)) {
            sinkBlocked = true; // sinkReady() follows when the connection to the receiver is made
            return;
        }
        double now = loop.now();
        while (!finished && !deliveries.isEmpty() && deliveries.headTime() <= now) {
            if (deliveries.headLength() == 0) {
                end();
                return;
            }
            if (!deliverHead()) {
                return;
            }
        }
        scheduleDelivery();
    }

    /** Writes the first span; false when the receiver's socket is full or gone. */
    private boolean deliverHead() {
        int length = deliveries.headLength();
        double at = deliveries.headTime();
        int written;
        try {
            written = ring.writeTo(sink, length);
        } catch (IOException e) {
            finished = true;
            connection.resetAt(loop.now() + wayBack.oneWayNanos());
            return false;
        }
        if (written > 0) {
            deliveries.consume(written);
            bytesDelivered += written;
            path.bytesDelivered += written;
            acks.add(Math.max(at, lateBy(at)) + wayBack.oneWayNanos(), written);
            scheduleAck();
        }
        if (written < length) {
            sinkBlocked = true;
            connection.wantWrite(sink, true);
            return false;
        }
        return true;
    }

    /** A span that waited for the receiver's socket is acknowledged from when it was written; others from their time. */
    private double lateBy(double scheduled) {
        double now = loop.now();
        return now - scheduled > LATE_NANOS ? now : scheduled;
    }

    private void end() {
        finished = true;
        deliveries.clear();
        if (sourceReset) {
            connection.resetAt(loop.now());
        } else {
            connection.ended(this, sink);
        }
    }

    /** The receiver's socket takes octets again. */
    void sinkReady() {
        sinkBlocked = false;
        connection.wantWrite(sink, false);
        deliver();
    }

    private void scheduleAck() {
        if (!finished && !ackScheduled && !acks.isEmpty()) {
            ackScheduled = true;
            loop.at(acks.headTime(), this::acknowledge);
        }
    }

    private void acknowledge() {
        ackScheduled = false;
        double now = loop.now();
        while (!finished && !acks.isEmpty() && acks.headTime() <= now) {
            double at = acks.headTime();
            int length = acks.headLength();
            acks.consume(length);
            boolean limiting = inFlight * 2 >= congestionWindow;
            inFlight -= length;
            if (limiting) {
                congestionWindow += length;
            }
            if (waitingAt == null) {
                pump(at);
            }
        }
        scheduleAck();
    }

    private void wantSource(boolean wanted) {
        connection.wantRead(source, wanted);
    }

    /** Lets go of everything; the connection closes the sockets. */
    void abandon() {
        finished = true;
        if (waitingAt != null) {
            waitingAt.forget(this);
            waitingAt = null;
        }
        deliveries.clear();
        acks.clear();
        ring.clear();
    }
}
