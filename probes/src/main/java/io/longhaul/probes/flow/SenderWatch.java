package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.SocketMemory;
import io.longhaul.probes.net.TcpInfo;
import io.longhaul.probes.wire.EndSample;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the senders' sockets at even distances, and counts in what state they are. While whole segments wait in one, the network
 * or the receiver holds it back. When all it holds is under way, it waits for its sender if it would take more, and has too small a
 * buffer if not; the kernel's own account of that
 * (sndbuf_limited) starts only with the next segment sent, and misses most of it. TCP on Linux only. Confined to the home loop; each
 * socket is asked on its own.
 */
final class SenderWatch {
    private static final long PERIOD_MILLIS = 25;
    private static final double MICROS_PER_NANO = 1e-3;

    private final EventLoop home;
    private final Map<EventLoop, List<Channel>> senders = new LinkedHashMap<>();
    private final int streams;
    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong behind = new AtomicLong();
    private final AtomicLong dry = new AtomicLong();
    private @Nullable Future<?> timer;

    SenderWatch(EventLoop home, List<DataStream> all) {
        this.home = home;
        all.stream()
                .filter(DataStream::isSender)
                .map(DataStream::channel)
                .forEach(channel -> senders.computeIfAbsent(channel.eventLoop(), loop -> new ArrayList<>())
                        .add(channel));
        this.streams = senders.values().stream().mapToInt(List::size).sum();
    }

    void start() {
        if (streams > 0) {
            timer = home.scheduleWithFixedDelay(this::lookAtAll, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void stop() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private void lookAtAll() {
        senders.forEach((loop, channels) -> loop.execute(() -> channels.forEach(this::lookAt)));
    }

    private void lookAt(Channel channel) {
        Optional<TcpInfo> tcp = KernelOptions.tcpInfo(channel);
        Optional<SocketMemory> memory = KernelOptions.memory(channel);
        if (tcp.isEmpty() || memory.isEmpty()) {
            return;
        }
        looks.incrementAndGet();
        boolean allUnderWay = tcp.get().notSent() < tcp.get().mss();
        if (allUnderWay && memory.get().isWritable()) {
            behind.incrementAndGet();
        } else if (allUnderWay) {
            dry.incrementAndGet();
        }
    }

    /** The sample with what was seen since the last call; unchanged when nobody looked. */
    EndSample complete(EndSample sample) {
        long all = looks.getAndSet(0);
        long writable = behind.getAndSet(0);
        long empty = dry.getAndSet(0);
        if (all == 0 || !sample.tcp().isKnown()) {
            return sample;
        }
        double each = (sample.endNanos() - sample.startNanos()) * MICROS_PER_NANO * streams / all;
        return new EndSample(
                sample.startNanos(),
                sample.endNanos(),
                sample.sentBytes(),
                sample.receivedBytes(),
                sample.tcp().withLooks(Math.round(writable * each), Math.round(empty * each)));
    }
}
