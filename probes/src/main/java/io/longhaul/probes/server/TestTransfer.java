package io.longhaul.probes.server;

import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.StreamReading;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.flow.TransferRun;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.wire.ParameterExtension;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Results;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The moving part of a test at the agent, within the agent's limits: it is looked at from its first octet on, at short distances that
 * no client chooses, what moves is charged to its client, and it does not outlive its time nor, where nothing but its own sending
 * would tell, its client. Confined to the test's loop, where all callbacks come.
 */
final class TestTransfer {
    /** Between two looks at what moves. */
    static final long PERIOD_MILLIS = 250;

    /** Most samples kept of a test, some 170 octets each: as many tests as may run by default fit a small heap. */
    private static final int MOST_SAMPLES = 2048;

    /** Patiences without an octet after which a test is over. */
    private static final int IDLE_PATIENCES = 4;

    private static final Duration SHORTEST_SAMPLE = Duration.ofMillis(100);
    private static final Duration LONGEST_SAMPLE = Duration.ofMinutes(1);
    private static final Duration USUAL_SAMPLE = Duration.ofSeconds(1);

    /** Between two looks whether the client is still there; several in the last second before it counts as gone. */
    private static final long HEARING_MILLIS = 50;

    private static final long ASKED_AFTER_MILLIS = 1000;
    private static final long LONGEST_SILENCE_MILLIS = 1900;

    private final AgentContext agent;
    private final Channel control;
    private final EventLoop home;
    private final Parameters asked;
    private final StreamSet streams;
    private final Supplier<OptionalLong> silence;
    private final Consumer<RefusalCode> mustEnd;
    private final RunGuard guard;
    private final TransferRun run;
    private final List<Future<?>> timers = new ArrayList<>();
    private volatile long sent;
    private volatile long received;
    private boolean stopped;
    private Optional<RefusalCode> overdrawn = Optional.empty();
    private @Nullable TransferTotals totals;

    /**
     * @param control of the test
     * @param asked by the client, checked
     * @param silence milliseconds since the client's kernel was last heard
     * @param mustEnd called when a limit is passed or a stream is lost, perhaps more than once
     */
    TestTransfer(
            AgentContext agent,
            Channel control,
            Parameters asked,
            StreamSet streams,
            Supplier<OptionalLong> silence,
            Consumer<RefusalCode> mustEnd) {
        this.agent = agent;
        this.control = control;
        this.home = control.eventLoop();
        this.asked = asked;
        this.streams = streams;
        this.silence = silence;
        this.mustEnd = mustEnd;
        Duration idle = agent.options().patience().multipliedBy(IDLE_PATIENCES);
        this.guard =
                new RunGuard(agent.options().limits(), idle, agent.nanoClock().getAsLong());
        this.run = new TransferRun(home, streams, omit(), interval(), MOST_SAMPLES, agent.nanoClock(), sample -> {});
        run.onLoss(stream -> mustEnd.accept(RefusalCode.STREAM_CLOSED));
    }

    /** Starts, and says so as soon as the streams have been told to begin. */
    void start(Runnable started) {
        timers.add(home.schedule(
                () -> mustEnd.accept(RefusalCode.EXPIRED), lifetime().toNanos(), TimeUnit.NANOSECONDS));
        every(PERIOD_MILLIS, () -> streams.read(this::look));
        if (asked.udp() && (asked.reverse() || asked.bidirectional())) {
            every(HEARING_MILLIS, this::listen);
        }
        run.start(started, () -> {});
    }

    private void every(long millis, Runnable task) {
        timers.add(home.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS));
    }

    private void look(List<StreamReading> readings) {
        if (stopped) {
            return;
        }
        Optional<RefusalCode> reason = guard.observe(agent.nanoClock().getAsLong(), settle(readings));
        reason.or(() -> overdrawn).ifPresent(mustEnd);
    }

    /** Charges what has moved since the last time; returns all. */
    private long settle(List<StreamReading> readings) {
        long out = 0;
        long in = 0;
        for (int i = 0; i < readings.size(); i++) {
            DataStream stream = streams.streams().get(i);
            if (stream.isSender()) {
                out += readings.get(i).bytes();
            } else {
                in += readings.get(i).bytes();
            }
        }
        overdrawn = agent.usage().charge(Lobby.addressOf(control), Math.max(0, out - sent), Math.max(0, in - received));
        sent = Math.max(sent, out);
        received = Math.max(received, in);
        return out + in;
    }

    /**
     * Datagrams go out whether or not anybody takes them. So that they do not outlive a client which vanished without a word, its kernel
     * is asked by the control connection: a second after it was last heard, and then at each look.
     */
    private void listen() {
        long silent = silence.get().orElse(0);
        if (silent > LONGEST_SILENCE_MILLIS) {
            mustEnd.accept(RefusalCode.NO_DATA);
        } else if (silent > ASKED_AFTER_MILLIS) {
            KernelOptions.askPeer(control);
        }
    }

    private Duration omit() {
        Duration seconds = Duration.ofSeconds(asked.omitSeconds());
        return asked.extension()
                .map(own -> Duration.ofMillis(own.omitMillis()))
                .filter(fine -> !fine.isNegative() && fine.compareTo(seconds) <= 0)
                .orElse(seconds);
    }

    /** As asked, within bounds. */
    private Duration interval() {
        Duration wanted = asked.extension()
                .map(ParameterExtension::intervalMillis)
                .filter(millis -> millis > 0)
                .map(Duration::ofMillis)
                .orElse(USUAL_SAMPLE);
        Duration bounded = wanted.compareTo(LONGEST_SAMPLE) > 0 ? LONGEST_SAMPLE : wanted;
        return bounded.compareTo(SHORTEST_SAMPLE) < 0 ? SHORTEST_SAMPLE : bounded;
    }

    /** When its time is over the client owes the end of the test, and has the agent's patience for it, not more. */
    private Duration lifetime() {
        Duration planned = Duration.ofSeconds((long) asked.timeSeconds() + asked.omitSeconds());
        Duration most = agent.options().limits().duration();
        return (asked.timeSeconds() > 0 ? planned : most).plus(agent.options().patience());
    }

    /** Octets of both directions until the last look. From any thread. */
    long octets() {
        return sent + received;
    }

    /** Stops and closes the streams; the results are there when the callback comes. Once only. */
    void stop(Runnable then) {
        stopTimers();
        run.stop(counted -> {
            settle(counted.end());
            streams.close();
            totals = counted;
            then.run();
        });
    }

    /** What this end counted, after it was stopped. */
    Results results() {
        TransferTotals counted = Objects.requireNonNull(totals, "not stopped");
        Optional<String> output =
                asked.wantsServerOutput() ? Optional.of(ServerOutput.text(counted)) : Optional.empty();
        return counted.toResults(asked.extension().isPresent(), output);
    }

    /** Stops without an answer; what moved is charged all the same. */
    void cancel() {
        if (!stopped && streams.loops().stream().noneMatch(EventLoop::isShuttingDown)) {
            streams.read(this::settle);
        }
        stopTimers();
        run.cancel();
        streams.close();
    }

    private void stopTimers() {
        stopped = true;
        timers.forEach(timer -> timer.cancel(false));
    }
}
