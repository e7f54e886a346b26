package io.longhaul.probes.flow;

import io.longhaul.probes.net.CpuMeter;
import io.longhaul.probes.net.CpuReading;
import io.longhaul.probes.wire.EndSample;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One end's moving part of a test: starts the streams, leaves out the omitted beginning, takes a sample each interval,
 * stops. Times count from the end of the omitted part. Confined to the home loop, where all callbacks come.
 */
public final class TransferRun {
    /** A last interval shorter than this share of a whole one is added to the one before: too short for a rate. */
    private static final double SLIVER = 0.05;

    private final EventLoop home;
    private final StreamSet streams;
    private final long omitNanos;
    private final long intervalNanos;
    private final LongSupplier nanoClock;
    private final Consumer<EndSample> listener;
    private final SampleSeries samples;
    private final SenderWatch watch;
    private long origin;
    private long lastEnd;
    private long nextBoundary;
    private boolean counting;
    private boolean stopped;
    private List<StreamReading> first = List.of();
    private List<StreamReading> base = List.of();
    private List<StreamReading> last = List.of();
    private @Nullable Future<?> timer;
    private @Nullable CpuMeter cpu;

    /**
     * @param home loop that all of this happens on
     * @param streams of this end
     * @param omit not counted at the start
     * @param interval length of a sample
     * @param nanoClock monotonic
     * @param listener gets every whole interval as it ends
     */
    public TransferRun(
            EventLoop home,
            StreamSet streams,
            Duration omit,
            Duration interval,
            LongSupplier nanoClock,
            Consumer<EndSample> listener) {
        this(home, streams, omit, interval, Integer.MAX_VALUE, nanoClock, listener);
    }

    /** As above, and keeps at most so many samples; when there would be more, neighbours are joined. */
    public TransferRun(
            EventLoop home,
            StreamSet streams,
            Duration omit,
            Duration interval,
            int mostSamples,
            LongSupplier nanoClock,
            Consumer<EndSample> listener) {
        this.samples = new SampleSeries(mostSamples);
        this.home = home;
        this.streams = streams;
        this.omitNanos = omit.toNanos();
        this.intervalNanos = interval.toNanos();
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.watch = new SenderWatch(home, streams.streams());
    }

    /**
     * Starts the streams and the clock.
     *
     * @param movingStarts called as soon as the streams have been told to begin
     * @param countingStarts called when the omitted part is over
     */
    public void start(Runnable movingStarts, Runnable countingStarts) {
        Consumer<List<StreamReading>> then = readings -> {
            if (stopped) {
                return;
            }
            first = readings.stream().map(StreamReading::withoutCounts).toList();
            streams.begin();
            movingStarts.run();
            if (omitNanos == 0) {
                startCounting(nanoClock.getAsLong(), first, countingStarts);
            } else {
                timer = home.schedule(
                        () -> streams.mark(now -> startCounting(nanoClock.getAsLong(), now, countingStarts)),
                        omitNanos,
                        TimeUnit.NANOSECONDS);
            }
        };
        if (omitNanos == 0) {
            streams.mark(then);
        } else {
            streams.read(then);
        }
    }

    /**
     * Hears, perhaps more than once, of a stream whose connection ended while the run goes on: whatever it counts from then on is
     * not what was asked for.
     */
    public void onLoss(Consumer<DataStream> listener) {
        streams.onClosed(stream -> {
            if (!stopped) {
                listener.accept(stream);
            }
        });
    }

    /** What has moved since the count began, of octets sent only what the peer acknowledged, where the kernel tells. */
    public void moved(boolean untilAcknowledged, Consumer<Long> then) {
        var moved = new MovedOctets(streams.streams(), first, base, untilAcknowledged);
        streams.read(now -> then.accept(moved.until(now)));
    }

    private void startCounting(long now, List<StreamReading> readings, Runnable countingStarts) {
        if (stopped) {
            return;
        }
        counting = true;
        origin = now;
        cpu = CpuMeter.start(streams.loops(), nanoClock);
        base = readings;
        last = readings;
        nextBoundary = intervalNanos;
        watch.start();
        scheduleTick();
        countingStarts.run();
    }

    private void scheduleTick() {
        long delay = origin + nextBoundary - nanoClock.getAsLong();
        timer = home.schedule(() -> streams.read(this::tick), Math.max(0, delay), TimeUnit.NANOSECONDS);
    }

    private void tick(List<StreamReading> readings) {
        if (stopped) {
            return;
        }
        EndSample sample = take(readings);
        samples.add(sample);
        do {
            nextBoundary += intervalNanos;
        } while (origin + nextBoundary <= nanoClock.getAsLong());
        scheduleTick();
        listener.accept(sample);
    }

    private EndSample take(List<StreamReading> readings) {
        long end = Math.max(lastEnd + 1, StreamReading.meanTime(readings) - origin);
        EndSample sample = watch.complete(SampleBuilder.between(streams.streams(), last, readings, lastEnd, end));
        last = readings;
        lastEnd = end;
        return sample;
    }

    /** Stops sending and counting, takes the last sample, then hands over what was counted. Once only. */
    public void stop(Consumer<TransferTotals> then) {
        cancel();
        CpuReading cpuReading = cpu == null ? CpuReading.UNKNOWN : cpu.read();
        streams.read(readings -> {
            streams.halt();
            streams.inspect(facts -> then.accept(totals(readings, facts, cpuReading)));
        });
    }

    /** Stops without an answer. */
    public void cancel() {
        stopped = true;
        watch.stop();
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private TransferTotals totals(List<StreamReading> readings, SocketFacts facts, CpuReading cpuReading) {
        if (!counting) {
            return new TransferTotals(
                    streams.streams(), readings, readings, List.of(), Duration.ZERO, facts, cpuReading);
        }
        EndSample tail = take(readings);
        if (tail.endNanos() - tail.startNanos() < SLIVER * intervalNanos) {
            samples.addSliver(tail);
        } else {
            samples.add(tail);
        }
        return new TransferTotals(
                streams.streams(), base, readings, samples.toList(), Duration.ofNanos(lastEnd), facts, cpuReading);
    }
}
